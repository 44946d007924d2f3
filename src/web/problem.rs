//! Problems as clients get them (RFC 9457).

use axum::http::StatusCode;
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::time::Instant;
use crate::web::api::check::CheckBody;

/// What went wrong, for the client: never anything internal.
#[derive(Clone, PartialEq, Debug)]
pub struct Problem {
    /// The status.
    pub status: StatusCode,
    /// The stable code that programs look at.
    pub code: &'static str,
    /// A sentence that people understand.
    pub detail: String,
    /// Seconds after which trying again makes sense.
    pub retry_after: Option<u64>,
    /// What else there is to know.
    pub members: Box<Members>,
}

/// The optional members of a problem; those that do not apply are left out.
#[derive(Clone, PartialEq, Debug, Default, Serialize, ToSchema)]
pub struct Members {
    /// The step that is refused, from 0; 0 for a turn without steps too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<usize>,
    /// The line of a text on which it stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The rule or ruling.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<&'static str>,
    /// The field of the request that is meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<&'static str>,
    /// When it will be allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub opens_at: Option<Instant>,
    /// Who holds the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub held_by: Option<String>,
    /// Until when they hold it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub held_until: Option<Instant>,
    /// Where the match stands now: `seq` and `position`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub current: Option<Value>,
    /// What `check` says of the turn at that position.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<CheckBody>)]
    pub check: Option<Value>,
    /// The nearest colour that is free.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nearest: Option<String>,
    /// Squares of a picture that cannot be read, and why.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Vec<Object>>)]
    pub squares: Option<Value>,
    /// Differences that no legal turn explains.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub differences: Option<Vec<String>>,
}

/// Why a request is not done (RFC 9457).
#[derive(Debug, Serialize, ToSchema)]
pub struct ProblemBody<'a> {
    /// `about:blank`: `code` says more exactly which problem it is.
    r#type: &'static str,
    /// A few words for the status.
    title: &'static str,
    /// The status.
    status: u16,
    /// A sentence that people understand.
    detail: &'a str,
    /// The stable code that programs look at.
    #[schema(example = "turn_spent")]
    code: &'static str,
    #[serde(flatten)]
    members: &'a Members,
}

impl Problem {
    /// A problem without optional members. The detail becomes a whole sentence: errors are worded to
    /// stand inside of one.
    pub fn new(status: StatusCode, code: &'static str, detail: impl Into<String>) -> Self {
        Self {
            status,
            code,
            detail: sentence(&detail.into()),
            retry_after: None,
            members: Box::default(),
        }
    }

    /// The problem about one field of the request.
    #[must_use]
    pub fn in_field(mut self, field: &'static str) -> Self {
        self.members.field = Some(field);
        self
    }

    /// A few words for the status.
    pub fn title(&self) -> &'static str {
        self.status.canonical_reason().unwrap_or("Problem")
    }

    /// The problem as `application/problem+json`.
    ///
    /// `type` is `about:blank`: `code` says more exactly which problem it is.
    pub fn to_json(&self) -> Value {
        json!(ProblemBody {
            r#type: "about:blank",
            title: self.title(),
            status: self.status.as_u16(),
            detail: &self.detail,
            code: self.code,
            members: &self.members,
        })
    }
}

/// A capital at the beginning, and a full stop at the end where there is no other sign.
fn sentence(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().into_iter().flat_map(char::to_uppercase);
    let stop = if text.ends_with(['.', '!', '?']) {
        ""
    } else {
        "."
    };
    first.chain(characters).chain(stop.chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn details_are_sentences() {
        assert_eq!(
            sentence("a name has 2 to 24 characters"),
            "A name has 2 to 24 characters."
        );
        assert_eq!(sentence("Gone."), "Gone.");
        assert_eq!(sentence("über alles?"), "Über alles?");
    }

    #[test]
    fn members_that_do_not_apply_are_left_out() {
        let problem = Problem::new(StatusCode::CONFLICT, "name_taken", "taken").in_field("name");
        let json = problem.to_json();
        assert_eq!(
            json,
            json!({"type": "about:blank", "title": "Conflict", "status": 409, "detail": "Taken.",
                   "code": "name_taken", "field": "name"})
        );
    }
}
