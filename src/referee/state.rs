//! A match as its events say it is.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::ids::{AccountId, MatchId};
use crate::rules::abaddon::position::Position;
use crate::rules::abaddon::ruleset::Ruleset;
use crate::rules::colour::Colour;
use crate::rules::seat::Seat;
use crate::time::{GmtDay, Instant};

use super::event::Visibility;
use super::options::TurnClock;

/// A match: what it was made as, what stands on its board, who has played when and who holds it.
///
/// Only [`evolve`](super::evolve::evolve) changes one. Its JSON is a snapshot for the store, from
/// which the events that follow are played on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Match {
    /// Its id.
    pub id: MatchId,
    /// Who made it.
    pub host: AccountId,
    /// When it was made.
    pub created_at: Instant,
    /// The version of the rules that it is played under.
    pub rules_version: u32,
    /// The level's id.
    pub level: String,
    /// The level and the numbers of the rules.
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
    /// Seats in the order of first accepted turns, from number 0.
    pub seats: Vec<SeatState>,
    /// What stands on the board.
    pub position: Position,
    /// Whether play goes on.
    pub phase: Phase,
    /// The number of the newest event.
    pub seq: u64,
    /// When the newest event happened.
    pub last_at: Instant,
    /// The number of the newest event that changed the position (T9).
    pub position_seq: u64,
    /// Who holds the board, if anybody does.
    pub announcement: Option<Announcement>,
    /// Every accepted turn, oldest first.
    pub turns: Vec<TurnMark>,
    /// The newest announcement of each seat and of each newcomer.
    pub announced: Vec<AnnouncementMark>,
    /// The number of the lapse event of each former holder who has done nothing since (T4).
    pub lapses: BTreeMap<AccountId, u64>,
}

/// A seat, and who sits on it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatState {
    /// The player; a vacant seat has none.
    pub holder: Option<AccountId>,
    /// The colour, which stays with the seat.
    pub colour: Colour,
}

/// Whether play goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Turns are accepted.
    Running,
    /// The match is over.
    Over {
        /// Who won.
        winner: Option<Seat>,
    },
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
    /// When it was announced; its GMT day is the one that the turn will use up (T5).
    pub at: Instant,
    /// The last instant at which the turn may be finished.
    pub held_until: Instant,
}

/// What the clock needs to know of an accepted turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TurnMark {
    /// The turn's number.
    pub turn: u32,
    /// The number of its event.
    pub seq: u64,
    /// When it was accepted.
    pub at: Instant,
    /// The GMT day to which it belongs.
    pub day: GmtDay,
    /// Whose it was.
    pub seat: Seat,
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
    /// How it ended without a turn, if it did.
    pub given_up: Option<GivenUp>,
}

/// The end of an announcement that brought no turn: withdrawn or lapsed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GivenUp {
    /// When.
    pub at: Instant,
    /// The number of the event.
    pub seq: u64,
}

impl Match {
    /// The seat on which an account sits.
    pub fn seat_of(&self, account: AccountId) -> Option<Seat> {
        self.seated()
            .find(|(_, holder)| *holder == account)
            .map(|(seat, _)| seat)
    }

    /// Every seat that has a player, with the player.
    pub fn seated(&self) -> impl Iterator<Item = (Seat, AccountId)> + '_ {
        Seat::all()
            .zip(&self.seats)
            .filter_map(|(seat, state)| Some((seat, state.holder?)))
    }

    /// The number that the next newcomer's seat will have; `None` when all are taken (T8).
    pub fn next_seat(&self) -> Option<Seat> {
        let number = u8::try_from(self.seats.len()).ok()?;
        Seat::new(number).filter(|_| number < self.ruleset.options.seats)
    }

    /// The colours that seats have, vacant ones included.
    pub fn taken_colours(&self) -> Vec<Colour> {
        self.seats.iter().map(|seat| seat.colour).collect()
    }

    /// Whether an unclaimed Airlock is left for a newcomer.
    pub fn has_free_airlock(&self) -> bool {
        self.ruleset
            .level
            .airlocks()
            .any(|airlock| self.position.door_owner(airlock).is_none())
    }

    /// Whether a newcomer may still come in.
    pub fn is_joinable(&self) -> bool {
        self.phase == Phase::Running && self.next_seat().is_some() && self.has_free_airlock()
    }

    /// The highest turn number so far; 0 before the first turn.
    pub fn last_turn(&self) -> u32 {
        self.turns.last().map_or(0, |mark| mark.turn)
    }

    /// Whether an account may see the match at all; moderators may see every one.
    pub fn is_open_to(&self, account: Option<AccountId>) -> bool {
        self.visibility != Visibility::Private
            || account.is_some_and(|account| {
                self.host == account
                    || self.players.contains(&account)
                    || self.seat_of(account).is_some()
            })
    }

    /// The later of an instant and the newest event's: time never runs backwards in a match.
    pub fn no_earlier(&self, now: Instant) -> Instant {
        now.max(self.last_at)
    }
}
