//! Refused attempts, beside the record: who tried what, and why it was refused.
//!
//! They are handed to a task of their own, so that a refusal waits for no disk and never fails because
//! of its note. What comes faster than it can be written is lost; what is old or too much is deleted.

use std::collections::BTreeSet;

use sqlx::sqlite::SqliteRow;
use sqlx::{QueryBuilder, Row, Sqlite, Transaction};
use tokio::sync::{mpsc, oneshot};

use crate::ids::{AccountId, MatchId};
use crate::time::Instant;

use super::audit::like;
use super::{Store, StoreError, rows};

/// How many notes may wait; those that come then are lost.
const QUEUE: usize = 1_024;
/// How many notes one commit takes at most.
const GROUP: usize = 128;
/// How many lines a match has at most.
pub const KEPT_A_MATCH: u32 = 500;
/// How many lines an account has in a match at most, so that nobody crowds out the others.
pub const KEPT_AN_ACCOUNT: u32 = 100;
/// For how many days a line is kept.
pub const DAYS_KEPT: i64 = 90;

const MILLIS_A_DAY: i64 = 24 * 60 * 60 * 1_000;

/// An attempt that was refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RefusalRow {
    /// The match.
    pub match_id: MatchId,
    /// Who tried.
    pub account: AccountId,
    /// The kind of command.
    pub tried: String,
    /// What it said, cut off; perhaps nothing.
    pub said: String,
    /// The stable code of the refusal.
    pub code: String,
    /// Its sentence.
    pub sentence: String,
    /// When it was refused last.
    pub at: Instant,
    /// How often it was refused.
    pub times: u32,
}

/// Which refused attempts are wanted; what is left out asks for all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RefusalQuery {
    /// Of one match; those of the whole site without.
    pub match_id: Option<MatchId>,
    /// Whose.
    pub account: Option<AccountId>,
    /// With these letters in what was tried or answered.
    pub text: Option<String>,
    /// From this instant on.
    pub from: Option<Instant>,
    /// Before this instant.
    pub until: Option<Instant>,
    /// How many at most.
    pub limit: u32,
}

impl RefusalQuery {
    /// The newest attempts in a match, or in all of them.
    pub const fn of(match_id: Option<MatchId>, limit: u32) -> Self {
        Self {
            match_id,
            account: None,
            text: None,
            from: None,
            until: None,
            limit,
        }
    }
}

/// Takes notes of refused attempts. Its clones hand them to the same task, which stops after the last.
#[derive(Clone, Debug)]
pub struct RefusalLog {
    queue: mpsc::Sender<Waiting>,
}

#[derive(Debug)]
enum Waiting {
    Note(RefusalRow),
    /// Somebody who waits until everything before is written.
    Reader(oneshot::Sender<()>),
}

impl RefusalLog {
    /// Notes an attempt, sooner or later; never waits.
    pub fn note(&self, refusal: RefusalRow) {
        if self.queue.try_send(Waiting::Note(refusal)).is_err() {
            metrics::counter!("daykeeper_refusals_lost_total").increment(1);
        }
    }

    /// Waits until everything is written that was noted before.
    pub async fn written(&self) {
        let (told, done) = oneshot::channel();
        if self.queue.send(Waiting::Reader(told)).await.is_ok() {
            // Nothing is ever sent: the channel ends when all is written, or the task has stopped.
            drop(done.await);
        }
    }
}

impl Store {
    /// Starts the task that writes refused attempts.
    pub fn start_refusal_log(&self) -> RefusalLog {
        let (queue, waiting) = mpsc::channel(QUEUE);
        tokio::spawn(write_all(self.clone(), waiting));
        RefusalLog { queue }
    }

    /// Refused attempts, newest first.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn refusals(&self, asked: &RefusalQuery) -> Result<Vec<RefusalRow>, StoreError> {
        let mut query = refusals_query(asked);
        let found = query.build().fetch_all(self.reader()).await?;
        found.iter().map(refusal_of).collect()
    }

    /// Everybody who was refused anything in a match, by their ids.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn refused_accounts(&self, id: MatchId) -> Result<Vec<AccountId>, StoreError> {
        let found = sqlx::query(
            "SELECT DISTINCT account_id FROM refusals WHERE match_id = $1 ORDER BY account_id",
        )
        .bind(id.to_string())
        .fetch_all(self.reader())
        .await?;
        let read = |row: &SqliteRow| rows::id(row, "account_id");
        found.iter().map(read).collect()
    }
}

