//! What is forgotten of somebody who deletes their account.

use crate::ids::AccountId;
use crate::store::{Store, StoreError};
use crate::time::Instant;

use super::deed::{Deed, Doer};
use super::suspensions::{Changed, has_acting_admin};
use super::{Signed, write};

impl Store {
    /// Takes from an account everything that says who it was: name, password, role, sessions, tokens,
    /// drafts, sprites, what was written with its turns, reasons about it, where it came from, and the
    /// links that it made or that were made for it. The record keeps its id.
    ///
    /// # Errors
    /// When the database does not answer; then nothing is taken.
    pub async fn anonymise(&self, id: AccountId, now: Instant) -> Result<Changed, StoreError> {
        let mut transaction = self.begin().await?;
        let is_admin = sqlx::query("SELECT 1 FROM accounts WHERE id = $1 AND role = 'admin'")
            .bind(id.as_str())
            .fetch_optional(&mut *transaction)
            .await?
            .is_some();
        for statement in FORGETTING {
            sqlx::query(statement)
                .bind(id.as_str())
                .execute(&mut *transaction)
                .await?;
        }
        sqlx::query("UPDATE invites SET void_at = $2 WHERE made_by = $1 AND void_at IS NULL")
            .bind(id.as_str())
            .bind(now.as_millis())
            .execute(&mut *transaction)
            .await?;
        if is_admin && !has_acting_admin(&mut transaction).await? {
            return Ok(Changed::LastAdmin);
        }
        let by = Doer::Account(id);
        let signed = Signed { by, at: now };
        write(&mut transaction, signed, &Deed::Deleted { account: id }).await?;
        transaction.commit().await?;
        Ok(Changed::Done)
    }
}

/// What is forgotten of an account, `$1`. The pictures of its turns keep the sprites that they were
/// drawn with.
const FORGETTING: [&str; 11] = [
    "UPDATE accounts SET name = NULL, skeleton = NULL, password_hash = NULL, role = 'player',
     recorded_name = NULL WHERE id = $1",
    "DELETE FROM sessions WHERE account_id = $1",
    "DELETE FROM tokens WHERE account_id = $1",
    "DELETE FROM player_sprites WHERE account_id = $1",
    "DELETE FROM drafts WHERE account_id = $1",
    "DELETE FROM refusals WHERE account_id = $1",
    "DELETE FROM texts WHERE (match_id, hash) IN
     (SELECT match_id, post FROM turns WHERE account_id = $1 AND post IS NOT NULL)",
    "DELETE FROM suspensions WHERE account_id = $1",
    "DELETE FROM site_texts WHERE account_id = $1",
    "DELETE FROM sightings WHERE account_id = $1",
    "DELETE FROM password_resets WHERE account_id = $1 OR made_by = $1",
];
