//! Turns found from the position before and the one after.

use std::collections::BTreeMap;

use daykeeper::rules::abaddon::apply::{TurnInPlay, play_turn};
use daykeeper::rules::abaddon::infer::{GivenUp, infer, infer_within};
use daykeeper::rules::abaddon::level::Level;
use daykeeper::rules::abaddon::position::Position;
use daykeeper::rules::abaddon::ruleset::{OptionsAsked, Ruleset};
use daykeeper::rules::abaddon::step::Step;
use daykeeper::rules::seat::Seat;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::RngSeed;
use serde_json::{Value, json};

use super::CELLAR;
use super::cases::answers;
use super::laws::{crowded, rulesets, wander};

/// The cost of a turn: steps first, then actions.
pub(super) type Cost = (usize, u8);

pub(super) fn cost(steps: &[Step]) -> Cost {
    (steps.len(), steps.iter().map(Step::cost).sum())
}

/// Plays a turn that was found and returns where it leads.
pub(super) fn arrive(rules: &Ruleset, from: &Position, seat: Seat, steps: &[Step]) -> Position {
    let mut turn = TurnInPlay::begin(rules, from.clone(), seat);
    for step in steps {
        turn.play(step).expect("a turn that is found is legal");
    }
    turn.position().clone()
}

/// Legal steps with every spawn of up to three placements.
fn all_steps(turn: &TurnInPlay<'_>) -> Vec<Step> {
    let singles = turn.legal_steps();
    let placements: Vec<_> = singles
        .iter()
        .filter_map(|step| match step {
            Step::Spawn { placements } => Some(placements[0]),
            _ => None,
        })
        .collect();
    let mut steps = singles;
    for (index, first) in placements.iter().enumerate() {
        for (other, second) in placements.iter().enumerate().skip(index + 1) {
            let pair = vec![*first, *second];
            steps.extend(placements.iter().skip(other + 1).map(|third| Step::Spawn {
                placements: vec![*first, *second, *third],
            }));
            steps.push(Step::Spawn { placements: pair });
        }
    }
    steps
}

