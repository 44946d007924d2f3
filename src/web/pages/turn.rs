//! The page of one turn: before and after, then step by step.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::response::Response;

use crate::ids::MatchId;
use crate::rules::abaddon::position::Position;
use crate::service::views::{BoardView, TurnView};
use crate::service::{BoardAt, blocking};
use crate::web::drawing::{self, Style};
use crate::web::error::Error;
use crate::web::extract::Path;
use crate::web::state::AppState;

use super::frame::Frame;
use super::thread::{Post, StepRow, Thread};
use super::{board, show};

/// `/matches/{id}/turns/{turn}`.
pub(in crate::web) async fn turn(
    State(state): State<AppState>,
    frame: Frame,
    Path((id, number)): Path<(MatchId, u32)>,
) -> Result<Response, Error> {
    let view = state.matches.view(&frame.viewer, id).await?;
    let turn = state.matches.turn(&frame.viewer, id, number).await?;
    let at = BoardAt::Turn(number);
    let drawn = state.matches.board(&frame.viewer, id, at).await?;
    let pictures = pictures(&drawn, &turn).await;
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
async fn pictures(drawn: &BoardView, turn: &TurnView) -> Vec<String> {
    let style = Style {
        level: Arc::clone(&drawn.level),
        colours: drawing::colours(drawn.seats.iter().map(|(_, colour)| *colour)),
        sprites: drawing::sprites(&drawn.sprites),
    };
    let (before, steps) = (turn.before.clone(), turn.steps.clone());
    let after = steps.into_iter().map(|step| step.after);
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
    before: Picture,
    after: Picture,
    steps: Vec<(StepRow, Picture)>,
    turns: u32,
}

/// A board in a figure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// Its address, or itself as a `data:` address.
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
        let words = |position| board::in_words(thread.level, position, thread.names);
        let number = turn.turn;
        let before = number.saturating_sub(1);
        let steps = turn.steps.iter().zip(pictures).map(|(step, src)| {
            let alt = format!("The board after this step. {}", words(&step.after));
            (StepRow::new(step), Picture { src, alt })
        });
        Self {
            id: thread.id.to_string(),
            title: thread.title.to_owned(),
            before: Picture {
                src: format!("/matches/{}/turns/{before}.png", thread.id),
                alt: format!("The board before turn {number}. {}", words(&turn.before)),
            },
            after: Picture {
                src: format!("/matches/{}/turns/{number}.png?mark=1", thread.id),
                alt: format!(
                    "The board after turn {number}, changed squares marked. {}",
                    words(&turn.position)
                ),
            },
            steps: steps.collect(),
            post: thread.post(turn),
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
