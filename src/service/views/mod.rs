//! What the outside is shown of a match: plain data, made from the match, the lists and the texts.

mod table;
mod turns;

use crate::ids::{AccountId, MatchId};
use crate::referee::event::Visibility;
use crate::referee::options::TurnClock;
use crate::rules::colour::Colour;
use crate::rules::seat::{Names, Seat};
use crate::time::{GmtDay, Instant};

pub use super::accounts::{Person, Viewer};
pub use super::choices::{Attacker, Choice};
pub use table::{AbaddonTable, Halls, HeliosTable, TableView};
pub use turns::{
    ActionCheckView, ActionView, BoardScene, BoardView, CheckRefused, CheckView, EntryBoards,
    EntryView, Interference, PlayView, RefusalView, SeatSprite, Shot, StepView, TriedOut, TurnView,
};

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
    /// The number of the newest turn that counts; 0 where none does.
    pub newest_turn: u32,
    /// The turns that are struck through, in order (T15).
    pub struck: Vec<u32>,
    /// The number of the ruling that has changed the board since that turn: a removal.
    pub changed_by: Option<u64>,
    /// The number of the newest ruling that has hidden sprites: the addresses of pictures carry it.
    pub redrawn: Option<u64>,
    /// Until when it is paused, where it is and a pause has an end.
    pub paused_until: Option<Instant>,
    /// Who may see it.
    pub visibility: Visibility,
    /// The accounts named for a private match.
    pub players: Vec<AccountId>,
    /// Whether the host may make rulings in a match that they play in.
    pub host_moderates: bool,
    /// Seats by number.
    pub seats: Vec<SeatView>,
    /// Who has won.
    pub winner: Option<Seat>,
    /// Turns accepted on the present GMT day, oldest first: for the day strip.
    pub today: Vec<PlayedToday>,
    /// What units would look like, if a turn were played now, that do not as they do by default.
    pub sprites: Vec<SeatSprite>,
    /// What the viewer may do; `None` for a visitor.
    pub mine: Option<MyPlace>,
    /// What is played, and how it stands.
    pub table: TableView,
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
    /// When its next turn opens by the clock; `None` when it is open. That the match is over, paused,
    /// reserved or waits for players is no matter of the clock. Helios has no such clock.
    pub next_turn_opens: Option<Instant>,
    /// Its newest turn: number and instant.
    pub last_turn: Option<(u32, Instant)>,
    /// What it has on the board.
    pub holding: Holding,
}

/// What a seat has on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Holding {
    /// In Halls of Abaddon.
    Abaddon {
        /// How many doors it owns.
        doors: usize,
        /// How many units it has.
        units: usize,
        /// How many walls of it stand.
        walls: usize,
    },
    /// In Helios.
    Helios {
        /// Its points.
        points: u16,
        /// How many suns it carries.
        suns: u32,
        /// How many layers its pieces have together.
        layers: u32,
    },
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
    /// What the viewer has typed and not sent.
    pub draft: Option<DraftView>,
    /// What else the game lets the viewer do now.
    pub choices: Choices,
}

/// What a game lets a viewer do besides playing.
#[derive(Clone, PartialEq, Debug)]
pub enum Choices {
    /// In Halls of Abaddon.
    Abaddon(AbaddonChoices),
    /// In Helios.
    Helios(HeliosChoices),
}

/// Announcements, as far as they concern a viewer.
#[derive(Clone, PartialEq, Debug)]
pub struct AbaddonChoices {
    /// Whether an announcement by the viewer would be accepted now, and why not otherwise. A viewer
    /// who holds the board may not announce again: `announcement` says so.
    pub may_announce: Result<(), Hindrance>,
    /// Whether the viewer holds the board.
    pub holds_board: bool,
    /// The turn that the viewer may take back now, if there is one (T19).
    pub take_back: Option<u32>,
    /// Whether the viewer may leave the match.
    pub may_leave: bool,
    /// The GMT day that a turn sent now would use up, where days are used up at all.
    pub uses_up: Option<GmtDay>,
}

/// Whether each of these commands of the viewer would be accepted now, and why not otherwise.
#[derive(Clone, PartialEq, Debug)]
pub struct HeliosChoices {
    /// Taking the free side.
    pub take_seat: Result<(), Hindrance>,
    /// Accepting or declining a draw.
    pub answer_draw: Result<(), Hindrance>,
    /// Claiming the win on time (R8).
    pub flag: Result<(), Hindrance>,
    /// Resigning.
    pub resign: Result<(), Hindrance>,
}

impl MyPlace {
    /// Whether the viewer holds the board.
    pub const fn holds_board(&self) -> bool {
        match &self.choices {
            Choices::Abaddon(choices) => choices.holds_board,
            Choices::Helios(_) => false,
        }
    }
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
    /// The steps as typed; in Helios at most one, the action.
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
    /// Where it stands.
    pub state: MatchState,
    /// Whether a newcomer may still come in.
    pub joinable: bool,
    /// Seats that the viewer, or any newcomer, could still take.
    pub free_seats: u8,
    /// The highest turn number.
    pub turns: u32,
    /// When the newest turn was accepted.
    pub last_turn_at: Option<Instant>,
    /// When it was made.
    pub created_at: Instant,
    /// Seats by number.
    pub seats: Vec<SeatView>,
    /// Until when it is paused, where it is and a pause has an end.
    pub paused_until: Option<Instant>,
    /// Who has won.
    pub winner: Option<Seat>,
    /// What the viewer may do in it; `None` for a visitor and for somebody without a seat in it.
    pub mine: Option<MyPlace>,
    /// Pixels of its picture at scale 1.
    pub picture_size: (u32, u32),
    /// What is played, and how it stands.
    pub table: CardTable,
}

/// What a list shows of a match's own game.
#[derive(Clone, PartialEq, Debug)]
pub enum CardTable {
    /// Halls of Abaddon.
    Abaddon {
        /// The level's name.
        level_name: String,
        /// The turn clock.
        clock: TurnClock,
        /// Who holds the board, if anybody does.
        announcement: Option<HoldView>,
    },
    /// Helios.
    Helios(Box<HeliosTable>),
}

impl CardTable {
    /// Who holds the board, if anybody does.
    pub const fn announcement(&self) -> Option<&HoldView> {
        match self {
            Self::Abaddon { announcement, .. } => announcement.as_ref(),
            Self::Helios(_) => None,
        }
    }
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
    /// Matches that stand still for a while.
    pub paused: Page<MatchCard>,
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
