//! Rows of the table of refusals that the data files do not reach: rock, several teleporters of one
//! orientation, options, and turns in which units die, win or spend their limits.

use std::sync::Arc;

use daykeeper::rules::abaddon::apply::{TurnPlayed, play_turn};
use daykeeper::rules::abaddon::level::Level;
use daykeeper::rules::abaddon::position::Position;
use daykeeper::rules::abaddon::refusal::RefusedStep;
use daykeeper::rules::abaddon::ruleset::{OptionsAsked, Ruleset};
use daykeeper::rules::abaddon::setup::Setup;
use daykeeper::rules::seat::{Names, Seat};
use serde_json::{Value, json};

use super::CELLAR;

/// Plays a turn of seat 0, its steps separated by `;`, from a state in the notation of the JSON.
fn play_with(options: &Value, state: &Value, turn: &str) -> Result<TurnPlayed, RefusedStep> {
    let asked: OptionsAsked = serde_json::from_value(options.clone()).expect("test data is sound");
    let rules = Ruleset::new(
        Arc::new(Level::parse(CELLAR).expect("test data is sound")),
        asked,
    )
    .expect("test data is sound");
    let setup: Setup = serde_json::from_value(state.clone()).expect("test data is sound");
    let position = Position::new(setup, &rules.level).expect("test data is sound");
    let steps: Vec<&str> = turn.split(';').collect();
    play_turn(
        &rules,
        &position,
        Seat::new(0).expect("test data is sound"),
        &steps,
    )
}

fn refusal(state: &Value, turn: &str) -> (usize, &'static str) {
    let refused = play_with(&json!({"doors_to_win": 3}), state, turn).expect_err(turn);
    let sentence = refused.refusal.sentence(&Names::default());
    assert!(
        sentence.ends_with('.') && sentence.len() > 20,
        "{sentence:?}"
    );
    (refused.step, refused.refusal.code())
}

fn position(state: &Value, turn: &str) -> Setup {
    let played = play_with(&json!({"doors_to_win": 3}), state, turn).expect(turn);
    played.position.to_setup()
}

/// A state from units “b2 0 engineer”, doors “a1 0” and walls “b2 up 1”.
fn state(doors: &[&str], units: &[&str], walls: &[&str]) -> Value {
    let words = |text: &&str| text.split(' ').map(str::to_owned).collect::<Vec<String>>();
    let number = |word: &str| word.parse::<u8>().expect("test data is sound");
    let doors: serde_json::Map<String, Value> = (doors.iter().map(words))
        .map(|word| (word[0].clone(), json!(number(&word[1]))))
        .collect();
    let units: Vec<Value> = (units.iter().map(words))
        .map(|word| json!({"at": word[0], "owner": number(&word[1]), "kind": word[2]}))
        .collect();
    let walls: Vec<Value> = (walls.iter().map(words))
        .map(|word| json!({"at": word[0], "side": word[1], "owner": number(&word[2])}))
        .collect();
    json!({"doors": doors, "units": units, "walls": walls})
}

#[test]
fn rock_is_off_the_level_for_those_who_enter_or_build() {
    let start = state(&["a1 0"], &["c4 0 engineer", "b3 0 soldier"], &[]);
    for (turn, code) in [
        ("move c4 c3", "off_level"),
        ("breach c4 c3", "off_level"),
        ("build c4 down", "off_level"),
        ("break c4 down", "fixed_wall"),
        ("spawn a1>c3", "off_level"),
        ("attack b3 right", "no_target"),
        ("claim c4 c3", "not_a_door"),
        ("move c3 c2", "no_unit"),
        ("move b3 z99", "off_level"),
        ("move b3 b3", "occupied"),
        ("breach b3 b2", "not_an_engineer"),
    ] {
        assert_eq!(refusal(&start, turn), (0, code), "{turn}");
    }
}

