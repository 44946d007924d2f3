//! What a turn in progress still owes to the position it should lead to.

use std::collections::BTreeSet;

use super::level::Tile;
use super::position::{Kind, Position, Unit};
use super::ruleset::{Options, Ruleset};
use crate::rules::grid::{Direction, Edge, Square};
use crate::rules::seat::Seat;

/// The position to be reached, as the player on a seat sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target<'a> {
    rules: &'a Ruleset,
    position: &'a Position,
    seat: Seat,
    /// Whether own units, walls and doors might be burnt: there is a Flamebat, or could be one.
    fire: bool,
}

/// How much of a board is not yet as in the target.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Owed {
    /// Squares and edges that are not as they should be.
    wrong: u16,
    /// Own walls to be built.
    builds: u16,
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

    /// A number of actions below which the target cannot be reached. Building, claiming and every
    /// step that brings a unit to its square cost an action each, but one step creates all the
    /// Engineers beside Airlocks; and where there is no fire a unit leaves its square only by a step
    /// of its own, be it to its new square or into a door.
    pub(super) fn least_actions(self) -> u16 {
        let arrivals = self.units + self.engineers.min(1);
        let leaves = self.leavers.saturating_sub(self.claims);
        self.builds + self.claims + arrivals.max(leaves)
    }

    /// Adds what one square or edge owes.
    pub(super) fn incur(&mut self, one: Self) {
        self.wrong += one.wrong;
        self.builds += one.builds;
        self.claims += one.claims;
        self.units += one.units;
        self.engineers += one.engineers;
        self.leavers += one.leavers;
    }

    /// Takes away what one square or edge owed.
    pub(super) fn settle(&mut self, one: Self) {
        self.wrong -= one.wrong;
        self.builds -= one.builds;
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
            fire: may_burn(rules, before, after, seat),
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

    /// What a door with this owner owes.
    pub(super) fn door(&self, door: Square, owner: Option<Seat>) -> Option<Owed> {
        let wanted = self.position.door_owner(door);
        self.thing(owner, wanted, |owed| owed.claims = 1)
    }

    /// What an edge with a wall of this owner, or none, owes.
    pub(super) fn wall(&self, edge: Edge, owner: Option<Seat>) -> Option<Owed> {
        let wanted = self.position.wall_owner(edge);
        self.thing(owner, wanted, |owed| owed.builds = 1)
    }

    fn thing(
        &self,
        owner: Option<Seat>,
        wanted: Option<Seat>,
        gain: impl FnOnce(&mut Owed),
    ) -> Option<Owed> {
        let mut owed = Owed::default();
        if owner == wanted {
            return Some(owed);
        }
        owed.wrong = 1;
        match wanted {
            None => {}
            Some(seat) if seat == self.seat => gain(&mut owed),
            Some(_) => return None,
        }
        Some(owed)
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

/// Whether a Flamebat of the player may attack in the turn: one that they have, or one that becomes
/// so beside an Armory which they own or could come to own with the actions of a turn.
fn may_burn(rules: &Ruleset, before: &Position, after: &Position, seat: Seat) -> bool {
    let mine = Unit {
        owner: seat,
        kind: Kind::Flamebat,
    };
    let Options { actions, .. } = rules.options;
    let has_flamebat = before.units().any(|(_, unit)| unit == mine);
    let armories =
        (rules.level.doors()).filter(|door| rules.level.tile(*door) == Some(Tile::Armory));
    let mut actions_to_transform = armories.filter_map(|door| match before.door_owner(door) {
        Some(owner) if owner == seat => Some(1),
        None => Some(2),
        // Disowned or burnt, claimed, and then used; unless the target has it as it was.
        owner => (owner != after.door_owner(door)).then_some(3),
    });
    has_flamebat || actions_to_transform.any(|least| least <= actions)
}
