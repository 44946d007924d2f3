//! Where the core meets the store and the clock: what people do, and what they are shown.

pub mod accounts;
mod act;
mod audit;
pub mod blocking;
mod boards;
pub mod choices;
mod create;
mod demo;
mod desk;
mod drafts;
pub mod error;
pub mod explain;
mod helios;
mod lists;
mod password;
mod people;
mod position;
mod rebuild;
pub mod record;
mod refusals;
mod refuse;
mod rule;
pub mod secret;
mod show;
pub mod site;
mod sprites;
mod standing;
mod steps;
mod submit;
mod text;
mod thread;
pub mod ticker;
pub mod views;
mod wish;

use std::sync::Arc;

use quick_cache::sync::Cache;
use tokio::sync::broadcast;

use crate::clock::Clock;
use crate::ids::MatchId;
use crate::referee::event::Event;
use crate::rules::abaddon::level::Levels;
use crate::store::Store;
use crate::store::append::Appender;
use crate::store::refusals::RefusalLog;
use crate::time::Instant;

pub use act::Announced;
pub use audit::{Attempts, History, HistoryAsked, HistoryRow, Side, Verdict};
pub use boards::{BoardAt, BoardFound, ReplayVersion};
pub use create::{NewAbaddon, NewGame, NewHelios, NewMatch, SideAsked};
pub use drafts::Draft;
pub use error::{Current, Refused, ServiceError};
pub use lists::ListAsked;
pub use rule::Foreseen;
pub use submit::{Submit, SubmitAction, TurnAccepted};
pub use wish::{RulingAsked, Wish};

pub use crate::store::lists::Scope;
pub use crate::store::record::StoredEvent;

use desk::Desk;

/// How many matches are kept in memory.
const MATCHES_KEPT: usize = 1_000;
/// How many events a slow follower may lag behind before it is told to look again.
const TOLD_KEPT: usize = 1_024;

/// Everything that happens in matches and everything that is shown of them. Its clones are the same
/// service.
#[derive(Clone, Debug)]
pub struct Service {
    store: Store,
    clock: Clock,
    appender: Appender,
    refusal_log: RefusalLog,
    desks: Arc<Cache<MatchId, Arc<Desk>>>,
    told: broadcast::Sender<Told>,
    levels: Arc<Levels>,
}

/// An event that has just been committed, for those who follow a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Told {
    /// The match.
    pub match_id: MatchId,
    /// The event's number.
    pub seq: u64,
    /// Its kind's word.
    pub kind: &'static str,
    /// The turn's number, for a turn and a position that was set.
    pub turn: Option<u32>,
}

impl Told {
    fn of(match_id: MatchId, event: &Event) -> Self {
        Self {
            match_id,
            seq: event.seq,
            kind: event.body.kind(),
            turn: event.body.turn(),
        }
    }
}

impl Service {
    /// The service over a store. Must be called within a tokio runtime: it starts the
    /// writers.
    pub fn open(store: Store, clock: Clock) -> Self {
        Self {
            appender: store.start_appender(),
            refusal_log: store.start_refusal_log(),
            store,
            clock,
            desks: Arc::new(Cache::new(MATCHES_KEPT)),
            told: broadcast::Sender::new(TOLD_KEPT),
            levels: Arc::default(),
        }
    }

    /// The same service with a host's own levels on offer.
    #[must_use]
    pub fn with_levels(self, levels: Levels) -> Self {
        Self {
            levels: Arc::new(levels),
            ..self
        }
    }

    /// The levels on which new matches can be made.
    pub fn levels(&self) -> &Levels {
        &self.levels
    }

    /// The present instant.
    pub fn now(&self) -> Instant {
        self.clock.now()
    }

    /// The store beneath, for what is no matter of matches.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Every event of every match from now on, after its commit. Whether a viewer may still see the match
    /// is for whoever passes it on to ask ([`must_see`](Self::must_see)).
    pub fn follow(&self) -> broadcast::Receiver<Told> {
        self.told.subscribe()
    }

    fn tell(&self, match_id: MatchId, events: &[Event]) {
        for event in events {
            // An error only says that nobody follows anything.
            drop(self.told.send(Told::of(match_id, event)));
        }
    }
}
