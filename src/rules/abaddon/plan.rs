//! What may be done next in a turn on its way to a target: some attacks, then at most one other step.
//!
//! A turn is cut behind each step that is no attack. Of the attacks before such a step only those
//! are tried that may have to do with it. All others may as well follow it: their skirmishes
//! and the step have no spot in common, so that either order is legal and leads to the same position.
//! Pushed back in this way from the first cut to the last, every attack is played right before a step
//! which it has to do with, or after the last one; unless that step wins, which nothing may follow (R16).
//!
//! Where no step follows, or only the winning one, the attacks go skirmish by skirmish. The next is
//! always one that still has something to put right: the turn contains such attacks, and nothing of
//! another skirmish can matter to them.

use std::collections::BTreeMap;

use super::apply::{Change, TurnInPlay};
use super::owed::{Fire, Owed, Spot, Target};
use super::skirmish::{Footprint, Skirmish};
use super::step::{KindWord, Step};
use crate::rules::grid::{Edge, Square};

/// Attacks that may come next, and what follows them.
#[derive(Debug)]
pub(super) struct Plan {
    skirmishes: Vec<Skirmish>,
    then: Then,
}

/// What follows the attacks of a plan.
#[derive(Debug)]
enum Then {
    /// One of these steps, or a spawn.
    Act(Acts),
    /// The winning step, and the turn is over.
    Win(Step, Footprint),
    /// Nothing: the turn is over.
    Rest,
}

/// Steps that have to do with the same skirmishes.
#[derive(Debug, Default)]
struct Acts {
    steps: Vec<Step>,
    /// Whether Engineers may be created too, in every way that is legal then.
    spawns: bool,
}

impl Acts {
    fn push(&mut self, step: Step) {
        if matches!(step, Step::Spawn { .. }) {
            self.spawns = true;
        } else {
            self.steps.push(step);
        }
    }
}

impl Plan {
    /// The units whose attacks may come next.
    pub(super) fn attackers(&self, owed: &Owed) -> Vec<Square> {
        let of = |skirmish: &Skirmish| skirmish.attackers.clone();
        let first = || {
            let mut wrong = owed.spots().filter(|spot| !self.then.puts_right(**spot));
            wrong.find_map(|spot| {
                self.skirmishes
                    .iter()
                    .find(|skirmish| skirmish.holds(*spot))
            })
        };
        match (&self.then, first()) {
            (Then::Rest | Then::Win(..), Some(first)) => of(first).into_iter().collect(),
            (Then::Rest, None) => Vec::new(),
            (Then::Win(_, footprint), None) => {
                let met = self.skirmishes.iter().filter(|one| one.meets(footprint));
                met.flat_map(of).collect()
            }
            (Then::Act(_), _) => self.skirmishes.iter().flat_map(of).collect(),
        }
    }

    /// The steps one of which may come next and end the plan.
    pub(super) fn acts(&self, turn: &TurnInPlay<'_>, target: &Target<'_>) -> Vec<Step> {
        match &self.then {
            Then::Rest => Vec::new(),
            Then::Win(step, _) => vec![step.clone()],
            Then::Act(acts) => {
                let mut steps = acts.steps.clone();
                if acts.spawns {
                    steps.extend(turn.spawns());
                    steps.extend(turn.sallies(target));
                }
                steps
            }
        }
    }

    /// How many of the actions left may be spent while the plan and what comes after it is followed.
    pub(super) fn budget(&self, left: u8) -> u8 {
        match &self.then {
            Then::Rest => 0,
            Then::Win(step, _) => step.cost(),
            Then::Act(_) => left,
        }
    }

    /// Whether something may come of the plan: what no step puts right is fought for.
    fn is_promising(&self, owed: &Owed) -> bool {
        let held = |spot: &Spot| self.skirmishes.iter().any(|skirmish| skirmish.holds(*spot));
        match &self.then {
            Then::Act(_) => true,
            Then::Win(..) | Then::Rest => {
                (owed.spots()).all(|spot| self.then.puts_right(*spot) || held(spot))
            }
        }
    }
}

impl Then {
    /// Whether the winning step puts a spot right, after the attacks.
    fn puts_right(&self, spot: Spot) -> bool {
        match self {
            Self::Win(Step::Claim { from, door }, _) => {
                spot == Spot::Floor(*from) || spot == Spot::Door(*door)
            }
            Self::Win(Step::Join { airlock }, _) => spot == Spot::Door(*airlock),
            Self::Win(..) | Self::Act(_) | Self::Rest => false,
        }
    }
}

