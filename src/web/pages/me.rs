//! One's own page: what waits, API tokens, and the way out.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum_extra::extract::CookieJar;
use serde::Deserialize;

use crate::ids::TokenId;
use crate::rules::colour::Colour;
use crate::service::accounts::{AccountError, NewToken, Person, Token};
use crate::web::error::Error;
use crate::web::extract::Path;
use crate::web::farewell::delete_account;
use crate::web::human;
use crate::web::pages::frame::Frame;
use crate::web::pages::lobby::Card;
use crate::web::pages::show;
use crate::web::pages::sprites::{Easel, Painting};
use crate::web::pages::typed::SignedInForm;
use crate::web::problem::Problem;
use crate::web::state::AppState;
use crate::web::wardrobe;
use crate::web::who::{SignedIn, no_session_cookie};

/// `/me` and its forms.
pub(in crate::web::pages) fn router() -> Router<AppState> {
    Router::new()
        .route("/me", get(me))
        .route("/me/tokens", post(create_token))
        .route("/me/tokens/{id}/revoke", post(revoke_token))
        .route("/me/delete", get(ask).post(delete))
}

#[derive(Template)]
#[template(path = "me.html")]
pub(in crate::web::pages) struct MePage {
    frame: Frame,
    person: Person,
    /// The day on which the account was made.
    since: Option<String>,
    /// Why the account is suspended, if it is.
    suspended: Option<String>,
    /// The person's matches that are not over; those in which they may play now come first.
    waiting: Vec<Card>,
    tokens: Vec<Token>,
    /// A form for each kind of unit.
    easels: Vec<Easel>,
    /// A token just made, shown this once.
    new_token: Option<NewToken>,
    /// What the last form was refused for.
    refusal: Option<Problem>,
}

impl MePage {
    async fn load(state: &AppState, frame: Frame, person: Person) -> Result<Self, Error> {
        Self::with_sprite(state, frame, person, None).await
    }

    /// The page with the sprite of one kind as somebody has painted it.
    pub(in crate::web::pages) async fn with_sprite(
        state: &AppState,
        frame: Frame,
        person: Person,
        painting: Option<Painting>,
    ) -> Result<Self, Error> {
        let set = wardrobe::of(state, &person).await?;
        let waiting = state.matches.waiting(&person).await?;
        Ok(Self {
            waiting: (waiting.iter())
                .map(|card| Card::new(card, frame.now))
                .collect(),
            frame: frame.in_section("me").with_colours([Colour::SUGGESTED[0]]),
            suspended: state.matches.why_suspended(&person).await?,
            since: state.accounts.since(&person).await?.map(human::date),
            easels: Easel::all(set, painting).await,
            tokens: state.accounts.tokens(&person).await?,
            person,
            new_token: None,
            refusal: None,
        })
    }

    /// What was wrong with a field; empty, if nothing was.
    fn wrong(&self, field: &str) -> &str {
        match &self.refusal {
            Some(problem) if problem.members.field == Some(field) => &problem.detail,
            _ => "",
        }
    }
}

#[derive(Deserialize)]
struct Label {
    label: String,
}

/// The second of the two steps of deleting an account.
#[derive(Template)]
#[template(path = "delete.html")]
struct DeletePage {
    frame: Frame,
    name: String,
    /// What is wrong with the password; empty, if nothing is.
    wrong: String,
}

#[derive(Deserialize)]
struct Farewell {
    password: String,
    /// Ticked by whoever is sure.
    sure: Option<String>,
}

async fn me(
    State(state): State<AppState>,
    frame: Frame,
    SignedIn(person): SignedIn,
) -> Result<Response, Error> {
    Ok(show(&MePage::load(&state, frame, person).await?))
}

async fn create_token(
    State(state): State<AppState>,
    frame: Frame,
    SignedInForm { person, form }: SignedInForm<Label>,
) -> Result<Response, Error> {
    let made = state.accounts.create_token_for(&person, &form.label).await;
    let mut page = MePage::load(&state, frame, person).await?;
    match made {
        Ok(token) => page.new_token = Some(token),
        Err(error) => return Ok(refused(page, error)),
    }
    Ok(show(&page))
}

async fn revoke_token(
    State(state): State<AppState>,
    SignedIn(person): SignedIn,
    Path(id): Path<TokenId>,
) -> Result<Redirect, Error> {
    if state.accounts.revoke_token(&person, id).await? {
        Ok(Redirect::to("/me#tokens"))
    } else {
        Err(Error::NotFound)
    }
}

async fn ask(frame: Frame, SignedIn(person): SignedIn) -> Response {
    show(&DeletePage {
        frame: frame.in_section("me"),
        name: person.name,
        wrong: String::new(),
    })
}

async fn delete(
    State(state): State<AppState>,
    frame: Frame,
    SignedInForm { person, form }: SignedInForm<Farewell>,
) -> Result<Response, Error> {
    if form.sure.is_none() {
        let message = "nothing was deleted: tick the box if you are sure";
        return Err(Error::Malformed(message.to_owned()));
    }
    if let Err(error) = delete_account(&state, &person, &form.password).await {
        let problem = error.problem();
        // On this page only the password can be the wrong one of name and password.
        let wrong = match problem.code {
            "bad_credentials" => "This is not your password.".to_owned(),
            _ => problem.detail,
        };
        let page = show(&DeletePage {
            frame: frame.in_section("me"),
            name: person.name,
            wrong,
        });
        return Ok((problem.status, page).into_response());
    }
    let gone = CookieJar::new().add(no_session_cookie(&state.site.public_url));
    Ok((gone, Redirect::to("/")).into_response())
}

fn refused(mut page: MePage, error: AccountError) -> Response {
    let problem = Error::from(error).problem();
    let status = problem.status;
    page.refusal = Some(problem);
    (status, show(&page)).into_response()
}
