//! Making an account.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use axum_extra::extract::CookieJar;

use crate::service::accounts::Registration;
use crate::web::error::Error;
use crate::web::extract::{Form, Query};
use crate::web::pages::frame::Frame;
use crate::web::pages::login::{Onward, field, welcome};
use crate::web::pages::show;
use crate::web::problem::Problem;
use crate::web::state::AppState;
use crate::web::who::{Visit, session_cookie};

/// `/register`.
pub(in crate::web::pages) fn router() -> Router<AppState> {
    Router::new().route("/register", get(ask).post(register))
}

#[derive(Template)]
#[template(path = "register.html")]
struct RegisterPage<'a> {
    frame: Frame,
    open: bool,
    by_invitation: bool,
    name: &'a str,
    /// The invitation, as a link brought it or as typed.
    invite: &'a str,
    /// Why the last attempt failed, and which field is to blame.
    refusal: Option<Problem>,
    onward: &'a Onward,
}

impl<'a> RegisterPage<'a> {
    fn blank(frame: Frame, state: &AppState, onward: &'a Onward, invite: &'a str) -> Self {
        let registration = state.accounts.registration();
        Self {
            frame: frame.in_section("register"),
            open: *registration != Registration::Closed,
            by_invitation: matches!(registration, Registration::Invite(_)),
            name: "",
            invite,
            refusal: None,
            onward,
        }
    }

    /// What was wrong with a field; empty, if nothing was.
    fn wrong(&self, field: &str) -> &str {
        match &self.refusal {
            Some(problem) if problem.members.field == Some(field) => &problem.detail,
            _ => "",
        }
    }

    /// What was wrong, but not with a single field; empty, if nothing was.
    fn wrong_at_large(&self) -> &str {
        match &self.refusal {
            Some(problem) if problem.members.field.is_none() => &problem.detail,
            _ => "",
        }
    }
}

async fn ask(
    State(state): State<AppState>,
    frame: Frame,
    Query(query): Query<Vec<(String, String)>>,
) -> Response {
    let onward = Onward::among(&query);
    if frame.viewer.is_some() {
        return Redirect::to(&onward.next).into_response();
    }
    let invite = field(&query, "invite");
    show(&RegisterPage::blank(frame, &state, &onward, invite))
}

async fn register(
    State(state): State<AppState>,
    visit: Visit,
    frame: Frame,
    Form(fields): Form<Vec<(String, String)>>,
) -> Result<Response, Error> {
    let onward = Onward::among(&fields);
    let invite = field(&fields, "invite");
    let page = RegisterPage::blank(frame, &state, &onward, invite);
    // Somebody comes from the log-in page, with what they typed before.
    if !fields.iter().any(|(name, _)| name == "name") {
        return Ok(show(&page));
    }
    let (name, password) = (field(&fields, "name"), field(&fields, "password"));
    let invite = Some(invite).filter(|word| !word.is_empty());
    let person = match state.accounts.register(name, password, invite).await {
        Ok(person) => person,
        Err(error) => {
            let problem = Error::from(error).problem();
            let status = problem.status;
            let refusal = Some(problem);
            return Ok((
                status,
                show(&RegisterPage {
                    name,
                    refusal,
                    ..page
                }),
            )
                .into_response());
        }
    };
    if let Some(old) = &visit.session {
        state.accounts.log_out(old).await?;
    }
    let secret = state.accounts.open_session(&person).await?;
    let cookie = session_cookie(&state.site.public_url, &secret);
    let welcome = welcome(&state, &person, &onward).await?;
    Ok((StatusCode::SEE_OTHER, CookieJar::new().add(cookie), welcome).into_response())
}
