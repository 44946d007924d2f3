//! `daykeeper import-thread`: rebuilds a match from the pictures of a forum thread.

pub mod text;

use std::io::{Write, stderr, stdout};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::Ended;
use crate::clock::Clock;
use crate::config::Database;
use crate::ids::MatchId;
use crate::picture::read::{Place, ReadError, Reader, Unreadable};
use crate::picture::sprite::Sprites;
use crate::rules::abaddon::differences::differences;
use crate::rules::abaddon::infer::infer;
use crate::rules::abaddon::position::Position;
use crate::rules::abaddon::ruleset::Ruleset;
use crate::rules::abaddon::step::Step;
use crate::rules::colour::Colour;
use crate::rules::grid::Side;
use crate::rules::seat::{BySeat, Names, Seat};
use crate::service::views::{MatchView, Person};
use crate::service::{Service, ServiceError, Submit};
use crate::store::Store;

use text::{Posted, ThreadText};

/// What is to be imported, and whereto.
#[derive(Clone, Debug, Args)]
pub struct Request {
    /// The folder with the pictures and `thread.txt`
    pub folder: PathBuf,
    /// Go on with a match that was begun: its pictures are passed over, one a turn
    #[arg(long = "match", value_name = "ID")]
    pub into: Option<MatchId>,
    /// Where the match is kept
    #[command(flatten)]
    pub database: Database,
}

/// Why a picture ends the import.
#[derive(Debug, thiserror::Error)]
pub enum Halt {
    /// No board is found in it.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// Some squares cannot be read.
    #[error("these cannot be read: {}", listed(.0))]
    Unreadable(Vec<Unreadable>),
    /// Nothing differs from the picture before.
    #[error("nothing differs from the picture before")]
    Unchanged,
    /// No legal turn leads there.
    #[error("no legal turn of {player} leads there: {}", .differences.join("; "))]
    NoTurn {
        /// Who posted it.
        player: String,
        /// What differs from the picture before.
        differences: Vec<String>,
    },
    /// The referee refuses the turn.
    #[error("the turn “{steps}” is refused: {why}")]
    Refused {
        /// The turn.
        steps: String,
        /// Why.
        why: ServiceError,
    },
    /// The file cannot be opened.
    #[error("it cannot be opened: {0}")]
    File(#[from] std::io::Error),
    /// Something is wrong with the store.
    #[error(transparent)]
    Service(#[from] ServiceError),
}

fn listed(unreadable: &[Unreadable]) -> String {
    let one = |Unreadable { place, why }: &Unreadable| match place {
        Place::Square(at) => format!("{at} ({why})"),
        Place::Wall(edge) => {
            let side = match edge.side {
                Side::Up => "above",
                Side::Right => "right of",
            };
            format!("the wall {side} {} ({why})", edge.square)
        }
    };
    unreadable.iter().map(one).collect::<Vec<_>>().join("; ")
}

/// Rebuilds the match, turn by turn, and says on standard output what came of it. The turns before a
/// picture that is not explained stay.
///
/// # Errors
/// When the database cannot be opened.
pub async fn run(request: &Request) -> anyhow::Result<Ended> {
    let thread = match read_text(&request.folder) {
        Ok(thread) => thread,
        Err(error) => {
            writeln!(stderr(), "daykeeper: {error:#}")?;
            return Ok(Ended::Misused);
        }
    };
    let store = Store::open(&request.database.url).await?;
    let service = Service::open(store.clone(), Clock::System);
    let ended = import(&service, request, &thread).await;
    store.close().await;
    ended
}

fn read_text(folder: &Path) -> anyhow::Result<ThreadText> {
    let path = folder.join("thread.txt");
    let text = std::fs::read_to_string(&path);
    let text = text.with_context(|| path.display().to_string())?;
    Ok(text.parse()?)
}

async fn import(
    service: &Service,
    request: &Request,
    thread: &ThreadText,
) -> anyhow::Result<Ended> {
    let players = players(service, thread).await?;
    let id = match request.into {
        Some(id) => id,
        None => match begin(service, thread, &players).await {
            Ok(id) => id,
            Err(error) => {
                writeln!(stdout(), "The match cannot be made: {error}")?;
                return Ok(Ended::Refused);
            }
        },
    };
    let done = service.view(&None, id).await?.turns;
    let bar = bar(thread.posts.len());
    for (number, post) in (1_u32..).zip(&thread.posts) {
        bar.inc(1);
        if number <= done {
            continue;
        }
        let table = Table {
            service,
            thread,
            players: &players,
            id,
        };
        if let Err(halt) = table.play(&request.folder, post).await {
            bar.abandon();
            let file = &post.file;
            writeln!(stdout(), "{file}, picture {number}: {halt}")?;
            writeln!(
                stdout(),
                "The turns before it are in match {id}. Mend the picture and go on with --match {id}."
            )?;
            return Ok(Ended::Refused);
        }
    }
    bar.finish_and_clear();
    let turns = thread.posts.len();
    writeln!(
        stdout(),
        "Match {id} has {turns} turns: every picture is explained."
    )?;
    Ok(Ended::Done)
}

fn bar(pictures: usize) -> ProgressBar {
    let style =
        ProgressStyle::with_template("{bar:30} {pos}/{len} pictures, {per_sec}, {eta} left");
    let length = u64::try_from(pictures).unwrap_or(u64::MAX);
    ProgressBar::new(length).with_style(style.expect("the template is one of indicatif's"))
}

/// The accounts of the thread's players, in its order.
async fn players(service: &Service, thread: &ThreadText) -> Result<Vec<Person>, ServiceError> {
    let mut players = Vec::with_capacity(thread.players.len());
    for (name, _) in &thread.players {
        players.push(service.player_called(name, thread.begins()).await?);
    }
    Ok(players)
}

async fn begin(
    service: &Service,
    thread: &ThreadText,
    players: &[Person],
) -> Result<MatchId, ServiceError> {
    let host = match &thread.host {
        Some(name) => service.player_called(name, thread.begins()).await?,
        None => players[thread.posts[0].player].clone(),
    };
    (service.rebuild_match(&host, thread.asked.clone(), thread.begins())).await
}

/// A match that is being rebuilt.
struct Table<'a> {
    service: &'a Service,
    thread: &'a ThreadText,
    players: &'a [Person],
    id: MatchId,
}

impl Table<'_> {
    async fn play(&self, folder: &Path, post: &Posted) -> Result<(), Halt> {
        let player = &self.players[post.player];
        let viewer = Some(player.clone());
        let view = self.service.view(&viewer, self.id).await?;
        let file = std::fs::read(folder.join(&post.file))?;
        let shown = self.read(&view, &file)?;
        let steps = self.explain(&view, post.player, &shown)?;
        let steps: Vec<String> = steps.iter().map(ToString::to_string).collect();
        let is_new = view.mine.as_ref().is_some_and(|mine| mine.seat.is_none());
        let sent = Submit {
            steps: steps.clone(),
            colour: Some(self.thread.players[post.player].1).filter(|_| is_new),
            ..Submit::default()
        };
        let played = (self.service.rebuild_turn(player, self.id, sent, post.at)).await;
        played.map(drop).map_err(|why| Halt::Refused {
            steps: steps.join("; "),
            why,
        })
    }

