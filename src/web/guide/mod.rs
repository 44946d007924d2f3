//! The moderators' guide, from the same text as `docs/moderators.md`.

mod markdown;

use askama::Template;
use axum::Router;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use rust_embed::RustEmbed;

use crate::web::error::Error;
use crate::web::extract::Path;
use crate::web::pages::frame::Frame;
use crate::web::pages::show;
use crate::web::state::AppState;

/// The text, built in.
const GUIDE: &str = include_str!("../../../docs/moderators.md");

/// The pictures beside it.
#[derive(RustEmbed)]
#[folder = "docs/moderators/"]
struct Pictures;

pub(in crate::web) fn router() -> Router<AppState> {
    Router::new()
        .route("/guide/moderators", get(guide))
        .route("/guide/moderators/{picture}", get(picture))
}

/// The page of the guide.
#[derive(Template, Clone, Debug)]
#[template(path = "guide.html")]
struct GuidePage {
    frame: Frame,
    text: String,
}

async fn guide(frame: Frame) -> Response {
    let text = markdown::to_html(GUIDE, size_of);
    show(&GuidePage { frame, text })
}

async fn picture(Path(name): Path<String>) -> Result<Response, Error> {
    let file = Pictures::get(&name).ok_or(Error::NotFound)?;
    let headers = [
        (CONTENT_TYPE, "image/png"),
        (CACHE_CONTROL, "public, max-age=86400"),
    ];
    Ok((headers, file.data.into_owned()).into_response())
}

/// Width and height of a picture, which a PNG names right behind its signature; pages keep their place
/// by them.
fn size_of(address: &str) -> Option<(u32, u32)> {
    let file = Pictures::get(address.strip_prefix("moderators/")?)?;
    let number = |from: usize| {
        let bytes = file.data.get(from..from + 4)?;
        Some(u32::from_be_bytes(bytes.try_into().ok()?))
    };
    Some((number(16)?, number(20)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_picture_of_the_guide_is_there_and_small() {
        let named: Vec<&str> = GUIDE
            .split("](moderators/")
            .skip(1)
            .filter_map(|rest| rest.split(')').next())
            .collect();
        assert!(!named.is_empty());
        for name in named {
            let file = Pictures::get(name).unwrap_or_else(|| panic!("no {name}"));
            assert!(
                file.data.len() < 100_000,
                "{name} has {} bytes",
                file.data.len()
            );
            assert!(size_of(&format!("moderators/{name}")).is_some());
        }
    }
}
