//! Sending turns and looking at them.

use axum::body::Body;
use axum::http::Request;
use daykeeper::ids::Role;
use serde_json::{Value, json};

use super::server::{BLUE, Client, GREEN, Server};

#[tokio::test]
async fn a_turn_is_answered_and_shown() {
    let server = Server::new().await;
    let (ada, _, at) = server.joined(json!({})).await;
    server.set("02T23:50:00.000");
    ada.announce(&at, json!({})).await.is(201);
    server.set("03T00:10:00.250");
    let seq = ada.seq(&at).await;
    let sent =
        json!({"seq": seq, "turn": ["MOVE b13 c13", " move c13 c12"], "post": "Off\r\nwe go "});
    let played = ada.post(&format!("{at}/turns"), &sent).await;
    let picture = format!(
        "https://play.example{}/turns/3.png",
        at.replace("/api/v1", "")
    );
    let position = json!({
        "doors": {"a13": 0, "g13": 1},
        "units": [{"at": "c12", "owner": 0, "kind": "engineer"},
                  {"at": "g12", "owner": 1, "kind": "engineer"}],
        "walls": [], "winner": null,
    });
    assert_eq!(
        *played.is(201),
        json!({"turn": 3, "seq": seq + 1, "position": position, "picture": picture})
    );
    let shown = server.visitor().get(&format!("{at}/turns/3")).await;
    let mut body = shown.is(200).clone();
    let words = body["words"].take();
    assert_eq!(
        body,
        json!({
            "turn": 3, "seq": seq + 1, "at": "2026-03-03T00:10:00.250Z", "day": "2026-03-02",
            "announced_at": "2026-03-02T23:50:00.000Z", "seat": 0, "name": "ada",
            "steps": ["move b13 c13", "move c13 c12"], "words": null, "post": "Off\nwe go",
            "post_hidden": false, "position": position, "picture": picture, "struck": false,
        })
    );
    let words = words.as_array().unwrap();
    assert_eq!(words.len(), 2);
    assert!(words[0].as_str().unwrap().contains("c13"), "{words:?}");
    let first = ada.get(&format!("{at}/turns/1")).await;
    assert!(first.is(200).get("announced_at").is_none());
    assert_eq!(first.body["post"], Value::Null);
    for turn in ["0", "4", "99999999999", "-1", "x", "3.png"] {
        ada.get(&format!("{at}/turns/{turn}"))
            .await
            .is_problem(404, "not_found");
    }
}

#[tokio::test]
async fn the_second_turn_of_a_day_is_refused_until_midnight() {
    let server = Server::new().await;
    let (ada, _, at) = server.joined(json!({})).await;
    let refused = ada.play(&at, &["move b13 c13"]).await;
    assert_eq!(
        refused.is_problem(409, "turn_spent")["opens_at"],
        "2026-03-02T00:00:00.000Z"
    );
    server.set("01T23:59:59.999");
    ada.play(&at, &["move b13 c13"])
        .await
        .is_problem(409, "turn_spent");
    server.set("02T00:00:00.000");
    ada.play(&at, &["move b13 c13"]).await.is(201);
}

#[tokio::test]
async fn a_turn_on_an_old_board_is_answered_with_the_new_one() {
    let server = Server::new().await;
    let (ada, ben, at) = server.joined(json!({})).await;
    server.set("02T09:00:00.000");
    let seen = ada.seq(&at).await;
    ben.play(&at, &["move g12 f12"]).await.is(201);
    let turns = format!("{at}/turns");
    let stale = json!({"seq": seen, "turn": ["move b13 c13", "attack c13 up"]});
    let refused = ada.post(&turns, &stale).await;
    let body = refused.is_problem(409, "moved_on");
    assert_eq!(body["current"]["seq"], seen + 1);
    assert_eq!(
        body["current"]["position"],
        ada.get(&at).await.body["position"]
    );
    assert_eq!(
        (&body["check"]["ok"], &body["check"]["step"]),
        (&json!(false), &json!(1))
    );
    let future = json!({"seq": seen + 100, "turn": ["move b13 c13"]});
    ada.post(&turns, &future).await.is_problem(400, "malformed");
}

