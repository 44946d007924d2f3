//! A position as written down: it may be wrong, and says how.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use serde::{Deserialize, Serialize};

use super::level::{Level, Tile};
use super::position::{Kind, Position, Unit};
use crate::rules::grid::{Edge, Side, Square};
use crate::rules::seat::Seat;

/// The position JSON of formats.md, read but not yet believed: lists may be in any order, two units
/// may share a square, a wall may stand on rock.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// Doors by square, with the seat that owns each; `null` is unclaimed.
    pub doors: BTreeMap<Square, Option<Seat>>,
    /// Units in any order.
    pub units: Vec<PlacedUnit>,
    /// Owned walls in any order.
    pub walls: Vec<PlacedWall>,
    /// The winner, if the match is over.
    #[serde(default)]
    pub winner: Option<Seat>,
}

/// A unit on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlacedUnit {
    /// Where it stands.
    pub at: Square,
    /// Whose it is.
    pub owner: Seat,
    /// What it is.
    pub kind: Kind,
}

/// An owned wall on the upper or right side of a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlacedWall {
    /// The lower or left one of the wall's two squares.
    pub at: Square,
    /// The side of that square.
    pub side: Side,
    /// Whose it is.
    pub owner: Seat,
}

/// One thing that makes a [`Setup`] no position of its level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupFault {
    /// An owner is named for a square that is no Airlock and no Armory of the level.
    #[error("{0} is not a door of this level")]
    NotADoor(Square),
    /// A unit stands where the level has no floor (R4).
    #[error("the unit on {0} does not stand on a floor square")]
    UnitOffFloor(Square),
    /// Two units stand on one square (R4).
    #[error("two units stand on {0}")]
    TwoUnits(Square),
    /// A wall stands on the border, on rock or on a fixed wall (R12).
    #[error("no wall can be built at {0}")]
    WallMisplaced(Edge),
    /// Two walls stand on one edge.
    #[error("two walls stand at {0}")]
    TwoWalls(Edge),
}

impl Position {
    /// The position that a setup describes, if it can be on the level.
    ///
    /// # Errors
    /// Every [`SetupFault`] there is, in the order doors, units, walls.
    pub fn new(setup: Setup, level: &Level) -> Result<Self, Vec<SetupFault>> {
        let mut faults: Vec<SetupFault> = setup
            .doors
            .keys()
            .filter(|door| !level.tile(**door).is_some_and(Tile::is_door))
            .map(|door| SetupFault::NotADoor(*door))
            .collect();
        let unit_off_floor = |unit: &&PlacedUnit| level.tile(unit.at) != Some(Tile::Floor);
        faults.extend(
            (setup.units.iter().filter(unit_off_floor))
                .map(|unit| SetupFault::UnitOffFloor(unit.at)),
        );
        let misplaced = |edge: &Edge| !level.is_buildable(*edge);
        faults.extend(
            (setup.walls.iter().map(PlacedWall::edge).filter(misplaced))
                .map(SetupFault::WallMisplaced),
        );
        match Self::try_from(setup) {
            Ok(position) if faults.is_empty() => Ok(position),
            Ok(_) => Err(faults),
            Err(fault) => {
                faults.push(fault);
                Err(faults)
            }
        }
    }

    /// The position as it is written down: lists sorted by square, unclaimed doors left out.
    pub fn to_setup(&self) -> Setup {
        Setup {
            doors: self.doors().map(|(at, owner)| (at, Some(owner))).collect(),
            units: (self.units())
                .map(|(at, Unit { owner, kind })| PlacedUnit { at, owner, kind })
                .collect(),
            walls: (self.walls())
                .map(|(Edge { square, side }, owner)| PlacedWall {
                    at: square,
                    side,
                    owner,
                })
                .collect(),
            winner: self.winner(),
        }
    }
}

impl Setup {
    /// The same setup, won by whoever owns so many doors (R18), whatever its own winner is.
    #[must_use]
    pub fn won_by_doors(mut self, doors_to_win: u8) -> Self {
        let doors_of = |seat| {
            let owners = self.doors.values();
            owners.filter(|owner| **owner == Some(seat)).count()
        };
        self.winner = Seat::all().find(|seat| usize::from(doors_to_win) <= doors_of(*seat));
        self
    }

    /// Every seat that owns something, as often as it does.
    pub fn owners(&self) -> impl Iterator<Item = Seat> + '_ {
        let doors = self.doors.values().copied().flatten();
        let units = self.units.iter().map(|unit| unit.owner);
        doors
            .chain(units)
            .chain(self.walls.iter().map(|wall| wall.owner))
    }
}

impl PlacedWall {
    /// The edge on which it stands.
    pub fn edge(&self) -> Edge {
        Edge {
            square: self.at,
            side: self.side,
        }
    }
}

impl From<Position> for Setup {
    fn from(position: Position) -> Self {
        position.to_setup()
    }
}

impl TryFrom<Setup> for Position {
    type Error = SetupFault;

    /// Reads a position that is known to fit its level, such as one from the store.
    fn try_from(setup: Setup) -> Result<Self, Self::Error> {
        let mut position = Self::empty();
        position.winner = setup.winner;
        let owned = |(door, owner): (Square, Option<Seat>)| Some((door, owner?));
        position.doors = setup.doors.into_iter().filter_map(owned).collect();
        for PlacedUnit { at, owner, kind } in setup.units {
            match position.units.entry(at) {
                Entry::Vacant(free) => free.insert(Unit { owner, kind }),
                Entry::Occupied(_) => return Err(SetupFault::TwoUnits(at)),
            };
        }
        for wall in setup.walls {
            match position.walls.entry(wall.edge()) {
                Entry::Vacant(free) => free.insert(wall.owner),
                Entry::Occupied(_) => return Err(SetupFault::TwoWalls(wall.edge())),
            };
        }
        Ok(position)
    }
}
