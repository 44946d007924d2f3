//! The record as people search it: the newest entries first, a page at a time.

use sqlx::{QueryBuilder, Row, Sqlite};

use crate::ids::{AccountId, MatchId};
use crate::time::GmtDay;

use super::load::event_of;
use super::record::StoredEvent;
use super::rulings::KINDS;
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
        let mut query = entries_query(id, asked);
        let found = query.build().fetch_all(self.reader()).await?;
        found.iter().map(event_of).collect()
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

fn entries_query(id: MatchId, asked: &EntryQuery) -> QueryBuilder<Sqlite> {
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
        push_text(&mut query, text, &asked.hidden_posts);
    }
    query
        .push(" ORDER BY seq DESC LIMIT ")
        .push_bind(i64::from(asked.limit));
    query
}

/// Letters in the particulars, or in a text beside them: a turn's post, unless it is hidden, or what a
/// ruling or the making of the match says.
fn push_text(query: &mut QueryBuilder<Sqlite>, text: &str, hidden_posts: &[u32]) {
    let like = letters(text);
    query
        .push(" AND (LOWER(payload) LIKE ")
        .push_bind(like.clone())
        .push(
            " ESCAPE '\\' OR seq IN (SELECT turns.seq FROM turns JOIN texts \
             ON texts.match_id = turns.match_id AND texts.hash = turns.post \
             WHERE turns.match_id = events.match_id AND turns.turn NOT IN (-1",
        );
    for turn in hidden_posts {
        query.push(", ").push_bind(i64::from(*turn));
    }
    query
        .push(") AND LOWER(texts.body) LIKE ")
        .push_bind(like.clone())
        .push(" ESCAPE '\\') OR (kind IN ('created'");
    for kind in KINDS {
        query.push(", ").push_bind(kind);
    }
    query
        .push(
            ") AND EXISTS (SELECT 1 FROM texts WHERE texts.match_id = events.match_id \
             AND events.payload LIKE '%' || texts.hash || '%' AND LOWER(texts.body) LIKE ",
        )
        .push_bind(like)
        .push(" ESCAPE '\\')))");
}

/// What `LOWER(…) LIKE … ESCAPE '\\'` compares with: letters anywhere, capitals of ASCII or not.
pub(in crate::store) fn letters(text: &str) -> String {
    let escaped: String = (text.to_ascii_lowercase().chars())
        .flat_map(|c| {
            let special = ['%', '_', '\\'].contains(&c);
            special.then_some('\\').into_iter().chain([c])
        })
        .collect();
    format!("%{escaped}%")
}
