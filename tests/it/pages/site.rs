//! A site with people and matches, asked as browsers ask it.

use axum::body::Body;
use axum::http::Method;
use daykeeper::ids::{MatchId, Role};
use daykeeper::referee::options::Preset;
use daykeeper::rules::colour::Colour;
use daykeeper::service::accounts::Person;
use daykeeper::service::views::Halls;
use daykeeper::service::{NewAbaddon, NewGame, NewMatch, Service, Submit};

use crate::app::{App, Client, PASSWORD, Settings};
use crate::paint::paint;

pub(crate) use crate::app::Answer;

/// A site.
pub(crate) struct Site {
    app: App,
    /// What happens in its matches.
    pub(crate) service: Service,
}

/// Somebody with an account and a browser that is logged in.
#[derive(Clone)]
pub(crate) struct User {
    /// Who.
    pub(crate) person: Person,
    cookie: String,
}

impl Site {
    /// A new site, at 12:00 on 1 March 2026.
    pub(crate) async fn new() -> Self {
        let app = App::with(Settings {
            public_url: "http://play.example",
            ..Settings::default()
        })
        .await;
        Self {
            service: app.matches.clone(),
            app,
        }
    }

    /// Sets the clock to a moment of March 2026 such as `02T00:10:00`.
    pub(crate) fn set(&self, moment: &str) {
        self.app.set(&format!("2026-03-{moment}.000Z"));
    }

    /// Somebody new.
    pub(crate) async fn user(&self, name: &str) -> User {
        let accounts = &self.app.accounts;
        let person = accounts.register(name, PASSWORD, None).await.unwrap();
        let secret = accounts.open_session(&person).await.unwrap();
        User {
            person,
            cookie: format!("daykeeper={}", secret.reveal()),
        }
    }

    /// Somebody new who moderates.
    pub(crate) async fn moderator(&self, name: &str) -> User {
        self.user_with_role(name, Role::Moderator).await
    }

    /// Somebody new with a role.
    pub(crate) async fn user_with_role(&self, name: &str, role: Role) -> User {
        let user = self.user(name).await;
        let person = self.app.accounts.set_role(name, role).await.unwrap();
        User { person, ..user }
    }

    /// A match of a host with a title.
    pub(crate) async fn a_match(&self, host: &User, title: &str) -> MatchId {
        self.a_match_with(host, title, NewMatch::default()).await
    }

    /// The same with options of its own.
    pub(crate) async fn a_match_with(&self, host: &User, title: &str, rest: NewMatch) -> MatchId {
        let title = title.to_owned();
        let asked = NewMatch { title, ..rest };
        let made = self.service.create_match(&host.person, asked).await;
        made.unwrap()
    }

    /// A match of a host who can play turn after turn at once.
    pub(crate) async fn a_quick_match(&self, host: &User) -> MatchId {
        let game = NewGame::Abaddon(NewAbaddon {
            clock: Preset::Free,
            twice_in_a_row: Some(true),
            ..NewAbaddon::default()
        });
        let rest = NewMatch {
            game,
            ..NewMatch::default()
        };
        self.a_match_with(host, "Quick", rest).await
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
        self.browser(user).get(path).await
    }

    /// Posts a form.
    pub(crate) async fn post(
        &self,
        user: Option<&User>,
        path: &str,
        fields: &[(&str, &str)],
    ) -> Answer {
        self.browser(user).post_form(path, fields).await
    }

    /// Hands a picture in by the form of its match.
    pub(crate) async fn hand_in(&self, user: Option<&User>, id: MatchId, file: &[u8]) -> Answer {
        let head = "--edge\r\nContent-Disposition: form-data; name=\"picture\"; \
            filename=\"my <edit>.png\"\r\nContent-Type: image/png\r\n\r\n";
        let body = [head.as_bytes(), file, b"\r\n--edge--\r\n"].concat();
        let browser = self.browser(user);
        let form = browser.with("content-type", "multipart/form-data; boundary=edge");
        let path = format!("/matches/{id}/picture");
        form.send(Method::POST, &path, Body::from(body)).await
    }

    /// Sends the form of a picture whose doubtful squares were chosen.
    pub(crate) async fn choose(&self, user: &User, id: MatchId, fields: &[(&str, &str)]) -> Answer {
        let field = |(name, value): &(&str, &str)| {
            format!("--edge\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
        };
        let mut body: String = fields.iter().map(field).collect();
        body.push_str("--edge--\r\n");
        let browser = self.browser(Some(user));
        let form = browser.with("content-type", "multipart/form-data; boundary=edge");
        let path = format!("/matches/{id}/picture");
        form.send(Method::POST, &path, Body::from(body)).await
    }

    /// The newest board, as a file.
    pub(crate) async fn board(&self, id: MatchId) -> Vec<u8> {
        let view = self.service.view(&None, id).await.unwrap();
        let colours: Vec<String> = (view.seats.iter())
            .map(|seat| seat.colour.to_string())
            .collect();
        let colours: Vec<&str> = colours.iter().map(String::as_str).collect();
        let halls = Halls::of(&view).unwrap();
        let state = serde_json::to_value(&halls.table.position).unwrap();
        paint(&state, &colours, 3).saved(None)
    }

    fn browser(&self, user: Option<&User>) -> Client<'_> {
        match user {
            Some(user) => self.app.visitor().with("cookie", &user.cookie),
            None => self.app.visitor(),
        }
    }
}
