//! The judge's answers about Helios.

use daykeeper::cli::judge::judge as answer_lines;
use serde_json::{Map, Value, json};

/// The judge's answer to a request, or why it is no request.
fn judge(mut request: Value) -> Result<Value, String> {
    request["game"] = json!("helios");
    let mut answer = Vec::new();
    answer_lines(request.to_string().as_bytes(), &mut answer).unwrap();
    let answer: Value = serde_json::from_slice(&answer).unwrap();
    match answer["code"].as_str() {
        Some("bad_request") => Err(answer["message"].as_str().unwrap().to_owned()),
        _ => Ok(answer),
    }
}

/// A request to play on a 4 × 4 board with one sun carrier a side and the given fields changed.
fn play(action: &str, changes: Value) -> Result<Value, String> {
    let mut state = json!({
        "width": 4, "height": 4,
        "pieces": [
            {"at": "a1", "owner": 0, "layers": 3, "locked": false},
            {"at": "d4", "owner": 1, "layers": 3, "locked": false},
        ],
        "score": [0, 0], "to_move": 0, "quiet": 0, "over": false, "ended_by": null, "winner": null,
    });
    let changes: Map<String, Value> = serde_json::from_value(changes).unwrap();
    state.as_object_mut().unwrap().extend(changes);
    judge(json!({"game": "helios", "op": "play", "state": state, "action": action}))
}

#[test]
fn every_given_request_gets_the_given_answer() {
    let cases = include_str!("../../data/helios.jsonl");
    for case in cases.lines() {
        let case: Value = serde_json::from_str(case).unwrap();
        let answer = judge(case["request"].clone()).unwrap();
        let expected = case["answer"].as_object().unwrap();
        for (field, expected) in expected.iter().filter(|(field, _)| *field != "id") {
            assert_eq!(&answer[field], expected, "{field} of {}", case["request"]);
        }
    }
}

#[test]
fn without_a_state_the_game_starts_by_the_options() {
    let legal = |options: Value| {
        judge(json!({"game": "helios", "op": "legal", "state": null, "options": options})).unwrap()
    };
    let usual = judge(json!({"game": "helios", "op": "legal", "state": null})).unwrap();
    assert_eq!(usual["actions"].as_array().unwrap().len(), 7);
    assert_eq!(
        legal(json!({"width": 4}))["actions"],
        json!(["a1-a2", "b1-b2", "c1-c2", "d1-d2"])
    );
    let wide = legal(json!({"width": 12, "height": 12}));
    assert_eq!(wide["actions"].as_array().unwrap().len(), 12);
}

#[test]
fn options_out_of_their_range_are_named() {
    for (options, named) in [
        (json!({"width": 3}), "width is a number from 4 to 12, not 3"),
        (
            json!({"width": 13}),
            "width is a number from 4 to 12, not 13",
        ),
        (
            json!({"height": 3}),
            "height is a number from 4 to 12, not 3",
        ),
        (
            json!({"height": 13}),
            "height is a number from 4 to 12, not 13",
        ),
        (
            json!({"quiet_limit": 39}),
            "quiet_limit is a number from 40 to 400, not 39",
        ),
        (
            json!({"quiet_limit": 401}),
            "quiet_limit is a number from 40 to 400, not 401",
        ),
        (
            json!({"height": 12, "quiet_limit": 59}),
            "quiet_limit is a number from 60 to 400, not 59",
        ),
        (
            json!({"width": -1}),
            "width is a number from 4 to 12, not -1",
        ),
    ] {
        let request = json!({"game": "helios", "op": "legal", "state": null, "options": options});
        assert_eq!(judge(request), Err(named.to_owned()));
    }
    let tall = json!({"height": 12, "quiet_limit": 60, "days_per_turn": null, "side": "random"});
    let request = json!({"game": "helios", "op": "legal", "state": null, "options": tall});
    assert!(judge(request).is_ok());
}

#[test]
fn the_quiet_limit_of_the_options_ends_the_game() {
    let state = json!({
        "width": 4, "height": 4,
        "pieces": [
            {"at": "a1", "owner": 0, "layers": 3, "locked": false},
            {"at": "d4", "owner": 1, "layers": 2, "locked": false},
        ],
        "score": [0, 0], "to_move": 0, "quiet": 58, "over": false, "ended_by": null,
    });
    let ended_by = |options: Value| {
        let request = json!({
            "game": "helios", "op": "play", "state": state, "action": "a1-a2", "options": options,
        });
        let answer = judge(request).unwrap();
        (
            answer["state"]["quiet"].clone(),
            answer["state"]["ended_by"].clone(),
        )
    };
    assert_eq!(ended_by(json!({})), (json!(59), json!(null)));
    assert_eq!(
        ended_by(json!({"quiet_limit": 59})),
        (json!(59), json!("quiet"))
    );
    assert_eq!(
        ended_by(json!({"quiet_limit": 400})),
        (json!(59), json!(null))
    );
}

#[test]
fn what_is_no_request_is_refused_by_name() {
    for (request, named) in [
        (json!({"state": null, "action": "c1-c2"}), "op is missing"),
        (json!({"op": "infer", "state": null}), "op: unknown variant"),
        (json!({"op": "play", "state": null}), "action is missing"),
        (
            json!({"op": "play", "state": null, "action": 7}),
            "action: invalid type",
        ),
        (json!({"op": "legal"}), "state is missing"),
        (json!({"op": "legal", "state": []}), "state: invalid"),
        (
            json!({"op": "legal", "state": {"width": 7}}),
            "state: missing field",
        ),
        (
            json!({"op": "legal", "state": null, "options": {"width": "7"}}),
            "options: invalid type",
        ),
    ] {
        let message = judge(request.clone()).unwrap_err();
        assert!(message.starts_with(named), "{request}: {message}");
    }
}

