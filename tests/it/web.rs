//! What holds for every request, whatever it asks for.

use std::num::NonZeroU32;

use axum::body::Body;
use axum::http::Method;
use axum::routing::get;
use daykeeper::config::RateLimit;
use serde_json::json;

use crate::app::{Answer, App, PASSWORD, Settings};

const PAGES: [&str; 5] = ["/", "/login", "/register", "/me", "/nowhere"];

#[tokio::test]
async fn every_page_has_its_headers_and_a_fresh_nonce() {
    let app = App::new().await;
    let user = app.cookie_user("Brindle").await;
    let mut policies = Vec::new();
    for path in PAGES {
        let page = user.get(path).await;
        let policy = page.header("content-security-policy").to_owned();
        for part in [
            "default-src 'none'",
            "img-src 'self' data:",
            "form-action 'self'",
            "base-uri 'none'",
            "frame-ancestors 'none'",
        ] {
            assert!(policy.contains(part), "{path}: {policy}");
        }
        assert!(!policy.contains("unsafe"), "{path}: {policy}");
        assert_eq!(page.header("x-content-type-options"), "nosniff");
        assert_eq!(page.header("referrer-policy"), "same-origin");
        assert!(page.header("permissions-policy").contains("camera=()"));
        assert_eq!(page.header("x-request-id").len(), 16);
        policies.push(policy);
    }
    policies.sort();
    policies.dedup();
    assert_eq!(policies.len(), PAGES.len());
}

#[tokio::test]
async fn no_page_has_inline_styles_or_scripts() {
    let app = App::new().await;
    let user = app.cookie_user("Brindle").await;
    for path in PAGES {
        for client in [&user, &app.visitor()] {
            let page = client.get(path).await;
            assert!(!page.body.contains(" style="), "{path}");
            assert!(!page.body.contains("<script>"), "{path}");
            assert!(!page.body.contains(" onclick="), "{path}");
            assert!(!page.body.contains("<style>"), "{path}");
        }
    }
}

#[tokio::test]
async fn problems_are_json_under_api_and_pages_elsewhere() {
    let app = App::new().await;
    let visitor = app.visitor();
    visitor
        .get("/api/v1/nowhere")
        .await
        .assert_problem(404, "not_found");
    visitor
        .get("/nowhere")
        .await
        .assert_page(404, "Nothing behind this door");
    let wrong = visitor.delete("/api/v1/accounts").await;
    wrong.assert_problem(405, "method_not_allowed");
    assert_eq!(wrong.header("allow"), "POST");
    let wrong = visitor.delete("/login").await;
    wrong.assert_page(405, "method_not_allowed");
    assert_eq!(wrong.header("allow"), "GET,HEAD,POST");
    visitor
        .get("/api/v1/me")
        .await
        .assert_problem(401, "not_signed_in");
    let asked = visitor.get("/me?x=1").await;
    asked.assert_page(401, "name=\"next\" value=\"/me?x=1\"");
}

#[tokio::test]
async fn a_token_that_is_none_is_told_so_everywhere() {
    let app = App::new().await;
    let stranger = app.visitor().with("authorization", "Bearer dk_none");
    stranger
        .get("/api/v1/tokens")
        .await
        .assert_problem(401, "not_signed_in");
    stranger.get("/login").await.assert_page(401, "Log in");
    let proxy = app.visitor().with("authorization", "Basic eDp5");
    assert_eq!(proxy.get("/login").await.status, 200);
}

#[tokio::test]
async fn head_works_wherever_get_does() {
    let app = App::new().await;
    for path in [
        "/",
        "/login",
        "/nowhere",
        "/api/openapi.json",
        "/static/style.css",
        "/healthz",
    ] {
        let get = app.visitor().get(path).await;
        let head = app.visitor().send(Method::HEAD, path, Body::empty()).await;
        assert_eq!(head.status, get.status, "{path}");
        assert_eq!(
            head.header("content-type"),
            get.header("content-type"),
            "{path}"
        );
        assert_eq!(head.body, "", "{path}");
    }
}

