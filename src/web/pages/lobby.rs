//! The lobby: what waits for the viewer, then open, running and finished matches.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::response::Response;
use axum::routing::get;
use serde::Deserialize;

use crate::rules::colour::Colour;
use crate::service::ListAsked;
use crate::service::views::{
    CardTable, HeliosTable, Lobby, MatchCard, MatchState, MyPlace, Page, SeatView,
};
use crate::time::Instant;
use crate::web::error::Error;
use crate::web::extract::Query;
use crate::web::human;
use crate::web::state::AppState;

use super::day::Day;
use super::frame::{Frame, Swatch};
use super::{show, terms};

/// `/`.
pub(in crate::web::pages) fn router() -> Router<AppState> {
    Router::new().route("/", get(lobby))
}

/// Which list is wanted alone, and from where on.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
struct Wanted {
    state: Option<MatchState>,
    after: Option<String>,
}

async fn lobby(
    State(state): State<AppState>,
    frame: Frame,
    Query(wanted): Query<Wanted>,
) -> Result<Response, Error> {
    let frame = frame.in_section("matches");
    let Some(only) = wanted.state else {
        let lobby = state.matches.lobby(&frame.viewer).await?;
        return Ok(show(&LobbyPage::new(frame, &lobby)));
    };
    let asked = ListAsked {
        state: Some(only),
        after: wanted.after,
        ..ListAsked::default()
    };
    let page = state.matches.list(&frame.viewer, &asked).await?;
    Ok(show(&LobbyPage::one_list(frame, only, &page)))
}

/// The lobby.
#[derive(Template, Clone, Debug)]
#[template(path = "lobby.html")]
pub struct LobbyPage {
    frame: Frame,
    today: String,
    turns_in: String,
    day: Option<Day>,
    filters: Vec<Filter>,
    waiting: Vec<Card>,
    lists: Vec<List>,
}

/// A way to see one list alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Filter {
    label: &'static str,
    href: &'static str,
    current: bool,
}

/// One list with its heading.
#[derive(Clone, PartialEq, Debug)]
pub struct List {
    /// The heading.
    pub title: &'static str,
    /// Its anchor.
    pub id: &'static str,
    /// What to say when it is empty.
    pub empty: &'static str,
    /// The matches.
    pub cards: Vec<Card>,
    /// The address of the rest of the list.
    pub more: Option<String>,
}

/// A match as `partials/card.html` shows it.
#[derive(Clone, PartialEq, Debug)]
pub struct Card {
    /// Its address.
    pub href: String,
    /// Its title.
    pub title: String,
    /// Level and clock.
    pub kind: String,
    /// Where it stands for the viewer.
    pub tag: String,
    /// Whether the viewer can act in it now.
    pub lit: bool,
    /// One sentence about the board.
    pub sentence: String,
    /// The players.
    pub players: Vec<(Swatch, String)>,
    /// Turn and instant of the newest turn.
    pub newest: String,
    /// Width and height of the thumbnail.
    pub size: (u32, u32),
    /// The newest turn, which names the thumbnail.
    pub turns: u32,
    /// How many steps the viewer has typed and not sent.
    pub unsent: usize,
}

impl LobbyPage {
    /// The lobby.
    pub fn new(frame: Frame, lobby: &Lobby) -> Self {
        let Lobby {
            waiting,
            open,
            running,
            over,
        } = lobby;
        let pages = [running, open, over];
        let all = || {
            waiting
                .iter()
                .chain(pages.into_iter().flat_map(|page| &page.items))
        };
        let states = [MatchState::Running, MatchState::Open, MatchState::Over];
        let lists = states.into_iter().zip(pages);
        let now = frame.now;
        Self {
            today: now.day().in_words(),
            turns_in: human::span(now, now.day().next().start()),
            day: Some(Day::of_seats(now, seats_once(all()))),
            filters: filters(None),
            waiting: waiting.iter().map(|card| Card::new(card, now)).collect(),
            lists: lists
                .map(|(state, page)| List::new(state, page, now))
                .collect(),
            frame: frame.with_colours(all().flat_map(colours)),
        }
    }

    /// One list alone.
    pub fn one_list(frame: Frame, state: MatchState, page: &Page<MatchCard>) -> Self {
        let now = frame.now;
        Self {
            today: now.day().in_words(),
            turns_in: human::span(now, now.day().next().start()),
            day: None,
            filters: filters(Some(state)),
            waiting: Vec::new(),
            lists: vec![List::new(state, page, now)],
            frame: frame.with_colours(page.items.iter().flat_map(colours)),
        }
    }
}

impl List {
    fn new(state: MatchState, page: &Page<MatchCard>, now: Instant) -> Self {
        let (title, id, empty) = match state {
            MatchState::Open => (
                "Open seats",
                "open",
                "No match waits for its first turn. Start one.",
            ),
            MatchState::Running => ("Running", "running", "No match is running."),
            MatchState::Paused => ("Paused", "paused", "No match is paused."),
            MatchState::Over => ("Finished", "over", "No match has ended yet."),
        };
        Self {
            title,
            id,
            empty,
            cards: page.items.iter().map(|card| Card::new(card, now)).collect(),
            more: page
                .next
                .as_ref()
                .map(|next| format!("/?state={id}&after={next}")),
        }
    }
}

fn filters(current: Option<MatchState>) -> Vec<Filter> {
    let filter = |label, state: Option<MatchState>, href| Filter {
        label,
        href,
        current: state == current,
    };
    vec![
        filter("All", None, "/"),
        filter("Running", Some(MatchState::Running), "/?state=running"),
        filter("Open", Some(MatchState::Open), "/?state=open"),
        filter("Finished", Some(MatchState::Over), "/?state=over"),
    ]
}

