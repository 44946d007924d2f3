//! What both games' pictures share: the grid of squares, the labels, the ring of marks, the legend.

use std::collections::BTreeSet;

use serde::Deserialize;

use super::canvas::{Picture, Place};
use super::palette::{Ink, Palette, SeatInks};
use crate::rules::grid::Square;
use crate::rules::seat::{BySeat, Seat};

/// From one square's left edge to the next one's, in pixels at scale 1.
pub const PITCH: usize = 16;
/// The width and height of a square's inside.
pub const INSIDE: usize = 14;
/// The width of the strip between two squares.
pub const STRIP: usize = PITCH - INSIDE;
/// The width of the labels' margin.
pub const MARGIN: usize = 16;
const GLYPH_WIDTH: usize = 5;
const LINE: usize = 8;

/// What a picture shows besides the board (api.md, Pictures).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Whether a margin names columns and rows.
    pub labels: Labels,
    /// The squares that the last turn changed, if they are to be marked.
    pub marks: BTreeSet<Square>,
    /// The strip that names the players, if it is to be drawn.
    pub legend: Option<Legend>,
}

/// Whether a margin names columns and rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(from = "bool")]
pub enum Labels {
    /// Letters below, numbers at the left.
    Shown,
    /// No margin.
    #[default]
    Hidden,
}

impl From<bool> for Labels {
    /// `true` in a request shows them.
    fn from(shown: bool) -> Self {
        if shown { Self::Shown } else { Self::Hidden }
    }
}

/// The strip below everything that says which turn this is and whose colour is whose.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Legend {
    /// The turn's number.
    pub turn: u32,
    /// Its GMT day, `2026-03-01`.
    pub day: String,
    /// A line a seat, in seat order.
    pub lines: Vec<LegendLine>,
}

/// One player in the legend.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LegendLine {
    /// Whose colour the swatch shows.
    pub seat: Seat,
    /// The player's name.
    pub name: String,
    /// Doors; points in Helios.
    pub score: u32,
}

impl Legend {
    fn height(&self) -> usize {
        2 + LINE * (1 + self.lines.len())
    }
}

/// Where the squares of a board lie in its picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    columns: usize,
    rows: usize,
    /// Above the board and again below it, for Helios' priests.
    priests: usize,
    /// Left of the board and below it, for labels.
    margin: usize,
}

impl Frame {
    pub(super) fn new((columns, rows): (u8, u8), priests: usize, options: &Options) -> Self {
        Self {
            columns: columns.into(),
            rows: rows.into(),
            priests,
            margin: match options.labels {
                Labels::Shown => MARGIN,
                Labels::Hidden => 0,
            },
        }
    }

    /// The white picture on which the board will be drawn.
    pub(super) fn picture(&self, palette: Palette, white: Ink, options: &Options) -> Picture {
        let (width, height) = self.board_size();
        let legend = options.legend.as_ref().map_or(0, Legend::height);
        let size = (self.margin + width, height + self.margin + legend);
        Picture::new(size, palette, white)
    }

    /// The top left pixel of the board, its strips for priests included.
    pub(super) fn board(&self) -> Place {
        (self.margin, 0)
    }

    /// The board's width and height in pixels, without margin and legend.
    pub(super) fn board_size(&self) -> (usize, usize) {
        (
            PITCH * self.columns + STRIP,
            PITCH * self.rows + STRIP + 2 * self.priests,
        )
    }

    /// The top left pixel of a square's inside; `None` off the board.
    pub(super) fn inside(&self, square: Square) -> Option<Place> {
        let (column, row) = (usize::from(square.column()), usize::from(square.row()));
        let from_top = self.rows.checked_sub(row + 1)?;
        let on_board = column < self.columns;
        on_board.then(|| self.inside_at(column, from_top))
    }

    fn inside_at(&self, column: usize, from_top: usize) -> Place {
        let x = self.margin + PITCH * column + STRIP;
        let y = self.priests + PITCH * from_top + STRIP;
        (x, y)
    }

    /// Marks squares by every second pixel along the edge of their inside.
    pub(super) fn draw_marks(&self, picture: &mut Picture, black: Ink, options: &Options) {
        for (x, y) in options.marks.iter().filter_map(|at| self.inside(*at)) {
            for (right, down) in ring().step_by(2) {
                picture.set((x + right, y + down), black);
            }
        }
    }

    pub(super) fn draw_labels(&self, picture: &mut Picture, black: Ink, options: &Options) {
        if options.labels == Labels::Hidden {
            return;
        }
        let below = self.board_size().1 + 4;
        for (column, letter) in ('a'..='z').take(self.columns).enumerate() {
            let (x, _) = self.inside_at(column, 0);
            picture.write(&letter.to_string(), (x + 4, below), black);
        }
        for from_top in 0..self.rows {
            let (_, y) = self.inside_at(0, from_top);
            let number = (self.rows - from_top).to_string();
            let x = self.margin - 3 - GLYPH_WIDTH * number.len();
            picture.write(&number, (x, y + 3), black);
        }
    }

    pub(super) fn draw_legend(
        &self,
        picture: &mut Picture,
        black: Ink,
        inks: &BySeat<SeatInks>,
        options: &Options,
    ) {
        let Some(legend) = &options.legend else {
            return;
        };
        let mut y = self.board_size().1 + self.margin + 2;
        let title = format!("turn {}  {}", legend.turn, legend.day);
        picture.write(&title, (2, y), black);
        for line in &legend.lines {
            y += LINE;
            picture.fill((2, y), (7, 7), inks[line.seat].own);
            let text = format!("{} {}", line.name, line.score);
            picture.write(&text, (12, y), black);
        }
    }
}

/// The 52 pixels along the edge of a square's inside, clockwise from the top left one.
fn ring() -> impl Iterator<Item = Place> {
    const LAST: usize = INSIDE - 1;
    let top = (0..LAST).map(|step| (step, 0));
    let right = (0..LAST).map(|step| (LAST, step));
    let bottom = (0..LAST).map(|step| (LAST - step, LAST));
    let left = (0..LAST).map(|step| (0, LAST - step));
    top.chain(right).chain(bottom).chain(left)
}
