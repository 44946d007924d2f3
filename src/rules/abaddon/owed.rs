//! What a turn in progress still owes to the position it should lead to.

use std::collections::BTreeSet;

use super::level::Tile;
use super::position::{Kind, Position, Unit};
use super::ruleset::Ruleset;
use crate::rules::grid::{Direction, Edge, Square};
use crate::rules::seat::Seat;

/// The position to be reached, as the player on a seat sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target<'a> {
    rules: &'a Ruleset,
    position: &'a Position,
    seat: Seat,
    /// Whether the player has a Flamebat in the turn, or could have one.
    fire: bool,
    /// Whether the player has a Soldier in the turn, or could have one.
    shots: bool,
}

/// How much of a board is not yet as in the target.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Owed {
    /// Squares and edges that are not as they should be.
    wrong: u16,
    /// Walls to be built or broken and doors to be disowned, where nothing else can do it.
    chores: u16,
    /// Doors to be claimed.
    claims: u16,
    /// Own units missing on squares where none can be created.
    units: u16,
    /// Own Engineers missing beside Airlocks.
    engineers: u16,
    /// Own units that must leave their squares, where nothing can burn them.
    leavers: u16,
}

impl Owed {
    /// Whether the target is reached.
    pub(super) fn is_nothing(self) -> bool {
        self.wrong == 0
    }

    /// Whether the target may be within reach with some actions left.
    ///
    /// Building, breaking, disowning, claiming and every step that brings a unit to its square cost
    /// an action each, but one step creates all the Engineers beside Airlocks. Where there is no
    /// fire a unit leaves its square only by a step of its own, be it to another square or into a
    /// door; so those that have to leave all find one.
    pub(super) fn is_within(self, actions: u8) -> bool {
        let arrivals = self.units + self.engineers.min(1);
        let leaves = self.leavers.saturating_sub(self.claims);
        self.chores + self.claims + arrivals.max(leaves) <= u16::from(actions)
            && self.leavers <= self.units + self.engineers + self.claims
    }

    /// Adds what one square or edge owes.
    pub(super) fn incur(&mut self, one: Self) {
        self.wrong += one.wrong;
        self.chores += one.chores;
        self.claims += one.claims;
        self.units += one.units;
        self.engineers += one.engineers;
        self.leavers += one.leavers;
    }

    /// Takes away what one square or edge owed.
    pub(super) fn settle(&mut self, one: Self) {
        self.wrong -= one.wrong;
        self.chores -= one.chores;
        self.claims -= one.claims;
        self.units -= one.units;
        self.engineers -= one.engineers;
        self.leavers -= one.leavers;
    }
}

impl<'a> Target<'a> {
    pub(super) fn new(
        rules: &'a Ruleset,
        before: &Position,
        after: &'a Position,
        seat: Seat,
    ) -> Self {
        Self {
            rules,
            position: after,
            seat,
            fire: may_have(Kind::Flamebat, rules, before, (after, seat)),
            shots: may_have(Kind::Soldier, rules, before, (after, seat)),
        }
    }

    /// What a position owes; `None` if the target is out of reach.
    pub(super) fn owed(&self, from: &Position) -> Option<Owed> {
        let mut owed = Owed::default();
        let doors = from.doors.keys().chain(self.position.doors.keys());
        for door in doors.collect::<BTreeSet<_>>() {
            owed.incur(self.door(*door, from.door_owner(*door))?);
        }
        let units = from.units.keys().chain(self.position.units.keys());
        for square in units.collect::<BTreeSet<_>>() {
            owed.incur(self.unit(*square, from.unit(*square))?);
        }
        let walls = from.walls.keys().chain(self.position.walls.keys());
        for edge in walls.collect::<BTreeSet<_>>() {
            owed.incur(self.wall(*edge, from.wall_owner(*edge))?);
        }
        Some(owed)
    }

