//! The steps of a turn.

use crate::rules::grid::{Direction, Square};

use super::position::Kind;

/// One step of a turn, as the player wrote it (abaddon.md, A turn). It names squares of the
/// notation; whether the level has them and the step is legal is decided when it is played.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Step {
    /// Claim an unclaimed Airlock from anywhere, as a player with no unit and no Airlock (R6).
    Join {
        /// The Airlock.
        airlock: Square,
    },
    /// Create Engineers next to own Airlocks, placed from left to right (R7).
    Spawn {
        /// Where each Engineer comes from and goes to; none at all is refused by the rules.
        placements: Vec<Placement>,
    },
    /// Move to an Accessible, empty floor square.
    Move {
        /// The unit's square.
        from: Square,
        /// The square it goes to.
        to: Square,
    },
    /// An Engineer goes through the wall that blocks its way (R9).
    Breach {
        /// The Engineer's square.
        from: Square,
        /// The square behind the wall.
        to: Square,
    },
    /// Jump through a teleporter (R10).
    Jump {
        /// The unit's square.
        from: Square,
        /// The teleporter that the unit enters.
        entry: Square,
        /// The teleporter that it leaves.
        exit: Square,
    },
    /// Sacrifice a unit for an Accessible unclaimed door.
    Claim {
        /// The unit's square.
        from: Square,
        /// The door.
        door: Square,
    },
    /// Make another player's Accessible door unclaimed.
    Disown {
        /// The unit's square.
        from: Square,
        /// The door.
        door: Square,
    },
    /// Turn a unit into another kind beside an own Armory (R11).
    Transform {
        /// The unit's square.
        at: Square,
        /// What it becomes.
        into: KindWord,
    },
    /// Build a wall (R12).
    Build {
        /// The Engineer's square.
        at: Square,
        /// The side of that square.
        direction: Direction,
    },
    /// Break an owned wall (R13).
    Break {
        /// The Engineer's square.
        at: Square,
        /// The side of that square.
        direction: Direction,
    },
    /// Attack in a direction; what happens depends on the kind of unit.
    Attack {
        /// The unit's square.
        from: Square,
        /// Where to.
        direction: Direction,
    },
}

/// One Engineer to be created: the Airlock and the square it steps out to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Placement {
    /// The own Airlock.
    pub airlock: Square,
    /// The floor square beside it.
    pub to: Square,
}

/// The third word of `transform`: a kind, or a word that is none, which the rules refuse only after
/// the unit's own faults (formats.md, Turn notation).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum KindWord {
    /// One of the three kinds.
    Kind(Kind),
    /// Any other word, as typed.
    Unknown(String),
}

impl Step {
    /// How many actions the step costs.
    pub const fn cost(&self) -> u8 {
        match self {
            Self::Breach { .. } => 2,
            Self::Attack { .. } => 0,
            Self::Join { .. }
            | Self::Spawn { .. }
            | Self::Move { .. }
            | Self::Jump { .. }
            | Self::Claim { .. }
            | Self::Disown { .. }
            | Self::Transform { .. }
            | Self::Build { .. }
            | Self::Break { .. } => 1,
        }
    }
}
