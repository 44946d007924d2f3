//! Making matches, finding them and looking at them.

use axum::http::header::LOCATION;
use daykeeper::ids::Role;
use serde_json::{Value, json};

use super::server::{BLUE, Client, GREEN, Server};

#[tokio::test]
async fn a_new_match_is_shown_whole() {
    let server = Server::new().await;
    let ada = server.player("ada").await;
    let wanted = json!({"game": "abaddon", "title": " Spring  halls ", "unknown": 1});
    let made = ada.post("/api/v1/matches", &wanted).await;
    let body = made.is(201);
    let id = body["id"].as_str().unwrap();
    assert_eq!(made.header(LOCATION), format!("/api/v1/matches/{id}"));
    let expected = json!({
        "id": id,
        "game": "abaddon",
        "title": "Spring halls",
        "host": "ada",
        "state": "open",
        "joinable": true,
        "seq": 1,
        "turns": 0,
        "position": {"doors": {}, "units": [], "walls": [], "winner": null},
        "seats": [],
        "announcement": null,
        "options": {
            "level": "halls-of-abaddon", "actions": 2, "units_per_airlock": 2,
            "walls_per_airlock": 2, "doors_to_win": 6, "seats": 8, "start_seats": 1,
            "clock": "daily", "period": "day", "window_minutes": 30, "twice_in_a_row": true,
            "takeback": true, "host_moderates": false, "visibility": "public",
        },
        "created_at": "2026-03-01T12:00:00.000Z",
        "picture": format!("https://play.example/matches/{id}/board.png"),
    });
    assert_eq!(*body, expected);
    let shown = server.visitor().get(&format!("/api/v1/matches/{id}")).await;
    assert_eq!(*shown.is(200), expected);
}

#[tokio::test]
async fn every_option_may_be_chosen() {
    let server = Server::new().await;
    let ada = server.player("ada").await;
    let options = json!({
        "level": "halls-of-abaddon", "actions": 3, "units_per_airlock": 1, "walls_per_airlock": 0,
        "doors_to_win": 2, "seats": 4, "start_seats": 2, "clock": "hourly", "period": null,
        "window_minutes": 5, "twice_in_a_row": true, "takeback": false, "host_moderates": true,
        "visibility": "unlisted",
    });
    let at = server.a_match(&ada, options.clone()).await;
    assert_eq!(ada.get(&at).await.is(200)["options"], options);
    let at = server
        .a_match(&ada, json!({"clock": "hourly", "period": 90}))
        .await;
    let shown = ada.get(&at).await;
    assert_eq!(shown.is(200)["options"]["period"], 90);
    assert_eq!(shown.body["options"]["window_minutes"], 15);
}

#[tokio::test]
async fn an_option_without_such_a_value_is_named() {
    let server = Server::new().await;
    let ada = server.player("ada").await;
    for (option, value) in [
        ("level", json!("nowhere")),
        ("actions", json!(0)),
        ("units_per_airlock", json!(7)),
        ("walls_per_airlock", json!(-1)),
        ("doors_to_win", json!(1_000)),
        ("seats", json!(9)),
        ("start_seats", json!(i64::MAX)),
        ("clock", json!("weekly")),
        ("period", json!("week")),
        ("period", json!(4)),
        ("window_minutes", json!(121)),
        ("visibility", json!("secret")),
        ("players", json!(["ada"])),
    ] {
        let wanted = json!({"game": "abaddon", "title": "x", "options": {option: value}});
        let refused = ada.post("/api/v1/matches", &wanted).await;
        assert_eq!(refused.is_problem(422, "bad_options")["field"], option);
    }
    let private = json!({"visibility": "private", "players": ["nobody at all"]});
    let wanted = json!({"game": "abaddon", "title": "x", "options": private});
    let refused = ada.post("/api/v1/matches", &wanted).await;
    assert_eq!(refused.is_problem(422, "bad_options")["field"], "players");
}

