//! Why the referee does not let something happen: an answer, not an error.

use crate::ids::AccountId;
use crate::rules::abaddon::refusal::RefusedStep;
use crate::rules::colour::{Colour, TooClose};
use crate::rules::helios;
use crate::rules::seat::{Names, Seat};
use crate::time::Instant;

use super::moderate::barred::Barred;

/// Why a command is refused: Abaddon's reasons in the order in which they are looked for (T12), then
/// those of Helios alone. The order itself is in `decide`.
#[derive(Clone, PartialEq, Debug)]
pub enum Refusal {
    /// R16.
    MatchOver {
        /// Who won.
        winner: Option<Seat>,
    },
    /// Moderation, or what was done before, stands in the way.
    Barred(Barred),
    /// T8: every seat is taken.
    MatchFull,
    /// T8: every Airlock is claimed.
    NoFreeAirlock,
    /// Fewer players have joined than the match starts with.
    WaitingForPlayers {
        /// How many are missing.
        missing: u8,
    },
    /// T11: the allowance is used up.
    TurnSpent {
        /// When the next turn opens.
        opens_at: Instant,
    },
    /// T14: the player played last.
    TwiceInARow {
        /// When the turn opens although nobody else has played.
        opens_at: Instant,
    },
    /// T3: somebody else holds the board.
    BoardReserved {
        /// Who.
        holder: AccountId,
        /// Until when, that instant included.
        held_until: Instant,
    },
    /// T6, T13: the announcement is used up.
    AnnouncementSpent {
        /// From when the player may announce again.
        opens_at: Instant,
    },
    /// T18: there is nothing to withdraw.
    NotAnnounced,
    /// T4: the hold ran out before the turn came.
    Lapsed,
    /// T9: the position is not the one that the player saw.
    MovedOn,
    /// T8: a newcomer named no colour.
    ColourMissing,
    /// T8: a seat keeps its colour.
    ColourFixed {
        /// The seat's colour.
        own: Colour,
    },
    /// picture.md, Colours.
    ColourTooClose(TooClose),
    /// Abaddon's rules refuse a step.
    Step(RefusedStep),
    /// Helios' rules refuse an action.
    Action(helios::refusal::Refusal),
    /// Helios: a side is still free.
    NotStarted,
    /// Helios: it is the opponent's turn.
    NotYourTurn,
    /// Only a player of the match may do this, or only the one who was challenged.
    NotYours,
    /// Helios: both sides are taken.
    SeatTaken,
    /// T17: one person holds one seat of a match.
    AlreadySeated,
    /// Helios: no draw is offered that this player could answer.
    NoOffer,
    /// R8: the opponent is still in time, or need not play.
    NotOverdue {
        /// The last instant at which the opponent is in time, if the opponent is to move.
        deadline: Option<Instant>,
    },
    /// The match is of a game that has no such thing.
    OtherGame,
}

