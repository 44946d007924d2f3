//! The whole URL table, by areas.

use axum::Router;
use axum::extract::{Request, State};
use axum::handler::Handler;
use axum::response::Response;
use axum::routing::get;
use tower_http::csrf::ConfigError;

use crate::web::error::Error;
use crate::web::state::AppState;
use crate::web::{api, assets, feeds, guide, layers, live, operations, pages, pictures, replays};

/// The whole server.
///
/// | area | addresses |
/// |---|---|
/// | [`pages`] | `/`, `/matches/…`, `/rules/…`, `/login`, `/register`, `/me` |
/// | [`guide`] | `/guide/moderators` |
/// | [`api`] | `/api/v1/…`, `/api/openapi.json`, `/api/docs` |
/// | [`pictures`] | `/matches/{id}/board.png`, `/matches/{id}/turns/{n}.png` |
/// | [`replays`] | `/matches/{id}/replay.gif`, `/matches/{id}/replay.png` |
/// | [`live`] | `/matches/{id}/live` |
/// | [`feeds`] | `/feed.atom`, `/matches/{id}/feed.atom` |
/// | [`assets`] | `/static/…` |
/// | [`operations`] | `/healthz`, `/readyz`, `/metrics` |
///
/// # Errors
/// When the public URL cannot be an origin.
pub fn app(state: AppState) -> Result<Router, ConfigError> {
    operations::start_counting();
    let routes = Router::new()
        .merge(pages::router())
        .merge(api::router())
        .merge(guide::router())
        .route("/matches/{id}/board.png", get(pictures::newest))
        .route("/matches/{id}/turns/{turn}", get(turn))
        .route("/matches/{id}/replay.gif", get(replays::gif))
        .route("/matches/{id}/replay.png", get(replays::apng))
        .route("/matches/{id}/live", get(live::follow))
        .route("/feed.atom", get(feeds::of_site))
        .route("/matches/{id}/feed.atom", get(feeds::of_match))
        .route("/static/{*name}", get(assets::serve))
        .route("/healthz", get(operations::health))
        .route("/readyz", get(operations::readiness))
        .route("/metrics", get(operations::metrics))
        .fallback(|| async { Error::NotFound });
    Ok(layers::around(routes, &state)?.with_state(state))
}

/// A turn's page or its picture: their addresses differ in nothing but the end of the last part, which
/// the table above cannot see.
async fn turn(State(state): State<AppState>, request: Request) -> Response {
    if let Some((_, "png")) = request.uri().path().rsplit_once('.') {
        pictures::after_turn.call(request, state).await
    } else {
        pages::turn::turn.call(request, state).await
    }
}
