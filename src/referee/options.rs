//! The turn clock of a match, as its host chose it (referee.md, Clock presets).

use serde::{Deserialize, Serialize};

/// A named choice of the three settings of the turn clock.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Preset {
    /// One turn a player a GMT day, half an hour to finish it.
    #[default]
    Daily,
    /// One turn a player an hour, a quarter of an hour to finish it, never twice in a row.
    Hourly,
    /// No allowance to use up; never twice in a row.
    Free,
}

/// How long a player waits from one turn to the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Option<PeriodText>", into = "Option<PeriodText>")]
pub enum Period {
    /// One turn in each GMT day (T5).
    Day,
    /// So many minutes from one's own last accepted turn (T13).
    Minutes(u16),
    /// Not at all.
    None,
}

/// A period in JSON: `"day"`, a number of minutes, or `null`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum PeriodText {
    /// Minutes.
    Minutes(i64),
    /// The word `day`.
    Word(String),
}

impl From<Period> for Option<PeriodText> {
    fn from(period: Period) -> Self {
        match period {
            Period::Day => Some(PeriodText::Word("day".to_owned())),
            Period::Minutes(minutes) => Some(PeriodText::Minutes(i64::from(minutes))),
            Period::None => None,
        }
    }
}

impl TryFrom<Option<PeriodText>> for Period {
    type Error = BadClock;

    fn try_from(text: Option<PeriodText>) -> Result<Self, Self::Error> {
        match text {
            None => Ok(Self::None),
            Some(PeriodText::Word(word)) if word == "day" => Ok(Self::Day),
            Some(PeriodText::Minutes(minutes)) if (5..=10_080).contains(&minutes) => {
                Ok(u16::try_from(minutes).map_or(Self::None, Self::Minutes))
            }
            Some(_) => Err(BadClock::Period),
        }
    }
}

/// When players may play, and for how long an announcement holds the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TurnClock {
    /// The preset from which it was made; T14's patience depends on it.
    #[serde(rename = "clock")]
    pub preset: Preset,
    /// How long from one turn of a player to their next.
    pub period: Period,
    /// Minutes in which an announced turn must be finished (T4), 5–120.
    pub window_minutes: u8,
    /// Whether one player may play two turns with nobody else's between (T14).
    pub twice_in_a_row: bool,
}

impl TurnClock {
    /// The settings of a preset.
    pub const fn of(preset: Preset) -> Self {
        let (period, window_minutes, twice_in_a_row) = match preset {
            Preset::Daily => (Period::Day, 30, true),
            Preset::Hourly => (Period::Minutes(60), 15, false),
            Preset::Free => (Period::None, 30, false),
        };
        Self {
            preset,
            period,
            window_minutes,
            twice_in_a_row,
        }
    }

    /// The preset with some of its settings chosen otherwise.
    ///
    /// # Errors
    /// [`BadClock`] names the first setting that has no such value.
    pub fn chosen(
        preset: Preset,
        period: Option<Option<PeriodText>>,
        window_minutes: Option<i64>,
        twice_in_a_row: Option<bool>,
    ) -> Result<Self, BadClock> {
        let usual = Self::of(preset);
        let window = window_minutes.unwrap_or_else(|| i64::from(usual.window_minutes));
        let in_range = (5..=120).contains(&window);
        Ok(Self {
            preset,
            period: period.map_or(Ok(usual.period), Period::try_from)?,
            window_minutes: u8::try_from(window)
                .ok()
                .filter(|_| in_range)
                .ok_or(BadClock::Window)?,
            twice_in_a_row: twice_in_a_row.unwrap_or(usual.twice_in_a_row),
        })
    }
}

/// A setting of the turn clock that has no such value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadClock {
    /// The period is none of its three forms.
    #[error("period is \"day\", a number of minutes from 5 to 10080, or null")]
    Period,
    /// The window is too short or too long.
    #[error("window_minutes is a number from 5 to 120")]
    Window,
}

impl BadClock {
    /// The option's name in requests.
    pub const fn option(self) -> &'static str {
        match self {
            Self::Period => "period",
            Self::Window => "window_minutes",
        }
    }
}
