//! What the outside is shown of a match: plain data, made from the match, the lists and the texts.

use std::sync::Arc;

use crate::ids::{AccountId, MatchId};
use crate::referee::event::Visibility;
use crate::referee::options::TurnClock;
use crate::rules::abaddon::level::Level;
use crate::rules::abaddon::position::{Kind, Position};
use crate::rules::abaddon::ruleset::Options;
use crate::rules::abaddon::step::Step;
use crate::rules::colour::Colour;
use crate::rules::seat::{Names, Seat};
use crate::store::sprites::SpriteRow;
use crate::time::{GmtDay, Instant};

pub use super::accounts::{Person, Viewer};

/// Where a match stands, as lists and the API name it.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum MatchState {
    /// No turn has been accepted yet.
    Open,
    /// Turns are played.
    Running,
    /// A moderator or the host has stopped the clock.
    Paused,
    /// Somebody has won, or a moderator has closed it.
    Over,
}

/// A match, whole, as one viewer sees it at one instant.
#[derive(Clone, Debug)]
pub struct MatchView {
    /// The instant for which everything here is true.
    pub now: Instant,
    /// Its id.
    pub id: MatchId,
    /// Its title.
    pub title: String,
    /// Who made it.
    pub host: Person,
    /// When it was made.
    pub created_at: Instant,
    /// Where it stands.
    pub state: MatchState,
    /// Whether a newcomer may still come in.
    pub joinable: bool,
    /// The number of its newest event, due ones that are not recorded yet left out.
    pub seq: u64,
    /// The highest turn number; 0 before the first turn.
    pub turns: u32,
    /// Who may see it.
    pub visibility: Visibility,
    /// The accounts named for a private match.
    pub players: Vec<AccountId>,
    /// The level's id.
    pub level_id: String,
    /// The level.
    pub level: Arc<Level>,
    /// The numbers of the rules.
    pub options: Options,
    /// The turn clock.
    pub clock: TurnClock,
    /// Whether players may take back their own last turn (T19).
    pub takeback: bool,
    /// Whether the host may make rulings in a match that they play in.
    pub host_moderates: bool,
    /// What stands on the board.
    pub position: Position,
    /// Seats by number.
    pub seats: Vec<SeatView>,
    /// Who holds the board at [`now`](Self::now), if anybody does.
    pub announcement: Option<HoldView>,
    /// Who has won.
    pub winner: Option<Seat>,
    /// Turns accepted on the present GMT day, oldest first: for the day strip.
    pub today: Vec<PlayedToday>,
    /// What units would look like, if a turn were played now, that do not as they do by default.
    pub sprites: Vec<SeatSprite>,
    /// What the viewer may do; `None` for a visitor.
    pub mine: Option<MyPlace>,
}

/// A seat and who sits on it.
#[derive(Clone, PartialEq, Debug)]
pub struct SeatView {
    /// Its number.
    pub seat: Seat,
    /// The player; `None` on a vacant seat.
    pub player: Option<Person>,
    /// Its colour.
    pub colour: Colour,
    /// How many doors it owns.
    pub doors: usize,
    /// How many units it has.
    pub units: usize,
    /// How many walls of it stand.
    pub walls: usize,
    /// When its next turn opens by the clock; `None` when it may play now.
    pub next_turn_opens: Option<Instant>,
    /// Its newest turn: number and instant.
    pub last_turn: Option<(u32, Instant)>,
}

/// Who holds the board.
#[derive(Clone, PartialEq, Debug)]
pub struct HoldView {
    /// Who.
    pub holder: Person,
    /// Their seat; a newcomer has none yet.
    pub seat: Option<Seat>,
    /// Their colour: the seat's, or the one that a newcomer announced.
    pub colour: Option<Colour>,
    /// When it was announced.
    pub at: Instant,
    /// The last instant at which the turn may be finished.
    pub held_until: Instant,
}

/// A flag of the day strip.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedToday {
    /// Whose turn.
    pub seat: Seat,
    /// When it was accepted.
    pub at: Instant,
}

/// What a match holds for the viewer, as far as the clock and the board say.
#[derive(Clone, PartialEq, Debug)]
pub struct MyPlace {
    /// The viewer's seat; `None` for a newcomer.
    pub seat: Option<Seat>,
    /// Whether a turn by the viewer would be accepted now, and why not otherwise.
    pub may_play: Result<(), Hindrance>,
    /// Whether an announcement by the viewer would be accepted now, and why not otherwise. A viewer
    /// who holds the board may not announce again: `announcement` says so.
    pub may_announce: Result<(), Hindrance>,
    /// Whether the viewer holds the board.
    pub holds_board: bool,
    /// The GMT day that a turn sent now would use up, where days are used up at all.
    pub uses_up: Option<GmtDay>,
    /// What the viewer has typed and not sent.
    pub draft: Option<DraftView>,
}

