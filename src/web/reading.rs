//! Pictures that players hand in: read, and explained by a turn, off the async threads.

use axum::http::StatusCode;
use serde_json::json;

use crate::ids::MatchId;
use crate::picture::decode::DecodeError;
use crate::picture::encode::Scale;
use crate::picture::excerpt::Excerpt;
use crate::picture::read::{ReadError, Reader, Reading, Unreadable};
use crate::picture::sprite::Sprites;
use crate::rules::abaddon::position::Position;
use crate::rules::colour::Colour;
use crate::rules::seat::Seat;
use crate::service::blocking;
use crate::service::explain::{Explained, Origin, Shown, Unexplained};
use crate::service::views::{MatchView, Person};
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
    pub scale: Scale,
}

/// Why a picture shows no turn.
#[derive(Debug, thiserror::Error)]
pub enum NoTurn {
    /// No board is found in it.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// Some squares or walls cannot be read.
    #[error("{}", count(.squares.len()))]
    Unreadable {
        /// They, and why.
        squares: Vec<Unreadable>,
        /// The board as it was painted.
        board: Excerpt,
    },
    /// The position that it shows is explained by no turn.
    #[error("{why}")]
    Unexplained {
        /// Why not.
        why: Box<Unexplained>,
        /// The board as it was painted.
        board: Excerpt,
    },
}

fn count(unreadable: usize) -> String {
    match unreadable {
        1 => "one square or wall cannot be read; everything else was".to_owned(),
        more => format!("{more} squares or walls cannot be read; everything else was"),
    }
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
            Self::Unreadable { squares, .. } => {
                let mut problem = with("unreadable");
                problem.members.squares = Some(json!(squares));
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
    let newcomer = Newcomer::of(&view, colour);
    let read = blocking::run(move || read(&view, newcomer, &file)).await?;
    let Read {
        shown,
        board,
        colour,
        scale,
    } = read;
    match state.matches.explain(by, id, shown).await {
        Ok(explained) => Ok(Handed {
            explained,
            colour,
            scale,
        }),
        Err(Unexplained::Service(error)) => Err(error.into()),
        Err(why) => {
            let why = Box::new(why);
            Err(NoTurn::Unexplained { why, board }.into())
        }
    }
}

/// Somebody who hands a picture in without having a seat yet.
#[derive(Clone, Copy, Debug)]
struct Newcomer {
    seat: Seat,
    colour: Option<Colour>,
}

impl Newcomer {
    /// `None` for who has a seat, and where no seat is left.
    fn of(view: &MatchView, named: Option<Colour>) -> Option<Self> {
        let mine = view.mine.as_ref()?;
        if mine.seat.is_some() || view.seats.len() >= usize::from(view.options.seats) {
            return None;
        }
        let held = view.announcement.as_ref().filter(|_| mine.holds_board);
        let number = u8::try_from(view.seats.len()).ok()?;
        Some(Self {
            seat: Seat::new(number)?,
            colour: named.or_else(|| held.and_then(|held| held.colour)),
        })
    }
}

/// A picture without a doubtful square.
struct Read {
    shown: Shown,
    board: Excerpt,
    colour: Option<Colour>,
    scale: Scale,
}

fn read(view: &MatchView, newcomer: Option<Newcomer>, file: &[u8]) -> Result<Read, NoTurn> {
    let mut colours = drawing::colours(view.seats.iter().map(|seat| seat.colour));
    let mut colour = newcomer.and_then(|newcomer| newcomer.colour);
    if let Some(newcomer) = newcomer {
        colours[newcomer.seat] = colour;
    }
    let mut reading = read_with(view, &colours, file)?;
    if let (Some(newcomer), None, Some(stranger)) = (newcomer, colour, reading.stranger) {
        let taken: Vec<Colour> = view.seats.iter().map(|seat| seat.colour).collect();
        if stranger.check(&taken).is_ok() {
            colour = Some(stranger);
            colours[newcomer.seat] = colour;
            reading = read_with(view, &colours, file)?;
        }
    }
    let Reading {
        setup,
        unreadable: squares,
        board,
        daykeeper,
        scale,
        ..
    } = reading;
    match Position::new(setup, &view.level) {
        Ok(position) if squares.is_empty() => Ok(Read {
            shown: Shown {
                position,
                origin: daykeeper.as_deref().map(Origin::read),
            },
            board,
            colour,
            scale,
        }),
        _ => Err(NoTurn::Unreadable { squares, board }),
    }
}

fn read_with(view: &MatchView, colours: &Colours, file: &[u8]) -> Result<Reading, ReadError> {
    let reader = Reader {
        level: &view.level,
        colours,
        sprites: &Sprites::default(),
        doors_to_win: usize::from(view.options.doors_to_win),
    };
    reader.read(file)
}
