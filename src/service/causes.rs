//! Why something of a match no longer stands: who ruled so, in what office, and for what reason.

use std::collections::BTreeMap;

use crate::referee::event::{Actor, Body};
use crate::referee::state::{Match, PostState, TurnMark};
use crate::store::StoreError;
use crate::store::record::StoredEvent;

use super::audit::office;
use super::views::Cause;
use super::{Service, ServiceError};

/// Causes by the numbers of their entries.
#[derive(Clone, Debug, Default)]
pub(in crate::service) struct Causes(BTreeMap<u64, Cause>);

impl Causes {
    /// Why a turn does not count.
    pub(in crate::service) fn of_struck(&self, mark: &TurnMark) -> Option<Cause> {
        self.0.get(&mark.struck?).cloned()
    }

    /// Why what was written with a turn is hidden.
    pub(in crate::service) fn of_hidden(&self, mark: &TurnMark) -> Option<Cause> {
        self.0.get(&hidden_by(mark)?).cloned()
    }
}

fn hidden_by(mark: &TurnMark) -> Option<u64> {
    match mark.post {
        PostState::Shown => None,
        PostState::Hidden { by } => Some(by),
    }
}

impl Service {
    /// The causes of whatever does not stand in some turns of a match.
    pub(in crate::service) async fn causes(
        &self,
        game: &Match,
        turns: impl Iterator<Item = u32>,
    ) -> Result<Causes, ServiceError> {
        let marks = turns.filter_map(|turn| game.turn_mark(turn));
        let mut numbers: Vec<u64> = marks
            .flat_map(|mark| mark.struck.into_iter().chain(hidden_by(mark)))
            .collect();
        numbers.sort_unstable();
        numbers.dedup();
        let mut causes = Causes::default();
        for stored in self.store.events_numbered(game.id, &numbers).await? {
            causes.0.insert(stored.seq, self.cause(&stored).await?);
        }
        Ok(causes)
    }

    async fn cause(&self, stored: &StoredEvent) -> Result<Cause, ServiceError> {
        let event = stored.read();
        let event = event.map_err(|fault| StoreError::corrupt("an event", fault))?;
        let who = match event.actor {
            Actor::Account(account) => self.people(&[account]).await?.get(account).name,
            Actor::Server => "server".to_owned(),
        };
        let (office, reason) = match &event.body {
            Body::Ruled(ruled) => (
                Some(office(ruled)),
                self.store.text(stored.match_id, &ruled.reason.0).await?,
            ),
            _ => (None, None),
        };
        Ok(Cause {
            seq: stored.seq,
            at: stored.at,
            who,
            office,
            reason,
        })
    }
}
