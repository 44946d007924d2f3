//! The two sides, and tables with one entry a side.

use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

use crate::rules::colour::Colour;
use crate::rules::grid::Direction;
use crate::rules::seat::Seat;

/// One of the two players. In JSON a side is the number of its seat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "Seat", into = "Seat")]
pub enum Side {
    /// Seat 0: its home row is row 1, and it moves first.
    Bottom,
    /// Seat 1: its home row is the highest row.
    Top,
}

impl Side {
    /// Both, in the order of their seats.
    pub const BOTH: [Self; 2] = [Self::Bottom, Self::Top];

    /// The other side.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::Bottom => Self::Top,
            Self::Top => Self::Bottom,
        }
    }

    /// The direction in which this side's suns are carried.
    pub const fn forward(self) -> Direction {
        match self {
            Self::Bottom => Direction::Up,
            Self::Top => Direction::Down,
        }
    }

    /// The seat of this side's player.
    pub const fn seat(self) -> Seat {
        let seat = match self {
            Self::Bottom => Seat::new(0),
            Self::Top => Seat::new(1),
        };
        seat.expect("a match may have more than two seats")
    }

    /// The colour in pictures and lists (picture.md, Helios).
    pub const fn colour(self) -> Colour {
        match self {
            Self::Bottom => Colour::new([0x3a, 0x5c, 0xd6]),
            Self::Top => Colour::new([0xe8, 0x60, 0x42]),
        }
    }

    /// The word of the option `side`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Bottom => "bottom",
            Self::Top => "top",
        }
    }
}

/// The seat is that of neither side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("Helios has seats 0 and 1, not {0}")]
pub struct NoSuchSide(Seat);

impl TryFrom<Seat> for Side {
    type Error = NoSuchSide;

    fn try_from(seat: Seat) -> Result<Self, Self::Error> {
        Self::BOTH
            .into_iter()
            .find(|side| side.seat() == seat)
            .ok_or(NoSuchSide(seat))
    }
}

impl From<Side> for Seat {
    fn from(side: Side) -> Self {
        side.seat()
    }
}

/// One value a side; in JSON a list of two, the bottom side's first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct BySide<T>(pub [T; 2]);

impl<T> Index<Side> for BySide<T> {
    type Output = T;

    fn index(&self, side: Side) -> &T {
        &self.0[side as usize]
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        &mut self.0[side as usize]
    }
}
