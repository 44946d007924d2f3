//! The site log: what was done to accounts, by whom and why, chained as a match's record is.
//!
//! An entry names accounts by id and reasons by the hash of a salt and a text beside it, so that
//! deleting an account, and the reasons about it, leaves the chain whole.

pub mod deed;
mod farewell;
pub mod links;
pub mod newest;
pub mod signals;
pub mod suspensions;
pub mod verify;

use serde_json::{Value, json};
use sqlx::sqlite::SqliteRow;
use sqlx::{QueryBuilder, Row, Sqlite, Transaction};

use crate::ids::AccountId;
use crate::referee::chain::{self, GENESIS};
use crate::referee::event::TextHash;
use crate::time::Instant;

use super::append::SaltedText;
use super::{Store, StoreError, rows};
use deed::{Deed, Doer};

/// The version in which entries are written today.
const VERSION: u32 = 1;

/// Who did something, and when.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Signed {
    /// Who.
    pub by: Doer,
    /// When.
    pub at: Instant,
}

/// One entry of the site log.
#[derive(Clone, PartialEq, Debug)]
pub struct SiteEntry {
    /// Its number, from 1.
    pub seq: u64,
    /// Who did it, and when.
    pub signed: Signed,
    /// What was done.
    pub deed: Deed,
    /// The hash of the entry before; 64 zeros at first.
    pub prev: String,
    /// The hash of this one.
    pub hash: String,
    /// The form of the payload as it is stored.
    payload: String,
}

/// An entry with the reason that lies beside it.
#[derive(Clone, PartialEq, Debug)]
pub struct SiteEntryWithReason {
    /// The entry.
    pub entry: SiteEntry,
    /// Why; `None` where none was asked for, or it went with the account that it was about.
    pub reason: Option<String>,
}

impl SiteEntry {
    /// The hash that it has behind the one before, whatever [`hash`](Self::hash) says.
    fn recomputed_hash(&self) -> String {
        let (kind, payload) = self.deed.parts();
        chain::link(&self.prev, &hashed(self.seq, self.signed, kind, &payload))
    }

    fn of(row: &SqliteRow) -> Result<Self, StoreError> {
        let payload: String = row.try_get("payload")?;
        let kind: String = row.try_get("kind")?;
        let version: u32 = rows::number(row, "version")?;
        let fault = |why: &dyn std::fmt::Display| StoreError::corrupt("the site log", why);
        if version != VERSION {
            return Err(fault(&format_args!(
                "there is no version {version} of {kind}"
            )));
        }
        let value: Value = serde_json::from_str(&payload).map_err(|why| fault(&why))?;
        Ok(Self {
            seq: rows::number(row, "seq")?,
            signed: Signed {
                by: rows::id(row, "actor")?,
                at: rows::instant(row, "at")?,
            },
            deed: Deed::read(&kind, &value).map_err(|why| fault(&why))?,
            prev: row.try_get("prev")?,
            hash: row.try_get("hash")?,
            payload,
        })
    }
}

fn hashed(seq: u64, signed: Signed, kind: &str, payload: &Value) -> Value {
    json!({
        "seq": seq,
        "at": signed.at,
        "actor": signed.by.to_string(),
        "kind": kind,
        "version": VERSION,
        "payload": payload,
    })
}

/// Adds an entry behind the newest one, within the transaction that does what it tells.
pub(in crate::store) async fn write(
    transaction: &mut Transaction<'static, Sqlite>,
    signed: Signed,
    deed: &Deed,
) -> Result<(), StoreError> {
    let newest = sqlx::query("SELECT seq, hash FROM site_log ORDER BY seq DESC LIMIT 1")
        .fetch_optional(&mut **transaction)
        .await?;
    let (seq, prev) = match newest {
        Some(row) => (rows::number::<u64>(&row, "seq")? + 1, row.try_get("hash")?),
        None => (1, GENESIS.to_owned()),
    };
    let (kind, payload) = deed.parts();
    let hash = chain::link(&prev, &hashed(seq, signed, kind, &payload));
    sqlx::query(
        "INSERT INTO site_log (seq, at, actor, kind, version, payload, prev, hash)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind(rows::int(seq))
    .bind(signed.at.as_millis())
    .bind(signed.by.to_string())
    .bind(kind)
    .bind(i64::from(VERSION))
    .bind(payload.to_string())
    .bind(prev)
    .bind(hash)
    .execute(&mut **transaction)
    .await?;
    Ok(())
}

/// Lays a reason about an account beside the log.
async fn lay_beside(
    transaction: &mut Transaction<'static, Sqlite>,
    about: AccountId,
    reason: &SaltedText,
) -> Result<TextHash, StoreError> {
    sqlx::query("INSERT INTO site_texts (hash, account_id, salt, body) VALUES ($1, $2, $3, $4)")
        .bind(&reason.hash)
        .bind(about.as_str())
        .bind(format!("{:032x}", u128::from_be_bytes(reason.salt)))
        .bind(&reason.body)
        .execute(&mut **transaction)
        .await?;
    Ok(TextHash(reason.hash.clone()))
}

impl Store {
    /// A page of the site log, newest first: entries with numbers below `before`, or all; only those
    /// about or by an account, or all.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn site_log(
        &self,
        before: Option<u64>,
        concerning: Option<AccountId>,
        limit: u32,
    ) -> Result<Vec<SiteEntryWithReason>, StoreError> {
        let mut query: QueryBuilder<Sqlite> =
            QueryBuilder::new("SELECT * FROM site_log WHERE seq < ");
        query.push_bind(before.map_or(i64::MAX, rows::int));
        if let Some(account) = concerning {
            let named = format!("%\"{account}\"%");
            query.push(" AND (actor = ").push_bind(account.to_string());
            query.push(" OR payload LIKE ").push_bind(named).push(")");
        }
        query
            .push(" ORDER BY seq DESC LIMIT ")
            .push_bind(i64::from(limit));
        let found = query.build().fetch_all(self.reader()).await?;
        let mut page = Vec::with_capacity(found.len());
        for row in &found {
            let entry = SiteEntry::of(row)?;
            let reason = match entry.deed.reason() {
                Some(hash) => self.site_text(&hash).await?,
                None => None,
            };
            page.push(SiteEntryWithReason { entry, reason });
        }
        Ok(page)
    }

    async fn site_text(&self, hash: &TextHash) -> Result<Option<String>, StoreError> {
        let found = sqlx::query_scalar("SELECT body FROM site_texts WHERE hash = $1")
            .bind(&hash.0)
            .fetch_optional(self.reader())
            .await?;
        Ok(found)
    }
}