    /// What a door with this owner, or none, owes.
    pub(super) fn door(&self, door: Square, owner: Option<Seat>) -> Option<Owed> {
        let wanted = self.position.door_owner(door);
        let (lost, gained) = self.trade(owner, wanted)?;
        Some(Owed {
            wrong: u16::from(owner != wanted),
            claims: u16::from(gained),
            chores: u16::from(lost && !self.fire),
            ..Owed::default()
        })
    }

    /// What an edge with a wall of this owner, or none, owes.
    pub(super) fn wall(&self, edge: Edge, owner: Option<Seat>) -> Option<Owed> {
        let wanted = self.position.wall_owner(edge);
        let (lost, gained) = self.trade(owner, wanted)?;
        let falls_by_hand = lost && !self.fire && (owner == Some(self.seat) || !self.shots);
        Some(Owed {
            wrong: u16::from(owner != wanted),
            chores: u16::from(gained) + u16::from(falls_by_hand),
            ..Owed::default()
        })
    }

    /// Whether an owner has to lose a thing and whether the player has to gain it; `None` if it is
    /// to be somebody else's and is not, for that never happens in the player's turn.
    fn trade(&self, owner: Option<Seat>, wanted: Option<Seat>) -> Option<(bool, bool)> {
        let changes = owner != wanted;
        let gained = changes && wanted == Some(self.seat);
        (!changes || gained || wanted.is_none()).then_some((changes && owner.is_some(), gained))
    }

    /// What a square with this unit, or none, owes.
    pub(super) fn unit(&self, square: Square, unit: Option<Unit>) -> Option<Owed> {
        let wanted = self.position.unit(square);
        let mut owed = Owed::default();
        if unit == wanted {
            return Some(owed);
        }
        owed.wrong = 1;
        if !self.fire && unit.is_some_and(|unit| unit.owner == self.seat) {
            owed.leavers = 1;
        }
        match wanted {
            None => {}
            Some(Unit { owner, .. }) if owner != self.seat => return None,
            Some(Unit {
                kind: Kind::Engineer,
                ..
            }) if self.is_beside_airlock(square) => {
                owed.engineers = 1;
            }
            Some(_) => owed.units = 1,
        }
        Some(owed)
    }

    /// Whether the target has an Engineer of the player on a square.
    pub(super) fn wants_engineer(&self, square: Square) -> bool {
        let engineer = Unit {
            owner: self.seat,
            kind: Kind::Engineer,
        };
        self.position.unit(square) == Some(engineer)
    }

    /// Whether a unit of somebody else stands beside a square that the target has not.
    pub(super) fn has_prey_beside(&self, square: Square, board: &Position) -> bool {
        let beside = Direction::ALL
            .into_iter()
            .filter_map(|to| square.neighbour(to));
        beside.into_iter().any(|at| {
            let unit = board.unit(at);
            unit.is_some_and(|unit| unit.owner != self.seat) && unit != self.position.unit(at)
        })
    }

    fn is_beside_airlock(&self, square: Square) -> bool {
        let level = &self.rules.level;
        Direction::ALL.into_iter().any(|direction| {
            let airlock = square.neighbour(direction).and_then(|at| level.tile(at));
            airlock == Some(Tile::Airlock) && !level.has_fixed_wall(square, direction)
        })
    }
}

/// Whether a unit of a kind may attack for the player in the turn: one that they have, or one that
/// becomes so beside an Armory which they own or could come to own with the actions of a turn.
fn may_have(
    kind: Kind,
    rules: &Ruleset,
    before: &Position,
    (after, seat): (&Position, Seat),
) -> bool {
    let wanted = Unit { owner: seat, kind };
    let is_armory = |door: &Square| rules.level.tile(*door) == Some(Tile::Armory);
    let actions = |door: Square| match before.door_owner(door) {
        Some(owner) if owner == seat => Some(1),
        None => Some(2),
        // Burnt or disowned first, unless the target still has it as it was.
        owner => (owner != after.door_owner(door)).then_some(2),
    };
    let mut to_transform = rules.level.doors().filter(is_armory).filter_map(actions);
    before.units().any(|(_, unit)| unit == wanted)
        || to_transform.any(|least| least <= rules.options.actions)
}
