//! Rulings, turns taken back, and leaving, as programs ask for them.

use daykeeper::ids::{MatchId, Role};
use serde_json::{Value, json};

use super::server::{BLUE, Client, GREEN, Server};

/// A match of ada, who hosts it, and ben, with a moderator who does not play.
async fn disputed() -> (Server, Client, Client, Client, String) {
    let server = Server::new().await;
    let (ada, ben, at) = server.joined(json!({})).await;
    let judge = server.person("judge", Role::Moderator).await;
    (server, ada, ben, judge, at)
}

async fn rule(client: &Client, at: &str, ruling: Value) -> super::server::Answer {
    let mut ruling = ruling;
    if ruling.get("reason").is_none() {
        ruling["reason"] = json!("It was agreed in the thread.");
    }
    client.post(&format!("{at}/rulings"), &ruling).await
}

fn id_of(at: &str) -> MatchId {
    at.rsplit('/').next().unwrap().parse().unwrap()
}

#[tokio::test]
async fn a_hidden_post_concerns_whoever_wrote_it() {
    let (server, _, ben, judge, at) = disputed().await;
    let turn = json!({"seq": ben.seq(&at).await, "turn": ["move g12 g11"], "post": "insult"});
    server.set("02T09:00:00");
    ben.post(&format!("{at}/turns"), &turn).await.is(201);
    server.player("dan").await;
    rule(
        &judge,
        &at,
        json!({"do": "replace", "seat": 1, "name": "dan"}),
    )
    .await
    .is(201);
    let hiding = json!({"do": "hide_post", "turn": 3, "preview": true});
    let foreseen = rule(&judge, &at, hiding).await;
    assert_eq!(foreseen.is(200)["affected"], json!(["ben"]));
}

#[tokio::test]
async fn a_revert_is_foreseen_and_made_and_a_post_hidden() {
    let (server, ada, _, judge, at) = disputed().await;
    let cid = server.player("cid").await;
    let slip =
        json!({"seq": ada.seq(&at).await, "turn": ["join a1"], "color": GREEN, "post": "insult"});
    cid.post(&format!("{at}/turns"), &slip).await.is(201);

    let foreseen = rule(
        &judge,
        &at,
        json!({"do": "revert", "to": 1, "preview": true}),
    )
    .await;
    let turn_1 = ada.get(&format!("{at}/turns/1")).await;
    assert_eq!(foreseen.is(200)["position"], turn_1.is(200)["position"]);
    assert_eq!(foreseen.body["affected"], json!(["ben", "cid"]));
    assert_eq!(ada.get(&at).await.is(200)["turns"], 3);

    let reverted = rule(&judge, &at, json!({"do": "revert", "to": 1})).await;
    assert_eq!(reverted.is(201)["kind"], "reverted");
    assert_eq!(reverted.body["payload"]["office"], "moderator");
    for (turn, struck) in [(1, false), (2, true), (3, true)] {
        let shown = ada.get(&format!("{at}/turns/{turn}")).await;
        assert_eq!(shown.is(200)["struck"], struck, "turn {turn}");
    }
    assert_eq!(
        ada.get(&at).await.is(200)["position"],
        turn_1.body["position"]
    );

    rule(&judge, &at, json!({"do": "hide_post", "turn": 3}))
        .await
        .is(201);
    let hidden = ada.get(&format!("{at}/turns/3")).await;
    assert_eq!(
        (&hidden.is(200)["post"], &hidden.body["post_hidden"]),
        (&Value::Null, &json!(true))
    );
    server.app.store.verify(id_of(&at), |_| {}).await.unwrap();
}

#[tokio::test]
async fn a_player_is_replaced_and_the_match_retitled_hidden_and_closed() {
    let (server, ada, ben, judge, at) = disputed().await;
    let cid = server.player("cid").await;
    cid.join(&at, GREEN, &["join a1"]).await.is(201);
    rule(&judge, &at, json!({"do": "revert", "to": 1}))
        .await
        .is(201);
    server.player("dan").await;
    rule(
        &judge,
        &at,
        json!({"do": "replace", "seat": 2, "name": "dan"}),
    )
    .await
    .is(201);
    cid.join(&at, GREEN, &["join a1"])
        .await
        .is_problem(409, "already_left");
    ben.play(&at, &["join g13", "spawn g13>g12"]).await.is(201);
    rule(
        &judge,
        &at,
        json!({"do": "retitle", "title": "Summer halls"}),
    )
    .await
    .is(201);
    assert_eq!(ada.get(&at).await.is(200)["title"], "Summer halls");
    rule(
        &judge,
        &at,
        json!({"do": "annotate", "seq": 3, "text": "Here it began."}),
    )
    .await
    .is(201);
    rule(&judge, &at, json!({"do": "hide_match"})).await.is(201);
    let lobby = server.visitor().get("/api/v1/matches").await;
    assert_eq!(lobby.is(200)["matches"], json!([]));
    rule(&judge, &at, json!({"do": "close", "winner": 0}))
        .await
        .is(201);
    assert_eq!(ada.get(&at).await.is(200)["state"], "over");
    server.app.store.verify(id_of(&at), |_| {}).await.unwrap();
}

