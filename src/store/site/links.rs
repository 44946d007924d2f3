//! Links that are handed out: to choose a new password, and to register by.

use sqlx::sqlite::SqliteRow;
use sqlx::{Row, Sqlite, Transaction};

use crate::ids::{AccountId, InviteId};
use crate::store::accounts::{NewAccount, insert_account_in};
use crate::store::{Store, StoreError, rows};
use crate::time::Instant;

use super::deed::{Deed, Doer};
use super::{Signed, write};

/// An invitation, without the secret of its link.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invite {
    /// Its id.
    pub id: InviteId,
    /// Who made it.
    pub made_by: AccountId,
    /// When.
    pub made_at: Instant,
    /// From when on it is no longer good.
    pub expires_at: Instant,
    /// How many accounts may be made with it.
    pub uses: u32,
    /// How many were.
    pub used: u32,
    /// When it was revoked, or its maker's account deleted.
    pub void_at: Option<Instant>,
}

impl Invite {
    /// Whether somebody may register by it at an instant.
    pub fn is_good(&self, now: Instant) -> bool {
        self.void_at.is_none() && self.used < self.uses && now < self.expires_at
    }
}

/// New passwords.
impl Store {
    /// Keeps a link for an account in place of the one before.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn insert_reset(
        &self,
        signed: Signed,
        account: AccountId,
        (secret_hash, expires_at): (&str, Instant),
    ) -> Result<(), StoreError> {
        let mut transaction = self.begin().await?;
        sqlx::query(
            "INSERT INTO password_resets (account_id, secret_hash, made_by, expires_at)
             VALUES ($1, $2, $3, $4) ON CONFLICT (account_id) DO UPDATE SET
             secret_hash = excluded.secret_hash, made_by = excluded.made_by,
             expires_at = excluded.expires_at",
        )
        .bind(account.as_str())
        .bind(secret_hash)
        .bind(signed.by.to_string())
        .bind(expires_at.as_millis())
        .execute(&mut *transaction)
        .await?;
        write(
            &mut transaction,
            signed,
            &Deed::ResetMade {
                account,
                expires_at,
            },
        )
        .await?;
        Ok(transaction.commit().await?)
    }

    /// The account that gets a new password by a link that is good at an instant.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn reset_account(
        &self,
        secret_hash: &str,
        now: Instant,
    ) -> Result<Option<AccountId>, StoreError> {
        let found = sqlx::query(
            "SELECT account_id FROM password_resets WHERE secret_hash = $1 AND expires_at > $2",
        )
        .bind(secret_hash)
        .bind(now.as_millis())
        .fetch_optional(self.reader())
        .await?;
        found.map(|row| rows::id(&row, "account_id")).transpose()
    }

    /// Uses a link up: the account gets the password with this hash, and its sessions and tokens end.
    /// `None` when the link is no longer good.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn use_reset(
        &self,
        secret_hash: &str,
        password_hash: &str,
        now: Instant,
    ) -> Result<Option<AccountId>, StoreError> {
        let mut transaction = self.begin().await?;
        let found = sqlx::query(
            "DELETE FROM password_resets WHERE secret_hash = $1 AND expires_at > $2
             RETURNING account_id",
        )
        .bind(secret_hash)
        .bind(now.as_millis())
        .fetch_optional(&mut *transaction)
        .await?;
        let Some(row) = found else { return Ok(None) };
        let account: AccountId = rows::id(&row, "account_id")?;
        sqlx::query("UPDATE accounts SET password_hash = $2 WHERE id = $1")
            .bind(account.as_str())
            .bind(password_hash)
            .execute(&mut *transaction)
            .await?;
        for statement in [
            "DELETE FROM sessions WHERE account_id = $1",
            "DELETE FROM tokens WHERE account_id = $1",
        ] {
            sqlx::query(statement)
                .bind(account.as_str())
                .execute(&mut *transaction)
                .await?;
        }
        let by = Doer::Account(account);
        write(
            &mut transaction,
            Signed { by, at: now },
            &Deed::ResetUsed { account },
        )
        .await?;
        transaction.commit().await?;
        Ok(Some(account))
    }
}

