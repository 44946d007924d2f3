//! The page that says why something was not done.

use askama::Template;
use axum::response::Response;

use crate::web::human;
use crate::web::layers::telemetry::RequestId;
use crate::web::pages::frame::Frame;
use crate::web::pages::show;
use crate::web::problem::Problem;

#[derive(Template)]
#[template(path = "problem.html")]
struct ProblemPage<'a> {
    frame: Frame,
    heading: &'static str,
    problem: &'a Problem,
    request: Option<String>,
    second: String,
}

/// The page for a problem. The request's id is what an operator finds in the log.
pub fn page(frame: Frame, problem: &Problem, request: Option<RequestId>) -> Response {
    show(&ProblemPage {
        heading: heading(problem.status.as_u16()),
        problem,
        request: request.map(|RequestId(id)| id),
        second: human::second(frame.now),
        frame,
    })
}

fn heading(status: u16) -> &'static str {
    match status {
        400 => "That could not be read",
        401 => "Who is there?",
        403 => "This door is not yours",
        404 => "Nothing behind this door",
        405 => "This door opens otherwise",
        409 => "The board has moved on",
        413 => "That is too much to carry",
        415 => "That is of another kind",
        422 => "The keeper shakes his head",
        429 => "Not so fast",
        503 => "Closed for a moment",
        _ => "Something broke",
    }
}
