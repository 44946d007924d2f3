//! Instants, days and spans of time as sentences write them. Everything is GMT; scripts add the
//! reader's own time beside it.

use std::borrow::Borrow;

use jiff::Timestamp;

use crate::time::{GmtDay, Instant};

const SECOND: i64 = 1_000;
const MINUTE: i64 = 60 * SECOND;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// “14:37 GMT”.
pub fn clock(at: impl Borrow<Instant>) -> String {
    written(*at.borrow(), "%H:%M GMT")
}

/// “14:37:02 GMT”.
pub fn clock_to_second(at: impl Borrow<Instant>) -> String {
    written(*at.borrow(), "%H:%M:%S GMT")
}

/// “Sun 29 Nov, 13:05 GMT”.
pub fn minute(at: impl Borrow<Instant>) -> String {
    written(*at.borrow(), "%a %-d %b, %H:%M GMT")
}

/// “Sun 29 Nov 2026, 13:05:41 GMT”.
pub fn second(at: impl Borrow<Instant>) -> String {
    written(*at.borrow(), "%a %-d %b %Y, %H:%M:%S GMT")
}

/// “26 Nov 2026”.
pub fn date(at: impl Borrow<Instant>) -> String {
    written(*at.borrow(), "%-d %b %Y")
}

/// “Sun 29 Nov”.
pub fn short_day(day: impl Borrow<GmtDay>) -> String {
    written(day.borrow().start(), "%a %-d %b")
}

fn written(at: Instant, form: &str) -> String {
    let timestamp = Timestamp::from_millisecond(at.as_millis()).unwrap_or(Timestamp::MAX);
    timestamp.strftime(form).to_string()
}

/// The time from one instant to a later one in its two largest units: “2 d 18 h”, “9 h 22 min”,
/// “4:12”. An instant that has passed is “0:00” away.
///
/// ```
/// use daykeeper::{time::Instant, web::human};
/// let now = Instant::from_millis(0);
/// assert_eq!(human::span(now, now.plus_minutes(562)), "9 h 22 min");
/// ```
pub fn span(from: Instant, to: Instant) -> String {
    let left = (to.as_millis() - from.as_millis()).max(0);
    match left {
        DAY.. => format!("{} d {} h", left / DAY, left % DAY / HOUR),
        HOUR.. => format!("{} h {} min", left / HOUR, left % HOUR / MINUTE),
        _ => format!("{}:{:02}", left / MINUTE, left % MINUTE / SECOND),
    }
}

/// The same time in words for a screen reader: “4 minutes 12 seconds”.
pub fn span_in_words(from: Instant, to: Instant) -> String {
    let seconds = (to.as_millis() - from.as_millis()).max(0) / SECOND;
    let (minutes, seconds) = (seconds / 60, seconds % 60);
    format!("{} {}", count(minutes, "minute"), count(seconds, "second"))
}

/// “1 step”, “3 steps”.
pub fn count(number: impl Into<i128>, thing: &str) -> String {
    match number.into() {
        1 => format!("1 {thing}"),
        number => format!("{number} {thing}s"),
    }
}

/// Small numbers as running text writes them: “six”, “17”.
pub fn number(number: u8) -> String {
    const WORDS: [&str; 13] = [
        "none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    WORDS
        .get(usize::from(number))
        .map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

/// “a, b and c”.
pub fn list(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [only] => only.clone(),
        [others @ .., last] => format!("{} and {last}", others.join(", ")),
    }
}

/// The first digits of a hash: enough to compare two by eye.
pub fn short_hash(hash: &str) -> &str {
    hash.get(..12).unwrap_or(hash)
}

/// The first letter as a capital.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_have_two_units_and_are_never_negative() {
        let now: Instant = "2026-11-29T14:37:00.000Z".parse().unwrap();
        let after = |millis: i64| span(now, Instant::from_millis(now.as_millis() + millis));
        assert_eq!(after(252_999), "4:12");
        assert_eq!(after(-5), "0:00");
        assert_eq!(after(2 * DAY + 18 * HOUR + 59 * MINUTE), "2 d 18 h");
    }

    #[test]
    fn instants_are_written_in_gmt() {
        let at: Instant = "2026-11-29T13:05:41.999+00:00".parse().unwrap();
        assert_eq!(second(at), "Sun 29 Nov 2026, 13:05:41 GMT");
        assert_eq!(short_day(at.day()), "Sun 29 Nov");
    }

    #[test]
    fn names_are_listed_with_an_and() {
        let names = [
            "Ossa".to_owned(),
            "fennick".to_owned(),
            "Quillon".to_owned(),
        ];
        assert_eq!(list(&names), "Ossa, fennick and Quillon");
    }
}
