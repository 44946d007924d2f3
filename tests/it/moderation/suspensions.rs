//! Suspending accounts, ending that, and roles: by the pages of moderators.

use axum::body::Body;
use axum::http::Method;
use daykeeper::ids::Role;
use daykeeper::service::ServiceError;
use daykeeper::service::accounts::Person;
use serde_json::json;

use super::{Town, play};
use crate::app::{App, PASSWORD};

#[tokio::test]
async fn whoever_is_suspended_acts_in_nothing() {
    let app = App::new().await;
    let town = Town::of(&app).await;
    let id = town.a_match().await;
    let done = town
        .measure(&town.judge, "suspend", &town.brindle, "Insults, twice.")
        .await;
    done.assert_leads_to(&format!("/moderation/accounts/{}", town.brindle.id));

    let path = format!("/api/v1/matches/{id}");
    let turn = json!({"seq": 1, "turn": ["join g1"], "color": "#3388ff"});
    let pause = json!({"do": "pause", "reason": "Because."});
    let another = json!({"game": "abaddon", "title": "Another", "options": {}});
    for (path, body) in [
        (format!("{path}/announcement"), json!({"color": "#3388ff"})),
        (format!("{path}/turns"), turn),
        (format!("{path}/rulings"), pause),
        (format!("{path}/leave"), json!({"confirm": true})),
        ("/api/v1/matches".to_owned(), another),
    ] {
        let refused = town.player.post(&path, &body).await;
        refused.assert_problem(403, "suspended");
        assert!(refused.body.contains("Insults, twice."), "{}", refused.body);
    }
    let sprite = json!({"lines": vec!["cccccccccccc"; 12]}).to_string();
    let json = town.player.clone().with("content-type", "application/json");
    for (method, body) in [
        (Method::PUT, Body::from(sprite)),
        (Method::DELETE, Body::empty()),
    ] {
        let refused = json.send(method, "/api/v1/me/sprites/soldier", body).await;
        refused.assert_problem(403, "suspended");
    }

    // The hosts of matches read what was refused, and not why the account is suspended.
    let noted = app
        .matches
        .newest_refusals(&town.wickerlamp, 9)
        .await
        .unwrap();
    assert!(!noted.is_empty());
    for (_, refusal) in noted {
        assert_eq!(refusal.code, "suspended");
        assert!(
            !refusal.sentence.contains("Insults"),
            "{}",
            refusal.sentence
        );
    }
}

#[tokio::test]
async fn whoever_is_suspended_logs_in_and_reads_why_and_loses_no_draft() {
    let app = App::new().await;
    let town = Town::of(&app).await;
    let id = town.a_match().await;
    town.measure(&town.judge, "suspend", &town.brindle, "Insults, twice.")
        .await;
    let path = format!("/api/v1/matches/{id}");
    let json = town.player.clone().with("content-type", "application/json");
    let draft = Body::from(json!({"turn": ["join g1"]}).to_string());
    let kept = json
        .send(Method::PUT, &format!("{path}/draft"), draft)
        .await;
    assert_eq!(kept.status, 200, "{}", kept.body);
    let fields = [("name", "Brindle"), ("password", PASSWORD), ("next", "/me")];
    app.visitor()
        .post_form("/login", &fields)
        .await
        .assert_leads_to("/me");
    town.player
        .get("/me")
        .await
        .assert_page(200, "Insults, twice.");
    let page = town.player.get(&format!("/matches/{id}")).await;
    page.assert_page(200, "Your account is suspended");

    town.measure(&town.judge, "unsuspend", &town.brindle, "Apologised.")
        .await;
    let announced = json!({"color": "#3388ff"});
    let answer = town
        .player
        .post(&format!("{path}/announcement"), &announced)
        .await;
    assert_eq!(answer.status, 201, "{}", answer.body);
}

