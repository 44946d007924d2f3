//! A match as a forum thread: the newest board with the turn form, then every turn as a post.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde::Deserialize;

use crate::ids::MatchId;
use crate::referee::event::Visibility;
use crate::rules::abaddon::ruleset::Ruleset;
use crate::rules::abaddon::siege::siege;
use crate::rules::colour::Colour;
use crate::service::views::{
    AbaddonChoices, Choices, Halls, MatchState, Page, SeatView, TableView, TurnView,
};
use crate::time::Instant;
use crate::web::error::Error;
use crate::web::extract::{Path, Query};
use crate::web::human;
use crate::web::pictures::address;
use crate::web::state::AppState;

use super::board::{self, Board};
use super::composer::{self, Composer, Hold};
use super::day::{Day, who_may_play};
use super::frame::Frame;
use super::helios;
use super::next_change::next_change;
use super::offers::{self, SquareWords};
use super::paging::{PageLink, Paging, TURNS_A_PAGE};
use super::replay::Replay;
use super::seats::{SeatRow, SeatTurn};
use super::thread::{Post, Thread};
use super::writing::{Written, at_desk};
use super::{show, terms};

/// `/matches/{id}`.
pub(in crate::web::pages) fn router() -> Router<AppState> {
    Router::new().route("/matches/{id}", get(page))
}

/// Which page of the thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
struct Part {
    before: Option<u32>,
}

async fn page(
    State(state): State<AppState>,
    frame: Frame,
    Path(id): Path<MatchId>,
    Query(part): Query<Part>,
) -> Result<Response, Error> {
    let view = state.matches.view(&frame.viewer, id).await?;
    let shown = (part.before, StatusCode::OK);
    match view.table {
        TableView::Abaddon(_) => {
            let written = at_desk(&state, &frame.viewer, view, None).await?;
            answer(&state, frame, written, shown).await
        }
        TableView::Helios(_) => {
            helios::answer(&state, frame, view, shown, helios::Sent::default()).await
        }
    }
}

/// The page of a match as an answer: with what is written at the desk, from a page of the thread.
pub(in crate::web::pages) async fn answer(
    state: &AppState,
    frame: Frame,
    written: Written,
    (before, status): (Option<u32>, StatusCode),
) -> Result<Response, Error> {
    let Written {
        view,
        composer,
        preview,
    } = written;
    let thread = state
        .matches
        .thread(&frame.viewer, view.id, before, TURNS_A_PAGE)
        .await?;
    let given = Given {
        frame: frame.in_section("matches"),
        public_url: state.site.public_url.as_str(),
        thread: &thread,
        before,
        composer,
        preview,
    };
    let halls = Halls::of(&view).ok_or(Error::NotFound)?;
    Ok((status, show(&MatchPage::new(halls, given))).into_response())
}

/// The page of a match.
#[derive(Template, Clone, Debug)]
#[template(path = "match.html")]
pub struct MatchPage {
    frame: Frame,
    id: String,
    title: String,
    level: String,
    seq: u64,
    /// The next instant at which the page changes by itself.
    next_change: Instant,
    state: &'static str,
    facts: String,
    /// What the viewer may do besides playing.
    choices: Option<AbaddonChoices>,
    terms: String,
    visibility: Option<&'static str>,
    day: Day,
    who: String,
    board: Board,
    /// What is on the board, square by square, for whoever only looks on.
    squares: Vec<SquareWords>,
    /// None before the first turn.
    replay: Option<Replay>,
    desk: Desk,
    seats: Vec<SeatRow>,
    seats_note: String,
    besieged: Vec<String>,
    posts: Vec<Post>,
    pages: Vec<PageLink>,
    range: String,
}

/// What stands beside the board.
#[derive(Clone, PartialEq, Debug)]
pub enum Desk {
    /// The turn form.
    Composer(Box<Composer>),
    /// An invitation, for a visitor.
    Visitor {
        /// Whether a newcomer may still come in.
        joinable: bool,
        /// Who holds the board.
        hold: Option<Hold>,
    },
    /// How it ended or why it stands still.
    Still(String),
}

/// The parts of the page that do not come from the match itself.
#[derive(Clone, Debug)]
pub struct Given<'a> {
    /// The frame.
    pub frame: Frame,
    /// Where the world reaches this server.
    pub public_url: &'a str,
    /// The page of the thread.
    pub thread: &'a Page<TurnView>,
    /// The turn before which that page begins; `None` for the newest.
    pub before: Option<u32>,
    /// The turn form, for who is signed in.
    pub composer: Option<Composer>,
    /// The board with the checked steps on it, as a `data:` address, where there are any.
    pub preview: Option<String>,
}

