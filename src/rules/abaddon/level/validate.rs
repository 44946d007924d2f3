//! What a level must have to be played on (abaddon.md, The level).

use std::collections::BTreeSet;

use super::{Level, Tile};
use crate::rules::grid::{Axis, Direction, Square};

/// What a match asks of its level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Needs {
    /// How many Airlocks, one for each seat.
    pub seats: u8,
    /// How many doors, as many as win.
    pub doors_to_win: u8,
}

impl Needs {
    /// What `daykeeper level check` asks for: six doors to win and two seats.
    pub const PUBLISHED: Self = Self {
        seats: 2,
        doors_to_win: 6,
    };
}

/// One reason why no match can be played on a level.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LevelFault {
    /// Floor squares that cannot be reached from the first one over floor.
    #[error("{} cannot be reached from {from} over floor without crossing a fixed wall", list(.squares))]
    Unreachable {
        /// The first floor square.
        from: Square,
        /// Those cut off from it.
        squares: Vec<Square>,
    },
    /// A door beside which no unit can stand.
    #[error("the door {0} has no floor square beside it without a fixed wall between")]
    ShutDoor(Square),
    /// There is no Armory.
    #[error("the level has no Armory; it needs at least one")]
    NoArmory,
    /// Fewer Airlocks than seats.
    #[error("the level has {has} Airlocks and needs {needs}, one for each seat")]
    TooFewAirlocks {
        /// How many there are.
        has: usize,
        /// How many seats the match has.
        needs: u8,
    },
    /// Fewer doors than win.
    #[error("the level has {has} doors and needs {needs}, as many as win the match")]
    TooFewDoors {
        /// How many there are.
        has: usize,
        /// How many win the match.
        needs: u8,
    },
    /// A teleporter with none of its orientation to jump to.
    #[error(
        "the teleporter {0} is the only one of its orientation; there must be none or at least two"
    )]
    LoneTeleporter(Square),
}

impl LevelFault {
    /// The square that the fault is about, the first of several.
    pub fn square(&self) -> Option<Square> {
        match self {
            Self::Unreachable { squares, .. } => squares.first().copied(),
            Self::ShutDoor(square) | Self::LoneTeleporter(square) => Some(*square),
            Self::NoArmory | Self::TooFewAirlocks { .. } | Self::TooFewDoors { .. } => None,
        }
    }
}

/// Squares in a sentence: all of a few, the first ones of many.
fn list(squares: &[Square]) -> String {
    const SHOWN: usize = 8;
    let names: Vec<String> = squares.iter().take(SHOWN).map(Square::to_string).collect();
    match squares.len().saturating_sub(SHOWN) {
        0 => names.join(", "),
        more => format!("{} and {more} more", names.join(", ")),
    }
}

impl Level {
    /// Everything that keeps a match with these needs from being played here; nothing for a valid
    /// level.
    pub fn faults(&self, needs: Needs) -> Vec<LevelFault> {
        let mut faults: Vec<LevelFault> = self.cut_off_floor().into_iter().collect();
        let is_shut = |door: &Square| !self.has_open_floor_beside(*door);
        faults.extend(self.doors().filter(is_shut).map(LevelFault::ShutDoor));
        let (airlocks, doors) = (self.airlocks().count(), self.doors().count());
        if airlocks == doors {
            faults.push(LevelFault::NoArmory);
        }
        if airlocks < usize::from(needs.seats) {
            faults.push(LevelFault::TooFewAirlocks {
                has: airlocks,
                needs: needs.seats,
            });
        }
        if doors < usize::from(needs.doors_to_win) {
            faults.push(LevelFault::TooFewDoors {
                has: doors,
                needs: needs.doors_to_win,
            });
        }
        for axis in [Axis::Horizontal, Axis::Vertical] {
            let mut teleporters = self.teleporters(axis);
            if let (Some(lone), None) = (teleporters.next(), teleporters.next()) {
                faults.push(LevelFault::LoneTeleporter(lone));
            }
        }
        faults
    }

    /// How many players the level has room for.
    pub fn most_seats(&self) -> usize {
        self.airlocks().count().min(8)
    }

    fn has_open_floor_beside(&self, door: Square) -> bool {
        self.open_neighbours(door)
            .any(|square| self.tile(square) == Some(Tile::Floor))
    }

    /// The squares beside one with no fixed wall between.
    fn open_neighbours(&self, square: Square) -> impl Iterator<Item = Square> + '_ {
        Direction::ALL
            .into_iter()
            .filter(move |direction| !self.has_fixed_wall(square, *direction))
            .filter_map(move |direction| square.neighbour(direction))
    }

    fn cut_off_floor(&self) -> Option<LevelFault> {
        let is_floor = |square: &Square| self.tile(*square) == Some(Tile::Floor);
        let from = self.squares().find(is_floor)?;
        let mut reached = BTreeSet::from([from]);
        let mut waiting = vec![from];
        while let Some(square) = waiting.pop() {
            let beside = self.open_neighbours(square).filter(is_floor);
            waiting.extend(beside.filter(|next| reached.insert(*next)));
        }
        let cut_off = |square: &Square| is_floor(square) && !reached.contains(square);
        let squares: Vec<Square> = self.squares().filter(cut_off).collect();
        (!squares.is_empty()).then_some(LevelFault::Unreachable { from, squares })
    }
}
