//! Records what becomes due by itself, also what did while the server was down.

use std::sync::Arc;
use std::time::Duration;

use crate::ids::MatchId;
use crate::store::project::Loaded;
use crate::time::Instant;

use super::desk::Halt;
use super::{Service, ServiceError};

/// How often it is looked for.
const EVERY: Duration = Duration::from_secs(2);
/// How many matches are looked up at once.
const AT_ONCE: u32 = 100;

/// Ticks until `stop` comes. A tick that fails is logged, and tried again with the next.
pub async fn run(service: Service, stop: impl Future<Output = ()>) {
    tokio::pin!(stop);
    let mut ticks = tokio::time::interval(EVERY);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut swept = None;
    loop {
        tokio::select! {
            () = &mut stop => return,
            _ = ticks.tick() => {}
        }
        if let Err(error) = service.record_due().await {
            tracing::error!(%error, "what is due could not be recorded");
        }
        if let Err(error) = service.record_departures().await {
            tracing::error!(%error, "what ends with an account could not be recorded");
        }
        let today = service.now().day();
        if swept != Some(today) {
            match service.forget_traces().await {
                Ok(()) => swept = Some(today),
                Err(error) => tracing::error!(%error, "what is old could not be forgotten"),
            }
        }
    }
}

impl Service {
    /// Records everything that is due by now, in every match; says in how many matches there was
    /// anything.
    ///
    /// # Errors
    /// When the store fails. What was recorded before that stays recorded.
    pub async fn record_due(&self) -> Result<usize, ServiceError> {
        let now = self.now();
        let mut matches = 0;
        loop {
            let due = self.store.due_before(now, AT_ONCE).await?;
            if due.is_empty() {
                return Ok(matches);
            }
            for id in due {
                self.record_due_in(id, now).await?;
                matches += 1;
            }
        }
    }

    /// Records what is due in one match by an instant, and hands over the match after it.
    pub(in crate::service) async fn record_due_in(
        &self,
        id: MatchId,
        now: Instant,
    ) -> Result<Arc<Loaded>, ServiceError> {
        let desk = self.desk(id).await?;
        let _place = desk.place().await;
        match self.catch_up(&desk, now).await {
            Ok(loaded) => Ok(loaded),
            // Another server was quicker; whatever is still due then is found by the next tick.
            Err(Halt::Conflict) => {
                self.reload(&desk).await?;
                Ok(desk.current())
            }
            Err(Halt::Failed(error)) => Err(error),
        }
    }
}
