//! The record as people search it, with what was refused beside it.

mod board;
mod entry;
mod words;

use crate::ids::{AccountId, MatchId};
use crate::referee::state::{Match, PostState};
use crate::store::audit::EntryQuery;
use crate::store::record::StoredEvent;
use crate::store::refusals::{KEPT_A_MATCH, RefusalQuery};
use crate::store::rulings::KINDS;
use crate::store::verify::VerifyError;
use crate::time::{GmtDay, Instant};

use super::people::People;
use super::views::{EntryView, RefusalView, Viewer};
use super::{Service, ServiceError};

pub use board::Side;
pub(in crate::service) use entry::office;

/// How many entries a page of the history has.
const ENTRIES_A_PAGE: u32 = 25;
/// How many letters can be looked for at once.
const MOST_LETTERS: usize = 100;

/// Which entries are wanted; what is left out asks for all.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HistoryAsked {
    /// The name of whoever made it happen.
    pub person: Option<String>,
    /// The kind's word, or that of a group of kinds: `turns`, `announcements` or `rulings`.
    pub kind: Option<String>,
    /// The GMT day.
    pub day: Option<GmtDay>,
    /// Letters in the particulars or in a text.
    pub text: Option<String>,
    /// Only entries with numbers below this one.
    pub before: Option<u64>,
    /// What becomes of refused attempts.
    pub attempts: Attempts,
}

/// What becomes of refused attempts in a history; only those who may rule in the match see any.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Attempts {
    /// They stand between the entries, by their instants, unless a kind of entry is asked for.
    #[default]
    Shown,
    /// They are left out.
    LeftOut,
    /// They are all that is wanted.
    Alone,
}

/// A page of a match's history.
#[derive(Clone, PartialEq, Debug)]
pub struct History {
    /// Entries and refused attempts, newest first.
    pub rows: Vec<HistoryRow>,
    /// The `before` of the next page, if there is one.
    pub next: Option<u64>,
    /// The names of all who have an entry, or were refused something.
    pub people: Vec<String>,
}

/// A row of a history.
#[derive(Clone, PartialEq, Debug)]
pub enum HistoryRow {
    /// An entry of the record.
    Entry(Box<EntryView>),
    /// An attempt that was refused, which is no part of the record.
    Refused(RefusalView),
}

impl HistoryRow {
    fn at(&self) -> Instant {
        match self {
            Self::Entry(entry) => entry.stored.at,
            Self::Refused(refusal) => refusal.at,
        }
    }
}

/// Whether a match's chain holds and its replay fits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// So many events were checked, and nothing was wrong.
    Holds(u64),
    /// The first event that does not fit, in words.
    Broken(String),
}

impl Service {
    /// A page of the history of a match, newest first.
    ///
    /// # Errors
    /// [`ServiceError::Missing`] where there is no match that the viewer may see;
    /// [`Malformed`](ServiceError::Malformed) for more than 100 letters to look for.
    pub async fn history(
        &self,
        viewer: &Viewer,
        id: MatchId,
        asked: &HistoryAsked,
    ) -> Result<History, ServiceError> {
        let loaded = self.desk_seen_by(viewer, id).await?.current();
        let game = &loaded.game;
        if (asked.text.as_ref()).is_some_and(|text| MOST_LETTERS < text.chars().count()) {
            return Err(ServiceError::Malformed(
                "The history can be searched for 100 letters at most.",
            ));
        }
        let reads_refusals = !self.powers(viewer, id).await?.is_empty();
        let crowd = self.crowd(game, reads_refusals).await?;
        let asked = Asked {
            // A name that nobody here has finds nothing.
            actor: (asked.person.as_ref()).map(|name| crowd.called(name).unwrap_or_else(nobody)),
            asked,
        };
        let (entries, next) = match asked.asked.attempts {
            Attempts::Alone => (Vec::new(), None),
            Attempts::Shown | Attempts::LeftOut => self.entries(game, &asked).await?,
        };
        let mut rows = Vec::with_capacity(entries.len());
        let oldest = entries.last().map(|oldest| oldest.at);
        for stored in entries {
            let entry = self.entry(viewer, game, &crowd.people, stored).await?;
            rows.push(HistoryRow::Entry(Box::new(entry)));
        }
        if reads_refusals && asked.wants_refusals() {
            let from = oldest.filter(|_| next.is_some());
            let refusals = self.attempts(id, &asked, from).await?;
            rows.extend(refusals.into_iter().map(HistoryRow::Refused));
            // Of one instant, what was refused came first: an event may be why the next try went well.
            rows.sort_by_key(|row| std::cmp::Reverse(row.at()));
        }
        Ok(History {
            rows,
            next,
            people: crowd.names(),
        })
    }

