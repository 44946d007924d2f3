//! The stored form of events: a type of its own, so that the domain may change and the record not.
//!
//! Each kind of event has a version of its payload. A payload of an older version is brought up to
//! the newest one when it is read; what is stored, and its hash, stay as they were written.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::ids::MatchId;
use crate::referee::chain;
use crate::referee::event::{Actor, Body, Event, Moved, Play, TextHash};
use crate::rules::colour::Colour;
use crate::rules::helios::action::Action;
use crate::rules::seat::Seat;
use crate::time::{GmtDay, Instant};

use super::{created, rulings};

pub use super::rulings::texts_of;

/// The version in which payloads are written today, but for those of `created`.
pub const VERSION: u32 = 1;

/// The version of the payload of `created`. Since version 2 it has the hash of a level that ships.
pub const CREATED_VERSION: u32 = 2;

/// An event as it is stored, exported and hashed (referee.md, The record).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct StoredEvent {
    /// The match.
    #[serde(rename = "match")]
    pub match_id: MatchId,
    /// Its number in the match, from 1.
    pub seq: u64,
    /// When it happened.
    pub at: Instant,
    /// An account's id, or `server`.
    pub actor: String,
    /// The number of the seat that it concerns.
    pub seat: Option<u8>,
    /// The kind's word.
    pub kind: String,
    /// The version of the payload.
    pub version: u32,
    /// What happened, by kind.
    pub payload: Value,
    /// The hash of the event before; 64 zeros at first.
    pub prev: String,
    /// The hash of this one.
    pub hash: String,
}

/// A stored event that says nothing the referee knows.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RecordFault {
    /// A kind, or a version of one, from a newer Daykeeper.
    #[error("there is no kind of event “{kind}” in version {version}")]
    Unknown {
        /// The kind's word.
        kind: String,
        /// The version.
        version: u32,
    },
    /// The actor is neither an account nor the server.
    #[error("“{0}” is neither an account nor the server")]
    Actor(String),
    /// The seat's number is none.
    #[error("there is no seat {0}")]
    Seat(u8),
    /// The payload does not have the members that its kind has.
    #[error("the payload cannot be read: {0}")]
    Payload(String),
    /// A turn's step is not in the notation.
    #[error("“{0}” is not a step")]
    Step(String),
    /// A turn's action is not in the notation.
    #[error("“{0}” is not an action")]
    Action(String),
    /// A turn has neither steps nor an action, or both.
    #[error("a turn has steps or an action")]
    Play,
    /// A level that neither ships nor has its text in the record.
    #[error("the level “{0}” is not there")]
    Level(String),
    /// A level that ships is another one than was played on.
    #[error("the level “{0}” that ships is not the one that the match was made on")]
    OtherLevel(String),
}

impl StoredEvent {
    /// Writes an event behind the one whose hash is `prev`.
    pub fn write(match_id: MatchId, event: &Event, prev: &str) -> Self {
        let mut stored = Self {
            match_id,
            seq: event.seq,
            at: event.at,
            actor: match event.actor {
                Actor::Account(account) => account.to_string(),
                Actor::Server => "server".to_owned(),
            },
            seat: event.seat.map(Seat::number),
            kind: event.body.kind().to_owned(),
            version: version_of(&event.body),
            payload: payload_of(&event.body),
            prev: prev.to_owned(),
            hash: String::new(),
        };
        stored.hash = stored.recomputed_hash();
        stored
    }

    /// Reads the event back.
    ///
    /// # Errors
    /// [`RecordFault`] where the record is of a newer version or has been tampered with.
    pub fn read(&self) -> Result<Event, RecordFault> {
        let actor = match self.actor.as_str() {
            "server" => Actor::Server,
            account => Actor::Account(
                (account.parse()).map_err(|_| RecordFault::Actor(account.to_owned()))?,
            ),
        };
        let seat = |number| Seat::new(number).ok_or(RecordFault::Seat(number));
        Ok(Event {
            seq: self.seq,
            at: self.at,
            actor,
            seat: self.seat.map(seat).transpose()?,
            body: read_body(&self.kind, self.version, &self.payload)?,
        })
    }

    /// The hash that this event has behind the one before, whatever [`hash`](Self::hash) says.
    pub fn recomputed_hash(&self) -> String {
        let hashed = json!({
            "match": self.match_id,
            "seq": self.seq,
            "at": self.at,
            "actor": self.actor,
            "seat": self.seat,
            "kind": self.kind,
            "version": self.version,
            "payload": self.payload,
        });
        chain::link(&self.prev, &hashed)
    }
}

#[derive(Serialize, Deserialize)]
struct SeatedPayload {
    color: Colour,
}

#[derive(Serialize, Deserialize)]
struct AnnouncedPayload {
    color: Option<Colour>,
    held_until: Instant,
}

#[derive(Serialize, Deserialize)]
struct MovedPayload {
    turn: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    steps: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    action: Option<String>,
    day: GmtDay,
    announced_at: Option<Instant>,
    post: Option<String>,
    position: String,
}