#[tokio::test]
async fn the_newest_board_and_its_picture_are_those_after_the_revert() {
    let (server, ada, _, judge, at) = disputed().await;
    let page = at.replace("/api/v1", "");
    let newest = || async { ada.get(&format!("{page}/board.png")).await.bytes };
    let after_two = newest().await;
    rule(&judge, &at, json!({"do": "revert", "to": 1}))
        .await
        .is(201);
    let after_one = ada.get(&format!("{page}/turns/1.png")).await.bytes;
    assert_eq!(newest().await, after_one);
    // A struck turn's picture stays where it is.
    assert_eq!(
        ada.get(&format!("{page}/turns/2.png")).await.bytes,
        after_two
    );
    rule(
        &judge,
        &at,
        json!({"do": "remove", "seat": 0, "keep": false}),
    )
    .await
    .is(201);
    assert_ne!(newest().await, after_one);
    let empty = json!({"doors": {}, "units": [], "walls": [], "winner": null});
    assert_eq!(ada.get(&at).await.is(200)["position"], empty);
    server.app.store.verify(id_of(&at), |_| {}).await.unwrap();
}

#[tokio::test]
async fn a_player_takes_back_a_slip_and_plays_again() {
    let (server, ada, ben, judge, at) = disputed().await;
    let turn_2 = format!("{at}/turns/2");
    ada.delete(&turn_2).await.is_problem(403, "not_yours");
    server
        .visitor()
        .delete(&turn_2)
        .await
        .is_problem(401, "not_signed_in");
    ben.delete(&format!("{at}/turns/9"))
        .await
        .is_problem(404, "not_found");
    ada.delete(&format!("{at}/turns/1"))
        .await
        .is_problem(409, "moved_on");
    ben.delete(&turn_2).await.is(204);
    assert_eq!(ben.get(&turn_2).await.is(200)["struck"], true);
    ben.play(&at, &["join g13"]).await.is(201);
    ben.delete(&format!("{at}/turns/3"))
        .await
        .is_problem(409, "takeback_spent");
    server.set("01T12:10:00.001");
    ben.delete(&format!("{at}/turns/3"))
        .await
        .is_problem(409, "too_late");
    rule(&judge, &at, json!({"do": "revert", "to": 2}))
        .await
        .is(201);
    assert_eq!(ben.get(&turn_2).await.is(200)["struck"], false);
    server.app.store.verify(id_of(&at), |_| {}).await.unwrap();
}

#[tokio::test]
async fn a_player_leaves_once_and_for_all() {
    let (server, _, ben, _, at) = disputed().await;
    let leave = format!("{at}/leave");
    let cid = server.player("cid").await;
    cid.post(&leave, &json!({"confirm": true}))
        .await
        .is_problem(403, "not_yours");
    ben.post(&leave, &json!({"confirm": false}))
        .await
        .is_problem(400, "malformed");
    let left = ben.post(&leave, &json!({"confirm": true})).await;
    assert_eq!(
        (&left.is(201)["kind"], &left.body["seat"]),
        (&json!("left"), &json!(1))
    );
    ben.post(&leave, &json!({"confirm": true}))
        .await
        .is_problem(409, "already_left");
    let shown = ben.get(&at).await;
    assert_eq!(shown.is(200)["seats"][1]["name"], Value::Null);
    server.app.store.verify(id_of(&at), |_| {}).await.unwrap();
}

#[tokio::test]
async fn a_pause_is_told_to_everybody_and_ends_by_itself() {
    let (server, ada, _, judge, at) = disputed().await;
    let until = "2026-03-02T12:00:00.000Z";
    let past = rule(
        &judge,
        &at,
        json!({"do": "pause", "until": "2026-03-01T12:00:00.000Z"}),
    )
    .await;
    past.is_problem(400, "malformed");
    rule(&judge, &at, json!({"do": "pause", "until": until}))
        .await
        .is(201);
    assert_eq!(ada.get(&at).await.is(200)["state"], "paused");
    let paused = server.visitor().get("/api/v1/matches?state=paused").await;
    assert_eq!(paused.is(200)["matches"].as_array().unwrap().len(), 1);
    server.set("02T11:00:00.000");
    ada.announce(&at, json!({}))
        .await
        .is_problem(409, "match_paused");
    server.set("02T12:00:00.001");
    ada.announce(&at, json!({})).await.is(201);
    rule(&judge, &at, json!({"do": "lift"})).await.is(201);
    rule(&judge, &at, json!({"do": "lift"}))
        .await
        .is_problem(409, "not_announced");
    rule(&judge, &at, json!({"do": "resume"}))
        .await
        .is_problem(409, "not_paused");
    server.app.store.verify(id_of(&at), |_| {}).await.unwrap();
}

