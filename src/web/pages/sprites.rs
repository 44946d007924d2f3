//! Painting one's own sprites on `/me`: without a script in a text field of twelve lines a kind.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::post;
use serde::Deserialize;

use crate::picture::sprite::{BadSprite, Sprite, SpriteSet};
use crate::rules::abaddon::position::Kind;
use crate::service::blocking;
use crate::web::error::Error;
use crate::web::extract::{Bytes, Path, PictureField};
use crate::web::state::AppState;
use crate::web::wardrobe::{self, fitted};
use crate::web::who::SignedIn;

use super::frame::Frame;
use super::me::MePage;
use super::show;
use super::typed::SignedInForm;

/// The addresses to which the sprites' forms are posted.
pub(in crate::web::pages) fn router() -> Router<AppState> {
    Router::new()
        .route("/me/sprites/{kind}", post(save))
        .route("/me/sprites/{kind}/reset", post(reset))
        .route("/me/sprites/{kind}/check", post(check))
        .route("/me/sprites/{kind}/png", post(import))
        .route("/me/sprites/from-png", post(from_png))
}

/// The form of one kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Easel {
    /// The kind.
    pub kind: Kind,
    /// The sprite as typed.
    pub lines: String,
    /// The default one.
    pub default: String,
    /// What it looks like, and whether it may be worn.
    pub fit: Fit,
    /// Whether it is being painted: else it is folded away.
    pub is_open: bool,
}

/// What somebody has painted and not saved.
#[derive(Clone, Debug)]
pub(in crate::web::pages) struct Painting {
    kind: Kind,
    /// Twelve lines as typed, or why a file could not be read.
    lines: Result<String, BadSprite>,
}

/// A sprite on a real board.
#[derive(Template, Clone, PartialEq, Eq, Debug)]
#[template(path = "partials/fit.html")]
pub struct Fit {
    /// The kind.
    pub kind: Kind,
    /// The board as a `data:` address.
    pub board: String,
    /// Its width.
    pub width: u32,
    /// Its height.
    pub height: u32,
    /// Why it cannot be a player's own; empty where it can.
    pub problem: String,
}

impl Fit {
    fn of(set: &SpriteSet, kind: Kind, lines: &str) -> Self {
        Self::of_painting(set, kind, lines.parse())
    }

    fn of_painting(set: &SpriteSet, kind: Kind, read: Result<Sprite, BadSprite>) -> Self {
        let (width, height) = wardrobe::room_size();
        let shown = read.as_ref().ok().unwrap_or_else(|| set.of(kind)).clone();
        let (board, verdict) = fitted(set, kind, shown);
        let problem = read.and(verdict).err();
        Self {
            kind,
            board: board.unwrap_or_default(),
            width,
            height,
            problem: problem.map(|why| why.to_string()).unwrap_or_default(),
        }
    }
}

impl Easel {
    /// The forms of all kinds, that of one of them with what somebody has painted.
    pub(in crate::web::pages) async fn all(set: SpriteSet, new: Option<Painting>) -> Vec<Self> {
        let easel = move |kind: Kind| {
            let new = new.as_ref().filter(|painting| painting.kind == kind);
            Self::new(&set, kind, new)
        };
        blocking::run(move || Kind::ALL.map(easel).into()).await
    }

    fn new(set: &SpriteSet, kind: Kind, new: Option<&Painting>) -> Self {
        let kept = set.of(kind).to_string();
        let (lines, fit) = match new.map(|painting| &painting.lines) {
            None => (kept.clone(), Fit::of(set, kind, &kept)),
            Some(Ok(lines)) => (lines.clone(), Fit::of(set, kind, lines)),
            Some(Err(why)) => (kept, Fit::of_painting(set, kind, Err(why.clone()))),
        };
        Self {
            kind,
            lines,
            default: Sprite::of_kind(kind).to_string(),
            fit,
            is_open: new.is_some(),
        }
    }
}

#[derive(Deserialize)]
struct Painted {
    lines: String,
}

async fn save(
    State(state): State<AppState>,
    frame: Frame,
    Path(kind): Path<Kind>,
    SignedInForm { person, form }: SignedInForm<Painted>,
) -> Result<Response, Error> {
    let kept = match form.lines.parse::<Sprite>() {
        Ok(sprite) => wardrobe::put(&state, &person, kind, sprite).await,
        Err(why) => Err(why.into()),
    };
    match kept {
        Ok(()) => Ok(Redirect::to("/me#sprites").into_response()),
        Err(Error::Sprite(why)) => {
            let status = Error::Sprite(why).problem().status;
            let lines = Ok(form.lines.replace("\r\n", "\n"));
            let new = Some(Painting { kind, lines });
            let page = MePage::with_sprite(&state, frame, person, new).await?;
            Ok((status, show(&page)).into_response())
        }
        Err(other) => Err(other),
    }
}

async fn reset(
    State(state): State<AppState>,
    SignedIn(person): SignedIn,
    Path(kind): Path<Kind>,
) -> Result<Redirect, Error> {
    state.matches.reset_sprite(&person, kind).await?;
    Ok(Redirect::to("/me#sprites"))
}

/// What a script asks while somebody paints.
async fn check(
    State(state): State<AppState>,
    Path(kind): Path<Kind>,
    SignedInForm { person, form }: SignedInForm<Painted>,
) -> Result<Response, Error> {
    let set = wardrobe::of(&state, &person).await?;
    Ok(show(
        &blocking::run(move || Fit::of(&set, kind, &form.lines)).await,
    ))
}

/// Reads a painted PNG into the form of a kind, without a script; nothing is saved yet.
async fn import(
    State(state): State<AppState>,
    frame: Frame,
    SignedIn(person): SignedIn,
    Path(kind): Path<Kind>,
    PictureField(file): PictureField,
) -> Result<Response, Error> {
    let read = blocking::run(move || Sprite::from_png(&file)).await;
    let status = match &read {
        Ok(_) => StatusCode::OK,
        Err(why) => Error::Sprite(why.clone()).problem().status,
    };
    let lines = read.map(|sprite| sprite.to_string());
    let new = Some(Painting { kind, lines });
    let page = MePage::with_sprite(&state, frame, person, new).await?;
    Ok((status, show(&page)).into_response())
}

/// The lines of a painted PNG.
async fn from_png(SignedIn(_): SignedIn, Bytes(file): Bytes) -> Result<String, Error> {
    Ok(blocking::run(move || Sprite::from_png(&file))
        .await?
        .to_string())
}
