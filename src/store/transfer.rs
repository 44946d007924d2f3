//! Matches on their way out of the store, or into it from elsewhere: whole ones, with all that lies
//! beside their events.

use std::collections::{BTreeMap, BTreeSet};

use sqlx::{QueryBuilder, Row, Sqlite, SqliteConnection, Transaction};

use crate::ids::{AccountId, MatchId, PlayerName};
use crate::referee::believe::disbelieve;
use crate::referee::event::{Actor, Body, CreatedGame, Event};
use crate::referee::ruling::Ruling;
use crate::referee::state::Match;
use crate::rules::canonical::sha256_hex;
use crate::rules::seat::Seat;
use crate::time::Instant;

use super::accounts::NewAccount;
use super::append::{Append, Beside, SaltedText};
use super::load::{events_in, load_in, play_on};
use super::project::{Loaded, MatchRow, TurnRow, last_of_each, members_of, snapshot};
use super::record::StoredEvent;
use super::sprites::{SpriteRow, turn_sprites_in};
use super::verify::{Fault, VerifyError, verify_in};
use super::{Store, StoreError, rows};

/// How many lines a statement writes at most: SQLite counts what is bound to one.
const LINES: usize = 500;

/// One transaction, in which matches leave the store as it was at one moment, or enter it together or
/// not at all.
#[derive(Debug)]
pub struct Transfer {
    pub(in crate::store) transaction: Transaction<'static, Sqlite>,
}

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

/// A match that comes from elsewhere.
#[derive(Clone, Debug)]
pub struct Incoming {
    /// Its id.
    pub id: MatchId,
    /// Its newest title.
    pub title: String,
    /// Its events, each behind the one before; at least one.
    pub events: Vec<StoredEvent>,
    /// The texts beside them.
    pub texts: Vec<SaltedText>,
    /// The sprites of its turns' pictures.
    pub sprites: Vec<SpriteRow>,
}

/// What an account is called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Called {
    /// Nobody has the id.
    Unknown,
    /// It was deleted.
    Deleted,
    /// Its name in records.
    Name(String),
}

impl Store {
    /// Begins to read matches that leave.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn transfer_out(&self) -> Result<Transfer, StoreError> {
        let transaction = self.reader().begin().await?;
        Ok(Transfer { transaction })
    }

    /// Begins to write matches that come from elsewhere; nothing of it stays without
    /// [`Transfer::commit`].
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn transfer_in(&self) -> Result<Transfer, StoreError> {
        let transaction = self.begin().await?;
        Ok(Transfer { transaction })
    }
}