impl Refusal {
    /// The stable code (referee.md T12, abaddon.md Refusal codes).
    pub fn code(&self) -> &'static str {
        match self {
            Self::MatchOver { .. } => "match_over",
            Self::Barred(barred) => barred.code(),
            Self::MatchFull => "match_full",
            Self::NoFreeAirlock => "no_free_airlock",
            Self::WaitingForPlayers { .. } => "waiting_for_players",
            Self::TurnSpent { .. } => "turn_spent",
            Self::TwiceInARow { .. } => "twice_in_a_row",
            Self::BoardReserved { .. } => "board_reserved",
            Self::AnnouncementSpent { .. } => "announcement_spent",
            Self::NotAnnounced => "not_announced",
            Self::Lapsed => "lapsed",
            Self::MovedOn => "moved_on",
            Self::ColourMissing => "colour_missing",
            Self::ColourFixed { .. } => "colour_fixed",
            Self::ColourTooClose(_) => "colour_too_close",
            Self::Step(step) => step.refusal.code(),
            Self::Action(refusal) => refusal.code(),
            Self::NotStarted => "not_started",
            Self::NotYourTurn => "not_your_turn",
            Self::NotYours => "not_yours",
            Self::SeatTaken => "seat_taken",
            Self::AlreadySeated => "already_seated",
            Self::NoOffer => "no_offer",
            Self::NotOverdue { .. } => "not_overdue",
            Self::OtherGame => "not_found",
        }
    }

    /// The number of the rule or ruling that it follows from, as the rules page has it.
    pub fn rule(&self) -> &'static str {
        match self {
            Self::MatchOver { .. } => "R16",
            Self::MatchFull
            | Self::NoFreeAirlock
            | Self::ColourMissing
            | Self::ColourFixed { .. } => "T8",
            Self::WaitingForPlayers { .. } => "options",
            Self::TurnSpent { .. } => "T11",
            Self::TwiceInARow { .. } => "T14",
            Self::BoardReserved { .. } => "T3",
            Self::AnnouncementSpent { .. } => "T6",
            Self::NotAnnounced => "T18",
            Self::Lapsed => "T4",
            Self::MovedOn => "T9",
            Self::ColourTooClose(_) => "colours",
            Self::Step(step) => step.refusal.rule(),
            Self::Action(refusal) => refusal.rule(),
            Self::NotStarted
            | Self::NotYourTurn
            | Self::NotYours
            | Self::NoOffer
            | Self::OtherGame => "turn",
            Self::SeatTaken | Self::AlreadySeated => "T17",
            Self::Barred(barred) => barred.rule(),
            Self::NotOverdue { .. } => "R8",
        }
    }

    /// A sentence for the player. `names` has the players on the seats, `holder` is what whoever
    /// holds the board is called.
    pub fn sentence(&self, names: &Names, holder: &str) -> String {
        match self {
            Self::MatchOver { winner: Some(seat) } => {
                format!("The match is over: {} has won.", names.of(*seat))
            }
            Self::MatchOver { winner: None } => "The match is over.".to_owned(),
            Self::Barred(barred) => barred.sentence(),
            Self::MatchFull => "Every seat of this match is taken.".to_owned(),
            Self::NoFreeAirlock => {
                "Every Airlock is claimed; a newcomer can join once one becomes unclaimed.".to_owned()
            }
            Self::WaitingForPlayers { missing: 1 } => {
                "The match waits for one more player to join; then you can play.".to_owned()
            }
            Self::WaitingForPlayers { missing } => {
                format!("The match waits for {missing} more players to join; then you can play.")
            }
            Self::TurnSpent { opens_at } => {
                format!("You have played your turn; your next one opens at {}.", gmt(*opens_at))
            }
            Self::TwiceInARow { opens_at } => format!(
                "You played last, and nobody plays twice in a row here. Your turn opens when somebody \
                 else has played, at the latest at {}.",
                gmt(*opens_at)
            ),
            Self::BoardReserved { held_until, .. } => {
                format!("{holder} has announced a turn and holds the board until {}.", gmt(*held_until))
            }
            Self::AnnouncementSpent { opens_at } => format!(
                "You have announced already; you can announce again from {}. You can still send a \
                 whole turn at once.",
                gmt(*opens_at)
            ),
            Self::NotAnnounced => "There is no announcement here to give back or to lift.".to_owned(),
            Self::Lapsed => {
                "Your announcement ran out before the turn came. Your steps are kept and NOT SENT: you \
                 can send them as an unannounced turn."
                    .to_owned()
            }
            Self::MovedOn => {
                "The board has changed since you looked. Your steps are kept; check them against the \
                 new position and send them again."
                    .to_owned()
            }
            Self::ColourMissing => "Choose a colour for your first turn.".to_owned(),
            Self::ColourFixed { own } => format!("Your colour in this match is {own} and stays so."),
            Self::ColourTooClose(close) => close.to_string(),
            Self::Step(step) => step.refusal.sentence(names),
            Self::Action(refusal) => refusal.sentence(names),
            Self::NotStarted => "The match begins when somebody takes the other side.".to_owned(),
            Self::NotYourTurn => "It is your opponent's turn.".to_owned(),
            Self::NotYours => "Only a player of this match can do that.".to_owned(),
            Self::SeatTaken => "Both sides of this match are taken.".to_owned(),
            Self::AlreadySeated => "You have a seat in this match already.".to_owned(),
            Self::NoOffer => "No draw is offered to you.".to_owned(),
            Self::NotOverdue { deadline: Some(deadline) } => {
                format!("Your opponent is in time until {}.", gmt(*deadline))
            }
            Self::NotOverdue { deadline: None } => "Your opponent has no deadline to miss now.".to_owned(),
            Self::OtherGame => "This match is of a game that has no such thing.".to_owned(),
        }
    }
}

/// An instant as sentences name it, to the second: players compare it with a clock.
fn gmt(instant: Instant) -> String {
    instant.in_words()
}
