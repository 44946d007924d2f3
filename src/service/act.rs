//! Announcing and withdrawing, and the one way in which every command is decided.

use std::sync::Arc;

use crate::ids::{MatchId, Role};
use crate::referee::command::{Act, Command};
use crate::referee::decide::decide;
use crate::referee::event::{Event, Visibility};
use crate::referee::refusal::Refusal;
use crate::referee::state::{GameKind, Match};
use crate::rules::colour::Colour;
use crate::store::append::{AppendError, Beside};
use crate::store::project::Loaded;
use crate::time::Instant;

use super::desk::{Desk, Halt};
use super::refusals::Tried;
use super::views::{Person, Viewer};
use super::{Service, ServiceError};

/// How often a command is decided anew because somebody else's events came first.
const ATTEMPTS: usize = 8;

/// An announcement that stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Announced {
    /// The last instant at which the turn may be finished.
    pub held_until: Instant,
    /// The number of the match's newest event.
    pub seq: u64,
    /// Whether this request made it; otherwise it stood already (T18).
    pub new: bool,
}

/// What a command came to.
pub(in crate::service) enum Outcome {
    /// The match after the events, which are none when there was nothing to do.
    Done(Arc<Loaded>, Vec<Event>),
    /// The referee refused; the match is the one that it refused for.
    Refused(Refusal, Arc<Loaded>),
}

impl Service {
    /// Reserves the board for a player (T3).
    ///
    /// # Errors
    /// [`ServiceError::Missing`], [`NotYours`](ServiceError::NotYours), and
    /// [`Refused`](ServiceError::Refused) in the order of T12.
    pub async fn announce(
        &self,
        by: &Person,
        id: MatchId,
        colour: Option<Colour>,
    ) -> Result<Announced, ServiceError> {
        self.announce_at(by, id, colour, self.now()).await
    }

    pub(in crate::service) async fn announce_at(
        &self,
        by: &Person,
        id: MatchId,
        colour: Option<Colour>,
        now: Instant,
    ) -> Result<Announced, ServiceError> {
        let (loaded, events) = self.act(by, id, Act::Announce { colour }, now).await?;
        let table = loaded.game.abaddon();
        let held = table.and_then(|table| table.announcement.as_ref());
        let held = held.ok_or(ServiceError::Missing)?;
        Ok(Announced {
            held_until: held.held_until,
            seq: loaded.game.seq,
            new: !events.is_empty(),
        })
    }

    /// Gives the board back (T18).
    ///
    /// # Errors
    /// As [`announce`](Self::announce).
    pub async fn withdraw(&self, by: &Person, id: MatchId) -> Result<(), ServiceError> {
        self.act(by, id, Act::Withdraw, self.now()).await?;
        Ok(())
    }

    /// Does what needs no text beside it.
    pub(in crate::service) async fn act(
        &self,
        by: &Person,
        id: MatchId,
        act: Act,
        now: Instant,
    ) -> Result<(Arc<Loaded>, Vec<Event>), ServiceError> {
        let tried = Tried::act(id, &act);
        let outcome = self.done(by, id, act, now).await;
        self.noted(by, &tried, outcome)
    }

    async fn done(
        &self,
        by: &Person,
        id: MatchId,
        act: Act,
        now: Instant,
    ) -> Result<(Arc<Loaded>, Vec<Event>), ServiceError> {
        let desk = self.desk_of_player(by, id).await?;
        self.must_act(by).await?;
        let _place = desk.place().await;
        let command = Command::new(by.id, act);
        match self
            .decide(&desk, &command, now, |_| Beside::default())
            .await?
        {
            Outcome::Done(loaded, events) => Ok((loaded, events)),
            Outcome::Refused(refusal, loaded) => Err(self.refused(refusal, &loaded, by, &[]).await),
        }
    }

    /// Records what is due, decides, and commits what the referee says; again, when somebody else's
    /// events came first. The caller has the place at the desk.
    pub(in crate::service) async fn decide(
        &self,
        desk: &Arc<Desk>,
        command: &Command,
        now: Instant,
        beside: impl Fn(&[Event]) -> Beside,
    ) -> Result<Outcome, ServiceError> {
        for _ in 0..ATTEMPTS {
            match self.decide_once(desk, command, now, &beside).await {
                Ok(outcome) => return Ok(outcome),
                Err(Halt::Failed(error)) => return Err(error),
                Err(Halt::Conflict) => self.reload(desk).await?,
            }
        }
        Err(AppendError::Conflict.into())
    }

