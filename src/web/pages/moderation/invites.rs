//! Invitations: making, listing and revoking them.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use serde::Deserialize;

use crate::ids::InviteId;
use crate::service::ServiceError;
use crate::service::accounts::{Person, Registration};
use crate::service::site::views::InviteLine;
use crate::web::error::Error;
use crate::web::extract::Path;
use crate::web::human;
use crate::web::pages::frame::Frame;
use crate::web::pages::show;
use crate::web::pages::typed::SignedInForm;
use crate::web::state::AppState;
use crate::web::who::SignedIn;

pub(super) fn router() -> Router<AppState> {
    Router::new()
        .route("/moderation/invites", get(invites).post(make))
        .route("/moderation/invites/{id}/revoke", post(revoke))
}

#[derive(Template)]
#[template(path = "moderation_invites.html")]
struct InvitesPage {
    frame: Frame,
    invites: Vec<InviteLine>,
    /// Whether people register by invitation here.
    by_invitation: bool,
    /// A link that was just made, shown this once.
    link: Option<String>,
    /// The form as typed.
    form: Wish,
    /// The field that was refused, and why.
    refusal: Option<(&'static str, String)>,
}

/// How many accounts, and for how many days.
#[derive(Clone, Debug, Deserialize)]
struct Wish {
    uses: String,
    days: String,
}

impl InvitesPage {
    async fn load(state: &AppState, frame: Frame, by: &Person) -> Result<Self, Error> {
        let registration = state.accounts.registration();
        Ok(Self {
            frame: frame.in_section("moderation"),
            invites: state.matches.invites(by).await?,
            by_invitation: matches!(registration, Registration::Invite(_)),
            link: None,
            form: Wish {
                uses: "1".to_owned(),
                days: "7".to_owned(),
            },
            refusal: None,
        })
    }

    /// What was wrong with a field; empty, if nothing was.
    fn wrong(&self, field: &str) -> &str {
        match &self.refusal {
            Some((refused, why)) if *refused == field => why,
            _ => "",
        }
    }
}

async fn invites(
    State(state): State<AppState>,
    frame: Frame,
    SignedIn(person): SignedIn,
) -> Result<Response, Error> {
    Ok(show(&InvitesPage::load(&state, frame, &person).await?))
}

async fn make(
    State(state): State<AppState>,
    frame: Frame,
    SignedInForm { person, form }: SignedInForm<Wish>,
) -> Result<Response, Error> {
    // What is no number is as much out of range as 0.
    let number = |typed: &str| typed.trim().parse().unwrap_or_default();
    let (uses, days) = (number(&form.uses), number(&form.days));
    match state.matches.invite(&person, uses, days).await {
        Ok(secret) => {
            let mut page = InvitesPage::load(&state, frame, &person).await?;
            let site = &state.site.public_url;
            page.link = Some(format!("{site}/register?invite={}", secret.reveal()));
            Ok(show(&page))
        }
        Err(ServiceError::BadOptions { option, message }) => {
            let mut page = InvitesPage::load(&state, frame, &person).await?;
            page.form = form;
            page.refusal = Some((option, message));
            Ok((StatusCode::UNPROCESSABLE_ENTITY, show(&page)).into_response())
        }
        Err(error) => Err(error.into()),
    }
}

/// A form without fields.
#[derive(Clone, Copy, Debug, Deserialize)]
struct Nothing {}

async fn revoke(
    State(state): State<AppState>,
    Path(id): Path<InviteId>,
    SignedInForm { person, .. }: SignedInForm<Nothing>,
) -> Result<Redirect, Error> {
    state.matches.revoke_invite(&person, id).await?;
    Ok(Redirect::to("/moderation/invites"))
}
