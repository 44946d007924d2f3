//! A match in a list.

use crate::service::views::{CardTable, HeliosTable, MatchCard, MatchState, MyPlace};
use crate::time::Instant;
use crate::web::human;

use super::super::frame::Swatch;
use super::super::terms;

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
        // Free for the viewer, so it is the viewer who is challenged.
        _ if is_free(card) && is_challenge(card) => ("You are challenged".to_owned(), true),
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
        (MatchState::Paused, _) => terms::paused(card.paused_until),
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
    let seated = || card.seats.iter().filter(|seat| seat.player.is_some());
    let open = seated()
        .filter(|seat| seat.next_turn_opens.is_none())
        .count();
    match seated().count() {
        0 if !card.seats.is_empty() => "Board free, and every seat vacant.".to_owned(),
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

fn is_challenge(card: &MatchCard) -> bool {
    matches!(&card.table, CardTable::Helios(table) if table.opponent.is_some())
}

/// Whether the viewer, who has no seat in it, could take one.
pub(super) fn is_free(card: &MatchCard) -> bool {
    card.joinable && card.mine.is_none() && 0 < card.free_seats
}
