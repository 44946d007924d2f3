//! The moderation of the site: who may do what to whose account, and what moderators are shown.

mod departures;
mod links;
mod measures;
mod overview;
mod signals;
pub mod views;

use crate::store::site::Signed;
use crate::store::site::deed::Doer;

use super::views::Person;
use super::{Service, ServiceError};

pub use crate::store::site::links::Invite;
pub use measures::Measure;

use overview::must_be_moderator;

impl Service {
    /// Asks whether somebody may act at all: an account that is suspended reads only.
    ///
    /// # Errors
    /// [`ServiceError::Suspended`].
    pub async fn must_act(&self, by: &Person) -> Result<(), ServiceError> {
        match self.why_suspended(by).await? {
            Some(reason) => Err(ServiceError::Suspended { reason }),
            None => Ok(()),
        }
    }

    /// Why somebody's account is suspended, if it is.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn why_suspended(&self, person: &Person) -> Result<Option<String>, ServiceError> {
        let suspension = self.store.suspension(person.id).await?;
        Ok(suspension.map(|suspension| suspension.reason.unwrap_or_default()))
    }

    /// Asks whether somebody moderates the site, and is not suspended themselves.
    ///
    /// # Errors
    /// [`ServiceError::ModeratorsOnly`], [`Suspended`](ServiceError::Suspended).
    pub(in crate::service) async fn must_moderate(&self, by: &Person) -> Result<(), ServiceError> {
        must_be_moderator(by)?;
        self.must_act(by).await
    }

    fn signed(&self, by: &Person) -> Signed {
        Signed {
            by: Doer::Account(by.id),
            at: self.now(),
        }
    }
}
