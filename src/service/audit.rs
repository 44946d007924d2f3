//! The record in words, for whoever checks what happened.

use crate::ids::{AccountId, MatchId};
use crate::referee::event::{Actor, Body, Event};
use crate::referee::ruling::{Belongings, Office, Ruled, Ruling};
use crate::referee::state::{Match, PostState};
use crate::rules::seat::{Names, Seat};
use crate::store::StoreError;
use crate::store::audit::EntryQuery;
use crate::store::record::StoredEvent;
use crate::store::verify::VerifyError;
use crate::time::GmtDay;

use super::people::People;
use super::views::{EntryBoards, EntryView, PlayView, TurnView, Viewer};
use super::{Service, ServiceError};

/// How many entries a page of the history has.
const ENTRIES_A_PAGE: u32 = 25;
/// How many letters can be looked for at once.
const MOST_LETTERS: usize = 100;

/// Which entries are wanted; what is left out asks for all.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HistoryAsked {
    /// The name of whoever made it happen.
    pub person: Option<String>,
    /// The kind's word.
    pub kind: Option<String>,
    /// The GMT day.
    pub day: Option<GmtDay>,
    /// Letters in the particulars or in a text.
    pub text: Option<String>,
    /// Only entries with numbers below this one.
    pub before: Option<u64>,
}

/// A page of a match's history.
#[derive(Clone, PartialEq, Debug)]
pub struct History {
    /// The entries, newest first.
    pub entries: Vec<EntryView>,
    /// The `before` of the next page, if there is one.
    pub next: Option<u64>,
    /// The names of all who have an entry.
    pub people: Vec<String>,
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
        let actors = self.store.actors(id).await?;
        let people = self.people_with(game, &actors).await?;
        let called = |name: &String| {
            let mut of_match = actors.iter().copied();
            of_match.find(|actor| people.get(*actor).name == *name)
        };
        let query = EntryQuery {
            // A name that nobody here has finds nothing.
            actor: (asked.person.as_ref()).map(|name| called(name).unwrap_or_else(nobody)),
            kind: asked.kind.clone(),
            day: asked.day,
            text: asked.text.clone(),
            before: asked.before,
            limit: ENTRIES_A_PAGE + 1,
            hidden_posts: hidden_posts(game),
        };
        let mut found = self.store.entries(id, &query).await?;
        let page = usize::try_from(ENTRIES_A_PAGE).unwrap_or(usize::MAX);
        let more = page < found.len();
        found.truncate(page);
        let next = found.last().map(|event| event.seq).filter(|_| more);
        let mut entries = Vec::with_capacity(found.len());
        for stored in found {
            entries.push(self.entry(viewer, game, &people, stored).await?);
        }
        let mut names: Vec<_> = actors.iter().map(|actor| people.get(*actor).name).collect();
        names.sort_unstable();
        Ok(History {
            entries,
            next,
            people: names,
        })
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

