//! Sets of squares of a board, a bit a square.

use std::ops::{BitAnd, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::rules::grid::{Direction, Square};

/// How many bits a row has: more than a board has columns, so that a step over the left or right
/// edge leads to a bit that no board uses instead of into the next row.
const ROW: usize = 16;
/// How many rows a word holds.
const ROWS: usize = 64 / ROW;
/// How many words hold the twelve rows of the largest board.
const WORDS: usize = 3;

/// A set of squares of a board of up to 12 × 12.
///
/// Bit 0 is a1, bit 1 is b1 and bit 16 is a2, whatever the size of the board, so a step in any
/// direction is the same shift on every board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SquareSet([u64; WORDS]);

impl SquareSet {
    /// No square.
    pub const EMPTY: Self = Self([0; WORDS]);

    /// The squares of a board, `a1` in the corner.
    pub fn board(width: u8, height: u8) -> Self {
        (0..height)
            .flat_map(|row| (0..width).filter_map(move |column| Square::new(column, row)))
            .fold(Self::EMPTY, |board, square| board | Self::of(square))
    }

    /// The set of one square; empty where no board has such a square.
    #[inline]
    pub fn of(square: Square) -> Self {
        let (column, row) = (usize::from(square.column()), usize::from(square.row()));
        let bit = if column < ROW {
            1 << (row % ROWS * ROW + column)
        } else {
            0
        };
        Self(std::array::from_fn(|word| {
            if word == row / ROWS { bit } else { 0 }
        }))
    }

    /// Whether the square is one of the set.
    #[inline]
    pub fn contains(self, square: Square) -> bool {
        self.meets(Self::of(square))
    }

    /// Whether the two sets have a square in common.
    #[inline]
    pub fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// Whether the set has no square.
    #[inline]
    pub fn is_empty(self) -> bool {
        let [low, middle, high] = self.0;
        low | middle | high == 0
    }

    /// How many squares the set has.
    #[inline]
    pub fn len(self) -> u32 {
        let [low, middle, high] = self.0;
        // Two counts of bits instead of three: a full adder per column of the words.
        let ones = low ^ middle ^ high;
        let twos = low & middle | high & (low ^ middle);
        ones.count_ones() + 2 * twos.count_ones()
    }

    /// The squares from which one step in the direction leads into the set. Some may lie beside the
    /// board; who asks is interested in those with a piece of theirs.
    #[inline]
    #[must_use]
    pub fn before(self, direction: Direction) -> Self {
        const CARRY: usize = 64 - ROW;
        let [low, middle, high] = self.0;
        Self(match direction {
            Direction::Right => [low >> 1, middle >> 1, high >> 1],
            Direction::Left => [low << 1, middle << 1, high << 1],
            Direction::Up => [
                low >> ROW | middle << CARRY,
                middle >> ROW | high << CARRY,
                high >> ROW,
            ],
            Direction::Down => [
                low << ROW,
                middle << ROW | low >> CARRY,
                high << ROW | middle >> CARRY,
            ],
        })
    }

    /// The squares, row by row from a1.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        (0u8..).zip(self.0).flat_map(|(word, mut bits)| {
            std::iter::from_fn(move || {
                let bit = u8::try_from(bits.trailing_zeros())
                    .ok()
                    .filter(|bit| *bit < 64)?;
                bits &= bits - 1;
                Square::new(bit % 16, word * 4 + bit / 16)
            })
        })
    }
}

impl BitAnd for SquareSet {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }
}

impl BitOr for SquareSet {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }
}

impl BitXor for SquareSet {
    type Output = Self;

    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] ^ other.0[word]))
    }
}

impl Not for SquareSet {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(u64::not))
    }
}

impl BitOrAssign for SquareSet {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl BitXorAssign for SquareSet {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        *self = *self ^ other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_back_and_forth_stays_on_the_board() {
        let board = SquareSet::board(12, 12);
        assert_eq!(board.len(), 144);
        assert_eq!(board.squares().count(), 144);
        for square in board.squares() {
            for direction in Direction::ALL {
                let ahead = square.neighbour(direction).filter(|to| board.contains(*to));
                let found = ahead.map_or(SquareSet::EMPTY, |to| {
                    SquareSet::of(to).before(direction) & board
                });
                let expected = ahead.map_or(SquareSet::EMPTY, |_| SquareSet::of(square));
                assert_eq!(found, expected, "{square} {direction}");
            }
        }
    }

    #[test]
    fn a_jump_over_the_edge_leads_nowhere() {
        for (width, height) in [(4, 4), (7, 7), (12, 12)] {
            let board = SquareSet::board(width, height);
            for direction in Direction::ALL {
                let jumpers = board.before(direction).before(direction) & board;
                let narrowed = match direction {
                    Direction::Up | Direction::Down => u32::from(width) * u32::from(height - 2),
                    Direction::Left | Direction::Right => u32::from(width - 2) * u32::from(height),
                };
                assert_eq!(jumpers.len(), narrowed, "{width} × {height} {direction}");
            }
        }
    }

    #[test]
    fn squares_that_no_board_has_are_in_no_set() {
        let everything = !SquareSet::EMPTY;
        for name in ["q1", "z99", "a13"] {
            assert!(!everything.contains(name.parse().unwrap()), "{name}");
        }
    }
}