#[tokio::test]
async fn bodies_that_cannot_be_read_are_told_apart() {
    let app = App::new().await;
    let json = app.visitor().with("content-type", "application/json");
    for body in [
        "",
        "{",
        "[]",
        "{\"name\": 7, \"password\": \"x\"}",
        "{\"name\": \"x\"}",
        "\u{0}",
    ] {
        let answer = json
            .send(Method::POST, "/api/v1/accounts", Body::from(body))
            .await;
        answer.assert_problem(400, "malformed");
    }
    let not_utf8 = json
        .send(
            Method::POST,
            "/api/v1/accounts",
            Body::from(vec![b'"', 0xff, b'"']),
        )
        .await;
    not_utf8.assert_problem(400, "malformed");
    let nested = "[".repeat(100_000);
    let deep = json
        .send(Method::POST, "/api/v1/accounts", Body::from(nested))
        .await;
    deep.assert_problem(400, "malformed");

    let body = json!({"name": "Brindle", "password": PASSWORD}).to_string();
    for media in ["text/plain", "application/x-www-form-urlencoded"] {
        let client = app.visitor().with("content-type", media);
        let answer = client
            .send(Method::POST, "/api/v1/accounts", Body::from(body.clone()))
            .await;
        answer.assert_problem(415, "unsupported_media");
    }
    let form = json.send(Method::POST, "/login", Body::from(body)).await;
    form.assert_page(415, "unsupported_media");
}

#[tokio::test]
async fn ten_megabytes_are_too_much() {
    let app = App::new().await;
    let large = || Body::from(vec![b'x'; 10 * 1024 * 1024]);
    let json = app.visitor().with("content-type", "application/json");
    let answer = json.send(Method::POST, "/api/v1/accounts", large()).await;
    answer.assert_problem(413, "too_large");
    let form = app
        .visitor()
        .with("content-type", "application/x-www-form-urlencoded");
    let answer = form.send(Method::POST, "/login", large()).await;
    answer.assert_page(413, "too_large");
}

#[tokio::test]
async fn forms_of_other_sites_are_refused() {
    let app = App::new().await;
    let user = app.cookie_user("Brindle").await;
    let fields = [("label", "planted")];
    for (name, value) in [
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", "same-site"),
        ("origin", "https://evil.example"),
        ("origin", "null"),
    ] {
        let forged = user
            .clone()
            .with("host", "localhost:8080")
            .with(name, value);
        let answer = forged.post_form("/me/tokens", &fields).await;
        answer.assert_page(403, "sent by another site");
        let answer = forged.post("/api/v1/tokens", &json!({})).await;
        answer.assert_problem(403, "cross_site");
    }
    let own = user
        .with("host", "localhost:8080")
        .with("origin", "http://localhost:8080");
    own.post_form("/me/tokens", &fields)
        .await
        .assert_page(200, "dk_");
}

#[tokio::test]
async fn whoever_is_too_fast_is_told_when_to_come_back() {
    let app = App::with(Settings {
        rate_limit: RateLimit::PerMinute(NonZeroU32::new(40).unwrap()),
        ..Settings::default()
    })
    .await;
    let guess = json!({"name": "Brindle", "password": "a wrong password", "label": "x"});
    for _ in 0..2 {
        let answer = app.visitor().post("/api/v1/tokens", &guess).await;
        answer.assert_problem(401, "bad_credentials");
    }
    let answer = app.visitor().post("/api/v1/tokens", &guess).await;
    answer.assert_problem(429, "slow_down");
    let seconds: u64 = answer.header("retry-after").parse().unwrap();
    assert!((1..=60).contains(&seconds), "{seconds}");
    // Whoever only looks is not meant.
    assert_eq!(app.visitor().get("/login").await.status, 200);
}

