//! The whole record of a match as a file.

use std::fmt::Write as _;

use axum::extract::State;
use axum::http::HeaderValue;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

use crate::ids::MatchId;
use crate::service::StoredEvent;
use crate::web::error::Error;
use crate::web::extract::Path;
use crate::web::state::AppState;
use crate::web::who::Visit;

/// How many events are read at once.
const CHUNK: u32 = 500;

/// The whole record as a table for spreadsheets, oldest first.
pub(super) async fn csv(
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
pub(super) async fn json_lines(
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
