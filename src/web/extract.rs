//! How requests are read: bodies, queries and paths, each with a clear answer when it cannot be.
//!
//! Every extractor here fails with [`Error`], never with a library's own answer. A handler that must
//! answer something else first (404 before 400, T12) takes `Result<Json<T>, Error>`.

use std::fmt::Display;
use std::future::poll_fn;
use std::pin::Pin;

use axum::body::{Body, HttpBody};
use axum::extract::multipart::MultipartError;
use axum::extract::{FromRequest, FromRequestParts, Multipart, Request};
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE, EXPECT};
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize};

use crate::web::error::Error;

/// How large the bodies of a route may be, in bytes: an extension of the routes that take more.
#[derive(Clone, Copy, Debug)]
pub struct BodyLimit(pub usize);

impl Default for BodyLimit {
    /// Enough for a turn with the longest post: 10,000 characters take up to twelve bytes each in a
    /// form or in JSON.
    fn default() -> Self {
        Self(256 * 1024)
    }
}

/// Beyond the limit so many bytes are read and thrown away, since most clients only read an answer
/// once they have sent everything.
const THROWN_AWAY: usize = 32 * 1024 * 1024;

/// A JSON body, and a JSON answer.
#[derive(Clone, Copy, Debug)]
pub struct Json<T>(pub T);

impl<T: DeserializeOwned, S: Sync> FromRequest<S> for Json<T> {
    type Rejection = Error;

    async fn from_request(request: Request, _: &S) -> Result<Self, Error> {
        let is_json = media_type(request.headers())
            .is_some_and(|media| media == "application/json" || media.ends_with("+json"));
        let bytes = read_body(request).await?;
        if !is_json {
            return Err(Error::UnsupportedMedia("application/json"));
        }
        // Else a list of the members' values would do as well.
        if !bytes.trim_ascii_start().starts_with(b"{") {
            return Err(not_asked_for("it must be an object"));
        }
        let mut json = serde_json::Deserializer::from_slice(&bytes);
        let body = read_json(&mut json, "")?;
        let nothing_more = json.end();
        nothing_more.map_err(|why| not_asked_for(&why.to_string()))?;
        Ok(Self(body))
    }
}

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        axum::Json(self.0).into_response()
    }
}

/// Reads JSON, or the member of it that is called `member`; what cannot be read is told by its name,
/// such as `options.seats` or `turn[2]`.
///
/// # Errors
/// [`Error::Malformed`].
pub fn read_json<'de, T, D>(json: D, member: &str) -> Result<T, Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de, Error: Display>,
{
    serde_path_to_error::deserialize(json).map_err(|error| {
        let path = error.path().to_string();
        let names = [member, &path]
            .into_iter()
            .filter(|name| !matches!(*name, "" | "."));
        let name = names.collect::<Vec<_>>().join(".");
        let colon = if name.is_empty() { "" } else { ": " };
        not_asked_for(&format!("{name}{colon}{}", error.inner()))
    })
}

fn not_asked_for(why: &str) -> Error {
    Error::Malformed(format!("the body is not the JSON that is asked for: {why}"))
}

/// The fields of an HTML form.
#[derive(Clone, Copy, Debug)]
pub struct Form<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Form<T> {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Self, Error> {
        const MEDIA: &str = "application/x-www-form-urlencoded";
        let is_form = media_type(request.headers()).is_some_and(|media| media == MEDIA);
        let (parts, body) = request.into_parts();
        let copy = parts.clone();
        let bytes = read_body(Request::from_parts(parts, body)).await?;
        if !is_form {
            return Err(Error::UnsupportedMedia(MEDIA));
        }
        let whole = Request::from_parts(copy, Body::from(bytes));
        let form = axum::Form::from_request(whole, state).await;
        form.map(|axum::Form(fields)| Self(fields)).map_err(|why| {
            Error::Malformed(format!("the form cannot be read: {}", why.body_text()))
        })
    }
}

/// A body as it is, within its route's limit.
#[derive(Clone, Debug)]
pub struct Bytes(pub Vec<u8>);

impl<S: Sync> FromRequest<S> for Bytes {
    type Rejection = Error;