/// Invitations.
impl Store {
    /// Makes an invitation whose link has a secret with this SHA-256.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn insert_invite(
        &self,
        invite: &Invite,
        secret_hash: &str,
    ) -> Result<(), StoreError> {
        let mut transaction = self.begin().await?;
        sqlx::query(
            "INSERT INTO invites (id, secret_hash, made_by, made_at, expires_at, uses)
             VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind(invite.id.as_str())
        .bind(secret_hash)
        .bind(invite.made_by.as_str())
        .bind(invite.made_at.as_millis())
        .bind(invite.expires_at.as_millis())
        .bind(i64::from(invite.uses))
        .execute(&mut *transaction)
        .await?;
        let signed = Signed {
            by: Doer::Account(invite.made_by),
            at: invite.made_at,
        };
        let deed = Deed::InviteMade {
            invite: invite.id,
            uses: invite.uses,
            expires_at: invite.expires_at,
        };
        write(&mut transaction, signed, &deed).await?;
        Ok(transaction.commit().await?)
    }

    /// The newest invitations first.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn invites(&self, limit: u32) -> Result<Vec<Invite>, StoreError> {
        let found = sqlx::query("SELECT * FROM invites ORDER BY made_at DESC, id LIMIT $1")
            .bind(i64::from(limit))
            .fetch_all(self.reader())
            .await?;
        found.iter().map(invite_of).collect()
    }

    /// Makes an invitation good for nothing; `false` if there is none that was not void already.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn revoke_invite(
        &self,
        signed: Signed,
        invite: InviteId,
    ) -> Result<bool, StoreError> {
        let mut transaction = self.begin().await?;
        let done = sqlx::query("UPDATE invites SET void_at = $2 WHERE id = $1 AND void_at IS NULL")
            .bind(invite.as_str())
            .bind(signed.at.as_millis())
            .execute(&mut *transaction)
            .await?;
        if done.rows_affected() == 0 {
            return Ok(false);
        }
        write(&mut transaction, signed, &Deed::InviteRevoked { invite }).await?;
        transaction.commit().await?;
        Ok(true)
    }

    /// Whether somebody may register by the invitation with this SHA-256 at an instant.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn is_invite(&self, secret_hash: &str, now: Instant) -> Result<bool, StoreError> {
        let found = sqlx::query("SELECT * FROM invites WHERE secret_hash = $1")
            .bind(secret_hash)
            .fetch_optional(self.reader())
            .await?;
        let invite = found.as_ref().map(invite_of).transpose()?;
        Ok(invite.is_some_and(|invite| invite.is_good(now)))
    }

    /// Makes an account by an invitation, and uses that up by one; `false` when it is no longer good.
    ///
    /// # Errors
    /// [`StoreError::Taken`] when an account has a name that looks the same; then the invitation is as
    /// good as before.
    pub async fn insert_invited(
        &self,
        new: NewAccount<'_>,
        secret_hash: &str,
    ) -> Result<bool, StoreError> {
        let mut transaction = self.begin().await?;
        let Some(invite) = use_invite(&mut transaction, secret_hash, new.created_at).await? else {
            return Ok(false);
        };
        insert_account_in(&mut transaction, new).await?;
        let signed = Signed {
            by: Doer::Account(new.id),
            at: new.created_at,
        };
        let account = new.id;
        write(
            &mut transaction,
            signed,
            &Deed::InviteUsed { invite, account },
        )
        .await?;
        transaction.commit().await?;
        Ok(true)
    }
}

async fn use_invite(
    transaction: &mut Transaction<'static, Sqlite>,
    secret_hash: &str,
    now: Instant,
) -> Result<Option<InviteId>, StoreError> {
    let found = sqlx::query(
        "UPDATE invites SET used = used + 1
         WHERE secret_hash = $1 AND void_at IS NULL AND used < uses AND expires_at > $2 RETURNING id",
    )
    .bind(secret_hash)
    .bind(now.as_millis())
    .fetch_optional(&mut **transaction)
    .await?;
    found.map(|row| rows::id(&row, "id")).transpose()
}

fn invite_of(row: &SqliteRow) -> Result<Invite, StoreError> {
    Ok(Invite {
        id: rows::id(row, "id")?,
        made_by: rows::id(row, "made_by")?,
        made_at: Instant::from_millis(row.try_get("made_at")?),
        expires_at: rows::instant(row, "expires_at")?,
        uses: rows::number(row, "uses")?,
        used: rows::number(row, "used")?,
        void_at: rows::maybe_instant(row, "void_at")?,
    })
}