#[tokio::test]
async fn what_is_not_there_and_what_is_not_ones_own_is_said_first() {
    let app = App::new().await;
    let town = Town::of(&app).await;
    let id = town.a_match().await;
    town.measure(&town.judge, "suspend", &town.brindle, "Insults.")
        .await;
    let nowhere = "/api/v1/matches/0000000000000000/announcement";
    town.player
        .post(nowhere, &json!({}))
        .await
        .assert_problem(404, "not_found");
    let turns = format!("/api/v1/matches/{id}/turns");
    let future = json!({"seq": 99, "turn": ["join g1"], "color": "#3388ff"});
    let malformed = town.player.post(&turns, &future).await;
    malformed.assert_problem(400, "malformed");
}

#[tokio::test]
async fn a_suspension_ends_the_announcement_by_a_ruling_that_everybody_reads() {
    let app = App::new().await;
    let town = Town::of(&app).await;
    let id = town.a_match().await;
    let path = format!("/api/v1/matches/{id}/announcement");
    let held = town.player.post(&path, &json!({"color": "#3388ff"})).await;
    assert_eq!(held.status, 201);
    let taken = town.other.post(&path, &json!({"color": "#d55e00"})).await;
    taken.assert_problem(409, "board_reserved");

    town.measure(&town.judge, "suspend", &town.brindle, "A private matter.")
        .await;
    assert_eq!(town.kinds(id).await, ["created", "announced", "lifted"]);
    let history = app.visitor().get(&format!("/matches/{id}/audit")).await;
    history.assert_page(200, "The account of whoever held the board was suspended.");
    assert!(history.body.contains("wickerlamp"));
    assert!(!history.body.contains("A private matter."));
    let now = town.other.post(&path, &json!({"color": "#d55e00"})).await;
    assert_eq!(now.status, 201, "{}", now.body);
    // Somebody else's hold is none of its business.
    app.matches.record_departures().await.unwrap();
    assert_eq!(town.kinds(id).await.len(), 4);
    app.store.verify(id, |_| ()).await.unwrap();
}

#[tokio::test]
async fn nobody_waits_for_the_turn_of_whoever_is_suspended() {
    let app = App::new().await;
    let town = Town::of(&app).await;
    let id = town.a_match().await;
    for (client, steps, colour) in [
        (&town.player, ["join a13", "spawn a13>b13"], "#3388ff"),
        (&town.other, ["join q1", "spawn q1>p1"], "#d55e00"),
    ] {
        let joined = play(client, id, &steps, json!({"color": colour})).await;
        assert_eq!(joined.status, 201, "{}", joined.body);
    }
    app.set("2026-03-02T12:00:00Z");
    let steps = ["move p1 p2"];
    let waits = play(&town.other, id, &steps, json!({})).await;
    waits.assert_problem(409, "twice_in_a_row");
    let opens = async || {
        let shown = app
            .visitor()
            .get(&format!("/api/v1/matches/{id}"))
            .await
            .json();
        shown["seats"][1]["next_turn_opens"].clone()
    };
    assert_eq!(opens().await, "2026-03-08T12:00:00.000Z");
    town.measure(&town.judge, "suspend", &town.brindle, "Gone.")
        .await;
    assert!(opens().await.is_null());
    let played = play(&town.other, id, &steps, json!({})).await;
    assert_eq!(played.status, 201, "{}", played.body);
    // What the referee was told is not needed to replay the match.
    town.measure(&town.judge, "unsuspend", &town.brindle, "Back.")
        .await;
    app.store.verify(id, |_| ()).await.unwrap();
}

#[tokio::test]
async fn a_measure_has_a_reason_and_the_page_keeps_what_was_typed() {
    let app = App::new().await;
    let town = Town::of(&app).await;
    let none = town
        .measure(&town.judge, "suspend", &town.brindle, " ")
        .await;
    none.assert_page(422, "Write a reason.");
    let long = "x".repeat(2_001);
    let refused = town
        .measure(&town.judge, "suspend", &town.brindle, &long)
        .await;
    refused.assert_page(422, &long);
    assert!(
        app.store
            .suspension(town.brindle.id)
            .await
            .unwrap()
            .is_none()
    );
}

