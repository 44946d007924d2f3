//! Players' own sprites that a moderator hides: drawn as by default, in old pictures too.

use axum::http::header;
use daykeeper::ids::{MatchId, Role};
use serde_json::{Value, json};

use crate::api::server::{Answer, Client, Server};

const ENGINEER: &str = "/api/v1/me/sprites/engineer";

/// A sprite like no default one: a frame in the player's colour.
fn frame() -> Vec<String> {
    let side = "c..........c".to_owned();
    let mut lines = vec![side; 12];
    lines[0] = "c".repeat(12);
    lines[11] = "c".repeat(12);
    lines
}

async fn wears(client: &Client, lines: &[String]) -> Answer {
    client.put(ENGINEER, &json!({"lines": lines})).await
}

async fn rule(judge: &Client, at: &str, mut ruling: Value) -> Answer {
    ruling["reason"] = json!("It is a rude word.");
    judge.post(&format!("{at}/rulings"), &ruling).await
}

async fn picture(at: &str, client: &Client, rest: &str) -> Answer {
    let answer = client
        .get(&format!("{}{rest}", at.replace("/api/v1", "")))
        .await;
    assert_eq!(answer.status, 200, "{rest}");
    answer
}

async fn page(at: &str, client: &Client, rest: &str) -> String {
    let answer = picture(at, client, rest).await;
    String::from_utf8_lossy(&answer.bytes).into_owned()
}

/// A match whose third turn shows ada's frame, and a moderator.
async fn framed() -> (Server, Client, Client, Client, String) {
    let server = Server::new().await;
    let (ada, ben, at) = server.joined(json!({})).await;
    let judge = server.person("judge", Role::Moderator).await;
    wears(&ada, &frame()).await.is(200);
    server.set("02T09:00:00.000");
    ben.play(&at, &["move g12 f12"]).await.is(201);
    (server, ada, ben, judge, at)
}

#[tokio::test]
async fn a_hidden_sprite_is_drawn_as_the_default_one_everywhere() {
    let (server, ada, _, judge, at) = framed().await;
    let rude = picture(&at, &ada, "/turns/3.png").await;
    let rude_replay = picture(&at, &ada, "/replay.png").await;
    let newest = picture(&at, &ada, "/board.png").await;
    assert!(
        page(&at, &ada, "")
            .await
            .contains("<path fill=\"var(--c)\"")
    );
    let foreseen = rule(
        &judge,
        &at,
        json!({"do": "reset_sprites", "seat": 0, "preview": true}),
    );
    assert_eq!(foreseen.await.is(200)["affected"], json!(["ada"]));
    assert_eq!(picture(&at, &ada, "/turns/3.png").await.bytes, rude.bytes);

    let ruled = rule(&judge, &at, json!({"do": "reset_sprites", "seat": 0})).await;
    assert_eq!(ruled.is(201)["kind"], "sprites_reset");
    assert_eq!(ruled.body["seat"], 0);
    let seq = ruled.body["seq"].as_u64().unwrap();
    for (rest, old) in [
        ("/turns/3.png", &rude),
        ("/board.png", &newest),
        ("/replay.png", &rude_replay),
    ] {
        let now = picture(&at, &ada, rest).await;
        assert_ne!(now.bytes, old.bytes, "{rest}");
        assert_ne!(now.header(header::ETAG), old.header(header::ETAG), "{rest}");
    }
    assert!(
        !page(&at, &ada, "")
            .await
            .contains("<path fill=\"var(--c)\"")
    );
    let entry = format!("drawn={seq}");
    assert!(page(&at, &ada, "").await.contains(&entry));
    assert!(page(&at, &ada, "/turns/3").await.contains(&entry));
    server.app.store.verify(id_of(&at), |_| {}).await.unwrap();
}

#[tokio::test]
async fn only_addresses_that_may_be_kept_with_the_old_picture_are_asked_for_again() {
    let (server, ada, _, judge, at) = framed().await;
    let keep = "public, max-age=31536000, immutable";
    let caching = async |rest: &str| {
        let answer = picture(&at, &ada, rest).await;
        answer.header(header::CACHE_CONTROL).to_owned()
    };
    assert_eq!(caching("/turns/3.png").await, keep);
    let ruled = rule(&judge, &at, json!({"do": "reset_sprites", "seat": 0})).await;
    let seq = ruled.is(201)["seq"].as_u64().unwrap();
    assert_eq!(caching("/turns/3.png").await, "no-cache");
    assert_eq!(
        caching(&format!("/turns/3.png?drawn={}", seq - 1)).await,
        "no-cache"
    );
    assert_eq!(caching(&format!("/turns/3.png?drawn={seq}")).await, keep);
    server.set("03T09:00:00.000");
    ada.play(&at, &["move b13 c13"]).await.is(201);
    assert_eq!(caching("/turns/4.png").await, keep);
}

#[tokio::test]
async fn the_player_has_lost_the_sprite_and_may_paint_another() {
    let (server, ada, ben, judge, at) = framed().await;
    let default = picture(&at, &ada, "/turns/2.png").await;
    rule(
        &judge,
        &at,
        json!({"do": "reset_sprites", "seat": 0, "kind": "soldier"}),
    )
    .await
    .is_problem(404, "not_found");
    rule(
        &judge,
        &at,
        json!({"do": "reset_sprites", "seat": 0, "kind": "engineer"}),
    )
    .await
    .is(201);
    let own = ada.get("/api/v1/me/sprites").await;
    assert!(
        own.is(200)["sprites"]
            .as_array()
            .unwrap()
            .iter()
            .all(|one| one["own"] == false)
    );
    // Painted again, it stays hidden here; another one is shown.
    wears(&ada, &frame()).await.is(200);
    server.set("03T09:00:00.000");
    ben.play(&at, &["move f12 g12"]).await.is(201);
    let fourth = picture(&at, &ada, "/turns/4.png").await;
    assert_eq!(board_of(&fourth), board_of(&default));
    let mut other = frame();
    other[5] = "cc.cc..cc.cc".to_owned();
    wears(&ada, &other).await.is(200);
    ada.play(&at, &["move b13 c13"]).await.is(201);
    server.set("04T09:00:00.000");
    ada.play(&at, &["move c13 b13"]).await.is(201);
    assert_ne!(
        board_of(&picture(&at, &ada, "/turns/6.png").await),
        board_of(&default)
    );
    server.app.store.verify(id_of(&at), |_| {}).await.unwrap();
}

#[tokio::test]
async fn only_moderators_hide_sprites() {
    let server = Server::new().await;
    let (host, ada) = (server.player("host").await, server.player("ada").await);
    let at = server.a_match(&host, json!({})).await;
    wears(&ada, &frame()).await.is(200);
    ada.join(&at, "#3388ff", &["join a13", "spawn a13>b13"])
        .await
        .is(201);
    for client in [&host, &ada] {
        rule(client, &at, json!({"do": "reset_sprites", "seat": 0}))
            .await
            .is_problem(403, "moderators_only");
    }
}

/// The pixels alone: chunks of text name the turn.
fn board_of(picture: &Answer) -> Vec<u8> {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(&picture.bytes));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut bytes).unwrap();
    bytes
}

fn id_of(at: &str) -> MatchId {
    at.rsplit('/').next().unwrap().parse().unwrap()
}
