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
        let mut position = *self;
        let passes = position.advance(action);
        Ok(Played { position, passes })
    }

    /// Reads an action and plays it. That the game is over is said before the text is looked at.
    ///
    /// # Errors
    /// As [`play`](Position::play); [`Refusal::UnknownAction`] for a text that is no action.
    pub fn play_text(&self, text: &str) -> Result<Played, Refusal> {
        self.play(self.read(text)?)
    }

    /// The position with the passes played that it begins with, or ended if the rules end it: for
    /// one that no action led to, such as a position that a moderator has set.
    #[must_use]
    pub fn settled(&self) -> Played {
        let mut position = *self;
        let passes = match position.ending {
            Some(_) => 0,
            None => position.pass_on(),
        };
        Played { position, passes }
    }

    /// Plays an action that is known to be legal and returns how many passes followed.
    #[inline]
    pub(super) fn advance(&mut self, action: Action) -> u8 {
        self.act(action);
        self.pass_on()
    }

    fn act(&mut self, action: Action) {
        let side = self.to_move;
        self.complete_turn();
        match action {
            Action::Move { from, to } => self.walk(side, from, to),
            Action::Hit { from, to } => {
                self.walk(side, from, to);
                let target = jumped(from, to).map_or(SquareSet::EMPTY, SquareSet::of);
                self.strike(side.opponent(), target);
                self.quiet = 0;
            }
            Action::Sacrifice { at } => {
                self.toggle_suns(SquareSet::of(at));
                self.score[side] = self.score[side].saturating_add(1);
                self.quiet = 0;
            }
            Action::Transfer { from, to } => {
                self.toggle_suns(SquareSet::of(from) | SquareSet::of(to));
                self.locked |= SquareSet::of(from);
            }
        }
    }

    /// What a turn does even if it is a pass: it opens its side's locks (R4), it is quiet so far, and
    /// the other side is to move. The action comes after it, so that the lock which a transfer closes
    /// stays closed until its owner has completed another turn.
    fn complete_turn(&mut self) {
        self.locked = self.locked & !self.pieces[self.to_move];
        self.quiet = self.quiet.saturating_add(1);
        self.to_move = self.to_move.opponent();
    }

    fn walk(&mut self, side: Side, from: Square, to: Square) {
        let (start, path) = (SquareSet::of(from), SquareSet::of(from) | SquareSet::of(to));
        self.pieces[side] ^= path;
        if self.sun_carriers.meets(start) {
            self.sun_carriers ^= path;
        } else if self.carriers.meets(start) {
            self.carriers ^= path;
        }
    }

    /// Takes a layer off a piece; a guard leaves the board (R1).
    fn strike(&mut self, owner: Side, target: SquareSet) {
        if self.sun_carriers.meets(target) {
            self.toggle_suns(target);
        } else if self.carriers.meets(target) {
            self.carriers ^= target;
        } else {
            self.pieces[owner] ^= target;
        }
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
                    self.complete_turn();
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