#[derive(Serialize, Deserialize)]
struct EndedPayload {
    winner: Option<Seat>,
}

const fn version_of(body: &Body) -> u32 {
    match body {
        Body::Created(_) => CREATED_VERSION,
        _ => VERSION,
    }
}

fn payload_of(body: &Body) -> Value {
    match body {
        Body::Created(made) => to_value(&created::write(made)),
        Body::Seated { colour } => to_value(&SeatedPayload { color: *colour }),
        Body::Announced { colour, held_until } => to_value(&AnnouncedPayload {
            color: *colour,
            held_until: *held_until,
        }),
        Body::Moved(moved) => to_value(&write_moved(moved)),
        Body::Ended { winner } => to_value(&EndedPayload { winner: *winner }),
        Body::Withdrawn
        | Body::Lapsed
        | Body::Passed
        | Body::Resigned
        | Body::DrawOffered
        | Body::DrawDeclined
        | Body::DrawAgreed
        | Body::Flagged
        | Body::Left
        | Body::PauseEnded => json!({}),
        Body::TakenBack(taken_back) => rulings::write_taken_back(taken_back),
        Body::Ruled(ruled) => rulings::write(ruled),
    }
}

fn write_moved(moved: &Moved) -> MovedPayload {
    let (steps, action) = match &moved.play {
        Play::Steps(steps) => (Some(steps.iter().map(ToString::to_string).collect()), None),
        Play::Action(action) => (None, Some(action.to_string())),
    };
    MovedPayload {
        turn: moved.turn,
        steps,
        action,
        day: moved.day,
        announced_at: moved.announced_at,
        post: moved.post.clone().map(|TextHash(hash)| hash),
        position: moved.position.clone(),
    }
}

/// The one place that knows older versions: a kind that gets a second version is told apart here.
fn read_body(kind: &str, version: u32, payload: &Value) -> Result<Body, RecordFault> {
    match (kind, version) {
        ("created", 1 | CREATED_VERSION) => Ok(Body::Created(Box::new(created::read(
            from_value(payload)?,
        )?))),
        ("seated", 1) => {
            let SeatedPayload { color } = from_value(payload)?;
            Ok(Body::Seated { colour: color })
        }
        ("announced", 1) => {
            let AnnouncedPayload { color, held_until } = from_value(payload)?;
            Ok(Body::Announced {
                colour: color,
                held_until,
            })
        }
        ("withdrawn", 1) => Ok(Body::Withdrawn),
        ("lapsed", 1) => Ok(Body::Lapsed),
        ("passed", 1) => Ok(Body::Passed),
        ("resigned", 1) => Ok(Body::Resigned),
        ("draw_offered", 1) => Ok(Body::DrawOffered),
        ("draw_declined", 1) => Ok(Body::DrawDeclined),
        ("draw_agreed", 1) => Ok(Body::DrawAgreed),
        ("flagged", 1) => Ok(Body::Flagged),
        ("moved", 1) => Ok(Body::Moved(read_moved(from_value(payload)?)?)),
        ("left", 1) => Ok(Body::Left),
        ("taken_back", 1) => rulings::read_taken_back(payload),
        ("resumed", 1) if payload.get("reason").is_none() => Ok(Body::PauseEnded),
        ("ended", 1) => {
            let EndedPayload { winner } = from_value(payload)?;
            Ok(Body::Ended { winner })
        }
        (kind, 1) if rulings::KINDS.contains(&kind) => rulings::read(kind, payload),
        _ => Err(RecordFault::Unknown {
            kind: kind.to_owned(),
            version,
        }),
    }
}

fn read_moved(payload: MovedPayload) -> Result<Moved, RecordFault> {
    Ok(Moved {
        turn: payload.turn,
        play: read_play(payload.steps, payload.action)?,
        day: payload.day,
        announced_at: payload.announced_at,
        post: payload.post.map(TextHash),
        position: payload.position,
    })
}

fn read_play(steps: Option<Vec<String>>, action: Option<String>) -> Result<Play, RecordFault> {
    match (steps, action) {
        (Some(steps), None) => {
            let step = |text: String| text.parse().map_err(|_| RecordFault::Step(text));
            let steps = steps.into_iter().map(step).collect::<Result<_, _>>()?;
            Ok(Play::Steps(steps))
        }
        (None, Some(text)) => {
            let action = text.parse::<Action>();
            action
                .map(Play::Action)
                .map_err(|_| RecordFault::Action(text))
        }
        (Some(_), Some(_)) | (None, None) => Err(RecordFault::Play),
    }
}

pub(in crate::store) fn to_value(payload: &impl Serialize) -> Value {
    serde_json::to_value(payload).expect("payloads have texts for keys")
}

pub(in crate::store) fn from_value<'a, T: Deserialize<'a>>(
    payload: &'a Value,
) -> Result<T, RecordFault> {
    T::deserialize(payload).map_err(|error| RecordFault::Payload(error.to_string()))
}
