//! A whole server on a clock that a test sets, asked as programs ask it.

use std::sync::Arc;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderName, Request, StatusCode, header};
use axum::response::Response;
use daykeeper::ids::{AccountId, PlayerName, Role};
use daykeeper::service::accounts::Person;
use daykeeper::store::accounts::NewAccount;
use daykeeper::web::followers::Followers;
use daykeeper::web::router;
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tower::ServiceExt;

use crate::app::{App, Settings};

pub(crate) const BLUE: &str = "#3388ff";
pub(crate) const ORANGE: &str = "#f0a000";
pub(crate) const GREEN: &str = "#2e9e44";

/// A server, and what programs need to ask it.
pub(crate) struct Server {
    pub(crate) app: App,
    router: Router,
    pub(crate) followers: Arc<Followers>,
}

/// Who asks; a visitor has no cookie.
#[derive(Clone)]
pub(crate) struct Client {
    router: Router,
    cookie: Option<String>,
}

/// What somebody is answered.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) bytes: Bytes,
    /// The body as JSON; `null` where it is none.
    pub(crate) body: Value,
}

impl Answer {
    /// A header as text; empty where it is missing.
    pub(crate) fn header(&self, name: HeaderName) -> &str {
        let value = self.headers.get(name).map(|value| value.to_str().unwrap());
        value.unwrap_or_default()
    }

    /// Asserts that this is a problem with a status and a code, in the form of RFC 9457.
    #[track_caller]
    pub(crate) fn is_problem(&self, status: u16, code: &str) -> &Value {
        let body = &self.body;
        assert_eq!(
            (self.status, &body["code"]),
            (status, &json!(code)),
            "{body}"
        );
        assert_eq!(
            self.header(header::CONTENT_TYPE),
            "application/problem+json"
        );
        assert_eq!(self.header(header::CACHE_CONTROL), "no-store");
        assert_eq!(body["status"], status);
        for member in ["type", "title", "detail"] {
            assert!(
                body[member].as_str().is_some_and(|text| !text.is_empty()),
                "{member}: {body}"
            );
        }
        body
    }

    /// Asserts that it was done.
    #[track_caller]
    pub(crate) fn is(&self, status: u16) -> &Value {
        assert_eq!(self.status, status, "{}", self.body);
        &self.body
    }
}

impl Server {
    /// A server at noon of 1 March 2026.
    pub(crate) async fn new() -> Self {
        let settings = Settings {
            public_url: "https://play.example",
            ..Settings::default()
        };
        let app = App::with(settings).await;
        let router = router::app(app.state.clone()).unwrap();
        let followers = Arc::clone(&app.state.followers);
        Self {
            app,
            router,
            followers,
        }
    }

    /// Sets the clock to a moment of March 2026 such as `02T00:10:00.000`.
    pub(crate) fn set(&self, moment: &str) {
        self.app.set(&format!("2026-03-{moment}Z"));
    }

    /// Somebody without an account.
    pub(crate) fn visitor(&self) -> Client {
        Client {
            router: self.router.clone(),
            cookie: None,
        }
    }

    /// Somebody new, signed in.
    pub(crate) async fn player(&self, name: &str) -> Client {
        self.person(name, Role::Player).await
    }

    /// Somebody new with a role, signed in.
    pub(crate) async fn person(&self, name: &str, role: Role) -> Client {
        let mut bytes = [0; 10];
        for (byte, letter) in bytes.iter_mut().zip(name.bytes().rev()) {
            *byte = letter;
        }
        let id = AccountId::from_random(bytes);
        let name: PlayerName = name.parse().unwrap();
        let created_at = "2026-01-01T00:00:00.000Z".parse().unwrap();
        let account = NewAccount {
            id,
            name: &name,
            password_hash: "none",
            role,
            created_at,
        };
        self.app.store.insert_account(account).await.unwrap();
        let person = Person {
            id,
            name: name.to_string(),
            role,
        };
        let secret = self.app.accounts.open_session(&person).await.unwrap();
        let cookie = Some(format!("__Host-daykeeper={}", secret.reveal()));
        Client {
            router: self.router.clone(),
            cookie,
        }
    }