    fn read(&self, view: &MatchView, file: &[u8]) -> Result<Position, Halt> {
        let mut colours = BySeat::<Option<Colour>>::default();
        for (seat, player) in Seat::all().zip(self.thread.seated()) {
            colours[seat] = Some(self.thread.players[player].1);
        }
        let reader = Reader {
            level: &view.level,
            colours: &colours,
            sprites: &Sprites::default(),
            doors_to_win: usize::from(view.options.doors_to_win),
        };
        let reading = reader.read(file)?;
        match Position::new(reading.setup, &view.level) {
            Ok(position) if reading.unreadable.is_empty() => Ok(position),
            _ => Err(Halt::Unreadable(reading.unreadable)),
        }
    }

    fn explain(
        &self,
        view: &MatchView,
        player: usize,
        shown: &Position,
    ) -> Result<Vec<Step>, Halt> {
        let seated = self.thread.seated();
        let called = seated
            .iter()
            .map(|player| self.players[*player].name.as_str());
        let differences = differences(&view.position, shown, &Names::new(called));
        if differences.is_empty() {
            return Err(Halt::Unchanged);
        }
        let rules = Ruleset {
            level: Arc::clone(&view.level),
            options: view.options,
        };
        let mut seats = Seat::all().zip(&seated);
        let seat = seats.find(|(_, seated)| **seated == player);
        let steps = seat.and_then(|(seat, _)| infer(&rules, &view.position, shown, seat));
        steps.ok_or_else(|| Halt::NoTurn {
            player: self.players[player].name.clone(),
            differences,
        })
    }
}
