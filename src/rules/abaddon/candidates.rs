//! Steps worth checking: every one that could be legal, and some that are not.

use super::apply::TurnInPlay;
use super::level::Tile;
use super::position::Kind;
use super::step::{KindWord, Placement, Step};
use crate::rules::grid::{Direction, Square};

impl TurnInPlay<'_> {
    /// A list that holds every single legal step, a spawn with one placement each.
    ///
    /// Every step but `join` begins beside its unit or Airlock, so the neighbourhood of the player's
    /// own things is enough.
    pub(super) fn candidates(&self) -> Vec<Step> {
        let mut steps = self.spawns();
        let own_units = self
            .position
            .units()
            .filter(|(_, unit)| unit.owner == self.seat);
        let mut has_unit = false;
        for (square, unit) in own_units {
            has_unit = true;
            self.push_steps_of(square, unit.kind, &mut steps);
        }
        if !has_unit {
            let joins = self.rules.level.airlocks();
            steps.extend(joins.map(|airlock| Step::Join { airlock }));
        }
        steps
    }

    /// Every spawn with one placement that could be legal.
    pub(super) fn spawns(&self) -> Vec<Step> {
        let own_doors = (self.position.doors()).filter(|(_, owner)| *owner == self.seat);
        let out = own_doors.flat_map(|(airlock, _)| {
            neighbours(airlock).map(move |(_, to)| Placement { airlock, to })
        });
        out.map(|placement| Step::Spawn {
            placements: vec![placement],
        })
        .collect()
    }

    fn push_steps_of(&self, at: Square, kind: Kind, steps: &mut Vec<Step>) {
        for (direction, to) in neighbours(at) {
            match self.rules.level.tile(to) {
                Some(Tile::Floor) => {
                    steps.push(Step::Move { from: at, to });
                    steps.push(Step::Breach { from: at, to });
                }
                Some(Tile::Airlock | Tile::Armory) => {
                    steps.push(Step::Claim { from: at, door: to });
                    steps.push(Step::Disown { from: at, door: to });
                }
                Some(Tile::Teleporter(_)) => self.push_jumps(at, to, direction, steps),
                Some(Tile::Rock) | None => {}
            }
            let from = at;
            steps.push(Step::Attack { from, direction });
            if kind == Kind::Engineer {
                steps.push(Step::Build { at, direction });
                steps.push(Step::Break { at, direction });
            }
        }
        steps.extend(Kind::ALL.map(|kind| Step::Transform {
            at,
            into: KindWord::Kind(kind),
        }));
    }

    fn push_jumps(&self, from: Square, entry: Square, direction: Direction, steps: &mut Vec<Step>) {
        let exits = self.rules.level.teleporters(direction.axis());
        steps.extend(exits.map(|exit| Step::Jump { from, entry, exit }));
    }
}

/// The squares beside one that have a name, each with its direction.
fn neighbours(square: Square) -> impl Iterator<Item = (Direction, Square)> {
    (Direction::ALL.into_iter())
        .filter_map(move |direction| Some((direction, square.neighbour(direction)?)))
}
