//! Playing an action: what it does to the board, the passes after it and the end of the game.

use std::cmp::Ordering;

use super::action::{Action, jumped};
use super::position::{EndedBy, Ending, Position};
use super::refusal::Refusal;
use super::side::Side;
use super::square_set::SquareSet;
use crate::rules::grid::Square;

/// What came of an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// The position after the action and the passes that follow it.
    pub position: Position,
    /// How many passes followed (R5): the opponent's, then the player's own, and so on in turns.
    pub passes: u8,
}

/// What the side to move does next.
enum Next {
    /// It has a legal action.
    Action,
    /// It has none (R5).
    Pass,
    /// Nothing: the game is over (R7).
    End(EndedBy),
}

impl Position {
    /// Plays an action of the side to move, and the passes that follow it (R5).
    ///
    /// # Errors
    /// The first [`Refusal`] that fits, in the order of helios.md.
    pub fn play(&self, action: Action) -> Result<Played, Refusal> {
        self.check(action)?;
        Ok(self.played(action))
    }

    /// Reads an action and plays it. That the game is over is said before the text is looked at.
    ///
    /// # Errors
    /// As [`play`](Position::play); [`Refusal::UnknownAction`] for a text that is no action.
    pub fn play_text(&self, text: &str) -> Result<Played, Refusal> {
        self.play(self.read(text)?)
    }

    /// Plays an action that is known to be legal.
    #[inline]
    pub(super) fn played(&self, action: Action) -> Played {
        let mut position = *self;
        position.act(action);
        let passes = position.pass_on();
        Played { position, passes }
    }

    #[inline]
    fn act(&mut self, action: Action) {
        self.open_locks();
        self.quiet = self.quiet.saturating_add(1);
        match action {
            Action::Move { from, to } => self.walk(from, to),
            Action::Hit { from, to } => {
                self.walk(from, to);
                self.strike(jumped(from, to).map_or(SquareSet::EMPTY, SquareSet::of));
                self.quiet = 0;
            }
            Action::Sacrifice { at } => {
                self.toggle_suns(SquareSet::of(at));
                let score = &mut self.score[self.to_move];
                *score = score.saturating_add(1);
                self.quiet = 0;
            }
            Action::Transfer { from, to } => self.transfer(from, to),
        }
        self.to_move = self.to_move.opponent();
    }

    /// Opens the locks of the side whose turn is complete (R4). The turn's own transfer comes later,
    /// so the lock that it closes stays closed until that piece's owner has completed another turn.
    fn open_locks(&mut self) {
        self.locked = self.locked & !self.pieces[self.to_move];
    }

    fn walk(&mut self, from: Square, to: Square) {
        let (start, path) = (SquareSet::of(from), SquareSet::of(from) | SquareSet::of(to));
        self.pieces[self.to_move] ^= path;
        if self.sun_carriers.meets(start) {
            self.sun_carriers ^= path;
        } else if self.carriers.meets(start) {
            self.carriers ^= path;
        }
    }

    /// Takes a layer off the opponent's piece; a guard leaves the board (R1).
    fn strike(&mut self, target: SquareSet) {
        if self.sun_carriers.meets(target) {
            self.toggle_suns(target);
        } else if self.carriers.meets(target) {
            self.carriers ^= target;
        } else {
            self.pieces[self.to_move.opponent()] ^= target;
        }
    }

    fn transfer(&mut self, from: Square, to: Square) {
        let (giver, receiver) = (SquareSet::of(from), SquareSet::of(to));
        self.toggle_suns(giver | receiver);
        self.locked |= giver;
    }

    /// Makes carriers of sun carriers, and sun carriers of carriers.
    fn toggle_suns(&mut self, pieces: SquareSet) {
        self.sun_carriers ^= pieces;
        self.carriers ^= pieces;
    }

    /// Passes until a side has a legal action (R5) or the game ends (R7), and counts the passes.
    #[inline]
    fn pass_on(&mut self) -> u8 {
        let mut passes = 0;
        loop {
            match self.next() {
                Next::Action => return passes,
                Next::End(by) => {
                    self.ending = Some(self.scored(by));
                    return passes;
                }
                Next::Pass => {
                    self.pass();
                    passes += 1;
                }
            }
        }
    }

    fn next(&self) -> Next {
        if self.sun_carriers.is_empty() {
            Next::End(EndedBy::Suns)
        } else if self.options.quiet_limit() <= self.quiet {
            Next::End(EndedBy::Quiet)
        } else if self.can_act(self.to_move) {
            Next::Action
        } else if self.locked.is_empty() && !self.can_act(self.to_move.opponent()) {
            Next::End(EndedBy::Stuck)
        } else {
            Next::Pass
        }
    }

    fn pass(&mut self) {
        self.open_locks();
        self.quiet = self.quiet.saturating_add(1);
        self.to_move = self.to_move.opponent();
    }

    /// More points win; with equal points more layers do.
    fn scored(&self, by: EndedBy) -> Ending {
        let worth = |side| (self.score[side], self.layers_of(side));
        let [bottom, top] = Side::BOTH.map(worth);
        let winner = match bottom.cmp(&top) {
            Ordering::Greater => Some(Side::Bottom),
            Ordering::Less => Some(Side::Top),
            Ordering::Equal => None,
        };
        Ending { by, winner }
    }
}