/// The seats of each match once, though a match may be in two lists.
fn seats_once<'a>(
    cards: impl Iterator<Item = &'a MatchCard>,
) -> impl Iterator<Item = &'a SeatView> {
    let by_id: std::collections::BTreeMap<_, _> =
        cards.map(|card| (card.id, &card.seats)).collect();
    by_id.into_values().flatten()
}

fn colours(card: &MatchCard) -> impl Iterator<Item = Colour> + '_ {
    card.seats.iter().map(|seat| seat.colour)
}

impl Card {
    /// A match of a list.
    pub fn new(card: &MatchCard, now: Instant) -> Self {
        let (tag, lit) = tag(card);
        let players = card.seats.iter().map(|seat| {
            let name = seat
                .player
                .as_ref()
                .map_or("vacant", |player| player.name.as_str());
            (Swatch(seat.colour), name.to_owned())
        });
        let draft = card.mine.as_ref().and_then(|mine| mine.draft.as_ref());
        Self {
            href: format!("/matches/{}", card.id),
            title: card.title.clone(),
            kind: kind(card),
            tag,
            lit,
            sentence: sentence(card),
            players: players.collect(),
            newest: newest(card, now),
            size: card.picture_size,
            turns: card.turns,
            unsent: draft.map_or(0, |draft| draft.steps.len()),
        }
    }

    /// “2 steps”.
    pub fn unsent_steps(&self) -> String {
        human::count(i128::try_from(self.unsent).unwrap_or_default(), "step")
    }
}

/// “Halls of Abaddon, daily clock”, “Helios, 7 × 7, 3 days a turn”.
fn kind(card: &MatchCard) -> String {
    match &card.table {
        CardTable::Abaddon {
            level_name, clock, ..
        } => format!("{level_name}, {}", terms::preset(clock)),
        CardTable::Helios(table) => terms::helios(table),
    }
}

fn tag(card: &MatchCard) -> (String, bool) {
    let mine = card.mine.as_ref();
    let taken = card
        .seats
        .iter()
        .filter(|seat| seat.player.is_some())
        .count();
    let seats = usize::from(card.free_seats) + taken;
    match card.state {
        MatchState::Over => ("Over".to_owned(), false),
        MatchState::Paused => ("Paused".to_owned(), false),
        _ if mine.is_some_and(MyPlace::holds_board) => ("You hold the board".to_owned(), true),
        _ if mine.is_some_and(|mine| mine.may_play.is_ok()) => ("Your turn".to_owned(), true),
        _ if card.table.announcement().is_some() => ("Reserved".to_owned(), false),
        _ if mine.is_none() && card.joinable => (format!("{taken} of {seats} seats"), false),
        MatchState::Open => ("Open".to_owned(), false),
        MatchState::Running => ("Running".to_owned(), false),
    }
}

fn sentence(card: &MatchCard) -> String {
    let winner = || {
        let seat = card
            .seats
            .iter()
            .find(|seat| Some(seat.seat) == card.winner)?;
        Some(
            seat.player
                .as_ref()
                .map_or("A vacant seat", |player| player.name.as_str()),
        )
    };
    match (card.state, card.table.announcement()) {
        (MatchState::Over, _) => winner().map_or_else(
            || "Nobody has won.".to_owned(),
            |name| format!("{name} has won."),
        ),
        (MatchState::Paused, _) => "The match is paused.".to_owned(),
        (MatchState::Open | MatchState::Running, Some(hold)) => {
            format!(
                "{} holds the board until {}.",
                hold.holder.name,
                human::clock(hold.held_until)
            )
        }
        (MatchState::Open | MatchState::Running, None) => match &card.table {
            CardTable::Abaddon { .. } => free_board(card),
            CardTable::Helios(table) => whose_turn(card, table),
        },
    }
}

/// “Ossa to move until Thu 5 Mar, 12:00.”, or whom a challenge waits for.
fn whose_turn(card: &MatchCard, table: &HeliosTable) -> String {
    let to_move = table.position.to_move().seat();
    let mover = card.seats.iter().find(|seat| seat.seat == to_move);
    let mover = mover.and_then(|seat| seat.player.as_ref());
    match (table.free_side, &table.opponent, mover) {
        (Some(_), Some(opponent), _) => format!("{} is challenged.", opponent.name),
        (Some(side), None, _) => format!("The {} side is free.", side.word()),
        (None, _, Some(mover)) => {
            let until = table.deadline.map_or_else(String::new, |deadline| {
                format!(" until {}", human::minute(deadline))
            });
            format!("{} to move{until}.", mover.name)
        }
        (None, _, None) => "Nobody is to move.".to_owned(),
    }
}

fn free_board(card: &MatchCard) -> String {
    let open = card
        .seats
        .iter()
        .filter(|seat| seat.next_turn_opens.is_none())
        .count();
    match card.seats.len() {
        0 => "Nobody has joined yet; the first turn is anybody’s.".to_owned(),
        seats => {
            let [open, seats] = [open, seats].map(|n| u8::try_from(n).unwrap_or(u8::MAX));
            let open = human::capital(&human::number(open));
            format!(
                "Board free. {open} of {} may play now.",
                human::number(seats)
            )
        }
    }
}

fn newest(card: &MatchCard, now: Instant) -> String {
    let day = now.day().days_since(card.created_at.day()) + 1;
    match card.last_turn_at {
        None => format!("Day {day} · made {}", human::minute(card.created_at)),
        Some(at) if at.day() == now.day() => {
            format!("Day {day} · turn {} at {}", card.turns, human::clock(at))
        }
        Some(at) => format!("Turn {} on {}", card.turns, human::minute(at)),
    }
}
