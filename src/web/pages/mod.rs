//! Pages for people. Each works without a script: forms post, and answers redirect.

mod audit;
pub mod board;
mod colour_words;
pub mod composer;
pub mod day;
pub mod frame;
pub mod helios;
pub mod lobby;
pub mod login;
mod marked;
pub mod match_page;
pub mod me;
mod moderation;
pub mod new_match;
pub mod new_match_form;
mod news;
mod next_change;
pub mod offers;
pub mod paging;
pub mod picture;
pub mod portrait;
pub mod problem;
pub mod register;
pub mod replay;
mod reset;
pub mod rules;
mod rules_helios;
mod ruling;
pub mod seats;
pub mod sprites;
pub mod terms;
pub mod thread;
pub mod turn;
pub mod turn_form;
pub mod typed;
pub mod writing;

use askama::Template;
use axum::Router;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::response::{Html, IntoResponse, Response};

use crate::web::error::Error;
use crate::web::layers::headers::Nonce;
use crate::web::pages::frame::Frame;
use crate::web::state::AppState;
use crate::web::who::Visit;

/// Every page's addresses.
pub fn router() -> Router<AppState> {
    Router::new()
        .merge(login::router())
        .merge(register::router())
        .merge(me::router())
        .merge(moderation::router())
        .merge(reset::router())
        .merge(sprites::router())
        .merge(lobby::router())
        .merge(new_match::router())
        .merge(match_page::router())
        .merge(replay::router())
        .merge(helios::router())
        .merge(audit::router())
        .merge(ruling::router())
        .merge(writing::router())
        .merge(picture::router())
        .merge(rules::router())
        .merge(rules_helios::router())
}

/// A page as an answer.
pub fn show(page: &impl Template) -> Response {
    match page.render() {
        Ok(html) => Html(html).into_response(),
        Err(why) => Error::Broken(why.to_string()).into_response(),
    }
}

/// The frame of the page that answers this request; the handler names its section.
impl FromRequestParts<AppState> for Frame {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Error> {
        let visit = Visit::from_request_parts(parts, state).await?;
        let Nonce(nonce) = Nonce::from_request_parts(parts, state).await?;
        Ok(Self::new(state.now(), visit.viewer, nonce, ""))
    }
}

impl Frame {
    /// The same frame for a page of a section.
    #[must_use]
    pub fn in_section(mut self, section: &'static str) -> Self {
        self.section = section;
        self
    }
}
