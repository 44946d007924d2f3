//! The page of one turn: before and after, then step by step.

use askama::Template;

use crate::service::views::TurnView;
use crate::web::prose::Piece;

use super::board;
use super::frame::Frame;
use super::thread::{Post, StepRow, Thread};

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
    /// The page of one turn of a match with so many turns; `pictures` has the board after each step
    /// as a `data:` address.
    pub fn new(
        frame: Frame,
        thread: &Thread<'_>,
        turn: &TurnView,
        turns: u32,
        pictures: Vec<String>,
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
