//! The page of one turn: before and after, then step by step.

use askama::Template;
use axum::extract::State;
use axum::response::{IntoResponse, Redirect, Response};

use crate::ids::MatchId;
use crate::referee::state::Board as Standing;
use crate::rules::abaddon::position::Position;
use crate::service::views::{BoardScene, BoardView, PlayView, StepView, TurnView};
use crate::service::{BoardAt, blocking};
use crate::web::drawing::{self, Style};
use crate::web::error::Error;
use crate::web::extract::Path;
use crate::web::state::AppState;

use super::frame::Frame;
use super::paging::Paging;
use super::thread::{Post, StepRow, Thread};
use super::{board, show};

/// `/matches/{id}/turns/{turn}`. Turn 0 is the start, which nobody has played: it leads to the match.
pub(in crate::web) async fn turn(
    State(state): State<AppState>,
    frame: Frame,
    Path((id, number)): Path<(MatchId, u32)>,
) -> Result<Response, Error> {
    let view = state.matches.view(&frame.viewer, id).await?;
    if number == 0 {
        return Ok(Redirect::to(&format!("/matches/{id}")).into_response());
    }
    let turn = state.matches.turn(&frame.viewer, id, number).await?;
    let at = BoardAt::Turn(number);
    let drawn = state.matches.board(&frame.viewer, id, at).await?;
    let pictures = match &turn.play {
        PlayView::Abaddon { steps, .. } => pictures(drawn, steps).await,
        // The one action of a turn of Helios is seen in the pictures before and after it.
        PlayView::Helios(_) => Vec::new(),
    };
    let names = view.names();
    let thread = Thread::of(&view, &names, state.site.public_url.as_str());
    let page = TurnPage::new(
        frame.in_section("matches"),
        &thread,
        &turn,
        (view.turns, pictures),
    );
    Ok(show(&page))
}

/// The board after each step.
async fn pictures(drawn: BoardView, steps: &[StepView]) -> Vec<String> {
    let BoardScene::Abaddon { level, before, .. } = drawn.scene else {
        return Vec::new();
    };
    let style = Style {
        level,
        colours: drawing::colours(drawn.seats.iter().map(|(_, colour)| *colour)),
        sprites: drawing::sprites(&drawn.sprites),
    };
    let after = steps.iter().map(|step| step.after.clone());
    let boards: Vec<_> = std::iter::once(before).chain(after).collect();
    blocking::run(move || draw_steps(&style, &boards)).await
}

fn draw_steps(style: &Style, boards: &[Position]) -> Vec<String> {
    let pairs = boards.iter().zip(boards.iter().skip(1));
    pairs
        .filter_map(|(before, after)| drawing::data_url(style, before, after))
        .collect()
}

/// The page of a turn.
#[derive(Template, Clone, Debug)]
#[template(path = "turn.html")]
pub struct TurnPage {
    frame: Frame,
    id: String,
    title: String,
    post: Post,
    /// The board before it, in words.
    before: String,
    steps: Vec<(StepRow, Picture)>,
    turns: u32,
    /// Its place in the thread.
    place: String,
}

/// The board after a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// The picture as a `data:` address.
    pub src: String,
    /// What it shows, in words.
    pub alt: String,
}

impl TurnPage {
    /// The page of one turn of a match with so many turns, with the board after each step as a `data:`
    /// address.
    pub fn new(
        frame: Frame,
        thread: &Thread<'_>,
        turn: &TurnView,
        (turns, pictures): (u32, Vec<String>),
    ) -> Self {
        let words = |standing: &Standing| board::in_words(thread.table, standing, thread.names);
        let (played, before): (&[StepView], _) = match &turn.play {
            PlayView::Abaddon { steps, before, .. } => (steps, Standing::Abaddon(before.clone())),
            PlayView::Helios(action) => (&[], Standing::Helios(action.before)),
        };
        let steps = played.iter().zip(pictures).map(|(step, src)| {
            let after = words(&Standing::Abaddon(step.after.clone()));
            let alt = format!("The board after this step. {after}");
            (StepRow::new(step), Picture { src, alt })
        });
        Self {
            id: thread.id.to_string(),
            title: thread.title.to_owned(),
            before: format!("The board before turn {}. {}", turn.turn, words(&before)),
            steps: steps.collect(),
            post: thread.post(turn),
            place: Paging::new(thread.id, turns).post(turn.turn),
            turns,
            frame: frame.with_colours([turn.colour]),
        }
    }

    fn next(&self) -> Option<u32> {
        Some(self.post.turn + 1).filter(|turn| *turn <= self.turns)
    }

    fn previous(&self) -> Option<u32> {
        self.post.turn.checked_sub(1).filter(|turn| 0 < *turn)
    }
}
