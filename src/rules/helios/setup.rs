//! A position as written down: it may be wrong, and says how.

use serde::{Deserialize, Serialize};

use super::position::{EndedBy, Ending, Piece, Position, Rank};
use super::ruleset::Options;
use super::side::{BySide, Side};
use super::square_set::SquareSet;
use crate::rules::grid::Square;

/// The position JSON of formats.md, read but not yet believed: pieces may be in any order, two may
/// share a square, a guard may be locked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// How many columns the board has.
    pub width: u8,
    /// How many rows the board has.
    pub height: u8,
    /// Pieces in any order.
    pub pieces: Vec<PlacedPiece>,
    /// Points, the bottom side's first.
    pub score: BySide<u16>,
    /// Whose turn it is.
    pub to_move: Side,
    /// How many turns in a row brought no hit and no sacrifice.
    pub quiet: u16,
    /// Whether the game is over.
    pub over: bool,
    /// Why it is, if it is.
    #[serde(default)]
    pub ended_by: Option<EndedBy>,
    /// Who won, if anybody did.
    #[serde(default)]
    pub winner: Option<Side>,
}

impl Setup {
    /// The same pieces in a game that goes on, for all that is said.
    #[must_use]
    pub fn still_played(self) -> Self {
        Self {
            over: false,
            ended_by: None,
            winner: None,
            ..self
        }
    }
}

/// A piece on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlacedPiece {
    /// Where it stands.
    pub at: Square,
    /// Whose it is.
    pub owner: Side,
    /// How many layers it has.
    pub layers: u8,
    /// Whether it is locked.
    pub locked: bool,
}

/// One thing that makes a [`Setup`] no position of its game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupFault {
    /// The board is not the one that the options name.
    #[error("the board is {width} × {height}, which is not what the options say")]
    OtherBoard {
        /// The columns that the setup names.
        width: u8,
        /// The rows that it names.
        height: u8,
    },
    /// A piece stands beside the board.
    #[error("{0} is not on the board")]
    OffBoard(Square),
    /// Two pieces stand on one square.
    #[error("two pieces stand on {0}")]
    TwoPieces(Square),
    /// A piece has no layer, or more than three.
    #[error("the piece on {at} has one to three layers, not {layers}")]
    Layers {
        /// Where the piece stands.
        at: Square,
        /// The layers that the setup gives it.
        layers: u8,
    },
    /// A piece is locked without having lost its sun to a transfer (R4).
    #[error("the piece on {0} is locked, which only a piece with two layers can be")]
    LockedRank(Square),
    /// The game goes on, and yet it has a reason to be over or a winner.
    #[error("a game that is not over has no ended_by and no winner")]
    EndedNotOver,
}

impl Position {
    /// The position that a setup describes, if a game by these options can have it.
    ///
    /// # Errors
    /// Every [`SetupFault`] there is: of the board, of each piece in the order given, of the ending.
    pub fn new(setup: &Setup, options: Options) -> Result<Self, Vec<SetupFault>> {
        let mut faults = Vec::new();
        let (width, height) = (setup.width, setup.height);
        if (width, height) != (options.width(), options.height()) {
            faults.push(SetupFault::OtherBoard { width, height });
        }
        let mut position = Self {
            score: setup.score,
            to_move: setup.to_move,
            quiet: setup.quiet,
            ..Self::empty(options)
        };
        for placed in &setup.pieces {
            match position.placeable(*placed) {
                Ok(piece) => position.put(placed.at, piece),
                Err(fault) => faults.push(fault),
            }
        }
        match setup.ending() {
            Ok(ending) => position.ending = ending,
            Err(fault) => faults.push(fault),
        }
        if faults.is_empty() {
            Ok(position)
        } else {
            Err(faults)
        }
    }

    /// The piece as it may be placed beside those that stand already.
    fn placeable(&self, placed: PlacedPiece) -> Result<Piece, SetupFault> {
        let PlacedPiece {
            at,
            owner,
            layers,
            locked,
        } = placed;
        if !self.has_square(at) {
            return Err(SetupFault::OffBoard(at));
        }
        if self.piece(at).is_some() {
            return Err(SetupFault::TwoPieces(at));
        }
        let rank = (Rank::ALL.into_iter().find(|rank| rank.layers() == layers))
            .ok_or(SetupFault::Layers { at, layers })?;
        if locked && rank != Rank::Carrier {
            return Err(SetupFault::LockedRank(at));
        }
        Ok(Piece {
            owner,
            rank,
            locked,
        })
    }

    fn put(&mut self, square: Square, piece: Piece) {
        let at = SquareSet::of(square);
        self.pieces[piece.owner] |= at;
        match piece.rank {
            Rank::Guard => {}
            Rank::Carrier => self.carriers |= at,
            Rank::SunCarrier => self.sun_carriers |= at,
        }
        if piece.locked {
            self.locked |= at;
        }
    }

    /// The position as it is written down, pieces sorted by column, then row.
    pub fn to_setup(&self) -> Setup {
        let ending = self.ending();
        Setup {
            width: self.options().width(),
            height: self.options().height(),
            pieces: (self.pieces())
                .map(|(at, piece)| PlacedPiece {
                    at,
                    owner: piece.owner,
                    layers: piece.rank.layers(),
                    locked: piece.locked,
                })
                .collect(),
            score: self.score(),
            to_move: self.to_move(),
            quiet: self.quiet(),
            over: ending.is_some(),
            ended_by: ending.map(|ending| ending.by),
            winner: ending.and_then(|ending| ending.winner),
        }
    }
}

impl Setup {
    /// How the game ended. One that is over without a reason of the rules' or the players' was closed
    /// from outside.
    fn ending(&self) -> Result<Option<Ending>, SetupFault> {
        match (self.over, self.ended_by, self.winner) {
            (false, None, None) => Ok(None),
            (false, _, _) => Err(SetupFault::EndedNotOver),
            (true, by, winner) => Ok(Some(Ending {
                by: by.unwrap_or(EndedBy::Moderator),
                winner,
            })),
        }
    }
}

impl From<Position> for Setup {
    fn from(position: Position) -> Self {
        position.to_setup()
    }
}

/// A position with the options that its board does not show: how a snapshot keeps it.
#[derive(Serialize, Deserialize)]
pub(super) struct Kept {
    options: Options,
    state: Setup,
}

impl From<Position> for Kept {
    fn from(position: Position) -> Self {
        Self {
            options: position.options(),
            state: position.to_setup(),
        }
    }
}

impl TryFrom<Kept> for Position {
    type Error = SetupFaults;

    fn try_from(kept: Kept) -> Result<Self, SetupFaults> {
        Self::new(&kept.state, kept.options).map_err(SetupFaults)
    }
}

/// Everything that makes a [`Setup`] no position, in one sentence.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct SetupFaults(pub Vec<SetupFault>);
