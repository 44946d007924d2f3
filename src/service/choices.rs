//! What may follow the steps of a turn that is being composed, and what it would do.

use crate::rules::abaddon::apply::TurnInPlay;
use crate::rules::abaddon::differences::{Loss, losses};
use crate::rules::abaddon::position::{Kind, Position};
use crate::rules::abaddon::step::Step;
use crate::rules::abaddon::words::Teller;
use crate::rules::grid::Square;

/// A legal step and what it would do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The step in notation.
    pub notation: String,
    /// What it would do, in words.
    pub words: String,
    /// Actions that it would cost.
    pub cost: u8,
    /// What an attack would destroy or set free, whoever owns it; empty for every other step.
    pub hits: Vec<Loss>,
    /// Where whoever acts would be afterwards, to act again; `None` where nothing of it remains.
    pub then: Option<Square>,
}

/// A unit of the player with its one free attack (R3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attacker {
    /// Where it stands.
    pub at: Square,
    /// What it is.
    pub kind: Kind,
    /// Whether it has attacked in this turn.
    pub has_attacked: bool,
}

/// Every single legal step, sorted bytewise by notation; each spawn with one placement.
pub(in crate::service) fn next(turn: &TurnInPlay<'_>, teller: &Teller<'_>) -> Vec<Choice> {
    (turn.ways_on().iter())
        .map(|(step, played)| choice(turn, step, played, teller))
        .collect()
}

/// The last step, where it is a spawn, with one placement more: legal in its place, for no further
/// action (R7).
pub(in crate::service) fn longer(
    before: &TurnInPlay<'_>,
    last: &Step,
    teller: &Teller<'_>,
) -> Vec<Choice> {
    let Step::Spawn { placements } = last else {
        return Vec::new();
    };
    let with_one_more = |step: &Step| {
        let Step::Spawn { placements: more } = step else {
            return None;
        };
        let placements = [placements.as_slice(), more].concat();
        let step = Step::Spawn { placements };
        let mut played = before.clone();
        played.play(&step).ok()?;
        Some(choice(before, &step, &played, teller))
    };
    (before.legal_steps().iter())
        .filter_map(with_one_more)
        .collect()
}

/// The player's units, by square.
pub(in crate::service) fn attackers(turn: &TurnInPlay<'_>) -> Vec<Attacker> {
    (turn.own_units())
        .map(|(at, unit)| Attacker {
            at,
            kind: unit.kind,
            has_attacked: turn.has_attacked(at),
        })
        .collect()
}

fn choice(
    turn: &TurnInPlay<'_>,
    step: &Step,
    played: &TurnInPlay<'_>,
    teller: &Teller<'_>,
) -> Choice {
    let (before, after) = (turn.position(), played.position());
    Choice {
        notation: step.to_string(),
        words: teller.step(step, before, after),
        cost: step.cost(),
        hits: hits(step, before, after),
        then: whereabouts(step, before, after),
    }
}

/// What a step destroys or sets free that is an attack.
pub fn hits(step: &Step, before: &Position, after: &Position) -> Vec<Loss> {
    match step {
        Step::Attack { .. } => losses(before, after),
        Step::Join { .. }
        | Step::Spawn { .. }
        | Step::Move { .. }
        | Step::Breach { .. }
        | Step::Jump { .. }
        | Step::Claim { .. }
        | Step::Disown { .. }
        | Step::Transform { .. }
        | Step::Build { .. }
        | Step::Break { .. } => Vec::new(),
    }
}

fn whereabouts(step: &Step, before: &Position, after: &Position) -> Option<Square> {
    match step {
        Step::Spawn { .. } | Step::Claim { .. } => None,
        Step::Join { airlock } => Some(*airlock),
        Step::Move { to, .. } | Step::Breach { to, .. } => Some(*to),
        Step::Jump { .. } => {
            let arrived = |(at, _): &(Square, _)| before.unit(*at).is_none();
            after.units().find(arrived).map(|(at, _)| at)
        }
        Step::Disown { from, .. } | Step::Attack { from, .. } => Some(*from),
        Step::Transform { at, .. } | Step::Build { at, .. } | Step::Break { at, .. } => Some(*at),
    }
}
