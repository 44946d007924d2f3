//! `/matches/{id}/draft`: what one has typed and not sent.

use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::referee::state::GameKind;
use crate::service::Draft;
use crate::service::views::DraftView;
use crate::time::Instant;
use crate::web::api::check::CheckBody;
use crate::web::api::{Asking, missing};
use crate::web::error::Error;
use crate::web::extract::Json;
use crate::web::state::AppState;

pub(in crate::web::api) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(save_draft, show_draft, delete_draft))
}

/// A draft: everything as typed, legal or not, at most 16 KiB.
#[derive(Deserialize, ToSchema)]
pub(in crate::web::api) struct Typed {
    /// Halls of Abaddon: the steps.
    turn: Option<Vec<String>>,
    /// Helios: the action.
    action: Option<String>,
    /// The text.
    post: Option<String>,
    /// A newcomer's colour.
    color: Option<String>,
}

/// A draft that is kept. It is NOT SENT.
#[derive(Serialize, ToSchema)]
pub(in crate::web::api) struct DraftBody {
    #[serde(flatten)]
    typed: TypedBody,
    post: Option<String>,
    #[schema(value_type = String, format = DateTime)]
    saved_at: Instant,
}

/// What was typed, by game.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub(in crate::web::api) enum TypedBody {
    /// Halls of Abaddon.
    Abaddon {
        turn: Vec<String>,
        color: Option<String>,
    },
    /// Helios.
    Helios { action: Option<String> },
}

impl DraftBody {
    fn new(game: GameKind, draft: DraftView) -> Self {
        let (turn, color) = (draft.steps, draft.colour);
        Self {
            typed: match game {
                GameKind::Abaddon => TypedBody::Abaddon { turn, color },
                GameKind::Helios => TypedBody::Helios {
                    action: turn.into_iter().next(),
                },
            },
            post: draft.post,
            saved_at: draft.saved_at,
        }
    }
}

/// Keeps a draft in place of the one before, and tries its steps out.
#[utoipa::path(
    put,
    path = "/matches/{id}/draft",
    params(("id" = String, Path, description = "The match's id")),
    responses(
        (status = 200, body = CheckBody),
        (status = 400, description = "`malformed`"),
        (status = 404, description = "`not_found`"),
        (status = 409, description = "`match_full`: a newcomer has nothing to try out"),
        (status = 413, description = "`too_large`"),
    )
)]
async fn save_draft(
    asking: Asking,
    body: Result<Json<Typed>, Error>,
) -> Result<Json<CheckBody>, Error> {
    let typed = asking.body(body).await?;
    let draft = Draft {
        steps: match asking.game().await? {
            GameKind::Abaddon => typed.turn.ok_or_else(|| missing("turn"))?,
            GameKind::Helios => typed.action.into_iter().collect(),
        },
        post: typed.post,
        colour: typed.color,
    };
    let matches = &asking.state.matches;
    let checked = matches
        .save_draft(&asking.person, asking.id, &draft)
        .await?;
    Ok(Json(CheckBody::from(&checked)))
}

/// Shows one's draft.
#[utoipa::path(
    get,
    path = "/matches/{id}/draft",
    params(("id" = String, Path, description = "The match's id")),
    responses((status = 200, body = DraftBody), (status = 404, description = "`not_found`"))
)]
async fn show_draft(asking: Asking) -> Result<Json<DraftBody>, Error> {
    let draft = asking
        .state
        .matches
        .draft(&asking.person, asking.id)
        .await?;
    let draft = draft.ok_or(Error::NotFound)?;
    Ok(Json(DraftBody::new(asking.game().await?, draft)))
}

/// Forgets one's draft.
#[utoipa::path(
    delete,
    path = "/matches/{id}/draft",
    params(("id" = String, Path, description = "The match's id")),
    responses((status = 204), (status = 404, description = "`not_found`"))
)]
async fn delete_draft(asking: Asking) -> Result<StatusCode, Error> {
    let matches = &asking.state.matches;
    matches.delete_draft(&asking.person, asking.id).await?;
    Ok(StatusCode::NO_CONTENT)
}
