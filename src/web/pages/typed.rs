//! What somebody typed before it turned out that they must log in first: none of it is lost.

use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;

use crate::ids::MatchId;
use crate::service::accounts::Person;
use crate::web::error::Error;
use crate::web::extract::Form;
use crate::web::pages::login::LogInFirst;
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
