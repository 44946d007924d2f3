//! Turns, what is tried out, and boards to be drawn.

use std::sync::Arc;

use crate::ids::MatchId;
use crate::referee::event::Visibility;
use crate::referee::state::Board;
use crate::rules::abaddon::level::Level;
use crate::rules::abaddon::position::{Kind, Position};
use crate::rules::abaddon::step::Step;
use crate::rules::colour::Colour;
use crate::rules::helios;
use crate::rules::seat::Seat;
use crate::store::record::StoredEvent;
use crate::store::sprites::SpriteRow;
use crate::time::{GmtDay, Instant};

use super::{Attacker, Choice};
use super::{Hindrance, Person};

/// An accepted turn.
#[derive(Clone, PartialEq, Debug)]
pub struct TurnView {
    /// Its number.
    pub turn: u32,
    /// The number of its event.
    pub seq: u64,
    /// When it was accepted.
    pub at: Instant,
    /// The GMT day to which it belongs; a position set for nobody has none.
    pub day: Option<GmtDay>,
    /// When it was announced, if it was.
    pub announced_at: Option<Instant>,
    /// Whose seat; a position may be set for nobody.
    pub seat: Option<Seat>,
    /// The colour of that seat; black for nobody's.
    pub colour: Colour,
    /// Who played it, or who set the position.
    pub player: Person,
    /// What the player wrote, as typed; nothing where it is hidden.
    pub post: Option<String>,
    /// The ruling that hid what the player wrote.
    pub post_hidden_by: Option<Interference>,
    /// What struck it through, while it does not count (T15, T19).
    pub struck_by: Option<Interference>,
    /// The number of the turn that was the newest one before it; 0 for the start.
    pub follows: u32,
    /// The number of the newest ruling in the match that has hidden sprites: the addresses of pictures
    /// carry it.
    pub redrawn: Option<u64>,
    /// Whether it won the match.
    pub won: bool,
    /// What units look like in its picture that do not look as they do by default.
    pub sprites: Vec<SeatSprite>,
    /// What was played.
    pub play: PlayView,
}

/// The entry of the record by which a turn no longer counts, or its text is no longer shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Interference {
    /// The entry's number.
    pub seq: u64,
    /// When it was made.
    pub at: Instant,
    /// The name of whoever did it.
    pub who: String,
    /// In what office a ruling was made, and whether whoever made it played in the match.
    pub office: Option<String>,
    /// Why, if it was a ruling; a player who takes a turn back needs no reason (T19).
    pub reason: Option<String>,
}

impl Interference {
    /// Who did it, and in what office: “judge (moderator)”.
    pub fn doer(&self) -> String {
        match &self.office {
            Some(office) => format!("{} ({office})", self.who),
            None => self.who.clone(),
        }
    }
}

/// What was played in a turn.
#[derive(Clone, PartialEq, Debug)]
pub enum PlayView {
    /// Steps of Halls of Abaddon.
    Abaddon {
        /// The steps.
        steps: Vec<StepView>,
        /// The position before them.
        before: Position,
        /// The position after them.
        position: Position,
    },
    /// An action of Helios.
    Helios(Box<ActionView>),
}

/// An action of Helios in every form that people read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ActionView {
    /// In notation.
    pub notation: String,
    /// In words.
    pub words: String,
    /// How many passes followed (R5).
    pub passes: u8,
    /// The position before it.
    pub before: helios::position::Position,
    /// The position after it and the passes.
    pub position: helios::position::Position,
}

impl TurnView {
    /// Whether it is no play, but a position that a moderator put on the board.
    pub fn is_set_position(&self) -> bool {
        match &self.play {
            PlayView::Abaddon { steps, .. } => steps.is_empty(),
            PlayView::Helios(action) => action.notation.is_empty(),
        }
    }
}

impl PlayView {
    /// The position after the turn.
    pub fn board(&self) -> Board {
        match self {
            Self::Abaddon { position, .. } => Board::Abaddon(position.clone()),
            Self::Helios(action) => Board::Helios(action.position),
        }
    }

    /// What was played, in order: in words and in notation.
    pub fn told(&self) -> Vec<(&str, &str)> {
        match self {
            Self::Abaddon { steps, .. } => (steps.iter())
                .map(|step| (step.words.as_str(), step.notation.as_str()))
                .collect(),
            Self::Helios(action) => vec![(&action.words, &action.notation)],
        }
    }
}

/// One step of a turn in every form that people read.
#[derive(Clone, PartialEq, Debug)]
pub struct StepView {
    /// The step.
    pub step: Step,
    /// In notation.
    pub notation: String,
    /// In words.
    pub words: String,
    /// Actions that it cost.
    pub cost: u8,
    /// The position after it.
    pub after: Position,
}

