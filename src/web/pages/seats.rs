//! The table of seats: who owns what, and when each may play again.

use crate::picture::sprite::Sprites;
use crate::rules::abaddon::level::Tile;
use crate::rules::abaddon::position::Kind;
use crate::rules::seat::Seat;
use crate::service::views::{Halls, Holding, MatchState, SeatView};
use crate::time::Instant;
use crate::web::drawing;

use super::frame::Swatch;
use super::portrait::Portrait;

/// A row of the table.
#[derive(Clone, PartialEq, Debug)]
pub struct SeatRow {
    /// The seat's colour.
    pub swatch: Swatch,
    /// The player's name, or that the seat is vacant.
    pub name: String,
    /// Whether the viewer sits here.
    pub mine: bool,
    /// One entry for each door that wins: whether it is owned. More than enough doors show as enough.
    pub doors: Vec<bool>,
    /// How many doors there are in words, for who cannot see them.
    pub doors_label: String,
    /// One of its units, beside the name.
    pub face: Portrait,
    /// Its units by kind, in the order of the board, each as it would be drawn now.
    pub units: Vec<(Kind, Portrait)>,
    /// How many walls stand.
    pub walls: usize,
    /// How many walls its Airlocks support (R12).
    pub walls_most: usize,
    /// When it may play.
    pub turn: SeatTurn,
}

/// When a seat may play, as the table's last column says it.
#[derive(Clone, PartialEq, Debug)]
pub enum SeatTurn {
    /// It has won.
    Won,
    /// Nobody plays: the match is over or stands still.
    None,
    /// It holds the board.
    Holds,
    /// It may play as far as the clock says.
    Open,
    /// It may play from an instant on.
    Opens(Instant),
}

impl SeatRow {
    /// The rows of a match, by seat.
    pub fn of_match(view: Halls<'_>) -> Vec<Self> {
        let sprites = drawing::sprites(&view.sprites);
        view.seats
            .iter()
            .map(|seat| Self::new(view, seat, &sprites))
            .collect()
    }

    fn new(view: Halls<'_>, seat: &SeatView, sprites: &Sprites) -> Self {
        let win = usize::from(view.table.options.doors_to_win);
        let (doors, walls) = match seat.holding {
            Holding::Abaddon { doors, walls, .. } => (doors, walls),
            Holding::Helios { .. } => (0, 0),
        };
        let position = &view.table.position;
        let units = position.units().filter(|(_, unit)| unit.owner == seat.seat);
        let drawn = |kind| (kind, Portrait::of_unit(kind, seat.seat, sprites));
        let walls_per_airlock = usize::from(view.table.options.walls_per_airlock);
        Self {
            swatch: Swatch(seat.colour),
            name: (seat.player.as_ref())
                .map_or_else(|| "vacant".to_owned(), |player| player.name.clone()),
            mine: view
                .mine
                .as_ref()
                .is_some_and(|mine| mine.seat == Some(seat.seat)),
            doors: (0..win).map(|door| door < doors).collect(),
            doors_label: format!("{doors} of {win} doors"),
            face: Portrait::of_holdings(position, seat.seat, sprites),
            units: units.map(|(_, unit)| drawn(unit.kind)).collect(),
            walls,
            walls_most: airlocks(view, seat.seat) * walls_per_airlock,
            turn: turn(view, seat),
        }
    }

    /// The units in words.
    pub fn units_label(&self) -> String {
        let kinds: Vec<&str> = self.units.iter().map(|(kind, _)| kind.name()).collect();
        if kinds.is_empty() {
            "no units".to_owned()
        } else {
            kinds.join(", ")
        }
    }

    /// Whether the row is lit: its player can act now.
    pub fn is_lit(&self) -> bool {
        self.turn == SeatTurn::Holds || self.mine && self.turn == SeatTurn::Open
    }
}

fn airlocks(view: Halls<'_>, seat: Seat) -> usize {
    let own = view
        .table
        .position
        .doors()
        .filter(|(_, owner)| *owner == seat);
    own.filter(|(door, _)| view.table.level.tile(*door) == Some(Tile::Airlock))
        .count()
}

fn turn(view: Halls<'_>, seat: &SeatView) -> SeatTurn {
    let holds = view.table.announcement.as_ref().and_then(|hold| hold.seat) == Some(seat.seat);
    match (view.state, seat.next_turn_opens) {
        (MatchState::Over, _) if view.winner == Some(seat.seat) => SeatTurn::Won,
        (MatchState::Over | MatchState::Paused, _) => SeatTurn::None,
        _ if seat.player.is_none() => SeatTurn::None,
        (MatchState::Open | MatchState::Running, _) if holds => SeatTurn::Holds,
        (MatchState::Open | MatchState::Running, Some(at)) => SeatTurn::Opens(at),
        (MatchState::Open | MatchState::Running, None) => SeatTurn::Open,
    }
}
