//! A match of Helios as a page: the board with its marks, the form for an action, the score, and
//! every turn as a post.

mod board;
mod forms;
mod record;

use askama::Template;
use axum::Router;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use crate::rules::helios::side::Side;
use crate::rules::seat::{Names, Seat};
use crate::service::ServiceError;
use crate::service::views::{
    ActionCheckView, Choices, HeliosTable, Hindrance, Holding, MatchState, MatchView, MyPlace,
    TableView, TurnView,
};
use crate::time::Instant;
use crate::web::error::Error;
use crate::web::human;
use crate::web::state::AppState;

use super::frame::Frame;
use super::match_page::visibility;
use super::paging::{PageLink, Paging, TURNS_A_PAGE};
use super::replay::Replay;
use super::show;
use super::terms;
use super::thread::{Post, StepRow, Thread};

use board::Board;
use forms::ActionForm;
use record::RecordLine;

/// How many of the newest turns the record on the page has at most.
const TURNS_RECORDED: u32 = 500;

/// The addresses to which the forms of a match of Helios are posted.
pub(in crate::web::pages) fn router() -> Router<AppState> {
    forms::router()
}

/// What came of a form: everything as typed, and why it was refused.
#[derive(Clone, Debug, Default)]
pub(in crate::web::pages) struct Sent {
    /// None shows the draft.
    form: Option<ActionForm>,
    refused: Option<Hindrance>,
}

/// The page of a match as an answer, from a page of the thread.
pub(in crate::web::pages) async fn answer(
    state: &AppState,
    frame: Frame,
    view: MatchView,
    (before, status): (Option<u32>, StatusCode),
    sent: Sent,
) -> Result<Response, Error> {
    let TableView::Helios(table) = &view.table else {
        return Err(Error::NotFound);
    };
    let thread = async |before, limit| {
        let found = state.matches.thread(&frame.viewer, view.id, before, limit);
        found.await.map(|page| page.items)
    };
    let played = thread(None, TURNS_RECORDED).await?;
    let turns = match before {
        Some(_) => thread(before, TURNS_A_PAGE).await?,
        None => newest(&played).to_vec(),
    };
    let form = sent.form.unwrap_or_else(|| ActionForm::of_draft(&view));
    let tried = try_out(state, &view, &frame, &form).await?;
    let given = Given {
        public_url: state.site.public_url.as_str(),
        turns: &turns,
        before,
        form,
        refused: sent.refused,
        tried,
        record: record::lines(&played),
        frame: frame.in_section("matches"),
    };
    let page = HeliosPage::new(&view, table, given);
    Ok((status, show(&page)).into_response())
}

/// The turns of the newest page of the thread.
fn newest(played: &[TurnView]) -> &[TurnView] {
    let page = usize::try_from(TURNS_A_PAGE).unwrap_or(usize::MAX);
    played.get(..page).unwrap_or(played)
}

/// What the rules say to the action that was typed, and what is legal now.
async fn try_out(
    state: &AppState,
    view: &MatchView,
    frame: &Frame,
    form: &ActionForm,
) -> Result<Tried, ServiceError> {
    let ask = |action| state.matches.check_action(&frame.viewer, view.id, action);
    let legal = ask(None).await?.next;
    let check = match form.action() {
        Some(action) => Some(ask(Some(action)).await?),
        None => None,
    };
    Ok(Tried { legal, check })
}

/// What is legal now, and what the rules say to an action that was typed.
#[derive(Clone, PartialEq, Debug)]
struct Tried {
    legal: Vec<String>,
    check: Option<ActionCheckView>,
}

/// The parts of the page that do not come from the match itself.
struct Given<'a> {
    frame: Frame,
    public_url: &'a str,
    turns: &'a [TurnView],
    before: Option<u32>,
    form: ActionForm,
    refused: Option<Hindrance>,
    tried: Tried,
    record: Vec<RecordLine>,
}

