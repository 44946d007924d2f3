//! What a turn in progress still owes to the position it should lead to.

use std::cell::Cell;
use std::collections::BTreeMap;

use super::apply::TurnInPlay;
use super::differences::changed;
use super::level::Tile;
use super::position::{Kind, Position, Unit};
use super::ruleset::Ruleset;
use crate::rules::grid::{Direction, Edge, Square};
use crate::rules::seat::Seat;

/// The position to be reached, as the player on a seat sees it.
#[derive(Clone, Debug)]
pub(super) struct Target<'a> {
    rules: &'a Ruleset,
    position: &'a Position,
    seat: Seat,
    armories: Vec<Square>,
    /// Whether the player has a Soldier at the start of the turn, or could have one in it.
    shots: bool,
    /// How many steps and placements may still be looked at.
    patience: Cell<u64>,
}

/// Whether a Flamebat of the player could still attack in a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fire {
    Possible,
    Impossible,
}

/// A place where something may stand: a door, a square for a unit, an edge for a wall.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Spot {
    Door(Square),
    Floor(Square),
    Edge(Edge),
}

/// What is at a spot: whose thing, and of a unit its kind. Nothing belongs to nobody.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(super) struct Found {
    pub(super) owner: Option<Seat>,
    pub(super) kind: Option<Kind>,
}

impl From<Option<Seat>> for Found {
    fn from(owner: Option<Seat>) -> Self {
        Self { owner, kind: None }
    }
}

impl From<Option<Unit>> for Found {
    fn from(unit: Option<Unit>) -> Self {
        Self {
            owner: unit.map(|unit| unit.owner),
            kind: unit.map(|unit| unit.kind),
        }
    }
}

/// The spots that are not as in the target, and what putting them right costs at least.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(super) struct Owed {
    wrong: BTreeMap<Spot, Found>,
    toll: Toll,
}

/// What wrong spots have in common that costs actions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
struct Toll {
    /// Walls to be built.
    builds: u16,
    /// Walls to be broken and doors to be disowned, if not burnt.
    falls: u16,
    /// Doors to be claimed.
    claims: u16,
    /// Own units missing on squares where none can be created.
    units: u16,
    /// Own Engineers missing beside Airlocks.
    engineers: u16,
    /// Own units that must leave their squares or be burnt.
    leavers: u16,
}

impl Owed {
    /// Whether the target is reached.
    pub(super) fn is_nothing(&self) -> bool {
        self.wrong.is_empty()
    }

    /// Whether the target may be within reach with some actions left.
    ///
    /// Building, breaking, disowning, claiming and every step that brings a unit to its square cost
    /// an action each, but one step creates all the Engineers beside Airlocks. Where there is no
    /// fire a unit leaves its square only by a step of its own, be it to another square or into a
    /// door; so those that have to leave all find one.
    pub(super) fn is_within(&self, actions: u8, fire: Fire) -> bool {
        let toll = self.toll;
        let (falls, leavers) = match fire {
            Fire::Possible => (0, 0),
            Fire::Impossible => (toll.falls, toll.leavers),
        };
        let arrivals = toll.units + toll.engineers.min(1);
        let leaves = leavers.saturating_sub(toll.claims);
        toll.builds + falls + toll.claims + arrivals.max(leaves) <= u16::from(actions)
            && leavers <= toll.units + toll.engineers + toll.claims
    }

    /// Notes what is at a spot now; `None` if the target is then out of reach.
    pub(super) fn note(&mut self, target: &Target<'_>, spot: Spot, found: Found) -> Option<()> {
        if let Some(before) = self.wrong.remove(&spot) {
            self.toll = self.toll.without(target.toll(spot, before)?);
        }
        if found != target.wanted(spot) {
            self.toll = self.toll.with(target.toll(spot, found)?);
            self.wrong.insert(spot, found);
        }
        Some(())
    }
}

impl Toll {
    fn with(self, one: Self) -> Self {
        Self {
            builds: self.builds + one.builds,
            falls: self.falls + one.falls,
            claims: self.claims + one.claims,
            units: self.units + one.units,
            engineers: self.engineers + one.engineers,
            leavers: self.leavers + one.leavers,
        }
    }