    async fn entry(
        &self,
        viewer: &Viewer,
        game: &Match,
        people: &People,
        stored: StoredEvent,
    ) -> Result<EntryView, ServiceError> {
        let event = stored.read().map_err(|fault| StoreError::Corrupt {
            what: "an event",
            why: fault.to_string(),
        })?;
        let turn = match event.body.turn() {
            Some(turn) => Some(self.turn(viewer, game.id, turn).await?),
            None => None,
        };
        let ruled = match &event.body {
            Body::Ruled(ruled) => Some(ruled),
            _ => None,
        };
        let reason = match ruled {
            Some(ruled) => self.store.text(game.id, &ruled.reason.0).await?,
            None => None,
        };
        let own = match ruled.map(|ruled| &ruled.ruling) {
            Some(Ruling::Annotated { text, .. }) => self.store.text(game.id, &text.0).await?,
            Some(Ruling::Retitled { title }) => self.store.text(game.id, &title.0).await?,
            _ => None,
        };
        let teller = Teller {
            names: &people.names_at(game, event.seq),
            people,
            game,
        };
        let mut words = teller.words(&event);
        words.extend(own.map(|own| format!("“{own}”")));
        let words = match &turn {
            Some(turn) => words.into_iter().chain(words_of(turn)).collect(),
            None => words,
        };
        Ok(EntryView {
            who: match event.actor {
                Actor::Account(account) => people.get(account).name,
                Actor::Server => "server".to_owned(),
            },
            office: ruled.map(|ruled| office(ruled)),
            words,
            notation: turn.as_ref().map(notation_of).unwrap_or_default(),
            reason,
            boards: boards(game, &event.body),
            cost: turn.as_ref().map(cost_of).filter(|cost| !cost.is_empty()),
            struck: turn.is_some_and(|turn| turn.struck_by.is_some()),
            stored,
        })
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

fn office(ruled: &Ruled) -> String {
    let office = match ruled.office {
        Office::Moderator => "moderator",
        Office::Host => "host",
    };
    if ruled.plays {
        format!("{office}, plays in this match")
    } else {
        office.to_owned()
    }
}

/// What was played, in words; a position that was set was not played.
fn words_of(turn: &TurnView) -> Vec<String> {
    match &turn.play {
        PlayView::Abaddon { steps, .. } => steps.iter().map(|step| step.words.clone()).collect(),
        PlayView::Helios(action) if action.notation.is_empty() => Vec::new(),
        PlayView::Helios(action) => vec![action.words.clone()],
    }
}

fn notation_of(turn: &TurnView) -> Vec<String> {
    match &turn.play {
        PlayView::Abaddon { steps, .. } => steps.iter().map(|step| step.notation.clone()).collect(),
        PlayView::Helios(action) if action.notation.is_empty() => Vec::new(),
        PlayView::Helios(action) => vec![action.notation.clone()],
    }
}

/// What a turn used up: its actions, if it had any steps, and its day.
fn cost_of(turn: &TurnView) -> String {
    let day = turn.day.map(|day| format!("the turn of {day}"));
    let actions = match &turn.play {
        PlayView::Abaddon { steps, .. } if steps.is_empty() => None,
        PlayView::Abaddon { steps, .. } => {
            let sum: u32 = steps.iter().map(|step| u32::from(step.cost)).sum();
            Some(match sum {
                1 => "1 action".to_owned(),
                sum => format!("{sum} actions"),
            })
        }
        PlayView::Helios(_) => None,
    };
    let parts: Vec<_> = actions.into_iter().chain(day).collect();
    parts.join(", ")
}

/// The turns whose pictures show the board before and after an event, where it changed.
fn boards(game: &Match, body: &Body) -> Option<EntryBoards> {
    let of_turn = |after: u32| {
        let before = game.turn_mark(after)?.follows;
        Some(EntryBoards { before, after })
    };
    match body {
        Body::Moved(moved) => of_turn(moved.turn),
        Body::TakenBack(taken) => {
            let played = of_turn(taken.turn)?;
            Some(EntryBoards {
                before: played.after,
                after: played.before,
            })
        }
        Body::Ruled(ruled) => match &ruled.ruling {
            Ruling::Reverted(reverted) => Some(EntryBoards {
                before: reverted.from,
                after: reverted.to,
            }),
            Ruling::PositionSet(set) => of_turn(set.turn),
            _ => None,
        },
        _ => None,
    }
}

/// Tells events in words.
struct Teller<'a> {
    names: &'a Names,
    people: &'a People,
    game: &'a Match,
}

impl Teller<'_> {
    fn words(&self, event: &Event) -> Vec<String> {
        vec![match &event.body {
            Body::Created(_) => "The match was made.".to_owned(),
            Body::Seated { colour } => {
                format!("Took {}, in colour {colour}.", seat_of(event.seat))
            }
            Body::Announced { held_until, .. } => {
                format!(
                    "Announced a turn; the board is held until {}.",
                    held_until.in_words()
                )
            }
            Body::Withdrawn => "Gave the board back.".to_owned(),
            Body::Lapsed => "The announcement ran out without a turn.".to_owned(),
            Body::Moved(moved) => format!("Turn {}.", moved.turn),
            Body::Passed => format!(
                "{} had no legal action and passed.",
                self.player(event.seat)
            ),
            Body::Resigned => "Resigned.".to_owned(),
            Body::DrawOffered => "Offered a draw.".to_owned(),
            Body::DrawDeclined => "Declined the draw.".to_owned(),
            Body::DrawAgreed => "Accepted the draw.".to_owned(),
            Body::Flagged => "Claimed the win on time.".to_owned(),
            Body::TakenBack(taken) => format!("Took back turn {}.", taken.turn),
            Body::Left => format!("Left the match; {} is vacant.", seat_of(event.seat)),
            Body::PauseEnded => "The pause ended.".to_owned(),
            Body::Ended { winner: Some(seat) } => {
                format!("The match ended: {} won.", self.player(Some(*seat)))
            }
            Body::Ended { winner: None } => "The match ended without a winner.".to_owned(),
            Body::Ruled(ruled) => self.ruling(event, &ruled.ruling),
        }]
    }