/// The page of a match of Helios.
#[derive(Template, Clone, Debug)]
#[template(path = "helios.html")]
struct HeliosPage {
    frame: Frame,
    id: String,
    title: String,
    seq: u64,
    /// The next instant at which the page changes by itself.
    next_change: Instant,
    state: &'static str,
    visibility: Option<&'static str>,
    facts: String,
    board: Board,
    heading: String,
    lead: String,
    deadline: Option<Instant>,
    form: ActionForm,
    /// The action that was typed, in words; or why it is refused.
    tried: Option<Result<StepRow, Hindrance>>,
    refused: Option<Hindrance>,
    may: May,
    /// The squares of sun carriers that can sacrifice now: the priest waves for them.
    sacrifices: Vec<String>,
    free_side: Option<Side>,
    opponent: String,
    /// None before the first turn.
    replay: Option<Replay>,
    score: Vec<ScoreRow>,
    record: Vec<RecordLine>,
    posts: Vec<Post>,
    pages: Vec<PageLink>,
    range: String,
}

/// Which of a viewer's commands would be accepted now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is the referee's answer to another question"
)]
struct May {
    play: bool,
    take_seat: bool,
    answer_draw: bool,
    flag: bool,
    resign: bool,
}

impl May {
    fn of(mine: &MyPlace) -> Self {
        let Choices::Helios(choices) = &mine.choices else {
            return Self::default();
        };
        Self {
            play: mine.may_play.is_ok(),
            take_seat: choices.take_seat.is_ok(),
            answer_draw: choices.answer_draw.is_ok(),
            flag: choices.flag.is_ok(),
            resign: choices.resign.is_ok(),
        }
    }
}

/// A side in the table of the score.
#[derive(Clone, PartialEq, Debug)]
struct ScoreRow {
    side: Side,
    name: String,
    points: u16,
    suns: u32,
    layers: u32,
    time: String,
}

impl HeliosPage {
    fn new(view: &MatchView, table: &HeliosTable, given: Given<'_>) -> Self {
        let names = view.names();
        let paging = Paging::new(view.id, view.turns);
        let thread = Thread::of(view, &names, given.public_url);
        let posts: Vec<Post> = (given.turns.iter()).map(|turn| thread.post(turn)).collect();
        let mine = view.mine.as_ref();
        let (heading, lead) = heading(view, table, &names);
        let form = ActionForm {
            seq: view.seq.to_string(),
            ..given.form
        };
        let colours = view.seats.iter().map(|seat| seat.colour);
        let Tried { legal, check } = given.tried;
        Self {
            id: view.id.to_string(),
            title: view.title.clone(),
            seq: view.seq,
            next_change: next_change(view, table),
            state: terms::state(view.state),
            visibility: visibility(view.visibility),
            facts: facts(view, table),
            deadline: table.deadline.filter(|_| view.state == MatchState::Running),
            heading,
            lead,
            tried: check.map(|check| in_words(check, &names)),
            refused: given.refused,
            may: mine.map(May::of).unwrap_or_default(),
            sacrifices: sacrifices(&legal),
            free_side: table.free_side.filter(|_| view.joinable),
            opponent: opponent(view, &names),
            score: score(view, table),
            record: given.record,
            range: paging.range(&posts),
            pages: paging.links(given.before),
            replay: Replay::of_played(view),
            board: Board::new(view, table, legal),
            posts,
            form,
            frame: given.frame.with_colours(colours),
        }
    }
}

/// The end of the time to move or of the day, whichever is first.
fn next_change(view: &MatchView, table: &HeliosTable) -> Instant {
    let day = view.now.day().next().start();
    let deadline = table.deadline.filter(|at| view.now < *at);
    deadline.map_or(day, |at| at.min(day))
}

fn in_words(check: ActionCheckView, names: &Names) -> Result<StepRow, Hindrance> {
    match (check.action, check.refused) {
        (_, Some(refused)) => Err(refused),
        (Some(action), None) => Ok(StepRow::of_action(&action, names)),
        (None, None) => Ok(StepRow::default()),
    }
}

/// The squares of sun carriers that can sacrifice now.
fn sacrifices(legal: &[String]) -> Vec<String> {
    let squares = legal.iter().filter_map(|action| action.strip_suffix('*'));
    squares.map(str::to_owned).collect()
}

