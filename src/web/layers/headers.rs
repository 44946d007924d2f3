//! Headers that keep browsers from doing what no page of ours asks for.

use axum::extract::{FromRequestParts, Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, REFERRER_POLICY, STRICT_TRANSPORT_SECURITY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;

use crate::service::secret::random_bytes;
use crate::web::error::Error;
use crate::web::state::AppState;

const PERMISSIONS_POLICY: HeaderName = HeaderName::from_static("permissions-policy");

/// What only the present page can know, so that only its own inline styles and scripts run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Nonce(pub String);

impl<S: Sync> FromRequestParts<S> for Nonce {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Error> {
        Ok(parts.extensions.get().cloned().unwrap_or_default())
    }
}

/// Sets the headers that a handler has not set itself.
pub async fn secure(State(state): State<AppState>, mut request: Request, next: Next) -> Response {
    let nonce = Nonce(format!("{:032x}", u128::from_be_bytes(random_bytes())));
    request.extensions_mut().insert(nonce.clone());
    let mut response = next.run(request).await;
    let caching = if response.status().is_success() {
        "private, no-cache"
    } else {
        "no-store"
    };
    let headers = response.headers_mut();
    if !headers.contains_key(CONTENT_SECURITY_POLICY)
        && let Ok(policy) = HeaderValue::from_str(&policy(&nonce))
    {
        headers.insert(CONTENT_SECURITY_POLICY, policy);
    }
    set(headers, CACHE_CONTROL, caching);
    set(headers, X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(headers, REFERRER_POLICY, "same-origin");
    let nothing = "camera=(), geolocation=(), microphone=(), payment=(), usb=()";
    set(headers, PERMISSIONS_POLICY, nothing);
    if state.site.public_url.is_https() {
        set(headers, STRICT_TRANSPORT_SECURITY, "max-age=31536000");
    }
    response
}

fn set(headers: &mut HeaderMap, name: HeaderName, value: &'static str) {
    (headers.entry(name)).or_insert(HeaderValue::from_static(value));
}

fn policy(Nonce(nonce): &Nonce) -> String {
    format!(
        "default-src 'none'; img-src 'self' data:; style-src 'self' 'nonce-{nonce}'; \
         script-src 'self' 'nonce-{nonce}'; connect-src 'self'; form-action 'self'; \
         base-uri 'none'; frame-ancestors 'none'"
    )
}
