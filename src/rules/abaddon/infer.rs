//! Which turn leads from one position to another: how a turn sent as a picture is explained.
//!
//! The search goes breadth first, a step a layer, so that the first layer to reach the target has
//! the fewest steps; within it the turn with most actions left is taken. Nothing legal is left out
//! but what provably leads nowhere:
//!
//! - What others own never comes back: a step that destroys a unit, wall or door of theirs that the
//!   target still has is a dead end.
//! - What the player gains costs actions, see [`Owed::is_within`]: when more are owed than are left,
//!   the branch ends.
//! - A turn in progress that was met before, with as many actions left, is not followed again.
//! - One step may create many Engineers. Those that the target does not have must do something, or
//!   the same turn without them would do: each spends an action or strikes an enemy. So there are no
//!   more of them than actions left, strikers apart; see [`super::sally`].

use std::collections::BTreeMap;

use super::apply::{Change, Spent, TurnInPlay};
use super::owed::{Found, Owed, Spot, Target};
use super::position::{Position, Unit};
use super::ruleset::Ruleset;
use super::step::Step;
use crate::rules::seat::Seat;

/// A legal turn of a player that leads from one position to another, whoever has won there: the one
/// with the fewest steps, among those the one with the fewest actions. `None` if there is none.
///
/// Between equal positions a turn is found too, such as a move there and back.
pub fn infer(
    rules: &Ruleset,
    before: &Position,
    after: &Position,
    seat: Seat,
) -> Option<Vec<Step>> {
    let found = infer_within(rules, (before, after), seat, u64::MAX);
    found.expect("patience without end is not lost")
}

/// The search was given up: whether there is a turn is not known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("so much differs that the search for a turn was given up")]
pub struct GivenUp;

/// The same as [`infer`] for positions before and after that nobody vouches for: so many steps and
/// placements are looked at, at most.
///
/// # Errors
/// [`GivenUp`] when that was not enough, which no turn with two actions comes near.
pub fn infer_within(
    rules: &Ruleset,
    (before, after): (&Position, &Position),
    seat: Seat,
    patience: u64,
) -> Result<Option<Vec<Step>>, GivenUp> {
    let turn = TurnInPlay::begin(rules, before.clone(), seat);
    let target = Target::new(&turn, after, patience);
    let Some(owed) = target.owed(before) else {
        return Ok(None);
    };
    let start = Node {
        owed,
        turn,
        steps: Vec::new(),
    };
    let mut seen = BTreeMap::new();
    let mut layer = vec![start];
    while !layer.is_empty() {
        let mut next = Vec::new();
        for node in &layer {
            node.expand(&target, &mut seen, &mut next);
            if target.has_lost_patience() {
                return Err(GivenUp);
            }
        }
        let arrived = (next.iter())
            .filter(|node| node.owed.is_nothing())
            .max_by_key(|node| node.turn.actions_left);
        if let Some(node) = arrived {
            return Ok(Some(node.steps.clone()));
        }
        layer = next;
    }
    Ok(None)
}

/// A turn in progress on the way to the target.
struct Node<'a> {
    turn: TurnInPlay<'a>,
    owed: Owed,
    steps: Vec<Step>,
}

/// The turns in progress met so far, with the most actions left in each.
type Seen = BTreeMap<(Owed, Spent), u8>;

impl Node<'_> {
    /// Every node one step on that may still lead to the target.
    fn expand(&self, target: &Target<'_>, seen: &mut Seen, next: &mut Vec<Self>) {
        let fire = target.fire(&self.turn);
        if !self.owed.is_within(self.turn.actions_left, fire) {
            return;
        }
        let steps = self.turn.candidates().into_iter();
        for step in steps.chain(self.turn.sallies(target)) {
            target.look_at_one();
            if target.has_lost_patience() {
                return;
            }
            let Some(left) = self.turn.actions_left.checked_sub(step.cost()) else {
                continue;
            };
            let Ok(changes) = self.turn.changes(&step) else {
                continue;
            };
            let owed = self.owed_after(target, &changes);
            let Some(owed) = owed.filter(|owed| owed.is_within(left, fire)) else {
                continue;
            };
            let mut spent = self.turn.spent.clone();
            for change in &changes {
                spent.follow(*change);
            }
            if owed.is_nothing() || is_news((owed.clone(), spent), left, seen) {
                let mut turn = self.turn.clone();
                turn.carry_out(step.cost(), changes);
                let mut steps = self.steps.clone();
                steps.push(step);
                next.push(Node { turn, owed, steps });
            }
        }
    }

    /// What is owed once some changes are made; `None` if the target is then out of reach.
    fn owed_after(&self, target: &Target<'_>, changes: &[Change]) -> Option<Owed> {
        let board = self.turn.position();
        let mut owed = self.owed.clone();
        let mut note = |spot, found| owed.note(target, spot, found);
        for change in changes {
            match *change {
                Change::Door(door, owner) => note(Spot::Door(door), owner.into())?,
                Change::Wall(edge, owner) => note(Spot::Edge(edge), owner.into())?,
                Change::Arrive(square, unit) => note(Spot::Floor(square), Some(unit).into())?,
                Change::Perish(square) => note(Spot::Floor(square), Found::default())?,
                Change::Go(from, to) => {
                    note(Spot::Floor(from), Found::default())?;
                    note(Spot::Floor(to), board.unit(from).into())?;
                }
                Change::Become(square, kind) => {
                    let unit = board.unit(square).map(|unit| Unit { kind, ..unit });
                    note(Spot::Floor(square), unit.into())?;
                }
                Change::Jumped(_) | Change::Attacked(_) => {}
            }
        }
        Some(owed)
    }
}

/// Whether a turn in progress is met for the first time, or with more actions left than before.
fn is_news(key: (Owed, Spent), left: u8, seen: &mut Seen) -> bool {
    let is_news = seen.get(&key).is_none_or(|most| *most < left);
    if is_news {
        seen.insert(key, left);
    }
    is_news
}
