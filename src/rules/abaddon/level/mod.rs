//! Levels: the squares, doors, teleporters and fixed walls that never change in a match.

mod levels;
mod parse;
mod shipped;
mod validate;

use std::collections::BTreeSet;

pub use levels::{BadLevel, Levels};
pub use parse::{LevelError, LevelText};
pub use shipped::shipped_ids;
pub use validate::{LevelFault, Needs};

use crate::rules::grid::{Axis, Direction, Edge, Square};

/// What a square of a level is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Tile {
    /// Where units stand.
    Floor,
    /// A door that creates Engineers.
    Airlock,
    /// A door beside which units transform.
    Armory,
    /// A teleporter along an axis.
    Teleporter(Axis),
    /// Solid rock.
    Rock,
}

impl Tile {
    /// Airlocks and Armories are doors.
    pub const fn is_door(self) -> bool {
        matches!(self, Self::Airlock | Self::Armory)
    }
}

/// A level: a grid of tiles with fixed walls. `a1` is the bottom left square.
///
/// Made by [`Level::parse`]; whether a match can be played on it is for [`Level::faults`] to say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Level {
    name: String,
    author: Option<String>,
    notes: Option<String>,
    width: u8,
    height: u8,
    /// Row by row from the bottom, each from the left.
    tiles: Vec<Tile>,
    /// Fixed walls inside the level; its border is always wall and not listed.
    fixed: BTreeSet<Edge>,
}

impl Level {
    /// The level's name, as its text gives it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Who drew it, where its text says so.
    pub fn author(&self) -> Option<&str> {
        self.author.as_deref()
    }

    /// What its author wants players to know.
    pub fn notes(&self) -> Option<&str> {
        self.notes.as_deref()
    }

    /// How many columns it has.
    pub fn width(&self) -> u8 {
        self.width
    }

    /// How many rows it has.
    pub fn height(&self) -> u8 {
        self.height
    }

    /// The tile of a square; `None` off the level.
    pub fn tile(&self, square: Square) -> Option<Tile> {
        let on_level = square.column() < self.width && square.row() < self.height;
        let index =
            usize::from(square.row()) * usize::from(self.width) + usize::from(square.column());
        on_level.then(|| self.tiles[index])
    }

    /// Every square, by column, then row.
    pub fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        let (width, height) = (self.width, self.height);
        (0..width)
            .flat_map(move |column| (0..height).filter_map(move |row| Square::new(column, row)))
    }

    /// Every Airlock and Armory, by column, then row.
    pub fn doors(&self) -> impl Iterator<Item = Square> + '_ {
        self.squares()
            .filter(|square| self.tile(*square).is_some_and(Tile::is_door))
    }

    /// Every Airlock, by column, then row.
    pub fn airlocks(&self) -> impl Iterator<Item = Square> + '_ {
        self.squares()
            .filter(|square| self.tile(*square) == Some(Tile::Airlock))
    }

    /// Every teleporter along an axis, by column, then row.
    pub fn teleporters(&self, axis: Axis) -> impl Iterator<Item = Square> + '_ {
        self.squares()
            .filter(move |square| self.tile(*square) == Some(Tile::Teleporter(axis)))
    }

    /// Whether a square is on the level and no rock: the squares that shots, flames and doors know.
    pub fn is_open(&self, square: Square) -> bool {
        self.tile(square).is_some_and(|tile| tile != Tile::Rock)
    }

    /// Whether a black wall stands on a side of a square of the level: a fixed one or the border.
    pub fn has_fixed_wall(&self, square: Square, direction: Direction) -> bool {
        let beyond = square
            .neighbour(direction)
            .and_then(|square| self.tile(square));
        beyond.is_none()
            || Edge::of(square, direction).is_none_or(|edge| self.fixed.contains(&edge))
    }

    /// Whether a player's wall may stand on an edge: between two squares of the level, neither of
    /// them rock, with no fixed wall there (R12).
    pub fn is_buildable(&self, edge: Edge) -> bool {
        let far_is_open = edge.far_square().is_some_and(|far| self.is_open(far));
        self.is_open(edge.square) && far_is_open && !self.fixed.contains(&edge)
    }
}
