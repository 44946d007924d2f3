//! What people ask for: imperative, and perhaps refused.

use crate::ids::AccountId;
use crate::rules::colour::Colour;

use super::event::TextHash;

/// Something that an account asks of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Command {
    /// Who asks.
    pub account: AccountId,
    /// What for.
    pub act: Act,
}

/// What is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Act {
    /// Reserve the board (T3).
    Announce {
        /// A newcomer's colour (T8); a seated player's own, or none.
        colour: Option<Colour>,
    },
    /// Give the board back (T18).
    Withdraw,
    /// Play a whole turn (T2).
    Submit(Submission),
}

/// A turn as it is handed in.
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
