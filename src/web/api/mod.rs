//! The JSON API, and its description.

pub mod accounts;
pub mod check;
pub mod me;
pub mod tokens;

use axum::Router;
use axum::http::HeaderValue;
use axum::http::header::CONTENT_SECURITY_POLICY;
use axum::routing::get;
use tower_http::set_header::SetResponseHeaderLayer;
use utoipa::OpenApi;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa_axum::router::OpenApiRouter;
use utoipa_swagger_ui::{Config, SwaggerUi};

use crate::web::extract::Json;
use crate::web::state::AppState;

/// What the page that shows the API needs beyond what other pages may.
const DOCS_POLICY: &str = "default-src 'none'; img-src 'self' data:; \
    style-src 'self' 'unsafe-inline'; script-src 'self'; connect-src 'self'; font-src 'self'; \
    form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Daykeeper",
        description = "A referee for play-by-forum war games. Errors are RFC 9457 problems with a \
            stable `code`; instants are RFC 3339 in UTC with milliseconds."
    ),
    modifiers(&Proofs),
    security(("token" = []), ("session" = [])),
)]
struct Description;

/// The two ways to prove who one is.
struct Proofs;

impl utoipa::Modify for Proofs {
    fn modify(&self, api: &mut utoipa::openapi::OpenApi) {
        let components = api.components.get_or_insert_default();
        let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build();
        components.add_security_scheme("token", SecurityScheme::Http(bearer));
        let cookie = ApiKey::Cookie(ApiKeyValue::new("daykeeper"));
        components.add_security_scheme("session", SecurityScheme::ApiKey(cookie));
    }
}

/// Every call of the API, and what describes them.
pub fn router() -> Router<AppState> {
    let (calls, description) = OpenApiRouter::with_openapi(Description::openapi())
        .nest("/api/v1", calls())
        .split_for_parts();
    let docs = SwaggerUi::new("/api/docs").config(Config::from("/api/openapi.json"));
    let docs = Router::from(docs).layer(SetResponseHeaderLayer::overriding(
        CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(DOCS_POLICY),
    ));
    calls
        .route("/api/openapi.json", get(|| async { Json(description) }))
        .merge(docs)
}

fn calls() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .merge(accounts::router())
        .merge(tokens::router())
        .merge(me::router())
}
