//! Why a step is refused: a stable code, the rule behind it and a sentence for people.

use super::notation::ParseStepError;
use super::position::{Kind, Unit};
use super::step::Placement;
use crate::rules::grid::{Axis, Direction, Square};
use crate::rules::seat::Seat;

/// A step that is refused, and why. One variant a code of abaddon.md, with the facts that its
/// sentence needs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The turn has no step (R1).
    EmptyTurn,
    /// The text is not one step of the notation.
    UnknownStep(ParseStepError),
    /// A word that should be a square is none.
    BadSquare(String),
    /// The square to be entered or built towards is rock or not on the level.
    OffLevel(Beyond),
    /// No unit stands there.
    NoUnit(Square),
    /// The unit there is somebody else's.
    NotYourUnit(Square, Unit),
    /// The step costs more actions than are left.
    NoActionsLeft {
        /// What the step costs.
        cost: u8,
        /// What is left.
        left: u8,
    },
    /// The square to be entered is a door or teleporter (R4).
    NotFloor(Square),
    /// A unit stands where another is to go (R4).
    Occupied(Square, Unit),
    /// The square is not Accessible.
    NotAccessible {
        /// Where the way would begin.
        from: Square,
        /// Where it would end.
        to: Square,
        /// What is between.
        barrier: Barrier,
    },
    /// The squares of a breach, or of a jump's entry, are not neighbours.
    NotAdjacent(Square, Square, Crossing),
    /// The square to be joined at or spawned from is no Airlock.
    NotAnAirlock(Square),
    /// The square to be claimed or disowned is no door.
    NotADoor(Square),
    /// The square is no teleporter, or the exit is one of the other orientation.
    NotATeleporter(Square, Option<Axis>),
    /// The teleporter is entered from its side (R10).
    WrongAxis(Square, Axis),
    /// Entry and exit are one teleporter (R10).
    SameTeleporter(Square),
    /// The unit has jumped this turn (R3).
    AlreadyJumped(Square),
    /// The unit has attacked this turn (R3).
    AlreadyAttacked(Square),
    /// The attack would change nothing (R15).
    NoTarget(Square, Kind, Direction),
    /// Only Engineers do that.
    NotAnEngineer(Square, Kind),
    /// No wall to breach or break is there; or, for a breach, it is the player's own.
    NoWall(Square, Direction, Missing),
    /// A wall to be built stands already; `None` is a fixed one (R12).
    WallThere(Square, Direction, Option<Seat>),
    /// Fixed walls, the border and rock cannot be broken (R13).
    FixedWall(Square, Direction),
    /// As many walls stand as the player's Airlocks support (R12).
    WallsFull {
        /// How many of theirs stand.
        walls: usize,
        /// How many may.
        most: usize,
    },
    /// The player has as many units as their Airlocks support (R7).
    ArmyFull {
        /// How many they have.
        units: usize,
        /// How many Airlocks they own.
        airlocks: usize,
    },
    /// The Airlock is named twice in one step.
    AirlockUsed(Placement),
    /// `spawn` without a placement.
    NothingToSpawn,
    /// The Airlock is not the player's; `None` is unclaimed.
    NotYourDoor(Square, Option<Seat>),
    /// The door has an owner.
    DoorClaimed(Square, Seat),
    /// The door to be disowned has no owner.
    DoorUnclaimed(Square),
    /// The door to be disowned is the player's own.
    OwnDoor(Square),
    /// The player has a unit or an Airlock (R6).
    AlreadyInGame,
    /// No own Accessible Armory is beside the unit.
    NoArmory(Square),
    /// The unit is of that kind already (R11).
    SameKind(Square, Kind),
    /// The word is no kind of unit.
    UnknownKind(String),
    /// Somebody has won (R16).
    GameOver(Seat),
}

/// A place that is rock or not on the level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Beyond {
    /// A square that a step names.
    Square(Square),
    /// The square on one side of another, towards which a wall is built.
    Side(Square, Direction),
    /// The square at the far end of a teleporter.
    Exit(Square, Direction),
}

/// What makes a square not Accessible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Barrier {
    /// The squares are not neighbours.
    FarAway,
    /// A fixed wall stands between them.
    FixedWall,
    /// A wall of another player stands between them.
    Wall(Seat),
}

/// For what two squares must be neighbours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Crossing {
    /// To breach the wall between them.
    Breach,
    /// To enter a teleporter.
    Jump,
}

