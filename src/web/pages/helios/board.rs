//! The board of Helios on its page: the server's picture, and a grid of squares to point at.

use crate::rules::grid::Square;
use crate::rules::helios::position::Position;
use crate::rules::helios::side::Side;
use crate::rules::seat::Names;
use crate::service::views::{HeliosTable, MatchView};

use super::super::board::{SCALE, helios_in_words, helios_size};

/// What `partials/helios_board.html` shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Board {
    /// The picture's address.
    pub(super) picture: String,
    /// The picture in words.
    pub(super) alt: String,
    /// Its width and height in pixels.
    pub(super) size: (u32, u32),
    /// Its width and height at scale 1: marks are drawn in these.
    pub(super) unit: (u32, u32),
    /// The rows from the top.
    pub(super) rows: Vec<Vec<Cell>>,
    /// Where the priests' strips are: the column's number from 0.
    pub(super) priest_column: u8,
    /// The columns' numbers.
    pub(super) columns: Vec<u8>,
    /// The viewer's side, if it is theirs to move.
    pub(super) mover: Option<Side>,
    /// Every legal action, if the viewer is to move.
    pub(super) legal: Vec<String>,
}

/// A square.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Cell {
    /// Its name.
    pub(super) name: String,
    /// What stands there, in words.
    pub(super) label: String,
}

impl Board {
    pub(super) fn new(view: &MatchView, table: &HeliosTable, legal: Vec<String>) -> Self {
        let (position, names) = (&table.position, view.names());
        let options = position.options();
        let (width, height) = (options.width(), options.height());
        let mine = view.mine.as_ref().filter(|mine| mine.may_play.is_ok());
        let mover = mine.and_then(|mine| Side::try_from(mine.seat?).ok());
        let row = |row: u8| {
            let squares = (0..width).filter_map(move |column| Square::new(column, row));
            squares
                .map(|square| Cell::new(position, square, mover, &names))
                .collect()
        };
        Self {
            picture: format!("/matches/{}/turns/{}.png?mark=1", view.id, view.newest_turn),
            alt: format!(
                "The board after turn {}. {}",
                view.newest_turn,
                helios_in_words(position, &names)
            ),
            size: helios_size(position, SCALE),
            unit: helios_size(position, 1),
            rows: (0..height).rev().map(row).collect(),
            priest_column: width / 2,
            columns: (0..width).collect(),
            legal: if mover.is_some() { legal } else { Vec::new() },
            mover,
        }
    }

    /// Where the priest of the side to move stands: pixels from the top left at scale 1.
    pub(super) fn priest(&self) -> (u32, u32) {
        let x = 16 * u32::from(self.priest_column) + 3;
        match self.mover {
            Some(Side::Top) => (x, self.unit.1 - 15),
            Some(Side::Bottom) | None => (x, 3),
        }
    }
}

impl Cell {
    fn new(position: &Position, square: Square, mover: Option<Side>, names: &Names) -> Self {
        let stands = position.piece(square).map(|piece| {
            let owner = match mover {
                Some(side) if side == piece.owner => "your".to_owned(),
                _ => format!("{}’s", names.of(piece.owner.seat())),
            };
            let locked = if piece.locked { ", locked" } else { "" };
            format!(", {owner} {}{locked}", piece.rank.name())
        });
        Self {
            name: square.to_string(),
            label: format!("{square}{}", stands.unwrap_or_default()),
        }
    }
}
