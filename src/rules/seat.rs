//! Seats of a match, and tables with one entry a seat.

use std::fmt;
use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

/// A place at the table, numbered from 0 in the order of first turns. A seat and the person who sits
/// on it are different things: the person may be replaced, the seat stays.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Seat(u8);

impl Seat {
    /// How many seats a match has at most.
    pub const MAX: u8 = 8;

    /// The seat with a number below [`Seat::MAX`].
    pub const fn new(number: u8) -> Option<Self> {
        if number < Self::MAX {
            Some(Self(number))
        } else {
            None
        }
    }

    /// The number, from 0.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Every seat that a match may have, from 0.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::MAX).map(Self)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// The number is not that of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a seat has a number from 0 to 7, not {0}")]
pub struct NoSuchSeat(u8);

impl TryFrom<u8> for Seat {
    type Error = NoSuchSeat;

    fn try_from(number: u8) -> Result<Self, Self::Error> {
        Self::new(number).ok_or(NoSuchSeat(number))
    }
}

impl From<Seat> for u8 {
    fn from(seat: Seat) -> Self {
        seat.0
    }
}

/// One value a seat, for all eight that there may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct BySeat<T>([T; Seat::MAX as usize]);

impl<T> BySeat<T> {
    /// A table whose entries come from a function of the seat.
    pub fn from_fn(mut value: impl FnMut(Seat) -> T) -> Self {
        Self(std::array::from_fn(|number| {
            value(Seat(u8::try_from(number).unwrap_or_default()))
        }))
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;

    fn index(&self, seat: Seat) -> &T {
        &self.0[usize::from(seat.0)]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[usize::from(seat.0)]
    }
}

/// What the players on the seats are called in sentences for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Names(BySeat<String>);

impl Names {
    /// Names where they are known: seats beyond the list are called by their number.
    pub fn new<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        let mut table = Self::default();
        for (seat, name) in Seat::all().zip(names) {
            name.clone_into(&mut table.0[seat]);
        }
        table
    }

    /// The name of the player on a seat.
    pub fn of(&self, seat: Seat) -> &str {
        &self.0[seat]
    }
}

impl Default for Names {
    /// “seat 0”, “seat 1”, …: for the judge, who knows no people.
    fn default() -> Self {
        Self(BySeat::from_fn(|seat| format!("seat {seat}")))
    }
}