impl MatchPage {
    /// The page as one viewer sees it.
    pub fn new(view: Halls<'_>, given: Given<'_>) -> Self {
        let names = view.names();
        let paging = Paging::new(view.id, view.turns);
        let nearest = given.composer.as_ref().and_then(Composer::nearest_colour);
        let frame = given
            .frame
            .with_colours(colours(view, given.thread).chain(nearest));
        let thread = Thread::of(&view, &names, given.public_url);
        let posts: Vec<Post> = given
            .thread
            .items
            .iter()
            .map(|turn| thread.post(turn))
            .collect();
        let desk = desk(view, given.composer);
        let is_composed = matches!(desk, Desk::Composer(_));
        Self {
            id: view.id.to_string(),
            title: view.title.clone(),
            level: view.table.level.name().to_owned(),
            seq: view.seq,
            next_change: next_change(view),
            state: terms::state(view.state),
            facts: facts(view),
            choices: match view.mine.as_ref().map(|mine| &mine.choices) {
                Some(Choices::Abaddon(choices)) => Some(choices.clone()),
                Some(Choices::Helios(_)) | None => None,
            },
            terms: format!(
                "{} {}",
                terms::clock(&view.table.clock),
                terms::options(&view.table.options)
            ),
            visibility: visibility(view.visibility),
            day: Day::of_match(view),
            who: who_may_play(view),
            replay: Replay::of_played(&view),
            board: shown_board(view, given.preview),
            squares: if is_composed {
                Vec::new()
            } else {
                squares(view)
            },
            desk,
            seats: SeatRow::of_match(view),
            seats_note: seats_note(view),
            besieged: besieged(view),
            range: paging.range(&posts),
            posts,
            pages: paging.links(given.before),
            frame,
        }
    }
}

/// Every colour that the page needs a rule for.
fn colours<'a>(view: Halls<'a>, thread: &'a Page<TurnView>) -> impl Iterator<Item = Colour> + 'a {
    let seats = view.view().seats.iter().map(|seat| seat.colour);
    let held = view
        .table
        .announcement
        .iter()
        .filter_map(|hold| hold.colour);
    let posts = thread.items.iter().map(|turn| turn.colour);
    seats.chain(held).chain(posts).chain(Colour::SUGGESTED)
}

fn facts(view: Halls<'_>) -> String {
    let day = view.now.day().days_since(view.created_at.day()) + 1;
    let turns = match view.turns {
        0 => "no turn yet".to_owned(),
        turns => format!("turn {turns}"),
    };
    let paused = view.paused_until.map_or_else(String::new, |until| {
        format!(" · paused until {}", human::minute(until))
    });
    format!(
        "Day {day} · {turns} · {} · hosted by {}{paused}",
        terms::preset(&view.table.clock),
        view.host.name
    )
}

pub(in crate::web::pages) const fn visibility(visibility: Visibility) -> Option<&'static str> {
    match visibility {
        Visibility::Public => None,
        Visibility::Unlisted => Some("Unlisted"),
        Visibility::Private => Some("Private"),
    }
}

fn shown_board(view: Halls<'_>, preview: Option<String>) -> Board {
    let words = board::halls_in_words(&view.table.level, &view.table.position, &view.names());
    let picture = match view.changed_by {
        Some(seq) => format!("/matches/{}/board.png?mark=1&drawn={seq}", view.id),
        None => address(view.id, view.newest_turn, "mark=1", view.redrawn),
    };
    let alt = format!("The board after turn {}. {words}", view.newest_turn);
    let board = Board::new(&view.table.level, picture, alt);
    match preview {
        Some(picture) => board.with_steps(picture),
        None => board,
    }
}

fn squares(view: Halls<'_>) -> Vec<SquareWords> {
    let own = view.mine.as_ref().and_then(|mine| mine.seat);
    let table = view.table;
    offers::squares(&table.level, &table.position, &view.names(), own)
}

fn desk(view: Halls<'_>, composer: Option<Composer>) -> Desk {
    match (view.state, composer) {
        (MatchState::Over, Some(composer)) if composer.is_begun() => {
            Desk::Composer(Box::new(composer))
        }
        (MatchState::Over, _) => Desk::Still(composer::outcome(view)),
        (MatchState::Open | MatchState::Running | MatchState::Paused, Some(composer)) => {
            Desk::Composer(Box::new(composer))
        }
        (MatchState::Paused, None) => Desk::Still(terms::paused(view.paused_until)),
        (MatchState::Open | MatchState::Running, None) => Desk::Visitor {
            joinable: view.joinable,
            hold: Hold::of(view),
        },
    }
}

fn seats_note(view: Halls<'_>) -> String {
    let free = usize::from(view.table.options.seats).saturating_sub(view.seats.len());
    let win = human::capital(&human::number(view.table.options.doors_to_win));
    match free {
        0 => format!("{win} doors win. Every seat is taken."),
        free => {
            let seats = human::count(i128::try_from(free).unwrap_or_default(), "seat");
            let is = if free == 1 { "is" } else { "are" };
            format!("{win} doors win. {} {is} free.", human::capital(&seats))
        }
    }
}

/// R17: who is besieged, and what stands in the way.
fn besieged(view: Halls<'_>) -> Vec<String> {
    let rules = Ruleset {
        level: std::sync::Arc::clone(&view.table.level),
        options: view.table.options,
    };
    let names = view.names();
    let note = |seat: &SeatView| {
        let obstacles = siege(&rules, &view.table.position, seat.seat);
        let ways: Vec<String> = obstacles
            .iter()
            .map(|obstacle| obstacle.sentence(&names))
            .collect();
        let name = names.of(seat.seat);
        (!ways.is_empty()).then(|| {
            format!(
                "{name} is besieged and waits; nobody waits for {name}. {}",
                ways.join(" ")
            )
        })
    };
    view.seats.iter().filter_map(note).collect()
}
