//! What moderators and administrators do to accounts.

use crate::ids::{AccountId, Role};
use crate::service::secret::Secret;
use crate::service::views::Person;
use crate::service::{Service, ServiceError, text};
use crate::store::site::suspensions::Changed;
use crate::time::Instant;

/// Days for which a link to a new password is good.
const RESET_DAYS: i64 = 1;

/// Something that is done to somebody's account.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Measure {
    /// Suspending it, and ending the suspension.
    Suspend,
    /// Making a link by which its owner chooses a new password.
    ResetPassword,
    /// Giving it a role.
    GiveRole,
}

impl Measure {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Suspend, Self::ResetPassword, Self::GiveRole];

    /// Whether somebody may do it to an account: moderators to players, administrators to everybody,
    /// nobody to themselves, and only administrators give roles.
    ///
    /// # Errors
    /// Why not, as a sentence.
    pub fn allows(self, by: &Person, on: &Person) -> Result<(), &'static str> {
        if by.role < Role::Moderator {
            Err("Only moderators can do that.")
        } else if by.id == on.id {
            Err("Nobody does that to their own account.")
        } else if by.role == Role::Admin {
            Ok(())
        } else if self == Self::GiveRole {
            Err("Only administrators give roles.")
        } else if on.role == Role::Player {
            Ok(())
        } else {
            Err("Only administrators do that to a moderator or an administrator.")
        }
    }
}

impl Service {
    /// Suspends an account: it can read and log in, and do nothing else. Its announcements end (T17).
    ///
    /// # Errors
    /// [`ServiceError::Missing`], [`ModeratorsOnly`](ServiceError::ModeratorsOnly),
    /// [`Suspended`](ServiceError::Suspended) for somebody who is suspended themselves,
    /// [`NotYours`](ServiceError::NotYours), [`ReasonMissing`](ServiceError::ReasonMissing),
    /// [`BadText`](ServiceError::BadText).
    pub async fn suspend(
        &self,
        by: &Person,
        account: AccountId,
        reason: &str,
    ) -> Result<(), ServiceError> {
        self.must_be_allowed(by, Measure::Suspend, account).await?;
        let reason = text::salted(text::reason(reason)?);
        let signed = self.signed(by);
        let changed = self.store.suspend(signed, account, &reason).await?;
        tracing::info!(%account, by = %by.id, "an account was suspended");
        done(changed)?;
        self.record_departures().await
    }

    /// Ends a suspension.
    ///
    /// # Errors
    /// As [`suspend`](Self::suspend).
    pub async fn unsuspend(
        &self,
        by: &Person,
        account: AccountId,
        reason: &str,
    ) -> Result<(), ServiceError> {
        self.must_be_allowed(by, Measure::Suspend, account).await?;
        let reason = text::salted(text::reason(reason)?);
        let signed = self.signed(by);
        tracing::info!(%account, by = %by.id, "a suspension ended");
        done(self.store.unsuspend(signed, account, &reason).await?)
    }

    /// Gives an account a role.
    ///
    /// # Errors
    /// As [`suspend`](Self::suspend), apart from what is said of a reason.
    pub async fn give_role(
        &self,
        by: &Person,
        account: AccountId,
        role: Role,
    ) -> Result<(), ServiceError> {
        self.must_be_allowed(by, Measure::GiveRole, account).await?;
        let signed = self.signed(by);
        tracing::info!(%account, %role, by = %by.id, "a role is given");
        done(self.store.give_role(signed, account, role).await?)
    }

    /// Makes the link by which an account gets a new password: its secret, shown this once, and when it
    /// is no longer good. A link that was made before is good for nothing then.
    ///
    /// # Errors
    /// As [`suspend`](Self::suspend), apart from what is said of a reason.
    pub async fn make_reset(
        &self,
        by: &Person,
        account: AccountId,
    ) -> Result<(Secret, Instant), ServiceError> {
        self.must_be_allowed(by, Measure::ResetPassword, account)
            .await?;
        let secret = Secret::random("");
        let signed = self.signed(by);
        let expires_at = signed.at.plus_days(RESET_DAYS);
        (self.store)
            .insert_reset(signed, account, (&secret.hash(), expires_at))
            .await?;
        tracing::info!(%account, by = %by.id, "a link to a new password was made");
        Ok((secret, expires_at))
    }

    async fn must_be_allowed(
        &self,
        by: &Person,
        measure: Measure,
        on: AccountId,
    ) -> Result<(), ServiceError> {
        self.must_moderate(by).await?;
        let on = self.somebody(on).await?;
        measure.allows(by, &on).map_err(ServiceError::NotYours)
    }

    /// Somebody whose account is not deleted.
    pub(in crate::service) async fn somebody(&self, id: AccountId) -> Result<Person, ServiceError> {
        let account = self.store.account(id).await?;
        let account = account.filter(|account| account.name.is_some());
        account.map(Person::from).ok_or(ServiceError::Missing)
    }
}

/// What was so already is as good as done.
fn done(changed: Changed) -> Result<(), ServiceError> {
    match changed {
        Changed::Done | Changed::Nothing => Ok(()),
        Changed::LastAdmin => Err(ServiceError::NotYours(
            "The site would be left without an administrator.",
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn somebody(number: u8, role: Role) -> Person {
        Person {
            id: AccountId::from_random([number; 10]),
            name: role.to_string(),
            role,
        }
    }

    /// Each role on each, in the order player, moderator, administrator.
    #[test]
    fn nobody_acts_on_those_above_or_beside_them_but_administrators() {
        let roles = [Role::Player, Role::Moderator, Role::Admin];
        for (measure, expected) in [
            (
                Measure::Suspend,
                [[false; 3], [true, false, false], [true; 3]],
            ),
            (
                Measure::ResetPassword,
                [[false; 3], [true, false, false], [true; 3]],
            ),
            (Measure::GiveRole, [[false; 3], [false; 3], [true; 3]]),
        ] {
            let may = roles.map(|by| {
                roles.map(|on| measure.allows(&somebody(1, by), &somebody(2, on)).is_ok())
            });
            assert_eq!(may, expected, "{measure:?}");
        }
    }

    #[test]
    fn nobody_acts_on_themselves() {
        for measure in Measure::ALL {
            let admin = somebody(1, Role::Admin);
            assert!(measure.allows(&admin, &admin).is_err(), "{measure:?}");
        }
    }
}
