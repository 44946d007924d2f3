//! `/matches/{id}/announcement`: reserving the board, and giving it back.

use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::ids::MatchId;
use crate::rules::colour::Colour;
use crate::time::Instant;
use crate::web::api::body_of;
use crate::web::error::Error;
use crate::web::extract::{Json, Path};
use crate::web::state::AppState;
use crate::web::who::SignedIn;

pub(in crate::web::api) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(announce, withdraw))
}

/// A turn announced.
#[derive(Deserialize, ToSchema)]
pub(in crate::web::api) struct Announcing {
    /// A newcomer's colour.
    #[schema(value_type = Option<String>, example = "#3388ff")]
    color: Option<Colour>,
}

/// An announcement that stands.
#[derive(Serialize, ToSchema)]
pub(in crate::web::api) struct Held {
    /// The last instant at which the turn may be finished.
    #[schema(value_type = String, format = DateTime)]
    held_until: Instant,
    /// The number of the match's newest event.
    seq: u64,
}

/// Reserves the board.
#[utoipa::path(
    post,
    path = "/matches/{id}/announcement",
    params(("id" = String, Path, description = "The match's id")),
    responses(
        (status = 201, body = Held),
        (status = 200, body = Held, description = "One held it already; nothing changed"),
        (status = 400, description = "`malformed`, such as a colour that is not `#rrggbb`"),
        (status = 403, description = "`not_yours`: a private match in which one is not named"),
        (status = 404, description = "`not_found`"),
        (status = 409, description = "`match_over`, `match_paused`, `already_left`, `match_full`, `no_free_airlock`, `turn_spent`, \
            `twice_in_a_row`, `board_reserved`, `announcement_spent`"),
        (status = 422, description = "`colour_missing`, `colour_fixed`, `colour_too_close`"),
    )
)]
async fn announce(
    State(state): State<AppState>,
    SignedIn(person): SignedIn,
    Path(id): Path<MatchId>,
    body: Result<Json<Announcing>, Error>,
) -> Result<(StatusCode, Json<Held>), Error> {
    let viewer = Some(person.clone());
    let Announcing { color } = body_of(&state, &viewer, id, body).await?;
    let announced = state.matches.announce(&person, id, color).await?;
    let status = if announced.new {
        StatusCode::CREATED
    } else {
        StatusCode::OK
    };
    let held = Held {
        held_until: announced.held_until,
        seq: announced.seq,
    };
    Ok((status, Json(held)))
}

/// Gives the board back.
#[utoipa::path(
    delete,
    path = "/matches/{id}/announcement",
    params(("id" = String, Path, description = "The match's id")),
    responses(
        (status = 204),
        (status = 404, description = "`not_found`"),
        (status = 409, description = "`not_announced`"),
    )
)]
async fn withdraw(
    State(state): State<AppState>,
    SignedIn(person): SignedIn,
    Path(id): Path<MatchId>,
) -> Result<StatusCode, Error> {
    state.matches.withdraw(&person, id).await?;
    Ok(StatusCode::NO_CONTENT)
}
