//! What moderators and hosts ask of a match, and what is recorded of it (referee.md, Moderation).

use serde::{Deserialize, Serialize};

use crate::ids::{AccountId, Role};
use crate::rules::abaddon::position::Kind;
use crate::rules::seat::Seat;
use crate::time::{GmtDay, Instant};

use super::event::{SpriteHash, TextHash};
use super::state::Board;

/// A ruling that somebody asks for.
#[derive(Clone, PartialEq, Debug)]
pub struct Rule {
    /// What the account that asks may do on the whole site.
    pub role: Role,
    /// Why: a text that lies beside the record.
    pub reason: TextHash,
    /// What is to happen.
    pub order: Order,
}

/// What a ruling is to do.
#[derive(Clone, PartialEq, Debug)]
pub enum Order {
    /// End the open announcement.
    Lift {
        /// Only if this account holds the board; whoever holds it, where nobody is named.
        from: Option<AccountId>,
    },
    /// Put the match back to after a turn (T15), which may be one that is struck through.
    Revert {
        /// The turn's number; 0 for the start.
        to: u32,
        /// The position after it, looked up in the list of turns.
        position: Box<Board>,
    },
    /// Take the player off a seat (T17).
    Remove {
        /// The seat.
        seat: Seat,
        /// What becomes of its doors, units and walls.
        belongings: Belongings,
    },
    /// Give a seat to somebody else (T17).
    Replace {
        /// The seat.
        seat: Seat,
        /// Who sits on it from now on.
        player: AccountId,
    },
    /// Stop play (T16).
    Pause {
        /// When it goes on by itself.
        until: Option<Instant>,
    },
    /// Let play go on.
    Resume,
    /// End the match.
    Close {
        /// Who has won, if anybody has.
        winner: Option<Seat>,
    },
    /// Write something beside an entry of the record.
    Annotate {
        /// The entry's number.
        seq: u64,
        /// What.
        text: TextHash,
    },
    /// Show a turn's post no more.
    HidePost {
        /// The turn's number.
        turn: u32,
    },
    /// Draw the units of a seat as they look by default, in old turns' pictures too.
    ResetSprites {
        /// The seat.
        seat: Seat,
        /// Only units of this kind.
        kind: Option<Kind>,
        /// The sprites that these units were ever drawn with, or would be today, looked up in the
        /// list of sprites.
        sprites: Vec<SpriteHash>,
    },
    /// Put another position on the board; it becomes a turn.
    SetPosition {
        /// The position.
        position: Box<Board>,
        /// Whose turn of the day it is; nobody's without.
        seat: Option<Seat>,
    },
    /// Call the match otherwise.
    Retitle {
        /// How.
        title: TextHash,
    },
    /// Take the match out of lists.
    Hide,
}

/// The kinds of ruling, by the words of the API.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Power {
    /// See [`Order::Lift`].
    Lift,
    /// See [`Order::Revert`].
    Revert,
    /// See [`Order::Remove`].
    Remove,
    /// See [`Order::Replace`].
    Replace,
    /// See [`Order::Pause`].
    Pause,
    /// See [`Order::Resume`].
    Resume,
    /// See [`Order::Close`].
    Close,
    /// See [`Order::Annotate`].
    Annotate,
    /// See [`Order::HidePost`].
    HidePost,
    /// See [`Order::ResetSprites`].
    ResetSprites,
    /// See [`Order::SetPosition`].
    SetPosition,
    /// See [`Order::Retitle`].
    Retitle,
    /// See [`Order::Hide`].
    HideMatch,
}

impl Power {
    /// All of them, in the order of the referee's rules.
    pub const ALL: [Self; 13] = [
        Self::Lift,
        Self::Revert,
        Self::Remove,
        Self::Replace,
        Self::Pause,
        Self::Resume,
        Self::Close,
        Self::SetPosition,
        Self::Annotate,
        Self::HidePost,
        Self::ResetSprites,
        Self::Retitle,
        Self::HideMatch,
    ];

    /// The word of the API.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Lift => "lift",
            Self::Revert => "revert",
            Self::Remove => "remove",
            Self::Replace => "replace",
            Self::Pause => "pause",
            Self::Resume => "resume",
            Self::Close => "close",
            Self::Annotate => "annotate",
            Self::HidePost => "hide_post",
            Self::ResetSprites => "reset_sprites",
            Self::SetPosition => "set_position",
            Self::Retitle => "retitle",
            Self::HideMatch => "hide_match",
        }
    }

    /// Whether the host of a match has it in their own match; moderators have all.
    pub const fn is_hosts(self) -> bool {
        match self {
            Self::Lift
            | Self::Replace
            | Self::Pause
            | Self::Resume
            | Self::Annotate
            | Self::HidePost => true,
            Self::Revert
            | Self::Remove
            | Self::Close
            | Self::ResetSprites
            | Self::SetPosition
            | Self::Retitle
            | Self::HideMatch => false,
        }
    }
}