/// Which wall is missing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Missing {
    /// No wall at all.
    Wall,
    /// A wall that blocks: the one there is the player's own.
    BlockingWall,
    /// A wall that an Engineer could break.
    OwnedWall,
}

/// The first bad step of a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RefusedStep {
    /// Which step, from 0; 0 for an empty turn.
    pub step: usize,
    /// Why.
    pub refusal: Refusal,
}

impl From<ParseStepError> for Refusal {
    fn from(error: ParseStepError) -> Self {
        match error {
            ParseStepError::BadSquare(word) => Self::BadSquare(word),
            ParseStepError::Blank
            | ParseStepError::NotOneStep(_)
            | ParseStepError::UnknownWord(_)
            | ParseStepError::WrongLength { .. }
            | ParseStepError::UnknownDirection(_)
            | ParseStepError::MissingArrow { .. } => Self::UnknownStep(error),
        }
    }
}

impl Refusal {
    /// The stable code of abaddon.md, such as `not_accessible`.
    pub const fn code(&self) -> &'static str {
        self.code_and_rule().0
    }

    /// The ruling (`R9`) or the heading of the rules page (`accessible`) that the step breaks.
    pub const fn rule(&self) -> &'static str {
        self.code_and_rule().1
    }

    const fn code_and_rule(&self) -> (&'static str, &'static str) {
        match self {
            Self::EmptyTurn => ("empty_turn", "R1"),
            Self::UnknownStep(_) => ("unknown_step", "turn"),
            Self::BadSquare(_) => ("bad_square", "level"),
            Self::OffLevel(Beyond::Square(_)) => ("off_level", "accessible"),
            Self::OffLevel(Beyond::Side(..)) => ("off_level", "R12"),
            Self::OffLevel(Beyond::Exit(..)) => ("off_level", "R10"),
            Self::NoUnit(_) => ("no_unit", "turn"),
            Self::NotYourUnit(..) => ("not_your_unit", "turn"),
            Self::NoActionsLeft { .. } => ("no_actions_left", "turn"),
            Self::NotFloor(_) => ("not_floor", "R4"),
            Self::Occupied(..) => ("occupied", "R4"),
            Self::NotAccessible { .. } => ("not_accessible", "accessible"),
            Self::NotAdjacent(.., Crossing::Breach) => ("not_adjacent", "R9"),
            Self::NotAdjacent(.., Crossing::Jump) => ("not_adjacent", "R10"),
            Self::NotAnAirlock(_) => ("not_an_airlock", "turn"),
            Self::NotADoor(_) => ("not_a_door", "turn"),
            Self::NotATeleporter(..) => ("not_a_teleporter", "R10"),
            Self::WrongAxis(..) => ("wrong_axis", "R10"),
            Self::SameTeleporter(_) => ("same_teleporter", "R10"),
            Self::AlreadyJumped(_) => ("already_jumped", "R3"),
            Self::AlreadyAttacked(_) => ("already_attacked", "R3"),
            Self::NoTarget(..) => ("no_target", "R15"),
            Self::NotAnEngineer(..) => ("not_an_engineer", "turn"),
            Self::NoWall(.., Missing::Wall | Missing::BlockingWall) => ("no_wall", "R9"),
            Self::NoWall(.., Missing::OwnedWall) => ("no_wall", "turn"),
            Self::WallThere(..) => ("wall_there", "R12"),
            Self::FixedWall(..) => ("fixed_wall", "R13"),
            Self::WallsFull { .. } => ("walls_full", "R12"),
            Self::ArmyFull { .. } => ("army_full", "R7"),
            Self::AirlockUsed(_) => ("airlock_used", "turn"),
            Self::NothingToSpawn => ("nothing_to_spawn", "turn"),
            Self::NotYourDoor(..) => ("not_your_door", "turn"),
            Self::DoorClaimed(..) => ("door_claimed", "turn"),
            Self::DoorUnclaimed(_) => ("door_unclaimed", "turn"),
            Self::OwnDoor(_) => ("own_door", "turn"),
            Self::AlreadyInGame => ("already_in_game", "R6"),
            Self::NoArmory(_) => ("no_armory", "turn"),
            Self::SameKind(..) => ("same_kind", "R11"),
            Self::UnknownKind(_) => ("unknown_kind", "R11"),
            Self::GameOver(_) => ("game_over", "R16"),
        }
    }
}
