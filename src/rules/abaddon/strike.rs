//! How many actions it takes at least to destroy, break or disown what the target does not have.
//!
//! Some unit has to come to where it can do so. Units and owned walls may go first, so only the level
//! counts: it bounds the ways of [`Reach`] and what lies in a line of fire. A unit of another kind comes
//! beside an Armory first and transforms there; if the player does not own that Armory, another
//! unit claims it before. These are bounds for one thing each, and as a step may serve many, the largest
//! bounds them all.

use std::collections::BTreeMap;

use super::apply::TurnInPlay;
use super::level::Tile;
use super::owed::{Owed, Spot, Target};
use super::position::Kind;
use super::reach::Reach;
use crate::rules::grid::{Direction, Edge, Square};

/// The ways to where units can do away with things, as far as they were asked for.
#[derive(Clone, Debug, Default)]
pub(super) struct Strikes {
    /// By what has to go and the kind of unit that does it.
    at: BTreeMap<(Spot, Kind), Reach>,
    /// By the door to come to.
    beside: BTreeMap<Square, Reach>,
}

/// Who may strike: the units that there are, and Engineers yet to be created.
#[derive(Debug)]
struct Strikers {
    units: Vec<(Square, Kind)>,
    /// The Airlocks with the actions until each has created an Engineer.
    airlocks: Vec<(Square, u8)>,
}

impl Strikers {
    /// The fewest actions after which one of those of a kind has come to its place.
    fn actions(&self, reach: &Reach, is_one: impl Fn(Kind) -> bool) -> Option<u8> {
        let units = self.units.iter().filter(|(_, kind)| is_one(*kind));
        let old = units.filter_map(|(at, kind)| reach.actions(*at, *kind));
        let new = self.airlocks.iter().filter(|_| is_one(Kind::Engineer));
        let new =
            new.filter_map(|(airlock, before)| Some(before + reach.actions_of_new(*airlock)?));
        old.chain(new).min()
    }
}

impl Strikes {
    /// The fewest actions after which a unit of a kind may have done away with what is at a spot;
    /// `None` for too many.
    fn actions(
        &mut self,
        turn: &TurnInPlay<'_>,
        strikers: &Strikers,
        (spot, kind): (Spot, Kind),
    ) -> Option<u8> {
        let level = &turn.rules.level;
        let reach = (self.at.entry((spot, kind)))
            .or_insert_with(|| turn.reach(turn.places_to_strike(spot, kind)));
        let mut least = strikers.actions(reach, |its| its == kind);
        let armories = level
            .doors()
            .filter(|door| level.tile(*door) == Some(Tile::Armory));
        for armory in armories {
            let sides = level.open_beside(armory);
            let onwards = sides
                .iter()
                .filter_map(|side| reach.actions(*side, kind))
                .min();
            let claim = u8::from(turn.position.door_owner(armory) != Some(turn.seat));
            let beside = (self.beside.entry(armory)).or_insert_with(|| turn.reach(sides));
            let there = strikers.actions(beside, |its| its != kind);
            let ways = there
                .zip(onwards)
                .map(|(there, onwards)| there + claim + 1 + onwards);
            least = least.into_iter().chain(ways).min();
        }
        least.map(|least| least + u8::from(takes_an_action(spot, kind)))
    }

    /// The fewest actions after which the player may have a Flamebat; `None` for too many.
    fn flamebat(&mut self, turn: &TurnInPlay<'_>, strikers: &Strikers) -> Option<u8> {
        if (strikers.units.iter()).any(|(_, kind)| *kind == Kind::Flamebat) {
            return Some(0);
        }
        let level = &turn.rules.level;
        let armories = level
            .doors()
            .filter(|door| level.tile(*door) == Some(Tile::Armory));
        let ways = armories.filter_map(|armory| {
            let beside = (self.beside.entry(armory))
                .or_insert_with(|| turn.reach(level.open_beside(armory)));
            let claim = u8::from(turn.position.door_owner(armory) != Some(turn.seat));
            Some(strikers.actions(beside, |_| true)? + claim + 1)
        });
        ways.min()
    }

