//! What stands on the board, whose turn it is, and whether the game is over.

use serde::{Deserialize, Serialize};

use super::ruleset::Options;
use super::setup::Kept;
use super::side::{BySide, Side};
use super::square_set::SquareSet;
use crate::rules::grid::Square;

/// What a piece is, by the layers that it has left (helios.md, Pieces).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rank {
    /// One layer: it can never carry a sun again.
    Guard,
    /// Two layers: it can receive a sun.
    Carrier,
    /// Three layers, the top one its sun.
    SunCarrier,
}

impl Rank {
    /// All three, by their layers.
    pub const ALL: [Self; 3] = [Self::Guard, Self::Carrier, Self::SunCarrier];

    /// How many layers it has, 1–3.
    pub const fn layers(self) -> u8 {
        match self {
            Self::Guard => 1,
            Self::Carrier => 2,
            Self::SunCarrier => 3,
        }
    }

    /// The name as sentences write it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Guard => "guard",
            Self::Carrier => "carrier",
            Self::SunCarrier => "sun carrier",
        }
    }
}

/// A piece on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Whose it is.
    pub owner: Side,
    /// What it is.
    pub rank: Rank,
    /// Whether it lost its sun to a transfer and waits for its owner's turn to pass (R4).
    pub locked: bool,
}

/// Why a game ended. The first three are the rules' own (R7), the others the referee's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EndedBy {
    /// No sun is left on the board.
    Suns,
    /// Too many turns in a row brought no hit and no sacrifice.
    Quiet,
    /// Neither side has a legal action, and no lock is left to open.
    Stuck,
    /// A player resigned.
    Resignation,
    /// A player's deadline passed and the opponent flagged.
    Time,
    /// The players agreed on a draw.
    Agreement,
    /// A moderator closed the match.
    Moderator,
}

impl EndedBy {
    /// Why, as a part of a sentence for people.
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Suns => "no sun is left on the board",
            Self::Quiet => "too many turns in a row brought no hit and no sacrifice",
            Self::Stuck => "neither side has a legal action left",
            Self::Resignation => "a player resigned",
            Self::Time => "a player ran out of time",
            Self::Agreement => "the players agreed on a draw",
            Self::Moderator => "a moderator closed the match",
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    /// Why.
    pub by: EndedBy,
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
}

/// A position of a game by certain options. Unlike a [`Setup`](super::setup::Setup) it cannot be
/// wrong: every piece stands alone on a square of the board, and only carriers are locked.
///
/// A position that is not [over](Position::ending) has its [`to_move`](Position::to_move) to act:
/// passes (R5) happen with the action before them.
///
/// ```
/// use daykeeper::rules::helios::position::Position;
/// use daykeeper::rules::helios::ruleset::Options;
///
/// let start = Position::start(Options::default());
/// assert_eq!(start.pieces().count(), 14);
/// let played = start.play("c1-c2".parse().unwrap()).unwrap();
/// assert!(played.position.piece("c2".parse().unwrap()).is_some());
/// ```
///
/// Its own JSON keeps the options beside the position JSON of formats.md, which is
/// [`to_setup`](Position::to_setup)'s.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Kept", into = "Kept")]
pub struct Position {
    pub(super) options: Options,
    /// Every square of the board.
    pub(super) board: SquareSet,
    /// Every piece of a side, whatever its rank.
    pub(super) pieces: BySide<SquareSet>,
    /// Pieces of either side with exactly two layers.
    pub(super) carriers: SquareSet,
    /// Pieces of either side with exactly three layers.
    pub(super) sun_carriers: SquareSet,
    /// Carriers of either side that cannot act (R4).
    pub(super) locked: SquareSet,
    pub(super) score: BySide<u16>,
    pub(super) to_move: Side,
    pub(super) quiet: u16,
    pub(super) ending: Option<Ending>,
}

impl Position {
    /// The board without a piece, the bottom side to move.
    pub(super) fn empty(options: Options) -> Self {
        Self {
            options,
            board: SquareSet::board(options.width(), options.height()),
            pieces: BySide::default(),
            carriers: SquareSet::EMPTY,
            sun_carriers: SquareSet::EMPTY,
            locked: SquareSet::EMPTY,
            score: BySide::default(),
            to_move: Side::Bottom,
            quiet: 0,
            ending: None,
        }
    }

    /// The start of a game: each side's home row is full of its sun carriers (R2).
    pub fn start(options: Options) -> Self {
        let mut start = Self::empty(options);
        for side in Side::BOTH {
            let home = start.far_row(side.opponent());
            start.pieces[side] = home;
            start.sun_carriers |= home;
        }
        start
    }

    /// The numbers that the game is played by.
    pub const fn options(&self) -> Options {
        self.options
    }

    /// The piece on a square, if one stands there.
    pub fn piece(&self, square: Square) -> Option<Piece> {
        let owner = Side::BOTH
            .into_iter()
            .find(|side| self.pieces[*side].contains(square))?;
        let rank = if self.sun_carriers.contains(square) {
            Rank::SunCarrier
        } else if self.carriers.contains(square) {
            Rank::Carrier
        } else {
            Rank::Guard
        };
        Some(Piece {
            owner,
            rank,
            locked: self.locked.contains(square),
        })
    }

    /// Whether the board has this square.
    pub fn has_square(&self, square: Square) -> bool {
        self.board.contains(square)
    }

    /// The squares of the board, by column, then row.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let (width, height) = (self.options.width(), self.options.height());
        (0..width)
            .flat_map(move |column| (0..height).filter_map(move |row| Square::new(column, row)))
    }

    /// Pieces by square: by column, then row.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.squares()
            .filter_map(|square| Some((square, self.piece(square)?)))
    }

    /// The row on which a side sacrifices: its opponent's home row (R6).
    pub fn far_row(&self, side: Side) -> SquareSet {
        self.board & !self.board.before(side.forward())
    }

    /// Points by side: the suns that it sacrificed.
    pub const fn score(&self) -> BySide<u16> {
        self.score
    }

    /// Whose turn it is, or would be if the game were not over.
    pub const fn to_move(&self) -> Side {
        self.to_move
    }

    /// How many turns in a row, passes included, brought no hit and no sacrifice (R7).
    pub const fn quiet(&self) -> u16 {
        self.quiet
    }

    /// How the game ended, if it is over.
    pub const fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// How many layers a side's pieces have together.
    pub fn layers_of(&self, side: Side) -> u32 {
        let own = self.pieces[side];
        own.len() + (own & self.carriers).len() + 2 * (own & self.sun_carriers).len()
    }

    /// How many suns a side carries.
    pub fn suns_of(&self, side: Side) -> u32 {
        (self.pieces[side] & self.sun_carriers).len()
    }

    /// How many suns are on the board.
    pub fn suns(&self) -> u32 {
        self.sun_carriers.len()
    }

    /// The squares that look different in another position of the same game, by column, then row:
    /// another piece, another rank, a lock closed or opened.
    pub fn changed_squares(&self, later: &Self) -> Vec<Square> {
        self.squares()
            .filter(|square| self.piece(*square) != later.piece(*square))
            .collect()
    }

    /// The same position, ended for a reason outside of the rules: a resignation, the time, an
    /// agreement or a moderator. The winner is who the referee says, whatever the points.
    #[must_use]
    pub const fn ended(self, by: EndedBy, winner: Option<Side>) -> Self {
        Self {
            ending: Some(Ending { by, winner }),
            ..self
        }
    }
}
