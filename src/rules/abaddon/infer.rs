//! Which turn leads from one position to another: how a turn sent as a picture is explained.
//!
//! The search goes breadth first, a step a layer, so that the first layer to reach the target has
//! the fewest steps; within it the turn with most actions left is taken. Nothing legal is left out
//! but what provably leads nowhere:
//!
//! - What others own never comes back: a step that destroys a unit, wall or door of theirs that the
//!   target still has is a dead end.
//! - What the player gains costs actions, see [`Target::is_within`] and [`super::reach`], and so does what
//!   has to go, see [`super::strike`]: when more are
//!   owed than are left, the branch ends.
//! - Of the orders in which attacks may come that have nothing to do with each other, one is followed;
//!   and an attack comes before another step only where the two may have to do with each other: see
//!   [`super::plan`].
//! - A turn in progress that was met before, with as many actions left, is not followed again. Where it
//!   was met under another plan it is, for the plan says what may come next.
//! - One step may create many Engineers. Those that the target does not have must do something, or
//!   the same turn without them would do: each spends an action or strikes an enemy. So there are no
//!   more of them than actions left, strikers apart; see [`super::sally`].

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

use super::apply::{Change, Spent, TurnInPlay};
use super::owed::{Fire, Found, Owed, Spot, Target};
use super::plan::Plan;
use super::position::{Position, Unit};
use super::ruleset::Ruleset;
use super::step::Step;
use crate::rules::grid::Direction;
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
/// [`GivenUp`] when that was not enough.
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
        plan: None,
    };
    let mut seen = Seen::default();
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
    /// What is followed, with its number; `None` if every plan may be made.
    plan: Option<(usize, Rc<Plan>)>,
}

/// What tells turns in progress apart: what is owed, what is spent and the plan that is followed.
type Met = (Owed, Spent, Option<usize>);

/// The turns in progress met so far.
#[derive(Default)]
struct Seen {
    /// Those with the same hash, each with the most actions left in it.
    met: BTreeMap<u64, Vec<(Met, u8)>>,
    /// How many plans were made.
    plans: usize,
}

impl Node<'_> {
    /// Every node one step on that may still lead to the target.
    fn expand(&self, target: &Target<'_>, seen: &mut Seen, next: &mut Vec<Self>) {
        if let Some((number, plan)) = &self.plan {
            return self.follow((*number, plan), target, seen, next);
        }
        if !self.turn.may_strike(&self.owed, target) {
            return;
        }
        for plan in self.turn.plans(&self.owed, target) {
            seen.plans += 1;
            self.follow((seen.plans, &Rc::new(plan)), target, seen, next);
        }
    }

    /// Every node one step on in a plan.
    fn follow(
        &self,
        (number, plan): (usize, &Rc<Plan>),
        target: &Target<'_>,
        seen: &mut Seen,
        next: &mut Vec<Self>,
    ) {
        let fire = target.fire(&self.turn);
        if !target.is_within(&self.owed, plan.budget(self.turn.actions_left), fire) {
            return;
        }
        for from in plan.attackers(&self.owed) {
            for direction in Direction::ALL {
                let attack = Step::Attack { from, direction };
                let node = self.after(attack, fire, target);
                let node = node.filter(|node| {
                    target.is_within(&node.owed, plan.budget(node.turn.actions_left), fire)
                });
                next.extend(node.and_then(|node| seen.news(node, Some((number, Rc::clone(plan))))));
            }
        }
        for step in plan.acts(&self.turn, target) {
            let node = self.after(step, fire, target);
            next.extend(node.and_then(|node| seen.news(node, None)));
        }
    }

    /// The node behind a step, if it is legal and may still lead to the target.
    fn after(&self, step: Step, fire: Fire, target: &Target<'_>) -> Option<Self> {
        target.look_at_one();
        if target.has_lost_patience() {
            return None;
        }
        let left = self.turn.actions_left.checked_sub(step.cost())?;
        let changes = self.turn.changes(&step).ok()?;
        let owed = self.turn.owed_after(&self.owed, target, &changes)?;
        if !target.is_within(&owed, left, fire) {
            return None;
        }
        let mut turn = self.turn.clone();
        turn.carry_out(step.cost(), changes);
        let mut steps = self.steps.clone();
        steps.push(step);
        Some(Node {
            turn,
            owed,
            steps,
            plan: None,
        })
    }
}

impl Seen {
    /// A node with the plan that it follows, if it is met for the first time, or with more actions
    /// left than before. One that has arrived is always news.
    fn news<'a>(&mut self, node: Node<'a>, plan: Option<(usize, Rc<Plan>)>) -> Option<Node<'a>> {
        let key = (
            node.owed.clone(),
            node.turn.spent.clone(),
            plan.as_ref().map(|plan| plan.0),
        );
        let left = node.turn.actions_left;
        let mut hasher = DefaultHasher::new();
        key.hash(&mut hasher);
        let alike = self.met.entry(hasher.finish()).or_default();
        let known = alike.iter_mut().find(|(met, _)| *met == key);
        let is_news = if let Some((_, most)) = known {
            let more = *most < left;
            *most = left.max(*most);
            more
        } else {
            alike.push((key, left));
            true
        };
        (is_news || node.owed.is_nothing()).then_some(Node { plan, ..node })
    }
}

impl TurnInPlay<'_> {
    /// What is owed once some changes are made; `None` if the target is then out of reach.
    pub(super) fn owed_after(
        &self,
        owed: &Owed,
        target: &Target<'_>,
        changes: &[Change],
    ) -> Option<Owed> {
        let board = self.position();
        let mut owed = owed.clone();
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
