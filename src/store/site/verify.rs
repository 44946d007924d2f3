//! Whether the site log is what was once written, and accounts, suspensions and invitations what it says.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use sqlx::Row;

use crate::ids::{AccountId, InviteId, Role};
use crate::referee::chain::GENESIS;
use crate::store::append::SaltedText;
use crate::store::verify::VerifyError;
use crate::store::{Store, rows};

use super::deed::Deed;
use super::{Signed, SiteEntry};

/// The first thing in the site log that does not fit.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("site log, entry {seq}: {what}")]
pub struct SiteFault {
    /// The number of the entry that does not fit, or that is not there.
    pub seq: u64,
    /// What is wrong with it.
    pub what: String,
}

/// How many entries are read at once.
const CHUNK: i64 = 500;

impl Store {
    /// Recomputes the chain of the site log and compares what is derived from it; says how many
    /// entries were checked.
    ///
    /// # Errors
    /// [`VerifyError::SiteLog`] for the first entry that does not fit.
    pub async fn verify_site_log(&self) -> Result<u64, VerifyError> {
        let mut replay = Replay::new();
        loop {
            let found = sqlx::query("SELECT * FROM site_log WHERE $1 < seq ORDER BY seq LIMIT $2")
                .bind(rows::int(replay.seq))
                .bind(CHUNK)
                .fetch_all(self.reader())
                .await?;
            if found.is_empty() {
                break;
            }
            for row in &found {
                let entry = SiteEntry::of(row);
                replay.check(entry.map_err(|why| replay.next_is_wrong(&why))?)?;
            }
        }
        self.check_reasons(&replay).await?;
        self.check_suspensions(&replay).await?;
        self.check_roles(&replay).await?;
        self.check_invites(&replay).await?;
        Ok(replay.seq)
    }

    /// A reason is the one that was written; it is missing only with the account that it is about.
    async fn check_reasons(&self, replay: &Replay) -> Result<(), VerifyError> {
        for (hash, (seq, account)) in &replay.reasons {
            let found = sqlx::query("SELECT salt, body FROM site_texts WHERE hash = $1")
                .bind(hash)
                .fetch_optional(self.reader())
                .await?;
            let Some(row) = found else {
                if replay.deleted.contains(account) {
                    continue;
                }
                return Err(fault(*seq, "the reason that belongs to it is missing"));
            };
            let (salt, body): (String, String) = (row.try_get("salt")?, row.try_get("body")?);
            let salt = u128::from_str_radix(&salt, 16).unwrap_or_default();
            if SaltedText::hash_of(&salt.to_be_bytes(), &body) != *hash {
                return Err(fault(
                    *seq,
                    "the reason that belongs to it is not the one that was written",
                ));
            }
        }
        Ok(())
    }

    async fn check_suspensions(&self, replay: &Replay) -> Result<(), VerifyError> {
        let mut expected = replay.suspended.clone();
        let found = sqlx::query("SELECT * FROM suspensions")
            .fetch_all(self.reader())
            .await?;
        for row in &found {
            let account: AccountId = rows::id(row, "account_id")?;
            let kept = Suspended {
                signed: Signed {
                    by: rows::id(row, "actor")?,
                    at: rows::instant(row, "at")?,
                },
                reason: row.try_get("reason")?,
            };
            match expected.remove(&account) {
                Some((_, written)) if written == kept => {}
                Some((seq, _)) => return Err(fault(seq, "the suspension is kept otherwise")),
                None => {
                    let what = format!("account {account} is suspended without an entry");
                    return Err(fault(replay.seq, what));
                }
            }
        }
        match expected.into_values().next() {
            Some((seq, _)) => Err(fault(seq, "the suspension is not kept")),
            None => Ok(()),
        }
    }

    /// Roles that were given before there was a site log are not in it.
    async fn check_roles(&self, replay: &Replay) -> Result<(), VerifyError> {
        for (account, (seq, role)) in &replay.roles {
            let found = sqlx::query("SELECT role FROM accounts WHERE id = $1 AND name IS NOT NULL")
                .bind(account.as_str())
                .fetch_optional(self.reader())
                .await?;
            let kept: Option<Role> = found.map(|row| rows::id(&row, "role")).transpose()?;
            if kept != Some(*role) {
                return Err(fault(
                    *seq,
                    "the account does not have the role that was given last",
                ));
            }
        }
        Ok(())
    }

