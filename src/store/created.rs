//! The stored form of a match's first event: everything that is settled for good.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::ids::AccountId;
use crate::referee::event::{Created, TextHash, Visibility};
use crate::referee::options::TurnClock;
use crate::rules::abaddon::level::Level;
use crate::rules::abaddon::ruleset::{Options, Ruleset};

use super::record::RecordFault;

/// The payload of `created`.
#[derive(Serialize, Deserialize)]
pub(in crate::store) struct CreatedPayload {
    game: Game,
    rules_version: u32,
    title: String,
    level: LevelPayload,
    options: Options,
    turn_clock: TurnClock,
    takeback: bool,
    host_moderates: bool,
    visibility: Visibility,
    players: Vec<AccountId>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Game {
    Abaddon,
}

/// A level that ships by its id; another one with its text.
#[derive(Serialize, Deserialize)]
struct LevelPayload {
    id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

pub(in crate::store) fn write(created: &Created) -> CreatedPayload {
    let Ruleset { level, options } = &created.ruleset;
    let ships = Level::shipped(&created.level).is_some_and(|shipped| shipped == *level);
    CreatedPayload {
        game: Game::Abaddon,
        rules_version: created.rules_version,
        title: created.title.0.clone(),
        level: LevelPayload {
            id: created.level.clone(),
            text: (!ships).then(|| level.to_text()),
        },
        options: *options,
        turn_clock: created.clock,
        takeback: created.takeback,
        host_moderates: created.host_moderates,
        visibility: created.visibility,
        players: created.players.clone(),
    }
}

pub(in crate::store) fn read(payload: CreatedPayload) -> Result<Created, RecordFault> {
    let Game::Abaddon = payload.game;
    let LevelPayload { id, text } = payload.level;
    let level = match text {
        None => Level::shipped(&id),
        Some(text) => Level::parse(&text).ok().map(Arc::new),
    };
    Ok(Created {
        rules_version: payload.rules_version,
        title: TextHash(payload.title),
        ruleset: Ruleset {
            level: level.ok_or_else(|| RecordFault::Level(id.clone()))?,
            options: payload.options,
        },
        level: id,
        clock: payload.turn_clock,
        takeback: payload.takeback,
        host_moderates: payload.host_moderates,
        visibility: payload.visibility,
        players: payload.players,
    })
}
