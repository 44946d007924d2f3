//! `/matches/{id}/turns`: sending turns, and looking at them.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::ids::{IdempotencyKey, MatchId};
use crate::referee::command::DrawOffer;
use crate::referee::state::GameKind;
use crate::rules::colour::Colour;
use crate::rules::seat::Seat;
use crate::service::views::{ActionView, PlayView, TurnView};
use crate::service::{Submit, SubmitAction};
use crate::time::{GmtDay, Instant};
use crate::web::api::games::{PlayedBody, PositionBody};
use crate::web::api::{body_of, missing};
use crate::web::error::Error;
use crate::web::extract::{Json, Path};
use crate::web::state::{AppState, Site};
use crate::web::who::{SignedIn, Visit};

pub(in crate::web::api) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(send_turn))
        .routes(routes!(show_turn, take_back))
}

/// A whole turn.
#[derive(Deserialize, ToSchema)]
pub(in crate::web::api) struct Sent {
    /// The number of the newest event that one has seen.
    seq: u64,
    /// Halls of Abaddon: the steps, one each.
    #[schema(example = json!(["join a13", "spawn a13>b13"]))]
    turn: Option<Vec<String>>,
    /// Helios: the action.
    #[schema(example = "c1-c2")]
    action: Option<String>,
    /// Helios: whether a draw is offered with it.
    #[serde(default)]
    offer_draw: bool,
    /// What one writes with it, up to 10,000 characters.
    post: Option<String>,
    /// A newcomer's colour.
    #[schema(value_type = Option<String>, example = "#3388ff")]
    color: Option<Colour>,
}

impl Sent {
    fn of_abaddon(self, key: Option<IdempotencyKey>) -> Result<Submit, Error> {
        Ok(Submit {
            seq: self.seq,
            steps: self.turn.ok_or_else(|| missing("turn"))?,
            post: self.post,
            colour: self.color,
            key,
        })
    }

    fn of_helios(self, key: Option<IdempotencyKey>) -> Result<SubmitAction, Error> {
        Ok(SubmitAction {
            seq: self.seq,
            action: self.action.ok_or_else(|| missing("action"))?,
            draw: if self.offer_draw {
                DrawOffer::Offered
            } else {
                DrawOffer::None
            },
            post: self.post,
            key,
        })
    }
}

/// A turn that was accepted.
#[derive(Serialize, ToSchema)]
pub(in crate::web::api) struct Accepted {
    /// Its number.
    turn: u32,
    /// The number of the match's newest event.
    seq: u64,
    position: PositionBody,
    /// The address of its picture, for good.
    #[schema(format = "uri")]
    picture: String,
}

/// A turn.
#[derive(Serialize, ToSchema)]
pub(in crate::web::api) struct TurnBody {
    /// Its number.
    turn: u32,
    /// The number of its event.
    seq: u64,
    /// When it was accepted.
    #[schema(value_type = String, format = DateTime)]
    at: Instant,
    /// The GMT day to which it belongs; none for a position that a moderator set for nobody.
    #[schema(value_type = Option<String>, format = Date)]
    day: Option<GmtDay>,
    /// When it was announced, if it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    announced_at: Option<Instant>,
    /// Whose turn it was; nobody's where a moderator set a position.
    #[schema(value_type = Option<u8>)]
    seat: Option<Seat>,
    /// Who played it, or who set the position.
    name: String,
    #[serde(flatten)]
    played: PlayedBody,
    /// The same in words, a sentence a step.
    words: Vec<String>,
    /// What the player wrote.
    post: Option<String>,
    /// Whether a moderator has hidden what the player wrote.
    post_hidden: bool,
    /// The position after it.
    position: PositionBody,
    /// The address of its picture, for good.
    #[schema(format = "uri")]
    picture: String,
    /// Whether it was taken back or reverted.
    struck: bool,
}

impl TurnBody {
    fn new(turn: TurnView, id: MatchId, site: &Site) -> Self {
        let position = PositionBody::from(&turn.play.board());
        let (played, words) = match turn.play {
            PlayView::Abaddon { steps, .. } => {
                let (steps, words) = (steps.into_iter())
                    .map(|step| (step.notation, step.words))
                    .unzip();
                (PlayedBody::Abaddon { steps }, words)
            }
            PlayView::Helios(action) => {
                let ActionView {
                    notation: action,
                    passes,
                    words,
                    ..
                } = *action;
                (PlayedBody::Helios { action, passes }, vec![words])
            }
        };
        Self {
            turn: turn.turn,
            seq: turn.seq,
            at: turn.at,
            day: turn.day,
            announced_at: turn.announced_at,
            seat: turn.seat,
            name: turn.player.name,
            played,
            words,
            post: turn.post,
            post_hidden: turn.post_hidden_by.is_some(),
            position,
            picture: picture_url(site, id, turn.turn),
            struck: turn.struck_by.is_some(),
        }
    }
}

