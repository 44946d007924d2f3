//! The history of a match: every entry of its record, searched, exported and verified.

mod export;
mod filters;
mod picture;

use std::borrow::Borrow;

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::response::Response;
use axum::routing::get;

use crate::ids::MatchId;
use crate::rules::colour::Colour;
use crate::service::views::Shot;
use crate::service::{HistoryRow, Verdict};
use crate::web::error::Error;
use crate::web::extract::{Path, Query};
use crate::web::human;
use crate::web::pictures::address;
use crate::web::state::AppState;

use super::board::picture_size;
use super::frame::{Frame, Swatch};
use super::show;
use filters::{Filters, KINDS, called};

/// How many entries a page has: so many further on begins the page before it.
const ENTRIES_A_PAGE: u64 = 25;

pub(super) fn router() -> Router<AppState> {
    Router::new()
        .route("/matches/{id}/audit", get(history))
        .route("/matches/{id}/audit.csv", get(export::csv))
        .route("/matches/{id}/audit.jsonl", get(export::json_lines))
        .route("/matches/{id}/audit/{seq}/{side}", get(picture::beside))
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
    let colours: Vec<_> = view.seats.iter().map(|seat| seat.colour).collect();
    Ok(show(&AuditPage {
        id: id.to_string(),
        title: view.title.clone(),
        size: picture_size(&view.table, 1),
        events: view.seq,
        rules: !powers.is_empty(),
        redrawn: view.redrawn,
        newer: newer(&history.rows, &filters, view.seq),
        older: history.next,
        rows: history.rows,
        people: history.people,
        filters,
        verdict,
        frame: frame.in_section("matches").with_colours(colours.clone()),
        colours,
    }))
}

/// The `before` of the page before this one, where no filter hides how far it reaches.
fn newer(rows: &[HistoryRow], filters: &Filters, events: u64) -> Option<u64> {
    let newest = rows.iter().find_map(|row| match row {
        HistoryRow::Entry(entry) => Some(entry.stored.seq),
        HistoryRow::Refused(_) => None,
    })?;
    (filters.are_open() && newest < events).then_some(newest + ENTRIES_A_PAGE + 1)
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
    /// Whether the viewer may make any ruling, and so read refused attempts.
    rules: bool,
    rows: Vec<HistoryRow>,
    /// The `before` of the page that comes before.
    newer: Option<u64>,
    /// The `before` of the page that follows.
    older: Option<u64>,
    people: Vec<String>,
    /// The seats' colours.
    colours: Vec<Colour>,
    /// Width and height of a small picture.
    size: (u32, u32),
    /// The newest ruling that has hidden sprites.
    redrawn: Option<u64>,
    filters: Filters,
    verdict: Option<Verdict>,
}

impl AuditPage {
    /// The address of a board's picture, marked, with more behind it such as `&scale=1`.
    fn picture(&self, shot: impl Borrow<Shot>, rest: &str) -> String {
        let rest = format!("mark=1{rest}");
        match *shot.borrow() {
            Shot::Turn(turn) => address(&self.id, turn, &rest, self.redrawn),
            Shot::Before(seq) => format!("/matches/{}/audit/{seq}/before.png?{rest}", self.id),
            Shot::After(seq) => format!("/matches/{}/audit/{seq}/after.png?{rest}", self.id),
        }
    }

    /// The class of a seat's colour.
    fn seat(&self, seat: impl Borrow<u8>) -> String {
        let colour = self.colours.get(usize::from(*seat.borrow()));
        colour.map_or_else(String::new, |colour| Swatch(*colour).class())
    }
}

/// What a board's picture shows.
fn shown(shot: impl Borrow<Shot>) -> String {
    match *shot.borrow() {
        Shot::Turn(0) => "the board at the start".to_owned(),
        Shot::Turn(turn) => format!("the board after turn {turn}"),
        Shot::Before(seq) => format!("the board before entry {seq}"),
        Shot::After(seq) => format!("the board after entry {seq}"),
    }
}

/// The attribute of the choice that is made.
fn chosen(choice: &str, made: &str) -> askama::filters::Safe<&'static str> {
    askama::filters::Safe(if choice == made { " selected" } else { "" })
}