/// Plays with the fields of the state changed, each time into something that a state cannot be.
fn refuses_states(cases: &[(Value, &str)]) {
    for (changes, named) in cases {
        let message = play("a1-a2", changes.clone()).unwrap_err();
        assert!(message.starts_with(named), "{changes}: {message}");
    }
}

#[test]
fn pieces_that_cannot_be_are_no_request() {
    let piece = |at: &str, owner: u8, layers: u8, locked: bool| json!({"at": at, "owner": owner, "layers": layers, "locked": locked});
    let alone = |piece: Value| json!({"pieces": [piece]});
    let two = json!({"pieces": [piece("a1", 0, 3, false), piece("a1", 1, 2, false)]});
    refuses_states(&[
        (
            alone(piece("a0", 0, 3, false)),
            "state: “a0” is not a square",
        ),
        (
            alone(piece("e1", 0, 3, false)),
            "the state cannot be: e1 is not on",
        ),
        (
            alone(piece("a5", 0, 3, false)),
            "the state cannot be: a5 is not on",
        ),
        (
            alone(piece("z99", 0, 3, false)),
            "the state cannot be: z99 is not on",
        ),
        (
            alone(piece("a1", 2, 3, false)),
            "state: Helios has seats 0 and 1",
        ),
        (
            alone(piece("a1", 8, 3, false)),
            "state: a seat has a number",
        ),
        (
            alone(piece("a1", 0, 0, false)),
            "the state cannot be: the piece on a1 has",
        ),
        (
            alone(piece("a1", 0, 4, false)),
            "the state cannot be: the piece on a1 has",
        ),
        (
            alone(piece("a1", 0, 1, true)),
            "the state cannot be: the piece on a1 is locked",
        ),
        (
            alone(piece("a1", 0, 3, true)),
            "the state cannot be: the piece on a1 is locked",
        ),
        (
            alone(json!({"at": "a1", "owner": 0, "layers": 3})),
            "state: missing field `locked`",
        ),
        (two, "the state cannot be: two pieces stand on a1"),
    ]);
}

#[test]
fn numbers_and_endings_that_cannot_be_are_no_request() {
    refuses_states(&[
        (json!({"width": 3}), "width is a number from 4 to 12"),
        (json!({"height": 13}), "height is a number from 4 to 12"),
        (json!({"width": 300}), "state: invalid value"),
        (json!({"to_move": 2}), "state: Helios has seats 0 and 1"),
        (json!({"to_move": null}), "state: invalid type"),
        (json!({"score": [0]}), "state: invalid length"),
        (json!({"score": [0, -1]}), "state: invalid value"),
        (json!({"quiet": -1}), "state: invalid value"),
        (
            json!({"ended_by": "suns"}),
            "the state cannot be: a game that is not over",
        ),
        (
            json!({"winner": 0}),
            "the state cannot be: a game that is not over",
        ),
        (
            json!({"ended_by": "boredom", "over": true}),
            "state: unknown variant",
        ),
    ]);
}

#[test]
fn a_state_says_how_large_its_board_is() {
    let request = |options: Value| {
        let state = json!({
            "width": 5, "height": 4, "pieces": [{"at": "e4", "owner": 0, "layers": 3, "locked": false}],
            "score": [0, 0], "to_move": 0, "quiet": 0, "over": false, "ended_by": null,
        });
        judge(json!({"game": "helios", "op": "legal", "state": state, "options": options}))
    };
    assert_eq!(
        request(json!({})).unwrap()["actions"],
        json!(["e4*", "e4-d4", "e4-e3"])
    );
    assert!(request(json!({"width": 5, "height": 4})).is_ok());
    let message = request(json!({"width": 7})).unwrap_err();
    assert_eq!(
        message,
        "the state cannot be: the board is 5 × 4, which is not what the options say"
    );
}

#[test]
fn every_fault_of_a_state_is_told() {
    let pieces = json!([
        {"at": "k9", "owner": 0, "layers": 3, "locked": false},
        {"at": "a1", "owner": 0, "layers": 9, "locked": false},
        {"at": "a2", "owner": 0, "layers": 1, "locked": true},
    ]);
    let message = play("a1-a2", json!({"pieces": pieces, "winner": 1})).unwrap_err();
    assert_eq!(message.matches(';').count(), 3, "{message}");
}

#[test]
fn a_refusal_names_the_rule_that_is_broken() {
    let refused = play("a1*", json!({})).unwrap();
    let expected = json!({
        "ok": false, "code": "not_far_row", "rule": "R6",
        "message": "A sun can only be sacrificed on row 4, not on a1.",
    });
    assert_eq!(refused, expected);
}

#[test]
fn a_game_that_is_over_has_no_legal_action() {
    let state = json!({
        "width": 4, "height": 4,
        "pieces": [{"at": "a1", "owner": 0, "layers": 3, "locked": false}],
        "score": [0, 0], "to_move": 0, "quiet": 0, "over": true, "ended_by": "time", "winner": 1,
    });
    let legal = judge(json!({"game": "helios", "op": "legal", "state": state})).unwrap();
    assert_eq!(legal, json!({"ok": true, "actions": []}));
    let over = json!({"over": true, "ended_by": "time", "winner": 1});
    for action in ["a1-a2", "nonsense", "z9*"] {
        for over in [&over, &json!({"over": true})] {
            let refused = play(action, over.clone()).unwrap();
            assert_eq!(refused["code"], "game_over", "{action}");
        }
    }
}
