//! `daykeeper import-thread`: rebuilds a match from the pictures of a forum thread.

mod ask;
pub mod table;
pub mod text;

use std::io::{Write, stderr, stdout};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::{Ended, read};
use crate::clock::Clock;
use crate::config::Database;
use crate::ids::{MatchId, Role};
use crate::picture::sprite::{Sprite, Sprites};
use crate::rules::abaddon::position::Kind;
use crate::rules::seat::Seat;
use crate::service::views::Person;
use crate::service::{Service, ServiceError};
use crate::store::Store;

use table::{Halt, Table, Unexplained};
use text::{Posted, ThreadText};

/// What is to be imported, and whereto.
#[derive(Clone, Debug, Args)]
pub struct Request {
    /// The folder with the pictures and `thread.txt`
    pub folder: PathBuf,
    /// Go on with a match that was begun: its pictures are passed over, one a turn
    #[arg(long = "match", value_name = "ID")]
    pub into: Option<MatchId>,
    /// A folder of custom sprites by seat: `0-soldier.txt` and so on
    #[arg(long, value_name = "FOLDER")]
    pub sprites: Option<PathBuf>,
    /// Where the match is kept
    #[command(flatten)]
    pub database: Database,
}

/// Rebuilds the match, turn by turn, and says on standard output what came of it. The turns before a
/// picture that is neither explained nor accepted stay.
///
/// # Errors
/// When the database cannot be opened.
pub async fn run(request: &Request) -> anyhow::Result<Ended> {
    let wanted = read_text(&request.folder).and_then(|thread| Ok((thread, sprites(request)?)));
    let (thread, sprites) = match wanted {
        Ok(wanted) => wanted,
        Err(error) => {
            writeln!(stderr(), "daykeeper: {error:#}")?;
            return Ok(Ended::Misused);
        }
    };
    let store = Store::open(&request.database.url).await?;
    let import = Import {
        service: &Service::open(store.clone(), Clock::System),
        request,
        thread: &thread,
        sprites: &sprites,
    };
    let ended = import.run().await;
    store.close().await;
    ended
}

fn read_text(folder: &Path) -> anyhow::Result<ThreadText> {
    let path = folder.join("thread.txt");
    let text = std::fs::read_to_string(&path);
    let text = text.with_context(|| path.display().to_string())?;
    Ok(text.parse()?)
}

fn sprites(request: &Request) -> anyhow::Result<Sprites> {
    let folder = request.sprites.as_deref();
    folder.map_or_else(|| Ok(Sprites::default()), read::sprites)
}

/// An import that is under way.
struct Import<'a> {
    service: &'a Service,
    request: &'a Request,
    thread: &'a ThreadText,
    sprites: &'a Sprites,
}

