//! What is done in a match of Helios by forms. Each is answered by a redirect once it is done;
//! refused, the page comes again with everything as typed.

use axum::Router;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::post;
use serde::Deserialize;

use crate::referee::command::{DrawAnswer, DrawOffer};
use crate::service::views::MatchView;
use crate::service::{Draft, ServiceError, SubmitAction};
use crate::web::error::Error;
use crate::web::pages::typed::{Posted, new_key, read_key, read_seq};
use crate::web::pages::writing::{hindrance, keep};
use crate::web::state::AppState;

use super::Sent;

pub(super) fn router() -> Router<AppState> {
    Router::new()
        .route("/matches/{id}/action", post(play))
        .route("/matches/{id}/action/check", post(check))
        .route("/matches/{id}/seat", post(take_seat))
        .route("/matches/{id}/draw", post(answer_draw))
        .route("/matches/{id}/flag", post(flag))
        .route("/matches/{id}/resign", post(resign))
}

/// The form for an action as it is posted: everything as typed, so that nothing is lost when it is
/// refused.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(default)]
pub(in crate::web::pages) struct ActionForm {
    /// The action in notation.
    pub(super) action: String,
    /// The text of the post.
    pub(super) post: String,
    /// Ticked where a draw is offered with it.
    pub(super) offer_draw: Option<String>,
    /// The newest event that the page showed (T9).
    pub(super) seq: String,
    /// The idempotency key of this submission (T10).
    pub(super) key: String,
}

impl ActionForm {
    /// The form for an action that was kept and not sent, or an empty one.
    pub(super) fn of_draft(view: &MatchView) -> Self {
        let draft = view.mine.as_ref().and_then(|mine| mine.draft.clone());
        let draft = draft.unwrap_or_default();
        Self {
            action: draft.steps.into_iter().next().unwrap_or_default(),
            post: draft.post.unwrap_or_default(),
            ..Self::default()
        }
        .with_new_key()
    }

    /// The same form under a key of its own (T10).
    fn with_new_key(mut self) -> Self {
        self.key = new_key();
        self
    }

    /// The action; `None` where nothing was typed.
    pub(super) fn action(&self) -> Option<&str> {
        Some(self.action.trim()).filter(|action| !action.is_empty())
    }

    fn written(&self) -> Option<String> {
        (!self.post.trim().is_empty()).then(|| self.post.clone())
    }

    fn submission(&self) -> Result<SubmitAction, ServiceError> {
        Ok(SubmitAction {
            seq: read_seq(&self.seq)?,
            key: read_key(&self.key)?,
            action: self.action.trim().to_owned(),
            draw: match self.offer_draw {
                Some(_) => DrawOffer::Offered,
                None => DrawOffer::None,
            },
            post: self.written(),
        })
    }

    fn draft(&self) -> Draft {
        Draft {
            steps: self.action().map(str::to_owned).into_iter().collect(),
            post: self.written(),
            colour: None,
        }
    }
}

async fn play(posted: Posted<ActionForm>) -> Result<Response, Error> {
    let Posted {
        state,
        id,
        person,
        form,
        ..
    } = &posted;
    let done = match form.submission() {
        Ok(submission) => state.matches.play(person, *id, submission).await,
        Err(fault) => Err(fault),
    };
    if done.is_err() {
        // What was typed outlives a closed browser too; the refusal is what the player must know.
        drop(keep(state, person, *id, &form.draft()).await);
    }
    let form = posted.form.clone();
    respond(posted, (Some(form), done.map(drop))).await
}

/// Keeps what was typed and shows what the rules say to it.
async fn check(posted: Posted<ActionForm>) -> Result<Response, Error> {
    let Posted {
        state,
        frame,
        id,
        person,
        form,
    } = posted;
    keep(&state, &person, id, &form.draft()).await?;
    let view = state.matches.view(&frame.viewer, id).await?;
    let sent = Sent {
        form: Some(form),
        refused: None,
    };
    super::answer(&state, frame, view, (None, StatusCode::OK), sent).await
}

/// A form without fields.
#[derive(Clone, Copy, Debug, Deserialize)]
struct Nothing {}

async fn take_seat(posted: Posted<Nothing>) -> Result<Response, Error> {
    let matches = &posted.state.matches;
    let done = matches.take_seat(&posted.person, posted.id).await;
    respond(posted, (None, done.map(drop))).await
}

/// The answer to the offer of a draw: `accept` is `yes` or `no`.
#[derive(Clone, Debug, Deserialize)]
struct Answered {
    accept: String,
}

async fn answer_draw(posted: Posted<Answered>) -> Result<Response, Error> {
    let answer = match posted.form.accept.as_str() {
        "yes" => Ok(DrawAnswer::Accept),
        "no" => Ok(DrawAnswer::Decline),
        _ => Err(ServiceError::Malformed("A draw is accepted or declined.")),
    };
    let matches = &posted.state.matches;
    let done = match answer {
        Ok(answer) => matches.answer_draw(&posted.person, posted.id, answer).await,
        Err(fault) => Err(fault),
    };
    respond(posted, (None, done.map(drop))).await
}

async fn flag(posted: Posted<Nothing>) -> Result<Response, Error> {
    let matches = &posted.state.matches;
    let done = matches.flag(&posted.person, posted.id).await;
    respond(posted, (None, done.map(drop))).await
}

/// The second of the two steps of resigning: nobody resigns by one click.
#[derive(Clone, Debug, Deserialize)]
struct Resigning {
    sure: Option<String>,
    /// There where a challenge is withdrawn that nobody has taken.
    challenge: Option<String>,
}

async fn resign(posted: Posted<Resigning>) -> Result<Response, Error> {
    let matches = &posted.state.matches;
    let view = matches.view(&posted.frame.viewer, posted.id).await?;
    let is_taken = view.seats.iter().all(|seat| seat.player.is_some());
    let done = match posted.form.sure {
        // A page that is not of today must not give a match away.
        Some(_) if posted.form.challenge.is_some() && is_taken => Err(ServiceError::Malformed(
            "Nothing has happened: somebody has taken the free side, so there is a match to play.",
        )),
        Some(_) => matches.resign(&posted.person, posted.id).await.map(drop),
        None => Err(ServiceError::Malformed(
            "Nothing has happened. Tick the box if you are sure that you resign.",
        )),
    };
    respond(posted, (None, done)).await
}

/// Redirects to the match once it is done, or shows the page with the refusal: with the action's form as
/// typed where that was sent, else with the draft.
async fn respond<T>(
    Posted {
        state, frame, id, ..
    }: Posted<T>,
    (form, done): (Option<ActionForm>, Result<(), ServiceError>),
) -> Result<Response, Error> {
    let error = match done {
        Ok(()) => return Ok(Redirect::to(&format!("/matches/{id}")).into_response()),
        Err(error) => error,
    };
    let form = match error {
        ServiceError::KeyReused => form.map(ActionForm::with_new_key),
        _ => form,
    };
    let problem = Error::from(error).problem();
    let view = state.matches.view(&frame.viewer, id).await?;
    let sent = Sent {
        form,
        refused: Some(hindrance(&problem)),
    };
    super::answer(&state, frame, view, (None, problem.status), sent).await
}
