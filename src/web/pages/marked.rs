//! Boards with some squares outlined, and squares cut out of them.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::picture::doubt::{Place, Unreadable};
use crate::picture::encode::Scale;
use crate::picture::excerpt::Excerpt;
use crate::rules::abaddon::level::Level;
use crate::rules::grid::{Side, Square};

use crate::web::human;

use super::board::level_size;

/// A square that cannot be read, enlarged.
#[derive(Clone, Debug)]
pub(super) struct Crop {
    pub(super) label: String,
    pub(super) why: String,
    pub(super) x: u32,
    pub(super) y: u32,
}

impl Crop {
    pub(super) fn new(level: &Level, unreadable: &Unreadable) -> Self {
        let square = unreadable.place.square();
        let Mark { x, y } = corner(level, square);
        let label = match unreadable.place {
            Place::Square(square) => square.to_string(),
            Place::Wall(edge) => match edge.side {
                Side::Up => format!("The wall above {square}"),
                Side::Right => format!("The wall right of {square}"),
            },
        };
        Self {
            label,
            why: format!("{}.", human::capital(&unreadable.why)),
            x: x.saturating_sub(2),
            y: y.saturating_sub(2),
        }
    }
}

/// A place on the board that is outlined, in pixels at scale 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Mark {
    pub(super) x: u32,
    pub(super) y: u32,
}

/// A board with some squares outlined.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct MarkedBoard {
    pub(super) picture: String,
    pub(super) caption: String,
    pub(super) alt: String,
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) files: Vec<char>,
    pub(super) ranks: Vec<u8>,
    /// The class of the outlines.
    pub(super) kind: &'static str,
    pub(super) marks: Vec<Mark>,
}

impl MarkedBoard {
    pub(super) fn new(level: &Level, picture: String) -> Self {
        let (width, height) = level_size(level, 1);
        Self {
            picture,
            width,
            height,
            files: ('a'..='z').take(usize::from(level.width())).collect(),
            ranks: (1..=level.height()).rev().collect(),
            ..Self::default()
        }
    }

    pub(super) fn marking(
        mut self,
        level: &Level,
        squares: impl IntoIterator<Item = Square>,
    ) -> Self {
        self.marks = squares.into_iter().map(|at| corner(level, at)).collect();
        self
    }
}

pub(super) fn data_url(excerpt: &Excerpt, scale: Option<Scale>) -> String {
    let file = excerpt.png(scale.unwrap_or_default());
    format!("data:image/png;base64,{}", STANDARD.encode(file))
}

/// Where a square's inside begins at scale 1, less a pixel.
fn corner(level: &Level, square: Square) -> Mark {
    let from_top = level.height().saturating_sub(square.row() + 1);
    let pixel = |index: u8| 16 * u32::from(index) + 1;
    Mark {
        x: pixel(square.column()),
        y: pixel(from_top),
    }
}
