//! The judge's protocol: what is a request, what is not, and how both are answered.

use serde_json::{Value, json};

use super::CELLAR;
use super::cases::answers;

fn request(changes: &Value) -> Value {
    let mut request = json!({"id": 7, "game": "abaddon", "op": "play", "level": CELLAR,
        "state": null, "player": 0, "turn": ["join a1"]});
    for (field, value) in changes.as_object().expect("it is an object") {
        request[field] = value.clone();
    }
    request
}

fn answer(changes: &Value) -> Value {
    let found = answers(&request(changes).to_string());
    assert_eq!(found.len(), 1);
    found[0].clone()
}

#[test]
fn a_whole_level_text_and_options_are_understood() {
    let found = answer(&json!({"options": {"actions": 4}}));
    let state = json!({"doors": {"a1": 0}, "units": [], "walls": [], "winner": null});
    assert_eq!(
        found,
        json!({"id": 7, "ok": true, "state": state, "actions_left": 3})
    );
}

#[test]
fn steps_are_read_in_any_case_and_answered_in_canonical_form() {
    let turn = json!(["JOIN A1", "Spawn a1>B1"]);
    let found = answer(&json!({"turn": turn, "op": "legal", "options": {"actions": 3}}));
    let steps: Vec<&str> = found["steps"]
        .as_array()
        .unwrap()
        .iter()
        .map(|s| s.as_str().unwrap())
        .collect();
    assert!(steps.is_sorted(), "{steps:?}");
    assert!(steps.contains(&"build b1 up"), "{steps:?}");
    assert!(
        !steps.iter().any(|step| step.starts_with("break")),
        "{steps:?}"
    );
}

#[test]
fn an_element_with_more_than_one_step_is_no_step() {
    for element in ["join a1; join a4", "join a1\n", "join a1 # now", "", "  "] {
        let found = answer(&json!({"turn": [element]}));
        assert_eq!(found["code"], "unknown_step", "{element:?}");
        assert_eq!(found["step"], 0);
    }
}

#[test]
fn what_is_no_request_is_told_so_with_its_id() {
    let unit = |at: &str| json!({"at": at, "owner": 0, "kind": "engineer"});
    let wall = |at: &str, side: &str| json!({"at": at, "side": side, "owner": 0});
    let state = |doors: Value, units: Value, walls: Value| json!({"state": {"doors": doors, "units": units, "walls": walls}});
    let bad = [
        json!({"game": "chess"}),
        json!({"game": 1}),
        json!({"op": "guess"}),
        json!({"level": "nowhere"}),
        json!({"level": "name: x\n\n+---+\n| A |\n+---+\n"}),
        json!({"player": 8}),
        json!({"player": "0"}),
        json!({"turn": "join a1"}),
        json!({"turn": [1]}),
        json!({"options": {"actions": 5}}),
        json!({"options": {"doors_to_win": 9}}),
        json!({"state": 3}),
        json!({"state": {"units": [], "walls": []}}),
        state(json!({"b2": 0}), json!([]), json!([])),
        state(json!({"b2": null}), json!([]), json!([])),
        state(json!({"a1": 8}), json!([]), json!([])),
        state(json!({}), json!([unit("a1")]), json!([])),
        state(json!({}), json!([unit("z9")]), json!([])),
        state(json!({}), json!([unit("b2"), unit("b2")]), json!([])),
        state(json!({}), json!([]), json!([wall("c3", "up")])),
        state(json!({}), json!([]), json!([wall("c2", "up")])),
        state(json!({}), json!([]), json!([wall("a4", "up")])),
        state(json!({}), json!([]), json!([wall("f2", "right")])),
        state(json!({}), json!([]), json!([wall("b1", "right")])),
        state(json!({}), json!([]), json!([wall("a3", "down")])),
    ];
    for changes in &bad {
        let found = answer(changes);
        assert_eq!(found["code"], "bad_request", "{changes}");
        assert_eq!(
            (&found["id"], &found["line"]),
            (&json!(7), &json!(1)),
            "{changes}"
        );
    }
}

#[test]
fn a_missing_field_is_no_request() {
    for field in ["game", "op", "level", "state", "player", "turn"] {
        let mut request = request(&json!({}));
        request.as_object_mut().unwrap().remove(field);
        let found = answers(&request.to_string());
        assert_eq!(found[0]["code"], "bad_request", "{field}");
    }
}

#[test]
fn garbage_is_answered_by_line_and_the_judge_goes_on() {
    let deep = "[".repeat(100_000);
    let long = format!("{{\"id\":\"{}\"}}", "x".repeat(2_000_000));
    let good = request(&json!({"id": "last"}));
    let lines = format!("not json\n\n   \r\n[]\nnull\n{deep}\n{long}\n{good}");
    let found = answers(&lines);
    let numbers: Vec<u64> = found
        .iter()
        .filter_map(|answer| answer["line"].as_u64())
        .collect();
    assert_eq!(numbers, [1, 4, 5, 6, 7]);
    assert_eq!(found[5]["id"], "last");
    assert_eq!(found[5]["ok"], true);
}

#[test]
fn a_state_may_leave_out_its_winner_and_name_unclaimed_doors() {
    let state = json!({"walls": [], "doors": {"a1": null, "f4": 1}, "units": []});
    let found = answer(&json!({"state": state}));
    assert_eq!(found["state"]["doors"], json!({"a1": 0, "f4": 1}));
}
