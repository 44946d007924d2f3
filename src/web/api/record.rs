//! `/matches/{id}/record`: a whole match as one text.

use axum::extract::State;
use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::ids::MatchId;
use crate::web::error::Error;
use crate::web::extract::Path;
use crate::web::state::AppState;
use crate::web::who::Visit;

pub(in crate::web::api) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(record))
}

/// Shows a whole match as one text, which `daykeeper import` reads back.
#[utoipa::path(
    get,
    path = "/matches/{id}/record",
    params(("id" = String, Path, description = "The match's id")),
    security((), ("token" = []), ("session" = [])),
    responses(
        (status = 200, body = String, content_type = "text/plain",
            description = "Hidden and deleted texts are left out"),
        (status = 404, description = "`not_found`"),
    )
)]
async fn record(
    State(state): State<AppState>,
    visit: Visit,
    Path(id): Path<MatchId>,
) -> Result<Response, Error> {
    let text = state.matches.record(&visit.viewer, id).await?;
    let mut response = text.into_response();
    let headers = response.headers_mut();
    headers.insert(
        CONTENT_TYPE,
        HeaderValue::from_static("text/plain; charset=utf-8"),
    );
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    // Browsers show it; whoever keeps it gets a file with a name.
    if let Ok(kept_as) = HeaderValue::from_str(&format!("inline; filename=\"{id}.txt\"")) {
        headers.insert(CONTENT_DISPOSITION, kept_as);
    }
    Ok(response)
}
