//! Heavy work off the async threads, and never more of it at once than there are processors.

use std::panic::resume_unwind;
use std::sync::LazyLock;
use std::thread::available_parallelism;

use tokio::sync::Semaphore;

static PLACES: LazyLock<Semaphore> =
    LazyLock::new(|| Semaphore::new(available_parallelism().map_or(2, usize::from)));

/// Does heavy work (a password's hash, a picture) on a thread of its own, once a place is free.
///
/// A panic of the work goes on in the caller.
pub async fn run<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let _place = (PLACES.acquire().await).expect("the semaphore is never closed");
    #[expect(
        clippy::disallowed_methods,
        reason = "this is the helper that bounds it for everybody else"
    )]
    let done = tokio::task::spawn_blocking(work).await;
    match done.map_err(tokio::task::JoinError::try_into_panic) {
        Ok(value) => value,
        Err(Ok(panic)) => resume_unwind(panic),
        // The runtime is shutting down and takes the caller with it.
        Err(Err(_)) => std::future::pending().await,
    }
}

#[cfg(test)]
mod tests {
    #[tokio::test]
    async fn what_the_work_returns_comes_back() {
        assert_eq!(super::run(|| 6 * 7).await, 42);
    }
}
