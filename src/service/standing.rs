//! How a match stands, in what every list and page shows of it.

use crate::referee::state::{Game, Match, Phase};
use crate::rules::helios::side::Side;
use crate::rules::seat::Seat;
use crate::store::project::State;
use crate::time::Instant;

use super::views::{Holding, MatchState, Viewer};

/// Where a match stands.
pub(in crate::service) fn state_of(game: &Match) -> MatchState {
    match State::of(game) {
        State::Open => MatchState::Open,
        State::Running => MatchState::Running,
        State::Paused => MatchState::Paused,
        State::Over => MatchState::Over,
    }
}

/// Until when it is paused, where it is and a pause has an end.
pub(in crate::service) fn paused_until(game: &Match) -> Option<Instant> {
    match game.phase {
        Phase::Paused { until, .. } => until,
        Phase::Running | Phase::Over { .. } => None,
    }
}

/// Who has won, once it is over.
pub(in crate::service) fn winner_of(game: &Match) -> Option<Seat> {
    match game.phase {
        Phase::Over { winner } => winner,
        Phase::Running | Phase::Paused { .. } => None,
    }
}

/// Seats that somebody new could still take: in Abaddon each needs an unclaimed Airlock too (T8); in
/// Helios the free side of a challenge is only for whom it names.
pub(in crate::service) fn free_seats(game: &Match, viewer: &Viewer) -> u8 {
    if !game.is_joinable() {
        return 0;
    }
    match &game.game {
        Game::Abaddon(table) => {
            let taken = u8::try_from(game.seats.len()).unwrap_or(u8::MAX);
            let free = table.ruleset.options.seats.saturating_sub(taken);
            let unclaimed = (table.ruleset.level.airlocks())
                .filter(|airlock| table.position.door_owner(*airlock).is_none())
                .count();
            free.min(u8::try_from(unclaimed).unwrap_or(u8::MAX))
        }
        Game::Helios(table) => {
            let is_for = |challenged| {
                viewer
                    .as_ref()
                    .is_some_and(|person| person.id == challenged)
            };
            table.opponent.is_none_or(is_for).into()
        }
    }
}

/// Pixels of a match's picture at scale 1: 16 a square, the border's two, and Helios' priests
/// (picture.md).
pub(in crate::service) fn picture_size(game: &Match) -> (u32, u32) {
    let pixels = |squares: u8| 16 * u32::from(squares) + 2;
    match &game.game {
        Game::Abaddon(table) => {
            let level = &table.ruleset.level;
            (pixels(level.width()), pixels(level.height()))
        }
        Game::Helios(table) => {
            let options = table.position.options();
            (pixels(options.width()), pixels(options.height()) + 32)
        }
    }
}

/// What a seat owns.
pub(in crate::service) fn holding(game: &Match, seat: Seat) -> Holding {
    match &game.game {
        Game::Abaddon(table) => {
            let position = &table.position;
            Holding::Abaddon {
                doors: position.doors_of(seat),
                units: position.units_of(seat),
                walls: position.walls_of(seat),
            }
        }
        Game::Helios(table) => {
            let position = table.position;
            let side = Side::try_from(seat).unwrap_or(Side::Bottom);
            Holding::Helios {
                points: position.score()[side],
                suns: position.suns_of(side),
                layers: position.layers_of(side),
            }
        }
    }
}