    async fn decide_once(
        &self,
        desk: &Arc<Desk>,
        command: &Command,
        now: Instant,
        beside: impl Fn(&[Event]) -> Beside,
    ) -> Result<Outcome, Halt> {
        let current = self.catch_up(desk, now).await?;
        let command = self
            .knowing(command, &current.game)
            .await
            .map_err(Halt::Failed)?;
        match decide(&current.game, &command, now) {
            Err(refusal) => Ok(Outcome::Refused(refusal, current)),
            Ok(events) if events.is_empty() => Ok(Outcome::Done(current, events)),
            Ok(events) => {
                let beside = beside(&events);
                let after = self.commit(desk, events.clone(), beside).await?;
                Ok(Outcome::Done(after, events))
            }
        }
    }

    /// The command with what the referee cannot know: who of the match is suspended.
    async fn knowing(&self, command: &Command, game: &Match) -> Result<Command, ServiceError> {
        // Only where nobody plays twice in a row does anybody wait for others (T14).
        if game
            .abaddon()
            .is_none_or(|table| table.clock.twice_in_a_row)
        {
            return Ok(command.clone());
        }
        let people = self.people_of(std::iter::once(game)).await?;
        Ok(Command {
            suspended: people.suspended().clone(),
            ..command.clone()
        })
    }

    /// Asks whether there is a match that a viewer may see: before anything else is said of a request
    /// about it (T12).
    ///
    /// # Errors
    /// [`ServiceError::Missing`] where there is none.
    pub async fn must_see(&self, viewer: &Viewer, id: MatchId) -> Result<(), ServiceError> {
        self.desk_seen_by(viewer, id).await?;
        Ok(())
    }

    /// Which game a match is of.
    ///
    /// # Errors
    /// [`ServiceError::Missing`] where there is none that the viewer may see.
    pub async fn game_of(&self, viewer: &Viewer, id: MatchId) -> Result<GameKind, ServiceError> {
        let desk = self.desk_seen_by(viewer, id).await?;
        Ok(desk.current().game.kind())
    }

    /// The desk of a match that a viewer may see.
    pub(in crate::service) async fn desk_seen_by(
        &self,
        viewer: &Viewer,
        id: MatchId,
    ) -> Result<Arc<Desk>, ServiceError> {
        let desk = self.desk(id).await?;
        if may_see(&desk.current().game, viewer.as_ref()) {
            Ok(desk)
        } else {
            Err(ServiceError::Missing)
        }
    }

    /// The desk of a match in which somebody may play or, as a newcomer, come to play.
    pub(in crate::service) async fn desk_of_player(
        &self,
        by: &Person,
        id: MatchId,
    ) -> Result<Arc<Desk>, ServiceError> {
        let desk = self.desk(id).await?;
        let current = desk.current();
        if !may_see(&current.game, Some(by)) {
            return Err(ServiceError::Missing);
        }
        must_join(&current.game, by)?;
        Ok(desk)
    }
}

/// Asks whether somebody who sees a match may play in it or, as a newcomer, come to play.
pub(in crate::service) fn must_join(game: &Match, by: &Person) -> Result<(), ServiceError> {
    if may_join(game, by) {
        Ok(())
    } else {
        Err(ServiceError::NotYours(
            "Only its host and the players named for it play in a private match.",
        ))
    }
}

/// Private matches are for their host, their players, those named for them, and moderators.
pub(in crate::service) fn may_see(game: &Match, viewer: Option<&Person>) -> bool {
    let moderates = viewer.is_some_and(|person| Role::Moderator <= person.role);
    moderates || game.is_open_to(viewer.map(|person| person.id))
}

/// Moderators see every match, and still play only where others may.
pub(in crate::service) fn may_join(game: &Match, person: &Person) -> bool {
    game.visibility != Visibility::Private || game.is_open_to(Some(person.id))
}
