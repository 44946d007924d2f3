//! What is played in a match, and how it stands, by game.

use std::ops::Deref;
use std::sync::Arc;

use crate::referee::options::TurnClock;
use crate::rules::abaddon::level::Level;
use crate::rules::abaddon::position::Position;
use crate::rules::abaddon::ruleset::Options;
use crate::rules::helios;
use crate::rules::seat::Seat;
use crate::time::Instant;

use super::{HoldView, MatchView, Person};

/// What is played, and how it stands.
#[derive(Clone, Debug)]
pub enum TableView {
    /// Halls of Abaddon.
    Abaddon(Box<AbaddonTable>),
    /// Helios.
    Helios(Box<HeliosTable>),
}

/// What a match of Abaddon shows of its own.
#[derive(Clone, Debug)]
pub struct AbaddonTable {
    /// The level's id.
    pub level_id: String,
    /// The level.
    pub level: Arc<Level>,
    /// The numbers of the rules.
    pub options: Options,
    /// The turn clock.
    pub clock: TurnClock,
    /// Whether players may take back their own last turn (T19).
    pub takeback: bool,
    /// What stands on the board.
    pub position: Position,
    /// Who holds the board at the view's instant, if anybody does.
    pub announcement: Option<HoldView>,
}

/// What a match of Helios shows of its own.
#[derive(Clone, PartialEq, Debug)]
pub struct HeliosTable {
    /// What stands on the board, whose turn it is, and how the game ended.
    pub position: helios::position::Position,
    /// How many times 24 hours a player has for an action (R8).
    pub days_per_turn: Option<u8>,
    /// The last instant at which the side to move is in time, if there is one.
    pub deadline: Option<Instant>,
    /// Who has offered a draw that is not answered.
    pub offer: Option<Seat>,
    /// The side that nobody has taken.
    pub free_side: Option<helios::side::Side>,
    /// Who was challenged by name.
    pub opponent: Option<Person>,
}

/// A match of Abaddon: what every match has, as if it were its own, and its table.
#[derive(Clone, Copy, Debug)]
pub struct Halls<'a> {
    view: &'a MatchView,
    /// What is played, and how it stands.
    pub table: &'a AbaddonTable,
}

impl<'a> Halls<'a> {
    /// The match, if it is one of Abaddon.
    pub const fn of(view: &'a MatchView) -> Option<Self> {
        match &view.table {
            TableView::Abaddon(table) => Some(Self { view, table }),
            TableView::Helios(_) => None,
        }
    }

    /// What every match has, for as long as it is borrowed.
    pub const fn view(self) -> &'a MatchView {
        self.view
    }
}

impl Deref for Halls<'_> {
    type Target = MatchView;

    fn deref(&self) -> &MatchView {
        self.view
    }
}
