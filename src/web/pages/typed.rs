//! What somebody typed before it turned out that they must log in first: none of it is lost.

use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;

use crate::ids::{IdempotencyKey, MatchId};
use crate::service::ServiceError;
use crate::service::accounts::Person;
use crate::service::secret::random_bytes;
use crate::web::error::Error;
use crate::web::extract::{Form, Path};
use crate::web::pages::frame::Frame;
use crate::web::pages::login::LogInFirst;
use crate::web::state::AppState;
use crate::web::who::Visit;

/// The fields of a turn's form that are carried along.
const CARRIED: [&str; 7] = [
    "steps",
    "action",
    "post",
    "color",
    "color_text",
    "seq",
    "key",
];
/// How many bytes of them.
const MOST: usize = 64 * 1024;

/// Fields of a turn's form, as typed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Typed(Vec<(String, String)>);

impl Typed {
    /// The fields worth carrying among those of a form; nothing, if they are too large.
    pub fn among(fields: &[(String, String)]) -> Self {
        let carried: Vec<_> = (fields.iter())
            .filter(|(name, value)| CARRIED.contains(&name.as_str()) && !value.is_empty())
            .cloned()
            .collect();
        let size: usize = carried.iter().map(|(_, value)| value.len()).sum();
        Self(if size > MOST { Vec::new() } else { carried })
    }

    /// The fields, for hidden inputs.
    pub fn fields(&self) -> &[(String, String)] {
        &self.0
    }

    /// Whether there is anything that a person typed.
    pub fn is_empty(&self) -> bool {
        self.steps().is_empty() && self.post().is_none() && self.color().is_none()
    }

    /// The steps, or Helios' action, one line each, empty lines left out.
    pub fn steps(&self) -> Vec<String> {
        (self.0.iter())
            .filter(|(name, _)| name == "steps" || name == "action")
            .flat_map(|(_, value)| value.lines())
            .map(str::trim)
            .filter(|line| !line.is_empty())
            .map(str::to_owned)
            .collect()
    }

    /// The post.
    pub fn post(&self) -> Option<&str> {
        self.value("post")
    }

    /// The colour.
    pub fn color(&self) -> Option<&str> {
        self.value("color_text").or_else(|| self.value("color"))
    }

    fn value(&self, wanted: &str) -> Option<&str> {
        let found = self.0.iter().find(|(name, _)| name == wanted);
        found.map(|(_, value)| value.as_str())
    }
}

/// The form of somebody who is signed in. A visitor gets the log-in page, which keeps what they typed.
#[derive(Clone, Debug)]
pub struct SignedInForm<T> {
    /// Who sent it.
    pub person: Person,
    /// The fields.
    pub form: T,
}

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for SignedInForm<T> {
    type Rejection = Response;

    async fn from_request(request: Request, state: &S) -> Result<Self, Response> {
        let (mut parts, body) = request.into_parts();
        let visit = (Visit::from_request_parts(&mut parts, state).await)
            .map_err(IntoResponse::into_response)?;
        let path = parts.uri.path().to_owned();
        let request = Request::from_parts(parts, body);
        if let Some(person) = visit.viewer {
            let Form(form) =
                (Form::from_request(request, state).await).map_err(IntoResponse::into_response)?;
            return Ok(Self { person, form });
        }
        let fields = Form::<Vec<(String, String)>>::from_request(request, state).await;
        let typed = fields.map_or_else(|_| Typed::default(), |Form(fields)| Typed::among(&fields));
        let mut answer = Error::NotSignedIn.into_response();
        let first = LogInFirst::at(&page_of(&path)).with(typed);
        answer.extensions_mut().insert(first);
        Err(answer)
    }
}

/// A form about a match that somebody who is signed in has posted, with all that its answer needs.
#[derive(Clone, Debug)]
pub struct Posted<T> {
    /// The server.
    pub state: AppState,
    /// The frame of the page that comes again where the form is refused.
    pub frame: Frame,
    /// The match.
    pub id: MatchId,
    /// Who sent it.
    pub person: Person,
    /// The fields.
    pub form: T,
}

impl<T: DeserializeOwned> FromRequest<AppState> for Posted<T> {
    type Rejection = Response;

    async fn from_request(request: Request, state: &AppState) -> Result<Self, Response> {
        let (mut parts, body) = request.into_parts();
        let frame = (Frame::from_request_parts(&mut parts, state).await)
            .map_err(IntoResponse::into_response)?;
        let Path(id) = (Path::<MatchId>::from_request_parts(&mut parts, state).await)
            .map_err(IntoResponse::into_response)?;
        let request = Request::from_parts(parts, body);
        let SignedInForm { person, form } = SignedInForm::from_request(request, state).await?;
        Ok(Self {
            state: state.clone(),
            frame,
            id,
            person,
            form,
        })
    }
}

/// A key under which a form can be sent twice and is accepted once (T10).
pub fn new_key() -> String {
    format!("{:032x}", u128::from_be_bytes(random_bytes()))
}

/// The key that a form was sent under.
///
/// # Errors
/// [`ServiceError::Malformed`] for what was never a key.
pub fn read_key(typed: &str) -> Result<Option<IdempotencyKey>, ServiceError> {
    let key = Some(typed).filter(|key| !key.is_empty());
    (key.map(str::parse).transpose())
        .map_err(|_| ServiceError::Malformed("The form’s key cannot be read."))
}

/// The newest event that the page of a form showed (T9).
///
/// # Errors
/// [`ServiceError::Malformed`] for what is no number.
pub fn read_seq(typed: &str) -> Result<u64, ServiceError> {
    let seq = typed.trim().parse();
    seq.map_err(|_| ServiceError::Malformed("The form does not say which board it was for."))
}

/// The page that holds the form with this address: that of the match, if it belongs to one.
fn page_of(path: &str) -> String {
    match match_of(path) {
        Some(id) => format!("/matches/{id}"),
        None if path.starts_with("/me") => "/me".to_owned(),
        None => "/".to_owned(),
    }
}

/// The match to which an address belongs.
pub fn match_of(path: &str) -> Option<MatchId> {
    let rest = path.strip_prefix("/matches/")?;
    rest.split(['/', '?', '#']).next()?.parse().ok()
}
