//! Which turn a picture shows: tried on the board that its file names, else on the newest, then on
//! the few before it.

use std::collections::BTreeSet;

use crate::ids::MatchId;
use crate::referee::abaddon::Table;
use crate::referee::refusal::Refusal;
use crate::referee::state::{self, Match, TurnMark};
use crate::rules::abaddon::differences::{changed_squares, differences};
use crate::rules::abaddon::infer::{GivenUp, infer_within};
use crate::rules::abaddon::position::Position;
use crate::rules::abaddon::ruleset::Ruleset;
use crate::rules::abaddon::step::Step;
use crate::rules::canonical::position_hash;
use crate::rules::grid::Square;
use crate::rules::seat::{Names, Seat};

use super::steps::try_out;
use super::views::{CheckRefused, CheckView, Person, StepView};
use super::{Service, ServiceError, blocking};

/// How many steps are looked at for one board. Of turns with two actions, those on late boards of eight
/// players, of forty units too, need fewer than 5,000, and on boards of ninety units fewer than 60,000.
const PATIENCE: u64 = 300_000;
/// How many boards before the newest are tried.
const FEW: usize = 4;

/// A position that was read from a picture.
#[derive(Clone, PartialEq, Debug)]
pub struct Shown {
    /// The position.
    pub position: Position,
    /// What the file says of where it comes from, if it says anything.
    pub origin: Option<Origin>,
}

/// What the text chunk `daykeeper` of a picture says (picture.md).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Origin {
    match_id: Option<MatchId>,
    turn: Option<u32>,
    position: Option<String>,
}

impl Origin {
    /// Reads `match=… turn=… position=…`; what is not understood is passed over.
    pub fn read(text: &str) -> Self {
        let value = |name: &str| {
            let mut words = text.split_whitespace();
            words.find_map(|word| word.strip_prefix(name)?.strip_prefix('='))
        };
        Self {
            match_id: value("match").and_then(|id| id.parse().ok()),
            turn: value("turn").and_then(|turn| turn.parse().ok()),
            position: value("position").map(str::to_owned),
        }
    }

    /// The match, where it is another one than this.
    pub fn other_than(&self, id: MatchId) -> Option<MatchId> {
        self.match_id.filter(|named| *named != id)
    }

    /// The turn after which the board stood that the picture was made from.
    pub fn turn(&self) -> Option<u32> {
        self.turn
    }

    /// Whether a board is the one that the picture was made from.
    fn is(&self, board: &Board) -> bool {
        let hash = position_hash(&board.position);
        self.turn.is_none_or(|turn| turn == board.turn) && self.position.as_ref() == Some(&hash)
    }
}

/// The turn that a picture shows, on the board as it stands.
#[derive(Clone, PartialEq, Debug)]
pub struct Explained {
    /// Its steps.
    pub steps: Vec<StepView>,
    /// The position that it leads to.
    pub position: Position,
    /// Actions that it leaves.
    pub actions_left: u8,
    /// The number of the match's newest event.
    pub seq: u64,
    /// The turn after which the board stood that the picture was made from; 0 at the start.
    pub made_from: u32,
    /// The turns that came in between, each with who played it.
    pub between: Vec<(u32, String)>,
    /// What differs from the board as it stands.
    pub differences: Vec<String>,
    /// The squares on which it does.
    pub squares: BTreeSet<Square>,
}

impl Explained {
    /// Whether the picture was made from an older board, and its turn is still legal.
    pub fn is_rebased(&self) -> bool {
        !self.between.is_empty()
    }
}

/// Why a picture that was read shows no turn.
#[derive(Debug, thiserror::Error)]
pub enum Unexplained {
    /// Its file belongs to another match.
    #[error("this picture is a board of another match ({0}); hand in one of this match")]
    OtherMatch(MatchId),
    /// It is a board of the match as it was.
    #[error("nothing was changed in this picture: it is the board {}", after(*.0))]
    Unchanged(u32),
    /// No legal turn of the player leads to it.
    #[error("no legal turn of yours leads from the board {} to this picture", after(.0.made_from))]
    NoTurn(Box<Difference>),
    /// So much differs that it is not known whether a legal turn leads to it.
    #[error("so much differs in this picture from the board {} that the search for a turn was given up; write the turn instead", after(.0.made_from))]
    GivenUp(Box<Difference>),
    /// The turn that it shows is no longer legal.
    #[error("{}; the same turn is not legal any more: {}", overtaken(.difference.made_from, .between), .refused.message)]
    Overtaken {
        /// What differs from the board that it was made from.
        difference: Box<Difference>,
        /// The turn, in notation.
        steps: Vec<String>,
        /// The turns that came in between, each with who played it.
        between: Vec<(u32, String)>,
        /// The first step that is not legal now.
        refused: CheckRefused,
    },
    /// Something else about the match.
    #[error(transparent)]
    Service(#[from] ServiceError),
}

/// What a picture shows otherwise than the board that it was made from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The turn after which that board stood; 0 at the start.
    pub made_from: u32,
    /// In words.
    pub words: Vec<String>,
    /// The squares.
    pub squares: BTreeSet<Square>,
}

