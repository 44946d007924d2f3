//! `/matches/{id}/rulings` and `/leave`: moderating a match, and leaving it.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::ids::MatchId;
use crate::referee::ruling::{Belongings, Power};
use crate::rules::abaddon::position::Kind;
use crate::rules::seat::Seat;
use crate::service::{RulingAsked, StoredEvent, Wish};
use crate::time::Instant;
use crate::web::api::events::EventBody;
use crate::web::api::games::PositionBody;
use crate::web::api::{body_of, missing};
use crate::web::error::Error;
use crate::web::extract::{Json, Path};
use crate::web::state::AppState;
use crate::web::who::SignedIn;

pub(in crate::web::api) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(rule))
        .routes(routes!(leave))
}

/// A ruling: what is done, why, and what that needs.
#[derive(Deserialize, ToSchema)]
pub(in crate::web::api) struct RulingBody {
    /// `lift`, `revert`, `remove`, `replace`, `pause`, `resume`, `close`, `annotate`, `hide_post`,
    /// `reset_sprites`, `set_position`, `retitle` or `hide_match`.
    #[serde(rename = "do")]
    #[schema(value_type = String, example = "revert")]
    power: Power,
    /// Why, 1–2,000 characters: everybody can read it in the record.
    #[serde(default)]
    reason: String,
    /// Whether it is only to be told what would happen.
    #[serde(default)]
    preview: bool,
    /// `revert`: the turn after which the match stands again; 0 for the start.
    to: Option<u32>,
    /// `remove`, `replace`, `reset_sprites`, `set_position`: the seat.
    #[schema(value_type = Option<u8>)]
    seat: Option<Seat>,
    /// `remove`: whether the seat keeps its doors, units and walls.
    keep: Option<bool>,
    /// `replace`: who sits there from now on.
    name: Option<String>,
    /// `pause`: when play goes on by itself.
    #[schema(value_type = Option<String>, format = DateTime)]
    until: Option<Instant>,
    /// `close`: who has won, if anybody has.
    #[schema(value_type = Option<u8>)]
    winner: Option<Seat>,
    /// `annotate`: the entry's number.
    seq: Option<u64>,
    /// `annotate`: the note.
    text: Option<String>,
    /// `hide_post`: the turn.
    turn: Option<u32>,
    /// `reset_sprites`: only units of this kind.
    #[schema(value_type = Option<String>, example = "soldier")]
    kind: Option<Kind>,
    /// `set_position`: the position.
    #[schema(value_type = Option<Object>)]
    position: Option<Value>,
    /// `retitle`: the title.
    title: Option<String>,
}

impl RulingBody {
    fn asked(self) -> Result<RulingAsked, Error> {
        let needed = |member| move || missing(member);
        let wish = match self.power {
            Power::Lift => Wish::Lift,
            Power::Revert => Wish::Revert(self.to.ok_or_else(needed("to"))?),
            Power::Remove => {
                let seat = self.seat.ok_or_else(needed("seat"))?;
                Wish::Remove(seat, belongings(self.keep.ok_or_else(needed("keep"))?))
            }
            Power::Replace => {
                let seat = self.seat.ok_or_else(needed("seat"))?;
                Wish::Replace(seat, self.name.ok_or_else(needed("name"))?)
            }
            Power::Pause => Wish::Pause(self.until),
            Power::Resume => Wish::Resume,
            Power::Close => Wish::Close(self.winner),
            Power::Annotate => {
                let seq = self.seq.ok_or_else(needed("seq"))?;
                Wish::Annotate(seq, self.text.ok_or_else(needed("text"))?)
            }
            Power::HidePost => Wish::HidePost(self.turn.ok_or_else(needed("turn"))?),
            Power::ResetSprites => {
                Wish::ResetSprites(self.seat.ok_or_else(needed("seat"))?, self.kind)
            }
            Power::SetPosition => {
                let position = self.position.ok_or_else(needed("position"))?;
                Wish::SetPosition(position, self.seat)
            }
            Power::Retitle => Wish::Retitle(self.title.ok_or_else(needed("title"))?),
            Power::HideMatch => Wish::HideMatch,
        };
        let reason = self.reason;
        Ok(RulingAsked { reason, wish })
    }
}

const fn belongings(keep: bool) -> Belongings {
    if keep {
        Belongings::Kept
    } else {
        Belongings::GivenUp
    }
}

/// What a ruling would do.
#[derive(Serialize, ToSchema)]
pub(in crate::web::api) struct ForeseenBody {
    /// The position after it.
    position: PositionBody,
    /// The names of those whom it concerns.
    affected: Vec<String>,
}

/// Makes a ruling, or tells what it would do.
#[utoipa::path(
    post,
    path = "/matches/{id}/rulings",
    params(("id" = String, Path, description = "The match's id")),
    responses(
        (status = 201, body = EventBody, description = "The ruling's entry in the record"),
        (status = 200, body = ForeseenBody, description = "With `preview`: nothing has happened"),
        (status = 400, description = "`malformed`, such as a position that cannot be, or a pause that \
            is over before it begins"),
        (status = 403, description = "`moderators_only`: also a host has some rulings only"),
        (status = 404, description = "`not_found`: also a turn, seat or entry that is not there"),
        (status = 409, description = "`match_over`, `match_paused`, `not_paused`, `not_announced`, \
            `already_left`, `already_seated`, `not_started`, `turn_spent`"),
        (status = 422, description = "`reason_missing`; `bad_text`; `bad_options`: nobody has that name"),
    )
)]
async fn rule(
    State(state): State<AppState>,
    SignedIn(person): SignedIn,
    Path(id): Path<MatchId>,
    body: Result<Json<RulingBody>, Error>,
) -> Result<Response, Error> {
    let viewer = Some(person.clone());
    let body = body_of(&state, &viewer, id, body).await?;
    let preview = body.preview;
    let asked = body.asked()?;
    if preview {
        let foreseen = state.matches.foresee(&person, id, &asked).await?;
        let body = ForeseenBody {
            position: PositionBody::from(&foreseen.position),
            affected: foreseen.affected,
        };
        return Ok(Json(body).into_response());
    }
    let event = state.matches.rule(&person, id, &asked).await?;
    Ok((StatusCode::CREATED, Json(event)).into_response())
}

/// That one leaves is said twice: by the call, and in its body.
#[derive(Deserialize, ToSchema)]
pub(in crate::web::api) struct Leaving {
    /// `true`.
    confirm: bool,
}

/// Leaves a match of Halls of Abaddon; only a ruling can bring one back.
#[utoipa::path(
    post,
    path = "/matches/{id}/leave",
    params(("id" = String, Path, description = "The match's id")),
    responses(
        (status = 201, body = EventBody, description = "The entry in the record"),
        (status = 400, description = "`malformed`: it is not confirmed"),
        (status = 403, description = "`not_yours`: one has no seat"),
        (status = 404, description = "`not_found`"),
        (status = 409, description = "`match_over`, `already_left`"),
    )
)]
async fn leave(
    State(state): State<AppState>,
    SignedIn(person): SignedIn,
    Path(id): Path<MatchId>,
    body: Result<Json<Leaving>, Error>,
) -> Result<(StatusCode, Json<StoredEvent>), Error> {
    let viewer = Some(person.clone());
    let Leaving { confirm } = body_of(&state, &viewer, id, body).await?;
    if !confirm {
        let message = "leaving needs `\"confirm\": true`".to_owned();
        return Err(Error::Malformed(message));
    }
    let event = state.matches.leave(&person, id).await?;
    Ok((StatusCode::CREATED, Json(event)))
}
