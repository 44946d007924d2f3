//! `/me`: who one is, and what waits.

use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::service::views::{MatchCard, MatchState};
use crate::web::api::accounts::AccountBody;
use crate::web::error::Error;
use crate::web::extract::Json;
use crate::web::farewell::delete_account as delete_account_of;
use crate::web::state::AppState;
use crate::web::who::SignedIn;

pub(in crate::web::api) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(me, delete_account))
}

/// What proves that it is really the owner who deletes an account.
#[derive(Deserialize, ToSchema)]
pub(in crate::web::api) struct Farewell {
    password: String,
}

/// Who one is, and what waits.
#[derive(Serialize, ToSchema)]
pub(in crate::web::api) struct Me {
    #[serde(flatten)]
    account: AccountBody,
    /// One's matches that are not over; those in which one may play now come first.
    matches: Vec<Waiting>,
}

/// A match that waits for one.
#[derive(Serialize, ToSchema)]
pub(in crate::web::api) struct Waiting {
    id: String,
    game: &'static str,
    title: String,
    /// `open`, `running` or `paused`.
    #[schema(value_type = String)]
    state: MatchState,
    /// The highest turn number.
    turns: u32,
    /// Whether a turn sent now would be accepted, as far as the clock says.
    may_play: bool,
    /// When that changes, where it is known.
    #[schema(format = DateTime)]
    opens_at: Option<String>,
    /// Whether there is a draft: typed, and not sent.
    draft: bool,
}

impl From<&MatchCard> for Waiting {
    fn from(card: &MatchCard) -> Self {
        let mine = card.mine.as_ref();
        let hindrance = mine.and_then(|mine| mine.may_play.as_ref().err());
        let opens_at = hindrance.and_then(|hindrance| hindrance.opens_at);
        Self {
            id: card.id.to_string(),
            game: "abaddon",
            title: card.title.clone(),
            state: card.state,
            turns: card.turns,
            may_play: mine.is_some_and(|mine| mine.may_play.is_ok()),
            opens_at: opens_at.map(|at| at.to_string()),
            draft: mine.is_some_and(|mine| mine.draft.is_some()),
        }
    }
}

/// Tells who one is, and what waits.
#[utoipa::path(get, path = "/me", responses((status = 200, body = Me)))]
async fn me(State(state): State<AppState>, SignedIn(person): SignedIn) -> Result<Json<Me>, Error> {
    let waiting = state.matches.waiting(&person).await?;
    Ok(Json(Me {
        account: person.into(),
        matches: waiting.iter().map(Waiting::from).collect(),
    }))
}

/// Deletes one's account: its name becomes “former player”, its seats vacant, its matches stay.
#[utoipa::path(
    delete,
    path = "/me",
    responses(
        (status = 204),
        (status = 401, description = "`bad_credentials`"),
        (status = 403, description = "`not_yours`: the only administrator stays"),
    )
)]
async fn delete_account(
    State(state): State<AppState>,
    SignedIn(person): SignedIn,
    Json(body): Json<Farewell>,
) -> Result<StatusCode, Error> {
    delete_account_of(&state, &person, &body.password).await?;
    Ok(StatusCode::NO_CONTENT)
}
