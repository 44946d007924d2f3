//! Entries of the record as the history shows them.

use crate::ids::Role;
use crate::referee::event::{Actor, Body, Event};
use crate::referee::ruling::{Belongings, Office, Ruled, Ruling};
use crate::referee::state::Match;
use crate::service::people::People;
use crate::service::views::{EntryBoards, EntryView, PlayView, Shot, TurnView, Viewer};
use crate::service::{Service, ServiceError};
use crate::store::StoreError;
use crate::store::record::StoredEvent;

use super::words::Teller;

impl Service {
    pub(super) async fn entry(
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
            // Hiding keeps the text, for moderators (referee.md, The record).
            Some(Ruling::PostHidden { turn }) if moderates(viewer) => {
                self.stored_turn(game.id, *turn).await?.post
            }
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
            boards: boards(game, &event),
            cost: match &event.body {
                Body::Announced { .. } => Some(format!("the announcement of {}", event.at.day())),
                _ => (turn.as_ref().map(cost_of)).filter(|cost| !cost.is_empty()),
            },
            struck: turn.is_some_and(|turn| turn.struck_by.is_some()),
            stored,
        })
    }
}

fn moderates(viewer: &Viewer) -> bool {
    (viewer.as_ref()).is_some_and(|person| Role::Moderator <= person.role)
}

/// In what office a ruling was made, and whether whoever made it played in the match.
pub(in crate::service) fn office(ruled: &Ruled) -> String {
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

/// The boards before and after an event, where it changed them.
fn boards(game: &Match, event: &Event) -> Option<EntryBoards> {
    let seq = event.seq;
    let around = Some(EntryBoards {
        before: Shot::Before(seq),
        after: Shot::After(seq),
    });
    match &event.body {
        // What nearly every entry is has its picture already.
        Body::Moved(moved) => Some(EntryBoards {
            before: Shot::Turn(game.turn_mark(moved.turn)?.follows),
            after: Shot::Turn(moved.turn),
        }),
        Body::TakenBack(_) => around,
        Body::Ruled(ruled) => match &ruled.ruling {
            Ruling::Reverted(_) | Ruling::PositionSet(_) => around,
            Ruling::Removed { belongings, .. } => {
                around.filter(|_| *belongings == Belongings::GivenUp)
            }
            _ => None,
        },
        _ => None,
    }
}
