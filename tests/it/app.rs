//! The whole server without a socket: on a file of its own, with a clock that stands.

use std::net::IpAddr;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Method, Request, StatusCode};
use axum::routing::MethodRouter;
use daykeeper::clock::{Clock, FixedClock};
use daykeeper::config::RateLimit;
use daykeeper::ids::Role;
use daykeeper::service::Service;
use daykeeper::service::accounts::{Accounts, Person, Registration};
use daykeeper::store::Store;
use daykeeper::time::Instant;
use daykeeper::web::state::{AppState, Site};
use daykeeper::web::{layers, router};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tempfile::TempDir;
use tower::ServiceExt;

/// The password of everybody in these tests.
pub(crate) const PASSWORD: &str = "a long password";

/// What a test may want otherwise.
pub(crate) struct Settings {
    pub(crate) public_url: &'static str,
    pub(crate) registration: Registration,
    pub(crate) rate_limit: RateLimit,
    pub(crate) trusted_proxies: Vec<IpAddr>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            public_url: "http://localhost:8080",
            registration: Registration::Open,
            rate_limit: RateLimit::Off,
            trusted_proxies: Vec::new(),
        }
    }
}

/// A server.
pub(crate) struct App {
    router: Router,
    pub(crate) accounts: Accounts,
    pub(crate) matches: Service,
    pub(crate) store: Store,
    pub(crate) state: AppState,
    clock: FixedClock,
    folder: TempDir,
}

impl App {
    /// A new server at noon of 1 March 2026.
    pub(crate) async fn new() -> Self {
        Self::with(Settings::default()).await
    }

    /// The same with other settings.
    pub(crate) async fn with(settings: Settings) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let url = url(&folder);
        let clock = FixedClock::at(at("2026-03-01T12:00:00Z"));
        let store = Store::open(&url).await.unwrap();
        let hand = Clock::Fixed(clock.clone());
        let accounts = Accounts::new(store.clone(), hand.clone(), settings.registration);
        let matches = Service::open(store.clone(), hand);
        let site = Site {
            public_url: settings.public_url.parse().unwrap(),
            trusted_proxies: settings.trusted_proxies,
            rate_limit: settings.rate_limit,
        };
        let state = AppState::new(accounts.clone(), matches.clone(), site);
        Self {
            router: router::app(state.clone()).unwrap(),
            state,
            accounts,
            matches,
            store,
            clock,
            folder,
        }
    }

    /// The same server with a route more, for what no route of its own should ever do.
    pub(crate) fn and_route(mut self, path: &str, route: MethodRouter<AppState>) -> Self {
        let routes = Router::new().route(path, route);
        let layered = layers::around(routes, &self.state).unwrap();
        self.router = layered.with_state(self.state.clone());
        self
    }

    /// The database, behind the program's back.
    pub(crate) async fn file(&self) -> sqlx::SqlitePool {
        sqlx::SqlitePool::connect(&url(&self.folder)).await.unwrap()
    }

    /// Somebody who has an account with a role and logs in through the page.
    pub(crate) async fn user_with_role(&self, name: &str, role: Role) -> (Client<'_>, Person) {
        let client = self.cookie_user(name).await;
        let person = self.accounts.set_role(name, role).await.unwrap();
        (client, person)
    }

    /// Sets the clock.
    pub(crate) fn set(&self, moment: &str) {
        self.clock.set(at(moment));
    }

    /// Somebody without an account.
    pub(crate) fn visitor(&self) -> Client<'_> {
        Client {
            app: self,
            headers: Vec::new(),
        }
    }

    /// Somebody with an account.
    pub(crate) async fn register(&self, name: &str) {
        self.accounts.register(name, PASSWORD, None).await.unwrap();
    }

    /// Somebody who has an account and logs in through the page.
    pub(crate) async fn cookie_user(&self, name: &str) -> Client<'_> {
        self.register(name).await;
        let fields = [("name", name), ("password", PASSWORD)];
        let answer = self.visitor().post_form("/login", &fields).await;
        self.visitor().with("cookie", &answer.cookie())
    }

    /// Somebody who has an account and a token.
    pub(crate) async fn token_user(&self, name: &str) -> Client<'_> {
        self.register(name).await;
        let wanted = json!({"name": name, "password": PASSWORD, "label": "test"});
        let made = self.visitor().post("/api/v1/tokens", &wanted).await.json();
        let bearer = format!("Bearer {}", made["token"].as_str().unwrap());
        self.visitor().with("authorization", &bearer)
    }
}

