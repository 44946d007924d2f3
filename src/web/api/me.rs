//! `/me`: who one is.

use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::web::api::accounts::AccountBody;
use crate::web::error::Error;
use crate::web::extract::Json;
use crate::web::state::AppState;
use crate::web::who::SignedIn;

pub(in crate::web::api) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(me, delete))
}

/// What proves that it is really the owner who deletes an account.
#[derive(Deserialize, ToSchema)]
pub(in crate::web::api) struct Farewell {
    password: String,
}

/// Tells who one is.
#[utoipa::path(get, path = "/me", responses((status = 200, body = AccountBody)))]
async fn me(SignedIn(person): SignedIn) -> Json<AccountBody> {
    Json(person.into())
}

/// Deletes one's account: its name becomes “former player”, its matches stay.
#[utoipa::path(
    delete,
    path = "/me",
    responses((status = 204), (status = 401, description = "`bad_credentials`"))
)]
async fn delete(
    State(state): State<AppState>,
    SignedIn(person): SignedIn,
    Json(body): Json<Farewell>,
) -> Result<StatusCode, Error> {
    state.accounts.close(&person, &body.password).await?;
    Ok(StatusCode::NO_CONTENT)
}
