//! A match as its events say it is.

use serde::{Deserialize, Serialize};

use crate::ids::{AccountId, MatchId};
use crate::rules::colour::Colour;
use crate::rules::seat::Seat;
use crate::rules::{self, canonical};
use crate::time::{GmtDay, Instant};

use super::event::{SpriteHash, Visibility};
use super::{abaddon, helios};

/// A match: what it was made as, who sits at it, what was played, and what lies on its table.
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
    /// Whether the host may make rulings in a match that they play in.
    pub host_moderates: bool,
    /// Who may see it.
    pub visibility: Visibility,
    /// The accounts that may join a private match besides its host.
    pub players: Vec<AccountId>,
    /// Seats from number 0: Abaddon's in the order of first accepted turns, Helios' two sides.
    pub seats: Vec<SeatState>,
    /// Whether play goes on.
    pub phase: Phase,
    /// The number of the newest event.
    pub seq: u64,
    /// When the newest event happened.
    pub last_at: Instant,
    /// The number of the newest event that changed the position (T9).
    pub position_seq: u64,
    /// The number of the newest ruling that changed the position, paused or closed the match: turns
    /// before it are no longer taken back (T19).
    pub ruling_seq: u64,
    /// Whether a ruling took it out of lists.
    pub hidden: bool,
    /// Sprites that rulings hid, oldest first.
    pub hidden_sprites: Vec<HiddenSprites>,
    /// Every accepted turn, oldest first.
    pub turns: Vec<TurnMark>,
    /// What is played, and how it stands.
    pub game: Game,
}

/// What is played, and how it stands.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Game {
    /// Halls of Abaddon.
    Abaddon(Box<abaddon::Table>),
    /// Helios.
    Helios(Box<helios::Table>),
}

/// The games that are refereed here.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameKind {
    /// Halls of Abaddon.
    Abaddon,
    /// Helios.
    Helios,
}

impl GameKind {
    /// The word of the API and of the store.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Abaddon => "abaddon",
            Self::Helios => "helios",
        }
    }
}

/// A position of either game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Board {
    /// A position of Halls of Abaddon.
    Abaddon(rules::abaddon::position::Position),
    /// A position of Helios.
    Helios(rules::helios::position::Position),
}

impl Board {
    /// The position JSON of formats.md.
    pub fn to_json(&self) -> serde_json::Value {
        let json = match self {
            Self::Abaddon(position) => serde_json::to_value(position),
            Self::Helios(position) => serde_json::to_value(position.to_setup()),
        };
        json.expect("a position has texts for keys")
    }

    /// The hash by which a turn's event names the position after it.
    pub fn hash(&self) -> String {
        match self {
            Self::Abaddon(position) => canonical::position_hash(position),
            Self::Helios(position) => canonical::position_hash(&position.to_setup()),
        }
    }
}

/// A seat, and who sits on it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatState {
    /// The player; a vacant seat has none.
    pub holder: Option<AccountId>,
    /// Who has ever sat there, oldest first: a seat and a person are different things.
    pub sittings: Vec<Sitting>,
    /// The colour, which stays with the seat.
    pub colour: Colour,
}

/// The time for which somebody sat on a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sitting {
    /// Who.
    pub account: AccountId,
    /// The number of the event by which they sat down.
    pub from: u64,
    /// The number of the event by which they left, were removed or replaced.
    pub until: Option<u64>,
}

impl SeatState {
    /// A seat that nobody has taken yet.
    pub const fn free(colour: Colour) -> Self {
        Self {
            holder: None,
            sittings: Vec::new(),
            colour,
        }
    }

    /// Who sat there right after an event.
    pub fn holder_at(&self, seq: u64) -> Option<AccountId> {
        let sat = |sitting: &&Sitting| {
            sitting.from <= seq && sitting.until.is_none_or(|until| seq < until)
        };
        Some(self.sittings.iter().rev().find(sat)?.account)
    }

    /// Whether an account sat there and left, was removed or replaced: it comes back only as a
    /// replacement (T17).
    pub fn was_left_by(&self, account: AccountId) -> bool {
        let mut left = self
            .sittings
            .iter()
            .filter(|sitting| sitting.until.is_some());
        left.any(|sitting| sitting.account == account)
    }

    /// Lets somebody sit down by an event.
    pub(super) fn take(&mut self, account: AccountId, from: u64) {
        self.vacate(from);
        let until = None;
        self.holder = Some(account);
        self.sittings.push(Sitting {
            account,
            from,
            until,
        });
    }

    /// Lets whoever sits there go by an event.
    pub(super) fn vacate(&mut self, until: u64) {
        if self.holder.take().is_some()
            && let Some(sitting) = self.sittings.last_mut()
        {
            sitting.until = Some(until);
        }
    }
}

/// Whether play goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Turns are accepted.
    Running,
    /// Play has stopped for a while (T16).
    Paused {
        /// Since when.
        since: Instant,
        /// When it goes on by itself.
        until: Option<Instant>,
    },
    /// The match is over.
    Over {
        /// Who won.
        winner: Option<Seat>,
    },
}

