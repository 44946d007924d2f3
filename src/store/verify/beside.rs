//! What lies beside a match's events: its texts and the sprites of its pictures.

use std::collections::{BTreeMap, BTreeSet};

use sqlx::{Row, SqliteConnection};

use crate::ids::MatchId;
use crate::referee::event::{Actor, Body, Event, TextHash};
use crate::referee::state::{Match, PostState};
use crate::rules::canonical::sha256_hex;
use crate::store::append::SaltedText;
use crate::store::rulings::{texts_of, title_of};
use crate::store::{StoreError, rows};

/// The texts of a match, held against the events that name them.
pub(super) struct Texts {
    kept: BTreeMap<String, Kept>,
    /// The accounts that were deleted, whose texts went with them.
    deleted: BTreeSet<String>,
    /// Posts that are not there and must turn out to be hidden: the event, and the turn.
    to_be_hidden: Vec<(u64, u32)>,
    /// The newest title; `None` where its text went with an account.
    title: Option<String>,
}

struct Kept {
    salt: Vec<u8>,
    body: String,
    named: bool,
}

impl Texts {
    pub(super) async fn of(
        reading: &mut SqliteConnection,
        id: MatchId,
    ) -> Result<Self, StoreError> {
        let mut kept = BTreeMap::new();
        let found = sqlx::query("SELECT hash, salt, body FROM texts WHERE match_id = $1")
            .bind(id.to_string())
            .fetch_all(&mut *reading)
            .await?;
        for row in found {
            let text = Kept {
                salt: row.try_get("salt")?,
                body: row.try_get("body")?,
                named: false,
            };
            kept.insert(row.try_get("hash")?, text);
        }
        let deleted = sqlx::query_scalar(
            "SELECT id FROM accounts WHERE name IS NULL \
             AND id IN (SELECT actor FROM events WHERE match_id = $1)",
        )
        .bind(id.to_string())
        .fetch_all(&mut *reading)
        .await?;
        Ok(Self {
            kept,
            deleted: deleted.into_iter().collect(),
            to_be_hidden: Vec::new(),
            title: None,
        })
    }

    /// What is wrong with the texts of an event.
    pub(super) fn fault_of(&mut self, event: &Event) -> Option<&'static str> {
        let is_gone = match event.actor {
            Actor::Account(actor) => self.deleted.contains(actor.as_str()),
            Actor::Server => false,
        };
        if let Some(title) = title_of(&event.body) {
            self.title = self.kept.get(&title.0).map(|text| text.body.clone());
        }
        for TextHash(hash) in texts_of(&event.body) {
            match (self.kept.get_mut(hash), &event.body) {
                (Some(text), _) if SaltedText::hash_of(&text.salt, &text.body) == *hash => {
                    text.named = true;
                }
                (Some(_), _) => {
                    return Some("the text that belongs to it is not the one that was written");
                }
                (None, _) if is_gone => {}
                (None, Body::Moved(moved)) => self.to_be_hidden.push((event.seq, moved.turn)),
                (None, _) => return Some(MISSING),
            }
        }
        None
    }

    /// What is wrong after the newest event, and which event shows it.
    pub(super) fn fault_at_end(&self, game: &Match, title: &str) -> Option<(u64, &'static str)> {
        let is_shown = |turn| {
            let mark = game.turn_mark(turn);
            mark.is_none_or(|mark| mark.post == PostState::Shown)
        };
        let mut missing = self.to_be_hidden.iter();
        if let Some((seq, _)) = missing.find(|(_, turn)| is_shown(*turn)) {
            return Some((*seq, MISSING));
        }
        if self.title.as_ref().is_some_and(|newest| newest != title) {
            return Some((game.seq, "its title is not the one that was written"));
        }
        (!self.kept.values().all(|text| text.named))
            .then_some((game.seq, "a text is kept that the record does not name"))
    }
}

const MISSING: &str = "the text that belongs to it is missing";

/// Sprites that a turn's picture cannot have been drawn with: the turn's number, and why.
pub(super) async fn faulty_sprite(
    reading: &mut SqliteConnection,
    id: MatchId,
) -> Result<Option<(u32, &'static str)>, StoreError> {
    let found = sqlx::query(
        "SELECT worn.hash, sprites.lines, MIN(worn.turn) AS turn FROM turn_sprites AS worn \
         LEFT JOIN sprites ON sprites.hash = worn.hash \
         WHERE worn.match_id = $1 GROUP BY worn.hash ORDER BY turn",
    )
    .bind(id.to_string())
    .fetch_all(&mut *reading)
    .await?;
    for row in &found {
        let (hash, lines): (String, Option<String>) = (row.try_get("hash")?, row.try_get("lines")?);
        if lines.is_none_or(|lines| sha256_hex(lines.as_bytes()) != hash) {
            let why = "a sprite of its picture is not the one that was drawn";
            return Ok(Some((rows::number(row, "turn")?, why)));
        }
    }
    let without_turn = sqlx::query(
        "SELECT worn.turn FROM turn_sprites AS worn LEFT JOIN turns \
         ON turns.match_id = worn.match_id AND turns.turn = worn.turn \
         WHERE worn.match_id = $1 AND turns.turn IS NULL ORDER BY worn.turn LIMIT 1",
    )
    .bind(id.to_string())
    .fetch_optional(&mut *reading)
    .await?;
    let why = "a sprite is kept of a turn that is not there";
    let read = |row| Ok((rows::number(&row, "turn")?, why));
    without_turn.map(read).transpose()
}