impl Unexplained {
    /// The stable code of api.md.
    pub fn code(&self) -> &'static str {
        match self {
            Self::OtherMatch(_) => "other_level",
            Self::Unchanged(_) | Self::NoTurn(_) | Self::GivenUp(_) | Self::Overtaken { .. } => {
                "unreachable"
            }
            Self::Service(error) => error.code(),
        }
    }

    /// What differs, where the picture was compared with a board.
    pub fn difference(&self) -> Option<&Difference> {
        match self {
            Self::NoTurn(difference)
            | Self::GivenUp(difference)
            | Self::Overtaken { difference, .. } => Some(difference),
            Self::OtherMatch(_) | Self::Unchanged(_) | Self::Service(_) => None,
        }
    }
}

/// “Made from turn 12; turn 13 by Marrow came in between”.
pub fn overtaken(made_from: u32, between: &[(u32, String)]) -> String {
    let turns: Vec<String> = (between.iter())
        .map(|(turn, name)| format!("turn {turn} by {name}"))
        .collect();
    let from = match made_from {
        0 => "the start".to_owned(),
        turn => format!("turn {turn}"),
    };
    format!("made from {from}; {} came in between", turns.join(", "))
}

fn after(turn: u32) -> String {
    match turn {
        0 => "at the start".to_owned(),
        turn => format!("after turn {turn}"),
    }
}

/// A board that a picture may have been made from.
#[derive(Clone, Debug)]
struct Board {
    /// The turn after which it stood; 0 at the start.
    turn: u32,
    position: Position,
}

/// What came of comparing a picture with some boards.
enum Found {
    /// It is one of them.
    Unchanged(u32),
    /// A turn leads there from one of them.
    Turn(Board, Vec<Step>),
    /// No turn does; this is the board that it is most like.
    Nothing(Board),
    /// Whether a turn leads there from this board is not known.
    GivenUp(Board),
}

impl Service {
    /// Finds the turn of a player, or of a newcomer, that a picture shows. Nothing is changed.
    ///
    /// # Errors
    /// [`Unexplained`].
    pub async fn explain(
        &self,
        by: &Person,
        id: MatchId,
        shown: Shown,
    ) -> Result<Explained, Unexplained> {
        let loaded = self.desk_of_player(by, id).await?.current();
        let game = &loaded.game;
        let table = game.abaddon().ok_or(ServiceError::Missing)?;
        let origin = shown.origin.clone().unwrap_or_default();
        if let Some(other) = origin.other_than(id) {
            return Err(Unexplained::OtherMatch(other));
        }
        let Some(seat) = (game.seat_of(by.id)).or_else(|| table.next_seat(&game.seats)) else {
            let full = self.refused(Refusal::MatchFull, &loaded, by, &[]).await;
            return Err(full.into());
        };
        let people = self.people_of(std::iter::once(game)).await?;
        let names = people.names_with(game, Some(by));
        let boards = self.boards_to_try((game, table), &origin).await?;
        let (rules, position) = (table.ruleset.clone(), shown.position.clone());
        let found = blocking::run(move || find(&rules, &boards, &position, seat)).await;
        let difference = |from: &Board| difference(from, &shown.position, &names);
        match found {
            Found::Unchanged(turn) => Err(Unexplained::Unchanged(turn)),
            Found::Nothing(board) => Err(Unexplained::NoTurn(Box::new(difference(&board)))),
            Found::GivenUp(board) => Err(Unexplained::GivenUp(Box::new(difference(&board)))),
            Found::Turn(board, steps) => {
                let steps: Vec<String> = steps.iter().map(ToString::to_string).collect();
                let tried = try_out(table, seat, &steps, &names);
                let between = turns_after(game, board.turn, &names);
                match tried.refused.clone() {
                    None => Ok(explained(
                        (game, table),
                        tried,
                        (board.turn, between),
                        &names,
                    )),
                    Some(refused) => Err(Unexplained::Overtaken {
                        difference: Box::new(difference(&board)),
                        steps,
                        between,
                        refused,
                    }),
                }
            }
        }
    }