#[test]
fn a_jump_keeps_its_direction_and_any_teleporter_of_the_orientation_is_an_exit() {
    let start = state(
        &["a1 0"],
        &["d2 0 soldier", "c2 0 engineer", "e3 0 flamebat"],
        &[],
    );
    let at = |turn: &str| {
        let units = position(&start, turn).units;
        units
            .iter()
            .map(|unit| unit.at.to_string())
            .collect::<Vec<_>>()
    };
    assert_eq!(at("jump d2 d3>e1"), ["c2", "e2", "e3"]);
    assert_eq!(at("jump e3 f3>a2"), ["b2", "c2", "d2"]);
    assert_eq!(at("jump e3 f3>d4"), ["c2", "d2", "e4"]);
    for (turn, code) in [
        ("jump d2 d3>c1", "occupied"),
        ("jump c2 c1>d3", "occupied"),
        ("jump c2 c1>e1", "off_level"),
        ("jump c2 c1>c1", "same_teleporter"),
        ("jump c2 c1>d4", "not_a_teleporter"),
        ("jump c2 d3>d3", "not_adjacent"),
        ("jump c2 b2>d3", "not_a_teleporter"),
        ("jump e3 d3>d3", "wrong_axis"),
    ] {
        assert_eq!(refusal(&start, turn), (0, code), "{turn}");
    }
    assert_eq!(
        refusal(&start, "jump d2 d3>e1;jump e2 e1>d3"),
        (1, "already_jumped")
    );
}

#[test]
fn a_jump_needs_open_sides_at_both_teleporters() {
    let units = ["d2 0 soldier"];
    let closed_entry = state(&["a1 0"], &units, &["d2 up 1"]);
    assert_eq!(
        refusal(&closed_entry, "jump d2 d3>c1"),
        (0, "not_accessible")
    );
    let closed_exit = state(&["a1 0"], &units, &["c1 up 1"]);
    assert_eq!(
        refusal(&closed_exit, "jump d2 d3>c1"),
        (0, "not_accessible")
    );
    let own = state(&["a1 0"], &units, &["c1 up 0", "d2 up 0"]);
    assert_eq!(
        position(&own, "jump d2 d3>c1").units[0].at.to_string(),
        "c2"
    );
    let fixed = state(&["a1 0"], &["b1 0 soldier"], &[]);
    assert_eq!(refusal(&fixed, "jump b1 c1>d3"), (0, "wrong_axis"));
}

#[test]
fn the_third_door_wins_in_the_middle_of_a_turn() {
    let start = state(&["a1 0", "a4 0"], &["f2 0 engineer", "b2 0 soldier"], &[]);
    let won =
        play_with(&json!({"doors_to_win": 3}), &start, "claim f2 f1").expect("test data is sound");
    assert_eq!(won.position.winner(), Seat::new(0));
    assert_eq!(won.actions_left, 1);
    assert_eq!(refusal(&start, "claim f2 f1;fly"), (1, "game_over"));
    let four = play_with(&json!({}), &start, "claim f2 f1;move b2 b3").unwrap();
    assert_eq!(four.position.winner(), None);
}

#[test]
fn who_holds_armories_only_may_join_and_win_by_it() {
    let start = state(&["f4 0"], &[], &[]);
    let won = play_with(&json!({"doors_to_win": 2}), &start, "join a1").unwrap();
    assert_eq!(won.position.winner(), Seat::new(0));
    assert_eq!(refusal(&start, "join f4"), (0, "not_an_airlock"));
}

#[test]
fn one_may_lose_everything_and_join_again_within_a_turn() {
    let start = state(&["f1 0"], &["f2 0 flamebat", "e2 0 flamebat"], &[]);
    let turn = "attack f2 down;attack e2 right;move e2 e3;move e3 e4;claim e4 f4;join a1";
    let played = play_with(&json!({"actions": 4}), &start, turn).unwrap();
    assert_eq!(
        played.position.to_setup(),
        Setup {
            doors: [("a1", 0), ("f4", 0)]
                .map(|(door, owner)| (door.parse().unwrap(), Seat::new(owner)))
                .into(),
            ..Setup::default()
        }
    );
}

