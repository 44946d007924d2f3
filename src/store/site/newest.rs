//! What moderators look at across all matches, and what is still to be done in them.

use sqlx::{QueryBuilder, Row, Sqlite};

use crate::ids::{AccountId, MatchId};
use crate::store::load::event_of;
use crate::store::record::StoredEvent;
use crate::store::rulings;
use crate::store::{Store, StoreError, rows};
use crate::time::Instant;

use super::Signed;
use super::suspensions::Suspension;

/// An event of a match in a list over all of them.
#[derive(Clone, PartialEq, Debug)]
pub struct Happened {
    /// The match's title.
    pub title: String,
    /// The event.
    pub event: StoredEvent,
    /// The reason of a ruling.
    pub reason: Option<String>,
}

impl Store {
    /// The newest announcements that ran out, of all matches.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn newest_lapses(&self, limit: u32) -> Result<Vec<Happened>, StoreError> {
        self.newest(&["lapsed"], limit).await
    }

    /// The newest rulings of all matches.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn newest_rulings(&self, limit: u32) -> Result<Vec<Happened>, StoreError> {
        self.newest(&rulings::KINDS, limit).await
    }

    /// A pause that ends by itself has the kind of a ruling, and no reason.
    async fn newest(&self, kinds: &[&str], limit: u32) -> Result<Vec<Happened>, StoreError> {
        let mut query: QueryBuilder<Sqlite> = QueryBuilder::new(
            "SELECT events.*, matches.title FROM events JOIN matches ON matches.id = events.match_id \
             WHERE kind IN (",
        );
        let mut wanted = query.separated(", ");
        for kind in kinds {
            wanted.push_bind((*kind).to_owned());
        }
        query
            .push(") AND (kind = 'lapsed' OR actor <> 'server') ORDER BY at DESC, events.match_id, events.seq DESC LIMIT ")
            .push_bind(i64::from(limit));
        let found = query.build().fetch_all(self.reader()).await?;
        let mut newest = Vec::with_capacity(found.len());
        for row in &found {
            let event = event_of(row)?;
            let reason = match event.payload["reason"].as_str() {
                Some(hash) => self.text(event.match_id, hash).await?,
                None => None,
            };
            let title = row.try_get("title")?;
            newest.push(Happened {
                title,
                event,
                reason,
            });
        }
        Ok(newest)
    }

    /// Who made the newest announcement of a match before one of its events.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn announcer_before(
        &self,
        id: MatchId,
        seq: u64,
    ) -> Result<Option<AccountId>, StoreError> {
        let found = sqlx::query(
            "SELECT actor FROM events WHERE match_id = $1 AND seq < $2 AND kind = 'announced'
             ORDER BY seq DESC LIMIT 1",
        )
        .bind(id.to_string())
        .bind(rows::int(seq))
        .fetch_optional(self.reader())
        .await?;
        found.map(|row| rows::id(&row, "actor")).transpose()
    }

    /// Running matches of Helios without a turn since an instant, the longest at rest first.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn helios_at_rest_since(
        &self,
        since: Instant,
        limit: u32,
    ) -> Result<Vec<MatchId>, StoreError> {
        let found = sqlx::query(
            "SELECT id FROM matches WHERE state = 'running' AND game = 'helios' AND active_at <= $1
             ORDER BY active_at, id LIMIT $2",
        )
        .bind(since.as_millis())
        .bind(i64::from(limit))
        .fetch_all(self.reader())
        .await?;
        found.iter().map(|row| rows::id(row, "id")).collect()
    }

    /// Matches that may still be held by somebody who is suspended, each with the suspension.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn held_by_suspended(&self) -> Result<Vec<(MatchId, Suspension)>, StoreError> {
        let found = sqlx::query(
            "SELECT matches.id, suspensions.account_id, suspensions.at, suspensions.actor
             FROM suspensions JOIN matches ON matches.next_due IS NOT NULL
             WHERE EXISTS (SELECT 1 FROM events WHERE events.match_id = matches.id
             AND events.kind = 'announced' AND events.actor = suspensions.account_id)",
        )
        .fetch_all(self.reader())
        .await?;
        let read = |row| {
            let suspension = Suspension {
                account: rows::id(row, "account_id")?,
                signed: Signed {
                    by: rows::id(row, "actor")?,
                    at: rows::instant(row, "at")?,
                },
                reason: None,
            };
            Ok((rows::id(row, "id")?, suspension))
        };
        found.iter().map(read).collect()
    }

    /// Matches in which somebody whose account is deleted still has a seat, or may still hold the
    /// board.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn left_by_deleted(&self) -> Result<Vec<(MatchId, AccountId)>, StoreError> {
        let found = sqlx::query(
            "SELECT matches.id, accounts.id AS account FROM accounts
             JOIN members ON members.account_id = accounts.id AND members.seat IS NOT NULL
             JOIN matches ON matches.id = members.match_id AND matches.state <> 'over'
             WHERE accounts.name IS NULL
             UNION SELECT matches.id, accounts.id FROM accounts
             JOIN matches ON matches.next_due IS NOT NULL WHERE accounts.name IS NULL
             AND EXISTS (SELECT 1 FROM events WHERE events.match_id = matches.id
             AND events.kind = 'announced' AND events.actor = accounts.id)",
        )
        .fetch_all(self.reader())
        .await?;
        let read = |row| Ok((rows::id(row, "id")?, rows::id(row, "account")?));
        found.iter().map(read).collect()
    }
}