impl TurnInPlay<'_> {
    /// Every plan for a turn that begins, or in which a step that is no attack came last.
    pub(super) fn plans(&self, owed: &Owed, target: &Target<'_>) -> Vec<Plan> {
        let fire = target.fire(self);
        let skirmishes = self.skirmishes(target);
        let mut steps = match self.actions_left {
            0 => Vec::new(),
            1.. => self.candidates(),
        };
        steps.retain(|step| self.may_come_to(step, owed, (target, fire)));
        if self.wins_with(0) {
            // Whatever comes first wins, if it burns no door.
            let mut acts = Acts::default();
            for step in steps {
                acts.push(step);
            }
            let then = Then::Act(acts);
            return vec![Plan { skirmishes, then }];
        }
        let wins = steps.iter().filter(|step| self.may_win(step));
        let mut ends: Vec<Then> = wins
            .map(|step| Then::Win(step.clone(), self.footprint(step)))
            .collect();
        ends.push(Then::Rest);
        let all = |then| Plan {
            skirmishes: skirmishes.clone(),
            then,
        };
        let mut plans: Vec<Plan> = ends.into_iter().map(all).collect();
        plans.extend(self.errands(steps, &skirmishes));
        plans.retain(|plan| plan.is_promising(owed));
        plans
    }

    /// Plans for steps after which the turn may go on, those together that meet the same skirmishes.
    fn errands(&self, steps: Vec<Step>, skirmishes: &[Skirmish]) -> Vec<Plan> {
        let met = |step: &Step| -> Vec<usize> {
            let footprint = self.footprint(step);
            let all = 0..skirmishes.len();
            all.filter(|index| skirmishes[*index].meets(&footprint))
                .collect()
        };
        let (spawns, others): (Vec<Step>, Vec<Step>) =
            (steps.into_iter()).partition(|step| matches!(step, Step::Spawn { .. }));
        let mut errands: BTreeMap<Vec<usize>, Acts> = BTreeMap::new();
        for step in others {
            errands.entry(met(&step)).or_default().push(step);
        }
        if !spawns.is_empty() {
            let mut every: Vec<usize> = spawns.iter().flat_map(met).collect();
            every.sort_unstable();
            every.dedup();
            errands.entry(every).or_default().spawns = true;
        }
        let plan = |(met, acts): (Vec<usize>, Acts)| Plan {
            skirmishes: met.iter().map(|index| skirmishes[*index].clone()).collect(),
            then: Then::Act(acts),
        };
        errands.into_iter().map(plan).collect()
    }

    /// Whether a step may win that is legal now or after some attacks.
    fn may_win(&self, step: &Step) -> bool {
        matches!(step, Step::Claim { .. } | Step::Join { .. }) && self.wins_with(1)
    }

    /// Whether the target may be within reach after a step that is no attack, be it legal now or after
    /// some attacks.
    fn may_come_to(&self, step: &Step, owed: &Owed, (target, fire): (&Target<'_>, Fire)) -> bool {
        match (step, self.actions_left.checked_sub(step.cost())) {
            (Step::Attack { .. }, _) | (_, None) => false,
            (Step::Spawn { .. }, Some(_)) => true,
            (_, Some(left)) => {
                let owed = self.owed_after(owed, target, &self.effect(step));
                owed.is_some_and(|owed| target.is_within(&owed, left, fire))
            }
        }
    }

    /// What a step that is no attack does wherever it is legal; of a spawn, nothing.
    fn effect(&self, step: &Step) -> Vec<Change> {
        let wall = |at, direction, owner| {
            let edge = Edge::of(at, direction);
            edge.map(|edge| Change::Wall(edge, owner))
                .into_iter()
                .collect()
        };
        match *step {
            Step::Join { airlock } => vec![Change::Door(airlock, Some(self.seat))],
            Step::Move { from, to } | Step::Breach { from, to } => vec![Change::Go(from, to)],
            Step::Jump { from, entry, exit } => {
                let landing = from.direction_to(entry).and_then(|to| exit.neighbour(to));
                landing.map(|to| Change::Go(from, to)).into_iter().collect()
            }
            Step::Claim { from, door } => {
                vec![Change::Perish(from), Change::Door(door, Some(self.seat))]
            }
            Step::Disown { door, .. } => vec![Change::Door(door, None)],
            Step::Transform {
                at,
                into: KindWord::Kind(kind),
            } => vec![Change::Become(at, kind)],
            Step::Build { at, direction } => wall(at, direction, Some(self.seat)),
            Step::Break { at, direction } => wall(at, direction, None),
            Step::Transform { .. } | Step::Spawn { .. } | Step::Attack { .. } => Vec::new(),
        }
    }
}
