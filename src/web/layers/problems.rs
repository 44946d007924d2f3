//! Every problem in the form that its reader understands: JSON under `/api/`, a page elsewhere.

use axum::Json;
use axum::extract::{Request, State};
use axum::http::header::{CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, Method, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::web::error::Error;
use crate::web::layers::headers::Nonce;
use crate::web::layers::telemetry::RequestId;
use crate::web::pages::frame::Frame;
use crate::web::pages::login::LogInFirst;
use crate::web::pages::problem;
use crate::web::problem::Problem;
use crate::web::state::AppState;
use crate::web::who::Visit;

/// Writes the body of an answer that is a [`Problem`], or a bare status from a library.
pub async fn explain(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let (method, uri) = (request.method().clone(), request.uri().clone());
    let nonce = request.extensions().get::<Nonce>().cloned();
    let id = request.extensions().get::<RequestId>().cloned();

    let mut answer = next.run(request).await;
    let Some(problem) = problem_of(&mut answer) else {
        return answer;
    };
    let mut body = if uri.path().starts_with("/api/") {
        as_json(&problem)
    } else {
        let visit: Visit = answer.extensions_mut().remove().unwrap_or_default();
        let Nonce(nonce) = nonce.unwrap_or_default();
        let frame = Frame::new(state.now(), visit.viewer, nonce, "");
        let first = answer.extensions_mut().remove::<LogInFirst>();
        match first.or_else(|| log_in_first(&problem, &method, &uri)) {
            Some(first) => first.page(frame),
            None => problem::page(frame, &problem, id),
        }
    };
    *body.status_mut() = problem.status;
    // What the answer says besides, such as which methods are allowed, stays true.
    for (name, value) in answer.headers() {
        body.headers_mut().entry(name).or_insert(value.clone());
    }
    add_headers(&mut body, &problem);
    body
}

fn problem_of(answer: &mut Response) -> Option<Problem> {
    if let Some(problem) = answer.extensions_mut().remove() {
        return Some(problem);
    }
    if answer.headers().contains_key(CONTENT_TYPE) {
        return None;
    }
    let error = match answer.status() {
        StatusCode::NOT_FOUND => Error::NotFound,
        StatusCode::METHOD_NOT_ALLOWED => Error::WrongMethod,
        StatusCode::SERVICE_UNAVAILABLE => Error::Unavailable,
        other if other.is_client_error() => Error::Malformed("this was not understood".to_owned()),
        other if other.is_server_error() => Error::Broken(other.to_string()),
        _ => return None,
    };
    Some(Problem {
        status: answer.status(),
        ..error.problem()
    })
}

/// A visitor who only looks is asked to log in on the spot, and comes back to the same address.
fn log_in_first(problem: &Problem, method: &Method, uri: &Uri) -> Option<LogInFirst> {
    let looks = matches!(*method, Method::GET | Method::HEAD);
    (looks && problem.code == "not_signed_in").then(|| LogInFirst::at(&uri.to_string()))
}

fn as_json(problem: &Problem) -> Response {
    let kind = HeaderValue::from_static("application/problem+json");
    ([(CONTENT_TYPE, kind)], Json(problem.to_json())).into_response()
}

fn add_headers(answer: &mut Response, problem: &Problem) {
    if let Some(seconds) = problem.retry_after {
        answer.headers_mut().insert(RETRY_AFTER, seconds.into());
    }
    if problem.status == StatusCode::UNAUTHORIZED {
        let scheme = HeaderValue::from_static("Bearer");
        answer.headers_mut().insert(WWW_AUTHENTICATE, scheme);
    }
}