#[tokio::test]
async fn an_option_of_another_type_is_malformed_and_named() {
    let server = Server::new().await;
    let ada = server.player("ada").await;
    for (member, wanted) in [
        ("game", json!({"game": "chess", "title": "x"})),
        ("title", json!({"game": "abaddon", "title": 7})),
        ("title", json!({"game": "abaddon"})),
        (
            "options.seats",
            json!({"game": "abaddon", "title": "x", "options": {"seats": "4"}}),
        ),
        (
            "options.actions",
            json!({"game": "abaddon", "title": "x", "options": {"actions": 2.5}}),
        ),
        (
            "options.period",
            json!({"game": "abaddon", "title": "x", "options": {"period": true}}),
        ),
        (
            "options.players[1]",
            json!({"game": "abaddon", "title": "x", "options": {"players": ["ada", 1]}}),
        ),
        (
            "options",
            json!({"game": "abaddon", "title": "x", "options": []}),
        ),
        (
            "options",
            json!({"game": "abaddon", "title": "x", "options": "none"}),
        ),
    ] {
        let refused = ada.post("/api/v1/matches", &wanted).await;
        let detail = refused.is_problem(400, "malformed")["detail"]
            .as_str()
            .unwrap();
        assert!(detail.contains(member), "{member}: {detail}");
    }
}

#[tokio::test]
async fn a_title_must_be_one() {
    let server = Server::new().await;
    let ada = server.player("ada").await;
    for title in ["", "  ", &"x".repeat(81)] {
        let refused = ada
            .post(
                "/api/v1/matches",
                &json!({"game": "abaddon", "title": title}),
            )
            .await;
        assert_eq!(refused.is_problem(422, "bad_text")["field"], "title");
    }
    let wanted = json!({"game": "abaddon", "title": "x"});
    server
        .visitor()
        .post("/api/v1/matches", &wanted)
        .await
        .is_problem(401, "not_signed_in");
}

#[tokio::test]
async fn seats_tell_who_plays_and_when_they_may_again() {
    let server = Server::new().await;
    let (ada, _, at) = server.joined(json!({})).await;
    let shown = ada.get(&at).await;
    let body = shown.is(200);
    assert_eq!(
        (&body["state"], &body["turns"]),
        (&json!("running"), &json!(2))
    );
    assert_eq!(
        body["seats"][0],
        json!({"seat": 0, "name": "ada", "color": BLUE, "doors": 1, "units": 1,
               "next_turn_opens": "2026-03-02T00:00:00.000Z"})
    );
    assert_eq!(body["position"]["doors"], json!({"a13": 0, "g13": 1}));
    server.set("02T00:00:00.000");
    assert_eq!(
        ada.get(&at).await.is(200)["seats"][0]["next_turn_opens"],
        Value::Null
    );
}

async fn listed(client: &Client, query: &str) -> (Vec<String>, Value) {
    let answer = client.get(&format!("/api/v1/matches{query}")).await;
    let body = answer.is(200);
    let titles = body["matches"].as_array().unwrap().iter();
    let titles = titles.map(|found| found["title"].as_str().unwrap().to_owned());
    (titles.collect(), body["next"].clone())
}

#[tokio::test]
async fn lists_come_a_page_at_a_time() {
    let server = Server::new().await;
    let (ada, ben) = (server.player("ada").await, server.player("ben").await);
    for number in 1..=5 {
        server.set(&format!("01T12:0{number}:00.000"));
        let wanted = json!({"game": "abaddon", "title": format!("halls {number}")});
        let made = ada.post("/api/v1/matches", &wanted).await;
        let at = format!("/api/v1/matches/{}", made.is(201)["id"].as_str().unwrap());
        if number == 2 {
            ben.join(&at, GREEN, &["join a13"]).await.is(201);
        }
    }
    let visitor = server.visitor();
    let (first, next) = listed(&visitor, "?limit=2").await;
    assert_eq!(first, ["halls 5", "halls 4"]);
    let (second, next) = listed(
        &visitor,
        &format!("?limit=2&after={}", next.as_str().unwrap()),
    )
    .await;
    assert_eq!(second, ["halls 3", "halls 2"]);
    let (last, next) = listed(
        &visitor,
        &format!("?limit=2&after={}", next.as_str().unwrap()),
    )
    .await;
    assert_eq!((last, next), (vec!["halls 1".to_owned()], Value::Null));
    assert_eq!(
        listed(&visitor, "?state=running&game=abaddon").await.0,
        ["halls 2"]
    );
    assert_eq!(listed(&visitor, "?state=open").await.0.len(), 4);
    assert!(listed(&visitor, "?state=over").await.0.is_empty());
    assert!(listed(&visitor, "?state=paused").await.0.is_empty());
    assert_eq!(listed(&ben, "?mine=1").await.0, ["halls 2"]);
    assert_eq!(listed(&ben, "?mine=0").await.0.len(), 5);
}