/// Steps tried out on a position, without playing them (`POST …/check`).
#[derive(Clone, PartialEq, Debug)]
pub struct CheckView {
    /// The steps that are legal, in order.
    pub steps: Vec<StepView>,
    /// The first step that is not, if there is one.
    pub refused: Option<CheckRefused>,
    /// The position after the legal steps.
    pub position: Position,
    /// Actions left after them.
    pub actions_left: u8,
    /// Every legal next step after them, sorted bytewise by notation.
    pub next: Vec<Choice>,
    /// What may take the last step's place for no further action: a spawn with one placement more.
    pub longer: Vec<Choice>,
    /// The player's units, with what is left of their free attacks.
    pub attackers: Vec<Attacker>,
}

/// The first step of a turn that the rules refuse.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckRefused {
    /// Its number, from 0; 0 for a turn without steps too.
    pub step: usize,
    /// The stable code.
    pub code: &'static str,
    /// The rule or ruling.
    pub rule: &'static str,
    /// A sentence.
    pub message: String,
}

/// An action of Helios tried out on a position, without playing it (`POST …/check`).
#[derive(Clone, PartialEq, Debug)]
pub struct ActionCheckView {
    /// The action, if it is legal.
    pub action: Option<ActionView>,
    /// Why it is not, if one was named and is not legal.
    pub refused: Option<Hindrance>,
    /// The position after it; the position as it stands without one.
    pub position: helios::position::Position,
    /// How many passes follow the action.
    pub passes: u8,
    /// Every action that is legal then, in notation, sorted bytewise.
    pub next: Vec<String>,
}

/// Something typed, tried out by the rules of its game.
#[derive(Clone, PartialEq, Debug)]
pub enum TriedOut {
    /// Steps of Halls of Abaddon.
    Abaddon(Box<CheckView>),
    /// An action of Helios.
    Helios(Box<ActionCheckView>),
}

/// What is needed to draw the board after a turn.
#[derive(Clone, Debug)]
pub struct BoardView {
    /// The match.
    pub id: MatchId,
    /// Who may see it.
    pub visibility: Visibility,
    /// The turn after which it stands; 0 at the start.
    pub turn: u32,
    /// When that turn was accepted, or the match made.
    pub at: Instant,
    /// Seats by number: colours and names.
    pub seats: Vec<(Option<String>, Colour)>,
    /// How many of these seats were taken by then.
    pub seats_taken: usize,
    /// What units look like that do not look as they do by default.
    pub sprites: Vec<SeatSprite>,
    /// What stands on it.
    pub scene: BoardScene,
}

/// What stands on a board, and what stood there before the turn: what differs is what `mark` marks.
#[derive(Clone, Debug)]
pub enum BoardScene {
    /// A board of Halls of Abaddon.
    Abaddon {
        /// The level.
        level: Arc<Level>,
        /// The position before the turn.
        before: Position,
        /// The position.
        position: Position,
    },
    /// A board of Helios.
    Helios {
        /// The position before the turn.
        before: helios::position::Position,
        /// The position.
        position: helios::position::Position,
    },
}

/// An entry of a match's record, as the history tells it.
#[derive(Clone, PartialEq, Debug)]
pub struct EntryView {
    /// The entry.
    pub stored: StoredEvent,
    /// The name of whoever made it happen, or `server`.
    pub who: String,
    /// In what office a ruling was made, and whether whoever made it plays in the match.
    pub office: Option<String>,
    /// What happened, a sentence each.
    pub words: Vec<String>,
    /// What was played, in notation.
    pub notation: Vec<String>,
    /// Why a ruling was made.
    pub reason: Option<String>,
    /// The boards before and after it, where it changed them.
    pub boards: Option<EntryBoards>,
    /// What a turn used up.
    pub cost: Option<String>,
    /// Whether it is a turn that is struck through.
    pub struck: bool,
}

/// A refused attempt, as moderators read it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RefusalView {
    /// The match.
    pub match_id: MatchId,
    /// The name of whoever tried.
    pub who: String,
    /// When it was refused last.
    pub at: Instant,
    /// The kind of command, in a word or two.
    pub tried: String,
    /// What it said, such as steps in notation, cut off; perhaps nothing.
    pub said: String,
    /// The stable code of the refusal.
    pub code: String,
    /// Its sentence.
    pub sentence: String,
    /// How often it was refused.
    pub times: u32,
}

/// The boards before and after an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EntryBoards {
    /// The board before it.
    pub before: Shot,
    /// The board after it.
    pub after: Shot,
}

/// A board of a match that there is a picture of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shot {
    /// That after a turn; 0 is the start.
    Turn(u32),
    /// That right before an entry of the record.
    Before(u64),
    /// That right after an entry of the record.
    After(u64),
}

/// A player's own sprite for the units of one kind of their seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatSprite {
    /// The seat.
    pub seat: Seat,
    /// The kind.
    pub kind: Kind,
    /// Twelve lines of twelve characters (picture.md, Custom sprites).
    pub lines: String,
}

impl From<SpriteRow> for SeatSprite {
    fn from(row: SpriteRow) -> Self {
        let SpriteRow {
            seat, kind, lines, ..
        } = row;
        Self { seat, kind, lines }
    }
}