#[tokio::test]
async fn moderators_act_on_players_administrators_on_everybody_and_nobody_on_themselves() {
    let app = App::new().await;
    let town = Town::of(&app).await;
    let (players, wickerlamp) = (&town.brindle, &town.wickerlamp);
    for (by, on, status) in [
        (&town.player, players, 403),
        (&town.other, players, 403),
        (&town.judge, players, 303),
        (&town.judge, wickerlamp, 403),
        (&town.judge, &town.ossa, 403),
        (&town.admin, wickerlamp, 303),
        (&town.admin, &town.ossa, 403),
    ] {
        let answer = town.measure(by, "suspend", on, "Because.").await;
        assert_eq!(answer.status.as_u16(), status, "{}", on.name);
    }
    let by_visitor = town
        .measure(&app.visitor(), "suspend", players, "Because.")
        .await;
    by_visitor.assert_page(401, "Log in");
    // Wickerlamp is suspended, and moderates nothing now.
    let unsuspend = town
        .measure(&town.judge, "unsuspend", players, "Because.")
        .await;
    unsuspend.assert_page(403, "Your account is suspended");
    let invite = app.matches.invite(&town.wickerlamp, 1, 1).await;
    assert!(
        matches!(invite, Err(ServiceError::Suspended { .. })),
        "{invite:?}"
    );
}

#[tokio::test]
async fn administrators_give_roles_and_the_site_keeps_one_of_them() {
    let app = App::new().await;
    let town = Town::of(&app).await;
    let give = async |by: &crate::app::Client<'_>, on: &Person, role: &str| {
        let path = format!("/moderation/accounts/{}/role", on.id);
        by.post_form(&path, &[("role", role)]).await.status.as_u16()
    };
    assert_eq!(give(&town.judge, &town.brindle, "moderator").await, 403);
    assert_eq!(give(&town.admin, &town.ossa, "player").await, 403);
    assert_eq!(give(&town.admin, &town.brindle, "admin").await, 303);
    let role = async |person: &Person| app.accounts.person(person.id).await.unwrap().unwrap().role;
    assert_eq!(role(&town.brindle).await, Role::Admin);
    assert_eq!(give(&town.player, &town.ossa, "moderator").await, 303);
    assert_eq!(role(&town.ossa).await, Role::Moderator);
    // Ossa's request that began before that leaves the site with its only administrator.
    let stale = app
        .matches
        .give_role(&town.ossa, town.brindle.id, Role::Player)
        .await;
    assert!(matches!(stale, Err(ServiceError::NotYours(_))), "{stale:?}");
    let stale = app
        .matches
        .suspend(&town.ossa, town.brindle.id, "Because.")
        .await;
    assert!(matches!(stale, Err(ServiceError::NotYours(_))), "{stale:?}");
    assert_eq!(role(&town.brindle).await, Role::Admin);
    assert!(
        app.store
            .suspension(town.brindle.id)
            .await
            .unwrap()
            .is_none()
    );
    app.store.verify_site_log().await.unwrap();
}

#[tokio::test]
async fn an_account_is_found_by_any_spelling_that_looks_the_same() {
    let app = App::new().await;
    let town = Town::of(&app).await;
    let found = town.judge.get("/moderation/accounts?name=BR1NDLE").await;
    found.assert_leads_to(&format!("/moderation/accounts/{}", town.brindle.id));
    let nobody = town.judge.get("/moderation/accounts?name=Nobody").await;
    nobody.assert_page(404, "Nobody is called");
    let other = town.other.get("/moderation/accounts?name=Brindle").await;
    other.assert_page(403, "Only moderators see this.");
}
