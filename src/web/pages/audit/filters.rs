//! The filters of a history, and their words.

use serde::Deserialize;

use crate::service::{Attempts, HistoryAsked};
use crate::time::GmtDay;
use crate::web::error::Error;

/// Kinds of entry as the filter offers them: groups first, then every kind. The referee's rules have
/// the kinds' own words (The record).
pub(super) const KINDS: [(&str, &str); 31] = [
    ("turns", "Turns, played or taken back"),
    ("announcements", "Announcements"),
    ("rulings", "Rulings"),
    ("created", "The match was made"),
    ("seated", "A seat was taken"),
    ("announced", "Announced"),
    ("withdrawn", "Announcement withdrawn"),
    ("lapsed", "Announcement lapsed"),
    ("moved", "Turn played"),
    ("passed", "Passed"),
    ("taken_back", "Turn taken back"),
    ("left", "Left"),
    ("resigned", "Resigned"),
    ("draw_offered", "Draw offered"),
    ("draw_declined", "Draw declined"),
    ("draw_agreed", "Draw accepted"),
    ("flagged", "Win claimed on time"),
    ("lifted", "Announcement lifted"),
    ("reverted", "Reverted"),
    ("removed", "Player removed"),
    ("replaced", "Player replaced"),
    ("paused", "Paused"),
    ("resumed", "Went on"),
    ("closed", "Closed"),
    ("annotated", "Annotated"),
    ("post_hidden", "Post hidden"),
    ("sprites_reset", "Sprites hidden"),
    ("position_set", "Position set"),
    ("retitled", "Retitled"),
    ("hidden", "Hidden from lists"),
    ("ended", "Ended"),
];

/// What a kind of entry is called.
pub(super) fn called(kind: &str) -> &str {
    let known = KINDS.iter().find(|(word, _)| *word == kind);
    known.map_or(kind, |(_, label)| label)
}

/// The filters as typed; empty ones ask for all.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Filters {
    pub(super) person: String,
    pub(super) kind: String,
    pub(super) day: String,
    pub(super) text: String,
    /// What becomes of refused attempts: `none` leaves them out, `alone` leaves out all else.
    pub(super) refused: String,
    /// Only entries below this number.
    before: String,
    /// The entry to jump to: it is the first one of the page.
    seq: String,
    /// Given where the chain is to be verified too.
    pub(super) verify: Option<String>,
}

impl Filters {
    pub(super) fn asked(&self) -> Result<HistoryAsked, Error> {
        let typed = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
        let day = typed(&self.day).map(GmtDay::try_from).transpose();
        Ok(HistoryAsked {
            person: typed(&self.person),
            kind: typed(&self.kind),
            day: day.map_err(|_| Error::Malformed("a day is written 2026-03-01".to_owned()))?,
            text: typed(&self.text),
            before: match number(&self.seq)? {
                Some(seq) => Some(seq.saturating_add(1)),
                None => number(&self.before)?,
            },
            attempts: match self.refused.as_str() {
                "none" => Attempts::LeftOut,
                "alone" => Attempts::Alone,
                _ => Attempts::Shown,
            },
        })
    }

    /// Whether they ask for everything, from whatever number on.
    pub(super) fn are_open(&self) -> bool {
        let filters = [
            &self.person,
            &self.kind,
            &self.day,
            &self.text,
            &self.refused,
        ];
        filters.iter().all(|filter| filter.trim().is_empty())
    }
}

/// A number as typed; nothing where nothing was.
fn number(typed: &str) -> Result<Option<u64>, Error> {
    let typed = Some(typed.trim()).filter(|typed| !typed.is_empty());
    let number = typed.map(str::parse).transpose();
    number.map_err(|_| Error::Malformed("an entry has a number".to_owned()))
}
