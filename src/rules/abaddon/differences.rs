//! What two positions do not have in common: for refusals and for the marks of a picture.

use std::collections::{BTreeMap, BTreeSet};

use super::position::{Kind, Position, Unit};
use crate::rules::grid::{Edge, Square};
use crate::rules::seat::{Names, Seat};

/// Each thing that is not the same after as before, as a clause such as “b12: unit appeared”; doors,
/// then units, then walls, each by square.
pub fn differences(before: &Position, after: &Position, names: &Names) -> Vec<String> {
    let doors = changed(&before.doors, &after.doors)
        .map(|(at, was, is)| format!("{at}: {}", door_change(was, is, names)));
    let units = changed(&before.units, &after.units)
        .map(|(at, was, is)| format!("{at}: {}", unit_change(was, is, names)));
    let walls = changed(&before.walls, &after.walls)
        .map(|(at, was, is)| format!("{at}: {}", wall_change(was, is, names)));
    doors.chain(units).chain(walls).collect()
}

/// The squares on which something is not the same after as before; both squares of a wall.
pub fn changed_squares(before: &Position, after: &Position) -> BTreeSet<Square> {
    let doors = changed(&before.doors, &after.doors).map(|(at, ..)| at);
    let units = changed(&before.units, &after.units).map(|(at, ..)| at);
    let both = |edge: Edge| [Some(edge.square), edge.far_square()].into_iter().flatten();
    let walls = changed(&before.walls, &after.walls).flat_map(|(edge, ..)| both(edge));
    doors.chain(units).chain(walls).collect()
}

/// Something of a player's that is gone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Loss {
    /// Whose it was.
    pub owner: Seat,
    /// What is gone.
    pub thing: Lost,
}

/// What a player can lose.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Lost {
    /// A unit and where it stood.
    Unit(Square, Kind),
    /// A wall.
    Wall(Edge),
    /// A door, which is unclaimed or another player's now.
    Door(Square),
}

/// What players had before and have no longer; units, then walls, then doors, each by square.
pub fn losses(before: &Position, after: &Position) -> Vec<Loss> {
    let units = changed(&before.units, &after.units).filter_map(|(at, was, _)| {
        let Unit { owner, kind } = was?;
        let thing = Lost::Unit(at, kind);
        Some(Loss { owner, thing })
    });
    let walls = changed(&before.walls, &after.walls).filter_map(|(edge, was, _)| {
        let thing = Lost::Wall(edge);
        was.map(|owner| Loss { owner, thing })
    });
    let doors = changed(&before.doors, &after.doors).filter_map(|(at, was, _)| {
        let thing = Lost::Door(at);
        was.map(|owner| Loss { owner, thing })
    });
    units.chain(walls).chain(doors).collect()
}

/// The entries of two tables that are not the same, by key.
pub(super) fn changed<'a, K: Ord + Copy, V: PartialEq + Copy>(
    before: &'a BTreeMap<K, V>,
    after: &'a BTreeMap<K, V>,
) -> impl Iterator<Item = (K, Option<V>, Option<V>)> + 'a {
    let keys: BTreeSet<K> = before.keys().chain(after.keys()).copied().collect();
    keys.into_iter()
        .map(|key| (key, before.get(&key).copied(), after.get(&key).copied()))
        .filter(|(_, was, is)| was != is)
}

fn door_change(was: Option<Seat>, is: Option<Seat>, names: &Names) -> String {
    match (was, is) {
        (None, Some(owner)) => format!("door claimed by {}", names.of(owner)),
        (Some(owner), None) => format!("door of {} became unclaimed", names.of(owner)),
        (Some(from), Some(to)) => {
            format!("door passed from {} to {}", names.of(from), names.of(to))
        }
        (None, None) => "door unchanged".to_owned(),
    }
}

fn unit_change(was: Option<Unit>, is: Option<Unit>, names: &Names) -> String {
    let unit = |unit: Unit| format!("{}’s {}", names.of(unit.owner), unit.kind.name());
    match (was, is) {
        (None, Some(_)) => "unit appeared".to_owned(),
        (Some(_), None) => "unit disappeared".to_owned(),
        (Some(then), Some(now)) => format!("unit changed from {} to {}", unit(then), unit(now)),
        (None, None) => "unit unchanged".to_owned(),
    }
}

fn wall_change(was: Option<Seat>, is: Option<Seat>, names: &Names) -> String {
    match (was, is) {
        (None, Some(_)) => "wall appeared".to_owned(),
        (Some(_), None) => "wall disappeared".to_owned(),
        (Some(from), Some(to)) => {
            format!("wall passed from {} to {}", names.of(from), names.of(to))
        }
        (None, None) => "wall unchanged".to_owned(),
    }
}
