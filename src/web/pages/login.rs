//! Logging in and out.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum_extra::extract::CookieJar;

use crate::service::Draft;
use crate::service::accounts::Person;
use crate::web::error::Error;
use crate::web::extract::{Form, Query};
use crate::web::pages::frame::Frame;
use crate::web::pages::show;
use crate::web::pages::typed::{Typed, match_of};
use crate::web::state::AppState;
use crate::web::who::{Visit, no_session_cookie, session_cookie};

/// `/login` and `/logout`.
pub(in crate::web::pages) fn router() -> Router<AppState> {
    Router::new()
        .route("/login", get(ask).post(log_in))
        .route("/logout", post(log_out))
}

#[derive(Template)]
#[template(path = "login.html")]
struct LogInPage<'a> {
    frame: Frame,
    /// Whether the page stands in the place of one that only accounts see.
    asked: bool,
    name: &'a str,
    /// Why the last attempt failed.
    refusal: Option<String>,
    onward: &'a Onward,
}

/// Where somebody goes once they are logged in, and what they carry along.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Onward {
    /// The address, on this site.
    pub next: String,
    /// What they typed before.
    pub typed: Typed,
}

impl Onward {
    /// From the query or the fields of a form.
    pub fn among(fields: &[(String, String)]) -> Self {
        Self {
            next: local(field(fields, "next")),
            typed: Typed::among(fields),
        }
    }

    /// The steps that are carried along, counted in words; empty without any.
    pub fn count_of_steps(&self) -> String {
        match self.typed.steps().len() {
            0 => String::new(),
            1 => "1 step".to_owned(),
            n => format!("{n} steps"),
        }
    }
}

/// The log-in page in the place of a page or form that only accounts may see or send.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogInFirst(Onward);

impl LogInFirst {
    /// Asks to log in, and goes on to an address of this site.
    pub fn at(next: &str) -> Self {
        Self(Onward {
            next: local(next),
            typed: Typed::default(),
        })
    }

    /// The same, carrying along what was typed.
    #[must_use]
    pub fn with(mut self, typed: Typed) -> Self {
        self.0.typed = typed;
        self
    }

    /// The page.
    pub fn page(&self, frame: Frame) -> Response {
        show(&LogInPage {
            frame,
            asked: true,
            name: "",
            refusal: None,
            onward: &self.0,
        })
    }
}

async fn ask(frame: Frame, Query(query): Query<Vec<(String, String)>>) -> Response {
    let onward = Onward::among(&query);
    if frame.viewer.is_some() {
        return Redirect::to(&onward.next).into_response();
    }
    show(&LogInPage {
        frame,
        asked: false,
        name: "",
        refusal: None,
        onward: &onward,
    })
}

async fn log_in(
    State(state): State<AppState>,
    visit: Visit,
    frame: Frame,
    Form(fields): Form<Vec<(String, String)>>,
) -> Result<Response, Error> {
    let onward = Onward::among(&fields);
    let name = field(&fields, "name");
    let checked = state
        .accounts
        .log_in(name, field(&fields, "password"))
        .await;
    let (person, secret) = match checked {
        Ok(proved) => proved,
        Err(error) => {
            let problem = Error::from(error).problem();
            let page = show(&LogInPage {
                frame,
                asked: false,
                name,
                refusal: Some(problem.detail),
                onward: &onward,
            });
            return Ok((problem.status, page).into_response());
        }
    };
    // A session that this browser had before is not continued: nobody can have planted it.
    if let Some(old) = &visit.session {
        state.accounts.log_out(old).await?;
    }
    let cookie = session_cookie(&state.site.public_url, &secret);
    let welcome = welcome(&state, &person, &onward).await?;
    Ok((CookieJar::new().add(cookie), welcome).into_response())
}

/// Sends somebody who has just logged in or registered onward. What they carried becomes a draft of
/// the match to which they go; it is not sent.
pub(in crate::web::pages) async fn welcome(
    state: &AppState,
    person: &Person,
    onward: &Onward,
) -> Result<Redirect, Error> {
    let game = match_of(&onward.next).filter(|_| !onward.typed.is_empty());
    if let Some(id) = game {
        let draft = Draft {
            steps: onward.typed.steps(),
            post: onward.typed.post().map(str::to_owned),
            colour: onward.typed.color().map(str::to_owned),
        };
        state.matches.save_draft(person, id, &draft).await?;
    }
    Ok(Redirect::to(&onward.next))
}

async fn log_out(State(state): State<AppState>, visit: Visit) -> Result<Response, Error> {
    if let Some(session) = &visit.session {
        state.accounts.log_out(session).await?;
    }
    let cookie = no_session_cookie(&state.site.public_url);
    Ok((CookieJar::new().add(cookie), Redirect::to("/")).into_response())
}

/// A field's value; empty, if the form has none of this name.
pub(in crate::web::pages) fn field<'a>(fields: &'a [(String, String)], wanted: &str) -> &'a str {
    let found = fields.iter().find(|(name, _)| name == wanted);
    found.map_or("", |(_, value)| value)
}

/// An address of this site; anything that could lead elsewhere becomes `/`.
fn local(next: &str) -> String {
    let is_local = next.starts_with('/')
        && !next.starts_with("//")
        && next.len() <= 500
        && next.bytes().all(|b| b.is_ascii_graphic() && b != b'\\');
    (if is_local { next } else { "/" }).to_owned()
}

#[cfg(test)]
mod tests {
    use super::local;

    #[test]
    fn only_addresses_of_this_site_are_followed() {
        assert_eq!(
            local("/matches/0123456789abcdef?x=1#draft"),
            "/matches/0123456789abcdef?x=1#draft"
        );
        for elsewhere in [
            "",
            "https://evil.example",
            "//evil.example",
            "/\\evil.example",
            "/\t/evil.example",
            "javascript:alert(1)",
        ] {
            assert_eq!(local(elsewhere), "/", "{elsewhere}");
        }
    }
}