    /// A page of entries, and the `before` of the page that follows.
    async fn entries(
        &self,
        game: &Match,
        Asked { asked, actor }: &Asked<'_>,
    ) -> Result<(Vec<StoredEvent>, Option<u64>), ServiceError> {
        let query = EntryQuery {
            actor: *actor,
            kinds: asked.kind.as_deref().map(kinds).unwrap_or_default(),
            day: asked.day,
            text: asked.text.clone(),
            before: asked.before,
            limit: ENTRIES_A_PAGE + 1,
            hidden_posts: hidden_posts(game),
        };
        let mut found = self.store.entries(game.id, &query).await?;
        let page = usize::try_from(ENTRIES_A_PAGE).unwrap_or(usize::MAX);
        let more = page < found.len();
        found.truncate(page);
        let next = found.last().map(|event| event.seq).filter(|_| more);
        Ok((found, next))
    }

    /// The refused attempts between the entries of a page.
    async fn attempts(
        &self,
        id: MatchId,
        Asked { asked, actor }: &Asked<'_>,
        from: Option<Instant>,
    ) -> Result<Vec<RefusalView>, ServiceError> {
        let until = match asked.before {
            Some(before) => self.instant_of(id, before).await?,
            None => None,
        };
        let day = asked.day.map(|day| (day.start(), day.next().start()));
        self.refusals_like(RefusalQuery {
            match_id: Some(id),
            account: *actor,
            text: asked.text.clone(),
            from: from.max(day.map(|(start, _)| start)),
            until: until.into_iter().chain(day.map(|(_, end)| end)).min(),
            limit: KEPT_A_MATCH,
        })
        .await
    }

    /// When an entry was made, if there is one with that number.
    async fn instant_of(&self, id: MatchId, seq: u64) -> Result<Option<Instant>, ServiceError> {
        let found = self.store.events(id, seq.saturating_sub(1), 1).await?;
        Ok(found.first().map(|event| event.at))
    }

    /// Everybody whose name the history may be filtered by.
    async fn crowd(&self, game: &Match, reads_refusals: bool) -> Result<Crowd, ServiceError> {
        let mut members = self.store.actors(game.id).await?;
        if reads_refusals {
            members.extend(self.store.refused_accounts(game.id).await?);
            members.sort_unstable();
            members.dedup();
        }
        let people = self.people_with(game, &members).await?;
        Ok(Crowd { members, people })
    }

    /// Recomputes the chain of a match and replays it.
    ///
    /// # Errors
    /// [`ServiceError::Missing`] where there is no match that the viewer may see.
    pub async fn verify(&self, viewer: &Viewer, id: MatchId) -> Result<Verdict, ServiceError> {
        self.desk_seen_by(viewer, id).await?;
        let mut checked = 0;
        match self.store.verify(id, |more| checked += more).await {
            Ok(()) => Ok(Verdict::Holds(checked)),
            Err(fault @ (VerifyError::Fault(_) | VerifyError::SiteLog(_))) => {
                Ok(Verdict::Broken(fault.to_string()))
            }
            Err(VerifyError::Store(error)) => Err(error.into()),
        }
    }
}

/// The kinds of a group, or the one kind of a word.
fn kinds(word: &str) -> Vec<String> {
    let group: &[&str] = match word {
        "turns" => &["moved", "passed", "taken_back", "position_set"],
        "announcements" => &["announced", "withdrawn", "lapsed", "lifted"],
        "rulings" => &KINDS,
        one => &[one],
    };
    group.iter().map(|kind| (*kind).to_owned()).collect()
}

/// What is asked for, with the account of the person who is named.
struct Asked<'a> {
    asked: &'a HistoryAsked,
    actor: Option<AccountId>,
}

impl Asked<'_> {
    fn wants_refusals(&self) -> bool {
        match self.asked.attempts {
            Attempts::Shown => self.asked.kind.is_none(),
            Attempts::LeftOut => false,
            Attempts::Alone => true,
        }
    }
}

/// Those who have done, or tried, anything in a match.
struct Crowd {
    members: Vec<AccountId>,
    people: People,
}

impl Crowd {
    fn called(&self, name: &str) -> Option<AccountId> {
        let mut members = self.members.iter().copied();
        members.find(|member| self.people.get(*member).name == name)
    }

    fn names(&self) -> Vec<String> {
        let names = self
            .members
            .iter()
            .map(|member| self.people.get(*member).name);
        let mut names: Vec<_> = names.collect();
        names.sort_unstable();
        names
    }
}

/// An id that no account has.
fn nobody() -> AccountId {
    AccountId::from_random([0; 10])
}

fn hidden_posts(game: &Match) -> Vec<u32> {
    let hidden = |post| matches!(post, PostState::Hidden { .. });
    let marks = game.turns.iter().filter(|mark| hidden(mark.post));
    marks.map(|mark| mark.turn).collect()
}
