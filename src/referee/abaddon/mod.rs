//! What a match of Halls of Abaddon has of its own: a position of a level, and who holds the board.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::ids::AccountId;
use crate::referee::event::AbaddonChosen;
use crate::referee::options::TurnClock;
use crate::referee::state::SeatState;
use crate::rules::abaddon::position::Position;
use crate::rules::abaddon::ruleset::Ruleset;
use crate::rules::colour::Colour;
use crate::rules::seat::Seat;
use crate::time::{GmtDay, Instant};

pub mod decide;
pub(super) mod evolve;
mod second_thoughts;
pub mod window;

pub use second_thoughts::TAKE_BACK_MINUTES;

/// The version of Abaddon's rules that a new match is played under.
pub const RULES_VERSION: u32 = 1;

/// A match of Abaddon, apart from what every match has.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Table {
    /// The level's id.
    pub level: String,
    /// The level and the numbers of the rules.
    pub ruleset: Ruleset,
    /// The turn clock.
    pub clock: TurnClock,
    /// Whether players may take back their own last turn (T19).
    pub takeback: bool,
    /// What stands on the board.
    pub position: Position,
    /// Who holds the board, if anybody does.
    pub announcement: Option<Announcement>,
    /// The announcements of the last day, oldest first, those that a revert took back included; older
    /// ones count against nobody.
    pub announced: Vec<AnnouncementMark>,
    /// The GMT day on which each seat last took back a turn (T19). A revert leaves it: the day's one
    /// second thought is a person's, and not what a turn costs.
    pub taken_back: BTreeMap<Seat, GmtDay>,
    /// The number of the lapse event of each former holder who has done nothing since (T4).
    pub lapses: BTreeMap<AccountId, u64>,
}

/// A reserved board (T3).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Announcement {
    /// Who holds it.
    pub holder: AccountId,
    /// The holder's seat; a newcomer has none until their turn is accepted.
    pub seat: Option<Seat>,
    /// The colour that a newcomer announced.
    pub colour: Option<Colour>,
    /// When it was announced; by a clock of GMT days the turn will use up that day (T5).
    pub at: Instant,
    /// The last instant at which the turn may be finished.
    pub held_until: Instant,
}

/// What the clock needs to know of an announcement (T6, T13).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AnnouncementMark {
    /// Who announced.
    pub account: AccountId,
    /// Their seat, also one that they took later: once a seat exists it is what counts (T17).
    pub seat: Option<Seat>,
    /// When.
    pub at: Instant,
    /// The number of its event.
    pub seq: u64,
    /// How it ended without a turn, if it did.
    pub given_up: Option<GivenUp>,
    /// The numbers of the reverts by which it stopped to count, counted again, and so on in turns (T15).
    pub turned_by: Vec<u64>,
}

/// The end of an announcement that brought no turn: withdrawn or lapsed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GivenUp {
    /// When.
    pub at: Instant,
    /// The number of the event.
    pub seq: u64,
}

impl AnnouncementMark {
    /// Whether it counts for a player: by seat, or by account while there is no seat.
    pub(in crate::referee) fn is_of(&self, account: AccountId, seat: Option<Seat>) -> bool {
        self.seat == seat && (seat.is_some() || self.account == account)
    }

    /// Whether it counts against whoever announced.
    pub(in crate::referee) fn counts(&self) -> bool {
        self.counted_at(u64::MAX)
    }

    /// Lets it count as it did right after the event `kept`, from the event `revert` on.
    pub(in crate::referee) fn count_as_at(&mut self, kept: u64, revert: u64) {
        if self.counts() != self.counted_at(kept) {
            self.turned_by.push(revert);
        }
    }

    fn counted_at(&self, seq: u64) -> bool {
        let turned = self.turned_by.iter().filter(|turn| **turn <= seq).count();
        self.seq <= seq && turned.is_multiple_of(2)
    }
}

impl Table {
    /// The table of a match that was just made.
    pub fn new(chosen: &AbaddonChosen) -> Self {
        Self {
            level: chosen.level.clone(),
            ruleset: chosen.ruleset.clone(),
            clock: chosen.clock,
            takeback: chosen.takeback,
            position: Position::empty(),
            announcement: None,
            announced: Vec::new(),
            taken_back: BTreeMap::new(),
            lapses: BTreeMap::new(),
        }
    }

    /// The number that the next newcomer's seat will have; `None` when all are taken (T8).
    pub fn next_seat(&self, seats: &[SeatState]) -> Option<Seat> {
        let number = u8::try_from(seats.len()).ok()?;
        Seat::new(number).filter(|_| number < self.ruleset.options.seats)
    }

    /// Whether an unclaimed Airlock is left for a newcomer.
    pub fn has_free_airlock(&self) -> bool {
        (self.ruleset.level.airlocks()).any(|airlock| self.position.door_owner(airlock).is_none())
    }
}
