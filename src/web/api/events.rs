//! `/matches/{id}/events`: the record, event by event.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::ids::MatchId;
use crate::service::StoredEvent;
use crate::time::Instant;
use crate::web::error::Error;
use crate::web::extract::{Json, Path, Query};
use crate::web::state::AppState;
use crate::web::who::Visit;

/// Events of an answer where nothing else is asked for, and at most.
const USUAL: u32 = 20;
const MOST: u32 = 100;

pub(in crate::web::api) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(events))
}

/// Which events are wanted.
#[derive(Deserialize)]
pub(in crate::web::api) struct Asked {
    after: Option<u64>,
    limit: Option<u32>,
}

/// A stretch of a match's record.
#[derive(Serialize, ToSchema)]
pub(in crate::web::api) struct EventList {
    #[schema(value_type = Vec<EventBody>)]
    events: Vec<StoredEvent>,
    /// The `after` of the next stretch; `null` at the end.
    next: Option<u64>,
}

/// An entry of a match's record, chained to the one before by its hash.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only its schema is used; the store has the value")]
pub(in crate::web::api) struct EventBody {
    /// The match's id.
    r#match: String,
    /// Its number, from 1.
    seq: u64,
    #[schema(value_type = String, format = DateTime)]
    at: Instant,
    /// An account's id, or `server`.
    actor: String,
    /// The seat that it concerns.
    seat: Option<u8>,
    /// What happened, such as `announced` or `moved`.
    kind: String,
    /// The version of the payload's form.
    version: u32,
    /// The particulars, by kind.
    #[schema(value_type = Object)]
    payload: Value,
    /// The hash of the event before; 64 zeros at first.
    prev: String,
    /// SHA-256 of `prev`, a line feed and the RFC 8785 form of the event without both hashes.
    hash: String,
}

/// Shows the record of a match.
#[utoipa::path(
    get,
    path = "/matches/{id}/events",
    params(
        ("id" = String, Path, description = "The match's id"),
        ("after" = Option<u64>, Query, description = "The number behind which they begin"),
        ("limit" = Option<u32>, Query, description = "How many, 1–100; 20 where it is left out"),
    ),
    security((), ("token" = []), ("session" = [])),
    responses(
        (status = 200, body = EventList),
        (status = 400, description = "`malformed`"),
        (status = 404, description = "`not_found`"),
    )
)]
async fn events(
    State(state): State<AppState>,
    visit: Visit,
    Path(id): Path<MatchId>,
    asked: Result<Query<Asked>, Error>,
) -> Result<Json<EventList>, Error> {
    state.matches.must_see(&visit.viewer, id).await?;
    let Query(asked) = asked?;
    let limit = asked.limit.unwrap_or(USUAL);
    if !(1..=MOST).contains(&limit) {
        let message = format!("the limit is a number from 1 to {MOST}");
        return Err(Error::Malformed(message));
    }
    let after = asked.after.unwrap_or_default();
    let found = state.matches.events(&visit.viewer, id, after, limit + 1);
    let mut events = found.await?;
    let more = events.len() > usize::try_from(limit).unwrap_or(usize::MAX);
    if more {
        events.pop();
    }
    let next = events.last().map(|event| event.seq).filter(|_| more);
    Ok(Json(EventList { events, next }))
}
