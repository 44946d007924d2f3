//! People who had a place in a match and lost it: what they played stays theirs, and a private match
//! is theirs no more.

use daykeeper::ids::Role;
use serde_json::json;

use super::server::{BLUE, Client, GREEN, ORANGE, Server};

async fn rule(judge: &Client, at: &str, mut ruling: serde_json::Value) {
    ruling["reason"] = json!("It was agreed in the thread.");
    judge.post(&format!("{at}/rulings"), &ruling).await.is(201);
}

#[tokio::test]
async fn who_has_left_or_was_replaced_has_played_their_turns_all_the_same() {
    let server = Server::new().await;
    let (ada, ben, at) = server.joined(json!({})).await;
    let judge = server.person("judge", Role::Moderator).await;
    server.player("cid").await;
    ben.post(&format!("{at}/leave"), &json!({"confirm": true}))
        .await
        .is(201);
    rule(
        &judge,
        &at,
        json!({"do": "replace", "seat": 0, "name": "cid"}),
    )
    .await;
    for (turn, name) in [(1, "ada"), (2, "ben")] {
        let shown = ada.get(&format!("{at}/turns/{turn}")).await;
        assert_eq!(shown.is(200)["name"], name);
    }
    let pages = at.replace("/api/v1", "");
    for page in ["", "/feed.atom", "/audit", "/turns/2"] {
        let shown = server.visitor().get(&format!("{pages}{page}")).await;
        let text = String::from_utf8(shown.bytes).unwrap();
        assert!(text.contains("ben"), "{page}");
        assert!(!text.contains("former player"), "{page}");
    }
}

#[tokio::test]
async fn the_history_names_who_sat_there_then() {
    let server = Server::new().await;
    let (_, _, at) = server.joined(json!({})).await;
    let judge = server.person("judge", Role::Moderator).await;
    server.player("cid").await;
    rule(&judge, &at, json!({"do": "close", "winner": 0})).await;
    rule(&judge, &at, json!({"do": "revert", "to": 2})).await;
    rule(
        &judge,
        &at,
        json!({"do": "replace", "seat": 0, "name": "cid"}),
    )
    .await;
    let audit = format!("{}/audit", at.replace("/api/v1", ""));
    let shown = server.visitor().get(&audit).await;
    let text = String::from_utf8(shown.bytes).unwrap();
    assert!(text.contains("The match ended: ada won."), "{text}");
    assert!(text.contains("Closed the match: ada has won."), "{text}");
}