/// What the clock needs to know of an accepted turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TurnMark {
    /// The turn's number.
    pub turn: u32,
    /// The number of the turn that was the newest one before it; 0 for the start.
    pub follows: u32,
    /// The number of its event.
    pub seq: u64,
    /// When it was accepted.
    pub at: Instant,
    /// The GMT day to which it belongs; a position set for nobody has none.
    pub day: Option<GmtDay>,
    /// Whose it was; a position may be set for nobody.
    pub seat: Option<Seat>,
    /// Who played it, or set the position: the seat may have another player by now.
    pub account: Option<AccountId>,
    /// Whether what was written with it is shown.
    pub post: PostState,
    /// The number of the event that struck it through, while it does not count.
    pub struck: Option<u64>,
}

/// Whether the text that was written with a turn may be shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PostState {
    /// It may.
    Shown,
    /// A ruling has hidden it.
    Hidden {
        /// The ruling's number.
        by: u64,
    },
}

/// Sprites of a seat that a ruling hid: pictures have the default ones in their place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HiddenSprites {
    /// The ruling's number.
    pub by: u64,
    /// The seat.
    pub seat: Seat,
    /// The sprites.
    pub sprites: Vec<SpriteHash>,
}

impl Match {
    /// The seat on which an account sits.
    pub fn seat_of(&self, account: AccountId) -> Option<Seat> {
        self.seated()
            .find(|(_, holder)| *holder == account)
            .map(|(seat, _)| seat)
    }

    /// Who sits on a seat, if anybody does.
    pub fn holder_of(&self, seat: Seat) -> Option<AccountId> {
        self.seats.get(usize::from(seat.number()))?.holder
    }

    /// Every seat that has a player, with the player.
    pub fn seated(&self) -> impl Iterator<Item = (Seat, AccountId)> + '_ {
        Seat::all()
            .zip(&self.seats)
            .filter_map(|(seat, state)| Some((seat, state.holder?)))
    }

    /// Whether a newcomer may still come in.
    pub fn is_joinable(&self) -> bool {
        self.phase == Phase::Running
            && match &self.game {
                Game::Abaddon(table) => {
                    table.next_seat(&self.seats).is_some() && table.has_free_airlock()
                }
                Game::Helios(_) => helios::free_side(self).is_some(),
            }
    }

    /// Which game is played.
    pub const fn kind(&self) -> GameKind {
        match self.game {
            Game::Abaddon(_) => GameKind::Abaddon,
            Game::Helios(_) => GameKind::Helios,
        }
    }

    /// What stands on the board.
    pub fn board(&self) -> Board {
        match &self.game {
            Game::Abaddon(table) => Board::Abaddon(table.position.clone()),
            Game::Helios(table) => Board::Helios(table.position),
        }
    }

    /// What stood on the board before the first turn.
    pub fn first_board(&self) -> Board {
        match &self.game {
            Game::Abaddon(_) => Board::Abaddon(rules::abaddon::position::Position::empty()),
            Game::Helios(table) => {
                let options = table.position.options();
                Board::Helios(rules::helios::position::Position::start(options))
            }
        }
    }

    /// Whether play has begun: in Abaddon with the first turn, in Helios with the second player.
    pub fn has_started(&self) -> bool {
        match &self.game {
            Game::Abaddon(_) => !self.turns.is_empty(),
            Game::Helios(table) => table.has_started(),
        }
    }

    /// The table of a match of Abaddon.
    pub const fn abaddon(&self) -> Option<&abaddon::Table> {
        match &self.game {
            Game::Abaddon(table) => Some(table),
            Game::Helios(_) => None,
        }
    }

    /// The table of a match of Helios.
    pub const fn helios(&self) -> Option<&helios::Table> {
        match &self.game {
            Game::Helios(table) => Some(table),
            Game::Abaddon(_) => None,
        }
    }

    /// The highest turn number so far; 0 before the first turn.
    pub fn last_turn(&self) -> u32 {
        self.turns.last().map_or(0, |mark| mark.turn)
    }

    /// Whether an account may see the match at all; moderators may see every one.
    pub fn is_open_to(&self, account: Option<AccountId>) -> bool {
        self.visibility != Visibility::Private
            || account.is_some_and(|account| {
                let invited = self.helios().and_then(|table| table.opponent);
                self.host == account
                    || invited == Some(account)
                    || self.players.contains(&account)
                    || self.seat_of(account).is_some()
            })
    }

    /// The instant after which something is due by itself; the ticker records it then.
    pub fn next_due(&self) -> Option<Instant> {
        let held = match &self.game {
            Game::Abaddon(table) => table.announcement.as_ref().map(|held| held.held_until),
            Game::Helios(_) => None,
        };
        // A pause ends every announcement, so that never both are there.
        held.or(match self.phase {
            Phase::Paused { until, .. } => until,
            Phase::Running | Phase::Over { .. } => None,
        })
    }

    /// Whether an account had a seat and lost it: it comes back only as a replacement (T17).
    pub fn has_left(&self, account: AccountId) -> bool {
        self.seat_of(account).is_none() && self.seats.iter().any(|seat| seat.was_left_by(account))
    }

    /// The later of an instant and the newest event's: time never runs backwards in a match.
    pub fn no_earlier(&self, now: Instant) -> Instant {
        now.max(self.last_at)
    }
}
