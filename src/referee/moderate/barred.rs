//! Why moderation, or what was done before, stands in the way of something.

use crate::time::Instant;

/// What stands in the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Barred {
    /// T16: play has stopped for a while.
    MatchPaused {
        /// When it goes on by itself.
        until: Option<Instant>,
    },
    /// T16: a pause names an instant that has passed.
    PauseOver,
    /// Play goes on already.
    NotPaused,
    /// T17: who left or was removed comes back only as a replacement.
    AlreadyLeft,
    /// The seat has no player.
    SeatVacant,
    /// T17: whoever is to sit down somewhere has a seat in the match.
    HasSeat,
    /// T19: the turn is somebody else's.
    AnothersTurn,
    /// T19: the turn is not the last, or something came after it.
    NotTheLast,
    /// T19: ten minutes have passed.
    TooLate,
    /// T19: a turn was taken back that day already, or the match has no such option.
    TakebackSpent,
    /// Only moderators may do this, or the host of the match in some cases.
    ModeratorsOnly,
    /// A ruling names a turn, seat or entry that the match does not have.
    NoSuchThing {
        /// What, as a part of a sentence.
        what: &'static str,
    },
}

impl Barred {
    /// The stable code.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::MatchPaused { .. } => "match_paused",
            Self::PauseOver => "malformed",
            Self::NotPaused => "not_paused",
            Self::AlreadyLeft | Self::SeatVacant => "already_left",
            Self::HasSeat => "already_seated",
            Self::AnothersTurn => "not_yours",
            Self::NotTheLast => "moved_on",
            Self::TooLate => "too_late",
            Self::TakebackSpent => "takeback_spent",
            Self::ModeratorsOnly => "moderators_only",
            Self::NoSuchThing { .. } => "not_found",
        }
    }

    /// The ruling that it follows from, as the rules page has it.
    pub const fn rule(&self) -> &'static str {
        match self {
            Self::MatchPaused { .. } | Self::PauseOver | Self::NotPaused => "T16",
            Self::AlreadyLeft | Self::SeatVacant | Self::HasSeat => "T17",
            Self::AnothersTurn | Self::NotTheLast | Self::TooLate | Self::TakebackSpent => "T19",
            Self::ModeratorsOnly | Self::NoSuchThing { .. } => "moderation",
        }
    }

    /// A sentence for whoever asked.
    pub fn sentence(&self) -> String {
        match self {
            Self::MatchPaused { until: Some(until) } => {
                format!("The match is paused until {}.", until.in_words())
            }
            Self::MatchPaused { until: None } => {
                "The match is paused; a moderator or its host lets it go on.".to_owned()
            }
            Self::PauseOver => {
                "A pause lasts until an instant that is still to come.".to_owned()
            }
            Self::NotPaused => "The match is not paused.".to_owned(),
            Self::AlreadyLeft => {
                "You had a seat in this match and left it; only a moderator or its host can seat you \
                 again."
                    .to_owned()
            }
            Self::SeatVacant => "Nobody sits there any more.".to_owned(),
            Self::HasSeat => {
                "That player has a seat in this match already; one person holds one.".to_owned()
            }
            Self::AnothersTurn => "You can take back only a turn that you played yourself.".to_owned(),
            Self::NotTheLast => {
                "Only the last turn can be taken back, while nobody has played or announced and no \
                 ruling has been made since; a moderator can still help."
                    .to_owned()
            }
            Self::TooLate => {
                "A turn can be taken back within 10 minutes of its acceptance; a moderator can still \
                 help."
                    .to_owned()
            }
            Self::TakebackSpent => {
                "You can take back one turn a day, where the match allows it at all.".to_owned()
            }
            Self::ModeratorsOnly => {
                "Only moderators can do that, and in some cases the match's host.".to_owned()
            }
            Self::NoSuchThing { what } => format!("This match has no such {what}."),
        }
    }
}
