//! Pictures that players hand in: read, and explained by a turn, off the async threads.

use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::ids::MatchId;
use crate::picture::decode::{DecodeError, Pixels};
use crate::picture::doubt::{Place, Unreadable};
use crate::picture::excerpt::Excerpt;
use crate::picture::read::{ReadError, Reader, Reading, Remark};
use crate::picture::sprite::Sprites;
use crate::rules::abaddon::position::Position;
use crate::rules::abaddon::setup::Setup;
use crate::rules::colour::Colour;
use crate::rules::grid::Square;
use crate::rules::seat::{Names, Seat};
use crate::service::explain::{Explained, Origin, Shown, Unexplained};
use crate::service::views::{Halls, MatchView, Person};
use crate::service::{BoardAt, blocking};
use crate::web::drawing::{self, Colours};
use crate::web::error::Error;
use crate::web::problem::Problem;
use crate::web::state::AppState;

/// The largest body of a request with a picture: the picture, and what a form puts around it.
pub const MAX_BODY: usize = crate::picture::decode::MAX_BYTES + 16 * 1024;

/// A picture that shows a turn.
#[derive(Clone, Debug)]
pub struct Handed {
    /// The turn.
    pub explained: Explained,
    /// A newcomer's colour: the one that they named, announced or painted.
    pub colour: Option<Colour>,
    /// The scale at which the board was found.
    pub scale: u8,
}

/// What could be read of a picture, to be completed by its player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Partial {
    /// The position, without what could not be read.
    pub setup: Setup,
    /// The text chunk `daykeeper` of the file, where it had one.
    pub origin: Option<String>,
    /// A newcomer's colour.
    pub colour: Option<Colour>,
    /// The scale at which the board was found.
    pub scale: u8,
}

/// Why a picture shows no turn.
#[derive(Debug, thiserror::Error)]
pub enum NoTurn {
    /// No board is found in it.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// Some squares or walls cannot be read.
    #[error(transparent)]
    Unreadable(Box<Doubts>),
    /// The position that it shows is explained by no turn.
    #[error("{why}")]
    Unexplained {
        /// Why not.
        why: Box<Unexplained>,
        /// The board as it was painted, where it was looked at.
        board: Option<Excerpt>,
    },
}

/// The squares and walls of a picture that cannot be read, and what else there is to know of it.
#[derive(Debug, thiserror::Error)]
#[error("{}{}", count(.squares.len()), also(*.remark))]
pub struct Doubts {
    /// The squares and walls, and why.
    pub squares: Vec<Unreadable>,
    /// What may be wrong with the picture as a whole.
    pub remark: Option<Remark>,
    /// What could be read.
    pub partial: Partial,
    /// What the players are called.
    pub names: Names,
    /// The board as it was painted.
    pub board: Excerpt,
    /// The turn after which the board stood that it was made from, and the turns that came in between,
    /// where the file says so.
    pub made_from: Option<(u32, Vec<(u32, String)>)>,
}

fn count(unreadable: usize) -> String {
    match unreadable {
        1 => "one square or wall cannot be read; everything else was".to_owned(),
        more => format!("{more} squares or walls cannot be read; everything else was"),
    }
}

fn also(remark: Option<Remark>) -> String {
    remark.map_or_else(String::new, |remark| format!(". Note that {remark}"))
}

impl NoTurn {
    /// What a client is told.
    pub fn problem(&self) -> Problem {
        let with = |code| Problem::new(StatusCode::UNPROCESSABLE_ENTITY, code, self.to_string());
        match self {
            Self::Read(ReadError::Decode(DecodeError::TooLarge)) => {
                Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", self.to_string())
            }
            Self::Read(error) => with(error.code()),
            Self::Unreadable(doubts) => {
                let mut problem = with("unreadable");
                problem.members.squares = Some(json!(doubts.squares));
                problem
            }
            Self::Unexplained { why, .. } => {
                let mut problem = with(why.code());
                let difference = why.difference();
                problem.members.differences = match **why {
                    Unexplained::Unchanged(_) => Some(Vec::new()),
                    _ => difference.map(|difference| difference.words.clone()),
                };
                problem
            }
        }
    }
}

