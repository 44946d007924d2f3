//! Recently used matches in memory, each on a desk at which one command is decided at a time.

use std::sync::Arc;

use tokio::sync::{Mutex, MutexGuard, watch};

use crate::ids::MatchId;
use crate::referee::decide::due;
use crate::referee::event::Event;
use crate::store::append::{Append, AppendError, Beside};
use crate::store::project::Loaded;
use crate::time::Instant;

use super::{Service, ServiceError};

/// A match in memory. Reading never waits for a command that is being decided.
#[derive(Debug)]
pub(in crate::service) struct Desk {
    place: Mutex<()>,
    current: watch::Sender<Arc<Loaded>>,
}

impl Desk {
    pub(in crate::service) fn new(loaded: Loaded) -> Self {
        Self {
            place: Mutex::new(()),
            current: watch::Sender::new(Arc::new(loaded)),
        }
    }

    /// The match as the newest commit has it.
    pub(in crate::service) fn current(&self) -> Arc<Loaded> {
        Arc::clone(&self.current.borrow())
    }

    /// The place at the desk; whoever has it is the only one who changes the match.
    pub(in crate::service) async fn place(&self) -> MutexGuard<'_, ()> {
        self.place.lock().await
    }

    /// Puts a newer state of the match on the desk; an older one, from whoever was slower, is left.
    fn put(&self, loaded: &Arc<Loaded>) {
        self.current.send_if_modified(|current| {
            let newer = current.game.seq <= loaded.game.seq;
            if newer {
                *current = Arc::clone(loaded);
            }
            newer
        });
    }
}

/// Why a commit did not happen.
#[derive(Debug)]
pub(in crate::service) enum Halt {
    /// Somebody else wrote first: reload and decide again.
    Conflict,
    /// Anything else.
    Failed(ServiceError),
}

impl Service {
    /// The desk of a match, loaded where it is not in memory.
    pub(in crate::service) async fn desk(&self, id: MatchId) -> Result<Arc<Desk>, ServiceError> {
        let load = async { Ok(Arc::new(Desk::new(self.load(id).await?))) };
        self.desks.get_or_insert_async(&id, load).await
    }

    /// A match as one of many; nothing where it is damaged, so that the others can be shown all the
    /// same.
    pub(in crate::service) async fn current_or_skipped(
        &self,
        id: MatchId,
    ) -> Result<Option<Arc<Loaded>>, ServiceError> {
        match self.desk(id).await {
            Ok(desk) => Ok(Some(desk.current())),
            Err(ServiceError::Broken(error)) => {
                tracing::error!(%error, match_id = %id, "a match cannot be read");
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    pub(in crate::service) async fn reload(&self, desk: &Desk) -> Result<(), ServiceError> {
        let id = desk.current().game.id;
        desk.put(&Arc::new(self.load(id).await?));
        Ok(())
    }

    async fn load(&self, id: MatchId) -> Result<Loaded, ServiceError> {
        self.store.load(id).await?.ok_or(ServiceError::Missing)
    }

    /// Records what is due by an instant, in a commit of its own (T4), and hands over the match after
    /// it.
    pub(in crate::service) async fn catch_up(
        &self,
        desk: &Arc<Desk>,
        now: Instant,
    ) -> Result<Arc<Loaded>, Halt> {
        let mut current = desk.current();
        loop {
            let events = due(&current.game, now);
            if events.is_empty() {
                return Ok(current);
            }
            current = self.commit(desk, events, Beside::default()).await?;
        }
    }

    /// Commits events that follow the match on the desk, then tells those who follow it.
    ///
    /// Whoever asked for it may hang up meanwhile: it is done to its end all the same.
    pub(in crate::service) async fn commit(
        &self,
        desk: &Arc<Desk>,
        events: Vec<Event>,
        beside: Beside,
    ) -> Result<Arc<Loaded>, Halt> {
        let (service, desk) = (self.clone(), Arc::clone(desk));
        let commit = async move { service.commit_to_the_end(&desk, &events, beside).await };
        let done = tokio::spawn(commit).await;
        done.unwrap_or_else(|_| Err(Halt::Failed(AppendError::Stopped.into())))
    }

    async fn commit_to_the_end(
        &self,
        desk: &Desk,
        events: &[Event],
        beside: Beside,
    ) -> Result<Arc<Loaded>, Halt> {
        let before = desk.current();
        let id = before.game.id;
        let (append, after) = Append::following(&before, events, beside);
        match self.appender.append(append).await {
            Ok(()) => {
                let after = Arc::new(after);
                desk.put(&after);
                // The match may have left memory meanwhile, and come back on another desk.
                if let Some(other) = self.desks.peek(&id) {
                    other.put(&after);
                }
                self.tell(id, events);
                Ok(after)
            }
            Err(AppendError::Conflict) => Err(Halt::Conflict),
            Err(error) => {
                // What is in the store is no longer known here: whoever comes next loads it.
                self.desks.remove(&id);
                Err(Halt::Failed(error.into()))
            }
        }
    }

    /// A match that has just been made.
    pub(in crate::service) fn set_up(&self, loaded: Loaded) {
        self.desks
            .insert(loaded.game.id, Arc::new(Desk::new(loaded)));
    }
}
