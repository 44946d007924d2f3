//! Creating several Engineers in one step, as far as a search needs it.

use std::collections::BTreeSet;

use super::apply::TurnInPlay;
use super::level::Tile;
use super::owed::Target;
use super::step::{Placement, Step};
use crate::rules::grid::{Direction, Square};

impl TurnInPlay<'_> {
    /// The spawns with two placements or more that may be part of a shortest turn to the target: for
    /// each set of squares one way to fill it from different Airlocks.
    ///
    /// An Engineer that the target does not have must spend an action or strike, or the turn would
    /// do without it; so there are no more of them than actions left after the spawn, those not
    /// counted that stand beside an enemy who must die.
    pub(super) fn sallies(&self, target: &Target<'_>) -> Vec<Step> {
        if self.actions_left == 0 {
            return Vec::new();
        }
        let own = self.position.doors().filter(|(door, owner)| {
            *owner == self.seat && self.rules.level.tile(*door) == Some(Tile::Airlock)
        });
        let exits: Vec<(Square, Vec<Square>)> = own
            .map(|(airlock, _)| (airlock, self.exits(airlock)))
            .collect();
        let most = exits.len() * usize::from(self.rules.options.units_per_airlock);
        let mut sallies = Sallies {
            exits: &exits,
            room: most.saturating_sub(self.position.units_of(self.seat)),
            met: BTreeSet::new(),
            found: Vec::new(),
            is_enough: &|| target.has_lost_patience(),
        };
        let burden = |square: Square| {
            target.look_at_one();
            let works =
                !target.wants_engineer(square) && !target.has_prey_beside(square, &self.position);
            u8::from(works)
        };
        sallies.extend(&mut Vec::new(), 0, self.actions_left - 1, &burden);
        sallies.found
    }

    /// The squares onto which an own Airlock can send an Engineer.
    fn exits(&self, airlock: Square) -> Vec<Square> {
        let beside = Direction::ALL
            .into_iter()
            .filter_map(|to| airlock.neighbour(to));
        beside
            .filter(|to| {
                self.rules.level.tile(*to) == Some(Tile::Floor)
                    && self.position.unit(*to).is_none()
                    && self.barrier(airlock, *to).is_none()
            })
            .collect()
    }
}

/// The sets of squares found so far, each filled in one way.
struct Sallies<'a> {
    /// Own Airlocks with the squares that they can fill.
    exits: &'a [(Square, Vec<Square>)],
    /// How many Engineers the army still has room for.
    room: usize,
    met: BTreeSet<BTreeSet<Square>>,
    found: Vec<Step>,
    /// Whether the search is given up.
    is_enough: &'a dyn Fn() -> bool,
}

impl Sallies<'_> {
    /// Adds every way to go on from `chosen` with the Airlocks from the number `next` on.
    fn extend(
        &mut self,
        chosen: &mut Vec<Placement>,
        next: usize,
        workers: u8,
        burden: &impl Fn(Square) -> u8,
    ) {
        if self.room <= chosen.len() || (self.is_enough)() {
            return;
        }
        let exits = self.exits;
        for (number, (airlock, squares)) in exits.iter().enumerate().skip(next) {
            for to in squares {
                let is_taken = chosen.iter().any(|other| other.to == *to);
                let Some(workers) = workers.checked_sub(burden(*to)).filter(|_| !is_taken) else {
                    continue;
                };
                chosen.push(Placement {
                    airlock: *airlock,
                    to: *to,
                });
                let set = chosen.iter().map(|placement| placement.to).collect();
                if chosen.len() > 1 && self.met.insert(set) {
                    self.found.push(Step::Spawn {
                        placements: chosen.clone(),
                    });
                }
                self.extend(chosen, number + 1, workers, burden);
                chosen.pop();
            }
        }
    }
}