    /// The board that a picture says it was made from, if the match had that board: the turn after
    /// which it stood, and the turns that came in between, each with who played it.
    ///
    /// # Errors
    /// [`ServiceError::Missing`] where there is no match of Abaddon that the player may see.
    pub async fn made_from(
        &self,
        by: &Person,
        id: MatchId,
        origin: &Origin,
    ) -> Result<Option<(u32, Vec<(u32, String)>)>, ServiceError> {
        let loaded = self.desk_of_player(by, id).await?.current();
        let game = &loaded.game;
        let table = game.abaddon().ok_or(ServiceError::Missing)?;
        let boards = self.boards_to_try((game, table), origin).await?;
        let people = self.people_of(std::iter::once(game)).await?;
        let board = boards.first().filter(|board| origin.is(board));
        Ok(board.map(|board| {
            (
                board.turn,
                turns_after(game, board.turn, &people.names(game)),
            )
        }))
    }

    /// The newest boards that count, newest first; before them the one that the file says it was made
    /// from, where the match had that board then.
    async fn boards_to_try(
        &self,
        (game, table): (&Match, &Table),
        origin: &Origin,
    ) -> Result<Vec<Board>, ServiceError> {
        let newest = Board {
            turn: game.newest_standing(),
            position: table.position.clone(),
        };
        let mut boards = vec![newest];
        for mark in turns_to_try(game, origin) {
            boards.extend(self.board_before(game.id, mark).await?);
        }
        boards.sort_by_key(|board| !origin.is(board));
        Ok(boards)
    }

    /// The board on which a turn was played.
    async fn board_before(
        &self,
        id: MatchId,
        mark: &TurnMark,
    ) -> Result<Option<Board>, ServiceError> {
        let found = self.stored_turn(id, mark.turn).await?;
        Ok(match found.row.before {
            state::Board::Abaddon(position) => Some(Board {
                turn: mark.follows,
                position,
            }),
            state::Board::Helios(_) => None,
        })
    }
}

/// The turns on whose boards a picture is tried, newest first: the few newest that count, and the one
/// that was played on the board that the file names.
fn turns_to_try<'a>(game: &'a Match, origin: &Origin) -> impl Iterator<Item = &'a TurnMark> {
    let named = origin.turn;
    let newest = game.standing().enumerate();
    newest
        .filter(move |(age, mark)| *age < FEW || named == Some(mark.follows))
        .map(|(_, mark)| mark)
}

/// Tries the boards in order. One that the picture does not differ from at all was handed in as it
/// was; only the first may be led away from before that is asked of the others.
fn find(rules: &Ruleset, boards: &[Board], shown: &Position, seat: Seat) -> Found {
    let differs = |board: &&Board| changed_squares(&board.position, shown).len();
    let explained =
        |board: &Board| match infer_within(rules, (&board.position, shown), seat, PATIENCE) {
            Ok(steps) => Some(Found::Turn(board.clone(), steps?)),
            Err(GivenUp) => Some(Found::GivenUp(board.clone())),
        };
    let (first, others) = boards.split_first().expect("there is a newest board");
    if differs(&first) == 0 {
        return Found::Unchanged(first.turn);
    }
    if let Some(found) = explained(first) {
        return found;
    }
    if let Some(same) = others.iter().find(|board| differs(board) == 0) {
        return Found::Unchanged(same.turn);
    }
    others.iter().find_map(explained).unwrap_or_else(|| {
        let nearest = boards.iter().min_by_key(differs);
        Found::Nothing(nearest.unwrap_or(first).clone())
    })
}

fn difference(from: &Board, shown: &Position, names: &Names) -> Difference {
    Difference {
        made_from: from.turn,
        words: differences(&from.position, shown, names),
        squares: changed_squares(&from.position, shown),
    }
}

fn explained(
    (game, table): (&Match, &Table),
    tried: CheckView,
    (made_from, between): (u32, Vec<(u32, String)>),
    names: &Names,
) -> Explained {
    Explained {
        differences: differences(&table.position, &tried.position, names),
        squares: changed_squares(&table.position, &tried.position),
        steps: tried.steps,
        position: tried.position,
        actions_left: tried.actions_left,
        seq: game.seq,
        made_from,
        between,
    }
}

/// The turns that count behind one, oldest first, each with who played it.
fn turns_after(game: &Match, turn: u32, names: &Names) -> Vec<(u32, String)> {
    let name = |mark: &TurnMark| match mark.seat {
        Some(seat) => names.of(seat).to_owned(),
        None => "a moderator".to_owned(),
    };
    let later = game.standing().take_while(|mark| turn < mark.turn);
    let mut turns: Vec<_> = later.map(|mark| (mark.turn, name(mark))).collect();
    turns.reverse();
    turns
}
