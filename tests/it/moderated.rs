//! What moderation leaves to be seen: on the match's page, in lists, in the history and in feeds.

use axum::http::header;
use daykeeper::ids::Role;
use serde_json::{Value, json};

use crate::api::server::{Client, Server};

async fn rule(judge: &Client, at: &str, mut ruling: Value) -> u64 {
    ruling["reason"] = json!("It was agreed.");
    let made = judge.post(&format!("{at}/rulings"), &ruling).await;
    made.is(201)["seq"].as_u64().unwrap()
}

async fn page(client: &Client, path: &str) -> String {
    let answer = client.get(path).await;
    assert_eq!(answer.status, 200, "{path}");
    String::from_utf8_lossy(&answer.bytes).into_owned()
}

fn pages_of(at: &str) -> String {
    at.replace("/api/v1", "")
}

/// The addresses of pictures on a page that hold some text.
fn pictures<'a>(page: &'a str, text: &str) -> Vec<&'a str> {
    let all = page.split("src=\"").skip(1);
    all.filter_map(|rest| rest.split('"').next())
        .filter(|src| src.contains(text))
        .collect()
}

async fn moderated() -> (Server, Client, Client, Client, String) {
    let server = Server::new().await;
    let (ada, ben, at) = server.joined(json!({})).await;
    let judge = server.person("judge", Role::Moderator).await;
    (server, ada, ben, judge, at)
}

#[tokio::test]
async fn a_removal_that_gives_things_up_is_seen_before_the_next_turn() {
    let (server, ada, _, judge, at) = moderated().await;
    let game = pages_of(&at);
    let board = ada.get(&format!("{game}/board.png")).await.bytes;
    let seq = rule(
        &judge,
        &at,
        json!({"do": "remove", "seat": 1, "keep": false}),
    )
    .await;
    let now = ada.get(&format!("{game}/board.png")).await.bytes;
    assert_ne!(now, board);
    let shown = page(&ada, &game).await;
    let address = format!("{game}/board.png?mark=1&#38;drawn={seq}");
    assert!(shown.contains(&address), "no {address} in {shown}");

    let history = page(&server.visitor(), &format!("{game}/audit")).await;
    let thumbs = pictures(&history, &format!("/audit/{seq}/"));
    assert_eq!(thumbs.len(), 2, "{history}");
    let mut boards = Vec::new();
    for (side, expected) in [("before", &board), ("after", &now)] {
        let address = format!("{game}/audit/{seq}/{side}.png");
        let picture = server.visitor().get(&address).await;
        assert_eq!((picture.status, &picture.bytes), (200, expected), "{side}");
        assert_eq!(picture.header(header::CACHE_CONTROL), "no-cache");
        boards.push(
            server
                .visitor()
                .get(&format!("{address}?mark=1"))
                .await
                .bytes,
        );
    }
    // Both are marked where it changed.
    assert!(boards[0] != board && boards[1] != now);
    for address in ["99/after.png", "0/before.png", "1/beside.png"] {
        let answer = server
            .visitor()
            .get(&format!("{game}/audit/{address}"))
            .await;
        assert_eq!(answer.status, 404, "{address}");
    }
    // Entry 1 makes the match: there is no board before it.
    assert_eq!(
        ada.get(&format!("{game}/audit/1/before.png")).await.status,
        404
    );
}

#[tokio::test]
async fn a_pause_is_told_with_its_end_and_has_a_list_of_its_own() {
    let (server, ada, _, judge, at) = moderated().await;
    let until = "2026-03-03T18:00:00.000Z";
    rule(&judge, &at, json!({"do": "pause", "until": until})).await;
    let told = "paused until Tue 3 Mar, 18:00 GMT";
    for client in [&ada, &server.visitor()] {
        assert!(page(client, &pages_of(&at)).await.contains(told));
        let lobby = page(client, "/").await;
        assert!(lobby.contains("<h2 id=\"paused\">Paused</h2>"), "{lobby}");
        assert!(lobby.contains(told), "{lobby}");
        let alone = page(client, "/?state=paused").await;
        assert!(
            alone.contains("aria-current=\"page\">Paused</a>"),
            "{alone}"
        );
        assert!(alone.contains(&pages_of(&at)));
    }
    let helios = json!({"game": "helios", "title": "Suns", "options": {"side": "bottom"}});
    let made = ada.post("/api/v1/matches", &helios).await;
    let helios = format!("/api/v1/matches/{}", made.is(201)["id"].as_str().unwrap());
    judge
        .post(&format!("{helios}/seats"), &json!({}))
        .await
        .is(201);
    rule(&judge, &helios, json!({"do": "pause", "until": until})).await;
    assert!(page(&ada, &pages_of(&helios)).await.contains(told));
}

#[tokio::test]
async fn a_struck_turn_says_who_ruled_and_why_in_thread_and_feed() {
    let (server, ada, ben, judge, at) = moderated().await;
    let game = pages_of(&at);
    server.set("02T09:00:00.000");
    ada.play(&at, &["move b13 c13"]).await.is(201);
    server.set("02T10:00:00.000");
    let seq = rule(&judge, &at, json!({"do": "revert", "to": 2})).await;
    let told = "undone by judge (moderator), “It was agreed.”";
    let entry = format!("{game}/audit?seq={seq}#e{seq}");
    for path in [game.clone(), format!("{game}/turns/3")] {
        let shown = page(&ben, &path).await;
        assert!(shown.contains(told), "{shown}");
        assert!(shown.contains(&format!("href=\"{entry}\"")), "{shown}");
    }
    for feed in ["/feed.atom".to_owned(), format!("{game}/feed.atom")] {
        let feed = page(&server.visitor(), &feed).await;
        assert!(feed.contains("turn 3 (struck through)</title>"), "{feed}");
        assert!(!feed.contains("turn 2 (struck through)"), "{feed}");
        assert!(feed.contains(told), "{feed}");
        assert!(
            feed.contains(&format!("https://play.example{entry}")),
            "{feed}"
        );
        // Readers look at it again.
        assert!(
            feed.contains("<updated>2026-03-02T10:00:00.000Z</updated>"),
            "{feed}"
        );
    }
    server.set("02T11:00:00.000");
    ben.play(&at, &["move g12 f12"]).await.is(201);
    ben.delete(&format!("{at}/turns/4")).await.is(204);
    assert!(page(&ada, &game).await.contains("ben took it back"));
}

#[tokio::test]
async fn whoever_rules_in_a_match_that_they_play_in_is_marked() {
    let (_server, ada, _, judge, at) = moderated().await;
    rule(&judge, &at, json!({"do": "pause"})).await;
    rule(&judge, &at, json!({"do": "resume"})).await;
    judge.join(&at, "#2e9e44", &["join a1"]).await.is(201);
    let seq = rule(&judge, &at, json!({"do": "pause"})).await;
    let history = page(&ada, &format!("{}/audit", pages_of(&at))).await;
    let marked: Vec<&str> = history
        .split("<tr ")
        .filter(|row| row.contains("plays in this match"))
        .collect();
    assert_eq!(marked.len(), 1, "{history}");
    assert!(marked[0].contains(&format!("id=\"e{seq}\"")));
}
