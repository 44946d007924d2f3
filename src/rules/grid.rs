//! Squares, directions and the edges between squares: the board vocabulary of every game here.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A square by its name: a column letter from the left and a row number from the bottom, so `a1` is
/// the bottom left one, as on a chess board.
///
/// A `Square` is only a name; whether a level or board has such a square is for that to say.
/// Squares are ordered by column, then row, as lists in the notation are.
///
/// ```
/// use daykeeper::rules::grid::{Direction, Square};
/// let square: Square = "b13".parse().unwrap();
/// assert_eq!((square.column(), square.row()), (1, 12));
/// assert_eq!(square.neighbour(Direction::Right).unwrap().to_string(), "c13");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Square {
    column: u8,
    row: u8,
}

impl Square {
    /// How many columns have a letter.
    pub const COLUMNS: u8 = 26;
    /// How many rows have a number of one or two digits.
    pub const ROWS: u8 = 99;

    /// The square at a column and row counted from 0 at the bottom left, where the notation has a
    /// name for it.
    pub const fn new(column: u8, row: u8) -> Option<Self> {
        if column < Self::COLUMNS && row < Self::ROWS {
            Some(Self { column, row })
        } else {
            None
        }
    }

    /// The column, 0 for `a`.
    pub const fn column(self) -> u8 {
        self.column
    }

    /// The row, 0 for the bottom one.
    pub const fn row(self) -> u8 {
        self.row
    }

    /// The next square in a direction, where the notation has a name for it.
    pub const fn neighbour(self, direction: Direction) -> Option<Self> {
        let (column, row) = match direction {
            Direction::Up => (self.column, self.row + 1),
            Direction::Down => (self.column, self.row.wrapping_sub(1)),
            Direction::Left => (self.column.wrapping_sub(1), self.row),
            Direction::Right => (self.column + 1, self.row),
        };
        Self::new(column, row)
    }

    /// The direction in which `other` is a neighbour, if it is one.
    pub fn direction_to(self, other: Self) -> Option<Direction> {
        Direction::ALL
            .into_iter()
            .find(|direction| self.neighbour(*direction) == Some(other))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column), self.row + 1)
    }
}

impl From<Square> for String {
    fn from(square: Square) -> Self {
        square.to_string()
    }
}

impl TryFrom<String> for Square {
    type Error = ParseSquareError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

/// The text is not a letter and a number from 1 to 99 without a leading zero.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("“{0}” is not a square; a square is a letter and a number, such as b13")]
pub struct ParseSquareError(pub String);

impl FromStr for Square {
    type Err = ParseSquareError;

    /// Reads `b13` or `B13`.
    ///
    /// # Errors
    /// [`ParseSquareError`] for anything but a letter and a number 1–99 without leading zero.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let named = || {
            let (letter, digits) = text.split_at_checked(1)?;
            let letter = letter.bytes().next()?.to_ascii_lowercase();
            let column = letter.checked_sub(b'a')?;
            let plain = digits.len() <= 2
                && digits.bytes().all(|digit| digit.is_ascii_digit())
                && !digits.starts_with('0');
            let row: u8 = digits.parse().ok().filter(|_| plain)?;
            Self::new(column, row.checked_sub(1)?)
        };
        named().ok_or_else(|| ParseSquareError(text.to_owned()))
    }
}

/// One of the four directions of a board; `Up` is towards higher row numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Direction {
    /// Towards higher row numbers.
    Up,
    /// Towards row 1.
    Down,
    /// Towards column `a`.
    Left,
    /// Away from column `a`.
    Right,
}

impl Direction {
    /// All four, in the order in which the rules list them.
    pub const ALL: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];

    /// The word that the notation prints.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Down => "down",
            Self::Left => "left",
            Self::Right => "right",
        }
    }

    /// The line along which this direction runs.
    pub const fn axis(self) -> Axis {
        match self {
            Self::Up | Self::Down => Axis::Vertical,
            Self::Left | Self::Right => Axis::Horizontal,
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// The word is not a direction.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("“{0}” is not a direction; directions are up, down, left and right")]
pub struct ParseDirectionError(pub String);

impl FromStr for Direction {
    type Err = ParseDirectionError;

    /// Reads `up down left right` or `u d l r`, in any case.
    ///
    /// # Errors
    /// [`ParseDirectionError`] for any other word.
    fn from_str(word: &str) -> Result<Self, Self::Err> {
        match word.to_ascii_lowercase().as_str() {
            "up" | "u" => Ok(Self::Up),
            "down" | "d" => Ok(Self::Down),
            "left" | "l" => Ok(Self::Left),
            "right" | "r" => Ok(Self::Right),
            _ => Err(ParseDirectionError(word.to_owned())),
        }
    }
}

/// A line of squares: across or up the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Axis {
    /// From left to right.
    Horizontal,
    /// From bottom to top.
    Vertical,
}

/// Which side of its naming square an edge lies on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The upper side.
    Up,
    /// The right side.
    Right,
}

impl Side {
    /// The word used in a position's JSON.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Right => "right",
        }
    }
}

/// The place between two neighbouring squares where a wall may stand, named by the lower or left one
/// of the two (formats.md, Position JSON).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Edge {
    /// The lower or left square.
    pub square: Square,
    /// The side of that square.
    pub side: Side,
}

impl Edge {
    /// The edge on one side of a square; `None` below row 1 and left of column `a`, where no square
    /// can name it (that is always a level's border).
    pub fn of(square: Square, direction: Direction) -> Option<Self> {
        let (square, side) = match direction {
            Direction::Up => (square, Side::Up),
            Direction::Right => (square, Side::Right),
            Direction::Down => (square.neighbour(direction)?, Side::Up),
            Direction::Left => (square.neighbour(direction)?, Side::Right),
        };
        Some(Self { square, side })
    }

    /// The square beyond the naming one, where the notation has a name for it.
    pub fn far_square(self) -> Option<Square> {
        self.square.neighbour(match self.side {
            Side::Up => Direction::Up,
            Side::Right => Direction::Right,
        })
    }
}

impl fmt::Display for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.square, self.side.word())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_reads_back_from_its_name() {
        for column in 0..Square::COLUMNS {
            for row in 0..Square::ROWS {
                let square = Square::new(column, row).unwrap();
                assert_eq!(square.to_string().parse(), Ok(square));
            }
        }
    }

    #[test]
    fn what_is_no_square_is_refused() {
        for text in [
            "", "a", "7", "a0", "a01", "a100", "aa1", "é1", "a-1", "a+1", "1a", "a1 ",
        ] {
            assert!(text.parse::<Square>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn both_squares_of_an_edge_name_the_same_edge() {
        let b2: Square = "b2".parse().unwrap();
        for direction in Direction::ALL {
            let beyond = b2.neighbour(direction).unwrap();
            let back = beyond.direction_to(b2).unwrap();
            assert_eq!(Edge::of(b2, direction), Edge::of(beyond, back));
        }
    }
}
