//! The form that starts a match.

use std::collections::BTreeMap;

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use serde::Deserialize;

use crate::referee::event::Visibility;
use crate::referee::options::{PeriodText, Preset};
use crate::rules::abaddon::level::Level;
use crate::rules::abaddon::level::shipped_ids;
use crate::rules::abaddon::ruleset::OptionsAsked;

use crate::service::NewMatch;
use crate::web::error::Error;
use crate::web::state::AppState;
use crate::web::who::SignedIn;

use super::frame::Frame;
use super::show;
use super::typed::SignedInForm;

/// `/matches/new`.
pub(in crate::web::pages) fn router() -> Router<AppState> {
    Router::new().route("/matches/new", get(ask).post(start))
}

async fn ask(SignedIn(_): SignedIn, frame: Frame) -> Response {
    let frame = frame.in_section("matches");
    show(&NewMatchPage::new(
        frame,
        NewMatchForm::fresh(),
        Faults::new(),
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
    let page = NewMatchPage::new(frame.in_section("matches"), form, faults);
    Ok((status, show(&page)).into_response())
}

/// The form as it is posted: everything as typed, so that nothing is lost when it is refused. A field
/// that is left empty, or out, is as published or as the clock's preset has it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(default)]
pub struct NewMatchForm {
    /// The title.
    pub title: String,
    /// The level's id.
    pub level: String,
    /// The clock preset.
    pub clock: String,
    /// `day`, `minutes` or `none`.
    pub period: String,
    /// The minutes, where the period is counted in minutes.
    pub period_minutes: String,
    /// Minutes to finish an announced turn.
    pub window_minutes: String,
    /// `true` or `false`.
    pub twice_in_a_row: String,
    /// Actions a turn.
    pub actions: String,
    /// Units an Airlock.
    pub units_per_airlock: String,
    /// Walls an Airlock.
    pub walls_per_airlock: String,
    /// Doors that win.
    pub doors_to_win: String,
    /// Seats.
    pub seats: String,
    /// Seats that must be taken before anything but first turns is accepted.
    pub start_seats: String,
    /// Ticked where players may take back their last turn.
    pub takeback: Option<String>,
    /// Ticked where the host may make rulings although they play.
    pub host_moderates: Option<String>,
    /// `public`, `unlisted` or `private`.
    pub visibility: String,
    /// Names for a private match, one a line or separated by commas.
    pub players: String,
}

/// What is wrong with the form, by field.
pub type Faults = BTreeMap<&'static str, String>;

impl NewMatchForm {
    /// The form before anything is typed.
    pub fn fresh() -> Self {
        Self {
            clock: "daily".to_owned(),
            visibility: "public".to_owned(),
            takeback: Some("on".to_owned()),
            ..Self::default()
        }
    }

    /// The match that it asks for.
    ///
    /// # Errors
    /// [`Faults`] for every field that cannot be read; whether what is read fits is the service's to
    /// say.
    pub fn asked(&self) -> Result<NewMatch, Faults> {
        let mut read = Reader(Faults::new());
        let asked = NewMatch {
            title: self.title.clone(),
            level: Some(self.level.clone()).filter(|level| !level.is_empty()),
            options: self.options(&mut read),
            clock: read
                .word("clock", &self.clock, &PRESETS)
                .unwrap_or_default(),
            period: (!self.period.is_empty()).then(|| self.chosen_period(&mut read)),
            window_minutes: read.number("window_minutes", &self.window_minutes),
            twice_in_a_row: read.word("twice_in_a_row", &self.twice_in_a_row, &YES_OR_NO),
            takeback: Some(self.takeback.is_some()),
            host_moderates: Some(self.host_moderates.is_some()),
            visibility: read
                .word("visibility", &self.visibility, &VISIBILITIES)
                .unwrap_or_default(),
            players: self.names(),
        };
        if read.0.is_empty() {
            Ok(asked)
        } else {
            Err(read.0)
        }
    }

    fn options(&self, read: &mut Reader) -> OptionsAsked {
        OptionsAsked {
            actions: read.number("actions", &self.actions),
            units_per_airlock: read.number("units_per_airlock", &self.units_per_airlock),
            walls_per_airlock: read.number("walls_per_airlock", &self.walls_per_airlock),
            doors_to_win: read.number("doors_to_win", &self.doors_to_win),
            seats: read.number("seats", &self.seats),
            start_seats: read.number("start_seats", &self.start_seats),
        }
    }

    /// The period that was chosen; `None` for none at all.
    fn chosen_period(&self, read: &mut Reader) -> Option<PeriodText> {
        match self.period.as_str() {
            "day" => Some(PeriodText::Word("day".to_owned())),
            "minutes" if self.period_minutes.trim().is_empty() => {
                read.fault("period", "Say how many minutes.");
                None
            }
            "minutes" => read
                .number("period", &self.period_minutes)
                .map(PeriodText::Minutes),
            other => {
                read.word("period", other, &[("none", ())]);
                None
            }
        }
    }

    /// The names that were typed.
    pub fn names(&self) -> Vec<String> {
        let names = self.players.split(['\n', ',', ';']).map(str::trim);
        names
            .filter(|name| !name.is_empty())
            .map(str::to_owned)
            .collect()
    }
}

const PRESETS: [(&str, Preset); 3] = [
    ("daily", Preset::Daily),
    ("hourly", Preset::Hourly),
    ("free", Preset::Free),
];
const YES_OR_NO: [(&str, bool); 2] = [("true", true), ("false", false)];
const VISIBILITIES: [(&str, Visibility); 3] = [
    ("public", Visibility::Public),
    ("unlisted", Visibility::Unlisted),
    ("private", Visibility::Private),
];

/// Reads fields, and notes every one that cannot be read.
struct Reader(Faults);

impl Reader {
    fn fault(&mut self, field: &'static str, fault: impl Into<String>) {
        self.0.insert(field, fault.into());
    }

    /// A number; `None` where nothing is typed.
    fn number(&mut self, field: &'static str, typed: &str) -> Option<i64> {
        let typed = typed.trim();
        let number = typed.parse().ok();
        if number.is_none() && !typed.is_empty() {
            self.fault(field, format!("“{typed}” is not a number."));
        }
        number
    }

    /// One of some words; `None` where nothing is chosen.
    fn word<T: Copy>(
        &mut self,
        field: &'static str,
        chosen: &str,
        words: &[(&str, T)],
    ) -> Option<T> {
        let found = words.iter().find(|(word, _)| *word == chosen);
        if found.is_none() && !chosen.is_empty() {
            self.fault(field, format!("“{chosen}” is none of the choices."));
        }
        found.map(|(_, value)| *value)
    }
}

/// The page with the form.
#[derive(Template, Clone, Debug)]
#[template(path = "new_match.html")]
pub struct NewMatchPage {
    frame: Frame,
    form: NewMatchForm,
    faults: Faults,
    levels: Vec<(&'static str, String)>,
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
    pub fn new(frame: Frame, form: NewMatchForm, faults: Faults) -> Self {
        let shipped = || shipped_ids().filter_map(|id| Some((id, Level::shipped(id)?)));
        let chosen = Level::shipped(&form.level).or_else(|| Some(shipped().next()?.1));
        let numbers = chosen
            .map(|level| numbers(&form, &level))
            .unwrap_or_default();
        let levels = shipped()
            .map(|(id, level)| (id, described(&level)))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_empty_is_as_published() {
        let asked = NewMatchForm::fresh().asked().unwrap();
        let published = NewMatch {
            takeback: Some(true),
            host_moderates: Some(false),
            ..NewMatch::default()
        };
        assert_eq!(asked, published);
    }

    #[test]
    fn every_field_that_cannot_be_read_is_named() {
        let form = NewMatchForm {
            actions: "two".into(),
            seats: " 3 ".into(),
            clock: "weekly".into(),
            period: "minutes".into(),
            ..NewMatchForm::fresh()
        };
        let faults = form.asked().unwrap_err();
        assert_eq!(
            faults.keys().copied().collect::<Vec<_>>(),
            ["actions", "clock", "period"]
        );
    }

    #[test]
    fn names_are_parted_by_lines_and_commas() {
        let form = NewMatchForm {
            players: "Ossa, tin orchard\r\nfennick;\n".into(),
            ..NewMatchForm::fresh()
        };
        assert_eq!(form.names(), ["Ossa", "tin orchard", "fennick"]);
    }
}
