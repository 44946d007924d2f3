//! The form that starts a match.

use std::collections::BTreeMap;

use askama::Template;
use serde::Deserialize;

use crate::referee::options::PeriodText;
use crate::rules::abaddon::level::Level;
use crate::rules::abaddon::level::shipped_ids;
use crate::rules::abaddon::ruleset::OptionsAsked;

use super::frame::Frame;

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

    /// The numbers of the rules.
    ///
    /// # Errors
    /// [`Faults`] for every field that is no number; whether a number fits is the rules' to say.
    pub fn options(&self) -> Result<OptionsAsked, Faults> {
        let mut faults = Faults::new();
        let mut number = |name, text| read_number(name, text, &mut faults);
        let options = OptionsAsked {
            actions: number("actions", &self.actions),
            units_per_airlock: number("units_per_airlock", &self.units_per_airlock),
            walls_per_airlock: number("walls_per_airlock", &self.walls_per_airlock),
            doors_to_win: number("doors_to_win", &self.doors_to_win),
            seats: number("seats", &self.seats),
            start_seats: number("start_seats", &self.start_seats),
        };
        if faults.is_empty() {
            Ok(options)
        } else {
            Err(faults)
        }
    }

    /// The window in minutes.
    ///
    /// # Errors
    /// [`Faults`] where it is no number.
    pub fn window(&self) -> Result<Option<i64>, Faults> {
        let mut faults = Faults::new();
        let window = read_number("window_minutes", &self.window_minutes, &mut faults);
        if faults.is_empty() {
            Ok(window)
        } else {
            Err(faults)
        }
    }

    /// The period; `None` for the preset's own.
    ///
    /// # Errors
    /// [`Faults`] where minutes are chosen and are no number.
    pub fn chosen_period(&self) -> Result<Option<Option<PeriodText>>, Faults> {
        match self.period.as_str() {
            "day" => Ok(Some(Some(PeriodText::Word("day".to_owned())))),
            "none" => Ok(Some(None)),
            "minutes" => {
                let mut faults = Faults::new();
                let minutes = read_number("period", &self.period_minutes, &mut faults);
                let missing = || Faults::from([("period", "Say how many minutes.".to_owned())]);
                let minutes = if faults.is_empty() {
                    minutes.ok_or_else(missing)?
                } else {
                    return Err(faults);
                };
                Ok(Some(Some(PeriodText::Minutes(minutes))))
            }
            _ => Ok(None),
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

fn read_number(field: &'static str, typed: &str, faults: &mut Faults) -> Option<i64> {
    let typed = typed.trim();
    if typed.is_empty() {
        return None;
    }
    let number = typed.parse().ok();
    if number.is_none() {
        faults.insert(field, format!("“{typed}” is not a number."));
    }
    number
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
        let form = NewMatchForm::fresh();
        assert_eq!(form.options(), Ok(OptionsAsked::default()));
        assert_eq!(form.chosen_period(), Ok(None));
    }

    #[test]
    fn every_field_that_is_no_number_is_named() {
        let form = NewMatchForm {
            actions: "two".into(),
            seats: " 3 ".into(),
            start_seats: "x".into(),
            ..NewMatchForm::fresh()
        };
        let faults = form.options().unwrap_err();
        assert_eq!(
            faults.keys().copied().collect::<Vec<_>>(),
            ["actions", "start_seats"]
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