async fn write_all(store: Store, mut waiting: mpsc::Receiver<Waiting>) {
    let mut group = Vec::with_capacity(GROUP);
    while waiting.recv_many(&mut group, GROUP).await > 0 {
        let (mut notes, mut readers) = (Vec::new(), Vec::new());
        for one in group.drain(..) {
            match one {
                Waiting::Note(refusal) => notes.push(refusal),
                Waiting::Reader(reader) => readers.push(reader),
            }
        }
        if let Err(error) = write(&store, &notes).await {
            tracing::warn!(%error, "refused attempts could not be noted");
        }
        // Readers are told by the end of their channels.
        drop(readers);
    }
}

async fn write(store: &Store, notes: &[RefusalRow]) -> Result<(), StoreError> {
    let Some(newest) = notes.iter().map(|note| note.at).max() else {
        return Ok(());
    };
    let mut transaction = store.begin().await?;
    for note in notes {
        upsert(&mut transaction, note).await?;
    }
    let matches: BTreeSet<MatchId> = notes.iter().map(|note| note.match_id).collect();
    for id in matches {
        prune(&mut transaction, id).await?;
    }
    sqlx::query("DELETE FROM refusals WHERE at < $1")
        .bind(newest.as_millis() - DAYS_KEPT * MILLIS_A_DAY)
        .execute(&mut *transaction)
        .await?;
    Ok(transaction.commit().await?)
}

async fn upsert(
    transaction: &mut Transaction<'static, Sqlite>,
    note: &RefusalRow,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO refusals (match_id, account_id, tried, said, code, sentence, at, times) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) \
         ON CONFLICT (match_id, account_id, tried, said, code) DO UPDATE SET \
         sentence = excluded.sentence, at = excluded.at, times = refusals.times + excluded.times",
    )
    .bind(note.match_id.to_string())
    .bind(note.account.to_string())
    .bind(&note.tried)
    .bind(&note.said)
    .bind(&note.code)
    .bind(&note.sentence)
    .bind(note.at.as_millis())
    .bind(i64::from(note.times))
    .execute(&mut **transaction)
    .await?;
    Ok(())
}

/// Deletes what is too much in a match: the oldest lines of all, and of each account.
async fn prune(
    transaction: &mut Transaction<'static, Sqlite>,
    id: MatchId,
) -> Result<(), StoreError> {
    sqlx::query(
        "DELETE FROM refusals WHERE match_id = $1 AND (account_id, tried, said, code) IN \
         (SELECT account_id, tried, said, code FROM (SELECT account_id, tried, said, code, \
         ROW_NUMBER() OVER (ORDER BY at DESC) AS place, \
         ROW_NUMBER() OVER (PARTITION BY account_id ORDER BY at DESC) AS own \
         FROM refusals WHERE match_id = $1) AS ranked WHERE $2 < place OR $3 < own)",
    )
    .bind(id.to_string())
    .bind(i64::from(KEPT_A_MATCH))
    .bind(i64::from(KEPT_AN_ACCOUNT))
    .execute(&mut **transaction)
    .await?;
    Ok(())
}

fn refusals_query(asked: &RefusalQuery) -> QueryBuilder<Sqlite> {
    let mut query = QueryBuilder::new("SELECT * FROM refusals WHERE 1 = 1");
    if let Some(id) = asked.match_id {
        query.push(" AND match_id = ").push_bind(id.to_string());
    }
    if let Some(account) = asked.account {
        query
            .push(" AND account_id = ")
            .push_bind(account.to_string());
    }
    if let Some(from) = asked.from {
        query.push(" AND at >= ").push_bind(from.as_millis());
    }
    if let Some(until) = asked.until {
        query.push(" AND at < ").push_bind(until.as_millis());
    }
    if let Some(text) = &asked.text {
        query
            .push(" AND LOWER(tried || ' ' || said || ' ' || code || ' ' || sentence) LIKE ")
            .push_bind(like(text))
            .push(" ESCAPE '\\'");
    }
    query
        .push(" ORDER BY at DESC, account_id, tried, said, code LIMIT ")
        .push_bind(i64::from(asked.limit));
    query
}

fn refusal_of(row: &SqliteRow) -> Result<RefusalRow, StoreError> {
    Ok(RefusalRow {
        match_id: rows::id(row, "match_id")?,
        account: rows::id(row, "account_id")?,
        tried: row.try_get("tried")?,
        said: row.try_get("said")?,
        code: row.try_get("code")?,
        sentence: row.try_get("sentence")?,
        at: rows::instant(row, "at")?,
        times: rows::number(row, "times")?,
    })
}
