//! Who is suspended, and roles: what changes an account, together with its entry in the site log.

use sqlx::sqlite::SqliteRow;
use sqlx::{Row, Sqlite, Transaction};

use crate::ids::{AccountId, Role};
use crate::referee::event::TextHash;
use crate::store::append::SaltedText;
use crate::store::{Store, StoreError, rows};
use crate::time::Instant;

use super::deed::{Deed, Doer};
use super::{Signed, lay_beside, write};

/// An account that is suspended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suspension {
    /// The account.
    pub account: AccountId,
    /// Who suspended it, and when.
    pub signed: Signed,
    /// Why.
    pub reason: Option<String>,
}

/// What came of a change of an account.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Changed {
    /// It was made.
    Done,
    /// It was so already, or there is no such account any more.
    Nothing,
    /// The site would be left without an administrator who can act; nothing was changed.
    LastAdmin,
}

impl Store {
    /// Suspends an account.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn suspend(
        &self,
        signed: Signed,
        account: AccountId,
        reason: &SaltedText,
    ) -> Result<Changed, StoreError> {
        let mut transaction = self.begin().await?;
        let suspended = sqlx::query(
            "INSERT INTO suspensions (account_id, at, actor, reason)
             SELECT id, $2, $3, $4 FROM accounts WHERE id = $1 AND name IS NOT NULL
             ON CONFLICT (account_id) DO NOTHING",
        )
        .bind(account.as_str())
        .bind(signed.at.as_millis())
        .bind(signed.by.to_string())
        .bind(&reason.hash)
        .execute(&mut *transaction)
        .await?;
        if suspended.rows_affected() == 0 {
            return Ok(Changed::Nothing);
        }
        if !has_acting_admin(&mut transaction).await? {
            return Ok(Changed::LastAdmin);
        }
        let TextHash(reason) = lay_beside(&mut transaction, account, reason).await?;
        write(
            &mut transaction,
            signed,
            &Deed::Suspended { account, reason },
        )
        .await?;
        transaction.commit().await?;
        Ok(Changed::Done)
    }

    /// Ends a suspension.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn unsuspend(
        &self,
        signed: Signed,
        account: AccountId,
        reason: &SaltedText,
    ) -> Result<Changed, StoreError> {
        let mut transaction = self.begin().await?;
        let ended = sqlx::query("DELETE FROM suspensions WHERE account_id = $1")
            .bind(account.as_str())
            .execute(&mut *transaction)
            .await?;
        if ended.rows_affected() == 0 {
            return Ok(Changed::Nothing);
        }
        let TextHash(reason) = lay_beside(&mut transaction, account, reason).await?;
        write(
            &mut transaction,
            signed,
            &Deed::Unsuspended { account, reason },
        )
        .await?;
        transaction.commit().await?;
        Ok(Changed::Done)
    }

    /// Gives an account a role.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn give_role(
        &self,
        signed: Signed,
        account: AccountId,
        role: Role,
    ) -> Result<Changed, StoreError> {
        let mut transaction = self.begin().await?;
        let found = sqlx::query("SELECT role FROM accounts WHERE id = $1 AND name IS NOT NULL")
            .bind(account.as_str())
            .fetch_optional(&mut *transaction)
            .await?;
        let former: Option<Role> = found.map(|row| rows::id(&row, "role")).transpose()?;
        let Some(former) = former.filter(|former| *former != role) else {
            return Ok(Changed::Nothing);
        };
        sqlx::query("UPDATE accounts SET role = $2 WHERE id = $1")
            .bind(account.as_str())
            .bind(role.word())
            .execute(&mut *transaction)
            .await?;
        // The operator can always make another one.
        if signed.by != Doer::Operator && !has_acting_admin(&mut transaction).await? {
            return Ok(Changed::LastAdmin);
        }
        let deed = Deed::RoleGiven {
            account,
            role,
            former,
        };
        write(&mut transaction, signed, &deed).await?;
        transaction.commit().await?;
        Ok(Changed::Done)
    }

    /// The suspension of an account, if it is suspended.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn suspension(&self, account: AccountId) -> Result<Option<Suspension>, StoreError> {
        let found = sqlx::query(
            "SELECT suspensions.*, body FROM suspensions
             LEFT JOIN site_texts ON site_texts.hash = suspensions.reason
             WHERE suspensions.account_id = $1",
        )
        .bind(account.as_str())
        .fetch_optional(self.reader())
        .await?;
        found.as_ref().map(suspension_of).transpose()
    }

    /// The accounts that are suspended, the newest suspension first.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn suspensions(&self, limit: u32) -> Result<Vec<Suspension>, StoreError> {
        let found = sqlx::query(
            "SELECT suspensions.*, body FROM suspensions
             LEFT JOIN site_texts ON site_texts.hash = suspensions.reason
             ORDER BY at DESC, suspensions.account_id LIMIT $1",
        )
        .bind(i64::from(limit))
        .fetch_all(self.reader())
        .await?;
        found.iter().map(suspension_of).collect()
    }
}

/// Whether an administrator is left who is not suspended.
pub(in crate::store) async fn has_acting_admin(
    transaction: &mut Transaction<'static, Sqlite>,
) -> Result<bool, StoreError> {
    let found = sqlx::query(
        "SELECT 1 FROM accounts WHERE role = 'admin'
         AND NOT EXISTS (SELECT 1 FROM suspensions WHERE account_id = accounts.id) LIMIT 1",
    )
    .fetch_optional(&mut **transaction)
    .await?;
    Ok(found.is_some())
}

fn suspension_of(row: &SqliteRow) -> Result<Suspension, StoreError> {
    Ok(Suspension {
        account: rows::id(row, "account_id")?,
        signed: Signed {
            by: rows::id(row, "actor")?,
            at: Instant::from_millis(row.try_get("at")?),
        },
        reason: row.try_get("body")?,
    })
}
