//! `/matches/{id}/refusals`: what was tried and refused, for those who may rule in the match.

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::ids::MatchId;
use crate::service::views::RefusalView;
use crate::time::Instant;
use crate::web::error::Error;
use crate::web::extract::{Json, Path};
use crate::web::state::AppState;
use crate::web::who::SignedIn;

pub(in crate::web::api) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(refusals))
}

/// Refused attempts, newest first.
#[derive(Serialize, ToSchema)]
struct RefusalsBody {
    refusals: Vec<RefusalBody>,
}

/// An attempt that was refused, perhaps more than once.
#[derive(Serialize, ToSchema)]
struct RefusalBody {
    /// When it was refused last.
    #[schema(value_type = String, format = DateTime)]
    at: Instant,
    /// Who tried.
    name: String,
    /// What kind of command it was.
    #[schema(example = "turn")]
    tried: String,
    /// What it said, at most 200 characters.
    #[schema(example = "move b13 c13; attack c13 right")]
    said: String,
    /// The code of the refusal.
    code: String,
    /// Its sentence.
    message: String,
    /// How often it was refused.
    times: u32,
}

impl From<RefusalView> for RefusalBody {
    fn from(refusal: RefusalView) -> Self {
        Self {
            at: refusal.at,
            name: refusal.who,
            tried: refusal.tried,
            said: refusal.said,
            code: refusal.code,
            message: refusal.sentence,
            times: refusal.times,
        }
    }
}

/// The newest refused attempts of a match: at most 500, of the last 90 days.
#[utoipa::path(
    get,
    path = "/matches/{id}/refusals",
    params(("id" = String, Path, description = "The match's id")),
    responses(
        (status = 200, body = RefusalsBody, description = "Newest first; they are no part of the record"),
        (status = 401, description = "`not_signed_in`"),
        (status = 403, description = "`moderators_only`: moderators, and a host who may rule"),
        (status = 404, description = "`not_found`"),
    )
)]
async fn refusals(
    State(state): State<AppState>,
    SignedIn(person): SignedIn,
    Path(id): Path<MatchId>,
) -> Result<Json<RefusalsBody>, Error> {
    let refusals = state.matches.refusals(&person, id).await?;
    let refusals = refusals.into_iter().map(RefusalBody::from).collect();
    Ok(Json(RefusalsBody { refusals }))
}