#[tokio::test]
async fn a_database_that_is_away_is_answered_with_503() {
    let app = App::new().await;
    let user = app.token_user("Brindle").await;
    app.store.close().await;
    let answer = user.get("/api/v1/me").await;
    answer.assert_problem(503, "unavailable");
    assert!(!answer.header("retry-after").is_empty());
    assert_eq!(app.visitor().get("/readyz").await.status, 503);
    assert_eq!(app.visitor().get("/healthz").await.status, 200);
}

#[tokio::test]
async fn operators_find_the_numbers() {
    let app = App::new().await;
    assert_eq!(app.visitor().get("/readyz").await.body, "ready\n");
    app.visitor().get("/login").await;
    let metrics = app.visitor().get("/metrics").await;
    assert!(
        metrics
            .header("content-type")
            .starts_with("text/plain; version=0.0.4")
    );
    assert!(
        metrics.body.contains("http_requests_total"),
        "{}",
        metrics.body
    );
    assert!(
        metrics.body.contains("route=\"/login\""),
        "{}",
        metrics.body
    );
}

#[tokio::test]
async fn static_files_are_kept_by_caches_as_long_as_they_are_true() {
    let app = App::new().await;
    let plain = app.visitor().get("/static/style.css").await;
    assert_eq!(plain.header("content-type"), "text/css; charset=utf-8");
    assert_eq!(plain.header("cache-control"), "public, no-cache");
    let etag = plain.header("etag").to_owned();
    assert!(etag.starts_with('"'));
    let known = app
        .visitor()
        .with("if-none-match", &etag)
        .get("/static/style.css")
        .await;
    assert_eq!((known.status.as_u16(), known.body.as_str()), (304, ""));

    let named = app
        .visitor()
        .get(&daykeeper::web::assets::url("style.css"))
        .await;
    assert_eq!(
        named.header("cache-control"),
        "public, max-age=31536000, immutable"
    );
    for path in [
        "/static/nothing.css",
        "/static/../Cargo.toml",
        "/static/%2e%2e/Cargo.toml",
    ] {
        assert_eq!(app.visitor().get(path).await.status, 404, "{path}");
    }
}

#[tokio::test]
async fn the_api_describes_itself() {
    let app = App::new().await;
    let description = app.visitor().get("/api/openapi.json").await.json();
    for (path, method) in [
        ("/api/v1/accounts", "post"),
        ("/api/v1/tokens", "get"),
        ("/api/v1/tokens/{id}", "delete"),
        ("/api/v1/me", "get"),
    ] {
        assert!(
            description["paths"][path][method].is_object(),
            "{method} {path}"
        );
    }
    app.visitor()
        .get("/api/docs")
        .await
        .assert_leads_to("/api/docs/");
    let docs = app.visitor().get("/api/docs/").await;
    assert_eq!(docs.status, 200);
    assert!(
        docs.header("content-security-policy")
            .contains("script-src 'self';")
    );
    assert_eq!(
        app.visitor().get("/api/docs/swagger-ui.css").await.status,
        200
    );
}

#[tokio::test]
async fn text_is_compressed_for_those_who_can_read_it() {
    let app = App::new().await;
    let client = app.visitor().with("accept-encoding", "gzip, br");
    let answer: Answer = client.get("/static/style.css").await;
    assert_eq!(answer.header("content-encoding"), "br");
}

async fn break_down() -> &'static str {
    panic!("the secret recipe")
}

#[tokio::test]
async fn a_panic_is_a_500_that_tells_nothing() {
    let app = App::new().await.and_route("/api/v1/boom", get(break_down));
    let answer = app.visitor().get("/api/v1/boom").await;
    answer.assert_problem(500, "broken");
    assert!(!answer.body.contains("recipe"));

    let app = App::new().await.and_route("/boom", get(break_down));
    let page = app.visitor().get("/boom").await;
    page.assert_page(500, page.header("x-request-id"));
    assert!(!page.body.contains("recipe"));
}
