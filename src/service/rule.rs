//! Rulings, and what players undo on their own: what they need is looked up here, and the referee
//! decides.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::Value;

use crate::ids::{AccountId, MatchId};
use crate::referee::command::{Act, Command};
use crate::referee::decide::decide;
use crate::referee::event::{Body, Event, SpriteHash, TextHash};
use crate::referee::evolve::evolve;
use crate::referee::moderate::decide::office_of;
use crate::referee::ruling::{Belongings, Order, Power, Rule, Ruling};
use crate::referee::state::{Board, Game, Match};
use crate::rules::abaddon::position::Kind;
use crate::rules::abaddon::setup::Setup;
use crate::rules::helios;
use crate::rules::seat::Seat;
use crate::store::append::{Beside, SaltedText};
use crate::store::record::StoredEvent;
use crate::time::Instant;

use super::act::Outcome;
use super::desk::Desk;
use super::show::as_of;
use super::sprites::taken_sprites;
use super::views::{Person, SeatSprite, Viewer};
use super::{Service, ServiceError, text};

/// A ruling as it is asked for.
#[derive(Clone, PartialEq, Debug)]
pub struct RulingAsked {
    /// Why, 1–2,000 characters.
    pub reason: String,
    /// What is to happen.
    pub wish: Wish,
}

/// What a ruling is to do, with everything as typed.
#[derive(Clone, PartialEq, Debug)]
pub enum Wish {
    /// End the open announcement.
    Lift,
    /// Put the match back to after a turn.
    Revert(u32),
    /// Take the player off a seat.
    Remove(Seat, Belongings),
    /// Give a seat to the player with a name.
    Replace(Seat, String),
    /// Stop play, perhaps until an instant.
    Pause(Option<Instant>),
    /// Let play go on.
    Resume,
    /// End the match, perhaps with a winner.
    Close(Option<Seat>),
    /// Write a note beside an entry.
    Annotate(u64, String),
    /// Show a turn's post no more.
    HidePost(u32),
    /// Draw a seat's units as they look by default, perhaps only those of a kind.
    ResetSprites(Seat, Option<Kind>),
    /// Put a position (formats.md) on the board, perhaps as a seat's turn.
    SetPosition(Value, Option<Seat>),
    /// Call the match otherwise.
    Retitle(String),
    /// Take the match out of lists.
    HideMatch,
}

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

impl Wish {
    /// What kind of ruling it is.
    pub const fn power(&self) -> Power {
        match self {
            Self::Lift => Power::Lift,
            Self::Revert(_) => Power::Revert,
            Self::Remove(..) => Power::Remove,
            Self::Replace(..) => Power::Replace,
            Self::Pause(_) => Power::Pause,
            Self::Resume => Power::Resume,
            Self::Close(_) => Power::Close,
            Self::Annotate(..) => Power::Annotate,
            Self::HidePost(_) => Power::HidePost,
            Self::ResetSprites(..) => Power::ResetSprites,
            Self::SetPosition(..) => Power::SetPosition,
            Self::Retitle(_) => Power::Retitle,
            Self::HideMatch => Power::HideMatch,
        }
    }
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
        self.rule_at(by, id, asked, self.now()).await
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

    /// The ruling as the referee takes it, and the texts that lie beside it.
    async fn rule_of(
        &self,
        by: &Person,
        game: &Match,
        asked: &RulingAsked,
    ) -> Result<(Rule, Vec<SaltedText>), ServiceError> {
        let reason = text::salted(text::reason(&asked.reason)?);
        let own = match &asked.wish {
            Wish::Annotate(_, note) => Some(text::salted(text::note(note)?)),
            Wish::Retitle(title) => Some(text::salted(text::title(title)?)),
            _ => None,
        };
        let hash = own
            .as_ref()
            .map_or_else(String::new, |own| own.hash.clone());
        let order = self.order_of(game, &asked.wish, TextHash(hash)).await?;
        let rule = Rule {
            role: by.role,
            reason: TextHash(reason.hash.clone()),
            order,
        };
        Ok((rule, std::iter::once(reason).chain(own).collect()))
    }

