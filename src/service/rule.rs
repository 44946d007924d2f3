//! Rulings, and what players undo on their own: what they need is looked up here, and the referee
//! decides.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::ids::{AccountId, MatchId};
use crate::referee::command::{Act, Command};
use crate::referee::decide::decide;
use crate::referee::event::{Body, Event, SpriteHash};
use crate::referee::evolve::evolve;
use crate::referee::moderate::decide::office_of;
use crate::referee::ruling::{Power, Ruling};
use crate::referee::state::{Board, Match};
use crate::rules::abaddon::position::Position;
use crate::rules::seat::Seat;
use crate::store::append::Beside;
use crate::store::record::StoredEvent;
use crate::time::Instant;

use super::act::Outcome;
use super::desk::Desk;
use super::refusals::Tried;
use super::show::as_of;
use super::sprites::taken_sprites;
use super::views::{Person, SeatSprite, Viewer};
use super::wish::RulingAsked;
use super::{Service, ServiceError};

/// What a ruling would do.
#[derive(Clone, PartialEq, Debug)]
pub struct Foreseen {
    /// The match's position after it.
    pub position: Board,
    /// What units look like then that do not as they do by default.
    pub sprites: Vec<SeatSprite>,
    /// The names of those whom it concerns.
    pub affected: Vec<String>,
}

impl Service {
    /// Makes a ruling, and hands over its entry in the record.
    ///
    /// # Errors
    /// [`ServiceError::Missing`]; [`Refused`](ServiceError::Refused) with `moderators_only` before
    /// anything else is said; [`ReasonMissing`](ServiceError::ReasonMissing),
    /// [`BadText`](ServiceError::BadText), [`BadPosition`](ServiceError::BadPosition), and every
    /// refusal of the referee.
    pub async fn rule(
        &self,
        by: &Person,
        id: MatchId,
        asked: &RulingAsked,
    ) -> Result<StoredEvent, ServiceError> {
        let tried = Tried {
            id,
            what: "ruling",
            said: asked.wish.power().word().to_owned(),
        };
        let outcome = self.rule_at(by, id, asked, self.now()).await;
        self.noted(by, &tried, outcome)
    }

    /// The same at an instant that may be past.
    pub(in crate::service) async fn rule_at(
        &self,
        by: &Person,
        id: MatchId,
        asked: &RulingAsked,
        at: Instant,
    ) -> Result<StoredEvent, ServiceError> {
        let desk = self.desk_of_ruling(by, id, asked).await?;
        let (rule, texts) = self.rule_of(by, &desk.current().game, asked).await?;
        let _place = desk.place().await;
        let command = Command::new(by.id, Act::Rule(Box::new(rule)));
        let game = desk.current();
        let beside = |events: &[Event]| Beside {
            texts: texts.clone(),
            taken_sprites: taken_by(&game.game, events),
            ..Beside::default()
        };
        match self.decide(&desk, &command, at, beside).await? {
            Outcome::Done(_, events) => self.first_of(id, &events).await,
            Outcome::Refused(refusal, loaded) => Err(self.refused(refusal, &loaded, by, &[]).await),
        }
    }

    /// What a ruling would do now; nothing happens.
    ///
    /// # Errors
    /// As [`rule`](Self::rule).
    pub async fn foresee(
        &self,
        by: &Person,
        id: MatchId,
        asked: &RulingAsked,
    ) -> Result<Foreseen, ServiceError> {
        let now = self.now();
        let desk = self.desk_of_ruling(by, id, asked).await?;
        let current = desk.current();
        let (rule, _) = self.rule_of(by, &current.game, asked).await?;
        let before = as_of(&current.game, now).into_owned();
        let command = Command::new(by.id, Act::Rule(Box::new(rule)));
        let events = match decide(&before, &command, now) {
            Ok(events) => events,
            Err(refusal) => return Err(self.refused(refusal, &current, by, &[]).await),
        };
        let after = events.iter().fold(before.clone(), evolve);
        let people = self.people_of([&before, &after].into_iter()).await?;
        let affected = affected(&before, &events, &after).into_iter();
        let mut affected: Vec<_> = affected.map(|account| people.get(account).name).collect();
        affected.sort_unstable();
        let sprites = if before.last_turn() < after.last_turn() {
            self.sprites_now(&after).await?
        } else {
            self.sprites_of_turn(&after, after.newest_standing())
                .await?
        };
        Ok(Foreseen {
            position: after.board(),
            sprites,
            affected,
        })
    }

    /// Whether somebody may make rulings of a kind in a match.
    ///
    /// # Errors
    /// [`ServiceError::Missing`] where there is no match that the viewer may see.
    pub async fn powers(&self, viewer: &Viewer, id: MatchId) -> Result<Vec<Power>, ServiceError> {
        let desk = self.desk_seen_by(viewer, id).await?;
        let Some(person) = viewer else {
            return Ok(Vec::new());
        };
        let game = &desk.current().game;
        let has = |power: &Power| office_of(game, person.id, person.role, *power).is_ok();
        Ok(Power::ALL.into_iter().filter(has).collect())
    }

