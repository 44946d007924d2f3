//! What people are told about a refused step: what is wrong and, where it helps, what would be legal.

use super::position::{Kind, Unit};
use super::refusal::{Barrier, Beyond, Crossing, Missing, Refusal};
use crate::rules::grid::{Axis, Direction, Square};
use crate::rules::seat::{Names, Seat};

impl Refusal {
    /// One or two plain sentences that name squares and owners.
    pub fn sentence(&self, names: &Names) -> String {
        match self {
            Self::EmptyTurn => "A turn has at least one step.".to_owned(),
            Self::UnknownStep(error) => format!("{error}."),
            Self::BadSquare(word) => bad_square(word),
            Self::OffLevel(beyond) => off_level(*beyond),
            Self::NoUnit(at) => format!("No unit stands on {at}."),
            Self::NotYourUnit(at, unit) => not_your_unit(*at, *unit, names),
            Self::NoActionsLeft { cost, left } => no_actions_left(*cost, *left),
            Self::NotFloor(at) => format!("{at} is no floor square; units stand on floor only."),
            Self::Occupied(at, unit) => occupied(*at, *unit, names),
            Self::NotAccessible { from, to, barrier } => shut(*from, *to, *barrier, names),
            Self::NotAdjacent(from, to, crossing) => not_adjacent(*from, *to, *crossing),
            Self::NotAnAirlock(at) => format!("{at} is not an Airlock."),
            Self::NotADoor(at) => format!("{at} is not a door; Airlocks and Armories are doors."),
            Self::NotATeleporter(at, axis) => not_a_teleporter(*at, *axis),
            Self::WrongAxis(at, axis) => wrong_axis(*at, *axis),
            Self::SameTeleporter(at) => {
                format!("A unit that enters the teleporter {at} leaves by another one.")
            }
            Self::AlreadyJumped(at) => spent(*at, "jumped", "jumps"),
            Self::AlreadyAttacked(at) => spent(*at, "attacked", "attacks"),
            Self::NoTarget(at, kind, direction) => no_target(*at, *kind, *direction),
            Self::NotAnEngineer(at, kind) => not_an_engineer(*at, *kind),
            Self::NoWall(at, direction, missing) => no_wall(*at, *direction, *missing),
            Self::WallThere(at, direction, owner) => wall_there(*at, *direction, *owner, names),
            Self::FixedWall(at, direction) => fixed_wall(*at, *direction),
            Self::WallsFull { walls, most } => walls_full(*walls, *most),
            Self::ArmyFull { units, airlocks } => army_full(*units, *airlocks),
            Self::AirlockUsed(placement) => airlock_used(placement.airlock),
            Self::NothingToSpawn => {
                "Name an Airlock and a square for each new Engineer: “spawn a13>b13”.".to_owned()
            }
            Self::NotYourDoor(at, owner) => not_your_door(*at, *owner, names),
            Self::DoorClaimed(at, owner) => door_claimed(*at, *owner, names),
            Self::DoorUnclaimed(at) => format!("Nobody owns {at}; a unit beside it can claim it."),
            Self::OwnDoor(at) => format!("{at} is your own; only doors of others are disowned."),
            Self::AlreadyInGame => already_in_game(),
            Self::NoArmory(at) => no_armory(*at),
            Self::SameKind(at, kind) => same_kind(*at, *kind),
            Self::UnknownKind(word) => unknown_kind(word),
            Self::GameOver(winner) => format!("{} has won; the match is over.", names.of(*winner)),
        }
    }
}

fn bad_square(word: &str) -> String {
    format!("“{word}” is not a square; a square is a letter and a number, such as b13.")
}

fn unknown_kind(word: &str) -> String {
    format!("“{word}” is not a kind of unit; the kinds are engineer, soldier and flamebat.")
}

fn off_level(beyond: Beyond) -> String {
    match beyond {
        Beyond::Square(square) => {
            format!("{square} is solid rock or not on this level; no unit can go there.")
        }
        Beyond::Side(at, direction) => format!(
            "There is only rock or the level’s border {} {at}; no wall can be built there.",
            beside(direction)
        ),
        Beyond::Exit(exit, direction) => format!(
            "There is only rock or the level’s border {} the teleporter {exit}; who enters a teleporter going {direction} leaves the other one going {direction} too.",
            beside(direction)
        ),
    }
}

fn not_your_unit(at: Square, unit: Unit, names: &Names) -> String {
    let owner = names.of(unit.owner);
    let kind = unit.kind.name();
    format!("The {kind} on {at} is {owner}’s; choose a unit of your own.")
}

fn no_actions_left(cost: u8, left: u8) -> String {
    match left {
        0 => {
            "No actions are left in this turn; attacks cost none and are still possible.".to_owned()
        }
        1 => format!("This step costs {cost} actions and only 1 is left."),
        left => format!("This step costs {cost} actions and only {left} are left."),
    }
}

fn occupied(at: Square, unit: Unit, names: &Names) -> String {
    let owner = names.of(unit.owner);
    let kind = unit.kind.name();
    format!("{at} is occupied by {owner}’s {kind}; the square must be empty.")
}

