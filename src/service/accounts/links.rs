//! What people do with the links that moderators hand out.

use crate::ids::Role;
use crate::service::password;
use crate::service::secret::Secret;

use super::{AccountError, Accounts, Person, name_taken};

impl Accounts {
    /// Makes an account for somebody who has the secret of an invitation, and uses it up by one.
    ///
    /// # Errors
    /// [`AccountError::NotInvited`] first, then those of [`add`](Self::add).
    pub(super) async fn add_invited(
        &self,
        name: &str,
        password: &str,
        invite: &Secret,
    ) -> Result<Person, AccountError> {
        let hash = invite.hash();
        if !self.store.is_invite(&hash, self.clock.now()).await? {
            return Err(AccountError::NotInvited);
        }
        let applicant = self.applicant(name, password).await?;
        let new = applicant.with_role(Role::Player);
        let invited = self.store.insert_invited(new, &hash).await;
        if invited.map_err(name_taken)? {
            Ok(applicant.settled(Role::Player))
        } else {
            Err(AccountError::NotInvited)
        }
    }

    /// Whose password a link changes.
    ///
    /// # Errors
    /// [`AccountError::BadLink`] for one that is no longer good.
    pub async fn by_reset(&self, link: &Secret) -> Result<Person, AccountError> {
        let found = (self.store)
            .reset_account(&link.hash(), self.clock.now())
            .await?;
        let account = found.ok_or(AccountError::BadLink)?;
        self.person(account).await?.ok_or(AccountError::BadLink)
    }

    /// Uses a link up: its owner has a new password, and none of their sessions and tokens is good any
    /// more.
    ///
    /// # Errors
    /// [`AccountError::BadLink`], [`WeakPassword`](AccountError::WeakPassword); then the link is as
    /// good as before.
    pub async fn reset_password(
        &self,
        link: &Secret,
        password: &str,
    ) -> Result<Person, AccountError> {
        let person = self.by_reset(link).await?;
        if !password::is_strong(password) {
            return Err(AccountError::WeakPassword);
        }
        let hash = (password::hash(password).await).ok_or(AccountError::Hash)?;
        let now = self.clock.now();
        let used = self.store.use_reset(&link.hash(), &hash, now).await?;
        used.ok_or(AccountError::BadLink)?;
        tracing::info!(account = %person.id, "a password was changed by a link");
        Ok(person)
    }
}