/// Reads a picture of a match and finds the turn that it shows. A newcomer's colour is the one named,
/// else the announced one, else what they painted a door with.
///
/// # Errors
/// [`Error::Picture`]; [`Error::Match`] for what has nothing to do with the picture.
pub async fn find_turn(
    state: &AppState,
    (by, id): (&Person, MatchId),
    file: Vec<u8>,
    colour: Option<Colour>,
) -> Result<Handed, Error> {
    let view = state.matches.view(&Some(by.clone()), id).await?;
    let pixels = blocking::run(move || Pixels::decode(&file)).await;
    let pixels = pixels.map_err(ReadError::Decode).map_err(NoTurn::Read)?;
    let origin = pixels
        .daykeeper
        .as_deref()
        .map(Origin::read)
        .unwrap_or_default();
    // Its colours and level would only be strange: first of all it is of another match.
    if let Some(other) = origin.other_than(id) {
        let (why, board) = (Box::new(Unexplained::OtherMatch(other)), None);
        return Err(NoTurn::Unexplained { why, board }.into());
    }
    let desk = Desk {
        names: names(&view, by),
        wardrobes: wardrobes(state, (by, &view), origin.turn()).await?,
        view,
    };
    let read = blocking::run(move || desk.read(&pixels, colour)).await?;
    match read {
        Ok(Read { partial, board }) => explain(state, (by, id), partial, Some(board)).await,
        Err(mut doubts) => {
            doubts.made_from = state.matches.made_from(by, id, &origin).await?;
            Err(NoTurn::Unreadable(doubts).into())
        }
    }
}

/// Finds the turn of a position of which everything is known, whether it was read or chosen.
///
/// # Errors
/// As [`find_turn`]; [`Error::Malformed`] for a position that cannot be.
pub async fn explain(
    state: &AppState,
    (by, id): (&Person, MatchId),
    partial: Partial,
    board: Option<Excerpt>,
) -> Result<Handed, Error> {
    let view = state.matches.view(&Some(by.clone()), id).await?;
    let table = Halls::of(&view).ok_or(Error::NotFound)?.table;
    let setup = partial.setup.won_by_doors(table.options.doors_to_win);
    let position = Position::new(setup, &table.level).map_err(|faults| {
        let first = faults.first().map(ToString::to_string);
        Error::Malformed(first.unwrap_or_default())
    })?;
    let origin = partial.origin.as_deref().map(Origin::read);
    match state
        .matches
        .explain(by, id, Shown { position, origin })
        .await
    {
        Ok(explained) => Ok(Handed {
            explained,
            colour: partial.colour,
            scale: partial.scale,
        }),
        Err(Unexplained::Service(error)) => Err(error.into()),
        Err(why) => {
            let why = Box::new(why);
            Err(NoTurn::Unexplained { why, board }.into())
        }
    }
}

/// The players on the seats, and behind them a newcomer.
fn names(view: &MatchView, by: &Person) -> Names {
    let known = view.names();
    let seated = view.seats.iter().map(|seat| known.of(seat.seat));
    Names::new(seated.chain([by.name.as_str()]))
}

/// What the units in a picture may look like, the likeliest first: as on the board that it was made
/// from, as on the newest one, and as on the next.
async fn wardrobes(
    state: &AppState,
    (by, view): (&Person, &MatchView),
    made_from: Option<u32>,
) -> Result<Vec<Sprites>, Error> {
    let viewer = Some(by.clone());
    let named = made_from
        .filter(|turn| *turn <= view.turns)
        .map(BoardAt::Turn);
    let mut wardrobes = Vec::new();
    for at in named.into_iter().chain([BoardAt::Newest]) {
        let board = state.matches.board(&viewer, view.id, at).await?;
        wardrobes.push(drawing::sprites(&board.sprites));
    }
    wardrobes.push(drawing::sprites(&view.sprites));
    wardrobes.dedup();
    Ok(wardrobes)
}

/// Somebody who hands a picture in without having a seat yet.
#[derive(Clone, Copy, Debug)]
struct Newcomer {
    seat: Seat,
    colour: Option<Colour>,
}