/// A refusal, put into words for the viewer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hindrance {
    /// The stable code.
    pub code: &'static str,
    /// The rule or ruling that it follows from.
    pub rule: &'static str,
    /// A sentence.
    pub message: String,
    /// When it no longer hinders, if that is known.
    pub opens_at: Option<Instant>,
}

/// What somebody has typed and not sent (T7).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DraftView {
    /// The steps as typed.
    pub steps: Vec<String>,
    /// The text as typed.
    pub post: Option<String>,
    /// The colour as typed.
    pub colour: Option<String>,
    /// When it was kept.
    pub saved_at: Instant,
}

/// A match in a list.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchCard {
    /// Its id.
    pub id: MatchId,
    /// Its title.
    pub title: String,
    /// Who made it.
    pub host: Person,
    /// The number of its newest event.
    pub seq: u64,
    /// The level's name.
    pub level_name: String,
    /// The turn clock.
    pub clock: TurnClock,
    /// Where it stands.
    pub state: MatchState,
    /// Whether a newcomer may still come in.
    pub joinable: bool,
    /// Seats free for newcomers.
    pub free_seats: u8,
    /// The highest turn number.
    pub turns: u32,
    /// When the newest turn was accepted.
    pub last_turn_at: Option<Instant>,
    /// When it was made.
    pub created_at: Instant,
    /// Seats by number.
    pub seats: Vec<SeatView>,
    /// Who holds the board, if anybody does.
    pub announcement: Option<HoldView>,
    /// Who has won.
    pub winner: Option<Seat>,
    /// What the viewer may do in it; `None` for a visitor and for somebody without a seat in it.
    pub mine: Option<MyPlace>,
    /// Pixels of its picture at scale 1.
    pub picture_size: (u32, u32),
}

/// The lobby, as one viewer sees it.
#[derive(Clone, PartialEq, Debug)]
pub struct Lobby {
    /// The viewer's own matches in which they may play now.
    pub waiting: Vec<MatchCard>,
    /// Matches that wait for their first turn.
    pub open: Page<MatchCard>,
    /// Matches that are played.
    pub running: Page<MatchCard>,
    /// Matches that are over.
    pub over: Page<MatchCard>,
}

/// A page of a list.
#[derive(Clone, PartialEq, Debug)]
pub struct Page<T> {
    /// The entries.
    pub items: Vec<T>,
    /// Where the next page begins, if there is one: opaque.
    pub next: Option<String>,
}

/// An accepted turn.
#[derive(Clone, PartialEq, Debug)]
pub struct TurnView {
    /// Its number.
    pub turn: u32,
    /// The number of its event.
    pub seq: u64,
    /// When it was accepted.
    pub at: Instant,
    /// The GMT day to which it belongs.
    pub day: GmtDay,
    /// When it was announced, if it was.
    pub announced_at: Option<Instant>,
    /// Whose seat.
    pub seat: Seat,
    /// The colour of that seat.
    pub colour: Colour,
    /// Who played it.
    pub player: Person,
    /// The steps.
    pub steps: Vec<StepView>,
    /// What the player wrote, as typed.
    pub post: Option<String>,
    /// The position before it.
    pub before: Position,
    /// The position after it.
    pub position: Position,
    /// Whether it won the match.
    pub won: bool,
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
    /// Every legal next step after them, in notation, sorted bytewise.
    pub next: Vec<String>,
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
    /// The level.
    pub level: Arc<Level>,
    /// The position before that turn: what differs is what `mark` marks.
    pub before: Position,
    /// The position.
    pub position: Position,
    /// Seats by number: colours and names.
    pub seats: Vec<(Option<String>, Colour)>,
    /// How many of these seats were taken by then.
    pub seats_taken: usize,
    /// What units look like that do not look as they do by default.
    pub sprites: Vec<SeatSprite>,
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

impl MatchView {
    /// What the players on the seats are called.
    pub fn names(&self) -> Names {
        names(&self.seats)
    }
}

/// What the players on seats are called; a vacant seat is called by its number.
pub fn names(seats: &[SeatView]) -> Names {
    let called: Vec<String> = (seats.iter())
        .map(|seat| match &seat.player {
            Some(player) => player.name.clone(),
            None => format!("seat {}", seat.seat),
        })
        .collect();
    Names::new(called.iter().map(String::as_str))
}
