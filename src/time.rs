//! Instants and GMT days. Nothing here reads a clock, and no time zone but GMT has any influence.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A moment in GMT (UTC), in whole milliseconds since 1970-01-01T00:00:00.000Z.
///
/// Prints and reads as RFC 3339 in UTC with milliseconds. Finer parts of a moment are cut off, never
/// rounded (referee.md).
///
/// ```
/// use daykeeper::time::Instant;
/// let announced: Instant = "2026-03-01T23:50:00.000Z".parse().unwrap();
/// assert_eq!(announced.plus_minutes(30).to_string(), "2026-03-02T00:20:00.000Z");
/// assert_eq!(announced.day().to_string(), "2026-03-01");
/// ```
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(try_from = "String", into = "String")]
pub struct Instant(i64);

const MINUTE: i64 = 60_000;
const DAY: i64 = 24 * 60 * MINUTE;

impl Instant {
    /// The moment so many milliseconds after the start of 1970.
    pub const fn from_millis(millis: i64) -> Self {
        Self(millis)
    }

    /// Milliseconds since the start of 1970.
    pub const fn as_millis(self) -> i64 {
        self.0
    }

    /// So many minutes later.
    #[must_use]
    pub const fn plus_minutes(self, minutes: i64) -> Self {
        Self(self.0.saturating_add(minutes.saturating_mul(MINUTE)))
    }

    /// So many times 24 hours later.
    #[must_use]
    pub const fn plus_days(self, days: i64) -> Self {
        Self(self.0.saturating_add(days.saturating_mul(DAY)))
    }

    /// The GMT day in which it lies; midnight belongs to the day that it begins.
    pub const fn day(self) -> GmtDay {
        GmtDay(self.0.div_euclid(DAY))
    }

    /// “1 March 2026, 00:20:00 GMT”: for sentences; players compare it with a clock.
    pub fn in_words(self) -> String {
        self.timestamp()
            .strftime("%-d %B %Y, %H:%M:%S GMT")
            .to_string()
    }

    /// How many minutes of its GMT day have passed, with fractions: 0 up to 1,440.
    pub fn minute_of_day(self) -> f64 {
        let millis = i32::try_from(self.0.rem_euclid(DAY)).unwrap_or_default();
        f64::from(millis) / f64::from(60_000)
    }

    fn timestamp(self) -> jiff::Timestamp {
        jiff::Timestamp::from_millisecond(self.0).unwrap_or(jiff::Timestamp::MAX)
    }
}

impl fmt::Display for Instant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.3}", self.timestamp())
    }
}

/// The text is not a moment in RFC 3339 form.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("“{0}” is not a moment such as 2026-03-01T23:50:00.000Z")]
pub struct ParseInstantError(pub String);

impl FromStr for Instant {
    type Err = ParseInstantError;

    /// Reads RFC 3339 with any offset; what is finer than a millisecond is cut off.
    ///
    /// # Errors
    /// [`ParseInstantError`] for any other text.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let timestamp: jiff::Timestamp = text
            .parse()
            .map_err(|_| ParseInstantError(text.to_owned()))?;
        Ok(Self(
            timestamp
                .as_nanosecond()
                .div_euclid(1_000_000)
                .try_into()
                .unwrap_or(i64::MAX),
        ))
    }
}

impl From<Instant> for String {
    fn from(instant: Instant) -> Self {
        instant.to_string()
    }
}

impl TryFrom<String> for Instant {
    type Error = ParseInstantError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

/// A GMT day, from 00:00:00.000 up to but not including the next 00:00:00.000.
///
/// Prints as `2026-03-01`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct GmtDay(i64);

impl GmtDay {
    /// Its first instant.
    pub const fn start(self) -> Instant {
        Instant(self.0.saturating_mul(DAY))
    }

    /// The day after.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0 + 1)
    }

    /// How many days lie between an earlier day and this one.
    pub const fn days_since(self, earlier: Self) -> i64 {
        self.0 - earlier.0
    }

    /// “Sunday 1 March”: for headings.
    pub fn in_words(self) -> String {
        self.start().timestamp().strftime("%A %-d %B").to_string()
    }
}

impl fmt::Display for GmtDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.start().timestamp().strftime("%Y-%m-%d"))
    }
}

impl From<GmtDay> for String {
    fn from(day: GmtDay) -> Self {
        day.to_string()
    }
}

impl TryFrom<String> for GmtDay {
    type Error = ParseInstantError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        format!("{text}T00:00:00Z")
            .parse::<Instant>()
            .map(Instant::day)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_ends_where_the_next_begins() {
        let last: Instant = "2026-02-28T23:59:59.999Z".parse().unwrap();
        assert_eq!(
            last.day().next().start().to_string(),
            "2026-03-01T00:00:00.000Z"
        );
        assert_eq!(
            last.day().next(),
            Instant::from_millis(last.as_millis() + 1).day()
        );
    }

    #[test]
    fn what_is_finer_than_a_millisecond_is_cut_off() {
        let fine: Instant = "2026-03-01T10:00:00.123999Z".parse().unwrap();
        assert_eq!(fine.to_string(), "2026-03-01T10:00:00.123Z");
    }

    #[test]
    fn a_day_reads_back_and_has_a_name() {
        let day = GmtDay::try_from("2026-11-29".to_owned()).unwrap();
        assert_eq!(day.to_string(), "2026-11-29");
        assert_eq!(day.in_words(), "Sunday 29 November");
    }
}