#[tokio::test]
async fn a_position_is_set_as_a_turn() {
    let (server, ada, _, judge, at) = disputed().await;
    let mut position = ada.get(&at).await.is(200)["position"].clone();
    position["units"] = json!([{"at": "c13", "owner": 1, "kind": "soldier"}]);
    position["winner"] = json!(1);
    let set = rule(
        &judge,
        &at,
        json!({"do": "set_position", "position": position}),
    )
    .await;
    assert_eq!(set.is(201)["payload"]["turn"], 3);
    let shown = ada.get(&format!("{at}/turns/3")).await;
    assert_eq!(shown.is(200)["steps"], json!([]));
    assert_eq!(
        (&shown.body["seat"], &shown.body["day"]),
        (&Value::Null, &Value::Null)
    );
    assert_eq!(shown.body["position"]["winner"], Value::Null);
    assert_eq!(ada.get(&at).await.is(200)["state"], "running");
    for (squares, owner) in [("z1", 0), ("c13", 5)] {
        position["units"] = json!([{"at": squares, "owner": owner, "kind": "soldier"}]);
        let cannot_be = json!({"do": "set_position", "position": position});
        rule(&judge, &at, cannot_be)
            .await
            .is_problem(400, "malformed");
    }
    let again = json!({"do": "set_position", "position": shown.body["position"], "seat": 0});
    rule(&judge, &at, again).await.is_problem(409, "turn_spent");
    let pages = at.replace("/api/v1", "");
    assert_eq!(ada.get(&pages).await.status, 200);
    assert_eq!(ada.get(&format!("{pages}/turns/3")).await.status, 200);
    server.app.store.verify(id_of(&at), |_| {}).await.unwrap();
}

#[tokio::test]
async fn only_moderators_rule_and_a_host_who_does_not_play_in_part() {
    let server = Server::new().await;
    let (host, ada) = (server.player("host").await, server.player("ada").await);
    let at = server.a_match(&host, json!({})).await;
    ada.join(&at, BLUE, &["join a13"]).await.is(201);
    let pause = json!({"do": "pause"});
    rule(&ada, &at, pause.clone())
        .await
        .is_problem(403, "moderators_only");
    let visitor = server.visitor();
    rule(&visitor, &at, pause.clone())
        .await
        .is_problem(401, "not_signed_in");
    let paused = rule(&host, &at, pause).await;
    assert_eq!(paused.is(201)["payload"]["office"], "host");
    let close = json!({"do": "close", "winner": null});
    rule(&host, &at, close.clone())
        .await
        .is_problem(403, "moderators_only");
    host.join(&at, GREEN, &["join g13"])
        .await
        .is_problem(409, "match_paused");
    rule(&host, &at, json!({"do": "resume"})).await.is(201);
    host.join(&at, GREEN, &["join g13"]).await.is(201);
    let refused = rule(&host, &at, json!({"do": "pause", "reason": ""})).await;
    refused.is_problem(403, "moderators_only");
}

#[tokio::test]
async fn a_ruling_says_why_and_names_what_is_there() {
    let (_server, _, _, judge, at) = disputed().await;
    let bad = [
        (json!({"do": "pause", "reason": " "}), 422, "reason_missing"),
        (
            json!({"do": "pause", "reason": "x".repeat(2_001)}),
            422,
            "bad_text",
        ),
        (json!({"do": "retitle", "title": ""}), 422, "bad_text"),
        (
            json!({"do": "annotate", "seq": 1, "text": ""}),
            422,
            "bad_text",
        ),
        (
            json!({"do": "replace", "seat": 0, "name": "nobody"}),
            422,
            "bad_options",
        ),
        (json!({"do": "sing"}), 400, "malformed"),
        (json!({"do": "revert"}), 400, "malformed"),
        (json!({"do": "remove", "seat": 0}), 400, "malformed"),
        (
            json!({"do": "remove", "seat": 9, "keep": true}),
            400,
            "malformed",
        ),
        (json!({"do": "revert", "to": 3}), 404, "not_found"),
        (json!({"do": "hide_post", "turn": 1}), 404, "not_found"),
        (
            json!({"do": "annotate", "seq": 99, "text": "x"}),
            404,
            "not_found",
        ),
        (
            json!({"do": "remove", "seat": 5, "keep": true}),
            404,
            "not_found",
        ),
        (
            json!({"do": "replace", "seat": 0, "name": "ben"}),
            409,
            "already_seated",
        ),
    ];
    for (ruling, status, code) in bad {
        rule(&judge, &at, ruling).await.is_problem(status, code);
    }
    let nowhere = "/api/v1/matches/00000000000000000000000000";
    assert_eq!(
        rule(&judge, nowhere, json!({"do": "lift"})).await.status,
        404
    );
}
