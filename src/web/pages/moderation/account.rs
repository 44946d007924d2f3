//! One account as moderators see it, and what they may do to it.

use std::borrow::Borrow;

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use serde::Deserialize;

use crate::ids::{AccountId, Role};
use crate::service::ServiceError;
use crate::service::accounts::{AccountError, Person};
use crate::service::site::Measure;
use crate::service::site::views::AccountView;
use crate::web::error::Error;
use crate::web::extract::{Path, Query};
use crate::web::human;
use crate::web::pages::frame::Frame;
use crate::web::pages::show;
use crate::web::pages::typed::SignedInForm;
use crate::web::state::AppState;
use crate::web::who::SignedIn;

pub(super) fn router() -> Router<AppState> {
    Router::new()
        .route("/moderation/accounts", get(find))
        .route("/moderation/accounts/{id}", get(account))
        .route("/moderation/accounts/{id}/suspend", post(suspend))
        .route("/moderation/accounts/{id}/unsuspend", post(unsuspend))
        .route("/moderation/accounts/{id}/role", post(give_role))
        .route("/moderation/accounts/{id}/reset", post(make_reset))
}

/// One account.
#[derive(Template)]
#[template(path = "moderation_account.html")]
struct AccountPage {
    frame: Frame,
    account: AccountView,
    /// Why the viewer may not suspend the account.
    suspending: Result<(), &'static str>,
    /// Why the viewer may not make a link to a new password.
    resetting: Result<(), &'static str>,
    /// Why the viewer may not give it a role.
    role_giving: Result<(), &'static str>,
    /// A link that was just made, shown this once, and until when it is good.
    link: Option<(String, String)>,
    /// The reason as typed.
    reason: String,
    /// What the last form was refused for.
    refusal: Option<String>,
}

impl AccountPage {
    async fn load(
        state: &AppState,
        frame: Frame,
        (by, id): (&Person, AccountId),
    ) -> Result<Self, Error> {
        let account = state.matches.account_view(by, id).await?;
        let allows = |measure: Measure| measure.allows(by, &account.person);
        Ok(Self {
            suspending: allows(Measure::Suspend),
            resetting: allows(Measure::ResetPassword),
            role_giving: allows(Measure::GiveRole),
            frame: frame.in_section("moderation"),
            account,
            link: None,
            reason: String::new(),
            refusal: None,
        })
    }

    /// The account's address.
    fn href(&self) -> String {
        href(self.account.person.id)
    }

    /// Every role, for the form that gives one.
    const ROLES: [Role; 3] = [Role::Player, Role::Moderator, Role::Admin];

    fn chosen(&self, role: impl Borrow<Role>) -> askama::filters::Safe<&'static str> {
        let chosen = self.account.person.role == *role.borrow();
        askama::filters::Safe(if chosen { " selected" } else { "" })
    }
}

fn href(id: AccountId) -> String {
    format!("/moderation/accounts/{id}")
}

/// A name to look for.
#[derive(Deserialize)]
struct Wanted {
    name: String,
}

async fn find(
    State(state): State<AppState>,
    SignedIn(person): SignedIn,
    Query(wanted): Query<Wanted>,
) -> Result<Redirect, Error> {
    if person.role < Role::Moderator {
        return Err(ServiceError::ModeratorsOnly.into());
    }
    let found = state.accounts.find(&wanted.name).await?;
    let found = found.ok_or(AccountError::Unknown(wanted.name))?;
    Ok(Redirect::to(&href(found.id)))
}

async fn account(
    State(state): State<AppState>,
    frame: Frame,
    SignedIn(person): SignedIn,
    Path(id): Path<AccountId>,
) -> Result<Response, Error> {
    let page = AccountPage::load(&state, frame, (&person, id)).await?;
    Ok(show(&page))
}

/// Why something is done.
#[derive(Deserialize)]
struct Why {
    reason: String,
}

async fn suspend(
    State(state): State<AppState>,
    frame: Frame,
    Path(id): Path<AccountId>,
    SignedInForm { person, form }: SignedInForm<Why>,
) -> Result<Response, Error> {
    let done = state.matches.suspend(&person, id, &form.reason).await;
    answer(&state, frame, (&person, id), (done, form.reason)).await
}

async fn unsuspend(
    State(state): State<AppState>,
    frame: Frame,
    Path(id): Path<AccountId>,
    SignedInForm { person, form }: SignedInForm<Why>,
) -> Result<Response, Error> {
    let done = state.matches.unsuspend(&person, id, &form.reason).await;
    answer(&state, frame, (&person, id), (done, form.reason)).await
}

/// A role to give.
#[derive(Deserialize)]
struct Wish {
    role: Role,
}

async fn give_role(
    State(state): State<AppState>,
    frame: Frame,
    Path(id): Path<AccountId>,
    SignedInForm { person, form }: SignedInForm<Wish>,
) -> Result<Response, Error> {
    let done = state.matches.give_role(&person, id, form.role).await;
    answer(&state, frame, (&person, id), (done, String::new())).await
}

/// The page again, with the reason as typed where the form was refused for something that can be
/// mended.
async fn answer(
    state: &AppState,
    frame: Frame,
    (by, id): (&Person, AccountId),
    (done, reason): (Result<(), ServiceError>, String),
) -> Result<Response, Error> {
    let refusal = match done {
        Ok(()) => return Ok(Redirect::to(&href(id)).into_response()),
        Err(ServiceError::ReasonMissing) => "Write a reason.".to_owned(),
        Err(ServiceError::BadText { message, .. }) => message,
        Err(error) => return Err(error.into()),
    };
    let mut page = AccountPage::load(state, frame, (by, id)).await?;
    page.reason = reason;
    page.refusal = Some(refusal);
    Ok((StatusCode::UNPROCESSABLE_ENTITY, show(&page)).into_response())
}

/// A form without fields.
#[derive(Clone, Copy, Debug, Deserialize)]
struct Nothing {}

async fn make_reset(
    State(state): State<AppState>,
    frame: Frame,
    Path(id): Path<AccountId>,
    SignedInForm { person, .. }: SignedInForm<Nothing>,
) -> Result<Response, Error> {
    let (secret, until) = state.matches.make_reset(&person, id).await?;
    let mut page = AccountPage::load(&state, frame, (&person, id)).await?;
    let link = format!("{}/reset?link={}", state.site.public_url, secret.reveal());
    page.link = Some((link, human::minute(until)));
    Ok(show(&page))
}
