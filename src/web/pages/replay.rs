//! A match turn by turn: with a script by slider and keys, without one by links.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::response::Response;
use axum::routing::get;
use serde::Deserialize;

use crate::ids::MatchId;
use crate::service::views::MatchView;
use crate::web::error::Error;
use crate::web::extract::{Path, Query};
use crate::web::pictures::address;
use crate::web::state::AppState;

use super::board::{SCALE, picture_size};
use super::frame::Frame;
use super::show;

/// `/matches/{id}/replay`.
pub(in crate::web::pages) fn router() -> Router<AppState> {
    Router::new().route("/matches/{id}/replay", get(page))
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
struct Wanted {
    turn: Option<u32>,
}

async fn page(
    State(state): State<AppState>,
    frame: Frame,
    Path(id): Path<MatchId>,
    Query(wanted): Query<Wanted>,
) -> Result<Response, Error> {
    let view = state.matches.view(&frame.viewer, id).await?;
    let turn = wanted.turn.unwrap_or_default();
    if view.newest_turn < turn {
        return Err(Error::NotFound);
    }
    Ok(show(&ReplayPage {
        frame: frame.in_section("matches"),
        title: view.title.clone(),
        replay: Replay::of(&view, turn),
    }))
}

#[derive(Template, Clone, Debug)]
#[template(path = "replay.html")]
struct ReplayPage {
    frame: Frame,
    title: String,
    replay: Replay,
}

/// What `partials/replay.html` shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replay {
    id: MatchId,
    /// The match's page.
    pub game: String,
    /// The turn after which the board is shown.
    pub turn: u32,
    /// The number of the newest turn that counts.
    pub turns: u32,
    /// The turns that are left out because they are struck through.
    pub struck: Vec<u32>,
    /// The newest ruling that has hidden sprites.
    pub redrawn: Option<u64>,
    /// The pictures' width.
    pub width: u32,
    /// The pictures' height.
    pub height: u32,
}

impl Replay {
    /// The replay of a match, open at the newest turn; `None` before the first.
    pub fn of_played(view: &MatchView) -> Option<Self> {
        (0 < view.newest_turn).then(|| Self::of(view, view.newest_turn))
    }

    /// The replay of a match, open at a turn.
    pub fn of(view: &MatchView, turn: u32) -> Self {
        let (width, height) = picture_size(&view.table, SCALE);
        Self {
            id: view.id,
            game: format!("/matches/{}", view.id),
            turn,
            turns: view.newest_turn,
            struck: view.struck.clone(),
            redrawn: view.redrawn,
            width,
            height,
        }
    }

    pub(in crate::web::pages) fn picture(&self) -> String {
        address(self.id, self.turn, "mark=1", self.redrawn)
    }

    /// What stands behind the `?` of every picture's address, as the script reads it.
    pub(in crate::web::pages) fn query(&self) -> String {
        let drawn = self.redrawn.map(|by| format!("&drawn={by}"));
        format!("?mark=1{}", drawn.unwrap_or_default())
    }

    fn next(&self) -> Option<u32> {
        self.shown().find(|turn| self.turn < *turn)
    }

    /// The turns that are shown, from the start on.
    fn shown(&self) -> impl Iterator<Item = u32> {
        (0..=self.turns).filter(|turn| !self.struck.contains(turn))
    }

    /// The turns that are left out, as the script reads them.
    pub(in crate::web::pages) fn left_out(&self) -> String {
        let struck: Vec<_> = self.struck.iter().map(ToString::to_string).collect();
        struck.join(" ")
    }
}
