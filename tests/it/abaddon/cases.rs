//! The judge answers every case of the data files as written there.

use std::io::BufReader;

use daykeeper::cli::judge::judge;
use daykeeper::rules::abaddon::apply::TurnInPlay;
use daykeeper::rules::abaddon::level::Level;
use daykeeper::rules::abaddon::position::Position;
use daykeeper::rules::abaddon::ruleset::{OptionsAsked, Ruleset};
use daykeeper::rules::perft::count;
use daykeeper::rules::seat::Seat;
use serde_json::Value;

/// The judge's answers to some request lines.
pub(super) fn answers(requests: &str) -> Vec<Value> {
    let mut output = Vec::new();
    judge(BufReader::new(requests.as_bytes()), &mut output).expect("memory can be written");
    let text = String::from_utf8(output).expect("answers are UTF-8");
    text.lines()
        .map(|line| serde_json::from_str(line).expect("answers are JSON"))
        .collect()
}

#[test]
fn every_case_is_answered_as_written() {
    let cases: Vec<Value> = include_str!("../../data/abaddon.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let requests: Vec<String> = cases
        .iter()
        .map(|case| case["request"].to_string())
        .collect();
    let found = answers(&requests.join("\n"));
    assert_eq!(found.len(), cases.len());
    for (case, found) in cases.iter().zip(&found) {
        for (field, expected) in case["answer"].as_object().unwrap() {
            assert_eq!(&found[field], expected, "{field} of {}", case["request"]);
        }
    }
}

#[test]
fn legal_sequences_are_as_many_as_written() {
    let level = Level::shipped("halls-of-abaddon").unwrap();
    let rules = Ruleset::new(level, OptionsAsked::default()).unwrap();
    for line in include_str!("../../data/abaddon-perft.jsonl").lines() {
        let case: PerftCase = serde_json::from_str(line).unwrap();
        let turn = TurnInPlay::begin(&rules, case.state, case.player);
        assert_eq!(count(&turn, case.perft.len(), &next), case.perft, "{line}");
    }
}

#[derive(serde::Deserialize)]
struct PerftCase {
    state: Position,
    player: Seat,
    perft: Vec<u64>,
}

fn next<'a>(turn: &TurnInPlay<'a>) -> Vec<TurnInPlay<'a>> {
    let steps = turn.legal_steps();
    let played = steps.iter().map(|step| {
        let mut turn = turn.clone();
        turn.play(step).expect("a listed step is legal");
        turn
    });
    played.collect()
}
