//! What operators ask: is it alive, is it ready, how is it doing.

use std::sync::LazyLock;

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};

use crate::web::error::Error;
use crate::web::state::AppState;

/// Everything counted since the start; `None` if somebody else collects the numbers.
static METRICS: LazyLock<Option<PrometheusHandle>> = LazyLock::new(|| {
    let seconds = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10.0];
    let builder = PrometheusBuilder::new().set_buckets(&seconds).ok()?;
    builder.install_recorder().ok()
});

/// Begins to count.
pub fn start_counting() {
    LazyLock::force(&METRICS);
}

/// `/healthz`: the program runs.
pub async fn health() -> &'static str {
    "ok\n"
}

/// `/readyz`: the database answers too.
///
/// # Errors
/// [`Error::Unavailable`] when it does not.
pub async fn readiness(State(state): State<AppState>) -> Result<&'static str, Error> {
    if state.accounts.is_ready().await {
        Ok("ready\n")
    } else {
        Err(Error::Unavailable)
    }
}

/// `/metrics`, in Prometheus' text form.
pub async fn metrics() -> impl IntoResponse {
    let text = METRICS.as_ref().map(PrometheusHandle::render);
    (
        [(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")],
        text.unwrap_or_default(),
    )
}
