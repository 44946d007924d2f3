//! What a side can do: every legal action, from sets of squares.

use super::action::Action;
use super::position::Position;
use super::side::Side;
use super::square_set::SquareSet;
use crate::rules::grid::{Direction, Square};

impl Position {
    /// Every legal action of the side to move, sorted bytewise by notation; none when the game is
    /// over.
    pub fn legal_actions(&self) -> Vec<Action> {
        let mut actions: Vec<Action> = self.actions().collect();
        actions.sort_by_cached_key(Action::to_string);
        actions
    }

    /// How many legal actions the side to move has.
    pub fn count_legal_actions(&self) -> u64 {
        match self.ending {
            Some(_) => 0,
            None => self.choices(self.to_move).count().into(),
        }
    }

    /// The legal actions in the order in which they are found.
    pub(super) fn actions(&self) -> impl Iterator<Item = Action> + use<> {
        let choices = self.choices(self.to_move);
        let goes_on = self.ending.is_none();
        goes_on.then(|| choices.actions()).into_iter().flatten()
    }

    /// Whether a side would have a legal action if it were to move.
    pub(super) fn can_act(&self, side: Side) -> bool {
        self.choices(side).any()
    }

    #[inline]
    fn choices(&self, side: Side) -> Choices {
        let own = self.pieces[side] & !self.locked;
        let enemy = self.pieces[side.opponent()];
        Choices {
            own,
            targets: enemy & !self.locked,
            empty: self.board & !(self.pieces[side] | enemy),
            suns: self.sun_carriers,
            receivers: own & self.carriers,
            sacrificers: own & self.sun_carriers & self.far_row(side),
        }
    }
}

/// The squares that matter to a side's actions. Nothing locked is among them (R4); a sun carrier
/// never is locked.
#[derive(Clone, Copy)]
struct Choices {
    /// Own pieces.
    own: SquareSet,
    /// Enemy pieces that can be hit.
    targets: SquareSet,
    /// Squares where nobody stands.
    empty: SquareSet,
    /// Sun carriers of both sides: own ones to give, the opponent's to rob.
    suns: SquareSet,
    /// Own carriers, which can receive a sun.
    receivers: SquareSet,
    /// Own sun carriers on the far row (R6).
    sacrificers: SquareSet,
}

impl Choices {
    /// Where a move in a direction starts.
    #[inline]
    fn moves(&self, direction: Direction) -> SquareSet {
        self.own & self.empty.before(direction)
    }

    /// Where a hit in a direction starts.
    #[inline]
    fn hits(&self, direction: Direction) -> SquareSet {
        let over = self.targets & self.empty.before(direction);
        self.own & over.before(direction)
    }

    /// Where a transfer in a direction starts.
    #[inline]
    fn transfers(&self, direction: Direction) -> SquareSet {
        self.suns & self.receivers.before(direction)
    }

    fn any(&self) -> bool {
        let starts =
            |direction| self.moves(direction) | self.hits(direction) | self.transfers(direction);
        let mut directions = Direction::ALL.into_iter();
        directions.any(|direction| !starts(direction).is_empty()) || !self.sacrificers.is_empty()
    }

    fn count(&self) -> u32 {
        let [up, down, left, right] = Direction::ALL.map(|direction| self.count_along(direction));
        up + down + left + right + self.sacrificers.len()
    }

    #[inline]
    fn count_along(&self, direction: Direction) -> u32 {
        let moves = self.moves(direction).len();
        let (hits, transfers) = (self.hits(direction), self.transfers(direction));
        // Most positions have no hit and no transfer in a direction: that is told faster than counted.
        if (hits | transfers).is_empty() {
            moves
        } else {
            moves + hits.len() + transfers.len()
        }
    }

    fn actions(self) -> impl Iterator<Item = Action> {
        let along = move |direction| {
            let moves = paths(self.moves(direction), direction, 1);
            let hits = paths(self.hits(direction), direction, 2);
            let transfers = paths(self.transfers(direction), direction, 1);
            (moves.map(|(from, to)| Action::Move { from, to }))
                .chain(hits.map(|(from, to)| Action::Hit { from, to }))
                .chain(transfers.map(|(from, to)| Action::Transfer { from, to }))
        };
        let sacrifices = self
            .sacrificers
            .squares()
            .map(|at| Action::Sacrifice { at });
        sacrifices.chain(Direction::ALL.into_iter().flat_map(along))
    }
}

/// The squares of a set, each with the one that lies so many steps further.
fn paths(
    starts: SquareSet,
    direction: Direction,
    steps: usize,
) -> impl Iterator<Item = (Square, Square)> {
    starts.squares().filter_map(move |from| {
        let to = (0..steps).try_fold(from, |square, _| square.neighbour(direction))?;
        Some((from, to))
    })
}
