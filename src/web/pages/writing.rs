//! Writing a turn: checking, announcing, withdrawing and sending it by forms. Each is answered by a
//! redirect once it is done; refused, the page comes again with everything as typed.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::post;
use serde::Deserialize;

use crate::ids::MatchId;
use crate::picture::sprite::Sprites;
use crate::rules::colour::Colour;
use crate::service::blocking;
use crate::service::views::{
    AbaddonTable, CheckView, Choices, Halls, Hindrance, MatchView, Person, Viewer,
};
use crate::service::{Draft, ServiceError};
use crate::web::drawing::{self, Style};
use crate::web::error::Error;
use crate::web::extract::Query;
use crate::web::problem::Problem;
use crate::web::state::AppState;
use crate::web::wardrobe;

use super::composer::{Composer, own_seat};
use super::match_page;
use super::news;
use super::show;
use super::turn_form::TurnForm;
use super::typed::Posted;

/// The addresses to which the turn form is posted.
pub(in crate::web::pages) fn router() -> Router<AppState> {
    Router::new()
        .route("/matches/{id}/turns", post(send))
        .route("/matches/{id}/check", post(check))
        .route("/matches/{id}/announce", post(announce))
        .route("/matches/{id}/withdraw", post(withdraw))
}

/// A match with what somebody writes in it.
#[derive(Clone, Debug)]
pub struct Written {
    /// The match.
    pub view: MatchView,
    /// The turn form; none for a visitor.
    pub composer: Option<Composer>,
    /// The board after the legal steps, as a `data:` address, where there are any.
    pub preview: Option<String>,
}

async fn send(posted: Posted<TurnForm>) -> Result<Response, Error> {
    let Posted { id, person, .. } = &posted;
    let done = match posted.form.submission() {
        Ok(submission) => {
            let accepted = posted.state.matches.submit(person, *id, submission).await;
            accepted.map(|accepted| format!("/matches/{id}#turn-{}", accepted.turn))
        }
        Err(fault) => Err(fault),
    };
    answer(posted, done).await
}

async fn announce(posted: Posted<TurnForm>) -> Result<Response, Error> {
    let Posted { id, person, .. } = &posted;
    let done = match posted.form.colour() {
        Ok(colour) => {
            let announced = posted.state.matches.announce(person, *id, colour).await;
            announced.map(|_| format!("/matches/{id}"))
        }
        Err(fault) => Err(fault),
    };
    // Whether it can be kept or not, what was asked for is done or refused.
    drop(keep(&posted.state, person, *id, &posted.form.draft()).await);
    answer(posted, done).await
}

async fn withdraw(posted: Posted<TurnForm>) -> Result<Response, Error> {
    let Posted { id, person, .. } = &posted;
    let done = posted.state.matches.withdraw(person, *id).await;
    let done = done.map(|()| format!("/matches/{id}"));
    // Whether it can be kept or not, what was asked for is done or refused.
    drop(keep(&posted.state, person, *id, &posted.form.draft()).await);
    answer(posted, done).await
}

/// Which part of the page is wanted: a script asks for the referee's verdict alone.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
struct Part {
    part: Option<String>,
}

async fn check(Query(part): Query<Part>, posted: Posted<TurnForm>) -> Result<Response, Error> {
    let Posted {
        state,
        frame,
        id,
        person,
        mut form,
    } = posted;
    form.take_nearest();
    if !form.instead.is_empty() {
        let check = state
            .matches
            .check(&frame.viewer, id, &form.steps(), None)
            .await?;
        form.take_instead(&check);
    }
    form.rearrange();
    let unkept = keep(&state, &person, id, &form.draft()).await.err();
    let mut written = at_desk_again(&state, &frame.viewer, id, form).await?;
    let mut status = StatusCode::OK;
    if let (Some(error), Some(composer)) = (unkept, &mut written.composer) {
        let problem = Error::from(error).problem();
        status = problem.status;
        composer.unkept = Some(problem.detail);
    }
    match (part.part, written) {
        (
            Some(_),
            Written {
                composer: Some(composer),
                preview,
                ..
            },
        ) => Ok(show(&VerdictPart { composer, preview })),
        (_, written) => match_page::answer(&state, frame, written, (None, status)).await,
    }
}

/// The part of the page that a script asks for while steps are typed.
#[derive(Template, Clone, Debug)]
#[template(path = "partials/check.html")]
struct VerdictPart {
    composer: Composer,
    preview: Option<String>,
}

