//! From a match and what happened to the match after it.

use crate::ids::{AccountId, MatchId};
use crate::time::Instant;

use super::event::{Body, Created, CreatedGame, Event};
use super::state::{Game, Match, Phase};
use super::{abaddon, helios, moderate};

/// The match that its first event makes.
pub fn begin(id: MatchId, host: AccountId, at: Instant, created: &Created) -> Match {
    let (seats, game) = match &created.game {
        CreatedGame::Abaddon(chosen) => (
            Vec::new(),
            Game::Abaddon(Box::new(abaddon::Table::new(chosen))),
        ),
        CreatedGame::Helios(chosen) => (
            helios::Table::seats(),
            Game::Helios(Box::new(helios::Table::new(chosen))),
        ),
    };
    Match {
        id,
        host,
        created_at: at,
        rules_version: created.rules_version,
        host_moderates: created.host_moderates,
        visibility: created.visibility,
        players: created.players.clone(),
        seats,
        phase: Phase::Running,
        seq: 1,
        last_at: at,
        position_seq: 1,
        ruling_seq: 0,
        hidden: false,
        hidden_sprites: Vec::new(),
        turns: Vec::new(),
        game,
    }
}

/// The match after an event; total, whatever the event says.
#[must_use]
pub fn evolve(mut game: Match, event: &Event) -> Match {
    game.seq = event.seq;
    // An event of a forged or damaged record may say otherwise; `daykeeper verify` names it.
    game.last_at = game.no_earlier(event.at);
    if let Body::Moved(moved) = &event.body {
        game.position_seq = event.seq;
        game.add_turn(event, moved.turn, Some(moved.day));
    }
    if let Body::Ended { winner } = event.body {
        game.phase = Phase::Over { winner };
    }
    moderate::evolve::evolve(&mut game, event);
    match &mut game.game {
        Game::Abaddon(table) => abaddon::evolve::evolve(&mut game.seats, table, event),
        Game::Helios(table) => helios::evolve::evolve(&mut game.seats, table, event),
    }
    game
}
