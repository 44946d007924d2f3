//! `/matches`: making matches, finding them, and looking at one.

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::LOCATION;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::ids::MatchId;
use crate::referee::state::GameKind;
use crate::rules::colour::Colour;
use crate::rules::seat::Seat;
use crate::service::views::{
    CardTable, HoldView, Holding, MatchCard, MatchState, MatchView, SeatView, TableView,
};
use crate::service::{ListAsked, Scope};
use crate::time::Instant;
use crate::web::api::games::{AbaddonAsked, Game, GameBody, HeliosAsked, new_match};
use crate::web::error::Error;
use crate::web::extract::{Json, Path, Query, Switch};
use crate::web::state::{AppState, Site};
use crate::web::who::{SignedIn, Visit};

pub(in crate::web::api) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(create_match, list_matches))
        .routes(routes!(show_match))
}

/// A match that somebody wants to make.
#[derive(Deserialize, ToSchema)]
pub(in crate::web::api) struct WantedMatch {
    game: Game,
    /// 1–80 characters.
    title: String,
    /// What is left out is as published.
    #[serde(default)]
    #[schema(value_type = OptionsBody)]
    options: Map<String, Value>,
}

/// The options of either game.
#[derive(ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "describes what is read by game")]
enum OptionsBody {
    Abaddon(AbaddonAsked),
    Helios(HeliosAsked),
}

/// What every answer says of a match, whatever its game.
#[derive(Serialize, ToSchema)]
pub(in crate::web::api) struct Summary {
    id: String,
    title: String,
    /// The name of whoever made it.
    host: String,
    /// `open` before the first accepted turn, in Helios before the second player; then `running`;
    /// `paused`; `over`.
    #[schema(value_type = String)]
    state: MatchState,
    /// Whether a newcomer may still come in.
    joinable: bool,
    /// The number of its newest event: a turn that is sent names it.
    seq: u64,
    /// The highest turn number; 0 before the first turn.
    turns: u32,
    /// Seats by number.
    seats: Vec<SeatBody>,
    /// Who holds the board, if anybody does.
    announcement: Option<AnnouncementBody>,
    #[schema(value_type = String, format = DateTime)]
    created_at: Instant,
    /// The address of a picture of the newest position.
    #[schema(format = "uri")]
    picture: String,
}

/// A seat, and who sits on it.
#[derive(Serialize, ToSchema)]
pub(in crate::web::api) struct SeatBody {
    #[schema(value_type = u8, maximum = 7)]
    seat: Seat,
    /// `null` on a vacant seat.
    name: Option<String>,
    #[schema(value_type = String, example = "#3388ff")]
    color: Colour,
    #[serde(flatten)]
    holding: HoldingBody,
    /// `null` when its turn is open by the clock; else the instant at which it opens. A match that is
    /// over, paused, reserved or waits for players says so in its other members.
    #[schema(value_type = Option<String>, format = DateTime)]
    next_turn_opens: Option<Instant>,
}

/// What a seat has on the board, by game.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub(in crate::web::api) enum HoldingBody {
    /// Halls of Abaddon.
    Abaddon {
        /// Doors that it owns.
        doors: usize,
        /// Units on the board.
        units: usize,
    },
    /// Helios.
    Helios {
        /// Its points.
        points: u16,
        /// Suns that it carries.
        suns: u32,
        /// Layers of its pieces together.
        layers: u32,
    },
}

impl From<Holding> for HoldingBody {
    fn from(holding: Holding) -> Self {
        match holding {
            Holding::Abaddon { doors, units, .. } => Self::Abaddon { doors, units },
            Holding::Helios {
                points,
                suns,
                layers,
            } => Self::Helios {
                points,
                suns,
                layers,
            },
        }
    }
}

/// Who holds the board, and until when.
#[derive(Serialize, ToSchema)]
pub(in crate::web::api) struct AnnouncementBody {
    name: String,
    /// `null` for a newcomer.
    #[schema(value_type = Option<u8>)]
    seat: Option<Seat>,
    #[schema(value_type = Option<String>)]
    color: Option<Colour>,
    /// The last instant at which the turn may be finished.
    #[schema(value_type = String, format = DateTime)]
    held_until: Instant,
}

/// A match.
#[derive(Serialize, ToSchema)]
pub(in crate::web::api) struct MatchBody {
    #[serde(flatten)]
    summary: Summary,
    #[serde(flatten)]
    by_game: GameBody,
}

/// A match in a list.
#[derive(Serialize, ToSchema)]
pub(in crate::web::api) struct CardBody {
    #[serde(flatten)]
    summary: Summary,
    game: Game,
    /// When the newest turn was accepted.
    #[schema(value_type = Option<String>, format = DateTime)]
    last_turn_at: Option<Instant>,
}

/// A page of matches, those with the newest activity first.
#[derive(Serialize, ToSchema)]
pub(in crate::web::api) struct MatchList {
    matches: Vec<CardBody>,
    /// The `after` of the next page; `null` on the last one.
    next: Option<String>,
}

impl MatchBody {
    pub(in crate::web::api) fn new(view: &MatchView, site: &Site) -> Self {
        let summary = Summary {
            id: view.id.to_string(),
            title: view.title.clone(),
            host: view.host.name.clone(),
            state: view.state,
            joinable: view.joinable,
            seq: view.seq,
            turns: view.turns,
            seats: view.seats.iter().map(SeatBody::from).collect(),
            announcement: announcement_in(&view.table).map(AnnouncementBody::from),
            created_at: view.created_at,
            picture: board_url(site, view.id),
        };
        Self {
            summary,
            by_game: GameBody::from(view),
        }
    }
}

