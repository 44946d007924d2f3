//! Lists of matches, a page at a time, and the people in them.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use sqlx::{QueryBuilder, Row, Sqlite};

use crate::ids::{AccountId, MatchId, Role};
use crate::referee::state::GameKind;
use crate::time::Instant;

use super::project::State;
use super::{Store, StoreError, rows};

/// What a list is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListQuery {
    /// Only matches of this game.
    pub kind: Option<GameKind>,
    /// Only matches that stand so.
    pub state: Option<State>,
    /// Who asks: they find the private matches that concern them.
    pub viewer: Option<AccountId>,
    /// Whether only matches that concern the viewer are wanted, unlisted ones included.
    pub scope: Scope,
    /// Where the page begins.
    pub after: Option<Cursor>,
    /// How many entries the page has at most.
    pub limit: u32,
}

/// Which matches a list is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Scope {
    /// All that the viewer may find.
    #[default]
    All,
    /// Those that the viewer hosts, plays in or is named for.
    Mine,
}

/// A place in a list: behind a match, by its newest activity and id. Opaque to whoever is handed one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cursor {
    active_at: Instant,
    id: MatchId,
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:x}.{}", self.active_at.as_millis(), self.id)
    }
}

/// The text is no cursor that was handed out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("“after” is not the “next” of a page")]
pub struct ParseCursorError;

impl FromStr for Cursor {
    type Err = ParseCursorError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let read = || {
            let (millis, id) = text.split_once('.')?;
            let active_at = Instant::from_millis(i64::from_str_radix(millis, 16).ok()?);
            Some(Self {
                active_at,
                id: id.parse().ok()?,
            })
        };
        read().ok_or(ParseCursorError)
    }
}

/// What people call an account, and what it may do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Called {
    /// The name; a deleted account has none.
    pub name: Option<String>,
    /// The role.
    pub role: Role,
    /// Whether the account is suspended.
    pub suspended: bool,
}

impl Store {
    /// A page of matches, those with the newest activity first, and where the next page begins.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn list(
        &self,
        asked: &ListQuery,
    ) -> Result<(Vec<MatchId>, Option<Cursor>), StoreError> {
        let mut query = list_query(asked);
        let found = query.build().fetch_all(self.reader()).await?;
        let mut places = Vec::with_capacity(found.len());
        for row in &found {
            places.push(Cursor {
                active_at: rows::instant(row, "active_at")?,
                id: rows::id(row, "id")?,
            });
        }
        let limit = usize::try_from(asked.limit).unwrap_or(usize::MAX);
        let more = limit < places.len();
        places.truncate(limit);
        let next = places.last().copied().filter(|_| more);
        Ok((places.into_iter().map(|place| place.id).collect(), next))
    }

    /// Matches in which something is due before an instant, the longest overdue first, from behind so
    /// many of them.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn due_before(
        &self,
        now: Instant,
        skipped: u32,
        limit: u32,
    ) -> Result<Vec<MatchId>, StoreError> {
        let found = sqlx::query(
            "SELECT id FROM matches WHERE next_due < $1 ORDER BY next_due, id LIMIT $2 OFFSET $3",
        )
        .bind(now.as_millis())
        .bind(i64::from(limit))
        .bind(i64::from(skipped))
        .fetch_all(self.reader())
        .await?;
        found.iter().map(|row| rows::id(row, "id")).collect()
    }

    /// Whether there is any match at all.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn has_matches(&self) -> Result<bool, StoreError> {
        Ok(sqlx::query("SELECT 1 FROM matches LIMIT 1")
            .fetch_optional(self.reader())
            .await?
            .is_some())
    }

    /// What some accounts are called; one that is not there is left out.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn called(
        &self,
        accounts: &[AccountId],
    ) -> Result<BTreeMap<AccountId, Called>, StoreError> {
        if accounts.is_empty() {
            return Ok(BTreeMap::new());
        }
        let mut query = QueryBuilder::<Sqlite>::new(
            "SELECT id, name, role, suspensions.account_id IS NOT NULL AS suspended FROM accounts \
                 LEFT JOIN suspensions ON suspensions.account_id = accounts.id WHERE id IN (",
        );
        let mut ids = query.separated(", ");
        for account in accounts {
            ids.push_bind(account.to_string());
        }
        query.push(")");
        let found = query.build().fetch_all(self.reader()).await?;
        let mut called = BTreeMap::new();
        for row in &found {
            let (name, role) = (row.try_get("name")?, rows::id(row, "role")?);
            let suspended = row.try_get("suspended")?;
            let who = Called {
                name,
                role,
                suspended,
            };
            called.insert(rows::id(row, "id")?, who);
        }
        Ok(called)
    }
}

/// Whom a match concerns of those who are or were its members: who sits there, its host, and whoever
/// was named when it was made, which only its first event tells from who lost their seat.
const CONCERNS: &str = " AND (members.seat IS NOT NULL OR members.account_id = matches.host \
    OR EXISTS (SELECT 1 FROM events WHERE events.match_id = matches.id AND events.seq = 1 \
    AND events.payload LIKE '%\"' || members.account_id || '\"%'))";

fn list_query(asked: &ListQuery) -> QueryBuilder<Sqlite> {
    let viewer = asked.viewer.map(|account| account.to_string());
    let mut query = QueryBuilder::new("SELECT id, active_at FROM matches WHERE ");
    query.push(match asked.scope {
        Scope::All => "NOT hidden AND (visibility = 'public' OR visibility = 'private' AND ",
        Scope::Mine => "(",
    });
    query
        .push("EXISTS (SELECT 1 FROM members WHERE members.match_id = matches.id AND members.account_id = ")
        .push_bind(viewer)
        .push(CONCERNS)
        .push("))");
    if let Some(kind) = asked.kind {
        query.push(" AND game = ").push_bind(kind.word());
    }
    if let Some(state) = asked.state {
        query.push(" AND state = ").push_bind(state.word());
    }
    if let Some(Cursor { active_at, id }) = asked.after {
        query
            .push(" AND (active_at, id) < (")
            .push_bind(active_at.as_millis());
        query.push(", ").push_bind(id.to_string()).push(")");
    }
    query
        .push(" ORDER BY active_at DESC, id DESC LIMIT ")
        .push_bind(i64::from(asked.limit) + 1);
    query
}
