//! The page that starts a match.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;

use crate::rules::abaddon::level::{Level, Levels};
use crate::web::error::Error;
use crate::web::state::AppState;
use crate::web::who::SignedIn;

use super::frame::Frame;
use super::new_match_form::{Faults, NewMatchForm};
use super::show;
use super::typed::SignedInForm;

/// `/matches/new`.
pub(in crate::web::pages) fn router() -> Router<AppState> {
    Router::new().route("/matches/new", get(ask).post(start))
}

async fn ask(State(state): State<AppState>, SignedIn(_): SignedIn, frame: Frame) -> Response {
    let frame = frame.in_section("matches");
    let (form, faults) = (NewMatchForm::fresh(), Faults::new());
    show(&NewMatchPage::new(
        frame,
        form,
        faults,
        state.matches.levels(),
    ))
}

async fn start(
    State(state): State<AppState>,
    frame: Frame,
    sent: SignedInForm<NewMatchForm>,
) -> Result<Response, Error> {
    let SignedInForm { person, form } = sent;
    let refused = match form.asked() {
        Err(faults) => (axum::http::StatusCode::UNPROCESSABLE_ENTITY, faults),
        Ok(asked) => match state.matches.create_match(&person, asked).await {
            Ok(id) => return Ok(Redirect::to(&format!("/matches/{id}")).into_response()),
            Err(error) => {
                let problem = Error::from(error).problem();
                let field = problem.members.field.unwrap_or_default();
                (problem.status, Faults::from([(field, problem.detail)]))
            }
        },
    };
    let (status, faults) = refused;
    let frame = frame.in_section("matches");
    let page = NewMatchPage::new(frame, form, faults, state.matches.levels());
    Ok((status, show(&page)).into_response())
}

/// The page with the form.
#[derive(Template, Clone, Debug)]
#[template(path = "new_match.html")]
pub struct NewMatchPage {
    frame: Frame,
    form: NewMatchForm,
    faults: Faults,
    levels: Vec<(String, String)>,
    numbers: Vec<NumberField>,
}

/// A number of the rules, as the form asks for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NumberField {
    /// Its name in requests.
    pub name: &'static str,
    /// What it is called.
    pub label: &'static str,
    /// What it means.
    pub hint: String,
    /// The smallest value.
    pub least: u8,
    /// The largest value.
    pub most: u8,
    /// The published one.
    pub usual: u8,
    /// As typed.
    pub typed: String,
}

impl NewMatchPage {
    /// The page with what was typed and what is wrong with it.
    pub fn new(frame: Frame, form: NewMatchForm, faults: Faults, levels: &Levels) -> Self {
        let first = || levels.iter().next().map(|(_, level)| Arc::clone(level));
        let chosen = levels.get(&form.level).or_else(first);
        let numbers = chosen
            .map(|level| numbers(&form, &level))
            .unwrap_or_default();
        let levels = (levels.iter())
            .map(|(id, level)| (id.to_owned(), described(level)))
            .collect();
        Self {
            frame,
            form,
            faults,
            levels,
            numbers,
        }
    }

    fn fault(&self, field: &str) -> Option<&String> {
        self.faults.get(field)
    }

    /// What is wrong beside no field of its own.
    fn other_faults(&self) -> impl Iterator<Item = &String> {
        self.faults
            .iter()
            .filter(|(field, _)| field.is_empty())
            .map(|(_, fault)| fault)
    }
}

fn described(level: &Level) -> String {
    let doors = level.doors().count();
    let airlocks = level.airlocks().count();
    format!(
        "{} ({airlocks} Airlocks, {} Armories)",
        level.name(),
        doors - airlocks
    )
}

fn numbers(form: &NewMatchForm, level: &Level) -> Vec<NumberField> {
    let small = |count: usize| u8::try_from(count).unwrap_or(u8::MAX);
    let doors = small(level.doors().count());
    let seats = small(level.airlocks().count()).min(8);
    let field = |name, label, hint: &str, (least, most, usual), typed: &String| NumberField {
        name,
        label,
        hint: hint.to_owned(),
        least,
        most,
        usual,
        typed: typed.clone(),
    };
    vec![
        field(
            "seats",
            "Seats",
            "How many players there is room for.",
            (2, seats, seats),
            &form.seats,
        ),
        field(
            "start_seats",
            "Players to start",
            "Until so many have joined, only first turns are accepted.",
            (1, seats, 1),
            &form.start_seats,
        ),
        field(
            "doors_to_win",
            "Doors to win",
            "Airlocks and Armories together, owned at one moment.",
            (2, doors, doors.min(6)),
            &form.doors_to_win,
        ),
        field(
            "actions",
            "Actions a turn",
            "Attacks cost none.",
            (1, 4, 2),
            &form.actions,
        ),
        field(
            "units_per_airlock",
            "Units an Airlock",
            "No Engineer is created while a player has that many.",
            (1, 6, 2),
            &form.units_per_airlock,
        ),
        field(
            "walls_per_airlock",
            "Walls an Airlock",
            "No wall is built while that many of a player’s stand.",
            (0, 6, 2),
            &form.walls_per_airlock,
        ),
    ]
}
