//! The JSON API, and its description.

pub mod accounts;
pub mod announcement;
pub mod check;
pub mod draft;
pub mod events;
pub mod games;
pub mod helios;
pub mod matches;
pub mod me;
pub mod picture;
pub mod record;
pub mod refusals;
pub mod rulings;
pub mod sprites;
pub mod tokens;
pub mod turns;

use axum::Router;
use axum::extract::FromRequestParts;
use axum::http::HeaderValue;
use axum::http::header::CONTENT_SECURITY_POLICY;
use axum::http::request::Parts;
use axum::routing::get;
use tower_http::set_header::SetResponseHeaderLayer;
use utoipa::OpenApi;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{self, Ref, RefOr};
use utoipa_axum::router::OpenApiRouter;
use utoipa_swagger_ui::{Config, SwaggerUi};

use crate::ids::MatchId;
use crate::referee::state::GameKind;
use crate::service::accounts::{Person, Viewer};
use crate::web::error::Error;
use crate::web::extract::{Json, Path};
use crate::web::problem::ProblemBody;
use crate::web::state::AppState;
use crate::web::who::SignedIn;

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
    components(schemas(ProblemBody<'_>)),
)]
struct Description;

/// The two ways to prove who one is.
struct Proofs;

impl utoipa::Modify for Proofs {
    fn modify(&self, api: &mut openapi::OpenApi) {
        let components = api.components.get_or_insert_default();
        let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build();
        components.add_security_scheme("token", SecurityScheme::Http(bearer));
        let cookie = ApiKey::Cookie(ApiKeyValue::new("daykeeper"));
        components.add_security_scheme("session", SecurityScheme::ApiKey(cookie));
    }
}

/// What every call may answer, whatever it does.
const ANYWHERE: [(&str, &str); 2] = [
    ("429", "`slow_down`, with `Retry-After`"),
    ("503", "`unavailable`: nothing was done"),
];

/// Gives every error answer the form that all of them have.
fn describe_problems(api: &mut openapi::OpenApi) {
    let mut operations: Vec<_> = (api.paths.paths.values_mut())
        .flat_map(|path| {
            [
                &mut path.get,
                &mut path.post,
                &mut path.put,
                &mut path.delete,
            ]
        })
        .filter_map(Option::as_mut)
        .collect();
    for operation in &mut operations {
        let responses = &mut operation.responses.responses;
        for (status, description) in ANYWHERE {
            let response = openapi::Response::new(description);
            responses.insert(status.to_owned(), response.into());
        }
        for (status, response) in responses {
            if let (true, RefOr::T(response)) = ("400" <= status.as_str(), response) {
                let content = openapi::Content::new(Some(Ref::from_schema_name("ProblemBody")));
                (response.content).insert("application/problem+json".to_owned(), content.into());
            }
        }
    }
}

/// Every call of the API, and what describes them.
pub fn router() -> Router<AppState> {
    let (calls, mut description) = OpenApiRouter::with_openapi(Description::openapi())
        .nest("/api/v1", calls())
        .split_for_parts();
    describe_problems(&mut description);
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
        .merge(sprites::router())
        .merge(matches::router())
        .merge(announcement::router())
        .merge(draft::router())
        .merge(check::router())
        .merge(turns::router())
        .merge(helios::router())
        .merge(rulings::router())
        .merge(refusals::router())
        .merge(picture::router())
        .merge(events::router())
        .merge(record::router())
}

/// Somebody who is signed in asks for something in a match.
struct Asking {
    state: AppState,
    person: Person,
    id: MatchId,
}

impl FromRequestParts<AppState> for Asking {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Error> {
        let SignedIn(person) = SignedIn::from_request_parts(parts, state).await?;
        let Path(id) = Path::from_request_parts(parts, state).await?;
        let state = state.clone();
        Ok(Self { state, person, id })
    }
}

impl Asking {
    /// The body of the request; that there is such a match comes first (T12).
    async fn body<T>(&self, body: Result<Json<T>, Error>) -> Result<T, Error> {
        let viewer = Some(self.person.clone());
        body_of(&self.state, &viewer, self.id, body).await
    }

    /// What is played in the match.
    async fn game(&self) -> Result<GameKind, Error> {
        let viewer = Some(self.person.clone());
        Ok(self.state.matches.game_of(&viewer, self.id).await?)
    }
}

/// The body of a request about a match; that there is such a match comes first (T12).
async fn body_of<T>(
    state: &AppState,
    viewer: &Viewer,
    id: MatchId,
    body: Result<Json<T>, Error>,
) -> Result<T, Error> {
    state.matches.must_see(viewer, id).await?;
    body.map(|Json(body)| body)
}

/// The error of a body without a member that a match of this game needs.
fn missing(member: &str) -> Error {
    Error::Malformed(format!("missing field `{member}`"))
}
