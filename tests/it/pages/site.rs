//! A whole site on a fixed clock, asked as browsers ask it.

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use daykeeper::clock::{Clock, FixedClock};
use daykeeper::config::RateLimit;
use daykeeper::ids::MatchId;
use daykeeper::rules::colour::Colour;
use daykeeper::service::accounts::{Accounts, Person, Registration};
use daykeeper::service::{NewMatch, Service, Submit};
use daykeeper::store::Store;
use daykeeper::web::router::app;
use daykeeper::web::state::{AppState, Site as Known};
use http_body_util::BodyExt;
use tempfile::TempDir;
use tower::ServiceExt;

/// A site.
pub(crate) struct Site {
    router: Router,
    /// What happens in its matches.
    pub(crate) service: Service,
    accounts: Accounts,
    clock: FixedClock,
    _folder: TempDir,
}

/// Somebody with an account and a browser that is logged in.
#[derive(Clone)]
pub(crate) struct User {
    /// Who.
    pub(crate) person: Person,
    cookie: String,
}

/// What a browser is answered.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    /// Where it is sent on to; empty for a page.
    pub(crate) location: String,
    /// The content policy.
    pub(crate) policy: String,
    pub(crate) body: String,
}

impl Site {
    /// A new site, at 12:00 on 1 March 2026.
    pub(crate) async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let clock = FixedClock::at("2026-03-01T12:00:00.000Z".parse().unwrap());
        let url = format!("sqlite:{}", folder.path().join("daykeeper.db").display());
        let store = Store::open(&url).await.unwrap();
        let accounts = Accounts::new(
            store.clone(),
            Clock::Fixed(clock.clone()),
            Registration::Open,
        );
        let service = Service::open(store, Clock::Fixed(clock.clone()));
        let known = Known {
            public_url: "http://play.example".parse().unwrap(),
            trusted_proxies: Vec::new(),
            rate_limit: RateLimit::Off,
        };
        let state = AppState::new(accounts.clone(), service.clone(), known);
        Self {
            router: app(state).unwrap(),
            service,
            accounts,
            clock,
            _folder: folder,
        }
    }

    /// Sets the clock to a moment of March 2026 such as `02T00:10:00`.
    pub(crate) fn set(&self, moment: &str) {
        self.clock
            .set(format!("2026-03-{moment}.000Z").parse().unwrap());
    }

    /// Somebody new.
    pub(crate) async fn user(&self, name: &str) -> User {
        let person = self
            .accounts
            .register(name, "correct horse battery", None)
            .await
            .unwrap();
        let secret = self.accounts.open_session(&person).await.unwrap();
        User {
            person,
            cookie: format!("daykeeper={}", secret.reveal()),
        }
    }

    /// A match of a host with a title.
    pub(crate) async fn a_match(&self, host: &User, title: &str) -> MatchId {
        let asked = NewMatch {
            title: title.to_owned(),
            ..NewMatch::default()
        };
        self.service
            .create_match(&host.person, asked)
            .await
            .unwrap()
    }

    /// A turn that is accepted.
    pub(crate) async fn play(&self, user: &User, id: MatchId, steps: &str, post: &str) {
        let view = self
            .service
            .view(&Some(user.person.clone()), id)
            .await
            .unwrap();
        let joins = steps.starts_with("join");
        let sent = Submit {
            seq: view.seq,
            steps: steps
                .split(';')
                .map(|step| step.trim().to_owned())
                .collect(),
            post: Some(post.to_owned()),
            colour: joins.then(|| Colour::SUGGESTED[view.seats.len()]),
            key: None,
        };
        self.service.submit(&user.person, id, sent).await.unwrap();
    }

    /// Looks at a page, as a visitor or signed in.
    pub(crate) async fn get(&self, user: Option<&User>, path: &str) -> Answer {
        self.send(user, Request::get(path).body(Body::empty()).unwrap())
            .await
    }

    /// Posts a form.
    pub(crate) async fn post(
        &self,
        user: Option<&User>,
        path: &str,
        fields: &[(&str, &str)],
    ) -> Answer {
        let body = form_encoded(fields);
        let request = Request::post(path)
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body(Body::from(body))
            .unwrap();
        self.send(user, request).await
    }

    async fn send(&self, user: Option<&User>, mut request: Request<Body>) -> Answer {
        if let Some(user) = user {
            request
                .headers_mut()
                .insert(header::COOKIE, user.cookie.parse().unwrap());
        }
        let answer = self.router.clone().oneshot(request).await.unwrap();
        let text = |name| {
            let value = answer
                .headers()
                .get(name)
                .and_then(|value| value.to_str().ok());
            value.unwrap_or_default().to_owned()
        };
        let (status, location) = (answer.status(), text(header::LOCATION));
        let policy = text(header::CONTENT_SECURITY_POLICY);
        let bytes = answer.into_body().collect().await.unwrap().to_bytes();
        Answer {
            status,
            location,
            policy,
            body: String::from_utf8_lossy(&bytes).into_owned(),
        }
    }
}

impl Answer {
    /// Asserts that the page shows a text.
    pub(crate) fn shows(&self, text: &str) -> &Self {
        assert!(
            self.body.contains(text),
            "{text:?} is not on the page:\n{}",
            self.body
        );
        self
    }

    /// Asserts that the page does not show a text.
    pub(crate) fn hides(&self, text: &str) -> &Self {
        assert!(!self.body.contains(text), "{text:?} is on the page");
        self
    }
}

/// The fields of a form as browsers write them.
fn form_encoded(fields: &[(&str, &str)]) -> String {
    let written = |text: &str| -> String {
        let byte = |byte: u8| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => char::from(byte).to_string(),
            other => format!("%{other:02X}"),
        };
        text.bytes().map(byte).collect()
    };
    let pairs = fields
        .iter()
        .map(|(name, value)| format!("{}={}", written(name), written(value)));
    pairs.collect::<Vec<_>>().join("&")
}
