//! Painting one's own sprites on `/me`: without a script in a text field of twelve lines a kind.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::post;
use serde::Deserialize;

use crate::picture::sprite::{Sprite, SpriteSet};
use crate::rules::abaddon::position::Kind;
use crate::service::blocking;
use crate::web::error::Error;
use crate::web::extract::{Bytes, Path};
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
        let (width, height) = wardrobe::room_size();
        let read = lines.parse::<Sprite>();
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
    /// The forms of all kinds, that of one of them as somebody has typed it.
    pub(in crate::web::pages) async fn all(
        set: SpriteSet,
        typed: Option<(Kind, String)>,
    ) -> Vec<Self> {
        let easel = move |kind: Kind| {
            let typed = typed.as_ref().filter(|(of, _)| *of == kind);
            let lines = typed.map_or_else(|| set.of(kind).to_string(), |(_, lines)| lines.clone());
            Self {
                kind,
                fit: Fit::of(&set, kind, &lines),
                default: Sprite::of_kind(kind).to_string(),
                lines,
            }
        };
        blocking::run(move || Kind::ALL.map(easel).into()).await
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
            let typed = Some((kind, form.lines.replace("\r\n", "\n")));
            let page = MePage::with_sprite(&state, frame, person, typed).await?;
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

/// The lines of a painted PNG.
async fn from_png(SignedIn(_): SignedIn, Bytes(file): Bytes) -> Result<String, Error> {
    Ok(blocking::run(move || Sprite::from_png(&file))
        .await?
        .to_string())
}
