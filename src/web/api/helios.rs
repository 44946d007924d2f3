//! What is asked of a match of Helios besides actions: seats, resignations, draws, time.

use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::ids::MatchId;
use crate::referee::command::DrawAnswer;
use crate::service::views::Person;
use crate::web::api::body_of;
use crate::web::api::matches::MatchBody;
use crate::web::error::Error;
use crate::web::extract::{Json, Path};
use crate::web::state::AppState;
use crate::web::who::SignedIn;

pub(in crate::web::api) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(take_seat))
        .routes(routes!(resign))
        .routes(routes!(answer_draw))
        .routes(routes!(flag))
}

/// The answer to the offer of a draw.
#[derive(Deserialize, Serialize, ToSchema)]
pub(in crate::web::api) struct Answered {
    /// Whether the match is a draw; else play goes on.
    accept: bool,
}

/// Takes the free side.
#[utoipa::path(
    post,
    path = "/matches/{id}/seats",
    params(("id" = String, Path, description = "The match's id")),
    responses(
        (status = 201, body = MatchBody),
        (status = 403, description = "`not_yours`: somebody else was challenged"),
        (status = 404, description = "`not_found`"),
        (status = 409, description = "`match_over`, `already_seated`, `seat_taken`"),
    )
)]
async fn take_seat(
    State(state): State<AppState>,
    SignedIn(person): SignedIn,
    Path(id): Path<MatchId>,
) -> Result<(StatusCode, Json<MatchBody>), Error> {
    state.matches.take_seat(&person, id).await?;
    stands(&state, person, id).await
}

/// Resigns; before the second player has sat down, withdraws the challenge.
#[utoipa::path(
    post,
    path = "/matches/{id}/resignation",
    params(("id" = String, Path, description = "The match's id")),
    responses(
        (status = 201, body = MatchBody),
        (status = 403, description = "`not_yours`"),
        (status = 404, description = "`not_found`"),
        (status = 409, description = "`match_over`"),
    )
)]
async fn resign(
    State(state): State<AppState>,
    SignedIn(person): SignedIn,
    Path(id): Path<MatchId>,
) -> Result<(StatusCode, Json<MatchBody>), Error> {
    state.matches.resign(&person, id).await?;
    stands(&state, person, id).await
}

/// Accepts or declines the draw that the opponent has offered.
#[utoipa::path(
    post,
    path = "/matches/{id}/draw",
    params(("id" = String, Path, description = "The match's id")),
    responses(
        (status = 201, body = MatchBody),
        (status = 400, description = "`malformed`"),
        (status = 403, description = "`not_yours`"),
        (status = 404, description = "`not_found`"),
        (status = 409, description = "`match_over`, `not_started`, `no_offer`"),
    )
)]
async fn answer_draw(
    State(state): State<AppState>,
    SignedIn(person): SignedIn,
    Path(id): Path<MatchId>,
    body: Result<Json<Answered>, Error>,
) -> Result<(StatusCode, Json<MatchBody>), Error> {
    let viewer = Some(person.clone());
    let Answered { accept } = body_of(&state, &viewer, id, body).await?;
    let answer = if accept {
        DrawAnswer::Accept
    } else {
        DrawAnswer::Decline
    };
    state.matches.answer_draw(&person, id, answer).await?;
    stands(&state, person, id).await
}

/// Claims the win, since the opponent's time has run out.
#[utoipa::path(
    post,
    path = "/matches/{id}/flag",
    params(("id" = String, Path, description = "The match's id")),
    responses(
        (status = 201, body = MatchBody),
        (status = 403, description = "`not_yours`"),
        (status = 404, description = "`not_found`"),
        (status = 409, description = "`match_over`, `not_started`, `not_overdue`"),
    )
)]
async fn flag(
    State(state): State<AppState>,
    SignedIn(person): SignedIn,
    Path(id): Path<MatchId>,
) -> Result<(StatusCode, Json<MatchBody>), Error> {
    state.matches.flag(&person, id).await?;
    stands(&state, person, id).await
}

/// The match as it stands once it is done.
async fn stands(
    state: &AppState,
    person: Person,
    id: MatchId,
) -> Result<(StatusCode, Json<MatchBody>), Error> {
    let view = state.matches.view(&Some(person), id).await?;
    let body = MatchBody::new(&view, &state.site);
    Ok((StatusCode::CREATED, Json(body)))
}
