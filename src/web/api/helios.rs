//! What is asked of a match of Helios besides actions: seats, resignations, draws, time.

use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::referee::command::DrawAnswer;
use crate::web::api::Asking;
use crate::web::api::matches::MatchBody;
use crate::web::error::Error;
use crate::web::extract::Json;
use crate::web::state::AppState;

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
async fn take_seat(asking: Asking) -> Result<Stands, Error> {
    let matches = &asking.state.matches;
    matches.take_seat(&asking.person, asking.id).await?;
    stands(asking).await
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
async fn resign(asking: Asking) -> Result<Stands, Error> {
    let matches = &asking.state.matches;
    matches.resign(&asking.person, asking.id).await?;
    stands(asking).await
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
async fn answer_draw(asking: Asking, body: Result<Json<Answered>, Error>) -> Result<Stands, Error> {
    let Answered { accept } = asking.body(body).await?;
    let answer = if accept {
        DrawAnswer::Accept
    } else {
        DrawAnswer::Decline
    };
    let matches = &asking.state.matches;
    matches
        .answer_draw(&asking.person, asking.id, answer)
        .await?;
    stands(asking).await
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
async fn flag(asking: Asking) -> Result<Stands, Error> {
    let matches = &asking.state.matches;
    matches.flag(&asking.person, asking.id).await?;
    stands(asking).await
}

/// The match as it stands once it is done.
type Stands = (StatusCode, Json<MatchBody>);

async fn stands(Asking { state, person, id }: Asking) -> Result<Stands, Error> {
    let view = state.matches.view(&Some(person), id).await?;
    let body = MatchBody::new(&view, &state.site);
    Ok((StatusCode::CREATED, Json(body)))
}
