//! Who is looking: a session's cookie or a bearer token, looked up once a request.

use axum::extract::{FromRequestParts, Request, State};
use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::Response;
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::{Cookie, SameSite};

use crate::config::PublicUrl;
use crate::service::accounts::{Person, Viewer};
use crate::service::secret::Secret;
use crate::web::error::Error;
use crate::web::state::AppState;

/// Who is looking, as far as the request proves it.
#[derive(Clone, Debug, Default)]
pub struct Visit {
    /// Who; `None` for a visitor.
    pub viewer: Viewer,
    /// The session's secret, where a cookie proved it.
    pub session: Option<Secret>,
}

/// Somebody with an account: a visitor is answered 401.
#[derive(Clone, Debug)]
pub struct SignedIn(pub Person);

/// Finds out who is looking, and lays it beside the request and beside the answer.
///
/// # Errors
/// [`Error::BadToken`] for a bearer token that is not good; a session that is over makes a visitor.
pub async fn identify(
    State(state): State<AppState>,
    mut request: Request,
    next: Next,
) -> Result<Response, Error> {
    // Styles and scripts are the same for everybody, and there are many of them.
    if request.uri().path().starts_with("/static/") {
        return Ok(next.run(request).await);
    }
    let visit = visit(&state, request.headers()).await?;
    request.extensions_mut().insert(visit.clone());
    let mut response = next.run(request).await;
    response.extensions_mut().insert(visit);
    Ok(response)
}

async fn visit(state: &AppState, headers: &HeaderMap) -> Result<Visit, Error> {
    if let Some(token) = bearer(headers) {
        let viewer = state.accounts.by_token(&token).await?;
        return Ok(Visit {
            viewer: Some(viewer.ok_or(Error::BadToken)?),
            session: None,
        });
    }
    let jar = CookieJar::from_headers(headers);
    let Some(cookie) = jar.get(cookie_name(&state.site.public_url)) else {
        return Ok(Visit::default());
    };
    let session = Secret::from_client(cookie.value());
    Ok(Visit {
        viewer: state.accounts.by_session(&session).await?,
        session: Some(session),
    })
}

fn bearer(headers: &HeaderMap) -> Option<Secret> {
    let value = headers.get(AUTHORIZATION)?.as_bytes();
    let (scheme, token) = value.split_at_checked(7)?;
    let token = std::str::from_utf8(token).unwrap_or_default();
    (scheme.eq_ignore_ascii_case(b"bearer ")).then(|| Secret::from_client(token.trim()))
}

/// The session cookie's name; over TLS no other host or path can set it.
fn cookie_name(url: &PublicUrl) -> &'static str {
    if url.is_https() {
        "__Host-daykeeper"
    } else {
        "daykeeper"
    }
}

/// The cookie that carries a session. The server ends sessions, so it lasts as long as browsers allow.
pub fn session_cookie(url: &PublicUrl, secret: &Secret) -> Cookie<'static> {
    let mut cookie = Cookie::new(cookie_name(url), secret.reveal().to_owned());
    cookie.set_http_only(true);
    cookie.set_same_site(SameSite::Lax);
    cookie.set_path("/");
    cookie.set_secure(url.is_https());
    cookie.make_permanent();
    cookie
}

/// The cookie that makes a browser forget its session.
pub fn no_session_cookie(url: &PublicUrl) -> Cookie<'static> {
    let mut cookie = session_cookie(url, &Secret::from_client(""));
    cookie.make_removal();
    cookie
}

impl<S: Sync> FromRequestParts<S> for Visit {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Error> {
        Ok(parts.extensions.get().cloned().unwrap_or_default())
    }
}

impl<S: Sync> FromRequestParts<S> for SignedIn {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let visit = Visit::from_request_parts(parts, state).await?;
        visit.viewer.map(Self).ok_or(Error::NotSignedIn)
    }
}
