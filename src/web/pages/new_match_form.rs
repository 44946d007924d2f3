//! The form that starts a match, as it is posted, and the match that it asks for.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::referee::event::Visibility;
use crate::referee::options::{PeriodText, Preset};
use crate::referee::state::GameKind;
use crate::rules::abaddon::ruleset::OptionsAsked;
use crate::rules::helios;
use crate::service::{NewAbaddon, NewGame, NewHelios, NewMatch, SideAsked};

/// The form as it is posted: everything as typed, so that nothing is lost when it is refused. A field
/// that is left empty, or out, is as published or as the clock's preset has it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(default)]
pub struct NewMatchForm {
    /// The title.
    pub title: String,
    /// `abaddon` or `helios`.
    pub game: String,
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
    /// Helios: columns of the board.
    pub width: String,
    /// Helios: rows of the board.
    pub height: String,
    /// Helios: quiet turns after which the game ends.
    pub quiet_limit: String,
    /// Helios: days for an action; `none` for no limit.
    pub days_per_turn: String,
    /// Helios: the host's side.
    pub side: String,
    /// Helios: who is challenged; anybody where it is empty.
    pub opponent: String,
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
            game: "abaddon".to_owned(),
            side: "random".to_owned(),
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
            game: match read.word("game", &self.game, &GAMES) {
                None | Some(GameKind::Abaddon) => NewGame::Abaddon(self.abaddon(&mut read)),
                Some(GameKind::Helios) => NewGame::Helios(self.helios(&mut read)),
            },
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

    fn abaddon(&self, read: &mut Reader) -> NewAbaddon {
        NewAbaddon {
            level: Some(self.level.clone()).filter(|level| !level.is_empty()),
            options: self.options(read),
            clock: read
                .word("clock", &self.clock, &PRESETS)
                .unwrap_or_default(),
            period: (!self.period.is_empty()).then(|| self.chosen_period(read)),
            window_minutes: read.number("window_minutes", &self.window_minutes),
            twice_in_a_row: read.word("twice_in_a_row", &self.twice_in_a_row, &YES_OR_NO),
            takeback: Some(self.takeback.is_some()),
        }
    }

    fn helios(&self, read: &mut Reader) -> NewHelios {
        let opponent = self.opponent.trim();
        NewHelios {
            options: helios::ruleset::OptionsAsked {
                width: read.number("width", &self.width),
                height: read.number("height", &self.height),
                quiet_limit: read.number("quiet_limit", &self.quiet_limit),
            },
            days_per_turn: match self.days_per_turn.trim() {
                "none" => Some(None),
                days => read.number("days_per_turn", days).map(Some),
            },
            side: read.word("side", &self.side, &SIDES).unwrap_or_default(),
            opponent: (!opponent.is_empty()).then(|| opponent.to_owned()),
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

const GAMES: [(&str, GameKind); 2] = [("abaddon", GameKind::Abaddon), ("helios", GameKind::Helios)];
const SIDES: [(&str, SideAsked); 3] = [
    ("bottom", SideAsked::Bottom),
    ("top", SideAsked::Top),
    ("random", SideAsked::Random),
];
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_empty_is_as_published() {
        let asked = NewMatchForm::fresh().asked().unwrap();
        let published = NewMatch {
            game: NewGame::Abaddon(NewAbaddon {
                takeback: Some(true),
                ..NewAbaddon::default()
            }),
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
