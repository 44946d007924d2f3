//! The lobby: what waits for the viewer, then open, running and finished matches.

use askama::Template;

use crate::rules::colour::Colour;
use crate::service::views::{Lobby, MatchCard, MatchState, Page, SeatView};
use crate::time::Instant;
use crate::web::human;

use super::day::Day;
use super::frame::{Frame, Swatch};
use super::terms;

/// The lobby.
#[derive(Template, Clone, Debug)]
#[template(path = "lobby.html")]
pub struct LobbyPage {
    frame: Frame,
    today: String,
    turns_in: String,
    day: Day,
    waiting: Vec<Card>,
    lists: Vec<List>,
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
    /// The lobby with these lists.
    pub fn new(frame: Frame, listed: &Lobby) -> Self {
        let all = || {
            let pages = [&listed.running, &listed.open, &listed.over];
            listed
                .waiting
                .iter()
                .chain(pages.into_iter().flat_map(|page| &page.items))
        };
        let now = frame.now;
        let list = |title, id, empty, page: &Page<MatchCard>| List {
            title,
            id,
            empty,
            cards: page.items.iter().map(|card| Card::new(card, now)).collect(),
            more: page
                .next
                .as_ref()
                .map(|next| format!("/?state={id}&after={next}")),
        };
        Self {
            today: human::capital(&now.day().in_words()),
            turns_in: human::span(now, now.day().next().start()),
            day: Day::of_seats(now, seats_once(all())),
            waiting: listed
                .waiting
                .iter()
                .map(|card| Card::new(card, now))
                .collect(),
            lists: vec![
                list(
                    "Running",
                    "running",
                    "No match is running.",
                    &listed.running,
                ),
                list(
                    "Open seats",
                    "open",
                    "No match looks for players. Start one.",
                    &listed.open,
                ),
                list("Finished", "over", "No match has ended yet.", &listed.over),
            ],
            frame: frame.with_colours(all().flat_map(|card| colours(&card.seats))),
        }
    }
}

/// The seats of each match once, though a match may be in two lists.
fn seats_once<'a>(
    cards: impl Iterator<Item = &'a MatchCard>,
) -> impl Iterator<Item = &'a SeatView> {
    let by_id: std::collections::BTreeMap<_, _> =
        cards.map(|card| (card.id, &card.seats)).collect();
    by_id.into_values().flatten()
}

fn colours(seats: &[SeatView]) -> impl Iterator<Item = Colour> + '_ {
    seats.iter().map(|seat| seat.colour)
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
            kind: format!("{}, {}", card.level_name, terms::preset(&card.clock)),
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

fn tag(card: &MatchCard) -> (String, bool) {
    let mine = card.mine.as_ref();
    let seats = usize::from(card.free_seats) + card.seats.len();
    match card.state {
        MatchState::Over => ("Over".to_owned(), false),
        MatchState::Paused => ("Paused".to_owned(), false),
        _ if mine.is_some_and(|mine| mine.holds_board) => ("You hold the board".to_owned(), true),
        _ if mine.is_some_and(|mine| mine.may_play.is_ok()) => ("Your turn".to_owned(), true),
        _ if card.announcement.is_some() => ("Reserved".to_owned(), false),
        _ if mine.is_none() && card.joinable => {
            (format!("{} of {seats} seats", card.seats.len()), false)
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
    match (card.state, &card.announcement) {
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
        (MatchState::Open | MatchState::Running, None) => free_board(card),
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