    /// The strikers of a turn in progress.
    ///
    /// An Airlock of somebody else, or of nobody, is claimed first by a unit that comes there; that one may
    /// have come out of another such Airlock, after a claim and a spawn.
    fn strikers(&mut self, turn: &TurnInPlay<'_>, may_join: bool) -> Strikers {
        let is_own = |airlock: &Square| turn.position.door_owner(*airlock) == Some(turn.seat);
        let level = &turn.rules.level;
        let (own, others): (Vec<Square>, Vec<Square>) = level.airlocks().partition(is_own);
        let mut strikers = Strikers {
            units: (turn.own_units())
                .map(|(at, unit)| (at, unit.kind))
                .collect(),
            airlocks: own.into_iter().map(|airlock| (airlock, 1)).collect(),
        };
        let mut claimed = Vec::new();
        for airlock in others {
            let beside = (self.beside.entry(airlock))
                .or_insert_with(|| turn.reach(level.open_beside(airlock)));
            let way = strikers.actions(beside, |_| true);
            let way = if may_join {
                0
            } else {
                way.unwrap_or(u8::MAX).min(2)
            };
            claimed.push((airlock, way + 2));
        }
        strikers.airlocks.extend(claimed);
        strikers
    }
}

impl TurnInPlay<'_> {
    /// Whether everything that has to go may be done away with by the actions left.
    ///
    /// The player's own units may go by themselves, as long as there are places for them.
    pub(super) fn may_strike(&self, owed: &Owed, target: &Target<'_>) -> bool {
        let mut strikes = target.strikes();
        let strikers = strikes.strikers(self, target.may_join());
        let mut is_near = |spot: Spot, kind: Kind| {
            let least = strikes.actions(self, &strikers, (spot, kind));
            least.is_some_and(|least| least <= self.actions_left)
        };
        let has_to_go = |spot: &Spot| match (spot, self.found(*spot).owner) {
            (_, None) => false,
            (Spot::Floor(_), Some(owner)) => owner != self.seat,
            (Spot::Door(_) | Spot::Edge(_), Some(_)) => true,
        };
        let mut fall = owed.spots().copied().filter(has_to_go);
        fall.all(|spot| Kind::ALL.into_iter().any(|kind| is_near(spot, kind)))
            && (owed.has_places_for_leavers()
                || strikes
                    .flamebat(self, &strikers)
                    .is_some_and(|least| least <= self.actions_left))
    }

    fn reach(&self, ends: Vec<Square>) -> Reach {
        let options = &self.rules.options;
        Reach::to(&self.rules.level, ends, None, options.actions)
    }

    /// Where a unit of a kind may stand to do away with what is at a spot, once nothing is in the way.
    fn places_to_strike(&self, spot: Spot, kind: Kind) -> Vec<Square> {
        let far = match kind {
            Kind::Engineer => 1,
            Kind::Soldier => usize::MAX,
            Kind::Flamebat => super::attack::FLAME,
        };
        let line = |from: Square, to: Direction| self.way(from, to).take(far).map(|(_, at)| at);
        let lines = |from: Square| {
            Direction::ALL
                .into_iter()
                .flat_map(move |to| line(from, to))
        };
        match spot {
            Spot::Floor(square) => lines(square).collect(),
            Spot::Door(door) if kind == Kind::Flamebat => lines(door)
                .chain(self.rules.level.open_beside(door))
                .collect(),
            Spot::Door(door) => self.rules.level.open_beside(door),
            Spot::Edge(edge) => ends_of(edge)
                .into_iter()
                .flat_map(|(from, to)| line(from, to).collect::<Vec<_>>())
                .collect(),
        }
    }
}

/// Whether a unit of a kind needs a step of its own where it stands: to break or to disown.
///
/// A Flamebat burns instead. A Soldier shoots walls, and only disowns doors.
fn takes_an_action(spot: Spot, kind: Kind) -> bool {
    match (spot, kind) {
        (Spot::Floor(_), _) | (_, Kind::Flamebat) | (Spot::Edge(_), Kind::Soldier) => false,
        (Spot::Edge(_), Kind::Engineer) | (Spot::Door(_), Kind::Engineer | Kind::Soldier) => true,
    }
}

/// The two squares of an edge, each with the direction to the other.
fn ends_of(edge: Edge) -> Vec<(Square, Direction)> {
    let far = edge.far_square();
    let both = far.map(|far| [(edge.square, far), (far, edge.square)]);
    let ways = both.into_iter().flatten();
    ways.filter_map(|(from, to)| Some((from, from.direction_to(to)?)))
        .collect()
}
