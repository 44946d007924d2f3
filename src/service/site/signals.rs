//! Accounts that came from the same network: a signal for moderators, from which nothing follows by
//! itself.

use std::collections::BTreeSet;
use std::net::IpAddr;

use crate::ids::AccountId;
use crate::service::secret::random_bytes;
use crate::service::{Service, ServiceError};
use crate::store::site::signals::{KEPT_DAYS, Signal};
use crate::time::GmtDay;

use super::views::SignalLine;

impl Service {
    /// Notes that an account came from a network on a GMT day. Only a hash is kept, under a key of that
    /// day alone.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn note_sighting(
        &self,
        account: AccountId,
        network: IpAddr,
        day: GmtDay,
    ) -> Result<(), ServiceError> {
        let octets = match network {
            IpAddr::V4(address) => address.octets().to_vec(),
            IpAddr::V6(address) => address.octets().to_vec(),
        };
        let noted = self
            .store
            .note_sighting(account, &octets, day, random_bytes());
        Ok(noted.await?)
    }

    /// Forgets where accounts came from more than thirty days ago, and the keys without which such
    /// hashes mean nothing.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn forget_traces(&self) -> Result<(), ServiceError> {
        Ok(self.store.forget_traces_before(self.oldest_day()).await?)
    }

    /// Which accounts shared a network on the same days, those with most days first; only those with
    /// one account among them, where one is named.
    pub(super) async fn signals(
        &self,
        among: Option<AccountId>,
        most: u32,
    ) -> Result<Vec<SignalLine>, ServiceError> {
        let mut signals = self.store.signals(self.oldest_day(), among).await?;
        signals.truncate(usize::try_from(most).unwrap_or(usize::MAX));
        let accounts: BTreeSet<_> = signals.iter().flat_map(|signal| &signal.accounts).collect();
        let accounts: Vec<AccountId> = accounts.into_iter().copied().collect();
        let people = self.people(&accounts).await?;
        let line = |Signal { accounts, days }: Signal| {
            let mut shared: Vec<_> = (accounts.into_iter())
                .map(|account| people.get(account))
                .collect();
            shared.sort_by(|one, other| one.name.cmp(&other.name));
            SignalLine {
                people: shared,
                days: days.into_iter().collect(),
            }
        };
        Ok(signals.into_iter().map(line).collect())
    }

    fn oldest_day(&self) -> GmtDay {
        self.now().plus_days(-KEPT_DAYS).day()
    }
}
