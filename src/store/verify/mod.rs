//! Whether everything in the store is what the record says, and the record what was once written.
//!
//! A match is read in stretches and replayed once, so that the time grows with its length and no
//! faster.

mod beside;
mod replay;

use std::fmt;

use sqlx::SqliteConnection;

use crate::ids::MatchId;

use super::site::verify::SiteFault;
use super::{Store, StoreError, rows};
use replay::Replay;

/// How many events are read at once.
const STRETCH: u32 = 500;

/// The first thing in a match that does not fit.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("match {match_id}, event {seq}: {what}")]
pub struct Fault {
    /// The match.
    pub match_id: MatchId,
    /// The number of the event that does not fit, or that is not there.
    pub seq: u64,
    /// What is wrong with it.
    pub what: String,
}

impl Fault {
    pub(in crate::store) fn new(match_id: MatchId, seq: u64, what: impl fmt::Display) -> Self {
        Self {
            match_id,
            seq,
            what: what.to_string(),
        }
    }
}

/// Why a match was not verified.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// Something in it does not fit.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// Something in the site log does not fit.
    #[error(transparent)]
    SiteLog(#[from] SiteFault),
    /// The store could not be read.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for VerifyError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

impl Store {
    /// Every match of which there is a line or an event, with the number of its events.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn matches_to_verify(&self) -> Result<Vec<(MatchId, u64)>, StoreError> {
        let found = sqlx::query(
            "SELECT ids.id, (SELECT COUNT(*) FROM events WHERE events.match_id = ids.id) AS events \
             FROM (SELECT id FROM matches UNION SELECT match_id FROM events) AS ids ORDER BY ids.id",
        )
        .fetch_all(self.reader())
        .await?;
        let read = |row| Ok((rows::id(row, "id")?, rows::number(row, "events")?));
        found.iter().map(read).collect()
    }

    /// Recomputes a match's chain, replays its events and compares everything that is derived from
    /// them. `checked` is told how many more events were checked, now and then.
    ///
    /// # Errors
    /// [`VerifyError::Fault`] for the first event that does not fit.
    pub async fn verify(&self, id: MatchId, checked: impl FnMut(u64)) -> Result<(), VerifyError> {
        // One transaction, so that a turn which is played meanwhile is seen wholly or not at all.
        verify_in(&mut *self.reader().begin().await?, id, checked).await
    }
}

/// [`Store::verify`] by one connection.
pub(in crate::store) async fn verify_in(
    reading: &mut SqliteConnection,
    id: MatchId,
    mut checked: impl FnMut(u64),
) -> Result<(), VerifyError> {
    let mut replay = Replay::begin(reading, id).await?;
    loop {
        let found = sqlx::query(
            "SELECT * FROM events WHERE match_id = $1 AND $2 < seq ORDER BY seq LIMIT $3",
        )
        .bind(id.to_string())
        .bind(rows::int(replay.seq()))
        .bind(STRETCH)
        .fetch_all(&mut *reading)
        .await?;
        replay.fetch_turns(reading, STRETCH).await?;
        if found.is_empty() {
            return Ok(replay.end()?);
        }
        for row in &found {
            replay.check(row)?;
        }
        checked(u64::try_from(found.len()).unwrap_or_default());
    }
}
