//! Whether a recorded event can have happened: a record may come from anywhere, and its hashes only
//! say that it hangs together.

use crate::rules::abaddon::apply::TurnInPlay;
use crate::rules::abaddon::position::Position;
use crate::rules::abaddon::setup::Setup;

use super::event::{Actor, Body, Created, CreatedGame, Event, Moved, Play};
use super::ruling::Ruling;
use super::state::{Board, Game, Match, Phase};
use super::{abaddon, helios};

/// Why a match cannot have been made so: its rules are those of a newer Daykeeper.
pub fn disbelieve_created(created: &Created) -> Option<&'static str> {
    let known = match created.game {
        CreatedGame::Abaddon(_) => abaddon::RULES_VERSION,
        CreatedGame::Helios(_) => helios::RULES_VERSION,
    };
    (known < created.rules_version)
        .then_some("the match is played under rules that this version does not know")
}

const MISNUMBERED: &str = "its turn has another number";

/// Why an event cannot have followed a match as it stood: nobody's turn, an illegal step, a position
/// that cannot be. Whether it was its player's day is left to whoever decided it.
pub fn disbelieve(game: &Match, event: &Event) -> Option<&'static str> {
    if event.at < game.last_at {
        return Some("it happened before the event before it");
    }
    match &event.body {
        Body::Created(_) => Some("the match is made a second time"),
        Body::Moved(moved) => disbelieve_turn(game, event, moved),
        Body::Ruled(ruled) => {
            if let Ruling::PositionSet(set) = &ruled.ruling {
                (set.turn != game.last_turn() + 1)
                    .then_some(MISNUMBERED)
                    .or_else(|| disbelieve_board(game, &set.position))
            } else {
                None
            }
        }
        Body::Seated { .. }
        | Body::Announced { .. }
        | Body::Withdrawn
        | Body::Lapsed
        | Body::Passed
        | Body::Resigned
        | Body::DrawOffered
        | Body::DrawDeclined
        | Body::DrawAgreed
        | Body::Flagged
        | Body::TakenBack(_)
        | Body::Left
        | Body::PauseEnded
        | Body::Ended { .. } => None,
    }
}

fn disbelieve_turn(game: &Match, event: &Event, moved: &Moved) -> Option<&'static str> {
    let holder = match event.actor {
        Actor::Account(player) => game.seat_of(player),
        Actor::Server => None,
    };
    if holder.is_none() || holder != event.seat {
        Some("whoever played it does not sit there")
    } else if moved.turn != game.last_turn() + 1 {
        Some(MISNUMBERED)
    } else if game.phase != Phase::Running {
        Some("nothing could be played then")
    } else if !is_legal(game, event, &moved.play) {
        Some("what was played is not legal there")
    } else {
        None
    }
}

fn is_legal(game: &Match, event: &Event, play: &Play) -> bool {
    match (&game.game, play, event.seat) {
        (Game::Abaddon(table), Play::Steps(steps), Some(seat)) => {
            let mut turn = TurnInPlay::begin(&table.ruleset, table.position.clone(), seat);
            !steps.is_empty() && steps.iter().all(|step| turn.play(step).is_ok())
        }
        (Game::Helios(table), Play::Action(action), Some(seat)) => {
            table.position.to_move().seat() == seat && table.position.play(*action).is_ok()
        }
        (Game::Abaddon(_) | Game::Helios(_), Play::Steps(_) | Play::Action(_), _) => false,
    }
}

fn disbelieve_board(game: &Match, board: &Board) -> Option<&'static str> {
    let fits = match (&game.game, board) {
        (Game::Abaddon(table), Board::Abaddon(position)) => {
            Position::new(Setup::from(position.clone()), &table.ruleset.level).is_ok()
        }
        (Game::Helios(table), Board::Helios(position)) => {
            table.position.options() == position.options()
        }
        (Game::Abaddon(_), Board::Helios(_)) | (Game::Helios(_), Board::Abaddon(_)) => false,
    };
    (!fits).then_some("its position cannot stand on this board")
}