    async fn from_request(request: Request, _: &S) -> Result<Self, Error> {
        read_body(request).await.map(Self)
    }
}

/// A form with files in it, field by field, within its route's limit.
///
/// # Errors
/// [`Error::UnsupportedMedia`] and [`Error::TooLarge`].
pub async fn read_multipart(request: Request) -> Result<Multipart, Error> {
    let (parts, body) = request.into_parts();
    let copy = parts.clone();
    let bytes = read_body(Request::from_parts(parts, body)).await?;
    let whole = Request::from_parts(copy, Body::from(bytes));
    let form = Multipart::from_request(whole, &()).await;
    form.map_err(|_| Error::UnsupportedMedia("multipart/form-data"))
}

/// The file in the field `picture` of a form.
#[derive(Clone, Debug)]
pub struct PictureField(pub Vec<u8>);

impl<S: Sync> FromRequest<S> for PictureField {
    type Rejection = Error;

    async fn from_request(request: Request, _: &S) -> Result<Self, Error> {
        let mut form = read_multipart(request).await?;
        while let Some(field) = form.next_field().await.map_err(|why| unread(&why))? {
            if field.name() == Some("picture") {
                let file = field.bytes().await.map_err(|why| unread(&why))?;
                return Ok(Self(file.to_vec()));
            }
        }
        Err(Error::Malformed("the form has no picture".to_owned()))
    }
}

/// The error of a form with files that breaks off or is no form.
pub fn unread(why: &MultipartError) -> Error {
    Error::Malformed(format!("the form cannot be read: {}", why.body_text()))
}

/// The variable parts of a path. A part that cannot be read is no address of ours: 404.
#[derive(Clone, Copy, Debug)]
pub struct Path<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let path = axum::extract::Path::from_request_parts(parts, state).await;
        path.map(|axum::extract::Path(path)| Self(path))
            .map_err(|_| Error::NotFound)
    }
}

/// What stands after the `?`.
#[derive(Clone, Copy, Debug)]
pub struct Query<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let query = axum::extract::Query::from_request_parts(parts, state).await;
        query
            .map(|axum::extract::Query(query)| Self(query))
            .map_err(|why| {
                Error::Malformed(format!("the query cannot be read: {}", why.body_text()))
            })
    }
}

/// A switch in a query: `0` or `1`, or in words `false` or `true`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Switch(pub bool);

impl<'de> Deserialize<'de> for Switch {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match String::deserialize(deserializer)?.as_str() {
            "0" | "false" => Ok(Self(false)),
            "1" | "true" => Ok(Self(true)),
            other => Err(D::Error::custom(format!("“{other}” is neither 0 nor 1"))),
        }
    }
}

/// The media type without its parameters, in lower case.
pub fn media_type(headers: &HeaderMap) -> Option<String> {
    let value = headers.get(CONTENT_TYPE)?.to_str().ok()?;
    let media = value.split(';').next().unwrap_or_default();
    Some(media.trim().to_ascii_lowercase())
}

async fn read_body(request: Request) -> Result<Vec<u8>, Error> {
    let BodyLimit(limit) = (request.extensions().get().copied()).unwrap_or_default();
    if announces_more_than(limit, request.headers()) {
        return Err(Error::TooLarge(limit));
    }
    let mut body = request.into_body();
    let mut kept = Vec::new();
    let mut seen = 0;
    while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
        let frame = frame.map_err(|_| Error::Malformed("the body breaks off".to_owned()))?;
        let Ok(data) = frame.into_data() else {
            continue;
        };
        seen += data.len();
        if seen <= limit {
            kept.extend_from_slice(&data);
        } else if seen > THROWN_AWAY {
            break;
        }
    }
    if seen > limit {
        return Err(Error::TooLarge(limit));
    }
    Ok(kept)
}

/// Whether the client waits for leave to send more than is taken.
fn announces_more_than(limit: usize, headers: &HeaderMap) -> bool {
    let length = (headers.get(CONTENT_LENGTH))
        .and_then(|value| value.to_str().ok())
        .and_then(|text| text.parse::<usize>().ok());
    headers.contains_key(EXPECT) && length.is_some_and(|length| length > limit)
}
