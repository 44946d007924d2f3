//! What the site log tells of, and in which form it is stored.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::ids::{AccountId, InviteId, ParseIdError, Role};
use crate::referee::event::TextHash;
use crate::time::Instant;

/// Who does something to accounts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Doer {
    /// Somebody with an account.
    Account(AccountId),
    /// Whoever has the command line of the machine.
    Operator,
}

impl fmt::Display for Doer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Account(account) => account.fmt(f),
            Self::Operator => f.write_str("operator"),
        }
    }
}

impl FromStr for Doer {
    type Err = ParseIdError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "operator" => Ok(Self::Operator),
            account => account.parse().map(Self::Account),
        }
    }
}

/// What was done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", content = "payload", rename_all = "snake_case")]
pub enum Deed {
    /// An account got a role.
    RoleGiven {
        /// The account.
        account: AccountId,
        /// The role.
        role: Role,
        /// The role that it had before.
        former: Role,
    },
    /// An account was suspended.
    Suspended {
        /// The account.
        account: AccountId,
        /// The hash of the reason.
        reason: String,
    },
    /// A suspension ended.
    Unsuspended {
        /// The account.
        account: AccountId,
        /// The hash of the reason.
        reason: String,
    },
    /// A link was made by which an account gets a new password.
    ResetMade {
        /// The account.
        account: AccountId,
        /// When the link is no longer good.
        expires_at: Instant,
    },
    /// The link was used.
    ResetUsed {
        /// The account.
        account: AccountId,
    },
    /// A link was made by which people register.
    InviteMade {
        /// The invitation.
        invite: InviteId,
        /// How many accounts may be made with it.
        uses: u32,
        /// When it is no longer good.
        expires_at: Instant,
    },
    /// Somebody registered by an invitation.
    InviteUsed {
        /// The invitation.
        invite: InviteId,
        /// The account that was made.
        account: AccountId,
    },
    /// An invitation was revoked.
    InviteRevoked {
        /// The invitation.
        invite: InviteId,
    },
    /// Somebody deleted their account.
    Deleted {
        /// The account.
        account: AccountId,
    },
}

impl Deed {
    /// The kinds' words, for filters and for reading.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::RoleGiven { .. } => "role_given",
            Self::Suspended { .. } => "suspended",
            Self::Unsuspended { .. } => "unsuspended",
            Self::ResetMade { .. } => "reset_made",
            Self::ResetUsed { .. } => "reset_used",
            Self::InviteMade { .. } => "invite_made",
            Self::InviteUsed { .. } => "invite_used",
            Self::InviteRevoked { .. } => "invite_revoked",
            Self::Deleted { .. } => "deleted",
        }
    }

    /// The account that it is about.
    pub const fn account(&self) -> Option<AccountId> {
        match self {
            Self::RoleGiven { account, .. }
            | Self::Suspended { account, .. }
            | Self::Unsuspended { account, .. }
            | Self::ResetMade { account, .. }
            | Self::ResetUsed { account }
            | Self::InviteUsed { account, .. }
            | Self::Deleted { account } => Some(*account),
            Self::InviteMade { .. } | Self::InviteRevoked { .. } => None,
        }
    }

    /// The hash of the reason that lies beside it.
    pub fn reason(&self) -> Option<TextHash> {
        match self {
            Self::Suspended { reason, .. } | Self::Unsuspended { reason, .. } => {
                Some(TextHash(reason.clone()))
            }
            Self::RoleGiven { .. }
            | Self::ResetMade { .. }
            | Self::ResetUsed { .. }
            | Self::InviteMade { .. }
            | Self::InviteUsed { .. }
            | Self::InviteRevoked { .. }
            | Self::Deleted { .. } => None,
        }
    }

    /// The stored form: the kind's word, and the payload.
    pub(in crate::store) fn parts(&self) -> (&'static str, Value) {
        let mut whole = serde_json::to_value(self).expect("a deed has texts for keys");
        (self.kind(), whole["payload"].take())
    }

    /// Reads the stored form.
    pub(in crate::store) fn read(kind: &str, payload: &Value) -> Result<Self, serde_json::Error> {
        serde_json::from_value(json!({"kind": kind, "payload": payload}))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deed_reads_back_by_the_word_of_its_kind() {
        let account = AccountId::from_random([3; 10]);
        let invite = InviteId::from_random([4; 10]);
        let expires_at = Instant::from_millis(1_000);
        for deed in [
            Deed::RoleGiven {
                account,
                role: Role::Moderator,
                former: Role::Player,
            },
            Deed::Suspended {
                account,
                reason: "ab".to_owned(),
            },
            Deed::Unsuspended {
                account,
                reason: "cd".to_owned(),
            },
            Deed::ResetMade {
                account,
                expires_at,
            },
            Deed::ResetUsed { account },
            Deed::InviteMade {
                invite,
                uses: 3,
                expires_at,
            },
            Deed::InviteUsed { invite, account },
            Deed::InviteRevoked { invite },
            Deed::Deleted { account },
        ] {
            let (kind, payload) = deed.parts();
            assert_eq!(Deed::read(kind, &payload).unwrap(), deed);
        }
        assert!(Deed::read("forgotten", &json!({})).is_err());
    }

    #[test]
    fn a_doer_reads_back() {
        for doer in [
            Doer::Operator,
            Doer::Account(AccountId::from_random([5; 10])),
        ] {
            assert_eq!(doer.to_string().parse(), Ok(doer));
        }
    }
}
