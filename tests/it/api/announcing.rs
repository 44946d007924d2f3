//! Announcements and drafts.

use serde_json::{Value, json};

use super::server::{BLUE, GREEN, ORANGE, Server};

#[tokio::test]
async fn a_newcomers_announcement_is_shown_to_everybody() {
    let server = Server::new().await;
    let ada = server.player("ada").await;
    let at = server.a_match(&ada, json!({})).await;
    let announced = ada
        .announce(&at, json!({"color": BLUE, "more": true}))
        .await;
    assert_eq!(
        *announced.is(201),
        json!({"held_until": "2026-03-01T12:30:00.000Z", "seq": 2})
    );
    let shown = server.visitor().get(&at).await;
    assert_eq!(
        shown.is(200)["announcement"],
        json!({"name": "ada", "seat": null, "color": BLUE, "held_until": "2026-03-01T12:30:00.000Z"})
    );
    server.set("01T12:10:00.000");
    let again = ada.announce(&at, json!({})).await;
    assert_eq!(*again.is(200), announced.body);
    ada.delete(&format!("{at}/announcement")).await.is(204);
    ada.delete(&format!("{at}/announcement"))
        .await
        .is_problem(409, "not_announced");
    assert_eq!(ada.get(&at).await.is(200)["announcement"], Value::Null);
}

#[tokio::test]
async fn what_hinders_an_announcement_is_told() {
    let server = Server::new().await;
    let (ada, ben, at) = server.joined(json!({})).await;
    let spent = ada.announce(&at, json!({})).await;
    assert_eq!(
        spent.is_problem(409, "turn_spent")["opens_at"],
        "2026-03-02T00:00:00.000Z"
    );
    let cleo = server.player("cleo").await;
    cleo.announce(&at, json!({}))
        .await
        .is_problem(422, "colour_missing");
    let close = cleo.announce(&at, json!({"color": "#3388fe"})).await;
    let nearest = close.is_problem(422, "colour_too_close")["nearest"]
        .as_str()
        .unwrap()
        .to_owned();
    server.set("02T09:00:00.000");
    ada.announce(&at, json!({"color": GREEN}))
        .await
        .is_problem(422, "colour_fixed");
    ada.announce(&at, json!({"color": BLUE})).await.is(201);
    let reserved = ben.announce(&at, json!({})).await;
    let body = reserved.is_problem(409, "board_reserved");
    assert_eq!(
        (&body["held_by"], &body["held_until"]),
        (&json!("ada"), &json!("2026-03-02T09:30:00.000Z"))
    );
    assert!(body["rule"].is_string());
    ben.play(&at, &["move g12 f12"])
        .await
        .is_problem(409, "board_reserved");
    ada.delete(&format!("{at}/announcement")).await.is(204);
    let spent = ada.announce(&at, json!({})).await;
    assert_eq!(
        spent.is_problem(409, "announcement_spent")["opens_at"],
        "2026-03-03T00:00:00.000Z"
    );
    cleo.announce(&at, json!({"color": nearest})).await.is(201);
}

#[tokio::test]
async fn a_match_without_room_says_so() {
    let server = Server::new().await;
    let (_, _, at) = server.joined(json!({"seats": 2})).await;
    let cleo = server.player("cleo").await;
    cleo.announce(&at, json!({"color": GREEN}))
        .await
        .is_problem(409, "match_full");
    cleo.join(&at, GREEN, &["join q13"])
        .await
        .is_problem(409, "match_full");
    let check = json!({"turn": []});
    cleo.post(&format!("{at}/check"), &check)
        .await
        .is_problem(409, "match_full");
    let as_ada = json!({"turn": [], "seat": 0});
    cleo.post(&format!("{at}/check"), &as_ada).await.is(200);
}

#[tokio::test]
async fn a_match_may_wait_for_players() {
    let server = Server::new().await;
    let (ada, _, at) = server.joined(json!({"start_seats": 3})).await;
    server.set("02T09:00:00.000");
    ada.play(&at, &["move b13 c13"])
        .await
        .is_problem(409, "waiting_for_players");
}

#[tokio::test]
async fn of_many_at_one_moment_one_gets_the_board() {
    let server = Server::new().await;
    let host = server.player("host").await;
    let at = server.a_match(&host, json!({})).await;
    let mut asking = Vec::new();
    for number in 0..24 {
        let client = server.player(&format!("player {number}")).await;
        let at = at.clone();
        asking.push(tokio::spawn(async move {
            client.announce(&at, json!({"color": ORANGE})).await
        }));
    }
    let mut holders = 0;
    for answer in asking {
        let answer = answer.await.unwrap();
        if answer.status == 201 {
            holders += 1;
        } else {
            answer.is_problem(409, "board_reserved");
        }
    }
    assert_eq!(holders, 1);
    assert_eq!(host.seq(&at).await, 2);
}

#[tokio::test]
async fn a_draft_is_kept_for_its_author() {
    let server = Server::new().await;
    let (ada, ben, at) = server.joined(json!({})).await;
    let draft = format!("{at}/draft");
    ada.get(&draft).await.is_problem(404, "not_found");
    let typed =
        json!({"turn": ["move b13 c13", "fly c13"], "post": "Off we go", "color": "blueish"});
    let checked = ada.put(&draft, &typed).await;
    let body = checked.is(200);
    assert_eq!(
        (&body["ok"], &body["step"], &body["code"]),
        (&json!(false), &json!(1), &json!("unknown_step"))
    );
    let kept = ada.get(&draft).await;
    assert_eq!(
        *kept.is(200),
        json!({"turn": typed["turn"], "post": "Off we go", "color": "blueish",
               "saved_at": "2026-03-01T12:00:00.000Z"})
    );
    ben.get(&draft).await.is_problem(404, "not_found");
    server
        .visitor()
        .get(&draft)
        .await
        .is_problem(401, "not_signed_in");
    let long = json!({"turn": [], "post": "x".repeat(17_000)});
    ada.put(&draft, &long).await.is_problem(413, "too_large");
    assert_eq!(ada.get(&draft).await.body["post"], "Off we go");
    server.set("02T09:00:00.000");
    ada.play(&at, &["move b13 c13"]).await.is(201);
    ada.get(&draft).await.is_problem(404, "not_found");
    ada.put(&draft, &json!({"turn": []})).await.is(200);
    ada.delete(&draft).await.is(204);
    ada.get(&draft).await.is_problem(404, "not_found");
    ada.delete(&draft).await.is(204);
}
