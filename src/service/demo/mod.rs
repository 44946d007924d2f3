//! Matches to look at, for a server that has none yet: played by legal commands through the same
//! service as any other, only with instants of the week before.

mod abaddon;
mod helios;

use crate::ids::MatchId;
use crate::store::StoreError;

use super::{Service, ServiceError};

const NAMES: [&str; 3] = ["Demo Brindle", "Demo Marrow", "Demo Orchard"];
/// How many days before today the matches were made.
const DAYS_AGO: i64 = 8;

impl Service {
    /// Plays a demonstration of each game on a server without any match, and says which is the one of
    /// Halls of Abaddon; elsewhere nothing happens.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn play_demo(&self) -> Result<Option<MatchId>, ServiceError> {
        if self.store.has_matches().await? {
            return Ok(None);
        }
        let made = self.now().day().start().plus_days(-DAYS_AGO);
        let mut players = Vec::with_capacity(NAMES.len());
        for name in NAMES {
            let name = (name.parse()).expect("the demonstration's names are names");
            match self.account_without_password(&name, made).await {
                Ok(player) => players.push(player),
                // The players are there already, though their match is not: leave them alone.
                Err(StoreError::Taken) => return Ok(None),
                Err(error) => return Err(error.into()),
            }
        }
        let helios = self.play_demo_of_helios(&players, made).await?;
        let halls = self.play_demo_of_abaddon(&players, made).await?;
        tracing::info!(%halls, %helios, "the demonstrations were played");
        Ok(Some(halls))
    }
}
