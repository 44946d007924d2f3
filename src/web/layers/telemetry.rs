//! One id, one span, one line and a few numbers for each request. No bodies, no queries, no secrets.

use axum::extract::{MatchedPath, Request};
use axum::http::{HeaderName, HeaderValue, Method};
use axum::middleware::Next;
use axum::response::Response;
use tracing::Instrument;

use crate::service::secret::random_bytes;

/// The header that tells a client its request's id.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The id under which the log tells of a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RequestId(pub String);

/// Gives a request its id, and tells log and metrics how it went.
pub async fn observe(mut request: Request, next: Next) -> Response {
    let id = RequestId(format!("{:016x}", u64::from_be_bytes(random_bytes())));
    // The template, not the path: an address may be private, and metrics need few of them.
    let route = (request.extensions().get::<MatchedPath>())
        .map_or("none", MatchedPath::as_str)
        .to_owned();
    let method = known(request.method());
    let span = tracing::info_span!("request", id = %id.0, method, route);
    request.extensions_mut().insert(id.clone());

    let started = tokio::time::Instant::now();
    let mut response = next.run(request).instrument(span.clone()).await;
    let seconds = started.elapsed().as_secs_f64();

    let status = response.status().as_u16();
    span.in_scope(|| tracing::info!(status, milliseconds = seconds * 1000.0, "answered {status}"));
    let labels = [
        ("method", method.to_owned()),
        ("route", route),
        ("status", status.to_string()),
    ];
    metrics::counter!("http_requests_total", &labels).increment(1);
    metrics::histogram!("http_request_duration_seconds", &labels).record(seconds);
    if let Ok(value) = HeaderValue::from_str(&id.0) {
        response.headers_mut().insert(REQUEST_ID, value);
    }
    response
}

/// A method that clients make up must not make a label of its own.
fn known(method: &Method) -> &'static str {
    match method.as_str() {
        "GET" => "GET",
        "HEAD" => "HEAD",
        "POST" => "POST",
        "PUT" => "PUT",
        "DELETE" => "DELETE",
        "OPTIONS" => "OPTIONS",
        _ => "other",
    }
}