/// Somebody who sends requests.
#[derive(Clone)]
pub(crate) struct Client<'a> {
    app: &'a App,
    headers: Vec<(&'static str, String)>,
}

impl Client<'_> {
    /// The same client with another header.
    pub(crate) fn with(mut self, name: &'static str, value: &str) -> Self {
        self.headers.push((name, value.to_owned()));
        self
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.send(Method::GET, path, Body::empty()).await
    }

    pub(crate) async fn delete(&self, path: &str) -> Answer {
        self.send(Method::DELETE, path, Body::empty()).await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Answer {
        let json = self.clone().with("content-type", "application/json");
        json.send(Method::POST, path, Body::from(body.to_string()))
            .await
    }

    pub(crate) async fn post_form(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let pairs: Vec<String> = (fields.iter())
            .map(|(name, value)| format!("{}={}", escaped(name), escaped(value)))
            .collect();
        let media = "application/x-www-form-urlencoded";
        let form = self.clone().with("content-type", media);
        form.send(Method::POST, path, Body::from(pairs.join("&")))
            .await
    }

    pub(crate) async fn send(&self, method: Method, path: &str, body: Body) -> Answer {
        let mut request = Request::builder().method(method).uri(path);
        for (name, value) in &self.headers {
            request = request.header(*name, value);
        }
        let request = request.body(body).unwrap();
        let response = self.app.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.unwrap().to_bytes();
        let header = |name: &str| {
            let value = parts.headers.get(name);
            value.map_or("", |value| value.to_str().unwrap()).to_owned()
        };
        Answer {
            status: parts.status,
            location: header("location"),
            policy: header("content-security-policy"),
            headers: parts.headers,
            body: String::from_utf8_lossy(&bytes).into_owned(),
        }
    }
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    /// Where a browser is sent on to; empty for a page.
    pub(crate) location: String,
    /// The content policy.
    pub(crate) policy: String,
    pub(crate) body: String,
}

impl Answer {
    /// The body as JSON.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|why| panic!("{why}: {self:?}"))
    }

    /// A header's value; empty without it.
    pub(crate) fn header(&self, name: &str) -> &str {
        let value = self.headers.get(name);
        value.map_or("", |value| value.to_str().unwrap())
    }

    /// The cookie that it sets, as a browser sends it back.
    pub(crate) fn cookie(&self) -> String {
        let (pair, _) = self.header("set-cookie").split_once(';').unwrap();
        pair.to_owned()
    }

    /// Status and code of a problem of the API, whose form is checked by the way.
    pub(crate) fn problem(&self) -> (u16, String) {
        assert_eq!(self.header("content-type"), "application/problem+json");
        let json = self.json();
        assert_eq!(json["status"], self.status.as_u16());
        for member in ["type", "title", "detail", "code"] {
            assert!(json[member].is_string(), "{member} is missing: {json}");
        }
        (
            self.status.as_u16(),
            json["code"].as_str().unwrap().to_owned(),
        )
    }

    /// Asserts that it is a problem of the API.
    #[track_caller]
    pub(crate) fn assert_problem(&self, status: u16, code: &str) {
        assert_eq!(self.problem(), (status, code.to_owned()), "{}", self.body);
    }

    /// Asserts that it is a page with a text on it.
    #[track_caller]
    pub(crate) fn assert_page(&self, status: u16, text: &str) {
        assert_eq!(self.status.as_u16(), status, "{}", self.body);
        assert_eq!(self.header("content-type"), "text/html; charset=utf-8");
        assert!(self.body.contains(text), "no {text:?} in {}", self.body);
    }

    /// Asserts that the page shows a text.
    #[track_caller]
    pub(crate) fn shows(&self, text: &str) -> &Self {
        assert!(
            self.body.contains(text),
            "{text:?} is not on the page:\n{}",
            self.body
        );
        self
    }

    /// Asserts that the page does not show a text.
    #[track_caller]
    pub(crate) fn hides(&self, text: &str) -> &Self {
        assert!(!self.body.contains(text), "{text:?} is on the page");
        self
    }

    /// Asserts that it leads elsewhere.
    #[track_caller]
    pub(crate) fn assert_leads_to(&self, path: &str) {
        assert_eq!((self.status.as_u16(), self.location.as_str()), (303, path));
    }
}

fn url(folder: &TempDir) -> String {
    format!("sqlite:{}", folder.path().join("test.db").display())
}

fn at(moment: &str) -> Instant {
    moment.parse().unwrap()
}

fn escaped(text: &str) -> String {
    (text.bytes())
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => char::from(byte).to_string(),
            _ => format!("%{byte:02x}"),
        })
        .collect()
}