    async fn check_invites(&self, replay: &Replay) -> Result<(), VerifyError> {
        let mut expected = replay.invites.clone();
        let found = sqlx::query("SELECT id, uses, used FROM invites")
            .fetch_all(self.reader())
            .await?;
        for row in &found {
            let id: InviteId = rows::id(row, "id")?;
            let kept: (u32, u32) = (rows::number(row, "uses")?, rows::number(row, "used")?);
            match expected.remove(&id) {
                Some((_, uses, used)) if (uses, used) == kept => {}
                Some((seq, ..)) => return Err(fault(seq, "the invitation is kept otherwise")),
                None => {
                    let what = format!("invitation {id} is there without an entry");
                    return Err(fault(replay.seq, what));
                }
            }
        }
        match expected.into_values().next() {
            Some((seq, ..)) => Err(fault(seq, "the invitation is not kept")),
            None => Ok(()),
        }
    }
}

/// What the suspension of an account must say.
#[derive(Clone, PartialEq, Eq)]
struct Suspended {
    signed: Signed,
    reason: String,
}

/// How far the log was followed, and what it says by then; each with the number of its entry.
struct Replay {
    seq: u64,
    head: String,
    suspended: BTreeMap<AccountId, (u64, Suspended)>,
    roles: BTreeMap<AccountId, (u64, Role)>,
    /// How many uses each has, and how many it had.
    invites: BTreeMap<InviteId, (u64, u32, u32)>,
    /// Reasons by hash, with the account that they are about.
    reasons: BTreeMap<String, (u64, AccountId)>,
    deleted: BTreeSet<AccountId>,
}

impl Replay {
    fn new() -> Self {
        Self {
            seq: 0,
            head: GENESIS.to_owned(),
            suspended: BTreeMap::new(),
            roles: BTreeMap::new(),
            invites: BTreeMap::new(),
            reasons: BTreeMap::new(),
            deleted: BTreeSet::new(),
        }
    }

    fn next_is_wrong(&self, what: &dyn fmt::Display) -> VerifyError {
        fault(self.seq + 1, what)
    }

    fn check(&mut self, entry: SiteEntry) -> Result<(), VerifyError> {
        let payload = entry.deed.parts().1.to_string();
        if entry.seq != self.seq + 1 {
            return Err(self.next_is_wrong(&"it is missing"));
        } else if entry.prev != self.head {
            return Err(self.next_is_wrong(&"it does not follow the entry before it"));
        } else if entry.hash != entry.recomputed_hash() {
            return Err(self.next_is_wrong(&"its hash is not that of what it says"));
        } else if entry.payload != payload {
            return Err(self.next_is_wrong(&"its payload is not written as it was"));
        }
        self.seq = entry.seq;
        self.follow(&entry);
        self.head = entry.hash;
        Ok(())
    }

    fn follow(&mut self, entry: &SiteEntry) {
        let seq = entry.seq;
        if let (Some(reason), Some(account)) = (entry.deed.reason(), entry.deed.account()) {
            self.reasons.insert(reason.0, (seq, account));
        }
        match &entry.deed {
            Deed::RoleGiven { account, role, .. } => {
                self.roles.insert(*account, (seq, *role));
            }
            Deed::Suspended { account, reason } => {
                let (signed, reason) = (entry.signed, reason.clone());
                let suspended = Suspended { signed, reason };
                self.suspended.insert(*account, (seq, suspended));
            }
            Deed::Unsuspended { account, .. } => {
                self.suspended.remove(account);
            }
            Deed::InviteMade { invite, uses, .. } => {
                self.invites.insert(*invite, (seq, *uses, 0));
            }
            Deed::InviteUsed { invite, .. } => {
                if let Some((newest, _, used)) = self.invites.get_mut(invite) {
                    (*newest, *used) = (seq, *used + 1);
                }
            }
            Deed::Deleted { account } => {
                self.suspended.remove(account);
                self.roles.remove(account);
                self.deleted.insert(*account);
            }
            Deed::ResetMade { .. } | Deed::ResetUsed { .. } | Deed::InviteRevoked { .. } => {}
        }
    }
}

fn fault(seq: u64, what: impl fmt::Display) -> VerifyError {
    VerifyError::SiteLog(SiteFault {
        seq,
        what: what.to_string(),
    })
}
