//! What is done in a match of Helios by forms. Each is answered by a redirect once it is done;
//! refused, the page comes again with everything as typed.

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::post;
use serde::Deserialize;

use crate::ids::{IdempotencyKey, MatchId};
use crate::referee::command::{DrawAnswer, DrawOffer};
use crate::service::secret::random_bytes;
use crate::service::views::MatchView;
use crate::service::{Draft, ServiceError, SubmitAction};
use crate::web::error::Error;
use crate::web::extract::Path;
use crate::web::pages::frame::Frame;
use crate::web::pages::typed::SignedInForm;
use crate::web::pages::writing::hindrance;
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
        self.key = format!("{:032x}", u128::from_be_bytes(random_bytes()));
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
        let key = Some(self.key.as_str()).filter(|key| !key.is_empty());
        let key = key.map(str::parse::<IdempotencyKey>).transpose();
        let seq = self.seq.trim().parse();
        Ok(SubmitAction {
            seq: seq.map_err(|_| {
                ServiceError::Malformed("The form does not say which board it was for.")
            })?,
            action: self.action.trim().to_owned(),
            draw: match self.offer_draw {
                Some(_) => DrawOffer::Offered,
                None => DrawOffer::None,
            },
            post: self.written(),
            key: key.map_err(|_| ServiceError::Malformed("The form’s key cannot be read."))?,
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

async fn play(
    State(state): State<AppState>,
    frame: Frame,
    Path(id): Path<MatchId>,
    SignedInForm { person, form }: SignedInForm<ActionForm>,
) -> Result<Response, Error> {
    let done = match form.submission() {
        Ok(submission) => state.matches.play(&person, id, submission).await,
        Err(fault) => Err(fault),
    };
    if done.is_err() {
        // What was typed outlives a closed browser too; the refusal is what the player must know.
        drop(state.matches.save_draft(&person, id, &form.draft()).await);
    }
    respond(&state, frame, id, (form, done.map(drop))).await
}

/// Keeps what was typed and shows what the rules say to it.
async fn check(
    State(state): State<AppState>,
    frame: Frame,
    Path(id): Path<MatchId>,
    SignedInForm { person, form }: SignedInForm<ActionForm>,
) -> Result<Response, Error> {
    let draft = form.draft();
    let kept = if draft == Draft::default() {
        state.matches.delete_draft(&person, id).await
    } else {
        state
            .matches
            .save_draft(&person, id, &draft)
            .await
            .map(drop)
    };
    kept?;
    let view = state.matches.view(&frame.viewer, id).await?;
    let sent = Sent {
        form,
        refused: None,
    };
    super::answer(&state, frame, view, (None, StatusCode::OK), Some(sent)).await
}

/// A form without fields.
#[derive(Clone, Copy, Debug, Deserialize)]
struct Nothing {}

async fn take_seat(
    State(state): State<AppState>,
    frame: Frame,
    Path(id): Path<MatchId>,
    SignedInForm { person, .. }: SignedInForm<Nothing>,
) -> Result<Response, Error> {
    let done = state.matches.take_seat(&person, id).await.map(drop);
    respond(&state, frame, id, (ActionForm::default(), done)).await
}

/// The answer to the offer of a draw: `accept` is `yes` or `no`.
#[derive(Clone, Debug, Deserialize)]
struct Answered {
    accept: String,
}

async fn answer_draw(
    State(state): State<AppState>,
    frame: Frame,
    Path(id): Path<MatchId>,
    SignedInForm { person, form }: SignedInForm<Answered>,
) -> Result<Response, Error> {
    let answer = match form.accept.as_str() {
        "yes" => Ok(DrawAnswer::Accept),
        "no" => Ok(DrawAnswer::Decline),
        _ => Err(ServiceError::Malformed("A draw is accepted or declined.")),
    };
    let done = match answer {
        Ok(answer) => state.matches.answer_draw(&person, id, answer).await,
        Err(fault) => Err(fault),
    };
    respond(&state, frame, id, (ActionForm::default(), done.map(drop))).await
}

async fn flag(
    State(state): State<AppState>,
    frame: Frame,
    Path(id): Path<MatchId>,
    SignedInForm { person, .. }: SignedInForm<Nothing>,
) -> Result<Response, Error> {
    let done = state.matches.flag(&person, id).await.map(drop);
    respond(&state, frame, id, (ActionForm::default(), done)).await
}

/// The second of the two steps of resigning: nobody resigns by one click.
#[derive(Clone, Debug, Deserialize)]
struct Resigning {
    sure: Option<String>,
}

async fn resign(
    State(state): State<AppState>,
    frame: Frame,
    Path(id): Path<MatchId>,
    SignedInForm { person, form }: SignedInForm<Resigning>,
) -> Result<Response, Error> {
    let done = if form.sure.is_some() {
        state.matches.resign(&person, id).await.map(drop)
    } else {
        Err(ServiceError::Malformed(
            "Nothing has happened. Tick the box if you are sure that you resign.",
        ))
    };
    respond(&state, frame, id, (ActionForm::default(), done)).await
}

/// Redirects to the match once it is done, or shows the page with the refusal and all that was typed.
async fn respond(
    state: &AppState,
    frame: Frame,
    id: MatchId,
    (form, done): (ActionForm, Result<(), ServiceError>),
) -> Result<Response, Error> {
    let error = match done {
        Ok(()) => return Ok(Redirect::to(&format!("/matches/{id}")).into_response()),
        Err(error) => error,
    };
    let form = if matches!(error, ServiceError::KeyReused) || form.key.is_empty() {
        form.with_new_key()
    } else {
        form
    };
    let problem = Error::from(error).problem();
    let view = state.matches.view(&frame.viewer, id).await?;
    let sent = Sent {
        form,
        refused: Some(hindrance(&problem)),
    };
    super::answer(state, frame, view, (None, problem.status), Some(sent)).await
}