    async fn order_of(
        &self,
        game: &Match,
        wish: &Wish,
        own: TextHash,
    ) -> Result<Order, ServiceError> {
        Ok(match wish {
            Wish::Lift => Order::Lift { from: None },
            Wish::Revert(to) => Order::Revert {
                to: *to,
                position: Box::new(self.board_after(game, *to).await?),
            },
            Wish::Remove(seat, belongings) => {
                let (seat, belongings) = (*seat, *belongings);
                Order::Remove { seat, belongings }
            }
            Wish::Replace(seat, name) => {
                let (seat, player) = (*seat, self.account_called("name", name).await?);
                Order::Replace { seat, player }
            }
            Wish::Pause(until) => Order::Pause { until: *until },
            Wish::Resume => Order::Resume,
            Wish::Close(winner) => Order::Close { winner: *winner },
            Wish::Annotate(seq, _) => Order::Annotate {
                seq: *seq,
                text: own,
            },
            Wish::HidePost(turn) => {
                let turn = *turn;
                let found = self.stored_turn(game.id, turn).await?;
                found.post.ok_or(ServiceError::Missing)?;
                Order::HidePost { turn }
            }
            Wish::ResetSprites(seat, kind) => {
                let (seat, kind) = (*seat, *kind);
                Order::ResetSprites {
                    seat,
                    kind,
                    sprites: self.sprites_of_seat(game, seat, kind).await?,
                }
            }
            Wish::SetPosition(position, seat) => Order::SetPosition {
                position: Box::new(read_position(game, position)?),
                seat: *seat,
            },
            Wish::Retitle(_) => Order::Retitle { title: own },
            Wish::HideMatch => Order::Hide,
        })
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

/// A position of the match's game (formats.md), in which only its seats own anything. The rules say
/// whether it is the end and who has won, whatever it says itself: in Abaddon by the doors, in Helios
/// once the referee has settled it.
fn read_position(game: &Match, json: &Value) -> Result<Board, ServiceError> {
    let wrong = |why: String| ServiceError::BadPosition(why);
    match &game.game {
        Game::Abaddon(table) => {
            let setup: Setup =
                serde_json::from_value(json.clone()).map_err(|why| wrong(why.to_string()))?;
            let setup = setup.won_by_doors(table.ruleset.options.doors_to_win);
            let seats = game.seats.len();
            if setup
                .owners()
                .any(|owner| seats <= usize::from(owner.number()))
            {
                return Err(wrong(
                    "it has something of a seat that is not taken".to_owned(),
                ));
            }
            let level = &table.ruleset.level;
            let position = crate::rules::abaddon::position::Position::new(setup, level);
            position
                .map(Board::Abaddon)
                .map_err(|faults| wrong(first(&faults)))
        }
        Game::Helios(table) => {
            let setup: helios::setup::Setup =
                serde_json::from_value(json.clone()).map_err(|why| wrong(why.to_string()))?;
            let setup = setup.still_played();
            let options = table.position.options();
            let position = helios::position::Position::new(&setup, options);
            position
                .map(Board::Helios)
                .map_err(|faults| wrong(first(&faults)))
        }
    }
}

fn first(faults: &[impl ToString]) -> String {
    faults.first().map(ToString::to_string).unwrap_or_default()
}

/// Whom events concern: those whose turns are struck or count again, who lose a seat, the board or a
/// post, and all players when play stops or goes on.
fn affected(before: &Match, events: &[Event], after: &Match) -> BTreeSet<AccountId> {
    let player = |game: &Match, seat: Seat| {
        let state = game.seats.get(usize::from(seat.number()));
        state.and_then(|state| state.holder)
    };
    let changed = before.turns.iter().zip(&after.turns);
    let of_turns = changed
        .filter(|(was, is)| was != is)
        .filter_map(|(was, _)| was.seat);
    let seats = of_turns.chain(events.iter().filter_map(|event| event.seat));
    let mut affected: BTreeSet<AccountId> = seats
        .flat_map(|seat| [player(before, seat), player(after, seat)])
        .flatten()
        .collect();
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
