//! What a match is played by: its level and the numbers that its host chose.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::level::{Level, LevelError, shipped_ids};
use crate::rules::options::{BadOption, within};

/// The numbers of a match (abaddon.md, Options of a match), checked against its level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Options {
    /// Actions a turn, 1–4.
    pub actions: u8,
    /// How many units an Airlock supports when Engineers are created, 1–6 (R7).
    pub units_per_airlock: u8,
    /// How many walls an Airlock supports when one is built, 0–6 (R12).
    pub walls_per_airlock: u8,
    /// How many doors owned at one moment win, 2 to the level's doors (R18).
    pub doors_to_win: u8,
    /// How many players the match has room for, 2–8 and no more than the level's Airlocks.
    pub seats: u8,
    /// How many must have joined before anything but first turns is accepted, 1 to `seats`.
    pub start_seats: u8,
}

/// The options that a request names; what it leaves out is as published.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct OptionsAsked {
    /// See [`Options::actions`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub actions: Option<i64>,
    /// See [`Options::units_per_airlock`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub units_per_airlock: Option<i64>,
    /// See [`Options::walls_per_airlock`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub walls_per_airlock: Option<i64>,
    /// See [`Options::doors_to_win`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doors_to_win: Option<i64>,
    /// See [`Options::seats`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seats: Option<i64>,
    /// See [`Options::start_seats`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_seats: Option<i64>,
}

/// A level and the options of a match on it: everything the rules need besides a position.
///
/// In JSON the level is its text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "RulesetText", into = "RulesetText")]
pub struct Ruleset {
    /// The level.
    pub level: Arc<Level>,
    /// The numbers.
    pub options: Options,
}

impl Ruleset {
    /// The level with the options asked for.
    ///
    /// # Errors
    /// [`BadOption`] for the first one that is out of its range on this level.
    pub fn new(level: Arc<Level>, asked: OptionsAsked) -> Result<Self, BadOption> {
        let options = asked.options(&level)?;
        Ok(Self { level, options })
    }
}

/// A ruleset as it is written down.
#[derive(Serialize, Deserialize)]
struct RulesetText {
    level: String,
    options: Options,
}

impl From<Ruleset> for RulesetText {
    fn from(Ruleset { level, options }: Ruleset) -> Self {
        Self {
            level: level.to_text(),
            options,
        }
    }
}

impl TryFrom<RulesetText> for Ruleset {
    type Error = LevelError;

    /// Reads a level; one that ships is shared by all who read it.
    fn try_from(RulesetText { level, options }: RulesetText) -> Result<Self, LevelError> {
        let read = Level::parse(&level)?;
        let mut shipped = shipped_ids().filter_map(Level::shipped);
        let level = shipped.find(|level| **level == read);
        Ok(Self {
            level: level.unwrap_or_else(|| Arc::new(read)),
            options,
        })
    }
}

impl OptionsAsked {
    /// The options with defaults filled in, checked against the level.
    ///
    /// # Errors
    /// [`BadOption`] for the first one out of its range, in the order of [`Options`]' fields.
    pub fn options(self, level: &Level) -> Result<Options, BadOption> {
        let doors = i64::try_from(level.doors().count()).unwrap_or(i64::MAX);
        let airlocks = i64::try_from(level.airlocks().count()).unwrap_or(i64::MAX);
        let most_seats = airlocks.min(8);
        let seats = within("seats", self.seats.unwrap_or(most_seats), 2, most_seats);
        Ok(Options {
            actions: within("actions", self.actions.unwrap_or(2), 1, 4)?,
            units_per_airlock: within(
                "units_per_airlock",
                self.units_per_airlock.unwrap_or(2),
                1,
                6,
            )?,
            walls_per_airlock: within(
                "walls_per_airlock",
                self.walls_per_airlock.unwrap_or(2),
                0,
                6,
            )?,
            doors_to_win: within(
                "doors_to_win",
                self.doors_to_win.unwrap_or(doors.min(6)),
                2,
                doors,
            )?,
            seats: seats.clone()?,
            start_seats: within(
                "start_seats",
                self.start_seats.unwrap_or(1),
                1,
                i64::from(seats?),
            )?,
        })
    }
}