impl Newcomer {
    /// `None` for who has a seat, and where no seat is left.
    fn of(halls: Halls<'_>, named: Option<Colour>) -> Option<Self> {
        let mine = halls.mine.as_ref()?;
        if mine.seat.is_some() || halls.seats.len() >= usize::from(halls.table.options.seats) {
            return None;
        }
        let held = (halls.table.announcement.as_ref()).filter(|_| mine.holds_board());
        let number = u8::try_from(halls.seats.len()).ok()?;
        Some(Self {
            seat: Seat::new(number)?,
            colour: named.or_else(|| held.and_then(|held| held.colour)),
        })
    }
}

/// A picture without a doubtful square.
struct Read {
    partial: Partial,
    board: Excerpt,
}

/// What pictures of a match are read with.
struct Desk {
    view: MatchView,
    names: Names,
    wardrobes: Vec<Sprites>,
}

impl Desk {
    fn read(
        &self,
        pixels: &Pixels,
        named: Option<Colour>,
    ) -> Result<Result<Read, Box<Doubts>>, Error> {
        // Only boards of Abaddon read back (picture.md).
        let halls = Halls::of(&self.view).ok_or(Error::NotFound)?;
        let mut colours = drawing::colours(halls.seats.iter().map(|seat| seat.colour));
        let newcomer = Newcomer::of(halls, named);
        let mut colour = newcomer.and_then(|newcomer| newcomer.colour);
        if let Some(newcomer) = newcomer {
            colours[newcomer.seat] = colour;
        }
        let mut reading = self
            .read_with(halls, &colours, pixels)
            .map_err(NoTurn::Read)?;
        if let (Some(newcomer), None, Some(stranger)) = (newcomer, colour, reading.stranger) {
            let taken: Vec<Colour> = halls.seats.iter().map(|seat| seat.colour).collect();
            match stranger.colour.check(&taken) {
                Ok(()) => {
                    colour = Some(stranger.colour);
                    colours[newcomer.seat] = colour;
                    reading = self
                        .read_with(halls, &colours, pixels)
                        .map_err(NoTurn::Read)?;
                }
                Err(why) => explain_colour(&mut reading, stranger.door, &why.to_string()),
            }
        }
        Ok(self.complete(reading, pixels.daykeeper.clone(), colour))
    }

    /// The reading with the sprites that leave nothing in doubt, else with the likeliest.
    fn read_with(
        &self,
        halls: Halls<'_>,
        colours: &Colours,
        pixels: &Pixels,
    ) -> Result<Reading, ReadError> {
        let mut likeliest = None;
        for sprites in &self.wardrobes {
            let reader = Reader {
                level: &halls.table.level,
                colours,
                sprites,
                names: &self.names,
                doors_to_win: halls.table.options.doors_to_win,
            };
            let reading = reader.read_pixels(pixels)?;
            if reading.unreadable.is_empty() {
                return Ok(reading);
            }
            likeliest.get_or_insert(reading);
        }
        likeliest.ok_or(ReadError::NotABoard)
    }

    fn complete(
        &self,
        reading: Reading,
        origin: Option<String>,
        colour: Option<Colour>,
    ) -> Result<Read, Box<Doubts>> {
        let Reading {
            scale,
            setup,
            unreadable: squares,
            remark,
            board,
            ..
        } = reading;
        let partial = Partial {
            setup,
            origin,
            colour,
            scale: scale.factor(),
        };
        if squares.is_empty() {
            return Ok(Read { partial, board });
        }
        Err(Box::new(Doubts {
            squares,
            remark,
            partial,
            names: self.names.clone(),
            board,
            made_from: None,
        }))
    }
}

/// Says of a newcomer's door why its colour cannot be theirs.
fn explain_colour(reading: &mut Reading, door: Square, why: &str) {
    let of_door = |doubt: &&mut Unreadable| doubt.place == Place::Square(door);
    if let Some(doubt) = reading.unreadable.iter_mut().find(of_door) {
        why.clone_into(&mut doubt.why);
    }
}
