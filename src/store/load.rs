//! Finding matches again: the newest snapshot, and the events after it.

use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};

use crate::ids::{AccountId, IdempotencyKey, MatchId};
use crate::referee::event::{Actor, Body, Event};
use crate::referee::evolve::{begin, evolve};
use crate::referee::state::Match;
use crate::time::Instant;

use super::append::Submission;
use super::project::{Loaded, SNAPSHOT_VERSION, TurnRow};
use super::record::StoredEvent;
use super::{Store, StoreError, rows};

/// How many events a replay reads at once.
const REPLAYED: u32 = 500;

/// A draft as it is kept: its JSON, and when it was kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DraftRow {
    /// What was typed, as JSON.
    pub body: String,
    /// When it was kept.
    pub saved_at: Instant,
}

/// A turn with the text that lies beside it.
#[derive(Clone, PartialEq, Debug)]
pub struct TurnWithPost {
    /// The turn.
    pub row: TurnRow,
    /// What the player wrote.
    pub post: Option<String>,
}

impl Store {
    /// A match as its events say it is; `None` when there is none with this id.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn load(&self, id: MatchId) -> Result<Option<Loaded>, StoreError> {
        // One transaction, so that everything is read as it was at one moment.
        load_in(&mut *self.reader().begin().await?, id).await
    }

    /// A match as it was after one of its events, replayed from the first; `None` when it has none.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn replay_until(&self, id: MatchId, seq: u64) -> Result<Option<Match>, StoreError> {
        let (mut game, mut after) = (None, 0);
        while after < seq {
            let wanted = u32::try_from(seq - after).unwrap_or(REPLAYED).min(REPLAYED);
            let found = self.events(id, after, wanted).await?;
            let Some(last) = found.last() else { break };
            after = last.seq;
            for stored in &found {
                let event = stored.read();
                let event = event.map_err(|fault| StoreError::corrupt("an event", fault))?;
                game = play_on(id, game, &event);
            }
        }
        Ok(game)
    }

    /// Some events of a match in order, from behind number `after`.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn events(
        &self,
        id: MatchId,
        after: u64,
        limit: u32,
    ) -> Result<Vec<StoredEvent>, StoreError> {
        events_in(&mut *self.reader().acquire().await?, id, after, limit).await
    }

    /// The newest turns with numbers below `before`, newest first.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn turns_before(
        &self,
        id: MatchId,
        before: u32,
        limit: u32,
    ) -> Result<Vec<TurnWithPost>, StoreError> {
        let found = sqlx::query(
            "SELECT turns.*, texts.body FROM turns LEFT JOIN texts \
             ON texts.match_id = turns.match_id AND texts.hash = turns.post \
             WHERE turns.match_id = $1 AND turns.turn < $2 ORDER BY turns.turn DESC LIMIT $3",
        )
        .bind(id.to_string())
        .bind(i64::from(before))
        .bind(i64::from(limit))
        .fetch_all(self.reader())
        .await?;
        found.iter().map(turn_of).collect()
    }

    /// The newest turns of all public matches, newest first.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn newest_turns(
        &self,
        limit: u32,
    ) -> Result<Vec<(MatchId, TurnWithPost)>, StoreError> {
        let found = sqlx::query(
            "SELECT turns.*, texts.body FROM turns JOIN matches ON matches.id = turns.match_id \
             LEFT JOIN texts ON texts.match_id = turns.match_id AND texts.hash = turns.post \
             WHERE matches.visibility = 'public' AND NOT matches.hidden \
             ORDER BY turns.at DESC, turns.match_id, turns.turn DESC LIMIT $1",
        )
        .bind(i64::from(limit))
        .fetch_all(self.reader())
        .await?;
        let read = |row: &SqliteRow| Ok((rows::id(row, "match_id")?, turn_of(row)?));
        found.iter().map(read).collect()
    }

    /// The turn that an account sent under a key, if it was accepted (T10).
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn submission(
        &self,
        id: MatchId,
        account: AccountId,
        key: &IdempotencyKey,
    ) -> Result<Option<Submission>, StoreError> {
        let found = sqlx::query(
            "SELECT body_hash, turn, seq FROM submissions \
             WHERE match_id = $1 AND account_id = $2 AND idempotency_key = $3",
        )
        .bind(id.to_string())
        .bind(account.to_string())
        .bind(key.as_str())
        .fetch_optional(self.reader())
        .await?;
        let read = |row: SqliteRow| {
            Ok(Submission {
                account,
                key: key.clone(),
                body_hash: row.try_get("body_hash")?,
                turn: rows::number(&row, "turn")?,
                seq: rows::number(&row, "seq")?,
            })
        };
        found.map(read).transpose()
    }

    /// What an account has typed for a match and not sent (T7).
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn draft(
        &self,
        id: MatchId,
        author: AccountId,
    ) -> Result<Option<DraftRow>, StoreError> {
        let found = sqlx::query(
            "SELECT body, saved_at FROM drafts WHERE match_id = $1 AND account_id = $2",
        )
        .bind(id.to_string())
        .bind(author.to_string())
        .fetch_optional(self.reader())
        .await?;
        let read = |row: SqliteRow| {
            Ok(DraftRow {
                body: row.try_get("body")?,
                saved_at: rows::instant(&row, "saved_at")?,
            })
        };
        found.map(read).transpose()
    }

    /// Keeps a draft in place of the one before.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn save_draft(
        &self,
        id: MatchId,
        author: AccountId,
        draft: DraftRow,
    ) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO drafts (match_id, account_id, body, saved_at) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (match_id, account_id) DO UPDATE SET body = excluded.body, saved_at = excluded.saved_at",
        )
        .bind(id.to_string())
        .bind(author.to_string())
        .bind(draft.body)
        .bind(draft.saved_at.as_millis())
        .execute(self.writer())
        .await?;
        Ok(())
    }

    /// Forgets a draft.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn delete_draft(&self, id: MatchId, author: AccountId) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM drafts WHERE match_id = $1 AND account_id = $2")
            .bind(id.to_string())
            .bind(author.to_string())
            .execute(self.writer())
            .await?;
        Ok(())
    }
}

