//! Squares and walls that could not be read, for the player to choose what they show.

use crate::picture::doubt::{Candidate, Unreadable};
use crate::picture::encode::Scale;
use crate::picture::excerpt::Excerpt;
use crate::rules::abaddon::level::Level;
use crate::web::human;
use crate::web::pages::board::level_size;
use crate::web::pages::marked::{Crop, data_url};
use crate::web::reading::Doubts;

use super::sent::{Reread, field_of};

/// How many unreadable squares are shown one by one.
const MOST: usize = 24;
/// How many things that a square may show are offered at once; the rest is folded.
const LIKELY: usize = 4;

/// The form in which the doubtful squares of a picture are chosen.
#[derive(Clone, Debug, Default)]
pub(super) struct DoubtfulForm {
    pub(super) squares: Vec<Doubtful>,
    /// How many squares are not shown; then there is nothing to choose.
    pub(super) more: usize,
    /// What the form keeps of the picture, as JSON.
    pub(super) kept: String,
    /// The board as painted, as a `data:` address.
    pub(super) excerpt: String,
    /// Its size in pixels.
    pub(super) size: (u32, u32),
}

/// A place, enlarged, with what it may show.
#[derive(Clone, Debug)]
pub(super) struct Doubtful {
    pub(super) crop: Crop,
    pub(super) field: String,
    pub(super) likely: Vec<Offered>,
    pub(super) others: Vec<Offered>,
}

/// Something that a place may show.
#[derive(Clone, Debug)]
pub(super) struct Offered {
    pub(super) value: String,
    pub(super) words: String,
}

impl DoubtfulForm {
    pub(super) fn new(level: &Level, doubts: &Doubts, name: &str) -> Self {
        let squares = doubts.squares.iter().take(MOST);
        let kept = Reread {
            name: name.to_owned(),
            partial: doubts.partial.clone(),
            places: (doubts.squares.iter())
                .map(|doubt| doubt.place.to_string())
                .collect(),
        };
        Self {
            squares: squares
                .map(|doubt| Doubtful::new(level, doubts, doubt))
                .collect(),
            more: doubts.squares.len().saturating_sub(MOST),
            kept: serde_json::to_string(&kept).expect("its keys are strings"),
            excerpt: excerpt(&doubts.board),
            size: level_size(level, 1),
        }
    }
}

fn excerpt(board: &Excerpt) -> String {
    data_url(board, Scale::new(1))
}

impl Doubtful {
    fn new(level: &Level, doubts: &Doubts, doubt: &Unreadable) -> Self {
        let offered = |candidate: &Candidate| {
            let called = candidate.content.called(doubt.place, level, &doubts.names);
            Offered {
                value: candidate.content.to_string(),
                words: human::capital(&called),
            }
        };
        let mut likely: Vec<Offered> = doubt.candidates.iter().map(offered).collect();
        let others = likely.split_off(likely.len().min(LIKELY));
        Self {
            crop: Crop::new(level, doubt),
            field: field_of(doubt.place),
            likely,
            others,
        }
    }
}
