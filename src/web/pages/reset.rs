//! Choosing a new password by a link that a moderator made.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use serde::Deserialize;

use crate::service::secret::Secret;
use crate::web::error::Error;
use crate::web::extract::{Form, Query};
use crate::web::pages::frame::Frame;
use crate::web::pages::show;
use crate::web::state::AppState;

/// `/reset`.
pub(in crate::web::pages) fn router() -> Router<AppState> {
    Router::new().route("/reset", get(ask).post(reset))
}

#[derive(Template)]
#[template(path = "reset.html")]
struct ResetPage<'a> {
    frame: Frame,
    /// Whose password it is.
    name: &'a str,
    link: &'a str,
    /// Why the last attempt failed.
    refusal: Option<String>,
}

/// A link's secret.
#[derive(Deserialize)]
struct Link {
    #[serde(default)]
    link: String,
}

/// A link's secret, and the password that is to be.
#[derive(Deserialize)]
struct NewPassword {
    link: String,
    password: String,
}

async fn ask(
    State(state): State<AppState>,
    frame: Frame,
    Query(Link { link }): Query<Link>,
) -> Result<Response, Error> {
    let person = state.accounts.by_reset(&Secret::from_client(&link)).await?;
    Ok(show(&ResetPage {
        frame,
        name: &person.name,
        link: &link,
        refusal: None,
    }))
}

async fn reset(
    State(state): State<AppState>,
    frame: Frame,
    Form(NewPassword { link, password }): Form<NewPassword>,
) -> Result<Response, Error> {
    let secret = Secret::from_client(&link);
    let person = state.accounts.by_reset(&secret).await?;
    match state.accounts.reset_password(&secret, &password).await {
        Ok(person) => {
            state.followers.dismiss(person.id);
            Ok(Redirect::to("/login?next=/me").into_response())
        }
        Err(error) => {
            let problem = Error::from(error).problem();
            let page = ResetPage {
                frame,
                name: &person.name,
                link: &link,
                refusal: Some(problem.detail),
            };
            Ok((problem.status, show(&page)).into_response())
        }
    }
}
