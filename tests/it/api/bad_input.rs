//! Whatever is sent gets a clear answer.

use axum::body::Body;
use axum::http::{Method, Request, header};
use serde_json::{Value, json};

use super::server::{BLUE, Server};

#[tokio::test]
async fn bodies_that_are_not_what_is_asked_for_are_malformed() {
    let server = Server::new().await;
    let (ada, _, at) = server.joined(json!({})).await;
    let turns = format!("{at}/turns");
    for (text, named) in [
        ("", "object"),
        ("{", "EOF"),
        ("null", "object"),
        ("[1,[\"move b13 c13\"]]", "object"),
        ("{\"seq\":1,\"turn\":[]} more", "trailing"),
        ("{\"seq\":1}", "turn"),
        ("{\"seq\":\"1\",\"turn\":[]}", "seq"),
        ("{\"seq\":-1,\"turn\":[]}", "seq"),
        ("{\"seq\":1.5,\"turn\":[]}", "seq"),
        ("{\"seq\":1,\"turn\":\"move b13 c13\"}", "turn"),
        ("{\"seq\":1,\"turn\":[\"move b13 c13\",7]}", "turn[1]"),
        ("{\"seq\":1,\"turn\":[[]]}", "turn[0]"),
        ("{\"seq\":1,\"turn\":[],\"post\":{}}", "post"),
        ("{\"seq\":1,\"turn\":[],\"color\":\"#zzz\"}", "color"),
        ("{\"seq\":1,\"turn\":[],\"color\":\"blue\"}", "color"),
        ("{\"seq\":1,\"turn\":[],\"post\":\"\\ud800\"}", "post"),
        ("{\"seq\":1,\"seq\":2,\"turn\":[]}", "seq"),
    ] {
        let refused = ada.post_text(&turns, text).await;
        let detail = refused.is_problem(400, "malformed")["detail"]
            .as_str()
            .unwrap();
        assert!(detail.contains(named), "{text}: {detail}");
    }
    let deep = "[".repeat(100_000);
    ada.post_text(&turns, deep)
        .await
        .is_problem(400, "malformed");
    ada.post_text(&turns, vec![0xff, 0xfe, 0x00])
        .await
        .is_problem(400, "malformed");
    for color in ["#zzz", "#33", "3388ff", "#3388ff00", ""] {
        ada.announce(&at, json!({"color": color}))
            .await
            .is_problem(400, "malformed");
    }
    let seat = json!({"turn": [], "seat": 8});
    ada.post(&format!("{at}/check"), &seat)
        .await
        .is_problem(400, "malformed");
    ada.put(&format!("{at}/draft"), &json!({"turn": 1}))
        .await
        .is_problem(400, "malformed");
}

#[tokio::test]
async fn steps_that_cannot_be_read_are_named() {
    let server = Server::new().await;
    let (ada, _, at) = server.joined(json!({})).await;
    server.set("02T09:00:00.000");
    for (step, code) in [
        ("", "unknown_step"),
        ("fly b13", "unknown_step"),
        ("move b13", "unknown_step"),
        ("move b13 c13; move c13 c12", "unknown_step"),
        ("move b13 c13 # a comment", "unknown_step"),
        ("move b13\nc13", "unknown_step"),
        ("move b13 c013", "bad_square"),
        ("move b13 🦇", "bad_square"),
        ("spawn", "nothing_to_spawn"),
        ("attack b13 sideways", "unknown_step"),
    ] {
        let refused = ada.play(&at, &[step]).await;
        assert_eq!(refused.is_problem(422, code)["step"], 0, "{step}");
    }
    for step in [
        "move b13 z99",
        "move z99 b13",
        "claim b13 z99",
        "attack z99 up",
        "spawn a13>z99",
    ] {
        let refused = ada.play(&at, &[step]).await;
        assert_eq!(
            (refused.status, &refused.body["step"]),
            (422, &json!(0)),
            "{step}"
        );
    }
}