    /// A match with some options, as its API address.
    pub(crate) async fn a_match(&self, host: &Client, options: Value) -> String {
        let wanted = json!({"game": "abaddon", "title": "Spring halls", "options": options});
        let made = host.post("/api/v1/matches", &wanted).await;
        format!("/api/v1/matches/{}", made.is(201)["id"].as_str().unwrap())
    }

    /// A match in which ada (blue) and ben (orange) have joined on 1 March.
    pub(crate) async fn joined(&self, options: Value) -> (Client, Client, String) {
        let (ada, ben) = (self.player("ada").await, self.player("ben").await);
        let at = self.a_match(&ada, options).await;
        ada.join(&at, BLUE, &["join a13", "spawn a13>b13"])
            .await
            .is(201);
        ben.join(&at, ORANGE, &["join g13", "spawn g13>g12"])
            .await
            .is(201);
        (ada, ben, at)
    }
}

impl Client {
    /// Sends a request as it is, with whatever proves who asks.
    pub(crate) async fn send(&self, request: Request<Body>) -> Answer {
        let (parts, body) = self.open(request).await.into_parts();
        let bytes = body.collect().await.unwrap().to_bytes();
        let status = parts.status.as_u16();
        assert_ne!(parts.status, StatusCode::INTERNAL_SERVER_ERROR);
        let body = serde_json::from_slice(&bytes).unwrap_or_default();
        Answer {
            status,
            headers: parts.headers,
            bytes,
            body,
        }
    }

    /// Sends a request and leaves the body of the answer to be read bit by bit.
    pub(crate) async fn open(&self, mut request: Request<Body>) -> Response {
        if let Some(cookie) = &self.cookie {
            request
                .headers_mut()
                .insert(header::COOKIE, cookie.parse().unwrap());
        }
        self.router.clone().oneshot(request).await.unwrap()
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.send(Request::get(path).body(Body::empty()).unwrap())
            .await
    }

    pub(crate) async fn delete(&self, path: &str) -> Answer {
        self.send(Request::delete(path).body(Body::empty()).unwrap())
            .await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Answer {
        self.send(with_json(Request::post(path), body.to_string()))
            .await
    }

    pub(crate) async fn put(&self, path: &str, body: &Value) -> Answer {
        self.send(with_json(Request::put(path), body.to_string()))
            .await
    }

    /// Posts a text that says of itself that it is JSON.
    pub(crate) async fn post_text(&self, path: &str, text: impl Into<Body>) -> Answer {
        self.send(with_json(Request::post(path), text)).await
    }

    /// Sends a turn under a key.
    pub(crate) async fn post_keyed(&self, path: &str, key: &str, body: &Value) -> Answer {
        let request = Request::post(path).header("Idempotency-Key", key);
        self.send(with_json(request, body.to_string())).await
    }

    /// The newest `seq` of a match.
    pub(crate) async fn seq(&self, at: &str) -> u64 {
        self.get(at).await.is(200)["seq"].as_u64().unwrap()
    }

    /// Plays on the newest position.
    pub(crate) async fn play(&self, at: &str, steps: &[&str]) -> Answer {
        let body = json!({"seq": self.seq(at).await, "turn": steps});
        self.post(&format!("{at}/turns"), &body).await
    }

    /// Plays a first turn.
    pub(crate) async fn join(&self, at: &str, colour: &str, steps: &[&str]) -> Answer {
        let body = json!({"seq": self.seq(at).await, "turn": steps, "color": colour});
        self.post(&format!("{at}/turns"), &body).await
    }

    /// Announces.
    pub(crate) async fn announce(&self, at: &str, body: Value) -> Answer {
        self.post(&format!("{at}/announcement"), &body).await
    }
}

fn with_json(request: axum::http::request::Builder, text: impl Into<Body>) -> Request<Body> {
    let request = request.header(header::CONTENT_TYPE, "application/json");
    request.body(text.into()).unwrap()
}
