//! The site log, a page at a time.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::response::Response;
use axum::routing::get;
use serde::Deserialize;

use crate::service::site::views::LogLine;
use crate::web::error::Error;
use crate::web::extract::Query;
use crate::web::human;
use crate::web::pages::frame::Frame;
use crate::web::pages::show;
use crate::web::state::AppState;
use crate::web::who::SignedIn;

pub(super) fn router() -> Router<AppState> {
    Router::new().route("/moderation/log", get(log))
}

#[derive(Template)]
#[template(path = "moderation_log.html")]
struct LogPage {
    frame: Frame,
    log: Vec<LogLine>,
    /// The `before` of the page with older entries.
    older: Option<u64>,
}

/// Where the page begins.
#[derive(Clone, Copy, Debug, Deserialize)]
struct From {
    before: Option<u64>,
}

async fn log(
    State(state): State<AppState>,
    frame: Frame,
    SignedIn(person): SignedIn,
    Query(From { before }): Query<From>,
) -> Result<Response, Error> {
    let (log, older) = state.matches.site_log(&person, before).await?;
    Ok(show(&LogPage {
        frame: frame.in_section("moderation"),
        log,
        older,
    }))
}
