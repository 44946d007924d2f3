//! Matches on their way out of the store, or into it from elsewhere: whole ones, with all that lies
//! beside their events.

mod enter;
mod leave;
pub mod tables;

use sqlx::{Row, Sqlite, Transaction};

use crate::ids::{AccountId, MatchId, PlayerName};
use crate::time::Instant;

use super::accounts::NewAccount;
use super::{Store, StoreError, rows};

pub use enter::Incoming;
pub use leave::WholeMatch;

/// How many lines a statement writes at most: SQLite counts what is bound to one.
const LINES: usize = 500;

/// One transaction, in which matches leave the store as it was at one moment, or enter it together or
/// not at all.
#[derive(Debug)]
pub struct Transfer {
    pub(in crate::store) transaction: Transaction<'static, Sqlite>,
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

    /// Lets everything that was written stay.
    ///
    /// # Errors
    /// [`StoreError`]; then nothing stays.
    pub async fn commit(self) -> Result<(), StoreError> {
        Ok(self.transaction.commit().await?)
    }
}
