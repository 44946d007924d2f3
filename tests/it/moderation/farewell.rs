//! Deleting one's own account: what goes, and what stays.

use axum::body::Body;
use axum::http::Method;
use daykeeper::cli::verify::verify;
use daykeeper::ids::{MatchId, Role};
use daykeeper::service::{NewGame, NewHelios, NewMatch};
use serde_json::{Value, json};

use super::{Town, play};
use crate::app::{App, Client, PASSWORD};

async fn delete(client: &Client<'_>) -> u16 {
    let password = Body::from(json!({"password": PASSWORD}).to_string());
    let json = client.clone().with("content-type", "application/json");
    let done = json.send(Method::DELETE, "/api/v1/me", password).await;
    done.status.as_u16()
}

async fn shown(app: &App, id: MatchId) -> Value {
    app.visitor()
        .get(&format!("/api/v1/matches/{id}"))
        .await
        .json()
}

/// No page or feed of a match, or of the site, has any of these words.
async fn nothing_is_shown_of(app: &App, id: MatchId, words: &[&str]) {
    for path in [
        format!("/matches/{id}"),
        format!("/matches/{id}/turns/1"),
        format!("/matches/{id}/audit"),
        format!("/matches/{id}/feed.atom"),
        "/feed.atom".to_owned(),
        "/".to_owned(),
    ] {
        let page = app.visitor().get(&path).await;
        assert_eq!(page.status, 200, "{path}");
        for word in words {
            assert!(!page.body.contains(word), "{path}: {}", page.body);
        }
    }
}

#[tokio::test]
async fn the_name_and_what_was_written_go_and_the_turns_stay() {
    let app = App::new().await;
    let town = Town::of(&app).await;
    let id = town.a_match().await;
    let steps = ["join a13", "spawn a13>b13"];
    let turn = json!({"color": "#3388ff", "post": "I live in Lantern Street."});
    assert_eq!(play(&town.player, id, &steps, turn).await.status, 201);
    let turn = json!({"color": "#d55e00", "post": "Welcome."});
    assert_eq!(play(&town.other, id, &["join q1"], turn).await.status, 201);
    let draft = Body::from(json!({"turn": ["move b13 c13"]}).to_string());
    let json = town.player.clone().with("content-type", "application/json");
    let path = format!("/api/v1/matches/{id}/draft");
    assert_eq!(json.send(Method::PUT, &path, draft).await.status, 200);
    app.set("2026-03-02T12:00:00Z");
    let announced = town
        .player
        .post(&format!("/api/v1/matches/{id}/announcement"), &json!({}))
        .await;
    assert_eq!(announced.status, 201, "{}", announced.body);

    assert_eq!(delete(&town.player).await, 204);
    let game = shown(&app, id).await;
    assert_eq!(game["seats"][0]["name"], Value::Null);
    assert_eq!(game["announcement"], Value::Null);
    assert_eq!(game["host"], "former player");
    assert_eq!(town.kinds(id).await.last().unwrap(), "left");
    let turn = app
        .visitor()
        .get(&format!("/api/v1/matches/{id}/turns/1"))
        .await
        .json();
    assert_eq!(
        (&turn["name"], &turn["post"]),
        (&json!("former player"), &Value::Null)
    );
    assert_eq!(turn["steps"], json!(steps));
    nothing_is_shown_of(&app, id, &["Brindle", "Lantern Street"]).await;
    // Other people's words stay, and everything still fits.
    app.visitor()
        .get(&format!("/matches/{id}"))
        .await
        .assert_page(200, "Welcome.");
    verify(&app.store, None).await.unwrap();
    let file = app.file().await;
    for table in [
        "sessions",
        "drafts",
        "player_sprites",
        "refusals",
        "sightings",
    ] {
        let text = format!("SELECT COUNT(*) FROM {table} WHERE account_id = $1");
        let left: i64 = sqlx::query_scalar(sqlx::AssertSqlSafe(text))
            .bind(town.brindle.id.as_str())
            .fetch_one(&file)
            .await
            .unwrap();
        assert_eq!(left, 0, "{table}");
    }
    // The name is free.
    app.register("Brindle").await;
}

#[tokio::test]
async fn a_newcomers_hold_is_given_back_and_broken_off_departures_are_made_up_for() {
    let app = App::new().await;
    let town = Town::of(&app).await;
    let id = town.a_match().await;
    let path = format!("/api/v1/matches/{id}/announcement");
    let held = town.other.post(&path, &json!({"color": "#3388ff"})).await;
    assert_eq!(held.status, 201);
    // The server stops between the two commits.
    let orchard = app.accounts.find("tin orchard").await.unwrap().unwrap();
    app.accounts.close(&orchard, PASSWORD).await.unwrap();
    assert_eq!(town.kinds(id).await, ["created", "announced"]);
    app.matches.record_departures().await.unwrap();
    assert_eq!(town.kinds(id).await, ["created", "announced", "withdrawn"]);
    assert_eq!(shown(&app, id).await["announcement"], Value::Null);
    verify(&app.store, None).await.unwrap();
}

#[tokio::test]
async fn a_side_of_helios_becomes_vacant_and_a_challenge_is_withdrawn() {
    let app = App::new().await;
    let town = Town::of(&app).await;
    let asked = || NewMatch {
        title: "Suns".to_owned(),
        game: NewGame::Helios(NewHelios::default()),
        ..NewMatch::default()
    };
    let open = app
        .matches
        .create_match(&town.brindle, asked())
        .await
        .unwrap();
    let begun = app
        .matches
        .create_match(&town.brindle, asked())
        .await
        .unwrap();
    let seats = format!("/api/v1/matches/{begun}/seats");
    assert_eq!(town.other.post(&seats, &json!({})).await.status, 201);
    assert_eq!(delete(&town.player).await, 204);
    assert_eq!(shown(&app, open).await["state"], "over");
    assert_eq!(town.kinds(begun).await.last().unwrap(), "left");
    let game = shown(&app, begun).await;
    assert_eq!(game["state"], "running");
    let names: Vec<_> = game["seats"]
        .as_array()
        .unwrap()
        .iter()
        .map(|seat| &seat["name"])
        .collect();
    assert!(names.contains(&&Value::Null), "{game}");
    verify(&app.store, None).await.unwrap();
}

#[tokio::test]
async fn the_only_administrator_stays() {
    let app = App::new().await;
    let town = Town::of(&app).await;
    let fields = [("password", PASSWORD), ("sure", "1")];
    let refused = town.admin.post_form("/me/delete", &fields).await;
    refused.assert_page(403, "You are the only administrator");
    assert_eq!(delete(&town.admin).await, 403);
    app.accounts
        .set_role("wickerlamp", Role::Admin)
        .await
        .unwrap();
    assert_eq!(delete(&town.admin).await, 204);
}

#[tokio::test]
async fn a_stream_ends_with_the_account_that_follows_it() {
    let app = App::new().await;
    let town = Town::of(&app).await;
    let id = town.a_match().await;
    let live = format!("/matches/{id}/live");
    let follow = town.player.get(&live);
    let leave = async {
        while app.state.followers.of(id) == 0 {
            tokio::task::yield_now().await;
        }
        delete(&town.player).await
    };
    let (stream, status) = tokio::join!(follow, leave);
    assert_eq!((stream.status.as_u16(), status), (200, 204));
    assert!(stream.body.contains("event: watching"), "{}", stream.body);
}
