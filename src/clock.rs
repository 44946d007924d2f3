//! The one place that reads the wall clock.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::time::Instant;

/// Where the time comes from: the system, or a hand that sets it.
#[derive(Clone, Debug)]
pub enum Clock {
    /// The system's clock, in GMT whatever its time zone is.
    System,
    /// A clock that stands until it is set, for tests.
    Fixed(FixedClock),
}

/// A clock that shows what it was last set to; its clones show the same.
#[derive(Clone, Debug)]
pub struct FixedClock(Arc<AtomicI64>);

impl FixedClock {
    /// A clock that stands at an instant.
    pub fn at(instant: Instant) -> Self {
        Self(Arc::new(AtomicI64::new(instant.as_millis())))
    }

    /// Sets the clock, and all its clones, forwards or backwards.
    pub fn set(&self, instant: Instant) {
        self.0.store(instant.as_millis(), Ordering::SeqCst);
    }
}

impl Clock {
    /// The present instant, cut off to whole milliseconds.
    pub fn now(&self) -> Instant {
        match self {
            Self::System => system_now(),
            Self::Fixed(clock) => Instant::from_millis(clock.0.load(Ordering::SeqCst)),
        }
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "this is the clock that everybody else is handed"
)]
fn system_now() -> Instant {
    let since = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    Instant::from_millis(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}
