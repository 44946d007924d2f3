//! What happens in a match, as it happens: Server-Sent Events (referee.md, The record).
//!
//! A follower is told of every event once and in order, and never before its commit. The broadcast is
//! only a sign that there is something new: whoever missed some of it is told from the record.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::time::Duration;

use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde::Deserialize;
use serde_json::json;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::watch;
use tokio::time::{Instant, Interval, MissedTickBehavior, interval_at};

use crate::ids::{AccountId, MatchId};
use crate::service::views::Viewer;
use crate::service::{Service, ServiceError, Told};
use crate::web::error::Error;
use crate::web::extract::{Path, Query};
use crate::web::followers::Place;
use crate::web::state::AppState;
use crate::web::who::Visit;

const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");
/// Asks proxies to pass on each event at once.
const UNBUFFERED: (HeaderName, HeaderValue) = (
    HeaderName::from_static("x-accel-buffering"),
    HeaderValue::from_static("no"),
);
/// After so long something is said, so that nobody takes the connection for dead.
const BEAT: Duration = Duration::from_secs(15);
/// How soon a browser comes again after the connection broke.
const RETRY: Duration = Duration::from_secs(2);
/// How many events are read from the record at a time: all that a follower keeps in memory.
const STRETCH: u32 = 100;

/// Behind which event the story goes on, for who cannot send `Last-Event-ID`.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub(in crate::web) struct From {
    after: Option<u64>,
}

/// `/matches/{id}/live`.
pub(in crate::web) async fn follow(
    State(state): State<AppState>,
    Visit { viewer, .. }: Visit,
    Path(id): Path<MatchId>,
    from: Result<Query<From>, Error>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    // Before it is asked which event is the newest, so that none falls between the two.
    let told = state.matches.follow();
    let newest = state.matches.newest_seq(&viewer, id).await?;
    let Query(From { after }) = from?;
    let place = state.followers.come(id).ok_or(Error::Unavailable)?;
    let last = last_event_id(&headers).or(after).unwrap_or(newest);
    let story = Story {
        source: Source {
            service: state.matches,
            viewer,
            id,
        },
        told,
        last: last.min(newest),
        behind: true,
        waiting: VecDeque::new(),
        beat: beat(),
        ending: place.ending(),
        dismissed: place.dismissed(),
        place,
        has_greeted: false,
    };
    let events = stream::unfold(Box::new(story), |mut story| async {
        let event = story.next().await?;
        Some((Ok::<_, Infallible>(event), story))
    });
    Ok(([UNBUFFERED], Sse::new(events)).into_response())
}

fn last_event_id(headers: &HeaderMap) -> Option<u64> {
    headers.get(LAST_EVENT_ID)?.to_str().ok()?.parse().ok()
}

fn beat() -> Interval {
    let mut beat = interval_at(Instant::now() + BEAT, BEAT);
    beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    beat
}

/// Where a follower's missed events are read.
#[derive(Debug)]
struct Source {
    service: Service,
    viewer: Viewer,
    id: MatchId,
}

impl Source {
    /// Whether the viewer may still see the match.
    async fn is_open(&self) -> Result<(), ServiceError> {
        self.service.must_see(&self.viewer, self.id).await
    }

    async fn since(&self, last: u64) -> Result<Vec<Told>, ServiceError> {
        (self.service)
            .told_since(&self.viewer, self.id, last, STRETCH)
            .await
    }
}

/// How far one follower has heard the story.
#[derive(Debug)]
struct Story {
    source: Source,
    told: Receiver<Told>,
    /// The newest event that was sent.
    last: u64,
    /// Whether the record may have more than was sent.
    behind: bool,
    /// What was read from the record and not sent yet.
    waiting: VecDeque<Told>,
    beat: Interval,
    ending: watch::Receiver<bool>,
    dismissed: Receiver<AccountId>,
    place: Place,
    /// Whether it has been said how many are watching.
    has_greeted: bool,
}

/// What a follower waits for.
enum Sign {
    /// Something was committed, in whichever match.
    Heard(Result<Told, RecvError>),
    /// Nothing was, for a while.
    Beat,
    /// The server stops, or the follower's sessions have ended.
    End,
}

impl Story {
    /// The next event, once there is one; `None` when the story ends here.
    async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some(told) = self.waiting.pop_front() {
                // What was just told may be that the viewer has lost their place in a private match.
                self.source.is_open().await.ok()?;
                self.last = told.seq;
                return Some(event(&told));
            }
            if !self.has_greeted {
                self.has_greeted = true;
                return Some(self.count().retry(RETRY));
            }
            if self.behind {
                // A store that does not answer ends the stream; the browser comes again.
                let missed = self.source.since(self.last).await.ok()?;
                self.behind = !missed.is_empty();
                self.waiting.extend(missed);
                continue;
            }
            match self.sign().await {
                Sign::Heard(heard) => self.hear(&heard)?,
                Sign::Beat => return Some(self.count()),
                Sign::End => return None,
            }
        }
    }

    async fn sign(&mut self) -> Sign {
        tokio::select! {
            biased;
            _ = self.ending.wait_for(|ending| *ending) => Sign::End,
            () = is_dismissed(&mut self.dismissed, &self.source.viewer) => Sign::End,
            heard = self.told.recv() => Sign::Heard(heard),
            _ = self.beat.tick() => Sign::Beat,
        }
    }

    fn hear(&mut self, heard: &Result<Told, RecvError>) -> Option<()> {
        match heard {
            Ok(told) if told.match_id != self.source.id || told.seq <= self.last => {}
            Ok(told) if told.seq == self.last + 1 => self.waiting.push_back(*told),
            Ok(_) | Err(RecvError::Lagged(_)) => self.behind = true,
            Err(RecvError::Closed) => return None,
        }
        Some(())
    }

    /// How many are watching, which is a sign of life too: a page that hears nothing for long asks for
    /// itself. It is no event of the record, so it has no id.
    fn count(&self) -> Event {
        let data = json!({"watching": self.place.neighbours()});
        Event::default().event("watching").data(data.to_string())
    }
}

/// Waits until an account's streams end; those of visitors do not. Whoever was too slow to hear who was
/// sent home goes as well.
async fn is_dismissed(dismissed: &mut Receiver<AccountId>, viewer: &Viewer) {
    let Some(person) = viewer else {
        return std::future::pending().await;
    };
    while let Ok(account) = dismissed.recv().await {
        if account == person.id {
            return;
        }
    }
}

fn event(told: &Told) -> Event {
    let data = match told.turn {
        Some(turn) => json!({"seq": told.seq, "turn": turn}),
        None => json!({"seq": told.seq}),
    };
    Event::default()
        .id(told.seq.to_string())
        .event(told.kind)
        .data(data.to_string())
}
