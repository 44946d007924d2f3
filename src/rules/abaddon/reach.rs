//! How many actions it takes at least to bring units to where the target has them.
//!
//! Units and owned walls may go, so only the level counts. Squares and kinds together are a metric: a
//! step between neighbours or through a teleporter is 1, a breach through a fixed wall 2, another kind 1.
//! Whoever stands on a square that is right already may go on, but then somebody else has to come
//! there: such a chain begins with a unit on a wrong square or with a new Engineer, and by the triangle
//! inequality costs no less than the direct way. Chains to different squares share no action but the
//! one that creates Engineers.

use std::collections::BTreeMap;

use super::level::{Level, Tile};
use super::position::Kind;
use crate::rules::grid::{Direction, Square};

/// The squares from which a unit can come to a place, with the actions for the way.
#[derive(Clone, Debug)]
pub(super) struct Reach {
    /// Squares that are near enough; all others are too far away.
    ways: BTreeMap<Square, u8>,
    /// The kind wanted, if any will not do.
    kind: Option<Kind>,
    /// The actions for a new Engineer by the Airlock that creates it, that action apart.
    new: BTreeMap<Square, u8>,
}

impl Reach {
    /// The ways of at most so many actions to any of some squares.
    pub(super) fn to(level: &Level, ends: Vec<Square>, kind: Option<Kind>, most: u8) -> Self {
        let mut reach = Self {
            ways: ends.iter().map(|end| (*end, 0)).collect(),
            kind,
            new: BTreeMap::new(),
        };
        let mut rim = vec![ends];
        rim.resize(usize::from(most) + 3, Vec::new());
        for done in 0..=most {
            let squares = std::mem::take(&mut rim[usize::from(done)]);
            for (beside, actions) in squares.into_iter().flat_map(|from| level.ways_from(from)) {
                let way = done + actions;
                let known = reach.ways.get(&beside);
                if way <= most && known.is_none_or(|known| way < *known) {
                    reach.ways.insert(beside, way);
                    rim[usize::from(way)].push(beside);
                }
            }
        }
        for airlock in level.airlocks() {
            let exits = level.open_beside(airlock).into_iter();
            let ways = exits.filter_map(|exit| reach.actions(exit, Kind::Engineer));
            reach.new.extend(ways.min().map(|least| (airlock, least)));
        }
        reach
    }

    /// The actions that a unit of a kind on a square needs at least; `None` for too many.
    pub(super) fn actions(&self, from: Square, kind: Kind) -> Option<u8> {
        let changes = self.kind.is_some_and(|wanted| wanted != kind);
        self.ways.get(&from).map(|way| way + u8::from(changes))
    }

    /// The actions that a new Engineer of an Airlock needs at least; `None` for too many.
    pub(super) fn actions_of_new(&self, airlock: Square) -> Option<u8> {
        self.new.get(&airlock).copied()
    }

    /// The actions that a new Engineer needs at least, wherever it is created.
    pub(super) fn least_of_new(&self) -> Option<u8> {
        self.new.values().min().copied()
    }
}

impl Level {
    /// The floor squares to which a unit may come from one by a single step, with its actions.
    fn ways_from(&self, square: Square) -> Vec<(Square, u8)> {
        let mut ways = Vec::new();
        for direction in Direction::ALL {
            let Some(next) = square.neighbour(direction) else {
                continue;
            };
            match self.tile(next) {
                Some(Tile::Floor) => {
                    ways.push((next, 1 + u8::from(self.has_fixed_wall(square, direction))));
                }
                Some(Tile::Teleporter(axis)) if axis == direction.axis() => {
                    let exits = self.teleporters(axis).filter(|exit| *exit != next);
                    let landings = exits.filter_map(|exit| exit.neighbour(direction));
                    let floor = landings.filter(|at| self.tile(*at) == Some(Tile::Floor));
                    ways.extend(floor.map(|landing| (landing, 1)));
                }
                Some(Tile::Teleporter(_) | Tile::Airlock | Tile::Armory | Tile::Rock) | None => {}
            }
        }
        ways
    }

    /// The floor squares beside a door with no fixed wall between.
    pub(super) fn open_beside(&self, door: Square) -> Vec<Square> {
        let open = (Direction::ALL.into_iter()).filter(|to| !self.has_fixed_wall(door, *to));
        let beside = open.filter_map(|to| door.neighbour(to));
        beside
            .filter(|at| self.tile(*at) == Some(Tile::Floor))
            .collect()
    }

    /// Whether an Airlock may create an Engineer on a square.
    pub(super) fn is_exit(&self, square: Square) -> bool {
        Direction::ALL.into_iter().any(|direction| {
            let airlock = square.neighbour(direction).and_then(|at| self.tile(at));
            airlock == Some(Tile::Airlock) && !self.has_fixed_wall(square, direction)
        })
    }
}
