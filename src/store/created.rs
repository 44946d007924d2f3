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
use crate::rules::canonical;
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

/// A level that ships by its id and hash; another one with its text.
#[derive(Serialize, Deserialize)]
struct LevelPayload {
    id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// The SHA-256 of the text of a level that ships, so that nothing is ever replayed on another one.
    /// Payloads of version 1 do not have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sha256: Option<String>,
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
            sha256: ships.then(|| hash_of(level)),
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

fn read_level(LevelPayload { id, text, sha256 }: &LevelPayload) -> Result<Arc<Level>, RecordFault> {
    let level = match text {
        None => Level::shipped(id),
        Some(text) => Level::parse(text).ok().map(Arc::new),
    };
    let level = level.ok_or_else(|| RecordFault::Level(id.clone()))?;
    if sha256
        .as_ref()
        .is_some_and(|sha256| *sha256 != hash_of(&level))
    {
        return Err(RecordFault::OtherLevel(id.clone()));
    }
    Ok(level)
}

fn hash_of(level: &Level) -> String {
    canonical::sha256_hex(level.to_text().as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::abaddon::level::shipped_ids;

    /// Whoever wants another map ships it under another id: matches that were made on this one are
    /// replayed on it for ever, and records of version 1 have no hash that would notice.
    #[test]
    fn the_levels_that_ship_never_change() {
        let hashes: Vec<_> = shipped_ids()
            .map(|id| (id, hash_of(&Level::shipped(id).unwrap())))
            .collect();
        let expected = [(
            "halls-of-abaddon",
            "54a9ab027d507f9ba6f23df6ae14923c79cf22a88e34f2f5eb228b9126fd96be".to_owned(),
        )];
        assert_eq!(hashes, expected);
    }

    #[test]
    fn a_level_that_ships_is_read_back_by_its_hash_or_not_at_all() {
        let payload = |sha256: Option<&str>| LevelPayload {
            id: "halls-of-abaddon".to_owned(),
            text: None,
            sha256: sha256.map(str::to_owned),
        };
        let halls = Level::shipped("halls-of-abaddon").unwrap();
        assert_eq!(read_level(&payload(None)), Ok(Arc::clone(&halls)));
        let hash = hash_of(&halls);
        assert_eq!(read_level(&payload(Some(&hash))), Ok(halls));
        let other = Err(RecordFault::OtherLevel("halls-of-abaddon".to_owned()));
        assert_eq!(read_level(&payload(Some("00"))), other);
    }
}
