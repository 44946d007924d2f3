//! Matches as texts: how they leave a site, and how they come to one (referee.md, The record).
//!
//! A record text holds all that makes a match: its events and what lies beside them. What is read from
//! one is written into the store, verified there, and written as a text again; only when that is the
//! same text, byte for byte, does the match stay.

pub mod archive;
mod parse;
mod write;

use crate::ids::{AccountId, MatchId, PlayerName, Role};
use crate::store::accounts::NewAccount;
use crate::store::append::SaltedText;
use crate::store::transfer::{Called, Incoming, Transfer};
use crate::store::verify::{Fault, VerifyError};
use crate::store::{Store, StoreError};
use crate::time::Instant;

use super::rebuild::NO_PASSWORD;
use super::views::Viewer;
use super::{Service, ServiceError};
use parse::{Record, parse};
use write::{FORMER, write};

/// The longest name that a player may have.
const NAME: usize = 24;

/// A line of a record text, and what is wrong with it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {why}")]
pub struct BadLine {
    /// Its number, from 1.
    pub line: usize,
    /// What is wrong with it, in words.
    pub why: String,
}

impl BadLine {
    fn new(line: usize, why: impl Into<String>) -> Self {
        let why = why.into();
        Self { line, why }
    }
}

/// Why a match was not taken in; nothing of it is in the store then.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// A line is not as it was written.
    #[error(transparent)]
    Line(#[from] BadLine),
    /// The match is in the store.
    #[error("match {0} is here already")]
    Here(MatchId),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What came in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Imported {
    /// The match.
    pub id: MatchId,
    /// How many events it has.
    pub events: usize,
    /// The accounts that were made for it: their names in the record, and here, where that is another.
    pub accounts: Vec<(String, String)>,
}

impl Service {
    /// A whole match as one text. Hidden and deleted texts are left out, whoever asks.
    ///
    /// # Errors
    /// [`ServiceError::Missing`] where there is no match that the viewer may see.
    pub async fn record(&self, viewer: &Viewer, id: MatchId) -> Result<String, ServiceError> {
        self.must_see(viewer, id).await?;
        export(&self.store, id).await?.ok_or(ServiceError::Missing)
    }
}

/// A whole match as one text (formats.md, Record text); `None` when there is none with this id.
///
/// # Errors
/// [`StoreError`].
pub async fn export(store: &Store, id: MatchId) -> Result<Option<String>, StoreError> {
    let whole = store.transfer_out().await?.whole_match(id).await?;
    Ok(whole.map(|whole| write(&whole)))
}

/// Takes a match in from its text, with accounts for those of its players whom nobody here is: nobody
/// can log in to them until they get a password. The match is exported as the same text again.
///
/// # Errors
/// [`ImportError`]; then nothing was written.
pub async fn import(store: &Store, text: &str) -> Result<Imported, ImportError> {
    let mut transfer = store.transfer_in().await?;
    let imported = take_in(&mut transfer, text, Vec::new()).await?;
    transfer.commit().await?;
    Ok(imported)
}

/// Takes a match in from its text, and hidden texts that its text leaves out.
async fn take_in(
    transfer: &mut Transfer,
    text: &str,
    hidden: Vec<SaltedText>,
) -> Result<Imported, ImportError> {
    let record = parse(text)?;
    let id = record.match_id;
    if transfer.whole_match(id).await?.is_some() {
        return Err(ImportError::Here(id));
    }
    let begins = record.events.first().map(|(_, event)| event.at);
    let mut accounts = Vec::new();
    for account in &record.accounts {
        accounts.extend(seat_account(transfer, account, begins.unwrap_or_default()).await?);
    }
    let lines: Vec<usize> = record.events.iter().map(|(line, _)| *line).collect();
    let (hash_line, hash) = record.hash.clone();
    let placed = |fault: Fault| {
        let line = usize::try_from(fault.seq.saturating_sub(1)).ok();
        let line = line.and_then(|index| lines.get(index).copied());
        BadLine::new(line.unwrap_or(hash_line), fault.what)
    };
    match transfer.insert_match(incoming(record, hidden)).await {
        Ok(()) => {}
        Err(VerifyError::Fault(fault)) => return Err(placed(fault).into()),
        Err(VerifyError::SiteLog(fault)) => {
            return Err(StoreError::corrupt("the site log", fault).into());
        }
        Err(VerifyError::Store(error)) => return Err(error.into()),
    }
    let whole = transfer.whole_match(id).await?;
    let whole = whole.ok_or_else(|| StoreError::corrupt("a match", "it is not there"))?;
    if whole.loaded.head != hash {
        let why = "the events above have another hash: something in them is not as it was";
        return Err(BadLine::new(hash_line, why).into());
    }
    same(text, &write(&whole))?;
    Ok(Imported {
        id,
        events: lines.len(),
        accounts,
    })
}

fn incoming(record: Record, hidden: Vec<SaltedText>) -> Incoming {
    Incoming {
        id: record.match_id,
        title: record.title,
        events: record.events.into_iter().map(|(_, event)| event).collect(),
        texts: record.texts.into_values().chain(hidden).collect(),
        sprites: record.sprites.into_values().collect(),
    }
}

/// The first line that the match, written again, has otherwise.
fn same(text: &str, again: &str) -> Result<(), BadLine> {
    if text == again {
        return Ok(());
    }
    let mut lines = (1..).zip(text.split('\n').zip(again.split('\n')));
    let (line, written) = lines
        .find(|(_, (one, other))| one != other)
        .map_or((1, ""), |(line, (_, written))| (line, written));
    let shown: String = written.chars().take(200).collect();
    let why = format!("it does not fit the events; of them it is written “{shown}”");
    Err(BadLine::new(line, why))
}

/// Sees to it that an account of a record is here: its name in the record and its name here, if it had to
/// be made.
async fn seat_account(
    transfer: &mut Transfer,
    (line, id, recorded): &(usize, AccountId, Option<String>),
    created_at: Instant,
) -> Result<Option<(String, String)>, ImportError> {
    match (transfer.called(*id).await?, recorded) {
        (Called::Unknown, None) => {
            transfer.insert_deleted_account(*id, created_at).await?;
            Ok(None)
        }
        (Called::Unknown, Some(recorded)) => {
            let recorded: PlayerName = (recorded.parse())
                .map_err(|why| BadLine::new(*line, format!("“{recorded}” is no name: {why}")))?;
            let name = free_name(transfer, &recorded).await?;
            let new = NewAccount {
                id: *id,
                name: &name,
                password_hash: NO_PASSWORD,
                role: Role::Player,
                created_at,
            };
            let other = Some(&recorded).filter(|recorded| **recorded != name);
            transfer.insert_account(new, other).await?;
            Ok(Some((recorded.to_string(), name.to_string())))
        }
        (Called::Deleted, Some(recorded)) => {
            let why = format!(
                "“{recorded}” has deleted this account here; write “{FORMER}” for the name and “~” for each of their texts"
            );
            Err(BadLine::new(*line, why).into())
        }
        (Called::Name(here), recorded) if here != recorded.as_deref().unwrap_or(FORMER) => {
            let why = format!("this account is called “{here}” here");
            Err(BadLine::new(*line, why).into())
        }
        (Called::Deleted, None) | (Called::Name(_), _) => Ok(None),
    }
}

/// The name itself, or one with a number behind it where somebody here has it.
async fn free_name(transfer: &mut Transfer, wanted: &PlayerName) -> Result<PlayerName, StoreError> {
    let mut name = wanted.clone();
    for number in 2_u32.. {
        if !transfer.is_taken(&name).await? {
            break;
        }
        let number = format!(" {number}");
        let kept: String = (wanted.as_str().chars())
            .take(NAME - number.len())
            .collect();
        let numbered = format!("{}{number}", kept.trim_end());
        name = (numbered.parse()).map_err(|why| StoreError::corrupt("a name", why))?;
    }
    Ok(name)
}
