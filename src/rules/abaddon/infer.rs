//! Which turn leads from one position to another: how a turn sent as a picture is explained.
//!
//! The search goes breadth first, a step a layer, so that the first layer to reach the target has
//! the fewest steps; within it the turn with most actions left is taken. Nothing legal is left out
//! but what provably leads nowhere:
//!
//! - What others own never comes back: a step that destroys a unit, wall or door of theirs that the
//!   target still has is a dead end.
//! - What the player gains costs actions, see [`Owed::least_actions`]: when more are owed than are
//!   left, the branch ends.
//! - A turn in progress that was met before, with as many actions left, is not followed again.
//! - One step may create many Engineers. Those that the target does not have must do something, or
//!   the same turn without them would do: each spends an action or strikes an enemy. So there are no
//!   more of them than actions left, strikers apart; see [`super::sally`].

use std::collections::{BTreeMap, BTreeSet};

use super::apply::{Change, TurnInPlay};
use super::owed::{Owed, Target};
use super::position::{Position, Unit};
use super::ruleset::Ruleset;
use super::step::Step;
use crate::rules::grid::Square;
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
    let target = Target::new(rules, before, after, seat);
    let owed = target.owed(before)?;
    if u16::from(rules.options.actions) < owed.least_actions() {
        return None;
    }
    let start = Node {
        turn: TurnInPlay::begin(rules, before.clone(), seat),
        owed,
        steps: Vec::new(),
    };
    let mut seen = BTreeMap::new();
    let mut layer = vec![start];
    while !layer.is_empty() {
        let mut next = Vec::new();
        for node in &layer {
            node.expand(&target, &mut seen, &mut next);
        }
        let arrived = (next.iter())
            .filter(|node| node.owed.is_nothing())
            .max_by_key(|node| node.turn.actions_left);
        if let Some(node) = arrived {
            return Some(node.steps.clone());
        }
        layer = next;
    }
    None
}

/// A turn in progress on the way to the target.
struct Node<'a> {
    turn: TurnInPlay<'a>,
    owed: Owed,
    steps: Vec<Step>,
}

/// The turns in progress met so far, with the most actions left in each.
type Seen = BTreeMap<(Position, BTreeSet<Square>, BTreeSet<Square>), u8>;

impl Node<'_> {
    /// Every node one step on that may still lead to the target.
    fn expand(&self, target: &Target<'_>, seen: &mut Seen, next: &mut Vec<Self>) {
        let steps = self
            .turn
            .candidates()
            .into_iter()
            .chain(self.turn.sallies(target));
        for step in steps {
            let Ok(changes) = self.turn.changes(&step) else {
                continue;
            };
            let left = self.turn.actions_left - step.cost();
            let Some(owed) = self.owed_after(target, &changes) else {
                continue;
            };
            if u16::from(left) < owed.least_actions() {
                continue;
            }
            let mut turn = self.turn.clone();
            turn.carry_out(step.cost(), changes);
            if owed.is_nothing() || is_news(&turn, seen) {
                let mut steps = self.steps.clone();
                steps.push(step);
                next.push(Node { turn, owed, steps });
            }
        }
    }

    /// What is owed once some changes are made; `None` if the target is then out of reach.
    fn owed_after(&self, target: &Target<'_>, changes: &[Change]) -> Option<Owed> {
        let board = self.turn.position();
        let mut owed = self.owed;
        for change in changes {
            match *change {
                Change::Door(door, owner) => {
                    owed.settle(target.door(door, board.door_owner(door))?);
                    owed.incur(target.door(door, owner)?);
                }
                Change::Wall(edge, owner) => {
                    owed.settle(target.wall(edge, board.wall_owner(edge))?);
                    owed.incur(target.wall(edge, owner)?);
                }
                Change::Arrive(square, unit) => {
                    owed.settle(target.unit(square, None)?);
                    owed.incur(target.unit(square, Some(unit))?);
                }
                Change::Perish(square) => {
                    owed.settle(target.unit(square, board.unit(square))?);
                    owed.incur(target.unit(square, None)?);
                }
                Change::Go(from, to) => {
                    let unit = board.unit(from);
                    owed.settle(target.unit(from, unit)?);
                    owed.settle(target.unit(to, None)?);
                    owed.incur(target.unit(from, None)?);
                    owed.incur(target.unit(to, unit)?);
                }
                Change::Become(square, kind) => {
                    let unit = board.unit(square)?;
                    owed.settle(target.unit(square, Some(unit))?);
                    owed.incur(target.unit(square, Some(Unit { kind, ..unit }))?);
                }
                Change::Jumped(_) | Change::Attacked(_) => {}
            }
        }
        Some(owed)
    }
}

/// Whether a turn in progress is met for the first time, or with more actions left than before.
fn is_news(turn: &TurnInPlay<'_>, seen: &mut Seen) -> bool {
    let key = (
        turn.position.clone(),
        turn.jumped.clone(),
        turn.attacked.clone(),
    );
    let is_news = seen.get(&key).is_none_or(|left| *left < turn.actions_left);
    if is_news {
        seen.insert(key, turn.actions_left);
    }
    is_news
}
