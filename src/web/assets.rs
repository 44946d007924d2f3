//! What never changes while the program runs: styles, scripts and icons, built in.

use axum::body::Body;
use axum::extract::Request;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::web::error::Error;
use crate::web::extract::Path;

#[derive(RustEmbed)]
#[folder = "static/"]
struct Files;

/// The address of a file, with its hash: when the file changes, so does the address, and nobody's
/// cache holds an old one.
///
/// ```
/// assert!(daykeeper::web::assets::url("style.css").starts_with("/static/style.css?v="));
/// ```
pub fn url(name: &str) -> String {
    match Files::get(name) {
        Some(file) => format!("/static/{name}?v={}", hash(&file)),
        None => format!("/static/{name}"),
    }
}

/// `/static/{*name}`.
///
/// # Errors
/// [`Error::NotFound`].
pub async fn serve(Path(name): Path<String>, request: Request) -> Result<Response, Error> {
    let file = Files::get(&name).ok_or(Error::NotFound)?;
    let hash = hash(&file);
    let is_named_by_hash = request.uri().query() == Some(&format!("v={hash}"));
    let caching = if is_named_by_hash {
        "public, max-age=31536000, immutable"
    } else {
        "public, no-cache"
    };
    let etag = format!("\"{hash}\"");
    let headers = [(CACHE_CONTROL, caching.to_owned()), (ETAG, etag.clone())];
    if knows(request.headers(), &etag) {
        return Ok((StatusCode::NOT_MODIFIED, headers).into_response());
    }
    let kind = [(CONTENT_TYPE, content_type(&file))];
    Ok((headers, kind, Body::from(file.data)).into_response())
}

/// Whether the client has this version already.
pub fn knows(headers: &HeaderMap, etag: &str) -> bool {
    (headers.get_all(IF_NONE_MATCH).iter())
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(|tag| tag.trim().trim_start_matches("W/"))
        .any(|tag| tag == etag || tag == "*")
}

fn hash(file: &EmbeddedFile) -> String {
    let bytes = file.metadata.sha256_hash();
    bytes[..8]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect::<Vec<_>>()
        .concat()
}

fn content_type(file: &EmbeddedFile) -> String {
    let kind = file.metadata.mimetype();
    if kind.starts_with("text/") {
        format!("{kind}; charset=utf-8")
    } else {
        kind.to_owned()
    }
}
