//! The only writer of events.
//!
//! One task commits all appends that wait, each of another match, together in one transaction, and
//! answers each after the commit: the disk is flushed once for all of them.

use std::collections::BTreeMap;

use sqlx::{QueryBuilder, Row, Sqlite, Transaction};
use tokio::sync::{mpsc, oneshot};

use crate::ids::{AccountId, IdempotencyKey, MatchId};
use crate::referee::chain::GENESIS;
use crate::referee::event::SpriteHash;
use crate::rules::canonical;
use crate::rules::seat::Seat;

use super::project::{MatchRow, TurnRow};
use super::record::StoredEvent;
use super::{Store, StoreError, rows};

/// How many appends may wait; whoever comes then waits for a place.
const QUEUE: usize = 1024;
/// How many appends one commit takes at most.
const GROUP: usize = 128;

/// Events of one match and all that is derived from them: committed together or not at all.
#[derive(Clone, Debug)]
pub struct Append {
    /// The match as it is after the events.
    pub row: MatchRow,
    /// The events, each behind the one before.
    pub events: Vec<StoredEvent>,
    /// The turns among them.
    pub turns: Vec<TurnRow>,
    /// Who holds each seat after all of the events, for each of these turns.
    pub on_board: Vec<(u32, Seat, AccountId)>,
    /// Whom the match concerns from now on, with their seats.
    pub members: Vec<(AccountId, Option<Seat>)>,
    /// The match as a snapshot, when one is due.
    pub snapshot: Option<String>,
    /// What lies beside the events.
    pub beside: Beside,
}

/// What comes with events and is no event.
#[derive(Clone, Debug, Default)]
pub struct Beside {
    /// Texts whose hashes the events have.
    pub texts: Vec<SaltedText>,
    /// The accepted turn's key (T10).
    pub submission: Option<Submission>,
    /// The author of the accepted turn, whose draft has done its work (T7).
    pub draft_of: Option<AccountId>,
    /// Sprites that a ruling takes off accounts.
    pub taken_sprites: Vec<(AccountId, SpriteHash)>,
}

/// A text beside the record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SaltedText {
    /// The hash of salt and text, as the record has it.
    pub hash: String,
    /// The random salt.
    pub salt: [u8; 16],
    /// The text.
    pub body: String,
}

impl SaltedText {
    /// A text with its salt, and the hash of the two.
    pub fn new(salt: [u8; 16], body: String) -> Self {
        let hash = Self::hash_of(&salt, &body);
        Self { hash, salt, body }
    }

    /// The lower-case hex SHA-256 of a salt and, right behind it, a text.
    pub fn hash_of(salt: &[u8], body: &str) -> String {
        canonical::sha256_hex(&[salt, body.as_bytes()].concat())
    }
}

/// An accepted turn under the key with which it was sent (T10).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Submission {
    /// Who sent it.
    pub account: AccountId,
    /// The key.
    pub key: IdempotencyKey,
    /// SHA-256 of what was sent, in canonical form.
    pub body_hash: String,
    /// The turn that it became.
    pub turn: u32,
    /// The number of the turn's newest event.
    pub seq: u64,
}

/// Why events were not written.
#[derive(Debug, thiserror::Error)]
pub enum AppendError {
    /// Somebody else's events came first: the match must be loaded and the command decided anew.
    #[error("another event of the match was written first")]
    Conflict,
    /// The store failed; whether the events are in it is known after loading the match.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The writer has stopped.
    #[error("the writer has stopped")]
    Stopped,
}

/// Hands appends to the writer. Its clones hand them to the same one, which stops after the last.
#[derive(Clone, Debug)]
pub struct Appender {
    queue: mpsc::Sender<Waiting>,
}

#[derive(Debug)]
struct Waiting {
    append: Append,
    answer: oneshot::Sender<Result<(), AppendError>>,
}

impl Store {
    /// Starts the writer.
    pub fn start_appender(&self) -> Appender {
        let (queue, waiting) = mpsc::channel(QUEUE);
        tokio::spawn(write_all(self.clone(), waiting));
        Appender { queue }
    }
}

impl Appender {
    /// Writes events; comes back when they are on the disk.
    ///
    /// # Errors
    /// [`AppendError::Conflict`] when the match has other events by now; nothing was written then.
    pub async fn append(&self, append: Append) -> Result<(), AppendError> {
        let (answer, answered) = oneshot::channel();
        let waiting = Waiting { append, answer };
        self.queue
            .send(waiting)
            .await
            .map_err(|_| AppendError::Stopped)?;
        answered.await.unwrap_or(Err(AppendError::Stopped))
    }
}