#[tokio::test]
async fn a_turn_after_the_hold_has_lapsed_is_told_so() {
    let server = Server::new().await;
    let (ada, _, at) = server.joined(json!({})).await;
    server.set("02T10:00:00.000");
    ada.announce(&at, json!({})).await.is(201);
    let seen = ada.seq(&at).await;
    server.set("02T10:30:00.001");
    assert_eq!(ada.get(&at).await.is(200)["announcement"], Value::Null);
    assert_eq!(ada.seq(&at).await, seen, "reading records nothing");
    let late = json!({"seq": seen, "turn": ["move b13 c13"]});
    let refused = ada.post(&format!("{at}/turns"), &late).await;
    let body = refused.is_problem(409, "lapsed");
    assert_eq!(
        (&body["current"]["seq"], &body["check"]["ok"]),
        (&json!(seen + 1), &json!(true))
    );
    ada.play(&at, &["move b13 c13"]).await.is(201);
}

#[tokio::test]
async fn an_illegal_step_is_named_with_its_rule() {
    let server = Server::new().await;
    let (ada, _, at) = server.joined(json!({})).await;
    server.set("02T09:00:00.000");
    let refused = ada.play(&at, &["move b13 c13", "move c13 c9"]).await;
    let body = refused.is_problem(422, "not_accessible");
    assert_eq!(body["step"], 1);
    assert!(body["rule"].is_string(), "{body}");
    assert_eq!(
        ada.play(&at, &[]).await.is_problem(422, "empty_turn")["step"],
        0
    );
    let cleo = server.player("cleo").await;
    cleo.play(&at, &["join q1"])
        .await
        .is_problem(422, "colour_missing");
    cleo.join(&at, "#fe0000", &["join q1"])
        .await
        .is_problem(422, "colour_too_close");
    ada.join(&at, GREEN, &["move b13 c13"])
        .await
        .is_problem(422, "colour_fixed");
}

#[tokio::test]
async fn trying_out_changes_nothing() {
    let server = Server::new().await;
    let (ada, _, at) = server.joined(json!({})).await;
    let (check, seq) = (format!("{at}/check"), ada.seq(&at).await);
    let legal = ada.post(&check, &json!({"turn": ["move b13 c13"]})).await;
    let body = legal.is(200);
    assert_eq!(
        (&body["ok"], &body["actions_left"]),
        (&json!(true), &json!(1))
    );
    assert!(
        body["next"]
            .as_array()
            .unwrap()
            .contains(&json!("move c13 c12")),
        "{body}"
    );
    assert!(body.get("code").is_none());
    let now = ada.post(&check, &json!({"turn": []})).await;
    assert_eq!(
        (&now.is(200)["ok"], &now.body["actions_left"]),
        (&json!(true), &json!(2))
    );
    let illegal = ada
        .post(&check, &json!({"turn": ["move b13 c13", "jump c13 a1>a2"]}))
        .await;
    assert_eq!(
        (&illegal.is(200)["ok"], &illegal.body["step"]),
        (&json!(false), &json!(1))
    );
    assert_eq!(illegal.body["next"], body["next"]);
    let visitor = server.visitor();
    let newcomer = visitor.post(&check, &json!({"turn": ["join q1"]})).await;
    assert_eq!(newcomer.is(200)["ok"], true);
    let as_ben = visitor
        .post(&check, &json!({"turn": ["move g12 f12"], "seat": 1}))
        .await;
    assert_eq!(as_ben.is(200)["ok"], true);
    assert_eq!(ada.seq(&at).await, seq);
}

