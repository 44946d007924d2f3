//! `/matches/{id}/picture`: a turn handed in as the picture that was edited.

use axum::Extension;
use axum::extract::{FromRequest, Request, State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::ids::MatchId;
use crate::referee::state::Board;
use crate::rules::colour::Colour;
use crate::web::api::games::PositionBody;
use crate::web::error::Error;
use crate::web::extract::{BodyLimit, Bytes, Json, Path, Query, media_type};
use crate::web::reading::{Handed, MAX_BODY, find_turn};
use crate::web::state::AppState;
use crate::web::who::SignedIn;

pub(in crate::web::api) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(picture))
        .layer(Extension(BodyLimit(MAX_BODY)))
}

/// What stands behind the `?`.
#[derive(Clone, Copy, Debug, Deserialize)]
struct Asked {
    color: Option<Colour>,
}

/// A body that says of itself that it is a PNG.
struct Png(Vec<u8>);

impl<S: Send + Sync> FromRequest<S> for Png {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Self, Error> {
        let media = media_type(request.headers());
        let Bytes(file) = Bytes::from_request(request, state).await?;
        match media.as_deref() {
            Some("image/png") => Ok(Self(file)),
            _ => Err(Error::UnsupportedMedia("image/png")),
        }
    }
}

/// The turn that a picture shows, to be sent with `POST …/turns`.
#[derive(Serialize, ToSchema)]
pub(in crate::web::api) struct Found {
    /// The position that the turn leads to.
    position: PositionBody,
    /// The steps.
    #[schema(example = json!(["move b13 c13"]))]
    turn: Vec<String>,
    /// The number of the match's newest event.
    seq: u64,
    /// The turn whose board was edited; `null` for the board at the start.
    made_from: Option<u32>,
    /// Whether other turns came in between: the turn is still legal on the board as it stands, and
    /// `position` is what it leads to there.
    rebased: bool,
    /// A newcomer's colour: as named, as announced, or as painted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    color: Option<Colour>,
}

impl From<Handed> for Found {
    fn from(handed: Handed) -> Self {
        let Handed {
            explained, colour, ..
        } = handed;
        let turn = (explained.steps.iter())
            .map(|step| step.notation.clone())
            .collect();
        let (made_from, rebased) = (explained.made_from, explained.is_rebased());
        Self {
            position: PositionBody::from(&Board::Abaddon(explained.position)),
            turn,
            seq: explained.seq,
            made_from: Some(made_from).filter(|turn| 0 < *turn),
            rebased,
            color: colour,
        }
    }
}

/// Finds the turn that an edited board picture shows. Nothing changes.
///
/// The picture may have been re-saved by any program, at any scale from 1 to 8. Where it still has its
/// text chunk `daykeeper`, that says which board was edited; else the newest board is tried, then the
/// four before it.
#[utoipa::path(
    post,
    path = "/matches/{id}/picture",
    params(
        ("id" = String, Path, description = "The match's id"),
        ("color" = Option<String>, Query, description = "A newcomer's colour, `#rrggbb`"),
    ),
    request_body(content = Vec<u8>, content_type = "image/png", description = "Up to 8 MiB, and up \
        to 4096 × 4096 pixels"),
    responses(
        (status = 200, body = Found),
        (status = 403, description = "`not_yours`: a private match in which one is not named"),
        (status = 404, description = "`not_found`"),
        (status = 409, description = "`match_full`: a newcomer cannot come in"),
        (status = 413, description = "`too_large`"),
        (status = 415, description = "`unsupported_media`: not `image/png`"),
        (status = 422, description = "`unreadable` with `squares`; `unreachable` with `differences`, \
            which are none where nothing was changed; `other_level`, also for a picture of another \
            match; `not_a_board`"),
    )
)]
async fn picture(
    State(state): State<AppState>,
    SignedIn(person): SignedIn,
    Path(id): Path<MatchId>,
    asked: Result<Query<Asked>, Error>,
    body: Result<Png, Error>,
) -> Result<Json<Found>, Error> {
    state.matches.must_see(&Some(person.clone()), id).await?;
    let (Query(asked), Png(file)) = (asked?, body?);
    let handed = find_turn(&state, (&person, id), file, asked.color).await?;
    Ok(Json(handed.into()))
}
