//! Legal steps as buttons, which the board's script reads too, and composed steps as rows.

use std::collections::BTreeMap;

use crate::rules::abaddon::differences::{Loss, Lost};
use crate::rules::abaddon::level::{Level, Tile};
use crate::rules::abaddon::position::{Kind, Position};
use crate::rules::grid::{Direction, Edge, Square};
use crate::rules::seat::{Names, Seat};
use crate::service::choices::hits;
use crate::service::views::{Attacker, CheckView, Choice};
use crate::web::human;

use super::thread::StepRow;

/// Legal steps that begin alike.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NextSteps {
    /// The unit's square, or the word of the step where no unit acts.
    pub actor: String,
    /// The steps.
    pub steps: Vec<Offer>,
}

/// A legal step as a button.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offer {
    /// The step in notation.
    pub notation: String,
    /// What it would do.
    pub words: String,
    /// “1 action”, “2 actions”, “free”.
    pub cost: String,
    /// What it would hit.
    pub hits: Hits,
    /// Where whoever acts would be afterwards; empty where nothing of it remains.
    pub then: String,
}

/// What an attack hits, as the board's script draws it: squares such as `k1` and edges such as
/// `k1:up`, with blanks between.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Hits {
    /// Everything.
    pub all: String,
    /// What belongs to the attacker.
    pub own: String,
    /// “you lose your Engineer on k2 and your door k1”, where the attacker loses anything.
    pub warning: Option<String>,
}

/// A step among those of its turn, as typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepPlace {
    /// Its number, from 1.
    pub number: usize,
    /// The step.
    pub step: String,
    /// How many steps there are.
    pub of: usize,
}

/// A legal step that was composed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ComposedStep {
    /// Its place.
    pub place: StepPlace,
    /// The step.
    pub row: StepRow,
    /// What it hits.
    pub hits: Hits,
}

/// The free attacks of units of one kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FreeAttacks {
    /// “Engineer d2, f1”.
    pub units: String,
    /// Whether they are spent.
    pub are_spent: bool,
}

/// What is on a square and around it, for those who cannot see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SquareWords {
    /// The square.
    pub at: Square,
    /// “your Engineer”, “Airlock, unclaimed”; nothing on an empty floor.
    pub words: String,
    /// “wall above, your wall on the right”.
    pub walls: String,
}

impl StepPlace {
    /// The places of a turn's steps.
    pub fn all(steps: Vec<String>) -> Vec<Self> {
        let of = steps.len();
        (steps.into_iter().zip(1..))
            .map(|(step, number)| Self { number, step, of })
            .collect()
    }

    /// What its buttons send: number and step, so that a button on a page that has grown old moves
    /// no other step.
    pub fn called(&self) -> String {
        format!("{} {}", self.number, self.step)
    }

    /// Whether no step comes before it.
    pub fn is_first(&self) -> bool {
        self.number == 1
    }

    /// Whether no step comes after it.
    pub fn is_last(&self) -> bool {
        self.number == self.of
    }
}

impl Hits {
    fn new(losses: &[Loss], own: Option<Seat>) -> Self {
        let is_own = |loss: &&Loss| Some(loss.owner) == own;
        let places = |losses: Vec<&Loss>| {
            let places: Vec<String> = losses.iter().map(|loss| place(loss.thing)).collect();
            places.join(" ")
        };
        let own: Vec<&Loss> = losses.iter().filter(is_own).collect();
        let lost: Vec<String> = own.iter().map(|loss| in_words(loss.thing)).collect();
        Self {
            all: places(losses.iter().collect()),
            warning: (!lost.is_empty()).then(|| format!("you lose {}", human::list(&lost))),
            own: places(own),
        }
    }
}

fn place(thing: Lost) -> String {
    match thing {
        Lost::Unit(at, _) | Lost::Door(at) => at.to_string(),
        Lost::Wall(Edge { square, side }) => format!("{square}:{}", side.word()),
    }
}

fn in_words(thing: Lost) -> String {
    match thing {
        Lost::Unit(at, kind) => format!("your {} on {at}", kind.name()),
        Lost::Door(at) => format!("your door {at}"),
        Lost::Wall(Edge { square, side }) => format!("your wall {} of {square}", side.word()),
    }
}

impl Offer {
    fn new(choice: &Choice, own: Option<Seat>) -> Self {
        Self {
            notation: choice.notation.clone(),
            words: choice.words.clone(),
            cost: cost(choice.cost),
            hits: Hits::new(&choice.hits, own),
            then: choice.then.map(|at| at.to_string()).unwrap_or_default(),
        }
    }
}

