//! What stands on the level: owned doors, units and owned walls.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::setup::Setup;
use crate::rules::grid::{Edge, Square};
use crate::rules::seat::Seat;

/// The three kinds of unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Builds, breaks and breaches walls; strikes the neighbouring square.
    Engineer,
    /// Shoots any distance.
    Soldier,
    /// Burns three squares, friend and foe.
    Flamebat,
}

impl Kind {
    /// All three, in the order of the rules.
    pub const ALL: [Self; 3] = [Self::Engineer, Self::Soldier, Self::Flamebat];

    /// The word of the notation, in lower case.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Engineer => "engineer",
            Self::Soldier => "soldier",
            Self::Flamebat => "flamebat",
        }
    }

    /// The article before the name.
    pub const fn article(self) -> &'static str {
        match self {
            Self::Engineer => "an",
            Self::Soldier | Self::Flamebat => "a",
        }
    }

    /// The name as sentences write it, with a capital.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Engineer => "Engineer",
            Self::Soldier => "Soldier",
            Self::Flamebat => "Flamebat",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// The word is none of the three kinds.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("“{0}” is not a kind of unit; the kinds are engineer, soldier and flamebat")]
pub struct ParseKindError(pub String);

impl FromStr for Kind {
    type Err = ParseKindError;

    /// Reads a kind in any case.
    ///
    /// # Errors
    /// [`ParseKindError`] for any other word.
    fn from_str(word: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.word().eq_ignore_ascii_case(word))
            .ok_or_else(|| ParseKindError(word.to_owned()))
    }
}

/// A unit: whose it is and what it is. Where it stands is the position's to say.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Unit {
    /// The seat that it belongs to.
    pub owner: Seat,
    /// Engineer, Soldier or Flamebat.
    pub kind: Kind,
}

/// A position that can be on its level: units on floor squares only, one to a square (R4), owned
/// walls only where a wall can be built.
///
/// Made from a [`Setup`], which checks that, and changed by steps only. Two positions are equal when
/// the same things stand on the same squares and the same player has won.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(into = "Setup", try_from = "Setup")]
pub struct Position {
    pub(super) doors: BTreeMap<Square, Seat>,
    pub(super) units: BTreeMap<Square, Unit>,
    pub(super) walls: BTreeMap<Edge, Seat>,
    pub(super) winner: Option<Seat>,
}

impl Position {
    /// The start of every match: nobody owns anything.
    pub fn empty() -> Self {
        Self::default()
    }

    /// The owner of a door; `None` for an unclaimed one and for what is no door.
    pub fn door_owner(&self, door: Square) -> Option<Seat> {
        self.doors.get(&door).copied()
    }

    /// The unit on a square.
    pub fn unit(&self, square: Square) -> Option<Unit> {
        self.units.get(&square).copied()
    }

    /// The owner of the wall on an edge; fixed walls belong to the level and have none.
    pub fn wall_owner(&self, edge: Edge) -> Option<Seat> {
        self.walls.get(&edge).copied()
    }

    /// Owned doors by square.
    pub fn doors(&self) -> impl Iterator<Item = (Square, Seat)> + '_ {
        self.doors.iter().map(|(square, owner)| (*square, *owner))
    }

    /// Units by square.
    pub fn units(&self) -> impl Iterator<Item = (Square, Unit)> + '_ {
        self.units.iter().map(|(square, unit)| (*square, *unit))
    }

    /// Owned walls by edge.
    pub fn walls(&self) -> impl Iterator<Item = (Edge, Seat)> + '_ {
        self.walls.iter().map(|(edge, owner)| (*edge, *owner))
    }

    /// Who has won (R18), if anybody has.
    pub fn winner(&self) -> Option<Seat> {
        self.winner
    }

    /// The same position without a player: their doors are unclaimed, their units and walls gone.
    #[must_use]
    pub fn without(mut self, seat: Seat) -> Self {
        self.doors.retain(|_, owner| *owner != seat);
        self.units.retain(|_, unit| unit.owner != seat);
        self.walls.retain(|_, owner| *owner != seat);
        self
    }

    /// How many doors a player owns, Airlocks and Armories together.
    pub fn doors_of(&self, seat: Seat) -> usize {
        self.doors.values().filter(|owner| **owner == seat).count()
    }

    /// How many units a player has.
    pub fn units_of(&self, seat: Seat) -> usize {
        self.units
            .values()
            .filter(|unit| unit.owner == seat)
            .count()
    }

    /// How many walls of a player stand.
    pub fn walls_of(&self, seat: Seat) -> usize {
        self.walls.values().filter(|owner| **owner == seat).count()
    }
}
