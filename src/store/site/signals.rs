//! Which accounts came from the same network: hashes that cannot be linked after thirty days.

use std::collections::{BTreeMap, BTreeSet};

use sqlx::Row;

use crate::ids::AccountId;
use crate::rules::canonical::sha256_hex;
use crate::store::{Store, StoreError, rows};
use crate::time::GmtDay;

/// Days for which a sighting is kept, and the key without which it means nothing.
pub const KEPT_DAYS: i64 = 30;
/// How many sightings are looked through for signals at most.
const MOST: i64 = 2_000;

/// Accounts that came from one network on the same days.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signal {
    /// The accounts, at least two.
    pub accounts: BTreeSet<AccountId>,
    /// The GMT days.
    pub days: BTreeSet<GmtDay>,
}

impl Store {
    /// Notes that an account came from a network on a GMT day. The network is kept as a hash under the
    /// day's own random key, `fresh` where the day has none yet.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn note_sighting(
        &self,
        account: AccountId,
        network: &[u8],
        day: GmtDay,
        fresh: [u8; 32],
    ) -> Result<(), StoreError> {
        let mut transaction = self.begin().await?;
        sqlx::query(
            "INSERT INTO network_keys (day, secret) VALUES ($1, $2) ON CONFLICT (day) DO NOTHING",
        )
        .bind(day.to_string())
        .bind(fresh.as_slice())
        .execute(&mut *transaction)
        .await?;
        let key: Vec<u8> = sqlx::query_scalar("SELECT secret FROM network_keys WHERE day = $1")
            .bind(day.to_string())
            .fetch_one(&mut *transaction)
            .await?;
        sqlx::query(
            "INSERT INTO sightings (day, network, account_id) VALUES ($1, $2, $3)
             ON CONFLICT (day, network, account_id) DO NOTHING",
        )
        .bind(day.to_string())
        .bind(sha256_hex(&[key.as_slice(), network].concat()))
        .bind(account.as_str())
        .execute(&mut *transaction)
        .await?;
        Ok(transaction.commit().await?)
    }

    /// Deletes the sightings and keys of days before one.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn forget_traces_before(&self, day: GmtDay) -> Result<(), StoreError> {
        let mut transaction = self.begin().await?;
        for statement in [
            "DELETE FROM sightings WHERE day < $1",
            "DELETE FROM network_keys WHERE day < $1",
        ] {
            sqlx::query(statement)
                .bind(day.to_string())
                .execute(&mut *transaction)
                .await?;
        }
        Ok(transaction.commit().await?)
    }

    /// The accounts that shared a network on a GMT day, from a day on: who has most days in common
    /// comes first. Only those with one account among them, where one is named.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn signals(
        &self,
        since: GmtDay,
        among: Option<AccountId>,
    ) -> Result<Vec<Signal>, StoreError> {
        let found = sqlx::query(
            "SELECT day, network, account_id FROM sightings
             WHERE $1 <= day AND (day, network) IN (SELECT day, network FROM sightings
             WHERE $1 <= day GROUP BY day, network HAVING 1 < COUNT(*))
             ORDER BY day DESC, network, account_id LIMIT $2",
        )
        .bind(since.to_string())
        .bind(MOST)
        .fetch_all(self.reader())
        .await?;
        let mut shared: BTreeMap<(String, String), BTreeSet<AccountId>> = BTreeMap::new();
        for row in &found {
            let place = (row.try_get("day")?, row.try_get("network")?);
            let account = rows::id(row, "account_id")?;
            shared.entry(place).or_default().insert(account);
        }
        let mut days: BTreeMap<BTreeSet<AccountId>, BTreeSet<GmtDay>> = BTreeMap::new();
        for ((day, _), accounts) in shared {
            let day = GmtDay::try_from(day).map_err(|why| StoreError::corrupt("a day", why))?;
            days.entry(accounts).or_default().insert(day);
        }
        let mut signals: Vec<Signal> = (days.into_iter())
            .filter(|(accounts, _)| 1 < accounts.len())
            .filter(|(accounts, _)| among.is_none_or(|account| accounts.contains(&account)))
            .map(|(accounts, days)| Signal { accounts, days })
            .collect();
        signals.sort_by_key(|signal| std::cmp::Reverse(signal.days.len()));
        Ok(signals)
    }
}