/// Every position that a turn can lead to, with the least cost, found without any cleverness.
fn reachable(rules: &Ruleset, from: &Position, seat: Seat) -> BTreeMap<Position, Cost> {
    let mut found: BTreeMap<Position, Cost> = BTreeMap::new();
    let mut layer = vec![TurnInPlay::begin(rules, from.clone(), seat)];
    for steps in 1.. {
        let mut next: Vec<TurnInPlay<'_>> = Vec::new();
        for turn in &layer {
            for step in all_steps(turn) {
                let mut turn = turn.clone();
                if turn.play(&step).is_ok() {
                    next.push(turn);
                }
            }
        }
        next.sort_by_key(|turn| (turn.position().clone(), turn.actions_left()));
        next.dedup();
        if next.is_empty() {
            break;
        }
        for turn in &next {
            let cost = (steps, rules.options.actions - turn.actions_left());
            let least = found.entry(turn.position().clone()).or_insert(cost);
            *least = cost.min(*least);
        }
        layer = next;
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 24,
        rng_seed: RngSeed::Fixed(0x5eed),
        ..ProptestConfig::default()
    })]

    #[test]
    fn every_reachable_position_is_explained_at_least_cost(
        (rules, before) in crowded(),
        picked in prop::collection::vec(any::<Index>(), 40),
    ) {
        let seat = Seat::new(0).expect("a seat");
        let found = reachable(&rules, &before, seat);
        let all: Vec<_> = found.iter().collect();
        for index in picked.iter().filter(|_| !all.is_empty()) {
            let (after, least) = *index.get(&all);
            let steps = infer(&rules, &before, after, seat);
            let steps = steps.expect("a reachable position is explained");
            prop_assert_eq!(cost(&steps), *least, "{:?}", steps);
            prop_assert_eq!(&arrive(&rules, &before, seat, &steps), after);
        }
        let same = infer(&rules, &before, &before, seat);
        let least = found.get(&before).copied();
        prop_assert_eq!(same.map(|steps| cost(&steps)), least);
    }

    #[test]
    fn long_turns_are_explained(
        rules in rulesets(4),
        choices in prop::collection::vec(any::<Index>(), 0..300),
        turn in prop::collection::vec(any::<Index>(), 1..9),
    ) {
        let before = wander(&rules, 8, &choices).position().clone();
        let seat = Seat::new(0).expect("a seat");
        let mut played = TurnInPlay::begin(&rules, before.clone(), seat);
        let mut steps = Vec::new();
        for choice in turn {
            let legal = played.legal_steps();
            if legal.is_empty() {
                break;
            }
            let step = choice.get(&legal);
            played.play(step).expect("a listed step is legal");
            steps.push(step.clone());
        }
        let found = infer(&rules, &before, played.position(), seat);
        if let Some(found) = found {
            prop_assert!(cost(&found) <= cost(&steps), "{:?} for {:?}", found, steps);
            let arrived = arrive(&rules, &before, seat, &found);
            prop_assert_eq!(&arrived, played.position());
        } else {
            prop_assert!(steps.is_empty(), "{:?}", steps);
        }
    }

    #[test]
    fn what_cannot_be_reached_is_said_so(
        (rules, before) in crowded(),
        others in prop::collection::vec(any::<Index>(), 0..3),
        picked in any::<Index>(),
    ) {
        let (mine, theirs) = (Seat::new(0).expect("a seat"), Seat::new(1).expect("a seat"));
        let found = reachable(&rules, &before, mine);
        let all: Vec<_> = found.keys().collect();
        let near = if all.is_empty() { &before } else { *picked.get(&all) };
        let mut turn = TurnInPlay::begin(&rules, near.clone(), theirs);
        for choice in others {
            let legal = turn.legal_steps();
            if !legal.is_empty() {
                turn.play(choice.get(&legal)).expect("a listed step is legal");
            }
        }
        let steps = infer(&rules, &before, turn.position(), mine);
        let least = found.get(turn.position()).copied();
        prop_assert_eq!(steps.map(|steps| cost(&steps)), least);
    }
}

fn ask(before: &Value, after: &Value) -> Value {
    let request = json!({"id": 3, "game": "abaddon", "op": "infer", "level": CELLAR, "player": 0,
        "before": before, "after": after});
    answers(&request.to_string()).remove(0)
}

#[test]
fn the_judge_tells_the_turn_or_the_differences() {
    let before = json!({"doors": {"a1": 0}, "units": [], "walls": []});
    let unit = json!([{"at": "b2", "owner": 0, "kind": "engineer"}]);
    let after = json!({"doors": {"a1": 0}, "units": unit, "walls": [], "winner": 5});
    let found = ask(&before, &after);
    assert_eq!(
        found,
        json!({"id": 3, "ok": true, "turn": ["spawn a1>b1", "move b1 b2"]})
    );
    let far = json!([{"at": "e4", "owner": 0, "kind": "engineer"}]);
    let found = ask(
        &before,
        &json!({"doors": {"a1": 0}, "units": far, "walls": []}),
    );
    assert_eq!(
        (&found["ok"], &found["code"]),
        (&json!(false), &json!("unreachable"))
    );
    assert_eq!(found["differences"], json!(["e4: unit appeared"]));
}

#[test]
fn a_search_without_patience_is_given_up_and_says_so() {
    let level = Level::shipped("halls-of-abaddon").expect("it ships");
    let rules = Ruleset::new(level, OptionsAsked::default()).expect("these are the defaults");
    let seat = Seat::new(0).expect("a seat");
    let before = Position::empty();
    let joined = ["join a13", "spawn a13>b13"];
    let after = play_turn(&rules, &before, seat, &joined).expect("it is legal");
    let found = |patience| infer_within(&rules, (&before, &after.position), seat, patience);
    assert_eq!(found(3), Err(GivenUp));
    assert_eq!(
        found(1_000),
        Ok(infer(&rules, &before, &after.position, seat))
    );
    assert!(found(1_000).is_ok_and(|steps| steps.is_some()));
}
