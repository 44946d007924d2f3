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
/// For how many milliseconds something is due before it is recorded unasked. Whoever sends a turn at the last
/// instant waits for the disk perhaps, and the tick shall not come first: commands count in the order
/// in which they get their place at the match's desk, and none is dated before the newest event (T4).
const PATIENCE: i64 = 2_000;
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
    /// Records everything that has been due for a while, in every match; says in how many matches
    /// there was anything. A match in which it cannot be recorded is logged and passed over.
    ///
    /// # Errors
    /// When the store fails. What was recorded before that stays recorded.
    pub async fn record_due(&self) -> Result<usize, ServiceError> {
        let now = self.now();
        let long_due = Instant::from_millis(now.as_millis().saturating_sub(PATIENCE));
        let (mut matches, mut failed) = (0, 0);
        loop {
            // What failed is the longest overdue of what is left.
            let due = self.store.due_before(long_due, failed, AT_ONCE).await?;
            if due.is_empty() {
                return Ok(matches);
            }
            for id in due {
                match self.record_due_in(id, now).await {
                    Ok(_) => matches += 1,
                    Err(error) => {
                        failed += 1;
                        tracing::error!(%error, match_id = %id, "what is due cannot be recorded");
                    }
                }
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
