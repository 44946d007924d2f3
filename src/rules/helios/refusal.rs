//! Why an action is illegal: what is looked at in which order, stable codes, and sentences for people.

use super::action::{Action, jumped};
use super::notation::ParseActionError;
use super::position::{EndedBy, Piece, Position, Rank};
use super::ruleset::Options;
use super::side::Side;
use crate::rules::grid::Square;
use crate::rules::seat::Names;

/// Why an action is refused. The variants stand in the order in which they are looked for.
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