fn opponent(view: &MatchView, names: &Names) -> String {
    let mine = view.mine.as_ref().and_then(|mine| mine.seat);
    let other = mine.and_then(|seat| Side::try_from(seat).ok());
    other.map_or_else(
        || "your opponent".to_owned(),
        |side| names.of(side.opponent().seat()).to_owned(),
    )
}

fn facts(view: &MatchView, table: &HeliosTable) -> String {
    let options = table.position.options();
    let (quiet, limit) = (table.position.quiet(), options.quiet_limit());
    let turns = match view.turns {
        0 => "no turn yet".to_owned(),
        turns => format!("turn {turns}"),
    };
    format!(
        "{} · {turns} · {quiet} of {limit} quiet turns · hosted by {}",
        terms::helios(table),
        view.host.name
    )
}

/// Whose turn it is, for the viewer; or how it ended.
fn heading(view: &MatchView, table: &HeliosTable, names: &Names) -> (String, String) {
    let to_move = table.position.to_move();
    let mover = names.of(to_move.seat());
    let mine = view.mine.as_ref().and_then(|mine| mine.seat);
    match (view.state, mine) {
        (MatchState::Over, _) => (ended(view, names), why(table)),
        (MatchState::Paused, _) => (
            "The match is paused".to_owned(),
            terms::paused(view.paused_until),
        ),
        (MatchState::Open, Some(_)) => (
            "Waiting for an opponent".to_owned(),
            match &table.opponent {
                Some(opponent) => format!("{} is challenged.", opponent.name),
                None => "Whoever comes first takes the other side.".to_owned(),
            },
        ),
        (MatchState::Open, None) => {
            let free = table.free_side.map_or("other", Side::word);
            let heading = match &table.opponent {
                Some(opponent) => format!("{} is challenged", opponent.name),
                None => format!("The {free} side is free"),
            };
            (heading, String::new())
        }
        (MatchState::Running, Some(seat)) if seat == to_move.seat() => {
            ("Your action".to_owned(), String::new())
        }
        (MatchState::Running, _) => (format!("{mover} to move"), String::new()),
    }
}

fn ended(view: &MatchView, names: &Names) -> String {
    let started = view.seats.iter().all(|seat| seat.player.is_some());
    match view.winner {
        Some(seat) => format!("{} has won the match", names.of(seat)),
        None if started => "The match is a draw".to_owned(),
        None => "The challenge was withdrawn".to_owned(),
    }
}

fn why(table: &HeliosTable) -> String {
    let ending = table.position.ending();
    ending.map_or_else(String::new, |ending| {
        format!("{}.", human::capital(ending.by.reason()))
    })
}

fn score(view: &MatchView, table: &HeliosTable) -> Vec<ScoreRow> {
    let rows = Side::BOTH.into_iter().zip(&view.seats);
    rows.map(|(side, seat)| {
        let (points, suns, layers) = match seat.holding {
            Holding::Helios {
                points,
                suns,
                layers,
            } => (points, suns, layers),
            Holding::Abaddon { .. } => (0, 0, 0),
        };
        let vacant = || "free".to_owned();
        ScoreRow {
            side,
            name: (seat.player.as_ref()).map_or_else(vacant, |player| player.name.clone()),
            points,
            suns,
            layers,
            time: time(view, table, seat.seat),
        }
    })
    .collect()
}

/// How much time a side has left: “2 d 18 h”.
fn time(view: &MatchView, table: &HeliosTable, seat: Seat) -> String {
    let moves = table.position.to_move().seat() == seat;
    match (view.state, table.deadline) {
        (MatchState::Running, Some(deadline)) if moves && deadline < view.now => "over".to_owned(),
        (MatchState::Running, Some(deadline)) if moves => human::span(view.now, deadline),
        (MatchState::Running, None) if moves => "to move".to_owned(),
        (MatchState::Running, _) => "waits".to_owned(),
        (MatchState::Open | MatchState::Paused | MatchState::Over, _) => "–".to_owned(),
    }
}
