//! Play by picture: the form for the file, and what is found in it.

mod doubtful;
mod sent;

use std::sync::Arc;

use askama::Template;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::handler::Handler;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};

use crate::ids::MatchId;
use crate::picture::encode::Scale;
use crate::picture::read::ReadError;
use crate::service::explain::{Explained, Unexplained, overtaken};
use crate::service::views::{Halls, MatchView};
use crate::web::error::Error;
use crate::web::extract::{BodyLimit, Path};
use crate::web::human;
use crate::web::reading::{Handed, MAX_BODY, NoTurn, explain, find_turn};
use crate::web::state::AppState;

use super::board::picture_size;
use super::composer::Composer;
use super::frame::Frame;
use super::login::LogInFirst;
use super::marked::{MarkedBoard, data_url};
use super::show;
use super::turn_form::TurnForm;
use super::writing::at_desk;

use doubtful::DoubtfulForm;
use sent::Sent;

/// `/matches/{id}/picture`.
pub(in crate::web::pages) fn router() -> Router<AppState> {
    let body = Extension(BodyLimit(MAX_BODY));
    let hand_in = hand_in.layer((body, DefaultBodyLimit::disable()));
    Router::new().route("/matches/{id}/picture", get(form).post(hand_in))
}

async fn form(
    State(state): State<AppState>,
    frame: Frame,
    Path(id): Path<MatchId>,
) -> Result<Response, Error> {
    if frame.viewer.is_none() {
        return Err(Error::NotSignedIn);
    }
    let view = state.matches.view(&frame.viewer, id).await?;
    halls(&view)?;
    Ok(show(&PicturePage::new(frame, &view, Outcome::Asked, None)))
}

async fn hand_in(
    State(state): State<AppState>,
    frame: Frame,
    Path(id): Path<MatchId>,
    request: Request,
) -> Result<Response, Error> {
    let Some(person) = frame.viewer.clone() else {
        let mut answer = Error::NotSignedIn.into_response();
        let first = LogInFirst::at(&format!("/matches/{id}/picture"));
        answer.extensions_mut().insert(first);
        return Ok(answer);
    };
    state.matches.must_see(&frame.viewer, id).await?;
    let by = (&person, id);
    let (name, handed) = match Sent::read(request).await? {
        Sent::File(file, name) => (name, find_turn(&state, by, file, None).await),
        Sent::Chosen(read) => (read.name, explain(&state, by, read.partial, None).await),
    };
    match handed {
        Ok(handed) => found(&state, frame, id, (name, handed)).await,
        Err(Error::Picture(why)) => {
            let view = state.matches.view(&frame.viewer, id).await?;
            let status = why.problem().status;
            let page = refused(frame, halls(&view)?, &name, &why);
            Ok((status, show(&page)).into_response())
        }
        Err(error) => Err(error),
    }
}

/// The match, if its pictures can be read back.
fn halls(view: &MatchView) -> Result<Halls<'_>, Error> {
    Halls::of(view).ok_or(Error::NotFound)
}

/// The page with the turn that was found, in the form that sends it.
async fn found(
    state: &AppState,
    frame: Frame,
    id: MatchId,
    (name, handed): (String, Handed),
) -> Result<Response, Error> {
    let Handed {
        explained,
        colour,
        scale,
    } = handed;
    let view = state.matches.view(&frame.viewer, id).await?;
    let draft = view.mine.as_ref().and_then(|mine| mine.draft.as_ref());
    let steps: Vec<&str> = (explained.steps.iter())
        .map(|step| step.notation.as_str())
        .collect();
    let form = TurnForm {
        steps: steps.join("\n"),
        post: draft
            .and_then(|draft| draft.post.clone())
            .unwrap_or_default(),
        color_text: colour.map(|colour| colour.to_string()).unwrap_or_default(),
        ..TurnForm::default()
    };
    let written = at_desk(state, &frame.viewer, view, Some(form.with_new_key())).await?;
    let level = Arc::clone(&halls(&written.view)?.table.level);
    let mut composer = written.composer;
    if let Some(composer) = composer.as_mut().filter(|form| form.hindrance.is_none()) {
        "The turn in your picture".clone_into(&mut composer.heading);
        composer.lead = lead(&explained);
    }
    let made_from = from(explained.made_from);
    let board = MarkedBoard {
        caption: format!("{name} · scale {scale} · made from {made_from}"),
        alt: "The board with the turn of your picture played, the squares that differ outlined"
            .to_owned(),
        kind: "m-halo",
        ..MarkedBoard::new(&level, written.preview.unwrap_or_default())
    };
    let board = board.marking(&level, explained.squares.iter().copied());
    let note = explained.is_rebased().then(|| {
        let overtaken = human::capital(&overtaken(explained.made_from, &explained.between));
        format!(
            "{overtaken}. The same turn is still legal, and is shown on the board as it is now."
        )
    });
    let outcome = Outcome::Found(Box::new(Found {
        differences: explained.differences,
        note,
        composer,
    }));
    Ok(show(&PicturePage::new(
        frame,
        &written.view,
        outcome,
        Some(board),
    )))
}