#[tokio::test]
async fn the_same_turn_under_its_key_is_answered_again() {
    let server = Server::new().await;
    let (ada, ben, at) = server.joined(json!({})).await;
    server.set("02T09:00:00.000");
    let turns = format!("{at}/turns");
    let sent = json!({"seq": ada.seq(&at).await, "turn": ["move b13 c13"], "post": "Off we go."});
    let first = ada.post_keyed(&turns, "k-1", &sent).await;
    first.is(201);
    ben.play(&at, &["move g12 f12"]).await.is(201);
    server.set("05T09:00:00.000");
    let again = ada.post_keyed(&turns, "k-1", &sent).await;
    assert_eq!(*again.is(201), first.body);
    let other = json!({"seq": sent["seq"], "turn": ["move b13 b12"]});
    ada.post_keyed(&turns, "k-1", &other)
        .await
        .is_problem(422, "key_reused");
    // Keys are an account's own.
    let seq = ben.seq(&at).await;
    let bens = json!({"seq": seq, "turn": ["move f12 e12"]});
    ben.post_keyed(&turns, "k-1", &bens)
        .await
        .is_problem(422, "not_accessible");
    let bens = json!({"seq": seq, "turn": ["move f12 f13"]});
    ben.post_keyed(&turns, "k-1", &bens).await.is(201);
    for key in ["", "a b", &"x".repeat(65), "clé"] {
        ada.post_keyed(&turns, key, &sent)
            .await
            .is_problem(400, "malformed");
    }
}

#[tokio::test]
async fn sent_twice_at_one_moment_it_is_played_once() {
    let server = Server::new().await;
    let (ada, _, at) = server
        .joined(json!({"clock": "free", "twice_in_a_row": true}))
        .await;
    let turns = format!("{at}/turns");
    let sent = json!({"seq": ada.seq(&at).await, "turn": ["move b13 c13"]});
    let sending: Vec<_> = (0..8)
        .map(|_| {
            let (ada, turns, sent) = (ada.clone(), turns.clone(), sent.clone());
            tokio::spawn(async move { ada.post_keyed(&turns, "twice", &sent).await })
        })
        .collect();
    for answer in sending {
        assert_eq!(answer.await.unwrap().is(201)["turn"], 3);
    }
    assert_eq!(ada.get(&at).await.is(200)["turns"], 3);
}

/// Plays a match of one player that two doors win, and hands over its last answer.
async fn won(server: &Server, ada: &Client) -> String {
    let at = server
        .a_match(
            ada,
            json!({"clock": "free", "actions": 4, "doors_to_win": 2}),
        )
        .await;
    let opening = ["join a13", "spawn a13>a12", "move a12 b12", "move b12 c12"];
    ada.join(&at, BLUE, &opening).await.is(201);
    let middle = [
        "move c12 d12",
        "move d12 d11",
        "move d11 e11",
        "move e11 f11",
    ];
    ada.play(&at, &middle).await.is(201);
    let seq = ada.seq(&at).await;
    let end = json!({"seq": seq, "turn": ["move f11 g11", "move g11 g12", "claim g12 g13"]});
    let last = ada.post_keyed(&format!("{at}/turns"), "last", &end).await;
    assert_eq!(last.is(201)["position"]["winner"], 0);
    assert_eq!(last.body["seq"], ada.seq(&at).await);
    let again = ada.post_keyed(&format!("{at}/turns"), "last", &end).await;
    assert_eq!(*again.is(201), last.body);
    at
}

#[tokio::test]
async fn a_match_that_is_won_is_over() {
    let server = Server::new().await;
    let ada = server.player("ada").await;
    let at = won(&server, &ada).await;
    let shown = ada.get(&at).await;
    assert_eq!(
        (&shown.is(200)["state"], &shown.body["joinable"]),
        (&json!("over"), &json!(false))
    );
    ada.play(&at, &["move c12 d12"])
        .await
        .is_problem(409, "match_over");
    ada.announce(&at, json!({}))
        .await
        .is_problem(409, "match_over");
    let ben = server.player("ben").await;
    ben.join(&at, GREEN, &["join q1"])
        .await
        .is_problem(409, "match_over");
    assert_eq!(
        ada.post(&format!("{at}/check"), &json!({"turn": []}))
            .await
            .is(200)["next"],
        json!([])
    );
    ada.get("/api/v1/matches?state=over").await.is(200);
}

