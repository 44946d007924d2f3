//! Who follows matches at the moment: how many, and how they are sent home when the server stops.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{broadcast, watch};

use crate::ids::{AccountId, MatchId};

/// How many follow at once at most: each keeps a connection and a few kilobytes.
const MOST: usize = 10_000;
/// How many accounts may be sent home before a slow stream hears of the first; it ends then, too.
const SENT_HOME: usize = 16;

/// Everybody who follows a match at the moment.
#[derive(Debug)]
pub struct Followers {
    ending: watch::Sender<bool>,
    dismissed: broadcast::Sender<AccountId>,
    by_match: Mutex<BTreeMap<MatchId, usize>>,
}

impl Default for Followers {
    fn default() -> Self {
        Self {
            ending: watch::Sender::default(),
            dismissed: broadcast::Sender::new(SENT_HOME),
            by_match: Mutex::default(),
        }
    }
}

impl Followers {
    /// Ends every stream of an account, whose sessions have ended. A browser that comes again comes as
    /// a visitor.
    pub fn dismiss(&self, account: AccountId) {
        // An error only says that nobody follows anything.
        drop(self.dismissed.send(account));
    }

    /// Ends every stream, those to come too: the server stops.
    pub fn end(&self) {
        self.ending.send_replace(true);
    }

    /// How many follow a match.
    pub fn of(&self, id: MatchId) -> usize {
        self.counts().get(&id).copied().unwrap_or_default()
    }

    /// A place among the followers of a match, until it is dropped; `None` where all are taken.
    pub(in crate::web) fn come(self: &Arc<Self>, id: MatchId) -> Option<Place> {
        let mut counts = self.counts();
        if MOST <= counts.values().sum() {
            return None;
        }
        *counts.entry(id).or_default() += 1;
        drop(counts);
        Some(Place {
            followers: Arc::clone(self),
            id,
        })
    }

    fn go(&self, id: MatchId) {
        let mut counts = self.counts();
        if let Some(count) = counts.get_mut(&id) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&id);
            }
        }
    }

    /// A count is right after any panic: nothing that could panic happens while it is held.
    fn counts(&self) -> MutexGuard<'_, BTreeMap<MatchId, usize>> {
        self.by_match.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A follower's place.
#[derive(Debug)]
pub(in crate::web) struct Place {
    followers: Arc<Followers>,
    id: MatchId,
}

impl Place {
    /// How many follow the same match, this one among them.
    pub(in crate::web) fn neighbours(&self) -> usize {
        self.followers.of(self.id)
    }

    /// The accounts whose streams end from now on.
    pub(in crate::web) fn dismissed(&self) -> broadcast::Receiver<AccountId> {
        self.followers.dismissed.subscribe()
    }

    /// Becomes true when the server stops.
    pub(in crate::web) fn ending(&self) -> watch::Receiver<bool> {
        self.followers.ending.subscribe()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.followers.go(self.id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_counted_until_it_is_left() {
        let followers = Arc::new(Followers::default());
        let id = MatchId::from_random([1; 10]);
        let first = followers.come(id).unwrap();
        let second = followers.come(id).unwrap();
        assert_eq!((followers.of(id), first.neighbours()), (2, 2));
        drop(second);
        assert_eq!(followers.of(id), 1);
        drop(first);
        assert_eq!(followers.of(id), 0);
    }

    #[test]
    fn there_are_only_so_many_places() {
        let followers = Arc::new(Followers::default());
        let id = MatchId::from_random([1; 10]);
        let mut taken: Vec<Place> = (0..MOST).filter_map(|_| followers.come(id)).collect();
        assert_eq!(taken.len(), MOST);
        assert!(followers.come(id).is_none());
        taken.pop();
        assert!(followers.come(id).is_some());
    }
}