#[tokio::test]
async fn much_is_refused_without_harm() {
    let server = Server::new().await;
    let (ada, _, at) = server.joined(json!({})).await;
    server.set("02T09:00:00.000");
    let turns = format!("{at}/turns");
    let huge = "x".repeat(10 * 1024 * 1024);
    ada.post_text(&turns, huge.clone())
        .await
        .is_problem(413, "too_large");
    let post = json!({"seq": 5, "turn": ["move b13 c13"], "post": huge});
    ada.post(&turns, &post).await.is_problem(413, "too_large");
    let many = vec!["move b13 c13"; 10_000];
    let refused = ada.play(&at, &many).await;
    assert_eq!(refused.is_problem(422, "no_unit")["step"], 1);
    let tried = ada
        .post(&format!("{at}/check"), &json!({"turn": many}))
        .await;
    assert_eq!(tried.is(200)["step"], 1);
    let there_and_back = ["move b13 c13", "move c13 b13"].repeat(5_000);
    let refused = ada.play(&at, &there_and_back).await;
    assert_eq!(refused.is_problem(422, "no_actions_left")["step"], 2);
    let long =
        json!({"seq": ada.seq(&at).await, "turn": ["move b13 c13"], "post": "é".repeat(10_001)});
    assert_eq!(
        ada.post(&turns, &long).await.is_problem(422, "bad_text")["field"],
        "post"
    );
    let longest =
        json!({"seq": ada.seq(&at).await, "turn": ["move b13 c13"], "post": "é".repeat(10_000)});
    ada.post(&turns, &longest).await.is(201);
}

#[tokio::test]
async fn names_that_hide_something_are_refused() {
    let server = Server::new().await;
    let visitor = server.visitor();
    for name in [
        "a\u{202e}da",
        "a\u{200b}da",
        "a\u{2066}da",
        "a",
        "<script>",
        "a\u{0}b",
    ] {
        let account = json!({"name": name, "password": "correct horse battery"});
        let refused = visitor.post("/api/v1/accounts", &account).await;
        assert_eq!(refused.is_problem(422, "bad_name")["field"], "name");
    }
    // In a text such letters are the author's own business; they come back as they were sent.
    let ada = server.player("ada").await;
    let at = server.a_match(&ada, json!({})).await;
    let post = "read \u{202e}backwards";
    let turn = json!({"seq": 1, "turn": ["join a13"], "color": BLUE, "post": post});
    ada.post(&format!("{at}/turns"), &turn).await.is(201);
    assert_eq!(
        ada.get(&format!("{at}/turns/1")).await.is(200)["post"],
        post
    );
}

#[tokio::test]
async fn addresses_that_are_none_are_not_found() {
    let server = Server::new().await;
    let ada = server.player("ada").await;
    let nowhere = "/api/v1/matches/0123456789abcdef";
    let turn = json!({"seq": 1, "turn": ["join a13"], "color": BLUE});
    for at in [
        nowhere,
        "/api/v1/matches/NOT-AN-ID",
        "/api/v1/matches/..%2f..%2fetc",
        "/api/v1/nothing",
    ] {
        ada.get(at).await.is_problem(404, "not_found");
    }
    ada.post(&format!("{nowhere}/turns"), &turn)
        .await
        .is_problem(404, "not_found");
    ada.announce(nowhere, json!({}))
        .await
        .is_problem(404, "not_found");
    ada.delete(&format!("{nowhere}/announcement"))
        .await
        .is_problem(404, "not_found");
    ada.get(&format!("{nowhere}/turns/1"))
        .await
        .is_problem(404, "not_found");
    ada.get(&format!("{nowhere}/events"))
        .await
        .is_problem(404, "not_found");
    ada.put(&format!("{nowhere}/draft"), &json!({"turn": []}))
        .await
        .is_problem(404, "not_found");
    ada.post(&format!("{nowhere}/check"), &json!({"turn": []}))
        .await
        .is_problem(404, "not_found");
}

#[tokio::test]
async fn other_methods_and_media_are_refused() {
    let server = Server::new().await;
    let (ada, _, at) = server.joined(json!({})).await;
    let request = Request::builder()
        .method(Method::PATCH)
        .uri(&at)
        .body(Body::empty());
    let refused = ada.send(request.unwrap()).await;
    refused.is_problem(405, "method_not_allowed");
    assert!(refused.header(header::ALLOW).contains("GET"));
    let form = Request::post(format!("{at}/turns"))
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
        .body(Body::from("seq=1"));
    ada.send(form.unwrap())
        .await
        .is_problem(415, "unsupported_media");
    let none = Request::post(format!("{at}/turns"))
        .body(Body::from("{}"))
        .unwrap();
    ada.send(none).await.is_problem(415, "unsupported_media");
}

#[tokio::test]
async fn another_sites_page_may_do_nothing() {
    let server = Server::new().await;
    let (ada, _, at) = server.joined(json!({})).await;
    let request = Request::post(format!("{at}/announcement"))
        .header(header::CONTENT_TYPE, "application/json")
        .header("Sec-Fetch-Site", "cross-site")
        .header(header::ORIGIN, "https://elsewhere.example")
        .body(Body::from(Value::to_string(&json!({}))));
    let refused = ada.send(request.unwrap()).await;
    assert_eq!(refused.status, 403);
}
