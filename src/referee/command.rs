//! What people ask for: imperative, and perhaps refused.

use std::collections::BTreeSet;

use crate::ids::AccountId;
use crate::rules::colour::Colour;

use super::event::TextHash;
use super::ruling::Rule;
use super::state::Board;

/// Something that an account asks of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct Command {
    /// Who asks.
    pub account: AccountId,
    /// What for.
    pub act: Act,
    /// Whose accounts are suspended at present, as far as the match's players go: nobody waits for
    /// them (T14). Looked up for the decision, and not needed to replay it.
    pub suspended: BTreeSet<AccountId>,
}

impl Command {
    /// What an account asks, while nobody is suspended.
    pub const fn new(account: AccountId, act: Act) -> Self {
        let suspended = BTreeSet::new();
        Self {
            account,
            act,
            suspended,
        }
    }
}

/// What is asked for.
#[derive(Clone, PartialEq, Debug)]
pub enum Act {
    /// Abaddon: reserve the board (T3).
    Announce {
        /// A newcomer's colour (T8); a seated player's own, or none.
        colour: Option<Colour>,
    },
    /// Abaddon: give the board back (T18).
    Withdraw,
    /// Abaddon: play a whole turn (T2).
    Submit(Submission),
    /// Helios: take the free side.
    TakeSeat,
    /// Helios: play an action.
    Play(ActionSubmission),
    /// Helios: resign, or withdraw a challenge that nobody has taken.
    Resign,
    /// Helios: answer the draw that was offered.
    AnswerDraw(DrawAnswer),
    /// Helios: claim the win, since the opponent's time has run out (R8).
    Flag,
    /// Abaddon: take back one's own last turn (T19).
    TakeBack {
        /// The turn's number.
        turn: u32,
        /// The position before it, looked up in the list of turns.
        before: Box<Board>,
    },
    /// Abaddon: leave the match; the seat is vacant from then on (T17).
    Leave,
    /// Give up whatever the account has in the match, since the account is deleted (T17).
    Depart,
    /// Moderate the match.
    Rule(Box<Rule>),
}

impl Act {
    /// A word for what is asked for, such as moderators read beside a refusal.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Announce { .. } => "announce",
            Self::Withdraw => "withdraw",
            Self::Submit(_) => "turn",
            Self::TakeSeat => "take a seat",
            Self::Play(_) => "action",
            Self::Resign => "resign",
            Self::AnswerDraw(_) => "answer a draw",
            Self::Flag => "flag",
            Self::TakeBack { .. } => "take back",
            Self::Leave => "leave",
            Self::Depart => "delete the account",
            Self::Rule(_) => "ruling",
        }
    }
}

/// A turn of Abaddon as it is handed in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Submission {
    /// The newest event that the sender has seen (T9).
    pub seq: u64,
    /// The steps as typed, one each.
    pub steps: Vec<String>,
    /// A newcomer's colour (T8); a seated player's own, or none.
    pub colour: Option<Colour>,
    /// What the player wrote with it.
    pub post: Option<TextHash>,
}

/// A turn of Helios as it is handed in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ActionSubmission {
    /// The newest event that the sender has seen (T9).
    pub seq: u64,
    /// The action as typed.
    pub action: String,
    /// Whether a draw is offered with it.
    pub draw: DrawOffer,
    /// What the player wrote with it.
    pub post: Option<TextHash>,
}

/// Whether an action comes with the offer of a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum DrawOffer {
    /// It does.
    Offered,
    /// It does not.
    #[default]
    None,
}

/// The answer to the offer of a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DrawAnswer {
    /// The match is a draw.
    Accept,
    /// Play goes on.
    Decline,
}