#[tokio::test]
async fn a_list_that_cannot_be_asked_for_is_refused() {
    let server = Server::new().await;
    let visitor = server.visitor();
    for query in [
        "limit=0",
        "limit=101",
        "limit=-1",
        "limit=many",
        "after=x",
        "after=",
        "state=lost",
        "game=chess",
        "mine=perhaps",
        "limit=1&limit=2",
    ] {
        let refused = visitor.get(&format!("/api/v1/matches?{query}")).await;
        refused.is_problem(400, "malformed");
    }
    visitor
        .get("/api/v1/matches?mine=1")
        .await
        .is_problem(401, "not_signed_in");
}

#[tokio::test]
async fn a_private_match_is_nowhere_for_outsiders() {
    let server = Server::new().await;
    let (ada, ben, eve) = (
        server.player("ada").await,
        server.player("ben").await,
        server.player("eve").await,
    );
    let options = json!({"visibility": "private", "players": ["ben"]});
    let at = server.a_match(&ada, options).await;
    ada.join(&at, BLUE, &["join a13"]).await.is(201);
    for outsider in [&eve, &server.visitor()] {
        for path in ["", "/turns/1", "/events", "/events?limit=0"] {
            outsider
                .get(&format!("{at}{path}"))
                .await
                .is_problem(404, "not_found");
        }
        // Not even a body that cannot be read betrays that there is something.
        outsider
            .post_text(&format!("{at}/check"), "{")
            .await
            .is_problem(404, "not_found");
        assert!(listed(outsider, "").await.0.is_empty());
    }
    for path in ["turns", "announcement"] {
        eve.post_text(&format!("{at}/{path}"), "{")
            .await
            .is_problem(404, "not_found");
        ben.post_text(&format!("{at}/{path}"), "{")
            .await
            .is_problem(400, "malformed");
    }
    eve.put(&format!("{at}/draft"), &json!({"turn": []}))
        .await
        .is_problem(404, "not_found");
    eve.get(&format!("{at}/draft"))
        .await
        .is_problem(404, "not_found");
    eve.delete(&format!("{at}/draft"))
        .await
        .is_problem(404, "not_found");
    eve.delete(&format!("{at}/announcement"))
        .await
        .is_problem(404, "not_found");
    ben.get(&at).await.is(200);
    ben.join(&at, GREEN, &["join g13"]).await.is(201);
    let moderator = server.person("mona", Role::Moderator).await;
    moderator.get(&at).await.is(200);
    let refused = moderator.join(&at, GREEN, &["join g13"]).await;
    refused.is_problem(403, "not_yours");
}

#[tokio::test]
async fn the_record_is_read_a_stretch_at_a_time() {
    let server = Server::new().await;
    let (ada, _, at) = server.joined(json!({})).await;
    let first = ada.get(&format!("{at}/events?limit=3")).await;
    let body = first.is(200);
    assert_eq!(body["next"], 3);
    let whole = ada.get(&format!("{at}/events")).await;
    let events = whole.is(200)["events"].as_array().unwrap();
    assert_eq!(whole.body["next"], Value::Null);
    let kinds: Vec<_> = events
        .iter()
        .map(|event| event["kind"].as_str().unwrap())
        .collect();
    assert_eq!(kinds, ["created", "seated", "moved", "seated", "moved"]);
    assert_eq!(events[0]["prev"], "0".repeat(64));
    for (earlier, later) in events.iter().zip(&events[1..]) {
        assert_eq!(later["prev"], earlier["hash"]);
    }
    let rest = ada.get(&format!("{at}/events?after=3")).await;
    assert_eq!(rest.is(200)["events"], json!(events[3..]));
    for query in ["limit=0", "limit=101", "after=-1", "after=x"] {
        ada.get(&format!("{at}/events?{query}"))
            .await
            .is_problem(400, "malformed");
    }
    ada.get(&format!("{at}/events?after={}", u64::MAX))
        .await
        .is(200);
}
