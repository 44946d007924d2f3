//! Invitations, by which people register where only invited ones may.

use crate::ids::InviteId;
use crate::service::secret::{Secret, random_bytes};
use crate::service::views::Person;
use crate::service::{Service, ServiceError};
use crate::store::site::links::Invite;

use super::views::InviteLine;

/// How many invitations are listed.
const LISTED: u32 = 100;
/// How many accounts may be made with one invitation at most.
const USES: u32 = 100;
/// For how many days it is good at most.
const DAYS: u32 = 90;

impl Service {
    /// Makes an invitation that is good for some accounts and days; its secret is shown this once.
    ///
    /// # Errors
    /// [`ServiceError::ModeratorsOnly`], [`Suspended`](ServiceError::Suspended), and
    /// [`BadOptions`](ServiceError::BadOptions) for a number that is too small or too large.
    pub async fn invite(&self, by: &Person, uses: u32, days: u32) -> Result<Secret, ServiceError> {
        self.must_moderate(by).await?;
        must_be_within("uses", uses, USES)?;
        must_be_within("days", days, DAYS)?;
        let secret = Secret::random("");
        let made_at = self.now();
        let invite = Invite {
            id: InviteId::from_random(random_bytes()),
            made_by: by.id,
            made_at,
            expires_at: made_at.plus_days(i64::from(days)),
            uses,
            used: 0,
            void_at: None,
        };
        self.store.insert_invite(&invite, &secret.hash()).await?;
        tracing::info!(invite = %invite.id, by = %by.id, "an invitation was made");
        Ok(secret)
    }

    /// The newest invitations, whoever made them.
    ///
    /// # Errors
    /// [`ServiceError::ModeratorsOnly`].
    pub async fn invites(&self, by: &Person) -> Result<Vec<InviteLine>, ServiceError> {
        super::must_be_moderator(by)?;
        let now = self.now();
        let found = self.store.invites(LISTED).await?;
        let makers: Vec<_> = found.iter().map(|invite| invite.made_by).collect();
        let people = self.people(&makers).await?;
        let line = |invite: Invite| InviteLine {
            made_by: people.get(invite.made_by),
            is_good: invite.is_good(now),
            invite,
        };
        Ok(found.into_iter().map(line).collect())
    }

    /// Makes an invitation good for nothing.
    ///
    /// # Errors
    /// As [`invite`](Self::invite); [`ServiceError::Missing`] where there is none that was not void
    /// already.
    pub async fn revoke_invite(&self, by: &Person, invite: InviteId) -> Result<(), ServiceError> {
        self.must_moderate(by).await?;
        if self.store.revoke_invite(self.signed(by), invite).await? {
            Ok(())
        } else {
            Err(ServiceError::Missing)
        }
    }
}

fn must_be_within(option: &'static str, number: u32, most: u32) -> Result<(), ServiceError> {
    if (1..=most).contains(&number) {
        Ok(())
    } else {
        let message = format!("Write a number from 1 to {most}.");
        Err(ServiceError::BadOptions { option, message })
    }
}
