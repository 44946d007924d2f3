//! One picture of a thread after the other: read, explained, and played.

use std::path::Path;
use std::sync::Arc;

use crate::ids::MatchId;
use crate::picture::doubt::Unreadable;
use crate::picture::read::{ReadError, Reader};
use crate::picture::sprite::Sprites;
use crate::rules::abaddon::differences::differences;
use crate::rules::abaddon::infer::infer;
use crate::rules::abaddon::position::Position;
use crate::rules::abaddon::ruleset::Ruleset;
use crate::rules::abaddon::step::Step;
use crate::rules::colour::Colour;
use crate::rules::seat::{BySeat, Names, Seat};
use crate::service::views::{AbaddonTable, Halls, MatchView, Person};
use crate::service::{RulingAsked, Service, ServiceError, Submit, Wish};

use super::text::{Posted, ThreadText};

/// Why a picture ends the import.
#[derive(Debug, thiserror::Error)]
pub enum Halt {
    /// No board is found in it.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// Some squares cannot be read.
    #[error("these cannot be read: {}", listed(.0))]
    Unreadable(Vec<Unreadable>),
    /// The match to go on with is of another game.
    #[error("only matches of Halls of Abaddon are read from pictures")]
    OtherGame,
    /// It can be read, and is no turn.
    #[error("{0}")]
    Unexplained(Box<Unexplained>),
    /// It was to be accepted, and cannot be.
    #[error("it cannot be accepted: {0}")]
    NotAccepted(ServiceError),
    /// The file cannot be opened.
    #[error("it cannot be opened: {0}")]
    File(#[from] std::io::Error),
    /// Something is wrong with the store.
    #[error(transparent)]
    Service(#[from] ServiceError),
}

/// A picture that a moderator may accept though it is no turn.
#[derive(Debug, thiserror::Error)]
#[error("{why}")]
pub struct Unexplained {
    /// What it shows.
    pub shown: Position,
    /// Why it is none.
    pub why: Reason,
}

/// Why a picture is no turn.
#[derive(Debug, thiserror::Error)]
pub enum Reason {
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
}

fn listed(unreadable: &[Unreadable]) -> String {
    let one = |Unreadable { place, why, .. }: &Unreadable| format!("{place} ({why})");
    unreadable.iter().map(one).collect::<Vec<_>>().join("; ")
}

fn table_of(view: &MatchView) -> Result<&AbaddonTable, Halt> {
    Halls::of(view)
        .map(|halls| halls.table)
        .ok_or(Halt::OtherGame)
}

/// A match that is being rebuilt.
pub(super) struct Table<'a> {
    pub(super) service: &'a Service,
    pub(super) thread: &'a ThreadText,
    pub(super) players: &'a [Person],
    pub(super) sprites: &'a Sprites,
    pub(super) id: MatchId,
}

impl Table<'_> {
    /// Plays the turn that a picture shows.
    ///
    /// # Errors
    /// [`Halt`]; nothing was played then.
    pub(super) async fn play(&self, folder: &Path, post: &Posted) -> Result<(), Halt> {
        let player = &self.players[post.player];
        let viewer = Some(player.clone());
        let view = self.service.view(&viewer, self.id).await?;
        let file = std::fs::read(folder.join(&post.file))?;
        let shown = self.read(&view, &file)?;
        let steps = match self.explain(table_of(&view)?, post.player, &shown) {
            Ok(steps) => steps,
            Err(why) => return Err(Halt::Unexplained(Box::new(Unexplained { shown, why }))),
        };
        let steps: Vec<String> = steps.iter().map(ToString::to_string).collect();
        let is_new = view.mine.as_ref().is_some_and(|mine| mine.seat.is_none());
        let sent = Submit {
            steps: steps.clone(),
            colour: Some(self.thread.players[post.player].1).filter(|_| is_new),
            ..Submit::default()
        };
        let played = (self.service.rebuild_turn(player, self.id, sent, post.at)).await;
        played.map(drop).map_err(|why| {
            let steps = steps.join("; ");
            let why = Reason::Refused { steps, why };
            Halt::Unexplained(Box::new(Unexplained { shown, why }))
        })
    }

    /// Sets the position that a picture shows by a ruling, as the turn of whoever posted it.
    ///
    /// # Errors
    /// [`Halt::NotAccepted`].
    pub(super) async fn accept(
        &self,
        (moderator, reason): (&Person, &str),
        post: &Posted,
        shown: Position,
    ) -> Result<(), Halt> {
        let position = serde_json::to_value(shown.to_setup());
        let position = position.map_err(|why| ServiceError::BadPosition(why.to_string()));
        let seat = self.seat_of(post.player);
        let asked = RulingAsked {
            reason: reason.to_owned(),
            wish: Wish::SetPosition(position.map_err(Halt::NotAccepted)?, seat),
        };
        let ruled = (self.service).rebuild_ruling(moderator, self.id, &asked, post.at);
        ruled.await.map_err(Halt::NotAccepted)
    }

    fn read(&self, view: &MatchView, file: &[u8]) -> Result<Position, Halt> {
        let mut colours = BySeat::<Option<Colour>>::default();
        for (seat, player) in Seat::all().zip(self.thread.seated()) {
            colours[seat] = Some(self.thread.players[player].1);
        }
        let table = table_of(view)?;
        let reader = Reader {
            level: &table.level,
            colours: &colours,
            sprites: self.sprites,
            names: &self.names(),
            doors_to_win: table.options.doors_to_win,
        };
        let reading = reader.read(file)?;
        match Position::new(reading.setup, &table.level) {
            Ok(position) if reading.unreadable.is_empty() => Ok(position),
            _ => Err(Halt::Unreadable(reading.unreadable)),
        }
    }

    fn explain(
        &self,
        table: &AbaddonTable,
        player: usize,
        shown: &Position,
    ) -> Result<Vec<Step>, Reason> {
        let differences = differences(&table.position, shown, &self.names());
        if differences.is_empty() {
            return Err(Reason::Unchanged);
        }
        let rules = Ruleset {
            level: Arc::clone(&table.level),
            options: table.options,
        };
        let seat = self.seat_of(player);
        let steps = seat.and_then(|seat| infer(&rules, &table.position, shown, seat));
        steps.ok_or_else(|| Reason::NoTurn {
            player: self.players[player].name.clone(),
            differences,
        })
    }

    fn seat_of(&self, player: usize) -> Option<Seat> {
        let mut seats = Seat::all().zip(self.thread.seated());
        let found = seats.find(|(_, seated)| *seated == player);
        found.map(|(seat, _)| seat)
    }

    fn names(&self) -> Names {
        let seated = self.thread.seated();
        let called = seated
            .iter()
            .map(|player| self.players[*player].name.as_str());
        Names::new(called)
    }
}
