//! What lies around every handler, from the outside in.

pub mod headers;
pub mod limits;
pub mod problems;
pub mod sightings;
pub mod telemetry;

use std::any::Any;
use std::time::Duration;

use axum::Router;
use axum::http::StatusCode;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::csrf::{ConfigError, CsrfLayer, ProtectionError};
use tower_http::timeout::TimeoutLayer;

use crate::web::error::Error;
use crate::web::state::AppState;
use crate::web::who;

/// How long an answer may take to begin.
const PATIENCE: Duration = Duration::from_secs(30);

/// Lays every layer around the routes.
///
/// # Errors
/// When the public URL cannot be an origin.
pub fn around(routes: Router<AppState>, state: &AppState) -> Result<Router<AppState>, ConfigError> {
    let csrf = CsrfLayer::new()
        .add_trusted_origin(state.site.public_url.as_str())?
        .with_rejection_response(|_: ProtectionError| Error::CrossSite.into_response());
    let layers = ServiceBuilder::new()
        .layer(from_fn(telemetry::observe))
        .layer(from_fn_with_state(state.clone(), headers::secure))
        .layer(CompressionLayer::new())
        .layer(from_fn_with_state(state.clone(), problems::explain))
        .layer(CatchPanicLayer::custom(after_panic))
        .layer(TimeoutLayer::with_status_code(
            StatusCode::SERVICE_UNAVAILABLE,
            PATIENCE,
        ))
        .layer(csrf)
        .layer(from_fn_with_state(state.clone(), who::identify))
        .layer(from_fn_with_state(state.clone(), limits::restrain))
        .layer(from_fn_with_state(state.clone(), sightings::note));
    Ok(routes.layer(layers))
}

/// A panic is a fault of ours: its text goes to the log, the client gets the sentence for faults.
fn after_panic(panic: Box<dyn Any + Send>) -> Response {
    let text = (panic.downcast::<String>().map(|text| *text))
        .or_else(|panic| panic.downcast::<&str>().map(|text| (*text).to_owned()))
        .unwrap_or_else(|_| "a panic without a text".to_owned());
    Error::Broken(text).into_response()
}
