//! Playing steps: the one way in which a position changes.

use std::collections::BTreeSet;

use super::position::{Kind, Position, Unit};
use super::refusal::{Refusal, RefusedStep};
use super::ruleset::Ruleset;
use super::step::Step;
use crate::rules::grid::{Edge, Square};
use crate::rules::seat::Seat;

/// A player's turn while its steps are played: the position so far, the actions left and which units
/// have spent their jump or attack (R3).
///
/// ```
/// use daykeeper::rules::abaddon::{apply::TurnInPlay, level::Level, position::Position, ruleset::Ruleset};
/// use daykeeper::rules::seat::Seat;
/// let level = Level::shipped("halls-of-abaddon").unwrap();
/// let rules = Ruleset::new(level, Default::default()).unwrap();
/// let mut turn = TurnInPlay::begin(&rules, Position::empty(), Seat::new(0).unwrap());
/// turn.play(&"join a13".parse().unwrap()).unwrap();
/// assert_eq!(turn.actions_left(), 1);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnInPlay<'a> {
    pub(super) rules: &'a Ruleset,
    pub(super) seat: Seat,
    pub(super) position: Position,
    pub(super) actions_left: u8,
    pub(super) spent: Spent,
}

/// Where the units stand that have spent a limit of the turn (R3).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(super) struct Spent {
    /// The units that have jumped.
    pub(super) jumps: BTreeSet<Square>,
    /// The units that have attacked.
    pub(super) attacks: BTreeSet<Square>,
}

impl Spent {
    /// Follows the units as a change moves, destroys or tires them.
    pub(super) fn follow(&mut self, change: Change) {
        match change {
            Change::Perish(square) => {
                self.jumps.remove(&square);
                self.attacks.remove(&square);
            }
            Change::Go(from, to) => {
                for spent in [&mut self.jumps, &mut self.attacks] {
                    if spent.remove(&from) {
                        spent.insert(to);
                    }
                }
            }
            Change::Jumped(square) => {
                self.jumps.insert(square);
            }
            Change::Attacked(square) => {
                self.attacks.insert(square);
            }
            Change::Door(..) | Change::Arrive(..) | Change::Become(..) | Change::Wall(..) => {}
        }
    }
}

/// One thing that a step does to the board, or to a unit's limits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Change {
    /// A door gets another owner, or none.
    Door(Square, Option<Seat>),
    /// A unit appears.
    Arrive(Square, Unit),
    /// The unit there is destroyed or sacrificed.
    Perish(Square),
    /// A unit goes from one square to another.
    Go(Square, Square),
    /// A unit becomes another kind.
    Become(Square, Kind),
    /// A wall is built, or falls.
    Wall(Edge, Option<Seat>),
    /// The unit there has spent its jump.
    Jumped(Square),
    /// The unit there has spent its attack.
    Attacked(Square),
}

impl<'a> TurnInPlay<'a> {
    /// A turn with no step played yet.
    pub fn begin(rules: &'a Ruleset, position: Position, seat: Seat) -> Self {
        Self {
            rules,
            seat,
            position,
            actions_left: rules.options.actions,
            spent: Spent::default(),
        }
    }

    /// The position after the steps played so far.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// How many actions are left.
    pub fn actions_left(&self) -> u8 {
        self.actions_left
    }

    /// The player's units, by square.
    pub fn own_units(&self) -> impl Iterator<Item = (Square, Unit)> + '_ {
        (self.position.units()).filter(|(_, unit)| unit.owner == self.seat)
    }

    /// Whether the unit on a square has spent its attack (R3).
    pub fn has_attacked(&self, square: Square) -> bool {
        self.spent.attacks.contains(&square)
    }

    /// Plays one step, if it is legal.
    ///
    /// # Errors
    /// The first [`Refusal`] that fits, in the order of abaddon.md; the turn is then as it was.
    pub fn play(&mut self, step: &Step) -> Result<(), Refusal> {
        let changes = self.changes(step)?;
        self.carry_out(step.cost(), changes);
        Ok(())
    }

    /// Makes the changes of a step that was checked, and sees whether it wins (R18).
    pub(super) fn carry_out(&mut self, cost: u8, changes: Vec<Change>) {
        self.actions_left -= cost;
        for change in changes {
            self.make(change);
        }
        let doors_to_win = usize::from(self.rules.options.doors_to_win);
        if doors_to_win <= self.position.doors_of(self.seat) {
            self.position.winner = Some(self.seat);
        }
    }

    /// Reads and plays one step as a player typed it.
    ///
    /// # Errors
    /// `game_over` first, then what is wrong in the text, then what [`TurnInPlay::play`] refuses.
    pub fn play_text(&mut self, text: &str) -> Result<Step, Refusal> {
        if let Some(winner) = self.position.winner() {
            return Err(Refusal::GameOver(winner));
        }
        let step = text.parse()?;
        self.play(&step)?;
        Ok(step)
    }

    fn make(&mut self, change: Change) {
        self.spent.follow(change);
        let board = &mut self.position;
        match change {
            Change::Door(door, Some(owner)) => {
                board.doors.insert(door, owner);
            }
            Change::Door(door, None) => {
                board.doors.remove(&door);
            }
            Change::Arrive(square, unit) => {
                board.units.insert(square, unit);
            }
            Change::Perish(square) => {
                board.units.remove(&square);
            }
            Change::Go(from, to) => {
                if let Some(unit) = board.units.remove(&from) {
                    board.units.insert(to, unit);
                }
            }
            Change::Become(square, kind) => {
                if let Some(unit) = board.units.get_mut(&square) {
                    unit.kind = kind;
                }
            }
            Change::Wall(edge, Some(owner)) => {
                board.walls.insert(edge, owner);
            }
            Change::Wall(edge, None) => {
                board.walls.remove(&edge);
            }
            Change::Jumped(_) | Change::Attacked(_) => {}
        }
    }
}

/// A whole turn that was legal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnPlayed {
    /// Its steps, in the order played.
    pub steps: Vec<Step>,
    /// The position before each of them.
    pub before_each: Vec<Position>,
    /// The position after the last one.
    pub position: Position,
    /// How many actions were not spent.
    pub actions_left: u8,
}

/// Reads and plays a whole turn, one text a step. The steps are read, checked and played one after
/// another; nothing later is looked at before the first bad one.
///
/// # Errors
/// [`RefusedStep`] for the first bad step, and for a turn without any (R1); the position is the
/// caller's and stays as it was (R2).
pub fn play_turn<S: AsRef<str>>(
    rules: &Ruleset,
    position: &Position,
    seat: Seat,
    steps: &[S],
) -> Result<TurnPlayed, RefusedStep> {
    if steps.is_empty() {
        let refusal = (position.winner()).map_or(Refusal::EmptyTurn, Refusal::GameOver);
        return Err(RefusedStep { step: 0, refusal });
    }
    let mut turn = TurnInPlay::begin(rules, position.clone(), seat);
    let mut played = Vec::with_capacity(steps.len());
    let mut before_each = Vec::with_capacity(steps.len());
    for (number, text) in steps.iter().enumerate() {
        before_each.push(turn.position.clone());
        let refused = |refusal| RefusedStep {
            step: number,
            refusal,
        };
        played.push(turn.play_text(text.as_ref()).map_err(refused)?);
    }
    Ok(TurnPlayed {
        steps: played,
        before_each,
        position: turn.position,
        actions_left: turn.actions_left,
    })
}