/// “Four squares differ from turn 66. A legal turn explains them, with no action to spare.”
fn lead(explained: &Explained) -> String {
    let squares = match explained.squares.len() {
        1 => "One square differs".to_owned(),
        more => format!("{} squares differ", in_words(more)),
    };
    let spare = match explained.actions_left {
        0 => "no action".to_owned(),
        left => human::count(left, "action"),
    };
    format!("{squares}. A legal turn explains it, with {spare} to spare. Nothing is sent yet.")
}

fn from(turn: u32) -> String {
    match turn {
        0 => "the start of this match".to_owned(),
        turn => format!("turn {turn} of this match"),
    }
}

/// The page that says why no turn was found.
fn refused(frame: Frame, halls: Halls<'_>, name: &str, why: &NoTurn) -> PicturePage {
    let (view, level) = (halls.view(), &halls.table.level);
    let problem = why.problem();
    let mut refused = Refused {
        heading: heading(why),
        detail: problem.detail,
        code: problem.code,
        differences: problem.members.differences.unwrap_or_default(),
        ..Refused::default()
    };
    let (excerpt, squares) = match why {
        NoTurn::Read(_) => (None, Vec::new()),
        NoTurn::Unreadable(doubts) => {
            refused.form = DoubtfulForm::new(level, doubts, name);
            refused.made_from = doubts.made_from.as_ref().map(made_from);
            let squares = doubts.squares.iter().map(|doubt| doubt.place.square());
            (Some(&doubts.board), squares.collect())
        }
        NoTurn::Unexplained { why, board } => {
            if let Unexplained::Overtaken { steps, .. } = why.as_ref() {
                refused.steps = steps.join("\n");
            }
            let squares = why.difference().map(|difference| &difference.squares);
            let squares = squares.into_iter().flatten().copied();
            (board.as_ref(), squares.collect())
        }
    };
    let board = excerpt.map(|excerpt| {
        MarkedBoard {
            caption: name.to_owned(),
            alt: "Your picture, with the squares in question outlined".to_owned(),
            kind: "m-bad",
            ..MarkedBoard::new(level, data_url(excerpt, Scale::new(3)))
        }
        .marking(level, squares)
    });
    PicturePage::new(frame, view, Outcome::Refused(Box::new(refused)), board)
}

/// From which board a picture that cannot be read was made.
fn made_from((turn, between): &(u32, Vec<(u32, String)>)) -> String {
    if between.is_empty() {
        return format!("Made from {}.", from(*turn));
    }
    let overtaken = human::capital(&overtaken(*turn, between));
    format!(
        "{overtaken}. Once everything is read, the turn is checked against the board as it is now."
    )
}

/// “Four”.
fn in_words(number: usize) -> String {
    u8::try_from(number).map_or_else(
        |_| number.to_string(),
        |number| human::capital(&human::number(number)),
    )
}

fn heading(why: &NoTurn) -> String {
    match why {
        NoTurn::Read(ReadError::Decode(_)) => "No picture that can be opened".to_owned(),
        NoTurn::Read(_) => "No board of this match".to_owned(),
        NoTurn::Unreadable(doubts) => match doubts.squares.len() {
            1 => "One square cannot be read".to_owned(),
            more => format!("{} squares cannot be read", in_words(more)),
        },
        NoTurn::Unexplained { why, .. } => match why.as_ref() {
            Unexplained::OtherMatch(_) => "A picture of another match",
            Unexplained::Unchanged(_) => "Nothing was changed",
            Unexplained::NoTurn(_) | Unexplained::Service(_) => "No legal turn explains it",
            Unexplained::GivenUp(_) => "Too much differs",
            Unexplained::Overtaken { .. } => "Others came first",
        }
        .to_owned(),
    }
}

/// The page.
#[derive(Template, Clone, Debug)]
#[template(path = "picture.html")]
struct PicturePage {
    frame: Frame,
    id: String,
    title: String,
    unit: u32,
    board: Option<MarkedBoard>,
    outcome: Outcome,
}

impl PicturePage {
    fn new(frame: Frame, view: &MatchView, outcome: Outcome, board: Option<MarkedBoard>) -> Self {
        let seats = view.seats.iter().map(|seat| seat.colour);
        let offered = crate::rules::colour::Colour::SUGGESTED;
        Self {
            frame: frame
                .in_section("matches")
                .with_colours(seats.chain(offered)),
            id: view.id.to_string(),
            title: view.title.clone(),
            unit: picture_size(&view.table, 1).0,
            board,
            outcome,
        }
    }
}

/// What the page says.
#[derive(Clone, Debug)]
enum Outcome {
    /// Nothing yet.
    Asked,
    /// A turn was found.
    Found(Box<Found>),
    /// None was.
    Refused(Box<Refused>),
}

#[derive(Clone, Debug)]
struct Found {
    differences: Vec<String>,
    /// What came in between.
    note: Option<String>,
    composer: Option<Composer>,
}

#[derive(Clone, Debug, Default)]
struct Refused {
    heading: String,
    detail: String,
    code: &'static str,
    differences: Vec<String>,
    /// The turn that was legal once.
    steps: String,
    /// From which board it was made.
    made_from: Option<String>,
    /// The squares that cannot be read.
    form: DoubtfulForm,
}