#[test]
fn fire_burns_friend_and_foe_walls_and_doors_through_three_squares() {
    let start = state(
        &["a1 0", "f1 1"],
        &[
            "c2 0 flamebat",
            "d2 0 engineer",
            "e2 1 soldier",
            "f2 1 engineer",
        ],
        &["c2 right 0", "e2 right 1"],
    );
    let after = position(&start, "attack c2 right");
    assert_eq!(after.units.len(), 1);
    assert_eq!(after.walls, []);
    let north = state(&["f4 0"], &["f2 0 flamebat"], &["f2 up 0"]);
    let after = position(&north, "attack f2 up");
    assert!(
        after.doors.is_empty(),
        "the flame passes the teleporter and reaches the Armory"
    );
    assert!(after.walls.is_empty());
}

#[test]
fn a_shot_passes_over_own_things_and_stops_at_the_first_of_others() {
    let units = [
        "b2 0 soldier",
        "c2 0 engineer",
        "e2 1 engineer",
        "f2 1 engineer",
    ];
    let start = state(&["a1 0"], &units, &["b2 right 0", "e2 right 1"]);
    let after = position(&start, "attack b2 right");
    assert_eq!(after.units.len(), 3);
    assert_eq!(after.walls.len(), 2);
    let shielded = state(&["a1 0"], &units, &["d2 right 1"]);
    let after = position(&shielded, "attack b2 right");
    assert_eq!((after.units.len(), after.walls.len()), (4, 0));
}

#[test]
fn limits_follow_the_unit_and_die_with_it() {
    let start = state(
        &["a1 0", "a4 0"],
        &[
            "b2 0 flamebat",
            "b1 0 soldier",
            "b3 1 engineer",
            "d1 1 engineer",
        ],
        &[],
    );
    let moved = "attack b2 up;move b2 c2;attack c2 left";
    assert_eq!(refusal(&start, moved), (2, "already_attacked"));
    let newcomer = state(
        &["a1 0", "a4 0"],
        &[
            "b3 0 flamebat",
            "b2 0 engineer",
            "c2 1 engineer",
            "b1 1 engineer",
        ],
        &[],
    );
    let turn = "attack b2 right;attack b3 down;spawn a1>b1;attack b1 up";
    assert_eq!(refusal(&newcomer, turn), (3, "no_target"));
    let turn = "attack b2 right;move b2 c2;move c2 b2;attack b2 down";
    assert_eq!(refusal(&newcomer, turn), (3, "already_attacked"));
}

#[test]
fn options_change_the_numbers() {
    let start = state(&["a1 0"], &["b2 0 engineer"], &["b2 right 1"]);
    let one = json!({"actions": 1});
    let refused = play_with(&one, &start, "breach b2 c2").unwrap_err();
    assert_eq!(refused.refusal.code(), "no_actions_left");
    let none = json!({"walls_per_airlock": 0});
    let refused = play_with(&none, &start, "build b2 up").unwrap_err();
    assert_eq!(refused.refusal.code(), "walls_full");
    let small = json!({"units_per_airlock": 1});
    let refused = play_with(&small, &start, "spawn a1>b1").unwrap_err();
    assert_eq!(refused.refusal.code(), "army_full");
    let four = json!({"actions": 4});
    let turn = "breach b2 c2;move c2 d2;move d2 e2";
    assert_eq!(play_with(&four, &start, turn).unwrap().actions_left, 0);
}

#[test]
fn placements_are_judged_one_after_another() {
    let start = state(&["a1 0", "a4 0"], &["b2 0 soldier"], &[]);
    assert_eq!(position(&start, "spawn a1>b1 a4>b4").units.len(), 3);
    for (turn, code) in [
        ("spawn a1>b1 a1>b4", "airlock_used"),
        ("spawn a1>b1 f1>f2", "not_your_door"),
        ("spawn a1>b1 a4>b1", "occupied"),
        ("spawn a1>b1 a4>a3", "not_accessible"),
        ("spawn a1>a2", "not_floor"),
        ("spawn a1>b2", "occupied"),
        ("spawn f4>e4", "not_an_airlock"),
    ] {
        assert_eq!(refusal(&start, turn), (0, code), "{turn}");
    }
    let full = state(&["a1 0"], &["b2 0 soldier"], &[]);
    assert_eq!(refusal(&full, "spawn a1>b1;spawn a1>b1"), (1, "occupied"));
    assert_eq!(refusal(&full, "spawn a1>b1;move b1 z1"), (1, "off_level"));
}
