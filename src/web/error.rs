//! One error for all of the web, and the one place where it becomes a status and a code.

use std::error::Error as _;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::picture::sprite::BadSprite;
use crate::referee::moderate::barred::Barred;
use crate::referee::refusal::Refusal;
use crate::service::accounts::AccountError;
use crate::service::{Refused, ServiceError};
use crate::web::api::check::CheckBody;
use crate::web::problem::{Members, Problem};
use crate::web::reading::NoTurn;

/// Why a request is not done.
///
/// As a response it is an empty body with a [`Problem`] beside it, which
/// [`layers::problems`](crate::web::layers::problems) writes as JSON under `/api/` and as a page
/// elsewhere.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Body, query or path cannot be read.
    #[error("{0}")]
    Malformed(String),
    /// Only somebody with an account may do this.
    #[error("you are not signed in")]
    NotSignedIn,
    /// The bearer token is none of ours, or it is revoked.
    #[error("this token is unknown or revoked")]
    BadToken,
    /// It belongs to somebody else.
    #[error("this is not yours to do")]
    NotYours,
    /// A form of another site was sent by the user's browser.
    #[error("this request was sent by another site's page, so nothing was done")]
    CrossSite,
    /// Nothing is there, or nothing that the viewer may see.
    #[error("there is nothing at this address; it may have been mistyped, or it is private")]
    NotFound,
    /// Something is there, but it does not understand the method.
    #[error("this address does not understand that method")]
    WrongMethod,
    /// The body is larger than its route takes.
    #[error("the request is larger than {0} bytes, which is the most that is taken here")]
    TooLarge(usize),
    /// The body is of another type.
    #[error("the body must be {0}, and its Content-Type must say so")]
    UnsupportedMedia(&'static str),
    /// Too many requests.
    #[error("that was too fast; please try again in {0} seconds")]
    SlowDown(u64),
    /// It took too long, or the database does not answer.
    #[error("this does not work just now; please try again in a moment")]
    Unavailable,
    /// Something about an account.
    #[error(transparent)]
    Account(#[from] AccountError),
    /// Something about a match.
    #[error(transparent)]
    Match(#[from] ServiceError),
    /// A sprite that cannot be a player's own.
    #[error(transparent)]
    Sprite(#[from] BadSprite),
    /// A picture that shows no turn.
    #[error(transparent)]
    Picture(#[from] Box<NoTurn>),
    /// A fault of ours. Its text goes to the log only.
    #[error("{0}")]
    Broken(String),
}

/// Seconds after which an unavailable server is worth another try.
const SOON: u64 = 5;

impl Error {
    /// What the client is told.
    pub fn problem(&self) -> Problem {
        let with = |status, code| Problem::new(status, code, self.to_string());
        match self {
            Self::Malformed(_) => with(StatusCode::BAD_REQUEST, "malformed"),
            Self::NotSignedIn | Self::BadToken => with(StatusCode::UNAUTHORIZED, "not_signed_in"),
            Self::NotYours => with(StatusCode::FORBIDDEN, "not_yours"),
            Self::CrossSite => with(StatusCode::FORBIDDEN, "cross_site"),
            Self::NotFound => with(StatusCode::NOT_FOUND, "not_found"),
            Self::WrongMethod => with(StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed"),
            Self::TooLarge(_) => with(StatusCode::PAYLOAD_TOO_LARGE, "too_large"),
            Self::UnsupportedMedia(_) => {
                with(StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_media")
            }
            Self::SlowDown(seconds) => Problem {
                retry_after: Some(*seconds),
                ..with(StatusCode::TOO_MANY_REQUESTS, "slow_down")
            },
            Self::Unavailable => unavailable(),
            Self::Account(error) => of_account(error),
            Self::Match(error) => of_match(error),
            Self::Sprite(_) => with(StatusCode::UNPROCESSABLE_ENTITY, "bad_sprite"),
            Self::Picture(error) => error.problem(),
            Self::Broken(_) => broken(),
        }
    }

    /// Writes the error to the log, once, at the level that it deserves.
    fn log(&self) {
        match self {
            Self::Broken(_)
            | Self::Account(AccountError::Store(_) | AccountError::Hash)
            | Self::Match(ServiceError::Unavailable(_) | ServiceError::Broken(_)) => {
                tracing::error!(error = %self, cause = self.source().map(tracing::field::display), "a request failed: {self}");
            }
            Self::Match(ServiceError::Refused(refused)) => {
                tracing::info!(code = refused.code, "a command was refused: {self}");
            }
            Self::SlowDown(_) | Self::TooLarge(_) | Self::Unavailable => {
                tracing::info!("a request was refused: {self}");
            }
            _ => tracing::debug!("a request was refused: {self}"),
        }
    }
}

fn of_account(error: &AccountError) -> Problem {
    let with = |status, code| Problem::new(status, code, error.to_string());
    let unprocessable = StatusCode::UNPROCESSABLE_ENTITY;
    match error {
        AccountError::BadName(_) => with(unprocessable, "bad_name").in_field("name"),
        AccountError::NameTaken => with(StatusCode::CONFLICT, "name_taken").in_field("name"),
        AccountError::WeakPassword => with(unprocessable, "weak_password").in_field("password"),
        AccountError::RegistrationClosed => with(StatusCode::FORBIDDEN, "registration_closed"),
        AccountError::NotInvited => {
            with(StatusCode::FORBIDDEN, "registration_closed").in_field("invite")
        }
        AccountError::LastAdmin => with(StatusCode::FORBIDDEN, "not_yours"),
        AccountError::BadCredentials => with(StatusCode::UNAUTHORIZED, "bad_credentials"),
        AccountError::BadLabel => with(unprocessable, "bad_text").in_field("label"),
        AccountError::Unknown(_) | AccountError::BadLink => {
            with(StatusCode::NOT_FOUND, "not_found")
        }
        AccountError::Store(_) if error.may_pass() => unavailable(),
        AccountError::Store(_) | AccountError::Hash => broken(),
    }
}

fn of_match(error: &ServiceError) -> Problem {
    let with = |status| Problem::new(status, error.code(), error.to_string());
    match error {
        ServiceError::Refused(refused) => Problem {
            members: Box::new(members(refused)),
            ..with(status_of(&refused.refusal))
        },
        ServiceError::Missing => with(StatusCode::NOT_FOUND),
        ServiceError::NotYours(_)
        | ServiceError::Suspended { .. }
        | ServiceError::ModeratorsOnly => with(StatusCode::FORBIDDEN),
        ServiceError::Malformed(_) | ServiceError::BadPosition(_) => with(StatusCode::BAD_REQUEST),
        ServiceError::BadText { field, .. } => {
            with(StatusCode::UNPROCESSABLE_ENTITY).in_field(field)
        }
        ServiceError::BadOptions { option, .. } => {
            with(StatusCode::UNPROCESSABLE_ENTITY).in_field(option)
        }
        ServiceError::TooLarge => with(StatusCode::PAYLOAD_TOO_LARGE),
        ServiceError::ReasonMissing => with(StatusCode::UNPROCESSABLE_ENTITY).in_field("reason"),
        ServiceError::KeyReused => with(StatusCode::UNPROCESSABLE_ENTITY),
        ServiceError::Unavailable(_) => unavailable(),
        ServiceError::Broken(_) => broken(),
    }
}

/// 409 where the clock or the match's state says no, 422 where the rules do.
fn status_of(refusal: &Refusal) -> StatusCode {
    match refusal {
        Refusal::MatchOver { .. }
        | Refusal::MatchFull
        | Refusal::NoFreeAirlock
        | Refusal::WaitingForPlayers { .. }
        | Refusal::TurnSpent { .. }
        | Refusal::TwiceInARow { .. }
        | Refusal::BoardReserved { .. }
        | Refusal::AnnouncementSpent { .. }
        | Refusal::NotAnnounced
        | Refusal::Lapsed
        | Refusal::MovedOn
        | Refusal::NotStarted
        | Refusal::NotYourTurn
        | Refusal::SeatTaken
        | Refusal::AlreadySeated
        | Refusal::NoOffer
        | Refusal::NotOverdue { .. } => StatusCode::CONFLICT,
        Refusal::Barred(barred) => status_of_bar(barred),
        Refusal::NotYours => StatusCode::FORBIDDEN,
        Refusal::OtherGame => StatusCode::NOT_FOUND,
        Refusal::ColourMissing
        | Refusal::ColourFixed { .. }
        | Refusal::ColourTooClose(_)
        | Refusal::Step(_)
        | Refusal::Action(_) => StatusCode::UNPROCESSABLE_ENTITY,
    }
}

fn status_of_bar(barred: &Barred) -> StatusCode {
    match barred {
        Barred::MatchPaused { .. }
        | Barred::NotPaused
        | Barred::AlreadyLeft
        | Barred::SeatVacant
        | Barred::HasSeat
        | Barred::NotTheLast
        | Barred::TooLate
        | Barred::TakebackSpent => StatusCode::CONFLICT,
        Barred::PauseOver => StatusCode::BAD_REQUEST,
        Barred::AnothersTurn | Barred::ModeratorsOnly => StatusCode::FORBIDDEN,
        Barred::NoSuchThing { .. } => StatusCode::NOT_FOUND,
    }
}

fn members(refused: &Refused) -> Members {
    let current = refused.current.as_ref();
    Members {
        step: refused.step,
        rule: Some(refused.rule),
        opens_at: refused.opens_at,
        held_by: refused.held_by.clone(),
        held_until: refused.held_until,
        current: current.map(|now| json!({"seq": now.seq, "position": now.position.to_json()})),
        check: (refused.check.as_ref())
            .and_then(|check| serde_json::to_value(CheckBody::from(check)).ok()),
        nearest: refused.nearest.map(|colour| colour.to_string()),
        ..Members::default()
    }
}

fn unavailable() -> Problem {
    Problem {
        retry_after: Some(SOON),
        ..Problem::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "unavailable",
            Error::Unavailable.to_string(),
        )
    }
}

fn broken() -> Problem {
    let detail =
        "something broke on our side; the request's id helps the operator to find out what";
    Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "broken", detail)
}

impl From<NoTurn> for Error {
    fn from(error: NoTurn) -> Self {
        Self::Picture(Box::new(error))
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        self.log();
        let problem = self.problem();
        let mut response = problem.status.into_response();
        response.extensions_mut().insert(problem);
        response
    }
}