/// A match as its events say it is, read by one connection.
pub(in crate::store) async fn load_in(
    reading: &mut SqliteConnection,
    id: MatchId,
) -> Result<Option<Loaded>, StoreError> {
    let found = sqlx::query("SELECT title, head FROM matches WHERE id = $1")
        .bind(id.to_string())
        .fetch_optional(&mut *reading)
        .await?;
    let Some(row) = found else { return Ok(None) };
    let (title, head) = (row.try_get("title")?, row.try_get("head")?);
    let snapshot = snapshot(reading, id).await?;
    let after = snapshot.as_ref().map_or(0, |game| game.seq);
    let mut game = snapshot;
    for stored in events_in(reading, id, after, u32::MAX).await? {
        let event = stored.read();
        let event = event.map_err(|fault| StoreError::corrupt("an event", fault))?;
        game = play_on(id, game, &event);
    }
    let game = game.ok_or_else(|| StoreError::corrupt("a match", "it has no events"))?;
    Ok(Some(Loaded { game, title, head }))
}

/// Some events of a match in order, from behind number `after`, read by one connection.
pub(in crate::store) async fn events_in(
    reading: &mut SqliteConnection,
    id: MatchId,
    after: u64,
    limit: u32,
) -> Result<Vec<StoredEvent>, StoreError> {
    let found =
        sqlx::query("SELECT * FROM events WHERE match_id = $1 AND $2 < seq ORDER BY seq LIMIT $3")
            .bind(id.to_string())
            .bind(rows::int(after))
            .bind(i64::from(limit))
            .fetch_all(reading)
            .await?;
    found.iter().map(event_of).collect()
}

async fn snapshot(
    reading: &mut SqliteConnection,
    id: MatchId,
) -> Result<Option<Match>, StoreError> {
    let found = sqlx::query("SELECT state FROM snapshots WHERE match_id = $1 AND version = $2")
        .bind(id.to_string())
        .bind(SNAPSHOT_VERSION)
        .fetch_optional(reading)
        .await?;
    // What cannot be read is only derived: the events say it again.
    Ok(found.and_then(|row| rows::from_json(&row, "state").ok()))
}

/// The match after one more event; the first one makes it.
pub(in crate::store) fn play_on(id: MatchId, game: Option<Match>, event: &Event) -> Option<Match> {
    match (game, &event.body, event.actor) {
        (Some(game), _, _) => Some(evolve(game, event)),
        (None, Body::Created(created), Actor::Account(host)) => {
            Some(begin(id, host, event.at, created))
        }
        (None, _, _) => None,
    }
}

pub(in crate::store) fn event_of(row: &SqliteRow) -> Result<StoredEvent, StoreError> {
    let seat: Option<i64> = row.try_get("seat")?;
    let seat = seat.map(u8::try_from).transpose();
    Ok(StoredEvent {
        match_id: rows::id(row, "match_id")?,
        seq: rows::number(row, "seq")?,
        at: rows::instant(row, "at")?,
        actor: row.try_get("actor")?,
        seat: seat.map_err(|error| StoreError::corrupt("seat", error))?,
        kind: row.try_get("kind")?,
        version: rows::number(row, "version")?,
        payload: rows::from_json(row, "payload")?,
        prev: row.try_get("prev")?,
        hash: row.try_get("hash")?,
    })
}

fn turn_of(row: &SqliteRow) -> Result<TurnWithPost, StoreError> {
    Ok(TurnWithPost {
        row: turn_row_of(row)?,
        post: row.try_get("body")?,
    })
}

pub(in crate::store) fn turn_row_of(row: &SqliteRow) -> Result<TurnRow, StoreError> {
    Ok(TurnRow {
        turn: rows::number(row, "turn")?,
        seq: rows::number(row, "seq")?,
        at: rows::instant(row, "at")?,
        day: rows::maybe_day(row, "day")?,
        announced_at: rows::maybe_instant(row, "announced_at")?,
        seat: rows::maybe_seat(row, "seat")?,
        account: rows::id(row, "account_id")?,
        steps: rows::from_json(row, "steps")?,
        passes: rows::number(row, "passes")?,
        post: row.try_get("post")?,
        before: rows::from_json(row, "before")?,
        after: rows::from_json(row, "after")?,
    })
}
