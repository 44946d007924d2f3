//! `/matches/{id}/check`: trying steps out.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::ids::MatchId;
use crate::referee::state::{Board, GameKind};
use crate::rules::seat::Seat;
use crate::service::views::{ActionCheckView, CheckView, TriedOut};
use crate::web::api::games::PositionBody;
use crate::web::api::{body_of, missing};
use crate::web::error::Error;
use crate::web::extract::{Json, Path};
use crate::web::state::AppState;
use crate::web::who::Visit;

pub(in crate::web::api) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(check))
}

/// Steps to be tried out.
#[derive(Deserialize, ToSchema)]
pub(in crate::web::api) struct Tried {
    /// Halls of Abaddon: the steps; none at all asks what is legal now.
    #[schema(example = json!(["move b13 c13"]))]
    turn: Option<Vec<String>>,
    /// Helios: the action; without one, what is legal now.
    #[schema(example = "c1-c2")]
    action: Option<String>,
    /// Whose steps, for somebody without a seat; else they are taken for a newcomer.
    #[schema(value_type = Option<u8>)]
    seat: Option<Seat>,
}

/// Steps tried out: how far they are legal, and what may follow.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct CheckBody {
    /// Whether every step is legal.
    ok: bool,
    /// The first step that is not, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    step: Option<usize>,
    /// Why not: a stable code.
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'static str>,
    /// The rule that forbids it.
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<&'static str>,
    /// Why not: a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    /// The position after the legal steps.
    position: PositionBody,
    /// Halls of Abaddon: actions left after them.
    #[serde(skip_serializing_if = "Option::is_none")]
    actions_left: Option<u8>,
    /// Helios: how many passes follow the action.
    #[serde(skip_serializing_if = "Option::is_none")]
    passes: Option<u8>,
    /// Every legal step after them, in notation; each spawn with one placement.
    next: Vec<String>,
}

impl From<&CheckView> for CheckBody {
    fn from(view: &CheckView) -> Self {
        let refused = view.refused.as_ref();
        Self {
            ok: refused.is_none(),
            step: refused.map(|refused| refused.step),
            code: refused.map(|refused| refused.code),
            rule: refused.map(|refused| refused.rule),
            message: refused.map(|refused| refused.message.clone()),
            position: PositionBody::from(&Board::Abaddon(view.position.clone())),
            actions_left: Some(view.actions_left),
            passes: None,
            next: (view.next.iter())
                .map(|choice| choice.notation.clone())
                .collect(),
        }
    }
}

impl From<&ActionCheckView> for CheckBody {
    fn from(view: &ActionCheckView) -> Self {
        let refused = view.refused.as_ref();
        Self {
            ok: refused.is_none(),
            step: None,
            code: refused.map(|refused| refused.code),
            rule: refused.map(|refused| refused.rule),
            message: refused.map(|refused| refused.message.clone()),
            position: PositionBody::from(&Board::Helios(view.position)),
            actions_left: None,
            passes: Some(view.passes),
            next: view.next.clone(),
        }
    }
}

impl From<&TriedOut> for CheckBody {
    fn from(tried: &TriedOut) -> Self {
        match tried {
            TriedOut::Abaddon(check) => Self::from(&**check),
            TriedOut::Helios(check) => Self::from(&**check),
        }
    }
}

/// Tries steps, or an action, out on the board as it stands. Nothing changes.
#[utoipa::path(
    post,
    path = "/matches/{id}/check",
    params(("id" = String, Path, description = "The match's id")),
    security((), ("token" = []), ("session" = [])),
    responses(
        (status = 200, body = CheckBody, description = "Also when a step is illegal"),
        (status = 400, description = "`malformed`"),
        (status = 404, description = "`not_found`"),
        (status = 409, description = "`match_full`: a newcomer has nothing to try out"),
    )
)]
async fn check(
    State(state): State<AppState>,
    visit: Visit,
    Path(id): Path<MatchId>,
    body: Result<Json<Tried>, Error>,
) -> Result<Json<CheckBody>, Error> {
    let viewer = &visit.viewer;
    let Tried { turn, action, seat } = body_of(&state, viewer, id, body).await?;
    let checked = match state.matches.game_of(viewer, id).await? {
        GameKind::Abaddon => {
            let turn = turn.ok_or_else(|| missing("turn"))?;
            CheckBody::from(&state.matches.check(viewer, id, &turn, seat).await?)
        }
        GameKind::Helios => {
            let action = action.as_deref();
            CheckBody::from(&state.matches.check_action(viewer, id, action).await?)
        }
    };
    Ok(Json(checked))
}