impl Import<'_> {
    async fn run(&self) -> anyhow::Result<Ended> {
        let moderator = self.moderator().await?;
        let players = self.players().await?;
        let id = match self.request.into {
            Some(id) => id,
            None => match self.begin(&players).await {
                Ok(id) => id,
                Err(error) => {
                    writeln!(stdout(), "The match cannot be made: {error}")?;
                    return Ok(Ended::Refused);
                }
            },
        };
        writeln!(stderr(), "If this is interrupted, go on with --match {id}.")?;
        let table = Table {
            service: self.service,
            thread: self.thread,
            players: &players,
            sprites: self.sprites,
            id,
        };
        self.play_all(&table, moderator.as_ref()).await
    }

    async fn play_all(
        &self,
        table: &Table<'_>,
        moderator: Option<&Person>,
    ) -> anyhow::Result<Ended> {
        let id = table.id;
        let done = self.service.view(&None, id).await?.turns;
        let bar = bar(self.thread.posts.len());
        for (number, post) in (1_u32..).zip(&self.thread.posts) {
            bar.inc(1);
            if number <= done {
                continue;
            }
            let played = match table.play(&self.request.folder, post).await {
                Err(Halt::Unexplained(why)) => {
                    self.accept(table, (moderator, &bar), post, *why).await?
                }
                played => played,
            };
            if let Err(halt) = played {
                bar.abandon();
                let file = &post.file;
                writeln!(stdout(), "{file}, picture {number}: {halt}")?;
                writeln!(stdout(), "{}", advice(id, &halt))?;
                return Ok(Ended::Refused);
            }
        }
        bar.finish_and_clear();
        let turns = self.thread.posts.len();
        writeln!(
            stdout(),
            "Match {id} has {turns} turns: every picture is explained."
        )?;
        Ok(Ended::Done)
    }

    /// Accepts a picture by a ruling, where a moderator says why: in the text, or when asked.
    async fn accept(
        &self,
        table: &Table<'_>,
        (moderator, bar): (Option<&Person>, &ProgressBar),
        post: &Posted,
        unexplained: Unexplained,
    ) -> anyhow::Result<Result<(), Halt>> {
        let reason = match (&post.accepted, moderator) {
            (Some(reason), _) => Some(reason.clone()),
            (None, Some(_)) => bar.suspend(|| ask::reason(&post.file, &unexplained))?,
            (None, None) => None,
        };
        Ok(match (reason, moderator) {
            (Some(reason), Some(moderator)) => {
                let Unexplained { shown, .. } = unexplained;
                table.accept((moderator, &reason), post, shown).await
            }
            _ => Err(Halt::Unexplained(Box::new(unexplained))),
        })
    }

    /// The moderator whom the text names.
    async fn moderator(&self) -> anyhow::Result<Option<Person>> {
        let Some(name) = &self.thread.moderator else {
            return Ok(None);
        };
        let found = self.service.person_called(name).await?;
        let found = found.filter(|person| person.role != Role::Player);
        let nobody = || anyhow!("thread.txt: “{name}” is no moderator of this server");
        found.map(Some).ok_or_else(nobody)
    }

    /// The accounts of the thread's players, in its order, with the sprites that they had there.
    async fn players(&self) -> Result<Vec<Person>, ServiceError> {
        let mut players = Vec::with_capacity(self.thread.players.len());
        for (name, _) in &self.thread.players {
            players.push(
                self.service
                    .player_called(name, self.thread.begins())
                    .await?,
            );
        }
        for (seat, player) in Seat::all().zip(self.thread.seated()) {
            for kind in Kind::ALL {
                let sprite = self.sprites[seat].of(kind);
                if sprite != Sprite::of_kind(kind) {
                    let (name, _) = &self.thread.players[player];
                    self.service.dress(name, kind, &sprite.to_string()).await?;
                }
            }
        }
        Ok(players)
    }

    async fn begin(&self, players: &[Person]) -> Result<MatchId, ServiceError> {
        let thread = self.thread;
        let host = match &thread.host {
            Some(name) => self.service.player_called(name, thread.begins()).await?,
            None => players[thread.posts[0].player].clone(),
        };
        (self
            .service
            .rebuild_match(&host, thread.asked(), thread.begins()))
        .await
    }
}

/// How to go on after a picture that ended the import.
fn advice(id: MatchId, halt: &Halt) -> String {
    let or_accept = match halt {
        Halt::Unexplained(_) => {
            ", or accept it as a ruling by the line “accept: ” and the reason below its own, with a \
             line “moderator: ” and the name above,"
        }
        _ => "",
    };
    format!(
        "The turns before it are in match {id}. Mend the picture{or_accept} and go on with --match {id}."
    )
}

fn bar(pictures: usize) -> ProgressBar {
    let style =
        ProgressStyle::with_template("{bar:30} {pos}/{len} pictures, {per_sec}, {eta} left");
    let length = u64::try_from(pictures).unwrap_or(u64::MAX);
    ProgressBar::new(length).with_style(style.expect("the template is one of indicatif's"))
}
