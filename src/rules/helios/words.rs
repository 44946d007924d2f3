//! Actions in words, for people.

use super::action::{Action, jumped};
use super::position::{Position, Rank};
use crate::rules::grid::Square;
use crate::rules::seat::Names;

impl Position {
    /// What an action does from here, as a sentence without its full stop, such as “bottom's sun
    /// carrier on c3 hits top's guard on c4, which leaves the board, and lands on c5”.
    pub fn describe(&self, action: Action, names: &Names) -> String {
        let piece = |square| self.name_of(square, names);
        match action {
            Action::Move { from, to } => format!("{} moves to {to}", piece(from)),
            Action::Hit { from, to } => {
                let target = jumped(from, to).unwrap_or(to);
                format!(
                    "{} hits {}, which {}, and lands on {to}",
                    piece(from),
                    piece(target),
                    self.loss(target)
                )
            }
            Action::Sacrifice { at } => format!("{} sacrifices its sun for a point", piece(at)),
            Action::Transfer { from, to } if self.is_theft(from) => {
                format!(
                    "{} steals the sun of {}, which is locked",
                    piece(to),
                    piece(from)
                )
            }
            Action::Transfer { from, to } => {
                format!(
                    "{} gives its sun to the carrier on {to} and is locked",
                    piece(from)
                )
            }
        }
    }

    fn is_theft(&self, from: Square) -> bool {
        (self.piece(from)).is_some_and(|giver| giver.owner != self.to_move())
    }

    fn name_of(&self, square: Square, names: &Names) -> String {
        match self.piece(square) {
            Some(piece) => {
                let owner = names.of(piece.owner.seat());
                format!("{owner}'s {} on {square}", piece.rank.name())
            }
            None => format!("nobody on {square}"),
        }
    }

    /// What a hit does to the piece on a square.
    fn loss(&self, square: Square) -> &'static str {
        match self.piece(square).map(|piece| piece.rank) {
            Some(Rank::SunCarrier) => "loses its sun",
            Some(Rank::Carrier) => "becomes a guard",
            Some(Rank::Guard) | None => "leaves the board",
        }
    }
}
