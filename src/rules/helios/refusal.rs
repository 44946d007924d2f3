//! Why an action is illegal: stable codes, and sentences for people.

use super::position::{EndedBy, Rank};
use super::ruleset::Options;
use super::side::Side;
use crate::rules::grid::Square;
use crate::rules::seat::Names;

/// Why an action is refused. The variants stand in the order in which
/// [`Position::check`](super::position::Position::check) looks for them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The game is over, for the reason told.
    GameOver(EndedBy),
    /// The text is none of the four notations.
    UnknownAction(String),
    /// The board has no such square.
    OffBoard {
        /// The first square named that the board does not have.
        square: Square,
        /// How large the board is.
        board: Options,
    },
    /// Nobody stands where the piece that acts, gives or receives must stand.
    NoPiece(Square),
    /// The piece that moves, hits, sacrifices or receives is the opponent's.
    NotYourPiece {
        /// Where it stands.
        square: Square,
        /// Whose it is.
        owner: Side,
    },
    /// A piece that takes part is locked (R4).
    Locked {
        /// Where it stands.
        square: Square,
        /// Whose turn opens the lock.
        owner: Side,
    },
    /// A move or transfer goes to a square that is no neighbour.
    NotNeighbours {
        /// Where it starts.
        from: Square,
        /// Where it goes.
        to: Square,
    },
    /// A hit goes to a square that is not two squares away in a straight line.
    NotAJump {
        /// Where it starts.
        from: Square,
        /// Where it goes.
        to: Square,
    },
    /// A hit goes over a square without an enemy piece.
    NoEnemy {
        /// The square jumped over.
        between: Square,
        /// Whose piece should stand there.
        enemy: Side,
    },
    /// A piece stands where a move or a hit would end (R3).
    Occupied {
        /// Where it stands.
        square: Square,
        /// Whose it is.
        owner: Side,
    },
    /// The piece that gives or sacrifices has no sun.
    NotASunCarrier {
        /// Where it stands.
        square: Square,
        /// What it is instead.
        rank: Rank,
    },
    /// The piece that receives a sun has not exactly two layers.
    NotACarrier {
        /// Where it stands.
        square: Square,
        /// What it is instead.
        rank: Rank,
    },
    /// A sun can only be sacrificed on the opponent's home row (R6).
    NotFarRow {
        /// Where the sun carrier stands.
        square: Square,
        /// The number of the row where it must stand.
        far_row: u8,
    },
}

impl Refusal {
    /// The stable code, for machines.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::GameOver(_) => "game_over",
            Self::UnknownAction(_) => "unknown_action",
            Self::OffBoard { .. } => "off_board",
            Self::NoPiece(_) => "no_piece",
            Self::NotYourPiece { .. } => "not_your_piece",
            Self::Locked { .. } => "locked",
            Self::NotNeighbours { .. } | Self::NotAJump { .. } => "not_adjacent",
            Self::NoEnemy { .. } => "no_enemy",
            Self::Occupied { .. } => "occupied",
            Self::NotASunCarrier { .. } => "not_a_sun_carrier",
            Self::NotACarrier { .. } => "not_a_carrier",
            Self::NotFarRow { .. } => "not_far_row",
        }
    }

    /// The ruling that is broken (`R4`), or the anchor of the heading on the rules page.
    pub const fn rule(&self) -> &'static str {
        match self {
            Self::GameOver(_) => "end",
            Self::OffBoard { .. } => "R2",
            Self::Locked { .. } => "R4",
            Self::NotASunCarrier { .. } | Self::NotACarrier { .. } => "pieces",
            Self::NotFarRow { .. } => "R6",
            Self::UnknownAction(_)
            | Self::NoPiece(_)
            | Self::NotYourPiece { .. }
            | Self::NotNeighbours { .. }
            | Self::NotAJump { .. }
            | Self::NoEnemy { .. }
            | Self::Occupied { .. } => "turn",
        }
    }

    /// What to tell the player.
    pub fn sentence(&self, names: &Names) -> String {
        let name = |side: Side| names.of(side.seat());
        match self {
            Self::GameOver(by) => format!("The game is over: {}.", by.reason()),
            Self::UnknownAction(text) => format!(
                "“{text}” is not an action. A move is written c1-c2, a hit c3xc5, a sacrifice c7* and a transfer c3>c4."
            ),
            Self::OffBoard { square, board } => format!(
                "{square} is not on the board, which has {} columns and {} rows.",
                board.width(),
                board.height()
            ),
            Self::NoPiece(square) => format!("Nobody stands on {square}."),
            Self::NotYourPiece { square, owner } => {
                format!("The piece on {square} is {}'s.", name(*owner))
            }
            Self::Locked { square, owner } => format!(
                "The piece on {square} is locked until {} has completed a turn.",
                name(*owner)
            ),
            Self::NotNeighbours { from, to } => format!("{from} and {to} are not neighbours."),
            Self::NotAJump { from, to } => {
                format!(
                    "A hit goes two squares in a straight line; {from} to {to} is no such jump."
                )
            }
            Self::NoEnemy { between, enemy } => {
                format!(
                    "No piece of {} stands on {between} to be hit.",
                    name(*enemy)
                )
            }
            Self::Occupied { square, owner } => {
                format!(
                    "{square} is not empty: a piece of {} stands there.",
                    name(*owner)
                )
            }
            Self::NotASunCarrier { square, rank } => {
                format!(
                    "The piece on {square} is a {} and has no sun to give.",
                    rank.name()
                )
            }
            Self::NotACarrier { square, rank } => format!(
                "The piece on {square} is a {}; only a carrier, with two layers, can receive a sun.",
                rank.name()
            ),
            Self::NotFarRow { square, far_row } => {
                format!("A sun can only be sacrificed on row {far_row}, not on {square}.")
            }
        }
    }
}