impl Transfer {
    /// The id of every match, in order.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn match_ids(&mut self) -> Result<Vec<MatchId>, StoreError> {
        let found = sqlx::query("SELECT id FROM matches ORDER BY id")
            .fetch_all(&mut *self.transaction)
            .await?;
        found.iter().map(|row| rows::id(row, "id")).collect()
    }

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

    /// What records call an account.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn called(&mut self, id: AccountId) -> Result<Called, StoreError> {
        let found = sqlx::query(
            "SELECT IIF(name IS NULL, NULL, COALESCE(recorded_name, name)) AS name FROM accounts WHERE id = $1",
        )
        .bind(id.as_str())
        .fetch_optional(&mut *self.transaction)
        .await?;
        let Some(row) = found else {
            return Ok(Called::Unknown);
        };
        let name: Option<String> = row.try_get("name")?;
        Ok(name.map_or(Called::Deleted, Called::Name))
    }

    /// Whether an account has a name that looks like this one.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn is_taken(&mut self, name: &PlayerName) -> Result<bool, StoreError> {
        let found = sqlx::query("SELECT 1 FROM accounts WHERE skeleton = $1")
            .bind(name.skeleton())
            .fetch_optional(&mut *self.transaction)
            .await?;
        Ok(found.is_some())
    }

    /// Makes an account that comes from elsewhere, where it may have had another name.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn insert_account(
        &mut self,
        new: NewAccount<'_>,
        recorded_name: Option<&PlayerName>,
    ) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO accounts (id, name, skeleton, password_hash, role, created_at, recorded_name) \
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
        )
        .bind(new.id.as_str())
        .bind(new.name.as_str())
        .bind(new.name.skeleton())
        .bind(new.password_hash)
        .bind(new.role.word())
        .bind(new.created_at.as_millis())
        .bind(recorded_name.map(PlayerName::as_str))
        .execute(&mut *self.transaction)
        .await?;
        Ok(())
    }

    /// Makes an account that was deleted elsewhere: an id without a name.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn insert_deleted_account(
        &mut self,
        id: AccountId,
        created_at: Instant,
    ) -> Result<(), StoreError> {
        sqlx::query("INSERT INTO accounts (id, role, created_at) VALUES ($1, 'player', $2)")
            .bind(id.as_str())
            .bind(created_at.as_millis())
            .execute(&mut *self.transaction)
            .await?;
        Ok(())
    }

    /// Writes a match with everything that is derived from its events, and verifies it.
    ///
    /// # Errors
    /// [`VerifyError::Fault`] for the first event that does not fit.
    pub async fn insert_match(&mut self, incoming: Incoming) -> Result<(), VerifyError> {
        let id = incoming.id;
        let sprites = incoming.sprites.clone();
        let append = append_of(incoming)?;
        self.write(&append).await?;
        self.write_sprites(id, &sprites).await?;
        verify_in(&mut self.transaction, id, |_| {}).await
    }

    async fn write(&mut self, append: &Append) -> Result<(), StoreError> {
        let mut statements = vec![rows::upsert_matches(std::iter::once(&append.row))];
        let events = append.events.chunks(LINES);
        statements.extend(events.map(|lines| rows::insert_events(lines.iter())));
        let turns = append.turns.chunks(LINES);
        statements.extend(turns.filter_map(|lines| rows::insert_turns(with(append, lines))));
        let members = append.members.chunks(LINES);
        statements.extend(members.filter_map(|lines| rows::upsert_members(with(append, lines))));
        let texts = append.beside.texts.chunks(LINES);
        statements.extend(texts.filter_map(|lines| rows::insert_texts(with(append, lines))));
        let snapshot = append.snapshot.as_slice();
        statements.extend(rows::upsert_snapshots(with(append, snapshot)));
        for mut statement in statements {
            (statement.build()).execute(&mut *self.transaction).await?;
        }
        Ok(())
    }

    async fn write_sprites(&mut self, id: MatchId, worn: &[SpriteRow]) -> Result<(), StoreError> {
        let drawn: BTreeSet<&String> = worn.iter().map(|row| &row.lines).collect();
        for lines in Vec::from_iter(drawn).chunks(LINES) {
            let mut query = QueryBuilder::<Sqlite>::new("INSERT INTO sprites (hash, lines) ");
            query.push_values(lines, |mut line, lines| {
                line.push_bind(sha256_hex(lines.as_bytes()))
                    .push_bind((*lines).clone());
            });
            query.push(" ON CONFLICT (hash) DO NOTHING");
            query.build().execute(&mut *self.transaction).await?;
        }
        for lines in worn.chunks(LINES) {
            let mut query = QueryBuilder::<Sqlite>::new(
                "INSERT INTO turn_sprites (match_id, turn, seat, kind, hash) ",
            );
            query.push_values(lines, |mut line, row| {
                line.push_bind(id.to_string())
                    .push_bind(i64::from(row.turn))
                    .push_bind(i64::from(row.seat.number()))
                    .push_bind(row.kind.word())
                    .push_bind(sha256_hex(row.lines.as_bytes()));
            });
            query.build().execute(&mut *self.transaction).await?;
        }
        Ok(())
    }

    /// Lets everything that was written stay.
    ///
    /// # Errors
    /// [`StoreError`]; then nothing stays.
    pub async fn commit(self) -> Result<(), StoreError> {
        Ok(self.transaction.commit().await?)
    }
}

fn with<'a, T>(append: &'a Append, lines: &'a [T]) -> Vec<(&'a Append, &'a T)> {
    lines.iter().map(|line| (append, line)).collect()
}

/// Replays the events of a match that comes from elsewhere, and derives what is kept of them.
fn append_of(incoming: Incoming) -> Result<Append, Fault> {
    let id = incoming.id;
    let mut derived = Derived::default();
    for stored in &incoming.events {
        let wrong = |what: &dyn std::fmt::Display| Fault::new(id, stored.seq, what);
        let event = stored.read().map_err(|fault| wrong(&fault))?;
        derived.play(id, &event).map_err(|why| wrong(&why))?;
    }
    let head = incoming.events.last().map(|event| event.hash.clone());
    let game = derived.game.zip(head);
    let (game, head) = game.ok_or_else(|| Fault::new(id, 1, "it is missing"))?;
    let snapshot = Some(snapshot(&game));
    let loaded = Loaded {
        game,
        title: incoming.title,
        head,
    };
    Ok(Append {
        row: MatchRow::of(&loaded),
        events: incoming.events,
        turns: derived.turns,
        on_board: Vec::new(),
        members: last_of_each(derived.members.into_iter()),
        snapshot,
        beside: Beside {
            texts: incoming.texts,
            ..Beside::default()
        },
    })
}

/// What is derived from events, so far.
#[derive(Default)]
struct Derived {
    game: Option<Match>,
    turns: Vec<TurnRow>,
    members: Vec<(AccountId, Option<Seat>)>,
}

impl Derived {
    /// One event further, or why it cannot follow.
    fn play(&mut self, id: MatchId, event: &Event) -> Result<(), &'static str> {
        let before = self.game.take();
        if let Some(why) = before.as_ref().and_then(|game| disbelieve(game, event)) {
            return Err(why);
        }
        let board = (before.as_ref())
            .filter(|_| event.body.turn().is_some())
            .map(Match::board);
        let game = play_on(id, before, event).ok_or("the first event does not make a match")?;
        let turn = board.and_then(|before| TurnRow::of(before, event, &game));
        self.turns.extend(turn);
        self.members.extend(members_of(event));
        self.game = Some(game);
        Ok(())
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
