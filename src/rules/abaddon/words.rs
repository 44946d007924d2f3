//! A step in words: what players read below a picture and post on their forum.

use super::differences::changed;
use super::level::{Level, Tile};
use super::position::{Kind, Position, Unit};
use super::sentence::beside;
use super::step::{KindWord, Placement, Step};
use crate::rules::grid::{Direction, Square};
use crate::rules::seat::Names;

/// Tells the steps of one match in sentences.
#[derive(Clone, Copy, Debug)]
pub struct Teller<'a> {
    /// The level, which says what kind of door a door is.
    pub level: &'a Level,
    /// What the players are called.
    pub names: &'a Names,
}

impl Teller<'_> {
    /// What a legal step did, in one or more sentences, from the position before and the one after.
    pub fn step(&self, step: &Step, before: &Position, after: &Position) -> String {
        let kind_on = |at: &Square| before.unit(*at).map_or("Unit", |unit| unit.kind.name());
        let mut sentences = vec![match step {
            Step::Join { airlock } => self.joined(*airlock, after),
            Step::Spawn { placements } => self.spawned(placements),
            Step::Move { from, to } => moved(before.unit(*from), *from, *to),
            Step::Breach { from, to } => {
                format!("Engineer breaks through the wall from {from} to {to}; the wall holds.")
            }
            Step::Jump { from, entry, exit } => {
                jumped(kind_on(from), (*from, *entry, *exit), before, after)
            }
            Step::Claim { from, door } => format!(
                "{} on {from} gives its life for {}, which is claimed.",
                kind_on(from),
                self.door(*door)
            ),
            Step::Disown { from, door } => self.disowned(*from, *door, before),
            Step::Transform { at, into } => transformed(kind_on(at), *at, into),
            Step::Build { at, direction } => {
                format!("Engineer builds a wall {} {at}.", beside(*direction))
            }
            Step::Break { at, direction } => format!(
                "Engineer breaks {} {} {at}.",
                self.fallen_wall(before, after),
                beside(*direction)
            ),
            Step::Attack { from, direction } => self.attacked(*from, *direction, before, after),
        }];
        if let (None, Some(winner)) = (before.winner(), after.winner()) {
            let (doors, name) = (after.doors_of(winner), self.names.of(winner));
            sentences.push(format!("With {doors} doors {name} has won!"));
        }
        sentences.join(" ")
    }

    fn door(&self, door: Square) -> String {
        match self.level.tile(door) {
            Some(Tile::Airlock) => format!("Airlock {door}"),
            Some(Tile::Armory) => format!("Armory {door}"),
            Some(Tile::Floor | Tile::Teleporter(_) | Tile::Rock) | None => format!("Door {door}"),
        }
    }

    fn joined(&self, airlock: Square, after: &Position) -> String {
        let owner = (after.door_owner(airlock)).map_or("A player", |seat| self.names.of(seat));
        format!("{owner} joins and claims {}.", self.door(airlock))
    }

    fn spawned(&self, placements: &[Placement]) -> String {
        let sentence = |Placement { airlock, to }: &Placement| {
            format!("{} sends an Engineer out to {to}.", self.door(*airlock))
        };
        let sentences: Vec<String> = placements.iter().map(sentence).collect();
        sentences.join(" ")
    }

    fn disowned(&self, from: Square, door: Square, before: &Position) -> String {
        let kind = before.unit(from).map_or("Unit", |unit| unit.kind.name());
        let owner = (before.door_owner(door)).map_or("its owner", |seat| self.names.of(seat));
        format!(
            "{kind} on {from} takes {} away from {owner}; it is unclaimed now.",
            self.door(door)
        )
    }

    fn fallen_wall(&self, before: &Position, after: &Position) -> String {
        let fallen = changed(&before.walls, &after.walls).find_map(|(_, was, _)| was);
        fallen.map_or("the wall".to_owned(), |owner| {
            format!("{}’s wall", self.names.of(owner))
        })
    }

    fn attacked(
        &self,
        from: Square,
        direction: Direction,
        before: &Position,
        after: &Position,
    ) -> String {
        let deed = match before.unit(from).map(|unit| unit.kind) {
            Some(Kind::Engineer) => format!("Engineer on {from} strikes"),
            Some(Kind::Soldier) => format!("Soldier on {from} shoots"),
            Some(Kind::Flamebat) => format!("Flamebat on {from} breathes fire"),
            None => format!("Unit on {from} attacks"),
        };
        let units = changed(&before.units, &after.units).filter_map(|(at, was, _)| {
            let Unit { owner, kind } = was?;
            let (owner, kind) = (self.names.of(owner), kind.name());
            Some(format!("{owner}’s {kind} on {at} is destroyed."))
        });
        let walls = changed(&before.walls, &after.walls).filter_map(|(edge, was, _)| {
            let (near, far) = (edge.square, edge.far_square()?);
            let owner = self.names.of(was?);
            Some(format!("{owner}’s wall between {near} and {far} falls."))
        });
        let doors = changed(&before.doors, &after.doors).filter_map(|(door, was, _)| {
            let (owner, door) = (self.names.of(was?), self.door(door));
            Some(format!("{owner} loses {door}; it is unclaimed now."))
        });
        let mut sentences = vec![format!("{deed} {direction}.")];
        sentences.extend(units.chain(walls).chain(doors));
        sentences.join(" ")
    }
}

fn moved(unit: Option<Unit>, from: Square, to: Square) -> String {
    let deed = match unit.map(|unit| unit.kind) {
        Some(Kind::Engineer) => "Engineer walks",
        Some(Kind::Soldier) => "Soldier marches",
        Some(Kind::Flamebat) => "Flamebat flies",
        None => "Unit goes",
    };
    format!("{deed} from {from} to {to}.")
}

fn jumped(
    kind: &str,
    (from, entry, exit): (Square, Square, Square),
    before: &Position,
    after: &Position,
) -> String {
    let arrived = changed(&before.units, &after.units).find(|(at, ..)| *at != from);
    let landing = arrived.map_or(exit, |(at, ..)| at);
    format!("{kind} on {from} enters teleporter {entry} and leaves {exit} for {landing}.")
}

fn transformed(kind: &str, at: Square, into: &KindWord) -> String {
    match into {
        KindWord::Kind(new) => format!("{kind} on {at} becomes {} {}.", new.article(), new.name()),
        KindWord::Unknown(word) => format!("{kind} on {at} becomes {word}."),
    }
}