#[tokio::test]
async fn who_may_not_play_twice_in_a_row_is_told_until_when() {
    let server = Server::new().await;
    let (_, ben, at) = server.joined(json!({"clock": "free"})).await;
    let refused = ben.play(&at, &["move g12 f12"]).await;
    assert_eq!(
        refused.is_problem(409, "twice_in_a_row")["opens_at"],
        "2026-03-08T12:00:00.000Z"
    );
}

#[tokio::test]
async fn who_has_an_airlock_cannot_join_again() {
    let server = Server::new().await;
    let (ada, ben, at) = server
        .joined(json!({"clock": "free", "twice_in_a_row": true}))
        .await;
    for (player, airlock) in [(&ada, "q1"), (&ben, "a1")] {
        let refused = player.play(&at, &[&format!("join {airlock}")]).await;
        refused.is_problem(422, "already_in_game");
    }
    assert_eq!(ada.get(&at).await.is(200)["joinable"], true);
}

#[tokio::test]
async fn visitors_and_bad_tokens_play_nothing() {
    let server = Server::new().await;
    let (_, _, at) = server.joined(json!({})).await;
    let visitor = server.visitor();
    let turn = json!({"seq": 5, "turn": ["move b13 c13"]});
    visitor
        .post(&format!("{at}/turns"), &turn)
        .await
        .is_problem(401, "not_signed_in");
    visitor
        .announce(&at, json!({}))
        .await
        .is_problem(401, "not_signed_in");
    let request = Request::get(&at).header("Authorization", "Bearer dk_nothing");
    let refused = visitor.send(request.body(Body::empty()).unwrap()).await;
    refused.is_problem(401, "not_signed_in");
}

#[tokio::test]
async fn the_key_is_looked_up_before_the_text_is() {
    let server = Server::new().await;
    let ada = server.player("ada").await;
    let at = format!("{}/turns", server.a_match(&ada, json!({})).await);
    let sent = json!({"seq": 1, "turn": ["join a13"], "color": BLUE});
    ada.post_keyed(&at, "once", &sent).await.is(201);
    let mut long = sent.clone();
    long["post"] = json!("x".repeat(10_001));
    ada.post_keyed(&at, "once", &long)
        .await
        .is_problem(422, "key_reused");
    ada.post_keyed(&at, "twice", &long)
        .await
        .is_problem(422, "bad_text");
}

#[tokio::test]
async fn a_seq_from_the_future_is_malformed_whoever_names_it() {
    let server = Server::new().await;
    let ada = server.player("ada").await;
    let judge = server.person("judge", Role::Moderator).await;
    let at = server.a_match(&ada, json!({"visibility": "private"})).await;
    for (seq, status, code) in [(99, 400, "malformed"), (1, 403, "not_yours")] {
        let sent = json!({"seq": seq, "turn": ["join a13"], "color": BLUE});
        judge
            .post(&format!("{at}/turns"), &sent)
            .await
            .is_problem(status, code);
    }
}

#[tokio::test]
async fn steps_are_checked_for_seats_that_there_are() {
    let server = Server::new().await;
    let (_, ben, at) = server.joined(json!({})).await;
    let visitor = server.visitor();
    let check = async |client: &Client, seat: u8| {
        let asked = json!({"turn": [], "seat": seat});
        client.post(&format!("{at}/check"), &asked).await
    };
    check(&visitor, 1).await.is(200);
    for client in [&visitor, &ben] {
        check(client, 7).await.is_problem(404, "not_found");
    }
}
