//! What a turn in progress still owes to the position it should lead to.

use std::cell::{Cell, RefCell, RefMut};
use std::collections::BTreeMap;
use std::rc::Rc;

use super::apply::TurnInPlay;
use super::differences::changed;
use super::level::Tile;
use super::position::{Kind, Position, Unit};
use super::reach::Reach;
use super::ruleset::Ruleset;
use super::strike::Strikes;
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
    /// Whether the player could join in this turn: nothing else claims a door without a unit.
    may_join: bool,
    /// From where units may come to the spots asked for so far.
    reaches: RefCell<BTreeMap<Spot, Rc<Reach>>>,
    /// From where things may be done away with, as far as it was asked for.
    strikes: RefCell<Strikes>,
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
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Spot {
    Door(Square),
    Floor(Square),
    Edge(Edge),
}

/// What is at a spot: whose thing, and of a unit its kind. Nothing belongs to nobody.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
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
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(super) struct Owed {
    wrong: BTreeMap<Spot, Found>,
    toll: Toll,
}

/// What wrong spots have in common that costs actions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
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
    /// The spots that are not as in the target.
    pub(super) fn spots(&self) -> impl Iterator<Item = &Spot> {
        self.wrong.keys()
    }

    /// Whether the target is reached.
    pub(super) fn is_nothing(&self) -> bool {
        self.wrong.is_empty()
    }

    /// The player's own units on squares that are to be free or to have another kind.
    fn own_leavers(&self, seat: Seat) -> impl Iterator<Item = (Square, Kind)> {
        self.wrong.iter().filter_map(move |(spot, found)| {
            let own = found.owner == Some(seat);
            match (spot, found.kind) {
                (Spot::Floor(square), Some(kind)) if own => Some((*square, kind)),
                (Spot::Floor(_) | Spot::Door(_) | Spot::Edge(_), _) => None,
            }
        })
    }

    /// Whether every own unit that has to leave may find a square or a door of the target.
    pub(super) fn has_places_for_leavers(&self) -> bool {
        self.toll.leavers <= self.toll.units + self.toll.engineers + self.toll.claims
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

impl TurnInPlay<'_> {
    /// What is at a spot now.
    pub(super) fn found(&self, spot: Spot) -> Found {
        let board = &self.position;
        match spot {
            Spot::Door(door) => board.door_owner(door).into(),
            Spot::Floor(square) => board.unit(square).into(),
            Spot::Edge(edge) => board.wall_owner(edge).into(),
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
            may_join: true,
            reaches: RefCell::default(),
            strikes: RefCell::default(),
            patience: Cell::new(patience),
        };
        let is_own_airlock =
            |(door, owner): (Square, Seat)| owner == turn.seat && !is_armory(&door);
        target.may_join =
            target.may_have(Kind::Flamebat, turn) || !turn.position.doors().any(is_own_airlock);
        target.shots = target.may_have(Kind::Soldier, turn);
        target
    }

    /// Whether the player could join in this turn.
    pub(super) fn may_join(&self) -> bool {
        self.may_join
    }

    /// What is known of the ways to do away with things.
    pub(super) fn strikes(&self) -> RefMut<'_, Strikes> {
        self.strikes.borrow_mut()
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

    /// Whether the target may be within reach of a turn with some actions left that owes something.
    ///
    /// Building, breaking, disowning, claiming and every step that brings a unit to its square cost
    /// an action each, but one step creates all the Engineers beside Airlocks; see also [`Reach`].
    /// Where there is no fire a unit leaves its square only by a step of its own, be it to another
    /// square or into a door; so those that have to leave all find one.
    pub(super) fn is_within(&self, owed: &Owed, actions: u8, fire: Fire) -> bool {
        let toll = owed.toll;
        let (falls, leavers) = match fire {
            Fire::Possible => (0, 0),
            Fire::Impossible => (toll.falls, toll.leavers),
        };
        let arrivals = toll.units + toll.engineers.min(1);
        let leaves = leavers.saturating_sub(toll.claims);
        let apart = toll.builds + falls + toll.claims;
        let actions = u16::from(actions);
        apart + arrivals.max(leaves) <= actions
            && leavers <= toll.units + toll.engineers + toll.claims
            && (toll.units + toll.engineers + toll.claims == 0
                || self
                    .arrivals(owed)
                    .is_some_and(|arrivals| apart + arrivals <= actions))
    }

    /// The actions that it takes at least to bring units to their squares and, where nobody can join,
    /// beside the doors to be claimed; `None` for too many.
    fn arrivals(&self, owed: &Owed) -> Option<u16> {
        let leavers: Vec<(Square, Kind)> = owed.own_leavers(self.seat).collect();
        let mut old = Some(0);
        let mut with_new = Some(1);
        for spot in owed.wrong.keys() {
            if self.wanted(*spot).owner != Some(self.seat) {
                continue;
            }
            let Some(reach) = self.reach(*spot) else {
                continue;
            };
            let ways = leavers
                .iter()
                .filter_map(|(at, kind)| reach.actions(*at, *kind));
            let best = ways.min();
            let best_or_new = best.into_iter().chain(reach.least_of_new()).min();
            let add = |sum: Option<u16>, more: Option<u8>| Some(sum? + u16::from(more?));
            old = add(old, best);
            with_new = add(with_new, best_or_new);
        }
        old.into_iter().chain(with_new).min()
    }

    /// From where a unit may come to a spot; `None` if the spot needs no unit.
    fn reach(&self, spot: Spot) -> Option<Rc<Reach>> {
        let level = &self.rules.level;
        let (ends, kind) = match spot {
            Spot::Edge(_) => return None,
            Spot::Door(_) if self.may_join => return None,
            Spot::Floor(square) => (vec![square], self.wanted(spot).kind),
            Spot::Door(door) => (level.open_beside(door), None),
        };
        let mut known = self.reaches.borrow_mut();
        let reach = known
            .entry(spot)
            .or_insert_with(|| Rc::new(Reach::to(level, ends, kind, self.rules.options.actions)));
        Some(Rc::clone(reach))
    }

    /// Whether what is at a spot is somebody else's and never comes back if it goes.
    pub(super) fn must_keep(&self, spot: Spot, found: Found) -> bool {
        found.owner.is_some_and(|owner| owner != self.seat) && found == self.wanted(spot)
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
                let spawns =
                    wanted.kind == Some(Kind::Engineer) && self.rules.level.is_exit(square);
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
}
