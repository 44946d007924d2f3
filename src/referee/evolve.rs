//! From a match and what happened to the match after it.

use crate::ids::{AccountId, MatchId};
use crate::rules::abaddon::apply::TurnInPlay;
use crate::rules::abaddon::position::Position;
use crate::rules::abaddon::ruleset::Ruleset;
use crate::rules::abaddon::step::Step;
use crate::rules::colour::Colour;
use crate::rules::seat::Seat;
use crate::time::Instant;

use super::event::{Actor, Body, Created, Event, Moved};
use super::state::{Announcement, AnnouncementMark, GivenUp, Match, Phase, SeatState, TurnMark};

/// The match that its first event makes.
pub fn begin(id: MatchId, host: AccountId, at: Instant, created: &Created) -> Match {
    Match {
        id,
        host,
        created_at: at,
        rules_version: created.rules_version,
        level: created.level.clone(),
        ruleset: created.ruleset.clone(),
        clock: created.clock,
        takeback: created.takeback,
        host_moderates: created.host_moderates,
        visibility: created.visibility,
        players: created.players.clone(),
        seats: Vec::new(),
        position: Position::empty(),
        phase: Phase::Running,
        seq: 1,
        last_at: at,
        position_seq: 1,
        announcement: None,
        turns: Vec::new(),
        announced: Vec::new(),
        lapses: std::collections::BTreeMap::new(),
    }
}

/// The match after an event; total, whatever the event says.
///
/// Steps that the rules do not allow leave the position as it was: `daykeeper verify` finds such a
/// record by the position's hash in it.
#[must_use]
pub fn evolve(mut game: Match, event: &Event) -> Match {
    game.seq = event.seq;
    game.last_at = event.at;
    match &event.body {
        Body::Created(_) => {}
        Body::Seated { colour } => seat_newcomer(&mut game, event, *colour),
        Body::Announced { colour, held_until } => {
            if let Actor::Account(holder) = event.actor {
                let (seat, at) = (event.seat, event.at);
                game.lapses.remove(&holder);
                remember_announcement(
                    &mut game,
                    AnnouncementMark {
                        account: holder,
                        seat,
                        at,
                        given_up: None,
                    },
                );
                game.announcement = Some(Announcement {
                    holder,
                    seat,
                    colour: *colour,
                    at,
                    held_until: *held_until,
                });
            }
        }
        Body::Withdrawn => give_up(&mut game, event),
        Body::Lapsed => {
            if let Some(held) = &game.announcement {
                game.lapses.insert(held.holder, event.seq);
            }
            give_up(&mut game, event);
        }
        Body::Moved(moved) => play(&mut game, event, moved),
        Body::Ended { winner } => {
            game.announcement = None;
            game.phase = Phase::Over { winner: *winner };
        }
    }
    game
}

fn seat_newcomer(game: &mut Match, event: &Event, colour: Colour) {
    let Actor::Account(holder) = event.actor else {
        return;
    };
    game.seats.push(SeatState {
        holder: Some(holder),
        colour,
    });
    for mark in &mut game.announced {
        if mark.account == holder && mark.seat.is_none() {
            mark.seat = event.seat;
        }
    }
}

/// Only the newest announcement of a seat or newcomer ever matters again.
fn remember_announcement(game: &mut Match, mark: AnnouncementMark) {
    let same_party = |old: &AnnouncementMark| match mark.seat {
        Some(seat) => old.seat == Some(seat),
        None => old.seat.is_none() && old.account == mark.account,
    };
    game.announced.retain(|old| !same_party(old));
    game.announced.push(mark);
}

fn give_up(game: &mut Match, event: &Event) {
    let Some(held) = game.announcement.take() else {
        return;
    };
    let same_party = |mark: &&mut AnnouncementMark| match held.seat {
        Some(seat) => mark.seat == Some(seat),
        None => mark.seat.is_none() && mark.account == held.holder,
    };
    if let Some(mark) = game.announced.iter_mut().find(same_party) {
        mark.given_up = Some(GivenUp {
            at: event.at,
            seq: event.seq,
        });
    }
}

fn play(game: &mut Match, event: &Event, moved: &Moved) {
    let Some(seat) = event.seat else { return };
    if let Actor::Account(player) = event.actor {
        game.lapses.remove(&player);
    }
    if let Some(position) = position_after(&game.ruleset, &game.position, seat, &moved.steps) {
        game.position = position;
    }
    game.position_seq = event.seq;
    game.announcement = None;
    let Moved { turn, day, .. } = *moved;
    game.turns.push(TurnMark {
        turn,
        seq: event.seq,
        at: event.at,
        day,
        seat,
    });
}

/// The position after steps that were legal when they were recorded; `None` where they are not.
fn position_after(
    rules: &Ruleset,
    position: &Position,
    seat: Seat,
    steps: &[Step],
) -> Option<Position> {
    let mut turn = TurnInPlay::begin(rules, position.clone(), seat);
    for step in steps {
        turn.play(step).ok()?;
    }
    Some(turn.position().clone())
}