fn shut(from: Square, to: Square, barrier: Barrier, names: &Names) -> String {
    match barrier {
        Barrier::FarAway => format!(
            "{to} is not Accessible from {from}: only the squares above, below, left and right of it can be."
        ),
        Barrier::FixedWall => {
            format!("{to} is not Accessible from {from}: a fixed wall stands between them.")
        }
        Barrier::Wall(owner) => format!(
            "{to} is not Accessible from {from}: {}’s wall stands between them. An Engineer beside it can break it.",
            names.of(owner)
        ),
    }
}

fn not_adjacent(from: Square, to: Square, crossing: Crossing) -> String {
    match crossing {
        Crossing::Breach => {
            format!("{to} is not beside {from}; an Engineer breaches into a neighbouring square.")
        }
        Crossing::Jump => {
            format!("The teleporter {to} is not beside {from}; go to one of its two ends first.")
        }
    }
}

fn not_a_teleporter(at: Square, wanted: Option<Axis>) -> String {
    match wanted {
        None => format!("{at} is not a teleporter."),
        Some(axis) => format!(
            "The teleporter {at} has another orientation; who enters {} one leaves by {} one.",
            adjective(axis),
            adjective(axis)
        ),
    }
}

fn wrong_axis(at: Square, axis: Axis) -> String {
    let ends = match axis {
        Axis::Horizontal => "from its left or its right",
        Axis::Vertical => "from below or above",
    };
    format!(
        "{at} is {} teleporter; it is entered {ends}.",
        adjective(axis)
    )
}

fn adjective(axis: Axis) -> &'static str {
    match axis {
        Axis::Horizontal => "a horizontal",
        Axis::Vertical => "a vertical",
    }
}

fn spent(at: Square, done: &str, does: &str) -> String {
    format!("The unit on {at} has {done} this turn already; each unit {does} at most once a turn.")
}

fn no_target(at: Square, kind: Kind, direction: Direction) -> String {
    let would_hit = match kind {
        Kind::Engineer => {
            "An Engineer strikes an enemy unit on the next square, if it is Accessible"
        }
        Kind::Soldier => "A Soldier’s shot needs an enemy unit or an enemy wall in its way",
        Kind::Flamebat => {
            "A Flamebat’s flame needs a unit, an owned wall or an owned door within three squares"
        }
    };
    format!("An attack from {at} {direction} would change nothing. {would_hit}.")
}

fn not_an_engineer(at: Square, kind: Kind) -> String {
    let kind = kind.name();
    format!("The unit on {at} is a {kind}; only an Engineer breaches, builds and breaks walls.")
}

fn no_wall(at: Square, direction: Direction, missing: Missing) -> String {
    let side = beside(direction);
    match missing {
        Missing::Wall => format!("No wall stands {side} {at}; move there instead."),
        Missing::BlockingWall => {
            format!("The wall {side} {at} is your own and does not block you; move there instead.")
        }
        Missing::OwnedWall => format!("No wall stands {side} {at}; there is nothing to break."),
    }
}

fn wall_there(at: Square, direction: Direction, owner: Option<Seat>, names: &Names) -> String {
    let side = beside(direction);
    match owner {
        None => format!("A fixed wall stands {side} {at} already."),
        Some(owner) => format!("{}’s wall stands {side} {at} already.", names.of(owner)),
    }
}

fn fixed_wall(at: Square, direction: Direction) -> String {
    let side = beside(direction);
    format!("Fixed walls, the border and rock, as {side} {at}, cannot be broken.")
}

fn walls_full(walls: usize, most: usize) -> String {
    format!(
        "You own {walls} walls and your Airlocks support {most}; claim an Airlock or break a wall of yours first."
    )
}

fn army_full(units: usize, airlocks: usize) -> String {
    format!(
        "You would have {units} units already and own {airlocks} Airlocks, which support no more; claim another Airlock first."
    )
}

fn airlock_used(airlock: Square) -> String {
    format!(
        "Airlock {airlock} is named twice; one step creates at most one Engineer at each Airlock. Spend another action on the second."
    )
}

fn not_your_door(at: Square, owner: Option<Seat>, names: &Names) -> String {
    match owner {
        None => format!("Nobody owns Airlock {at}; Engineers come from your own Airlocks."),
        Some(owner) => format!(
            "Airlock {at} is {}’s; Engineers come from your own Airlocks.",
            names.of(owner)
        ),
    }
}

fn door_claimed(at: Square, owner: Seat, names: &Names) -> String {
    format!(
        "{at} is {}’s already; only unclaimed doors can be claimed.",
        names.of(owner)
    )
}

fn already_in_game() -> String {
    "You have a unit or an Airlock; only who has neither joins at an Airlock.".to_owned()
}

fn same_kind(at: Square, kind: Kind) -> String {
    format!(
        "The unit on {at} has the kind {} already; choose another.",
        kind.name()
    )
}

fn no_armory(at: Square) -> String {
    format!("No Armory of yours is Accessible from {at}; a unit transforms right beside one.")
}

/// Where the neighbouring square in a direction lies.
pub(super) const fn beside(direction: Direction) -> &'static str {
    match direction {
        Direction::Up => "above",
        Direction::Down => "below",
        Direction::Left => "left of",
        Direction::Right => "right of",
    }
}
