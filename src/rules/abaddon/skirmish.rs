//! Which attacks have to do with each other, and with the steps that follow them.
//!
//! An attack reads and changes only the spots on its way. Two attacks without a common one may be
//! swapped, and an attack may be swapped with a step that has no spot in common with it.

use std::collections::BTreeSet;

use super::apply::TurnInPlay;
use super::level::Tile;
use super::owed::{Spot, Target};
use super::position::Kind;
use super::step::Step;
use crate::rules::grid::{Direction, Edge, Square};

/// Units of the player whose attacks may have to do with each other, and with no other unit's.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(super) struct Skirmish {
    /// Where the units stand.
    pub(super) attackers: BTreeSet<Square>,
    /// What their attacks may read or change.
    spots: BTreeSet<Spot>,
    /// Whether they may burn something of the player's own.
    burns_own: bool,
}

impl Skirmish {
    /// Whether a spot is on the way of an attack.
    pub(super) fn holds(&self, spot: Spot) -> bool {
        self.spots.contains(&spot)
    }

    /// Whether an attack may have to do with a step of the turn.
    pub(super) fn meets(&self, footprint: &Footprint) -> bool {
        (self.burns_own && footprint.counts) || footprint.spots.iter().any(|spot| self.holds(*spot))
    }

    fn join(&mut self, other: Self) {
        self.attackers.extend(other.attackers);
        self.spots.extend(other.spots);
        self.burns_own |= other.burns_own;
    }
}

/// What a step that is no attack reads or changes.
#[derive(Clone, Debug, Default)]
pub(super) struct Footprint {
    spots: Vec<Spot>,
    /// Whether it also counts what the player owns.
    counts: bool,
}

impl TurnInPlay<'_> {
    /// The skirmishes that may be fought before the next step that is no attack.
    ///
    /// A unit is left out that can hit nothing but what the target still has of somebody else's.
    pub(super) fn skirmishes(&self, target: &Target<'_>) -> Vec<Skirmish> {
        let mut skirmishes: Vec<Skirmish> = Vec::new();
        let fresh = (self.own_units()).filter(|(at, _)| !self.has_attacked(*at));
        for (at, unit) in fresh {
            let Some(mut skirmish) = self.skirmish(at, unit.kind, target) else {
                continue;
            };
            let is_met = |other: &mut Skirmish| {
                let mut common = skirmish.spots.intersection(&other.spots);
                common.any(|spot| self.is_taken(*spot))
            };
            let met: Vec<Skirmish> = skirmishes.extract_if(.., is_met).collect();
            for other in met {
                skirmish.join(other);
            }
            skirmishes.push(skirmish);
        }
        skirmishes
    }

    /// What one unit may read or change by its attack; `None` if it may hit nothing.
    fn skirmish(&self, at: Square, kind: Kind, target: &Target<'_>) -> Option<Skirmish> {
        let mut skirmish = Skirmish {
            attackers: BTreeSet::from([at]),
            spots: BTreeSet::new(),
            burns_own: false,
        };
        for direction in Direction::ALL {
            match kind {
                Kind::Engineer => {
                    let way = self.way(at, direction).take(1);
                    self.note_shot(way, target, &mut skirmish);
                }
                Kind::Soldier => self.note_shot(self.way(at, direction), target, &mut skirmish),
                Kind::Flamebat => self.note_flame(at, direction, target, &mut skirmish),
            }
        }
        let hits = skirmish.spots.iter().any(|spot| self.is_taken(*spot));
        skirmish.spots.insert(Spot::Floor(at));
        hits.then_some(skirmish)
    }

    /// Notes the enemy's units and walls on the way, up to one that has to stay.
    fn note_shot(
        &self,
        way: impl Iterator<Item = (Edge, Square)>,
        target: &Target<'_>,
        skirmish: &mut Skirmish,
    ) {
        let spots = way.flat_map(|(edge, square)| [Spot::Edge(edge), Spot::Floor(square)]);
        let is_enemy = |spot: &Spot| {
            let owner = self.found(*spot).owner;
            owner.is_some_and(|owner| owner != self.seat)
        };
        let has_to_go = |spot: &Spot| !target.must_keep(*spot, self.found(*spot));
        let enemies = spots.filter(is_enemy).take_while(has_to_go);
        skirmish.spots.extend(enemies);
    }

    /// Notes everything in a flame, if it burns nothing that has to stay.
    fn note_flame(
        &self,
        at: Square,
        direction: Direction,
        target: &Target<'_>,
        skirmish: &mut Skirmish,
    ) {
        let way = self.flame(at, direction);
        let spots: Vec<Spot> = way
            .flat_map(|(edge, square)| [Spot::Edge(edge), self.spot_at(square)])
            .collect();
        if (spots.iter()).any(|spot| target.must_keep(*spot, self.found(*spot))) {
            return;
        }
        let is_own = |spot: &Spot| self.found(*spot).owner == Some(self.seat);
        skirmish.burns_own |= spots.iter().any(is_own);
        skirmish.spots.extend(spots);
    }

    /// The spot of a door or, on any other square, of a unit.
    fn spot_at(&self, square: Square) -> Spot {
        match self.rules.level.tile(square) {
            Some(Tile::Airlock | Tile::Armory) => Spot::Door(square),
            Some(Tile::Floor | Tile::Teleporter(_) | Tile::Rock) | None => Spot::Floor(square),
        }
    }

    fn is_taken(&self, spot: Spot) -> bool {
        self.found(spot).owner.is_some()
    }

    /// What a step that is no attack reads or changes, wherever its unit may be let through.
    pub(super) fn footprint(&self, step: &Step) -> Footprint {
        let mut spots = Vec::new();
        let mut counts = false;
        let mut pass = |from: Square, to: Square| {
            let edge = (from.direction_to(to)).and_then(|direction| Edge::of(from, direction));
            spots.extend(edge.map(Spot::Edge));
            spots.extend([from, to].map(|square| self.spot_at(square)));
        };
        match step {
            Step::Join { airlock } => {
                counts = true;
                pass(*airlock, *airlock);
            }
            Step::Spawn { placements } => {
                counts = true;
                for placement in placements {
                    pass(placement.airlock, placement.to);
                }
            }
            Step::Move { from, to } | Step::Breach { from, to } => pass(*from, *to),
            Step::Jump { from, entry, exit } => {
                pass(*from, *entry);
                let landing = from.direction_to(*entry).and_then(|to| exit.neighbour(to));
                pass(*exit, landing.unwrap_or(*exit));
            }
            Step::Claim { from, door } => {
                counts = self.wins_with(1);
                pass(*from, *door);
            }
            Step::Disown { from, door } => pass(*from, *door),
            Step::Transform { at, .. } => {
                for square in Direction::ALL.into_iter().filter_map(|to| at.neighbour(to)) {
                    pass(*at, square);
                }
            }
            Step::Build { at, direction } | Step::Break { at, direction } => {
                counts = matches!(step, Step::Build { .. });
                pass(*at, at.neighbour(*direction).unwrap_or(*at));
            }
            Step::Attack { .. } => {}
        }
        Footprint { spots, counts }
    }

    /// Whether the player would win with some doors more.
    pub(super) fn wins_with(&self, more: usize) -> bool {
        let doors = self.position.doors_of(self.seat);
        usize::from(self.rules.options.doors_to_win) <= doors + more
    }
}
