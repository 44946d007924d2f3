//! People who had a place in a match and lost it: what they played stays theirs, and a private match
//! is theirs no more.

use daykeeper::ids::Role;
use serde_json::json;

use super::server::{BLUE, Client, ORANGE, Server};

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
        let text = String::from_utf8(shown.bytes.to_vec()).unwrap();
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
    let text = String::from_utf8(shown.bytes.to_vec()).unwrap();
    assert!(text.contains("The match ended: ada won."), "{text}");
    assert!(text.contains("Closed the match: ada has won."), "{text}");
}

#[tokio::test]
async fn a_private_match_leaves_the_lists_of_who_lost_their_place_in_it() {
    let server = Server::new().await;
    let (ada, ben) = (server.player("ada").await, server.player("ben").await);
    let cyra = server.player("cyra").await;
    let judge = server.person("judge", Role::Moderator).await;
    let options = json!({"visibility": "private", "players": ["ben"]});
    let at = server.a_match(&ada, options).await;
    ben.join(&at, BLUE, &["join a13"]).await.is(201);
    let lists = [
        "/api/v1/matches",
        "/api/v1/matches?mine=true",
        "/api/v1/me",
        "/me",
        "/",
    ];
    let finds = async |client: &Client| {
        let mut finds = Vec::new();
        for list in lists {
            let shown = client.get(list).await;
            assert_eq!(shown.status, 200, "{list}");
            finds.push(
                String::from_utf8(shown.bytes.to_vec())
                    .unwrap()
                    .contains("Spring halls"),
            );
        }
        finds
    };
    assert_eq!(finds(&cyra).await, [false; 5]);
    rule(
        &judge,
        &at,
        json!({"do": "replace", "seat": 0, "name": "cyra"}),
    )
    .await;
    assert_eq!(finds(&cyra).await, [true; 5]);
    cyra.post(&format!("{at}/leave"), &json!({"confirm": true}))
        .await
        .is(201);
    assert_eq!(cyra.get(&at).await.status, 404);
    assert_eq!(finds(&cyra).await, [false; 5]);
    // Who hosts it or was named for it finds it still, though they have no seat.
    for client in [&ada, &ben] {
        assert_eq!(finds(client).await[..3], [true; 3]);
    }
}

#[tokio::test]
async fn a_match_that_one_has_left_waits_for_one_no_more() {
    let server = Server::new().await;
    let (ada, ben, at) = server.joined(json!({})).await;
    ben.post(&format!("{at}/leave"), &json!({"confirm": true}))
        .await
        .is(201);
    let mine = async |client: &Client| {
        let shown = client.get("/api/v1/me").await;
        shown.is(200)["matches"].as_array().unwrap().len()
    };
    assert_eq!((mine(&ada).await, mine(&ben).await), (1, 0));
}

#[tokio::test]
async fn whatever_waits_is_listed_however_much_it_is() {
    let server = Server::new().await;
    let ada = server.player("ada").await;
    let paused = server.a_match(&ada, json!({})).await;
    ada.join(&paused, ORANGE, &["join a13"]).await.is(201);
    let judge = server.person("judge", Role::Moderator).await;
    rule(&judge, &paused, json!({"do": "pause"})).await;
    for _ in 0..24 {
        server.a_match(&ada, json!({})).await;
    }
    let shown = ada.get("/api/v1/me").await;
    let matches = shown.is(200)["matches"].as_array().unwrap();
    assert_eq!(matches.len(), 25);
    assert!(matches.iter().any(|shown| shown["state"] == "paused"));
}
