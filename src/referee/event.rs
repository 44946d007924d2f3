//! What happens in a match: past tense, and never undone.

use crate::ids::AccountId;
use crate::rules::abaddon::ruleset::Ruleset;
use crate::rules::abaddon::step::Step;
use crate::rules::colour::Colour;
use crate::rules::seat::Seat;
use crate::time::{GmtDay, Instant};

use super::options::TurnClock;

/// Who made an event happen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Actor {
    /// A person, by account: never by a name, which may change or go.
    Account(AccountId),
    /// The server, for what is due by itself.
    Server,
}

/// One entry of a match's record.
#[derive(Clone, PartialEq, Debug)]
pub struct Event {
    /// Its number in the match, from 1.
    pub seq: u64,
    /// When it happened; never earlier than the event before.
    pub at: Instant,
    /// Who made it happen.
    pub actor: Actor,
    /// The seat that it concerns.
    pub seat: Option<Seat>,
    /// What happened.
    pub body: Body,
}

/// What happened, by kind (referee.md, The record).
#[derive(Clone, PartialEq, Debug)]
pub enum Body {
    /// The match was made.
    Created(Box<Created>),
    /// A newcomer took the event's seat with their first turn (T8).
    Seated {
        /// The colour that the seat has from now on.
        colour: Colour,
    },
    /// The board was reserved (T3). A newcomer's event has no seat yet.
    Announced {
        /// The colour that a newcomer chose.
        colour: Option<Colour>,
        /// The last instant at which the turn may be finished.
        held_until: Instant,
    },
    /// The holder gave the board back (T18).
    Withdrawn,
    /// The hold ran out unused (T4).
    Lapsed,
    /// A turn was played.
    Moved(Moved),
    /// The match is over (R16).
    Ended {
        /// Who won.
        winner: Option<Seat>,
    },
}

impl Body {
    /// The kind's word in the record and the live stream.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Created(_) => "created",
            Self::Seated { .. } => "seated",
            Self::Announced { .. } => "announced",
            Self::Withdrawn => "withdrawn",
            Self::Lapsed => "lapsed",
            Self::Moved(_) => "moved",
            Self::Ended { .. } => "ended",
        }
    }
}

/// Everything about a match that is settled when it is made.
#[derive(Clone, PartialEq, Debug)]
pub struct Created {
    /// The version of the rules that the match is played under for good.
    pub rules_version: u32,
    /// The title, which lies beside the record.
    pub title: TextHash,
    /// The level's id.
    pub level: String,
    /// The level itself and the numbers of the rules.
    pub ruleset: Ruleset,
    /// The turn clock.
    pub clock: TurnClock,
    /// Whether players may take back their own last turn (T19).
    pub takeback: bool,
    /// Whether the host may make rulings in a match that they play in.
    pub host_moderates: bool,
    /// Who may see it.
    pub visibility: Visibility,
    /// The accounts that may join a private match besides its host.
    pub players: Vec<AccountId>,
}

/// A turn that was accepted.
#[derive(Clone, PartialEq, Debug)]
pub struct Moved {
    /// The turn's number, from 1, never used twice (T15).
    pub turn: u32,
    /// The steps, in the order played.
    pub steps: Vec<Step>,
    /// The GMT day to which it belongs: that of its announcement, else that of its acceptance (T5).
    pub day: GmtDay,
    /// When it was announced, if it was.
    pub announced_at: Option<Instant>,
    /// What the player wrote with it, which lies beside the record.
    pub post: Option<TextHash>,
    /// The hash of the position after it, so that a replay can be checked.
    pub position: String,
}

/// The lower-case hex SHA-256 of a random salt and a text that lies beside the record; hiding or
/// deleting the text leaves the record whole, and the hash betrays nothing.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct TextHash(pub String);

/// Who may see a match (api.md).
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Debug,
    Default,
    serde::Serialize,
    serde::Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Visibility {
    /// Everybody.
    #[default]
    Public,
    /// Whoever has the address; it is in no list.
    Unlisted,
    /// Its host, its players, the accounts named for it, and moderators.
    Private,
}
