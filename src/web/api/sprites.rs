//! `/me/sprites`: one's own pixel art, a sprite a kind of unit (picture.md, Custom sprites).

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::picture::sprite::{Sprite, SpriteSet};
use crate::rules::abaddon::position::Kind;
use crate::web::error::Error;
use crate::web::extract::{Bytes, Json, Path, read_json};
use crate::web::state::AppState;
use crate::web::wardrobe;
use crate::web::who::SignedIn;

pub(in crate::web::api) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(all))
        .routes(routes!(put, delete))
}

/// A sprite of a kind of unit.
#[derive(Serialize, ToSchema)]
pub(in crate::web::api) struct SpriteBody {
    /// `engineer`, `soldier` or `flamebat`.
    kind: &'static str,
    /// Twelve lines of twelve characters: `.` transparent, `o` black, `w` white, `c` one's colour, `d`
    /// its darker shade.
    lines: Vec<String>,
    /// Whether it is one's own; else it is the default one.
    own: bool,
}

impl SpriteBody {
    fn new(kind: Kind, set: &SpriteSet) -> Self {
        let sprite = set.of(kind);
        Self {
            kind: kind.word(),
            lines: sprite.to_string().lines().map(str::to_owned).collect(),
            own: sprite != Sprite::of_kind(kind),
        }
    }
}

/// What one's units look like.
#[derive(Serialize, ToSchema)]
pub(in crate::web::api) struct SpriteList {
    sprites: Vec<SpriteBody>,
}

/// A sprite as JSON.
#[derive(Deserialize, ToSchema)]
pub(in crate::web::api) struct Drawn {
    /// Twelve lines of twelve characters.
    lines: Vec<String>,
}

/// Shows what one's units look like.
#[utoipa::path(get, path = "/me/sprites", responses((status = 200, body = SpriteList)))]
async fn all(
    State(state): State<AppState>,
    SignedIn(person): SignedIn,
) -> Result<Json<SpriteList>, Error> {
    let set = wardrobe::of(&state, &person).await?;
    let sprites = Kind::ALL.map(|kind| SpriteBody::new(kind, &set)).into();
    Ok(Json(SpriteList { sprites }))
}

/// Gives one's units of a kind a sprite, from each match's next turn on: as JSON, as twelve lines of
/// plain text, or as a PNG of 12 × 12 pixels.
#[utoipa::path(
    put,
    path = "/me/sprites/{kind}",
    params(("kind" = String, Path, description = "`engineer`, `soldier` or `flamebat`")),
    request_body(content((Drawn = "application/json"), (String = "text/plain"), (Vec<u8> = "image/png"))),
    responses(
        (status = 200, body = SpriteBody),
        (status = 400, description = "`malformed`"),
        (status = 404, description = "`not_found`: there is no such kind"),
        (status = 415, description = "`unsupported_media`"),
        (status = 422, description = "`bad_sprite`, which says why"),
    )
)]
async fn put(
    State(state): State<AppState>,
    SignedIn(person): SignedIn,
    Path(kind): Path<Kind>,
    headers: HeaderMap,
    Bytes(body): Bytes,
) -> Result<Json<SpriteBody>, Error> {
    let sprite = read(&headers, &body)?;
    wardrobe::put(&state, &person, kind, sprite).await?;
    let set = wardrobe::of(&state, &person).await?;
    Ok(Json(SpriteBody::new(kind, &set)))
}

/// Lets one's units of a kind look as they do by default, from each match's next turn on.
#[utoipa::path(
    delete,
    path = "/me/sprites/{kind}",
    params(("kind" = String, Path, description = "`engineer`, `soldier` or `flamebat`")),
    responses((status = 204), (status = 404, description = "`not_found`: there is no such kind"))
)]
async fn delete(
    State(state): State<AppState>,
    SignedIn(person): SignedIn,
    Path(kind): Path<Kind>,
) -> Result<StatusCode, Error> {
    state.matches.reset_sprite(&person, kind).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn read(headers: &HeaderMap, body: &[u8]) -> Result<Sprite, Error> {
    let media = headers
        .get(CONTENT_TYPE)
        .and_then(|media| media.to_str().ok());
    let media = media
        .unwrap_or_default()
        .split(';')
        .next()
        .unwrap_or_default();
    match media.trim() {
        "image/png" => Ok(Sprite::from_png(body)?),
        "text/plain" => Ok(String::from_utf8_lossy(body).parse::<Sprite>()?),
        "application/json" => {
            let mut json = serde_json::Deserializer::from_slice(body);
            let Drawn { lines } = read_json(&mut json, "")?;
            Ok(lines.join("\n").parse::<Sprite>()?)
        }
        _ => Err(Error::UnsupportedMedia(
            "image/png, text/plain or application/json",
        )),
    }
}
