//! What a match of Helios has of its own: a position, deadlines, and an offer of a draw.

use serde::{Deserialize, Serialize};

use crate::ids::AccountId;
use crate::referee::event::HeliosChosen;
use crate::referee::state::{Match, SeatState};
use crate::rules::helios::position::Position;
use crate::rules::helios::side::Side;
use crate::rules::seat::Seat;
use crate::time::Instant;

pub mod decide;
pub(super) mod evolve;

/// The version of Helios' rules that a new match is played under.
pub const RULES_VERSION: u32 = 1;

/// A match of Helios, apart from what every match has.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Table {
    /// What stands on the board, whose turn it is, and how the game ended.
    pub position: Position,
    /// How many times 24 hours a player has for an action (R8); `None` for as long as it takes.
    pub days_per_turn: Option<u8>,
    /// The side on which whoever made the match sits.
    pub host_side: Side,
    /// The one account that may take the other side, where a player was challenged by name.
    pub opponent: Option<AccountId>,
    /// Who has offered a draw that is not answered.
    pub offer: Option<Seat>,
    /// From when the deadline counts (R8); `None` while a side is free.
    pub clock_from: Option<Instant>,
}

impl Table {
    /// The table of a match that was just made.
    pub fn new(chosen: &HeliosChosen) -> Self {
        Self {
            position: Position::start(chosen.options),
            days_per_turn: chosen.days_per_turn,
            host_side: chosen.host_side,
            opponent: chosen.opponent,
            offer: None,
            clock_from: None,
        }
    }

    /// Two seats that nobody has taken yet.
    pub fn seats() -> Vec<SeatState> {
        Side::BOTH.map(|side| SeatState::free(side.colour())).into()
    }

    /// The last instant at which the side to move is in time (R8); `None` without a limit, before
    /// the second player sat down, and once the game is over.
    pub fn deadline(&self) -> Option<Instant> {
        let days = self
            .days_per_turn
            .filter(|_| self.position.ending().is_none())?;
        Some(self.clock_from?.plus_days(i64::from(days)))
    }

    /// Whether both sides have a player.
    pub fn has_started(&self) -> bool {
        self.clock_from.is_some()
    }
}

/// The side that nobody has ever taken, if there is one; a vacant one waits for a replacement (T17).
pub fn free_side(game: &Match) -> Option<Side> {
    (Side::BOTH.into_iter().zip(&game.seats))
        .find(|(_, seat)| seat.sittings.is_empty())
        .map(|(side, _)| side)
}

/// Who passes in turns, `first` first (R5).
pub(super) fn passers(first: Side, passes: u8) -> Vec<Seat> {
    let in_turns = [first, first.opponent()]
        .map(Side::seat)
        .into_iter()
        .cycle();
    in_turns.take(usize::from(passes)).collect()
}

/// The seat across the board.
fn opponent_of(seat: Seat) -> Option<Seat> {
    Side::try_from(seat).ok().map(|side| side.opponent().seat())
}