async fn write_all(store: Store, mut waiting: mpsc::Receiver<Waiting>) {
    let mut group = Vec::with_capacity(GROUP);
    while waiting.recv_many(&mut group, GROUP).await > 0 {
        let (appends, answers): (Vec<_>, Vec<_>) = (group.drain(..))
            .map(|Waiting { append, answer }| (append, answer))
            .unzip();
        metrics::histogram!("daykeeper_appends_per_commit").record(count(appends.len()));
        for (answer, result) in answers
            .into_iter()
            .zip(commit_group(&store, &appends).await)
        {
            // Whoever waited may have gone; the events stand all the same.
            drop(answer.send(result));
        }
    }
}

fn count(appends: usize) -> f64 {
    u32::try_from(appends).map_or(f64::INFINITY, f64::from)
}

/// Commits what can be committed. When a group fails as a whole, each of it is tried alone, so that
/// nobody fails for another's fault.
async fn commit_group(store: &Store, group: &[Append]) -> Vec<Result<(), AppendError>> {
    match commit(store, group).await {
        Ok(results) => results,
        Err(error) if group.len() == 1 => vec![Err(AppendError::from_commit(error))],
        Err(_) => {
            let mut results = Vec::with_capacity(group.len());
            for append in group {
                let alone = commit(store, std::slice::from_ref(append)).await;
                results.extend(
                    alone.unwrap_or_else(|error| vec![Err(AppendError::from_commit(error))]),
                );
            }
            results
        }
    }
}

impl AppendError {
    /// A unique key that is there already means that another writer came first.
    fn from_commit(error: StoreError) -> Self {
        match error {
            StoreError::Taken => Self::Conflict,
            other => Self::Store(other),
        }
    }
}

async fn commit(
    store: &Store,
    group: &[Append],
) -> Result<Vec<Result<(), AppendError>>, StoreError> {
    let mut transaction = store.begin().await?;
    let mut heads = heads(&mut transaction, group).await?;
    let (mut fitting, mut results) = (Vec::new(), Vec::new());
    for append in group {
        // Taking the head out leaves nothing that a second append of the match could follow.
        let head = heads.remove(&append.row.id);
        let fits = append.events.first().map(|event| &event.prev) == head.as_ref();
        results.push(if fits {
            Ok(())
        } else {
            Err(AppendError::Conflict)
        });
        fitting.extend(Some(append).filter(|_| fits));
    }
    if !fitting.is_empty() {
        write(&mut transaction, &fitting).await?;
        transaction.commit().await?;
    }
    Ok(results)
}

/// The newest hash of each match of the group; the first `prev` of one that is not there yet.
async fn heads(
    transaction: &mut Transaction<'static, Sqlite>,
    group: &[Append],
) -> Result<BTreeMap<MatchId, String>, StoreError> {
    let mut heads: BTreeMap<_, _> = group
        .iter()
        .map(|append| (append.row.id, GENESIS.to_owned()))
        .collect();
    let mut query = QueryBuilder::new("SELECT id, head FROM matches WHERE id IN (");
    let mut ids = query.separated(", ");
    for append in group {
        ids.push_bind(append.row.id.to_string());
    }
    query.push(")");
    for row in query.build().fetch_all(&mut **transaction).await? {
        heads.insert(rows::id(&row, "id")?, row.try_get("head")?);
    }
    Ok(heads)
}

/// One statement a table, however many matches there are.
async fn write(
    transaction: &mut Transaction<'static, Sqlite>,
    group: &[&Append],
) -> Result<(), StoreError> {
    let statements = [
        Some(rows::upsert_matches(group.iter().map(|append| &append.row))),
        Some(rows::insert_events(
            group.iter().flat_map(|append| &append.events),
        )),
        rows::insert_turns(each(group, |append| &append.turns)),
        rows::insert_turn_sprites(each(group, |append| &append.on_board)),
        rows::upsert_members(each(group, |append| &append.members)),
        rows::insert_texts(each(group, |append| &append.beside.texts)),
        rows::insert_submissions(each(group, |append| &append.beside.submission)),
        rows::upsert_snapshots(each(group, |append| &append.snapshot)),
        rows::delete_drafts(each(group, |append| &append.beside.draft_of)),
        rows::take_sprites(each(group, |append| &append.beside.taken_sprites)),
    ];
    for mut statement in statements.into_iter().flatten() {
        statement.build().execute(&mut **transaction).await?;
    }
    Ok(())
}

/// Some of what each append has, with the append's match.
fn each<'a, T: 'a, I: IntoIterator<Item = &'a T>>(
    group: &[&'a Append],
    part: impl Fn(&'a Append) -> I,
) -> Vec<(&'a Append, &'a T)> {
    group
        .iter()
        .flat_map(|append| part(append).into_iter().map(|item| (*append, item)))
        .collect()
}
