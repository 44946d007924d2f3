//! The lobby: what waits for the viewer, then open, running and finished matches.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::response::Response;
use axum::routing::get;
use serde::Deserialize;

use crate::rules::colour::Colour;
use crate::service::views::{
    CardTable, HeliosTable, Lobby, MatchCard, MatchState, MyPlace, Page, SeatView,
};
use crate::service::{ListAsked, Scope};
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
    /// Anything: only the viewer's own matches.
    mine: Option<String>,
    after: Option<String>,
}

async fn lobby(
    State(state): State<AppState>,
    frame: Frame,
    Query(wanted): Query<Wanted>,
) -> Result<Response, Error> {
    let frame = frame.in_section("matches");
    let mine = wanted.mine.filter(|_| frame.viewer.is_some());
    let only = match (mine, wanted.state) {
        (Some(_), _) => Only::Mine,
        (None, Some(state)) => Only::State(state),
        (None, None) => {
            let lobby = state.matches.lobby(&frame.viewer).await?;
            return Ok(show(&LobbyPage::new(frame, &lobby)));
        }
    };
    let asked = ListAsked {
        after: wanted.after,
        ..only.asked()
    };
    let page = state.matches.list(&frame.viewer, &asked).await?;
    Ok(show(&LobbyPage::one_list(frame, only, &page)))
}

/// A list that is shown alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Only {
    /// Matches that stand so.
    State(MatchState),
    /// The viewer's own.
    Mine,
}

impl Only {
    fn asked(self) -> ListAsked {
        match self {
            Self::State(state) => ListAsked {
                state: Some(state),
                ..ListAsked::default()
            },
            Self::Mine => ListAsked {
                scope: Scope::Mine,
                ..ListAsked::default()
            },
        }
    }
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
        let now = frame.now;
        Self {
            today: now.day().in_words(),
            turns_in: human::span(now, now.day().next().start()),
            day: Some(Day::of_seats(now, seats_once(all()))),
            filters: filters(&frame, None),
            waiting: waiting.iter().map(|card| Card::new(card, now)).collect(),
            lists: lists(lobby, now),
            frame: frame.with_colours(all().flat_map(colours)),
        }
    }

    /// One list alone.
    pub fn one_list(frame: Frame, only: Only, page: &Page<MatchCard>) -> Self {
        let now = frame.now;
        Self {
            today: now.day().in_words(),
            turns_in: human::span(now, now.day().next().start()),
            day: None,
            filters: filters(&frame, Some(only)),
            waiting: Vec::new(),
            lists: vec![List::alone(only, page, now)],
            frame: frame.with_colours(page.items.iter().flat_map(colours)),
        }
    }
}

impl List {
    /// A list of the lobby, from the first page of its matches.
    fn new(only: Only, cards: Vec<&MatchCard>, now: Instant) -> Self {
        let (title, id, empty) = match only {
            Only::State(MatchState::Open) => (
                "Waiting for a first turn",
                "open",
                "No match waits for its first turn. Start one.",
            ),
            Only::State(MatchState::Running) => ("Running", "running", "No match is running."),
            Only::State(MatchState::Paused) => ("Paused", "paused", "No match is paused."),
            Only::State(MatchState::Over) => ("Finished", "over", "No match has ended yet."),
            Only::Mine => ("Mine", "mine", "You play in no match and host none."),
        };
        Self {
            title,
            id,
            empty,
            cards: (cards.into_iter())
                .map(|card| Card::new(card, now))
                .collect(),
            more: None,
        }
    }

    /// A page of a list that is shown alone.
    fn alone(only: Only, page: &Page<MatchCard>, now: Instant) -> Self {
        Self::new(only, page.items.iter().collect(), now).with_more(only, page)
    }

    fn with_more(self, only: Only, page: &Page<MatchCard>) -> Self {
        let filter = match only {
            Only::State(_) => format!("state={}", self.id),
            Only::Mine => "mine=1".to_owned(),
        };
        let next = page.next.as_ref();
        let more = next.map(|next| format!("/?{filter}&after={next}"));
        Self { more, ..self }
    }

    /// How much room it takes side by side with others: cards in a row, at most four.
    pub fn span(&self) -> usize {
        self.cards.len().clamp(1, 4)
    }
}

/// The lists of the lobby: first the matches with a free seat, running or not; each match once.
fn lists(lobby: &Lobby, now: Instant) -> Vec<List> {
    let pages = [
        (MatchState::Running, &lobby.running),
        (MatchState::Open, &lobby.open),
        (MatchState::Over, &lobby.over),
    ];
    let all = pages.iter().flat_map(|(_, page)| &page.items);
    let free = List {
        title: "Free seats",
        id: "free",
        empty: "No match has a free seat. Start one.",
        cards: (all.filter(|card| is_free(card)))
            .map(|card| Card::new(card, now))
            .collect(),
        more: None,
    };
    let others = pages.into_iter().map(|(state, page)| {
        let cards = page.items.iter().filter(|card| !is_free(card)).collect();
        let only = Only::State(state);
        List::new(only, cards, now).with_more(only, page)
    });
    let worth_showing = |list: &List| !list.cards.is_empty() || list.more.is_some();
    std::iter::once(free)
        .chain(others.filter(worth_showing))
        .collect()
}

/// Whether the viewer, who has no seat in it, could take one.
fn is_free(card: &MatchCard) -> bool {
    card.joinable && card.mine.is_none() && 0 < card.free_seats
}

/// The ways to see a list alone; who is signed in has one of their own.
fn filters(frame: &Frame, current: Option<Only>) -> Vec<Filter> {
    let filter = |label, only: Option<Only>, href| Filter {
        label,
        href,
        current: only == current,
    };
    let state = |label, state, href| filter(label, Some(Only::State(state)), href);
    let mut filters = vec![
        filter("All", None, "/"),
        state("Running", MatchState::Running, "/?state=running"),
        state("Open", MatchState::Open, "/?state=open"),
        state("Finished", MatchState::Over, "/?state=over"),
    ];
    if frame.viewer.is_some() {
        filters.insert(1, filter("Mine", Some(Only::Mine), "/?mine=1"));
    }
    filters
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
    match card.state {
        MatchState::Over => ("Over".to_owned(), false),
        MatchState::Paused => ("Paused".to_owned(), false),
        _ if mine.is_some_and(MyPlace::holds_board) => ("You hold the board".to_owned(), true),
        _ if mine.is_some_and(|mine| mine.may_play.is_ok()) => ("Your turn".to_owned(), true),
        _ if card.table.announcement().is_some() => ("Reserved".to_owned(), false),
        _ if is_free(card) => {
            let seats = human::count(card.free_seats, "seat");
            (format!("{seats} free: join"), true)
        }
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
