//! What happens in a match: past tense, and never undone.

use serde::{Deserialize, Serialize};

use crate::ids::AccountId;
use crate::rules::abaddon::ruleset::Ruleset;
use crate::rules::abaddon::step::Step;
use crate::rules::canonical::sha256_hex;
use crate::rules::colour::Colour;
use crate::rules::helios;
use crate::rules::seat::Seat;
use crate::time::{GmtDay, Instant};

use super::options::TurnClock;
use super::ruling::Ruled;
use super::state::Board;

/// Who made an event happen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Actor {
    /// A person, by account: never by a name, which may change or go.
    Account(AccountId),
    /// The server, for what is due by itself.
    Server,
}

impl Actor {
    /// The account, if it was a person.
    pub const fn account(self) -> Option<AccountId> {
        match self {
            Self::Account(account) => Some(account),
            Self::Server => None,
        }
    }
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
    /// A player took the event's seat: in Abaddon with their first turn (T8).
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
    /// Helios: the event's seat had no legal action after the turn before it (R5).
    Passed,
    /// Helios: the event's seat resigned.
    Resigned,
    /// Helios: the event's seat offered a draw with its action.
    DrawOffered,
    /// Helios: the event's seat declined the draw that was offered to it.
    DrawDeclined,
    /// Helios: the event's seat accepted the draw that was offered to it.
    DrawAgreed,
    /// Helios: the event's seat claimed the win, since the opponent's time has run out (R8).
    Flagged,
    /// Abaddon: the event's seat took back its last turn (T19).
    TakenBack(TakenBack),
    /// Abaddon: the player of the event's seat left the match (T17).
    Left,
    /// A pause ended by itself, at the instant that it named (T16).
    PauseEnded,
    /// Somebody moderated the match.
    Ruled(Box<Ruled>),
    /// The match is over.
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
            Self::Passed => "passed",
            Self::Resigned => "resigned",
            Self::DrawOffered => "draw_offered",
            Self::DrawDeclined => "draw_declined",
            Self::DrawAgreed => "draw_agreed",
            Self::Flagged => "flagged",
            Self::TakenBack(_) => "taken_back",
            Self::Left => "left",
            Self::PauseEnded => "resumed",
            Self::Ruled(ruled) => ruled.ruling.kind(),
            Self::Ended { .. } => "ended",
        }
    }
}

impl Body {
    /// The number of the turn that it is, if it is one: one that was played, or a position that was
    /// set.
    pub fn turn(&self) -> Option<u32> {
        match self {
            Self::Moved(moved) => Some(moved.turn),
            Self::Ruled(ruled) => ruled.ruling.turn(),
            Self::Created(_)
            | Self::Seated { .. }
            | Self::Announced { .. }
            | Self::Withdrawn
            | Self::Lapsed
            | Self::Passed
            | Self::Resigned
            | Self::DrawOffered
            | Self::DrawDeclined
            | Self::DrawAgreed
            | Self::Flagged
            | Self::TakenBack(_)
            | Self::Left
            | Self::PauseEnded
            | Self::Ended { .. } => None,
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
    /// Whether the host may make rulings in a match that they play in.
    pub host_moderates: bool,
    /// Who may see it.
    pub visibility: Visibility,
    /// The accounts that may join a private match besides its host.
    pub players: Vec<AccountId>,
    /// What is played.
    pub game: CreatedGame,
}

/// What is settled for each game when a match of it is made.
#[derive(Clone, PartialEq, Debug)]
pub enum CreatedGame {
    /// Halls of Abaddon.
    Abaddon(AbaddonChosen),
    /// Helios.
    Helios(HeliosChosen),
}

/// The choices of whoever makes a match of Abaddon.
#[derive(Clone, PartialEq, Debug)]
pub struct AbaddonChosen {
    /// The level's id.
    pub level: String,
    /// The level itself and the numbers of the rules.
    pub ruleset: Ruleset,
    /// The turn clock.
    pub clock: TurnClock,
    /// Whether players may take back their own last turn (T19).
    pub takeback: bool,
}

/// The choices of whoever makes a match of Helios.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HeliosChosen {
    /// The size of the board and its patience.
    pub options: helios::ruleset::Options,
    /// How many times 24 hours a player has for an action (R8), 1–14; `None` for as long as it takes.
    pub days_per_turn: Option<u8>,
    /// The side on which whoever made the match sits; chance has spoken already.
    pub host_side: helios::side::Side,
    /// The one account that may take the other side, where a player was challenged by name.
    pub opponent: Option<AccountId>,
}

/// A turn that was accepted.
#[derive(Clone, PartialEq, Debug)]
pub struct Moved {
    /// The turn's number, from 1, never used twice (T15).
    pub turn: u32,
    /// What was played.
    pub play: Play,
    /// The GMT day to which it belongs: that of its announcement, else that of its acceptance (T5);
    /// always the latter where the clock's period is not the GMT day (T13).
    pub day: GmtDay,
    /// When it was announced, if it was.
    pub announced_at: Option<Instant>,
    /// What the player wrote with it, which lies beside the record.
    pub post: Option<TextHash>,
    /// The hash of the position after it, so that a replay can be checked.
    pub position: String,
}

/// A turn that its player took back.
#[derive(Clone, PartialEq, Debug)]
pub struct TakenBack {
    /// The turn's number, which stays with it.
    pub turn: u32,
    /// What stands on the board again.
    pub position: Board,
}

/// What was played in a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Play {
    /// Abaddon: the steps, in the order played.
    Steps(Vec<Step>),
    /// Helios: the action.
    Action(helios::action::Action),
}

/// The lower-case hex SHA-256 of a random salt and a text that lies beside the record; hiding or
/// deleting the text leaves the record whole, and the hash betrays nothing.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct TextHash(pub String);

/// The lower-case hex SHA-256 of a sprite's twelve lines (picture.md, Custom sprites), under which the
/// sprite lies beside the record.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SpriteHash(pub String);

impl SpriteHash {
    /// The hash of a sprite's lines, each with its line feed.
    pub fn of(lines: &str) -> Self {
        Self(sha256_hex(lines.as_bytes()))
    }
}

/// Who may see a match (api.md).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
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
