//! A whole match on its way out.

use std::collections::{BTreeMap, BTreeSet};

use sqlx::{QueryBuilder, Row, Sqlite, SqliteConnection};

use crate::ids::{AccountId, MatchId};
use crate::referee::event::{Actor, Body, CreatedGame, Event};
use crate::referee::ruling::Ruling;
use crate::store::append::SaltedText;
use crate::store::load::{events_in, load_in};
use crate::store::project::Loaded;
use crate::store::record::StoredEvent;
use crate::store::sprites::{SpriteRow, turn_sprites_in};
use crate::store::{StoreError, rows};

use super::{LINES, Transfer};

/// A match with everything that lies beside its events.
#[derive(Clone, Debug)]
pub struct WholeMatch {
    /// The match as it is after its newest event.
    pub loaded: Loaded,
    /// Its events, as they are stored and as they are read.
    pub events: Vec<(StoredEvent, Event)>,
    /// Its texts by hash, hidden ones too; deleted ones are not there.
    pub texts: BTreeMap<String, SaltedText>,
    /// The sprites of its turns' pictures, by turn, seat and kind.
    pub sprites: Vec<SpriteRow>,
    /// Everybody whom its events name, in that order; a deleted account has no name.
    pub accounts: Vec<(AccountId, Option<String>)>,
}

impl Transfer {
    /// A match with everything that lies beside its events; `None` when there is none with this id.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn whole_match(&mut self, id: MatchId) -> Result<Option<WholeMatch>, StoreError> {
        let reading = &mut *self.transaction;
        let Some(loaded) = load_in(reading, id).await? else {
            return Ok(None);
        };
        let mut events = Vec::new();
        for stored in events_in(reading, id, 0, u32::MAX).await? {
            let event = stored.read();
            let event = event.map_err(|fault| StoreError::corrupt("an event", fault))?;
            events.push((stored, event));
        }
        Ok(Some(WholeMatch {
            loaded,
            texts: texts(reading, id).await?,
            sprites: turn_sprites_in(reading, id, (0, u32::MAX)).await?,
            accounts: called(reading, &named_by(&events)).await?,
            events,
        }))
    }
}

/// Everybody whom events name, each once, in that order.
fn named_by(events: &[(StoredEvent, Event)]) -> Vec<AccountId> {
    let mut seen = BTreeSet::new();
    let named = events.iter().flat_map(|(_, event)| {
        let actor = match event.actor {
            Actor::Account(actor) => Some(actor),
            Actor::Server => None,
        };
        actor.into_iter().chain(named_in(&event.body))
    });
    named.filter(|account| seen.insert(*account)).collect()
}

/// Whom an event names besides whoever made it happen.
fn named_in(body: &Body) -> Vec<AccountId> {
    match body {
        Body::Created(created) => {
            let opponent = match &created.game {
                CreatedGame::Abaddon(_) => None,
                CreatedGame::Helios(chosen) => chosen.opponent,
            };
            created.players.iter().copied().chain(opponent).collect()
        }
        Body::Ruled(ruled) => match ruled.ruling {
            Ruling::Removed { player, .. } => vec![player],
            Ruling::Replaced { player, former } => former.into_iter().chain([player]).collect(),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

async fn called(
    reading: &mut SqliteConnection,
    accounts: &[AccountId],
) -> Result<Vec<(AccountId, Option<String>)>, StoreError> {
    let mut names = BTreeMap::new();
    for accounts in accounts.chunks(LINES) {
        let mut query: QueryBuilder<Sqlite> = QueryBuilder::new(
            "SELECT id, IIF(name IS NULL, NULL, COALESCE(recorded_name, name)) AS name FROM accounts WHERE id IN (",
        );
        let mut ids = query.separated(", ");
        for account in accounts {
            ids.push_bind(account.to_string());
        }
        query.push(")");
        for row in query.build().fetch_all(&mut *reading).await? {
            let name: Option<String> = row.try_get("name")?;
            names.insert(rows::id::<AccountId>(&row, "id")?, name);
        }
    }
    let name = |id: &AccountId| (*id, names.get(id).cloned().flatten());
    Ok(accounts.iter().map(name).collect())
}

async fn texts(
    reading: &mut SqliteConnection,
    id: MatchId,
) -> Result<BTreeMap<String, SaltedText>, StoreError> {
    let found = sqlx::query("SELECT hash, salt, body FROM texts WHERE match_id = $1")
        .bind(id.to_string())
        .fetch_all(reading)
        .await?;
    let mut texts = BTreeMap::new();
    for row in found {
        let salt: Vec<u8> = row.try_get("salt")?;
        let salt = <[u8; 16]>::try_from(salt.as_slice());
        let text = SaltedText {
            hash: row.try_get("hash")?,
            salt: salt.map_err(|error| StoreError::corrupt("a salt", error))?,
            body: row.try_get("body")?,
        };
        texts.insert(text.hash.clone(), text);
    }
    Ok(texts)
}
