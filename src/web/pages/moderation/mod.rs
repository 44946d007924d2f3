//! Pages for moderators: the overview, accounts, invitations, the site log.

mod account;
mod invites;
mod log;

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::response::Response;
use axum::routing::get;

use crate::service::site::views::Overview;
use crate::time::GmtDay;
use crate::web::error::Error;
use crate::web::human;
use crate::web::pages::frame::Frame;
use crate::web::pages::show;
use crate::web::state::AppState;
use crate::web::who::SignedIn;

/// `/moderation` and what lies under it.
pub(in crate::web::pages) fn router() -> Router<AppState> {
    Router::new()
        .route("/moderation", get(overview))
        .merge(account::router())
        .merge(invites::router())
        .merge(log::router())
}

#[derive(Template)]
#[template(path = "moderation.html")]
struct OverviewPage {
    frame: Frame,
    overview: Overview,
}

async fn overview(
    State(state): State<AppState>,
    frame: Frame,
    SignedIn(person): SignedIn,
) -> Result<Response, Error> {
    let overview = state.matches.overview(&person).await?;
    Ok(show(&OverviewPage {
        frame: frame.in_section("moderation"),
        overview,
    }))
}

/// GMT days as a list: “1 Mar, 2 Mar and 5 Mar”; of many only the newest.
pub(in crate::web::pages) fn days(days: &[GmtDay]) -> String {
    const SHOWN: usize = 5;
    let earlier = days.len().saturating_sub(SHOWN);
    let newest: Vec<String> = days.iter().skip(earlier).map(human::short_day).collect();
    match earlier {
        0 => human::list(&newest),
        _ => format!(
            "{} and {}",
            human::count(u32::try_from(earlier).unwrap_or(u32::MAX), "earlier day"),
            human::list(&newest)
        ),
    }
}
