//! Whether an action is legal, looked at in the order of helios.md so that the first refusal that fits
//! is told.

use super::action::{Action, jumped};
use super::notation::ParseActionError;
use super::position::{Piece, Position, Rank};
use super::refusal::Refusal;
use crate::rules::grid::Square;

impl Position {
    /// Reads an action's text.
    ///
    /// # Errors
    /// [`Refusal::GameOver`] before the text is looked at, [`Refusal::UnknownAction`] for a text that
    /// is no action.
    pub fn read(&self, text: &str) -> Result<Action, Refusal> {
        self.goes_on()?;
        (text.parse()).map_err(|ParseActionError(text)| Refusal::UnknownAction(text))
    }

    /// Whether the side to move may play an action.
    ///
    /// # Errors
    /// The first [`Refusal`] that fits, in the order of helios.md.
    pub fn check(&self, action: Action) -> Result<(), Refusal> {
        self.goes_on()?;
        self.all_on_board(action)?;
        match action {
            Action::Move { from, to } => {
                self.own_piece(from)?;
                neighbours(from, to)?;
                self.vacant(to)
            }
            Action::Hit { from, to } => {
                self.own_piece(from)?;
                self.enemy_jumped(from, to)?;
                self.vacant(to)
            }
            Action::Sacrifice { at } => {
                let rank = self.own_piece(at)?.rank;
                sun_carrier(at, rank)?;
                self.on_far_row(at)
            }
            Action::Transfer { from, to } => self.check_transfer(from, to),
        }
    }

    fn check_transfer(&self, from: Square, to: Square) -> Result<(), Refusal> {
        let giver = self.piece_on(from)?;
        let receiver = self.piece_on(to)?;
        self.is_own(to, receiver)?;
        unlocked(from, giver)?;
        unlocked(to, receiver)?;
        neighbours(from, to)?;
        sun_carrier(from, giver.rank)?;
        carrier(to, receiver.rank)
    }

    fn goes_on(&self) -> Result<(), Refusal> {
        match self.ending() {
            Some(ending) => Err(Refusal::GameOver(ending.by)),
            None => Ok(()),
        }
    }

    fn all_on_board(&self, action: Action) -> Result<(), Refusal> {
        match action.squares().find(|square| !self.has_square(*square)) {
            Some(square) => Err(Refusal::OffBoard {
                square,
                board: self.options(),
            }),
            None => Ok(()),
        }
    }

    fn piece_on(&self, square: Square) -> Result<Piece, Refusal> {
        self.piece(square).ok_or(Refusal::NoPiece(square))
    }

    fn is_own(&self, square: Square, piece: Piece) -> Result<(), Refusal> {
        let owner = piece.owner;
        refuse_unless(
            owner == self.to_move(),
            Refusal::NotYourPiece { square, owner },
        )
    }

    /// The piece with which the side to move acts.
    fn own_piece(&self, square: Square) -> Result<Piece, Refusal> {
        let piece = self.piece_on(square)?;
        self.is_own(square, piece)?;
        unlocked(square, piece)?;
        Ok(piece)
    }

    fn enemy_jumped(&self, from: Square, to: Square) -> Result<(), Refusal> {
        let between = jumped(from, to).ok_or(Refusal::NotAJump { from, to })?;
        let enemy = self.to_move().opponent();
        match self.piece(between).filter(|piece| piece.owner == enemy) {
            Some(piece) => unlocked(between, piece),
            None => Err(Refusal::NoEnemy { between, enemy }),
        }
    }

    fn vacant(&self, square: Square) -> Result<(), Refusal> {
        match self.piece(square) {
            Some(Piece { owner, .. }) => Err(Refusal::Occupied { square, owner }),
            None => Ok(()),
        }
    }

    fn on_far_row(&self, square: Square) -> Result<(), Refusal> {
        let far = self.far_row(self.to_move());
        let far_row = far.squares().next().map_or(0, Square::row) + 1;
        refuse_unless(far.contains(square), Refusal::NotFarRow { square, far_row })
    }
}

fn neighbours(from: Square, to: Square) -> Result<(), Refusal> {
    let are = from.direction_to(to).is_some();
    refuse_unless(are, Refusal::NotNeighbours { from, to })
}

fn unlocked(square: Square, piece: Piece) -> Result<(), Refusal> {
    let owner = piece.owner;
    refuse_unless(!piece.locked, Refusal::Locked { square, owner })
}

fn sun_carrier(square: Square, rank: Rank) -> Result<(), Refusal> {
    refuse_unless(
        rank == Rank::SunCarrier,
        Refusal::NotASunCarrier { square, rank },
    )
}

fn carrier(square: Square, rank: Rank) -> Result<(), Refusal> {
    refuse_unless(rank == Rank::Carrier, Refusal::NotACarrier { square, rank })
}

fn refuse_unless(fine: bool, refusal: Refusal) -> Result<(), Refusal> {
    if fine { Ok(()) } else { Err(refusal) }
}