impl Order {
    /// What kind of ruling it is.
    pub const fn power(&self) -> Power {
        match self {
            Self::Lift { .. } => Power::Lift,
            Self::Revert { .. } => Power::Revert,
            Self::Remove { .. } => Power::Remove,
            Self::Replace { .. } => Power::Replace,
            Self::Pause { .. } => Power::Pause,
            Self::Resume => Power::Resume,
            Self::Close { .. } => Power::Close,
            Self::Annotate { .. } => Power::Annotate,
            Self::HidePost { .. } => Power::HidePost,
            Self::ResetSprites { .. } => Power::ResetSprites,
            Self::SetPosition { .. } => Power::SetPosition,
            Self::Retitle { .. } => Power::Retitle,
            Self::Hide => Power::HideMatch,
        }
    }
}

/// What becomes of what a removed player's seat has on the board. In Helios everything stays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Belongings {
    /// It stays with the seat.
    Kept,
    /// The doors become unclaimed, the units and walls go.
    GivenUp,
}

/// In what office somebody rules.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Office {
    /// As a moderator of the site.
    Moderator,
    /// As the host of the match.
    Host,
}

/// A ruling that was made.
#[derive(Clone, PartialEq, Debug)]
pub struct Ruled {
    /// Why: the hash of a text that lies beside the record.
    pub reason: TextHash,
    /// In what office.
    pub office: Office,
    /// Whether whoever made it played in the match then; everybody is shown so.
    pub plays: bool,
    /// What was done.
    pub ruling: Ruling,
}

/// What a ruling did. The event's seat is the one that it concerns.
#[derive(Clone, PartialEq, Debug)]
pub enum Ruling {
    /// The open announcement of the event's seat, or of a newcomer, ended.
    Lifted,
    /// The match went back to after a turn.
    Reverted(Reverted),
    /// The event's seat became vacant.
    Removed {
        /// Who sat there.
        player: AccountId,
        /// What became of its doors, units and walls.
        belongings: Belongings,
    },
    /// The event's seat got another player.
    Replaced {
        /// Who sits there now.
        player: AccountId,
        /// Who sat there before; nobody on a vacant seat.
        former: Option<AccountId>,
    },
    /// Play stopped.
    Paused {
        /// When it goes on by itself.
        until: Option<Instant>,
    },
    /// Play went on.
    Resumed,
    /// The match was ended.
    Closed {
        /// Who won.
        winner: Option<Seat>,
    },
    /// An entry of the record got a note.
    Annotated {
        /// The entry's number.
        seq: u64,
        /// The note's hash.
        text: TextHash,
    },
    /// A turn's post was hidden.
    PostHidden {
        /// The turn's number.
        turn: u32,
    },
    /// Sprites of the event's seat were hidden.
    SpritesReset {
        /// Of which kind of unit only.
        kind: Option<Kind>,
        /// The sprites.
        sprites: Vec<SpriteHash>,
    },
    /// A position was put on the board; the event's seat is whose turn it was.
    PositionSet(PositionSet),
    /// The match got another title.
    Retitled {
        /// The title's hash.
        title: TextHash,
    },
    /// The match left the lists.
    Hidden,
}

/// A match put back to after a turn.
#[derive(Clone, PartialEq, Debug)]
pub struct Reverted {
    /// The turn that was the newest one that counted.
    pub from: u32,
    /// The turn that is the newest one that counts from now on; 0 for the start.
    pub to: u32,
    /// What stands on the board again.
    pub position: Board,
}

/// A position that a moderator put on the board.
#[derive(Clone, PartialEq, Debug)]
pub struct PositionSet {
    /// The number of the turn that it is.
    pub turn: u32,
    /// The GMT day that it uses up for the event's seat; none when it is nobody's turn.
    pub day: Option<GmtDay>,
    /// The position; in Helios after the passes that it begins with.
    pub position: Board,
    /// Helios: how many passes these were (R5).
    pub passes: u8,
}

impl Ruling {
    /// The number of the turn that it makes, if it makes one.
    pub const fn turn(&self) -> Option<u32> {
        match self {
            Self::PositionSet(set) => Some(set.turn),
            Self::Lifted
            | Self::Reverted(_)
            | Self::Removed { .. }
            | Self::Replaced { .. }
            | Self::Paused { .. }
            | Self::Resumed
            | Self::Closed { .. }
            | Self::Annotated { .. }
            | Self::PostHidden { .. }
            | Self::SpritesReset { .. }
            | Self::Retitled { .. }
            | Self::Hidden => None,
        }
    }

    /// The kind's word in the record and the live stream.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Lifted => "lifted",
            Self::Reverted(_) => "reverted",
            Self::Removed { .. } => "removed",
            Self::Replaced { .. } => "replaced",
            Self::Paused { .. } => "paused",
            Self::Resumed => "resumed",
            Self::Closed { .. } => "closed",
            Self::Annotated { .. } => "annotated",
            Self::PostHidden { .. } => "post_hidden",
            Self::SpritesReset { .. } => "sprites_reset",
            Self::PositionSet(_) => "position_set",
            Self::Retitled { .. } => "retitled",
            Self::Hidden => "hidden",
        }
    }
}