fn picture_url(site: &Site, id: MatchId, turn: u32) -> String {
    format!("{}/matches/{id}/turns/{turn}.png", site.public_url)
}

/// Plays a whole turn, announced or not.
#[utoipa::path(
    post,
    path = "/matches/{id}/turns",
    params(
        ("id" = String, Path, description = "The match's id"),
        ("Idempotency-Key" = Option<String>, Header, description = "1–64 visible ASCII characters: \
            a turn sent again under its key is answered again and not played again"),
    ),
    responses(
        (status = 201, body = Accepted),
        (status = 400, description = "`malformed`, such as a `seq` from the future"),
        (status = 403, description = "`not_yours`: a private match in which one is not named"),
        (status = 404, description = "`not_found`"),
        (status = 409, description = "`match_over`, `match_paused`, `already_left`, `not_started`, `not_your_turn`, `match_full`, `no_free_airlock`, \
            `waiting_for_players`, `turn_spent`, `twice_in_a_row`, `board_reserved`, `lapsed`, \
            `moved_on`"),
        (status = 422, description = "A step or action is illegal: its own code, and `step`; \
            `colour_missing`, `colour_fixed`, `colour_too_close`, `key_reused`, `bad_text`"),
    )
)]
async fn send_turn(
    State(state): State<AppState>,
    SignedIn(person): SignedIn,
    Path(id): Path<MatchId>,
    headers: HeaderMap,
    body: Result<Json<Sent>, Error>,
) -> Result<(StatusCode, Json<Accepted>), Error> {
    let viewer = Some(person.clone());
    let sent = body_of(&state, &viewer, id, body).await?;
    let key = key(&headers)?;
    let accepted = match state.matches.game_of(&viewer, id).await? {
        GameKind::Abaddon => {
            let sent = sent.of_abaddon(key)?;
            state.matches.submit(&person, id, sent).await?
        }
        GameKind::Helios => {
            let sent = sent.of_helios(key)?;
            state.matches.play(&person, id, sent).await?
        }
    };
    let body = Accepted {
        turn: accepted.turn,
        seq: accepted.seq,
        position: PositionBody::from(&accepted.position),
        picture: picture_url(&state.site, id, accepted.turn),
    };
    Ok((StatusCode::CREATED, Json(body)))
}

fn key(headers: &HeaderMap) -> Result<Option<IdempotencyKey>, Error> {
    let Some(value) = headers.get("idempotency-key") else {
        return Ok(None);
    };
    let key = value.to_str().unwrap_or_default().parse();
    key.map(Some)
        .map_err(|why: crate::ids::ParseKeyError| Error::Malformed(why.to_string()))
}

/// Shows a turn.
#[utoipa::path(
    get,
    path = "/matches/{id}/turns/{n}",
    params(
        ("id" = String, Path, description = "The match's id"),
        ("n" = u32, Path, description = "The turn's number, from 1"),
    ),
    security((), ("token" = []), ("session" = [])),
    responses((status = 200, body = TurnBody), (status = 404, description = "`not_found`"))
)]
async fn show_turn(
    State(state): State<AppState>,
    visit: Visit,
    Path((id, number)): Path<(MatchId, u32)>,
) -> Result<Json<TurnBody>, Error> {
    let turn = state.matches.turn(&visit.viewer, id, number).await?;
    Ok(Json(TurnBody::new(turn, id, &state.site)))
}

/// Takes back one's own last turn in a match of Halls of Abaddon, within ten minutes.
#[utoipa::path(
    delete,
    path = "/matches/{id}/turns/{n}",
    params(
        ("id" = String, Path, description = "The match's id"),
        ("n" = u32, Path, description = "The turn's number, from 1"),
    ),
    responses(
        (status = 204, description = "The turn stays, struck through, and its day is free again"),
        (status = 403, description = "`not_yours`"),
        (status = 404, description = "`not_found`"),
        (status = 409, description = "`moved_on`: something came after it; `too_late`, \
            `takeback_spent`"),
    )
)]
async fn take_back(
    State(state): State<AppState>,
    SignedIn(person): SignedIn,
    Path((id, number)): Path<(MatchId, u32)>,
) -> Result<StatusCode, Error> {
    state.matches.take_back(&person, id, number).await?;
    Ok(StatusCode::NO_CONTENT)
}
