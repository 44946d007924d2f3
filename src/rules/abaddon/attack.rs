//! What an attack hits (abaddon.md, Attacks).

use super::apply::{Change, TurnInPlay};
use super::position::Kind;
use crate::rules::grid::{Direction, Edge, Square};

/// How many squares a flame burns.
pub(super) const FLAME: usize = 3;

impl TurnInPlay<'_> {
    /// What an attack of the player's unit would change, from the nearest to the farthest.
    pub(super) fn hits(&self, from: Square, kind: Kind, direction: Direction) -> Vec<Change> {
        match kind {
            Kind::Engineer => self.struck(from, direction).into_iter().collect(),
            Kind::Soldier => self.shot(from, direction).into_iter().collect(),
            Kind::Flamebat => self.burnt(from, direction),
        }
    }

    fn struck(&self, from: Square, direction: Direction) -> Option<Change> {
        let target = from.neighbour(direction)?;
        let is_open = self.barrier(from, target).is_none();
        (is_open && self.has_enemy(target)).then_some(Change::Perish(target))
    }

    /// The first enemy unit or enemy wall on the way; own ones are passed over.
    fn shot(&self, from: Square, direction: Direction) -> Option<Change> {
        self.way(from, direction).find_map(|(edge, square)| {
            let enemy_wall =
                (self.position.wall_owner(edge)).is_some_and(|owner| owner != self.seat);
            if enemy_wall {
                return Some(Change::Wall(edge, None));
            }
            self.has_enemy(square).then_some(Change::Perish(square))
        })
    }

    /// Every unit, owned wall and owned door on the way, whoever owns it.
    fn burnt(&self, from: Square, direction: Direction) -> Vec<Change> {
        let mut hits = Vec::new();
        for (edge, square) in self.flame(from, direction) {
            if self.position.wall_owner(edge).is_some() {
                hits.push(Change::Wall(edge, None));
            }
            if self.position.unit(square).is_some() {
                hits.push(Change::Perish(square));
            }
            if self.position.door_owner(square).is_some() {
                hits.push(Change::Door(square, None));
            }
        }
        hits
    }

    /// What a flame reaches.
    pub(super) fn flame(
        &self,
        from: Square,
        direction: Direction,
    ) -> impl Iterator<Item = (Edge, Square)> + '_ {
        self.way(from, direction).take(FLAME)
    }

    fn has_enemy(&self, square: Square) -> bool {
        (self.position.unit(square)).is_some_and(|unit| unit.owner != self.seat)
    }

    /// The squares in a direction, each with the edge crossed to reach it, up to a fixed wall, rock
    /// or the level's edge (R14: doors and teleporters stop nothing).
    pub(super) fn way(
        &self,
        from: Square,
        direction: Direction,
    ) -> impl Iterator<Item = (Edge, Square)> + '_ {
        let level = &self.rules.level;
        let mut at = from;
        std::iter::from_fn(move || {
            let edge = Edge::of(at, direction)?;
            let next = at.neighbour(direction)?;
            if level.has_fixed_wall(at, direction) || !level.is_open(next) {
                return None;
            }
            at = next;
            Some((edge, next))
        })
    }
}
