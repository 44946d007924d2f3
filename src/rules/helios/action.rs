//! The four actions of a turn.

use serde::{Deserialize, Serialize};

use crate::rules::grid::{Direction, Square};

/// One action, as the player wrote it (helios.md, A turn). It names squares of the notation; whether
/// the board has them and the action is legal is decided when it is played. In JSON it is its
/// notation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Action {
    /// An own piece goes to a neighbouring empty square.
    Move {
        /// The piece's square.
        from: Square,
        /// The square it goes to.
        to: Square,
    },
    /// An own piece jumps straight over a neighbouring enemy piece, which loses a layer.
    Hit {
        /// The piece's square.
        from: Square,
        /// The empty square behind the enemy piece (R3).
        to: Square,
    },
    /// An own sun carrier on the far row gives up its sun for a point.
    Sacrifice {
        /// The sun carrier's square.
        at: Square,
    },
    /// A sun goes to an own carrier beside it.
    Transfer {
        /// The sun carrier that loses its sun: an own one, or the opponent's in a theft.
        from: Square,
        /// The own carrier that receives it.
        to: Square,
    },
}

impl Action {
    /// The squares that the notation names, in its order.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        let (first, second) = match self {
            Self::Sacrifice { at } => (at, None),
            Self::Move { from, to } | Self::Hit { from, to } | Self::Transfer { from, to } => {
                (from, Some(to))
            }
        };
        std::iter::once(first).chain(second)
    }
}

/// The square that a jump between two squares goes over, if they are two squares apart in a straight
/// line.
pub fn jumped(from: Square, to: Square) -> Option<Square> {
    Direction::ALL.into_iter().find_map(|direction| {
        let over = from.neighbour(direction)?;
        (over.neighbour(direction)? == to).then_some(over)
    })
}