/// “1 action”, “2 actions”, “free”.
pub(in crate::web::pages) fn cost(actions: u8) -> String {
    match actions {
        0 => "free".to_owned(),
        actions => human::count(actions, "action"),
    }
}

/// Offers by the square or word that they begin with.
pub(in crate::web::pages) fn by_actor(choices: &[Choice], own: Option<Seat>) -> Vec<NextSteps> {
    let mut groups: BTreeMap<&str, Vec<Offer>> = BTreeMap::new();
    for choice in choices {
        let mut words = choice.notation.split_whitespace();
        let actor = match words.next() {
            Some(sort @ ("join" | "spawn")) => sort,
            _ => words.next().unwrap_or_default(),
        };
        let offer = Offer::new(choice, own);
        groups.entry(actor).or_default().push(offer);
    }
    (groups.into_iter())
        .map(|(actor, steps)| NextSteps {
            actor: actor.to_owned(),
            steps,
        })
        .collect()
}

/// Offers that take the place of the last step.
pub(in crate::web::pages) fn longer(check: &CheckView, own: Option<Seat>) -> Vec<Offer> {
    (check.longer.iter())
        .map(|choice| Offer::new(choice, own))
        .collect()
}

/// The legal steps of a turn, from the position on which it begins.
pub(in crate::web::pages) fn composed(
    places: &[StepPlace],
    (start, own): (&Position, Option<Seat>),
    check: &CheckView,
) -> Vec<ComposedStep> {
    let befores = [start]
        .into_iter()
        .chain(check.steps.iter().map(|step| &step.after));
    (check.steps.iter().zip(befores).zip(places))
        .map(|((step, before), place)| ComposedStep {
            place: place.clone(),
            row: StepRow::new(step),
            hits: Hits::new(&hits(&step.step, before, &step.after), own),
        })
        .collect()
}

/// Every square of which there is something to say.
pub(in crate::web::pages) fn squares(
    level: &Level,
    position: &Position,
    names: &Names,
    own: Option<Seat>,
) -> Vec<SquareWords> {
    let whose = |seat: Seat| {
        if Some(seat) == own {
            "your".to_owned()
        } else {
            format!("{}’s", names.of(seat))
        }
    };
    let told = |at: Square| SquareWords {
        at,
        words: on_square(level, position, at, &whose),
        walls: walls_around(level, position, at, &whose).join(", "),
    };
    (level.squares().map(told))
        .filter(|square| !square.words.is_empty() || !square.walls.is_empty())
        .collect()
}

fn on_square(
    level: &Level,
    position: &Position,
    at: Square,
    whose: &impl Fn(Seat) -> String,
) -> String {
    let door = |kind: &str| match position.door_owner(at) {
        Some(owner) => format!("{} {kind}", whose(owner)),
        None => format!("{kind}, unclaimed"),
    };
    match level.tile(at) {
        Some(Tile::Floor) => position.unit(at).map_or_else(String::new, |unit| {
            format!("{} {}", whose(unit.owner), unit.kind.name())
        }),
        Some(Tile::Airlock) => door("Airlock"),
        Some(Tile::Armory) => door("Armory"),
        Some(Tile::Teleporter(_)) => "teleporter".to_owned(),
        Some(Tile::Rock) => "rock".to_owned(),
        None => String::new(),
    }
}

/// The walls on a square's sides, the level's border left out.
fn walls_around(
    level: &Level,
    position: &Position,
    at: Square,
    whose: &impl Fn(Seat) -> String,
) -> Vec<String> {
    let sides = [
        (Direction::Up, "above"),
        (Direction::Right, "on the right"),
        (Direction::Down, "below"),
        (Direction::Left, "on the left"),
    ];
    let wall = |(direction, side)| {
        let owner = Edge::of(at, direction).and_then(|edge| position.wall_owner(edge));
        if let Some(owner) = owner {
            return Some(format!("{} wall {side}", whose(owner)));
        }
        let beyond = at.neighbour(direction).and_then(|next| level.tile(next));
        (beyond.is_some() && level.has_fixed_wall(at, direction)).then(|| format!("wall {side}"))
    };
    sides.into_iter().filter_map(wall).collect()
}

/// Units by kind: those that may still attack in this turn, then those that have.
pub(in crate::web::pages) fn free_attacks(attackers: &[Attacker]) -> Vec<FreeAttacks> {
    let mut groups: BTreeMap<(bool, Kind), Vec<String>> = BTreeMap::new();
    for unit in attackers {
        let group = groups.entry((unit.has_attacked, unit.kind)).or_default();
        group.push(unit.at.to_string());
    }
    (groups.into_iter())
        .map(|((are_spent, kind), squares)| FreeAttacks {
            units: format!("{} {}", kind.name(), squares.join(", ")),
            are_spent,
        })
        .collect()
}
