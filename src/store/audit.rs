//! The record as people search it: the newest entries first, a page at a time.

use futures_util::TryStreamExt;
use sqlx::{QueryBuilder, Row, Sqlite};

use crate::ids::{AccountId, MatchId};
use crate::time::GmtDay;

use super::load::event_of;
use super::record::StoredEvent;
use super::{Store, StoreError, rows};

/// Which entries of a record are wanted; what is left out asks for all.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EntryQuery {
    /// Whose.
    pub actor: Option<AccountId>,
    /// Of which kinds; of all where there are none.
    pub kinds: Vec<String>,
    /// Of which GMT day.
    pub day: Option<GmtDay>,
    /// With these letters in their particulars or in a text beside them.
    pub text: Option<String>,
    /// Only entries with numbers below this one.
    pub before: Option<u64>,
    /// How many at most.
    pub limit: u32,
    /// The turns whose posts are hidden: nobody finds an entry by them.
    pub hidden_posts: Vec<u32>,
}

impl Store {
    /// Entries of a match's record, newest first.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn entries(
        &self,
        id: MatchId,
        asked: &EntryQuery,
    ) -> Result<Vec<StoredEvent>, StoreError> {
        // Texts are looked through once, and not again for every entry.
        let hashes = match &asked.text {
            Some(text) => self.texts_with(id, text, &asked.hidden_posts).await?,
            None => Vec::new(),
        };
        let mut query = entries_query(id, asked, &hashes);
        let found = query.build().fetch_all(self.reader()).await?;
        found.iter().map(event_of).collect()
    }

    /// The hashes of the texts beside a match's record that have these letters, capitals or not.
    async fn texts_with(
        &self,
        id: MatchId,
        letters: &str,
        hidden_posts: &[u32],
    ) -> Result<Vec<String>, StoreError> {
        // SQLite folds the capitals of ASCII only.
        let letters = letters.to_lowercase();
        let mut query =
            QueryBuilder::<Sqlite>::new("SELECT hash, body FROM texts WHERE match_id = ");
        query
            .push_bind(id.to_string())
            .push(" AND hash NOT IN (SELECT post FROM turns WHERE post IS NOT NULL AND match_id = ")
            .push_bind(id.to_string())
            .push(" AND turn IN (SELECT value FROM json_each(")
            .push_bind(rows::json(&hidden_posts))
            .push(")))");
        let mut found = query.build().fetch(self.reader());
        let mut hashes = Vec::new();
        while let Some(row) = found.try_next().await? {
            let body: &str = row.try_get("body")?;
            if body.to_lowercase().contains(&letters) {
                hashes.push(row.try_get("hash")?);
            }
        }
        Ok(hashes)
    }

    /// A text beside a match's record, by its hash.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn text(&self, id: MatchId, hash: &str) -> Result<Option<String>, StoreError> {
        let found = sqlx::query("SELECT body FROM texts WHERE match_id = $1 AND hash = $2")
            .bind(id.to_string())
            .bind(hash)
            .fetch_optional(self.reader())
            .await?;
        Ok(found.map(|row| row.try_get("body")).transpose()?)
    }

    /// Everybody who has an entry in a match's record, by their ids.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn actors(&self, id: MatchId) -> Result<Vec<AccountId>, StoreError> {
        let found = sqlx::query(
            "SELECT DISTINCT actor FROM events WHERE match_id = $1 AND actor <> 'server' ORDER BY actor",
        )
        .bind(id.to_string())
        .fetch_all(self.reader())
        .await?;
        found.iter().map(|row| rows::id(row, "actor")).collect()
    }
}

fn entries_query(id: MatchId, asked: &EntryQuery, hashes: &[String]) -> QueryBuilder<Sqlite> {
    let mut query = QueryBuilder::new("SELECT * FROM events WHERE match_id = ");
    query.push_bind(id.to_string());
    if let Some(before) = asked.before {
        query.push(" AND seq < ").push_bind(rows::int(before));
    }
    if let Some(actor) = asked.actor {
        query.push(" AND actor = ").push_bind(actor.to_string());
    }
    if !asked.kinds.is_empty() {
        query.push(" AND kind IN (");
        let mut kinds = query.separated(", ");
        for kind in &asked.kinds {
            kinds.push_bind(kind.clone());
        }
        query.push(")");
    }
    if let Some(day) = asked.day {
        let (from, to) = (day.start().as_millis(), day.next().start().as_millis());
        query.push(" AND at >= ").push_bind(from);
        query.push(" AND at < ").push_bind(to);
    }
    if let Some(text) = &asked.text {
        push_text(&mut query, text, hashes);
    }
    query
        .push(" ORDER BY seq DESC LIMIT ")
        .push_bind(i64::from(asked.limit));
    query
}

/// Letters in the particulars, capitals or not, or one of some texts beside the entry.
fn push_text(query: &mut QueryBuilder<Sqlite>, text: &str, hashes: &[String]) {
    query
        .push(" AND (LOWER(payload) LIKE ")
        .push_bind(like(text))
        .push(" ESCAPE '\\'");
    if !hashes.is_empty() {
        let hashes = rows::json(&hashes);
        for member in ["post", "reason", "text", "title"] {
            query
                .push(" OR json_extract(payload, '$.")
                .push(member)
                .push("') IN (SELECT value FROM json_each(")
                .push_bind(hashes.clone())
                .push("))");
        }
    }
    query.push(")");
}

/// The pattern that finds letters anywhere. Particulars are of ASCII letters, but for the texts of
/// levels.
pub(in crate::store) fn like(text: &str) -> String {
    let mut pattern = "%".to_owned();
    for letter in text.to_lowercase().chars() {
        if ['%', '_', '\\'].contains(&letter) {
            pattern.push('\\');
        }
        pattern.push(letter);
    }
    pattern.push('%');
    pattern
}