    /// Takes back one's own last turn (T19).
    ///
    /// # Errors
    /// [`ServiceError::Missing`], and [`Refused`](ServiceError::Refused) in the order of T19.
    pub async fn take_back(&self, by: &Person, id: MatchId, turn: u32) -> Result<(), ServiceError> {
        self.desk_of_player(by, id).await?;
        let before = Box::new(self.stored_turn(id, turn).await?.row.before);
        let act = Act::TakeBack { turn, before };
        self.act(by, id, act, self.now()).await?;
        Ok(())
    }

    /// Leaves a match of Abaddon (T17), and hands over the entry in the record.
    ///
    /// # Errors
    /// [`ServiceError::Missing`], and [`Refused`](ServiceError::Refused) with `not_yours`,
    /// `match_over` or `already_left`.
    pub async fn leave(&self, by: &Person, id: MatchId) -> Result<StoredEvent, ServiceError> {
        let (_, events) = self.act(by, id, Act::Leave, self.now()).await?;
        self.first_of(id, &events).await
    }

    /// The desk of a match, for somebody who may rule so.
    async fn desk_of_ruling(
        &self,
        by: &Person,
        id: MatchId,
        asked: &RulingAsked,
    ) -> Result<Arc<Desk>, ServiceError> {
        let desk = self.desk_seen_by(&Some(by.clone()), id).await?;
        let current = desk.current();
        match office_of(&current.game, by.id, by.role, asked.wish.power()) {
            Ok(_) => self.must_act(by).await.map(|()| desk),
            Err(refusal) => Err(self.refused(refusal, &current, by, &[]).await),
        }
    }

    async fn first_of(&self, id: MatchId, events: &[Event]) -> Result<StoredEvent, ServiceError> {
        let before = events.first().map_or(0, |event| event.seq - 1);
        let written = self.store.events(id, before, 1).await?;
        written.into_iter().next().ok_or(ServiceError::Missing)
    }
}

/// The sprites that a ruling takes off accounts.
fn taken_by(game: &Match, events: &[Event]) -> Vec<(AccountId, SpriteHash)> {
    let taken = |event: &Event| match (&event.body, event.seat) {
        (Body::Ruled(ruled), Some(seat)) => match &ruled.ruling {
            Ruling::SpritesReset { sprites, .. } => taken_sprites(game, seat, sprites),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    };
    events.iter().flat_map(taken).collect()
}

/// Whom events concern: those whose turns are struck or count again, who gain or lose a seat, something
/// on the board, the hold of it or a post, and all players when play stops or goes on.
fn affected(before: &Match, events: &[Event], after: &Match) -> BTreeSet<AccountId> {
    let player = |game: &Match, seat: Seat| {
        let state = game.seats.get(usize::from(seat.number()));
        state.and_then(|state| state.holder)
    };
    let changed = before.turns.iter().zip(&after.turns);
    let of_turns = changed.filter(|(was, is)| was != is);
    // Whoever played a turn is concerned, though somebody else sits there now.
    let mut affected: BTreeSet<AccountId> = of_turns.filter_map(|(was, _)| was.account).collect();
    let boards = (before.board(), after.board());
    let of_events = events.iter().filter(|event| !hides_post(event));
    let seats = of_events
        .filter_map(|event| event.seat)
        .chain(Seat::all().filter(|seat| gains_or_loses(*seat, &boards)));
    let players = seats.flat_map(|seat| [player(before, seat), player(after, seat)]);
    affected.extend(players.flatten());
    if before.phase != after.phase {
        affected.extend(before.seated().map(|(_, player)| player));
    }
    let holder = |game: &Match| {
        let table = game.abaddon()?;
        Some(table.announcement.as_ref()?.holder)
    };
    affected.extend(holder(before).filter(|_| holder(after).is_none()));
    affected
}

fn hides_post(event: &Event) -> bool {
    matches!(&event.body, Body::Ruled(ruled) if matches!(ruled.ruling, Ruling::PostHidden { .. }))
}

/// Whether a seat has other doors, units or walls on the second board.
fn gains_or_loses(seat: Seat, boards: &(Board, Board)) -> bool {
    let (Board::Abaddon(before), Board::Abaddon(after)) = boards else {
        return boards.0 != boards.1;
    };
    let things = |position: &Position| -> (Vec<_>, Vec<_>, Vec<_>) {
        let doors = position.doors().filter(|(_, owner)| *owner == seat);
        let units = position.units().filter(|(_, unit)| unit.owner == seat);
        let walls = position.walls().filter(|(_, owner)| *owner == seat);
        (doors.collect(), units.collect(), walls.collect())
    };
    things(before) != things(after)
}