    fn without(self, one: Self) -> Self {
        Self {
            builds: self.builds - one.builds,
            falls: self.falls - one.falls,
            claims: self.claims - one.claims,
            units: self.units - one.units,
            engineers: self.engineers - one.engineers,
            leavers: self.leavers - one.leavers,
        }
    }
}

impl<'a> Target<'a> {
    pub(super) fn new(turn: &TurnInPlay<'a>, after: &'a Position, patience: u64) -> Self {
        let level = &turn.rules.level;
        let is_armory = |door: &Square| level.tile(*door) == Some(Tile::Armory);
        let mut target = Self {
            rules: turn.rules,
            position: after,
            seat: turn.seat,
            armories: level.doors().filter(is_armory).collect(),
            shots: true,
            patience: Cell::new(patience),
        };
        target.shots = target.may_have(Kind::Soldier, turn);
        target
    }

    /// Counts a step or placement that is looked at.
    pub(super) fn look_at_one(&self) {
        self.patience.set(self.patience.get().saturating_sub(1));
    }

    /// Whether more was looked at than was allowed.
    pub(super) fn has_lost_patience(&self) -> bool {
        self.patience.get() == 0
    }

    /// Whether fire may still burn in a turn in progress.
    pub(super) fn fire(&self, turn: &TurnInPlay<'_>) -> Fire {
        if self.may_have(Kind::Flamebat, turn) {
            Fire::Possible
        } else {
            Fire::Impossible
        }
    }

    /// Whether a unit of a kind may still attack: one that the player has, or one that becomes so
    /// beside an Armory which they own or could come to own with the actions left. Another
    /// player's has to be disowned or burnt first, which the target must allow.
    fn may_have(&self, kind: Kind, turn: &TurnInPlay<'_>) -> bool {
        let wanted = Unit {
            owner: self.seat,
            kind,
        };
        let is_fresh = |at: &Square| !turn.spent.attacks.contains(at);
        let actions_to_transform = |door: &Square| match turn.position.door_owner(*door) {
            Some(owner) if owner == self.seat => Some(1),
            None => Some(2),
            owner => (owner != self.position.door_owner(*door)).then_some(2),
        };
        (turn.position.units()).any(|(at, unit)| unit == wanted && is_fresh(&at))
            || (self.armories.iter().filter_map(actions_to_transform))
                .any(|least| least <= turn.actions_left)
    }

    /// What a position owes; `None` if the target is out of reach.
    pub(super) fn owed(&self, from: &Position) -> Option<Owed> {
        let to = self.position;
        let mut owed = Owed::default();
        for (door, was, _) in changed(&from.doors, &to.doors) {
            owed.note(self, Spot::Door(door), was.into())?;
        }
        for (square, was, _) in changed(&from.units, &to.units) {
            owed.note(self, Spot::Floor(square), was.into())?;
        }
        for (edge, was, _) in changed(&from.walls, &to.walls) {
            owed.note(self, Spot::Edge(edge), was.into())?;
        }
        Some(owed)
    }

    fn wanted(&self, spot: Spot) -> Found {
        match spot {
            Spot::Door(door) => self.position.door_owner(door).into(),
            Spot::Floor(square) => self.position.unit(square).into(),
            Spot::Edge(edge) => self.position.wall_owner(edge).into(),
        }
    }

    /// What a wrong spot costs; `None` if it should be somebody else's, which never comes back.
    fn toll(&self, spot: Spot, found: Found) -> Option<Toll> {
        let wanted = self.wanted(spot);
        let is_gain = wanted.owner == Some(self.seat);
        let is_loss = found.owner.is_some();
        if !is_gain && wanted.owner.is_some() {
            return None;
        }
        let mut toll = Toll::default();
        match spot {
            Spot::Door(_) => {
                toll.claims = u16::from(is_gain);
                toll.falls = u16::from(is_loss);
            }
            Spot::Edge(_) => {
                let may_be_shot = self.shots && found.owner != Some(self.seat);
                toll.builds = u16::from(is_gain);
                toll.falls = u16::from(is_loss && !may_be_shot);
            }
            Spot::Floor(square) => {
                let spawns = wanted.kind == Some(Kind::Engineer) && self.is_beside_airlock(square);
                toll.engineers = u16::from(is_gain && spawns);
                toll.units = u16::from(is_gain && !spawns);
                toll.leavers = u16::from(found.owner == Some(self.seat));
            }
        }
        Some(toll)
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