    fn ruling(&self, event: &Event, ruling: &Ruling) -> String {
        match ruling {
            Ruling::Lifted => "Lifted the announcement.".to_owned(),
            Ruling::Reverted(reverted) if reverted.to == 0 => {
                format!(
                    "Reverted the match from turn {} to the start.",
                    reverted.from
                )
            }
            Ruling::Reverted(reverted) => format!(
                "Reverted the match from turn {} to after turn {}.",
                reverted.from, reverted.to
            ),
            Ruling::Removed { player, belongings } => {
                let fate = match belongings {
                    Belongings::Kept => "what it has stays",
                    Belongings::GivenUp => "its doors are unclaimed, its units and walls gone",
                };
                let name = &self.people.get(*player).name;
                format!("Removed {name} from {}; {fate}.", seat_of(event.seat))
            }
            Ruling::Replaced { player, former } => {
                let name = self.people.get(*player).name;
                match former {
                    Some(former) => format!("{name} replaces {}.", self.people.get(*former).name),
                    None => format!("{name} takes {}.", seat_of(event.seat)),
                }
            }
            Ruling::Paused { until: Some(until) } => {
                format!("Paused the match until {}.", until.in_words())
            }
            Ruling::Paused { until: None } => "Paused the match.".to_owned(),
            Ruling::Resumed => "Let the match go on.".to_owned(),
            Ruling::Closed { winner: Some(seat) } => {
                format!("Closed the match: {} has won.", self.player(Some(*seat)))
            }
            Ruling::Closed { winner: None } => "Closed the match without a winner.".to_owned(),
            Ruling::Annotated { seq, .. } => format!("Annotated entry {seq}:"),
            Ruling::PostHidden { turn } => format!("Hid what was written with turn {turn}."),
            Ruling::SpritesReset { kind, .. } => format!(
                "Hid the own sprites of {}{}: they are drawn as by default.",
                self.player(event.seat),
                kind.map_or(String::new(), |kind| format!(" for the {}", kind.name()))
            ),
            Ruling::PositionSet(set) => format!("Set the position: turn {}.", set.turn),
            Ruling::Retitled { .. } => "Called the match otherwise:".to_owned(),
            Ruling::Hidden => "Took the match out of lists.".to_owned(),
        }
    }

    /// Who sat on a seat then.
    fn player(&self, seat: Option<Seat>) -> String {
        let seated = seat.filter(|seat| usize::from(seat.number()) < self.game.seats.len());
        match seated {
            Some(seat) => self.names.of(seat).to_owned(),
            None => seat_of(seat),
        }
    }
}

fn seat_of(seat: Option<Seat>) -> String {
    seat.map_or_else(|| "no seat".to_owned(), |seat| format!("seat {seat}"))
}