/// Redirects to where it is done, or shows the page with the refusal and everything as typed.
async fn answer(
    posted: Posted<TurnForm>,
    done: Result<String, ServiceError>,
) -> Result<Response, Error> {
    let Posted {
        state,
        frame,
        id,
        person,
        form,
    } = posted;
    let error = match done {
        Ok(address) => return Ok(Redirect::to(&address).into_response()),
        Err(error) => error,
    };
    let nearest = nearest(&error);
    let form = if matches!(error, ServiceError::KeyReused) {
        form.with_new_key()
    } else {
        form
    };
    let problem = Error::from(error).problem();
    // What was typed outlives a closed browser too; the refusal is what the player must know.
    drop(keep(&state, &person, id, &form.draft()).await);
    let mut written = at_desk_again(&state, &frame.viewer, id, form).await?;
    written.composer =
        (written.composer).map(|composer| composer.refused(hindrance(&problem), nearest));
    match_page::answer(&state, frame, written, (None, problem.status)).await
}

/// Keeps what is typed as a draft, and forgets the one before where nothing is.
pub(in crate::web::pages) async fn keep(
    state: &AppState,
    person: &Person,
    id: MatchId,
    draft: &Draft,
) -> Result<(), ServiceError> {
    if *draft == Draft::default() {
        return state.matches.delete_draft(person, id).await;
    }
    match state.matches.save_draft(person, id, draft).await {
        // What the referee says to it is asked again for the page.
        Ok(_) | Err(ServiceError::Refused(_)) => Ok(()),
        Err(error) => Err(error),
    }
}

/// The match with a form that was sent, and with what has happened since its page was made.
async fn at_desk_again(
    state: &AppState,
    viewer: &Viewer,
    id: MatchId,
    form: TurnForm,
) -> Result<Written, Error> {
    let seen = form.seq.trim().parse().unwrap_or(u64::MAX);
    let view = state.matches.view(viewer, id).await?;
    let news = news::since(state, viewer, &view, seen).await?;
    let mut written = at_desk(state, viewer, view, Some(form)).await?;
    if let Some(what) = news {
        written.composer = (written.composer).map(|composer| composer.with_news(what));
    }
    Ok(written)
}

/// The match as somebody sees it, with the form that they sent, or else their draft.
pub(in crate::web::pages) async fn at_desk(
    state: &AppState,
    viewer: &Viewer,
    view: MatchView,
    sent: Option<TurnForm>,
) -> Result<Written, Error> {
    let Some(mine) = view.mine.clone() else {
        return Ok(Written {
            view,
            composer: None,
            preview: None,
        });
    };
    let drafted = mine
        .draft
        .as_ref()
        .map(TurnForm::of_draft)
        .unwrap_or_default();
    let form = sent.unwrap_or_else(|| drafted.with_new_key());
    let steps = form.steps();
    let tried = state.matches.check(viewer, view.id, &steps, None).await;
    let (Some(halls), Choices::Abaddon(choices)) = (Halls::of(&view), &mine.choices) else {
        return Err(Error::NotFound);
    };
    let check = match tried {
        Ok(check) => check,
        Err(ServiceError::Refused(_)) => unchecked(halls.table),
        Err(error) => return Err(error.into()),
    };
    let mut sprites = drawing::sprites(&view.sprites);
    if let (None, Some(seat), Some(person)) = (mine.seat, own_seat(halls, &mine), viewer) {
        sprites[seat] = wardrobe::of(state, person).await?;
    }
    let preview = preview(halls, &form, &check, sprites).await;
    let composer = Composer::new(halls, (&mine, choices), form, &check);
    Ok(Written {
        view,
        composer: Some(composer),
        preview,
    })
}

/// What there is to say to the steps of somebody who cannot come in: nothing.
fn unchecked(table: &AbaddonTable) -> CheckView {
    CheckView {
        steps: Vec::new(),
        refused: None,
        position: table.position.clone(),
        actions_left: table.options.actions,
        next: Vec::new(),
        longer: Vec::new(),
        attackers: Vec::new(),
    }
}

/// The board after the legal steps. A newcomer without a colour is drawn in the first free one.
async fn preview(
    view: Halls<'_>,
    form: &TurnForm,
    check: &CheckView,
    sprites: Sprites,
) -> Option<String> {
    if check.steps.is_empty() {
        return None;
    }
    let seated: Vec<Colour> = view.seats.iter().map(|seat| seat.colour).collect();
    let free = || {
        Colour::SUGGESTED
            .into_iter()
            .find(|colour| colour.check(&seated).is_ok())
    };
    let own = form
        .chosen_colour()
        .and_then(|typed| typed.parse().ok())
        .or_else(free);
    let style = Style {
        level: Arc::clone(&view.table.level),
        colours: drawing::colours(seated.iter().copied().chain(own)),
        sprites,
    };
    let (before, after) = (view.table.position.clone(), check.position.clone());
    blocking::run(move || drawing::data_url(&style, &before, &after)).await
}

pub(in crate::web::pages) fn hindrance(problem: &Problem) -> Hindrance {
    Hindrance {
        code: problem.code,
        rule: problem.members.rule.unwrap_or_default(),
        message: problem.detail.clone(),
        opens_at: problem.members.opens_at,
    }
}

fn nearest(error: &ServiceError) -> Option<Colour> {
    match error {
        ServiceError::Refused(refused) => refused.nearest,
        _ => None,
    }
}