impl CardBody {
    pub(in crate::web::api) fn new(card: &MatchCard, site: &Site) -> Self {
        let summary = Summary {
            id: card.id.to_string(),
            title: card.title.clone(),
            host: card.host.name.clone(),
            state: card.state,
            joinable: card.joinable,
            seq: card.seq,
            turns: card.turns,
            seats: card.seats.iter().map(SeatBody::from).collect(),
            announcement: card.table.announcement().map(AnnouncementBody::from),
            created_at: card.created_at,
            picture: board_url(site, card.id),
        };
        Self {
            summary,
            game: match card.table {
                CardTable::Abaddon { .. } => Game::Abaddon,
                CardTable::Helios(_) => Game::Helios,
            },
            last_turn_at: card.last_turn_at,
        }
    }
}

fn announcement_in(table: &TableView) -> Option<&HoldView> {
    match table {
        TableView::Abaddon(table) => table.announcement.as_ref(),
        TableView::Helios(_) => None,
    }
}

fn board_url(site: &Site, id: MatchId) -> String {
    format!("{}/matches/{id}/board.png", site.public_url)
}

impl From<&SeatView> for SeatBody {
    fn from(seat: &SeatView) -> Self {
        Self {
            seat: seat.seat,
            name: seat.player.as_ref().map(|player| player.name.clone()),
            color: seat.colour,
            holding: HoldingBody::from(seat.holding),
            next_turn_opens: seat.next_turn_opens,
        }
    }
}

impl From<&HoldView> for AnnouncementBody {
    fn from(hold: &HoldView) -> Self {
        Self {
            name: hold.holder.name.clone(),
            seat: hold.seat,
            color: hold.colour,
            held_until: hold.held_until,
        }
    }
}

/// Makes a match. The host of one of Abaddon does not play in it before their first turn; in Helios
/// they sit down at once.
#[utoipa::path(
    post,
    path = "/matches",
    responses(
        (status = 201, body = MatchBody),
        (status = 400, description = "`malformed`"),
        (status = 422, description = "`bad_text`: the title; `bad_options`: `field` names the option"),
    )
)]
async fn create_match(
    State(state): State<AppState>,
    SignedIn(person): SignedIn,
    Json(wanted): Json<WantedMatch>,
) -> Result<Response, Error> {
    let asked = new_match(wanted.game, wanted.title, &wanted.options)?;
    let id = state.matches.create_match(&person, asked).await?;
    let view = state.matches.view(&Some(person), id).await?;
    let body = Json(MatchBody::new(&view, &state.site));
    let address = format!("/api/v1/matches/{id}");
    Ok((StatusCode::CREATED, [(LOCATION, address)], body).into_response())
}

/// Which matches are wanted.
#[derive(Deserialize)]
pub(in crate::web::api) struct Asked {
    game: Option<Game>,
    state: Option<MatchState>,
    mine: Option<Switch>,
    after: Option<String>,
    limit: Option<u32>,
}

/// Lists matches, those with the newest activity first.
#[utoipa::path(
    get,
    path = "/matches",
    params(
        ("game" = Option<Game>, Query, description = "Only matches of this game"),
        ("state" = Option<String>, Query, description = "Only matches that are `open`, `running`, \
            `paused` or `over`"),
        ("mine" = Option<u8>, Query, description = "`1`: only those that one hosts, plays in or is \
            named for"),
        ("after" = Option<String>, Query, description = "The `next` of the page before"),
        ("limit" = Option<u32>, Query, description = "How many, 1–100; 20 where it is left out"),
    ),
    security((), ("token" = []), ("session" = [])),
    responses(
        (status = 200, body = MatchList),
        (status = 400, description = "`malformed`"),
        (status = 401, description = "`not_signed_in`: with `mine`"),
    )
)]
async fn list_matches(
    State(state): State<AppState>,
    visit: Visit,
    asked: Result<Query<Asked>, Error>,
) -> Result<Json<MatchList>, Error> {
    let Query(asked) = asked?;
    let scope = match (asked.mine, &visit.viewer) {
        (Some(Switch(true)), None) => return Err(Error::NotSignedIn),
        (Some(Switch(true)), Some(_)) => Scope::Mine,
        (Some(Switch(false)) | None, _) => Scope::All,
    };
    let asked = ListAsked {
        kind: asked.game.map(GameKind::from),
        state: asked.state,
        scope,
        after: asked.after,
        limit: asked.limit,
    };
    let page = state.matches.list(&visit.viewer, &asked).await?;
    let card = |card: &MatchCard| CardBody::new(card, &state.site);
    Ok(Json(MatchList {
        matches: page.items.iter().map(card).collect(),
        next: page.next,
    }))
}

/// Shows a match as it stands.
#[utoipa::path(
    get,
    path = "/matches/{id}",
    params(("id" = String, Path, description = "The match's id")),
    security((), ("token" = []), ("session" = [])),
    responses(
        (status = 200, body = MatchBody),
        (status = 404, description = "`not_found`, or not for the viewer to know of"),
    )
)]
async fn show_match(
    State(state): State<AppState>,
    visit: Visit,
    Path(id): Path<MatchId>,
) -> Result<Json<MatchBody>, Error> {
    let view = state.matches.view(&visit.viewer, id).await?;
    Ok(Json(MatchBody::new(&view, &state.site)))
}
