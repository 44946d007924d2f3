//! Who is besieged, and by what (R17).

use super::apply::TurnInPlay;
use super::level::Tile;
use super::position::{Position, Unit};
use super::refusal::Barrier;
use super::ruleset::Ruleset;
use super::sentence::beside;
use crate::rules::grid::{Direction, Square};
use crate::rules::seat::{Names, Seat};

/// Something between a besieged player's Airlock and a floor square beside it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Obstacle {
    /// The Airlock.
    pub airlock: Square,
    /// The side of it that would be open.
    pub direction: Direction,
    /// What stands there.
    pub by: Besieger,
}

/// What keeps an Engineer from stepping out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Besieger {
    /// Another player's wall.
    Wall(Seat),
    /// A unit on the square.
    Unit(Square, Unit),
}

impl Obstacle {
    /// The obstacle as a sentence: whose it is, what it is and beside which Airlock.
    pub fn sentence(&self, names: &Names) -> String {
        match self.by {
            Besieger::Wall(owner) => format!(
                "{}’s wall stands {} Airlock {}.",
                names.of(owner),
                beside(self.direction),
                self.airlock
            ),
            Besieger::Unit(square, unit) => format!(
                "{}’s {} stands on {square}, {} Airlock {}.",
                names.of(unit.owner),
                unit.kind.name(),
                beside(self.direction),
                self.airlock
            ),
        }
    }
}

/// What stands in the way of a besieged player: one without units whose Airlocks have no empty floor
/// square Accessible. Empty for everybody else.
pub fn siege(rules: &Ruleset, position: &Position, seat: Seat) -> Vec<Obstacle> {
    let turn = TurnInPlay::begin(rules, position.clone(), seat);
    if position.winner().is_some() || position.units_of(seat) > 0 {
        return Vec::new();
    }
    let own = position
        .doors()
        .filter(|(door, owner)| *owner == seat && rules.level.tile(*door) == Some(Tile::Airlock));
    let ways = own.flat_map(|(airlock, _)| Direction::ALL.map(|direction| (airlock, direction)));
    // One open way ends the siege, so that `Err` makes the whole list empty.
    ways.filter_map(|(airlock, direction)| turn.way_out(airlock, direction).transpose())
        .collect::<Result<_, _>>()
        .unwrap_or_else(|WayIsOpen| Vec::new())
}

/// An Airlock from which an Engineer can step out.
struct WayIsOpen;

impl TurnInPlay<'_> {
    /// What stands on one side of an own Airlock; `None` where the level has no way out.
    fn way_out(
        &self,
        airlock: Square,
        direction: Direction,
    ) -> Result<Option<Obstacle>, WayIsOpen> {
        let floor = (airlock.neighbour(direction))
            .filter(|square| self.rules.level.tile(*square) == Some(Tile::Floor));
        let Some(square) = floor else {
            return Ok(None);
        };
        let by = match (self.barrier(airlock, square), self.position.unit(square)) {
            (Some(Barrier::FixedWall | Barrier::FarAway), _) => return Ok(None),
            (Some(Barrier::Wall(owner)), _) => Besieger::Wall(owner),
            (None, Some(unit)) => Besieger::Unit(square, unit),
            (None, None) => return Err(WayIsOpen),
        };
        Ok(Some(Obstacle {
            airlock,
            direction,
            by,
        }))
    }
}
