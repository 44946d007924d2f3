//! What a match is played by: the size of its board and its patience.

use serde::{Deserialize, Serialize};

use crate::rules::options::{BadOption, within};

/// The numbers of a match (helios.md, R2 and R7). Whoever holds them holds numbers that fit together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "OptionsAsked", into = "OptionsAsked")]
pub struct Options {
    width: u8,
    height: u8,
    quiet_limit: u16,
}

impl Options {
    /// How many columns the board has, 4–12.
    pub const fn width(self) -> u8 {
        self.width
    }

    /// How many rows the board has, 4–12.
    pub const fn height(self) -> u8 {
        self.height
    }

    /// After how many turns in a row without a hit and a sacrifice the game ends (R7), 40–400 and at
    /// least five times the height.
    pub const fn quiet_limit(self) -> u16 {
        self.quiet_limit
    }
}

impl Default for Options {
    /// The published game: 7 × 7 squares and 60 quiet turns.
    fn default() -> Self {
        Self {
            width: 7,
            height: 7,
            quiet_limit: 60,
        }
    }
}

/// The options that a request names; what it leaves out is as published.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct OptionsAsked {
    /// See [`Options::width`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub width: Option<i64>,
    /// See [`Options::height`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub height: Option<i64>,
    /// See [`Options::quiet_limit`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quiet_limit: Option<i64>,
}

impl TryFrom<OptionsAsked> for Options {
    type Error = BadOption;

    /// The options with defaults filled in.
    ///
    /// # Errors
    /// [`BadOption`] for the first one out of its range, in the order of the fields.
    fn try_from(asked: OptionsAsked) -> Result<Self, BadOption> {
        let usual = Self::default();
        let width = asked.width.unwrap_or(usual.width.into());
        let height = asked.height.unwrap_or(usual.height.into());
        let quiet_limit = asked.quiet_limit.unwrap_or(usual.quiet_limit.into());
        Ok(Self {
            width: within("width", width, 4, 12)?,
            height: within("height", height, 4, 12)?,
            quiet_limit: within("quiet_limit", quiet_limit, (5 * height).max(40), 400)?,
        })
    }
}

impl From<Options> for OptionsAsked {
    fn from(options: Options) -> Self {
        Self {
            width: Some(options.width.into()),
            height: Some(options.height.into()),
            quiet_limit: Some(options.quiet_limit.into()),
        }
    }
}
