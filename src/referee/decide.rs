//! Whether a command may happen now, and what happens then.

use std::collections::BTreeSet;

use crate::ids::{AccountId, MatchId};
use crate::rules::seat::Seat;
use crate::time::Instant;

use super::command::{Act, Command};
use super::event::{Actor, Body, Created, CreatedGame, Event};
use super::evolve::{begin, evolve};
use super::moderate::barred::Barred;
use super::refusal::Refusal;
use super::state::{Game, Match, Phase};
use super::{abaddon, helios, moderate};

/// The first events of a match, and the match that they make: in Helios its host sits down at once.
pub fn create(id: MatchId, host: AccountId, created: Created, now: Instant) -> (Vec<Event>, Match) {
    let game = begin(id, host, now, &created);
    let host_side = match &created.game {
        CreatedGame::Abaddon(_) => None,
        CreatedGame::Helios(chosen) => Some(chosen.host_side),
    };
    let actor = Actor::Account(host);
    let mut events = vec![Event {
        seq: 1,
        at: now,
        actor,
        seat: None,
        body: Body::Created(Box::new(created)),
    }];
    events.extend(host_side.map(|side| Event {
        seq: 2,
        at: now,
        actor,
        seat: Some(side.seat()),
        body: Body::Seated {
            colour: side.colour(),
        },
    }));
    let game = events.iter().skip(1).fold(game, evolve);
    (events, game)
}

/// What has become due by itself before an instant, oldest first.
///
/// It is committed before anything is decided, and stays committed whatever is decided then.
pub fn due(game: &Match, now: Instant) -> Vec<Event> {
    let lapse = match &game.game {
        Game::Abaddon(table) => abaddon::decide::due(game, table, now),
        // An overdue turn of Helios waits for the opponent's flag (R8).
        Game::Helios(_) => None,
    };
    // A pause ends every announcement, so that never both are there.
    let due = lapse.or_else(|| moderate::decide::due(game, now));
    due.into_iter().collect()
}

/// What a command makes happen at an instant. An empty list means that there is nothing to do:
/// announcing while one holds the board (T18).
///
/// What is [`due`] by then must have happened already.
///
/// # Errors
/// The first [`Refusal`] that fits, in the order of T12 and of helios.md.
pub fn decide(game: &Match, command: &Command, now: Instant) -> Result<Vec<Event>, Refusal> {
    let desk = Desk {
        suspended: &command.suspended,
        ..Desk::of(game, command.account, now)
    };
    if let Act::Rule(rule) = &command.act {
        return moderate::decide::decide(&desk, rule);
    }
    if command.act == Act::Depart {
        return Ok(moderate::depart::depart(&desk));
    }
    match &game.game {
        Game::Abaddon(table) => abaddon::decide::decide(&desk, table, &command.act),
        Game::Helios(table) => helios::decide::decide(&desk, table, &command.act),
    }
}

/// No account at all.
pub(super) static NOBODY: BTreeSet<AccountId> = BTreeSet::new();

/// One command on the referee's desk: the match, who asks, and when.
pub(super) struct Desk<'a> {
    pub(super) game: &'a Match,
    pub(super) account: AccountId,
    pub(super) now: Instant,
    /// The players whose accounts are suspended.
    pub(super) suspended: &'a BTreeSet<AccountId>,
}

impl<'a> Desk<'a> {
    /// A desk at which nobody is known to be suspended.
    pub(super) fn of(game: &'a Match, account: AccountId, now: Instant) -> Self {
        let now = game.no_earlier(now);
        Self {
            game,
            account,
            now,
            suspended: &NOBODY,
        }
    }

    /// Whether play goes on.
    pub(super) fn is_running(&self) -> Result<(), Refusal> {
        match self.game.phase {
            Phase::Over { winner } => Err(Refusal::MatchOver { winner }),
            Phase::Paused { until, .. } => Err(Refusal::Barred(Barred::MatchPaused { until })),
            Phase::Running => Ok(()),
        }
    }

    /// Whether the match is not over, paused or not.
    pub(super) fn is_not_over(&self) -> Result<(), Refusal> {
        match self.game.phase {
            Phase::Over { winner } => Err(Refusal::MatchOver { winner }),
            Phase::Paused { .. } | Phase::Running => Ok(()),
        }
    }

    /// Whether the position is still the one that the sender saw (T9).
    pub(super) fn is_current(&self, seq: u64) -> Result<(), Refusal> {
        if seq < self.game.position_seq {
            Err(Refusal::MovedOn)
        } else {
            Ok(())
        }
    }

    /// The event that many places ahead of the newest one.
    pub(super) fn event(&self, ahead: u64, seat: Option<Seat>, body: Body) -> Event {
        let (seq, at) = (self.game.seq + ahead, self.now);
        Event {
            seq,
            at,
            actor: Actor::Account(self.account),
            seat,
            body,
        }
    }

    /// Events of one seat that happen together, in order.
    pub(super) fn events(&self, seat: Option<Seat>, bodies: Vec<Body>) -> Vec<Event> {
        (1..)
            .zip(bodies)
            .map(|(ahead, body)| self.event(ahead, seat, body))
            .collect()
    }
}
