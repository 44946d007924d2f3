//! The history of a match: every entry of its record, searched, exported and verified.

use std::borrow::Borrow;
use std::fmt::Write as _;

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::http::HeaderValue;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde::Deserialize;

use crate::ids::MatchId;
use crate::service::views::EntryView;
use crate::service::{History, HistoryAsked, StoredEvent, Verdict};
use crate::time::GmtDay;
use crate::web::error::Error;
use crate::web::extract::{Path, Query};
use crate::web::human;
use crate::web::state::AppState;
use crate::web::who::Visit;

use super::board::picture_size;
use super::frame::Frame;
use super::show;

/// The kinds of entry, as the filter offers them.
const KINDS: [&str; 28] = [
    "announced",
    "annotated",
    "closed",
    "created",
    "draw_agreed",
    "draw_declined",
    "draw_offered",
    "ended",
    "flagged",
    "hidden",
    "lapsed",
    "left",
    "lifted",
    "moved",
    "passed",
    "paused",
    "position_set",
    "post_hidden",
    "removed",
    "replaced",
    "resigned",
    "resumed",
    "retitled",
    "reverted",
    "seated",
    "sprites_reset",
    "taken_back",
    "withdrawn",
];
/// How many events of an export are read at once.
const CHUNK: u32 = 500;

pub(super) fn router() -> Router<AppState> {
    Router::new()
        .route("/matches/{id}/audit", get(history))
        .route("/matches/{id}/audit.csv", get(csv))
        .route("/matches/{id}/audit.jsonl", get(json_lines))
}

/// The filters as typed; empty ones ask for all.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(default)]
struct Filters {
    person: String,
    kind: String,
    day: String,
    text: String,
    /// Only entries below this number.
    before: String,
    /// The entry to jump to: it is the first one of the page.
    seq: String,
    /// Given where the chain is to be verified too.
    verify: Option<String>,
}

impl Filters {
    fn asked(&self) -> Result<HistoryAsked, Error> {
        let typed = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
        let day = typed(&self.day).map(GmtDay::try_from).transpose();
        Ok(HistoryAsked {
            person: typed(&self.person),
            kind: typed(&self.kind),
            day: day.map_err(|_| Error::Malformed("a day is written 2026-03-01".to_owned()))?,
            text: typed(&self.text),
            before: match number(&self.seq)? {
                Some(seq) => Some(seq.saturating_add(1)),
                None => number(&self.before)?,
            },
        })
    }
}

/// A number as typed; nothing where nothing was.
fn number(typed: &str) -> Result<Option<u64>, Error> {
    let typed = Some(typed.trim()).filter(|typed| !typed.is_empty());
    let number = typed.map(str::parse).transpose();
    number.map_err(|_| Error::Malformed("an entry has a number".to_owned()))
}

async fn history(
    State(state): State<AppState>,
    frame: Frame,
    Path(id): Path<MatchId>,
    filters: Result<Query<Filters>, Error>,
) -> Result<Response, Error> {
    let view = state.matches.view(&frame.viewer, id).await?;
    let Query(filters) = filters?;
    let history = (state.matches)
        .history(&frame.viewer, id, &filters.asked()?)
        .await?;
    let verdict = match filters.verify {
        Some(_) => Some(state.matches.verify(&frame.viewer, id).await?),
        None => None,
    };
    let powers = state.matches.powers(&frame.viewer, id).await?;
    let History {
        entries,
        next,
        people,
    } = history;
    Ok(show(&AuditPage {
        id: id.to_string(),
        title: view.title.clone(),
        size: picture_size(&view.table, 1),
        events: view.seq,
        rules: !powers.is_empty(),
        older: next,
        entries,
        people,
        filters,
        verdict,
        frame: frame.in_section("matches"),
    }))
}

/// The page of a match's history.
#[derive(Template, Clone, Debug)]
#[template(path = "audit.html")]
struct AuditPage {
    frame: Frame,
    id: String,
    title: String,
    /// How many events the record has.
    events: u64,
    /// Whether the viewer may make any ruling.
    rules: bool,
    entries: Vec<EntryView>,
    /// The `before` of the page that follows.
    older: Option<u64>,
    people: Vec<String>,
    /// Width and height of a small picture.
    size: (u32, u32),
    filters: Filters,
    verdict: Option<Verdict>,
}

impl AuditPage {
    /// The address of a turn's picture, small and marked.
    fn picture(&self, turn: impl Borrow<u32>) -> String {
        let turn = turn.borrow();
        format!("/matches/{}/turns/{turn}.png?scale=1&mark=1", self.id)
    }
}

/// The whole record as a table for spreadsheets, oldest first.
async fn csv(
    State(state): State<AppState>,
    visit: Visit,
    Path(id): Path<MatchId>,
) -> Result<Response, Error> {
    let mut file = "seq,at,actor,seat,kind,version,payload,prev,hash\r\n".to_owned();
    each_event(&state, &visit, id, |event| {
        let seat = event.seat.map(|seat| seat.to_string()).unwrap_or_default();
        let fields = [
            event.seq.to_string(),
            event.at.to_string(),
            event.actor.clone(),
            seat,
            event.kind.clone(),
            event.version.to_string(),
            event.payload.to_string(),
            event.prev.clone(),
            event.hash.clone(),
        ];
        let fields: Vec<_> = fields.iter().map(|field| quoted(field)).collect();
        file.push_str(&fields.join(","));
        file.push_str("\r\n");
    })
    .await?;
    Ok(download(
        file,
        "text/csv; charset=utf-8",
        &format!("{id}.csv"),
    ))
}

/// A field as RFC 4180 writes it.
fn quoted(field: &str) -> String {
    if field.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}

/// The whole record, an event a line, oldest first.
async fn json_lines(
    State(state): State<AppState>,
    visit: Visit,
    Path(id): Path<MatchId>,
) -> Result<Response, Error> {
    let mut file = String::new();
    let mut written = Ok(());
    each_event(&state, &visit, id, |event| {
        let line = serde_json::to_value(event).unwrap_or_default();
        written = written.and(writeln!(file, "{line}"));
    })
    .await?;
    written.map_err(|why| Error::Broken(why.to_string()))?;
    let name = format!("{id}.jsonl");
    Ok(download(file, "application/x-ndjson", &name))
}

async fn each_event(
    state: &AppState,
    visit: &Visit,
    id: MatchId,
    mut write: impl FnMut(&StoredEvent),
) -> Result<(), Error> {
    let mut after = 0;
    loop {
        let found = state
            .matches
            .events(&visit.viewer, id, after, CHUNK)
            .await?;
        let Some(last) = found.last() else {
            return Ok(());
        };
        after = last.seq;
        found.iter().for_each(&mut write);
    }
}

fn download(file: String, media: &'static str, name: &str) -> Response {
    let mut response = file.into_response();
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(media));
    if let Ok(kept_as) = HeaderValue::from_str(&format!("attachment; filename=\"{name}\"")) {
        headers.insert(CONTENT_DISPOSITION, kept_as);
    }
    response
}

/// The attribute of the choice that is made.
fn chosen(choice: &str, made: &str) -> askama::filters::Safe<&'static str> {
    askama::filters::Safe(if choice == made { " selected" } else { "" })
}
