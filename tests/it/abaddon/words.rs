//! What people read: steps in words, differences, and what besieges whom.

use std::sync::Arc;

use daykeeper::rules::abaddon::apply::play_turn;
use daykeeper::rules::abaddon::differences::{changed_squares, differences};
use daykeeper::rules::abaddon::level::Level;
use daykeeper::rules::abaddon::position::Position;
use daykeeper::rules::abaddon::ruleset::{OptionsAsked, Ruleset};
use daykeeper::rules::abaddon::setup::Setup;
use daykeeper::rules::abaddon::siege::siege;
use daykeeper::rules::abaddon::words::Teller;
use daykeeper::rules::seat::{Names, Seat};
use serde_json::{Value, json};

use super::CELLAR;

fn rules() -> Ruleset {
    let level = Level::parse(CELLAR).expect("the cellar is valid");
    let asked = OptionsAsked {
        actions: Some(4),
        ..OptionsAsked::default()
    };
    Ruleset::new(Arc::new(level), asked).expect("four actions are allowed")
}

fn position(state: Value) -> Position {
    let setup: Setup = serde_json::from_value(state).expect("test data is sound");
    Position::new(setup, &rules().level).expect("test data is sound")
}

/// The steps of a turn of Ada, seat 0, in words.
fn told(start: &Position, turn: &[&str]) -> Vec<String> {
    let rules = rules();
    let names = Names::new(["Ada", "Brindle"]);
    let teller = Teller {
        level: &rules.level,
        names: &names,
    };
    let ada = Seat::new(0).expect("a seat");
    let played = play_turn(&rules, start, ada, turn).expect("test data is legal");
    let afters = played.before_each.iter().skip(1).chain([&played.position]);
    let steps = played.steps.iter().zip(&played.before_each).zip(afters);
    steps
        .map(|((step, before), after)| teller.step(step, before, after))
        .collect()
}

#[test]
fn a_first_turn_in_words() {
    let turn = ["join a1", "spawn a1>b1", "move b1 b2", "build b2 up"];
    assert_eq!(
        told(&Position::empty(), &turn),
        [
            "Ada joins and claims Airlock a1.",
            "Airlock a1 sends an Engineer out to b1.",
            "Engineer walks from b1 to b2.",
            "Engineer builds a wall above b2.",
        ]
    );
}

#[test]
fn attacks_tell_what_they_destroy() {
    let start = position(json!({
        "doors": {"a1": 0, "a4": 0, "f1": 1, "f4": 0},
        "units": [{"at": "f2", "owner": 0, "kind": "flamebat"}, {"at": "e4", "owner": 0, "kind": "engineer"},
            {"at": "d2", "owner": 0, "kind": "soldier"}, {"at": "e3", "owner": 1, "kind": "soldier"}],
        "walls": [{"at": "e3", "side": "up", "owner": 1}]}));
    let turn = [
        "attack f2 down",
        "break e4 down",
        "attack e4 down",
        "transform e4 soldier",
        "jump d2 d3>e1",
        "claim f2 f1",
    ];
    assert_eq!(
        told(&start, &turn),
        [
            "Flamebat on f2 breathes fire down. Brindle loses Airlock f1; it is unclaimed now.",
            "Engineer breaks Brindle’s wall below e4.",
            "Engineer on e4 strikes down. Brindle’s Soldier on e3 is destroyed.",
            "Engineer on e4 becomes a Soldier.",
            "Soldier on d2 enters teleporter d3 and leaves e1 for e2.",
            "Flamebat on f2 gives its life for Airlock f1, which is claimed. With 4 doors Ada has won!",
        ]
    );
}

#[test]
fn differences_name_squares_and_owners() {
    let before = position(json!({"doors": {"a1": 0, "f1": 1}, "walls": [],
        "units": [{"at": "b1", "owner": 0, "kind": "engineer"}, {"at": "e2", "owner": 1, "kind": "soldier"}]}));
    let after = position(
        json!({"doors": {"a1": 1}, "walls": [{"at": "b1", "side": "up", "owner": 0}],
        "units": [{"at": "b2", "owner": 0, "kind": "engineer"}, {"at": "e2", "owner": 0, "kind": "soldier"}]}),
    );
    assert_eq!(
        differences(&before, &after, &Names::new(["Ada", "Brindle"])),
        [
            "a1: door passed from Ada to Brindle",
            "f1: door of Brindle became unclaimed",
            "b1: unit disappeared",
            "b2: unit appeared",
            "e2: unit changed from Brindle’s Soldier to Ada’s Soldier",
            "b1 up: wall appeared",
        ]
    );
    let squares = changed_squares(&before, &after);
    let names: Vec<String> = squares.iter().map(ToString::to_string).collect();
    assert_eq!(names, ["a1", "b1", "b2", "e2", "f1"]);
}

#[test]
fn the_besieged_are_told_what_stands_in_the_way() {
    let besieged = json!({"doors": {"a1": 0, "f1": 0}, "walls": [{"at": "a1", "side": "right", "owner": 1}],
        "units": [{"at": "f2", "owner": 1, "kind": "soldier"}]});
    let names = Names::new(["Ada", "Brindle"]);
    let ada = Seat::new(0).expect("a seat");
    let found = siege(&rules(), &position(besieged), ada);
    let sentences: Vec<String> = found.iter().map(|it| it.sentence(&names)).collect();
    assert_eq!(
        sentences,
        [
            "Brindle’s wall stands right of Airlock a1.",
            "Brindle’s Soldier stands on f2, above Airlock f1.",
        ]
    );
    let open = json!({"doors": {"a1": 0, "f1": 0}, "walls": [],
        "units": [{"at": "f2", "owner": 1, "kind": "soldier"}]});
    assert_eq!(siege(&rules(), &position(open), ada), []);
}
