//! The stored form of a match's first event: everything that is settled for good.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::ids::AccountId;
use crate::referee::event::{
    AbaddonChosen, Created, CreatedGame, HeliosChosen, TextHash, Visibility,
};
use crate::referee::options::TurnClock;
use crate::rules::abaddon::level::Level;
use crate::rules::abaddon::ruleset::{Options, Ruleset};
use crate::rules::helios;
use crate::rules::helios::side::Side;

use super::record::RecordFault;

/// The payload of `created`.
#[derive(Serialize, Deserialize)]
pub(in crate::store) struct CreatedPayload {
    rules_version: u32,
    title: String,
    host_moderates: bool,
    visibility: Visibility,
    players: Vec<AccountId>,
    #[serde(flatten)]
    game: GamePayload,
}

/// What each game has of its own, told apart by the member `game`.
#[derive(Serialize, Deserialize)]
#[serde(tag = "game", rename_all = "lowercase")]
enum GamePayload {
    Abaddon {
        level: LevelPayload,
        options: Options,
        turn_clock: TurnClock,
        takeback: bool,
    },
    Helios {
        options: helios::ruleset::Options,
        days_per_turn: Option<u8>,
        host_side: Side,
        opponent: Option<AccountId>,
    },
}

/// A level that ships by its id; another one with its text.
#[derive(Serialize, Deserialize)]
struct LevelPayload {
    id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

pub(in crate::store) fn write(created: &Created) -> CreatedPayload {
    CreatedPayload {
        rules_version: created.rules_version,
        title: created.title.0.clone(),
        host_moderates: created.host_moderates,
        visibility: created.visibility,
        players: created.players.clone(),
        game: match &created.game {
            CreatedGame::Abaddon(chosen) => write_abaddon(chosen),
            CreatedGame::Helios(chosen) => GamePayload::Helios {
                options: chosen.options,
                days_per_turn: chosen.days_per_turn,
                host_side: chosen.host_side,
                opponent: chosen.opponent,
            },
        },
    }
}

fn write_abaddon(chosen: &AbaddonChosen) -> GamePayload {
    let Ruleset { level, options } = &chosen.ruleset;
    let ships = Level::shipped(&chosen.level).is_some_and(|shipped| shipped == *level);
    GamePayload::Abaddon {
        level: LevelPayload {
            id: chosen.level.clone(),
            text: (!ships).then(|| level.to_text()),
        },
        options: *options,
        turn_clock: chosen.clock,
        takeback: chosen.takeback,
    }
}

pub(in crate::store) fn read(payload: CreatedPayload) -> Result<Created, RecordFault> {
    let game = match payload.game {
        GamePayload::Abaddon {
            level,
            options,
            turn_clock,
            takeback,
        } => CreatedGame::Abaddon(AbaddonChosen {
            ruleset: Ruleset {
                level: read_level(&level)?,
                options,
            },
            level: level.id,
            clock: turn_clock,
            takeback,
        }),
        GamePayload::Helios {
            options,
            days_per_turn,
            host_side,
            opponent,
        } => CreatedGame::Helios(HeliosChosen {
            options,
            days_per_turn,
            host_side,
            opponent,
        }),
    };
    Ok(Created {
        rules_version: payload.rules_version,
        title: TextHash(payload.title),
        host_moderates: payload.host_moderates,
        visibility: payload.visibility,
        players: payload.players,
        game,
    })
}

fn read_level(LevelPayload { id, text }: &LevelPayload) -> Result<Arc<Level>, RecordFault> {
    let level = match text {
        None => Level::shipped(id),
        Some(text) => Level::parse(text).ok().map(Arc::new),
    };
    level.ok_or_else(|| RecordFault::Level(id.clone()))
}
