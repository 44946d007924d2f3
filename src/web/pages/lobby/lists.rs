//! The lists of the lobby, and the ways to see one of them alone.

use crate::service::views::{Lobby, MatchCard, MatchState, Page};
use crate::service::{ListAsked, Scope};
use crate::time::Instant;

use super::super::frame::Frame;
use super::card::{Card, is_free};

/// A list that is shown alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Only {
    /// Matches that stand so.
    State(MatchState),
    /// The viewer's own.
    Mine,
}

impl Only {
    pub(super) fn asked(self) -> ListAsked {
        match self {
            Self::State(state) => ListAsked {
                state: Some(state),
                ..ListAsked::default()
            },
            Self::Mine => ListAsked {
                scope: Scope::Mine,
                ..ListAsked::default()
            },
        }
    }
}

/// A way to see one list alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Filter {
    /// What it says.
    pub(super) label: &'static str,
    /// Its address.
    pub(super) href: &'static str,
    /// Whether this page is it.
    pub(super) current: bool,
}

/// One list with its heading.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct List {
    /// The heading.
    pub(super) title: &'static str,
    /// Its anchor.
    pub(super) id: &'static str,
    /// What to say when it is empty.
    pub(super) empty: &'static str,
    /// The matches.
    pub(super) cards: Vec<Card>,
    /// The address of the rest of the list.
    pub(super) more: Option<String>,
}

impl List {
    /// A list of the lobby, from the first page of its matches.
    fn new(only: Only, cards: Vec<&MatchCard>, now: Instant) -> Self {
        let (title, id, empty) = match only {
            Only::State(MatchState::Open) => (
                "Waiting for a first turn",
                "open",
                "No match waits for its first turn. Start one.",
            ),
            Only::State(MatchState::Running) => ("Running", "running", "No match is running."),
            Only::State(MatchState::Paused) => ("Paused", "paused", "No match is paused."),
            Only::State(MatchState::Over) => ("Finished", "over", "No match has ended yet."),
            Only::Mine => ("Mine", "mine", "You play in no match and host none."),
        };
        Self {
            title,
            id,
            empty,
            cards: (cards.into_iter())
                .map(|card| Card::new(card, now))
                .collect(),
            more: None,
        }
    }

    /// A page of a list that is shown alone.
    pub(super) fn alone(only: Only, page: &Page<MatchCard>, now: Instant) -> Self {
        Self::new(only, page.items.iter().collect(), now).with_more(only, page)
    }

    fn with_more(self, only: Only, page: &Page<MatchCard>) -> Self {
        let filter = match only {
            Only::State(_) => format!("state={}", self.id),
            Only::Mine => "mine=1".to_owned(),
        };
        let next = page.next.as_ref();
        let more = next.map(|next| format!("/?{filter}&after={next}"));
        Self { more, ..self }
    }

    /// How much room it takes side by side with others: cards in a row, at most four.
    pub(super) fn span(&self) -> usize {
        self.cards.len().clamp(1, 4)
    }
}

/// The lists of the lobby: first the matches with a free seat, running or not; each match once.
pub(super) fn lists(lobby: &Lobby, now: Instant) -> Vec<List> {
    let pages = [
        (MatchState::Running, &lobby.running),
        (MatchState::Open, &lobby.open),
        (MatchState::Paused, &lobby.paused),
        (MatchState::Over, &lobby.over),
    ];
    let all = pages.iter().flat_map(|(_, page)| &page.items);
    let free = List {
        title: "Free seats",
        id: "free",
        empty: "No match has a free seat. Start one.",
        cards: (all.filter(|card| is_free(card)))
            .map(|card| Card::new(card, now))
            .collect(),
        more: None,
    };
    let others = pages.into_iter().map(|(state, page)| {
        let cards = page.items.iter().filter(|card| !is_free(card)).collect();
        let only = Only::State(state);
        List::new(only, cards, now).with_more(only, page)
    });
    let worth_showing = |list: &List| !list.cards.is_empty() || list.more.is_some();
    std::iter::once(free)
        .chain(others.filter(worth_showing))
        .collect()
}

/// The ways to see a list alone; who is signed in has one of their own.
pub(super) fn filters(frame: &Frame, current: Option<Only>) -> Vec<Filter> {
    let filter = |label, only: Option<Only>, href| Filter {
        label,
        href,
        current: only == current,
    };
    let state = |label, state, href| filter(label, Some(Only::State(state)), href);
    let mut filters = vec![
        filter("All", None, "/"),
        state("Running", MatchState::Running, "/?state=running"),
        state("Open", MatchState::Open, "/?state=open"),
        state("Paused", MatchState::Paused, "/?state=paused"),
        state("Finished", MatchState::Over, "/?state=over"),
    ];
    if frame.viewer.is_some() {
        filters.insert(1, filter("Mine", Some(Only::Mine), "/?mine=1"));
    }
    filters
}
