//! The stored form of rulings, and of what players undo on their own.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::ids::AccountId;
use crate::referee::event::{Body, SpriteHash, TakenBack, TextHash};
use crate::referee::ruling::{Belongings, Office, PositionSet, Reverted, Ruled, Ruling};
use crate::referee::state::Board;
use crate::rules::abaddon::position::Kind;
use crate::rules::seat::Seat;
use crate::time::{GmtDay, Instant};

use super::record::{RecordFault, from_value, to_value};

/// The kinds that rulings have.
pub const KINDS: [&str; 13] = [
    "lifted",
    "reverted",
    "removed",
    "replaced",
    "paused",
    "resumed",
    "closed",
    "annotated",
    "post_hidden",
    "sprites_reset",
    "position_set",
    "retitled",
    "hidden",
];

/// What every ruling says, beside what it did.
#[derive(Serialize, Deserialize)]
struct MadePayload {
    reason: String,
    office: Office,
    plays: bool,
}

#[derive(Serialize, Deserialize)]
struct RevertedPayload {
    from: u32,
    to: u32,
    position: Board,
}

#[derive(Serialize, Deserialize)]
struct RemovedPayload {
    player: AccountId,
    belongings: Belongings,
}

#[derive(Serialize, Deserialize)]
struct ReplacedPayload {
    player: AccountId,
    former: Option<AccountId>,
}

#[derive(Serialize, Deserialize)]
struct PausedPayload {
    until: Option<Instant>,
}

#[derive(Serialize, Deserialize)]
struct ClosedPayload {
    winner: Option<Seat>,
}

#[derive(Serialize, Deserialize)]
struct AnnotatedPayload {
    seq: u64,
    text: String,
}

#[derive(Serialize, Deserialize)]
struct PostHiddenPayload {
    turn: u32,
}

#[derive(Serialize, Deserialize)]
struct SpritesResetPayload {
    kind: Option<Kind>,
    sprites: Vec<SpriteHash>,
}

#[derive(Serialize, Deserialize)]
struct PositionSetPayload {
    turn: u32,
    day: Option<GmtDay>,
    position: Board,
    /// Left out where nobody passed, as it always was before there were any.
    #[serde(default, skip_serializing_if = "is_zero")]
    passes: u8,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands over a reference"
)]
const fn is_zero(count: &u8) -> bool {
    *count == 0
}

#[derive(Serialize, Deserialize)]
struct RetitledPayload {
    title: String,
}

#[derive(Serialize, Deserialize)]
struct TakenBackPayload {
    turn: u32,
    position: Board,
}

pub(in crate::store) fn write(ruled: &Ruled) -> Value {
    let made = to_value(&MadePayload {
        reason: ruled.reason.0.clone(),
        office: ruled.office,
        plays: ruled.plays,
    });
    let done = done_of(&ruled.ruling);
    match (made, done) {
        (Value::Object(made), Value::Object(done)) => made.into_iter().chain(done).collect(),
        (made, _) => made,
    }
}

fn done_of(ruling: &Ruling) -> Value {
    match ruling.clone() {
        Ruling::Lifted | Ruling::Resumed | Ruling::Hidden => json!({}),
        Ruling::Reverted(Reverted { from, to, position }) => {
            to_value(&RevertedPayload { from, to, position })
        }
        Ruling::Removed { player, belongings } => to_value(&RemovedPayload { player, belongings }),
        Ruling::Replaced { player, former } => to_value(&ReplacedPayload { player, former }),
        Ruling::Paused { until } => to_value(&PausedPayload { until }),
        Ruling::Closed { winner } => to_value(&ClosedPayload { winner }),
        Ruling::Annotated { seq, text } => to_value(&AnnotatedPayload { seq, text: text.0 }),
        Ruling::PostHidden { turn } => to_value(&PostHiddenPayload { turn }),
        Ruling::SpritesReset { kind, sprites } => to_value(&SpritesResetPayload { kind, sprites }),
        Ruling::PositionSet(PositionSet {
            turn,
            day,
            position,
            passes,
        }) => to_value(&PositionSetPayload {
            turn,
            day,
            position,
            passes,
        }),
        Ruling::Retitled { title } => to_value(&RetitledPayload { title: title.0 }),
    }
}

pub(in crate::store) fn read(kind: &str, payload: &Value) -> Result<Body, RecordFault> {
    let MadePayload {
        reason,
        office,
        plays,
    } = from_value(payload)?;
    Ok(Body::Ruled(Box::new(Ruled {
        reason: TextHash(reason),
        office,
        plays,
        ruling: read_done(kind, payload)?,
    })))
}

fn read_done(kind: &str, payload: &Value) -> Result<Ruling, RecordFault> {
    Ok(match kind {
        "lifted" => Ruling::Lifted,
        "reverted" => {
            let RevertedPayload { from, to, position } = from_value(payload)?;
            Ruling::Reverted(Reverted { from, to, position })
        }
        "removed" => {
            let RemovedPayload { player, belongings } = from_value(payload)?;
            Ruling::Removed { player, belongings }
        }
        "replaced" => {
            let ReplacedPayload { player, former } = from_value(payload)?;
            Ruling::Replaced { player, former }
        }
        "paused" => {
            let PausedPayload { until } = from_value(payload)?;
            Ruling::Paused { until }
        }
        "resumed" => Ruling::Resumed,
        "closed" => {
            let ClosedPayload { winner } = from_value(payload)?;
            Ruling::Closed { winner }
        }
        "annotated" => {
            let AnnotatedPayload { seq, text } = from_value(payload)?;
            let text = TextHash(text);
            Ruling::Annotated { seq, text }
        }
        "post_hidden" => {
            let PostHiddenPayload { turn } = from_value(payload)?;
            Ruling::PostHidden { turn }
        }
        "sprites_reset" => {
            let SpritesResetPayload { kind, sprites } = from_value(payload)?;
            Ruling::SpritesReset { kind, sprites }
        }
        "position_set" => Ruling::PositionSet(read_position_set(payload)?),
        "retitled" => {
            let RetitledPayload { title } = from_value(payload)?;
            let title = TextHash(title);
            Ruling::Retitled { title }
        }
        "hidden" => Ruling::Hidden,
        other => {
            return Err(RecordFault::Unknown {
                kind: other.to_owned(),
                version: super::record::VERSION,
            });
        }
    })
}

fn read_position_set(payload: &Value) -> Result<PositionSet, RecordFault> {
    let PositionSetPayload {
        turn,
        day,
        position,
        passes,
    } = from_value(payload)?;
    Ok(PositionSet {
        turn,
        day,
        position,
        passes,
    })
}

pub(in crate::store) fn write_taken_back(taken_back: &TakenBack) -> Value {
    let TakenBack { turn, position } = taken_back.clone();
    to_value(&TakenBackPayload { turn, position })
}

pub(in crate::store) fn read_taken_back(payload: &Value) -> Result<Body, RecordFault> {
    let TakenBackPayload { turn, position } = from_value(payload)?;
    Ok(Body::TakenBack(TakenBack { turn, position }))
}

/// The hashes of the texts that lie beside an event.
pub fn texts_of(body: &Body) -> Vec<&TextHash> {
    match body {
        Body::Created(created) => vec![&created.title],
        Body::Moved(moved) => moved.post.iter().collect(),
        Body::Ruled(ruled) => {
            let own = match &ruled.ruling {
                Ruling::Annotated { text, .. } => Some(text),
                Ruling::Retitled { title } => Some(title),
                _ => None,
            };
            std::iter::once(&ruled.reason).chain(own).collect()
        }
        Body::Seated { .. }
        | Body::Announced { .. }
        | Body::Withdrawn
        | Body::Lapsed
        | Body::Passed
        | Body::Resigned
        | Body::DrawOffered
        | Body::DrawDeclined
        | Body::DrawAgreed
        | Body::Flagged
        | Body::TakenBack(_)
        | Body::Left
        | Body::PauseEnded
        | Body::Ended { .. } => Vec::new(),
    }
}

/// The title that an event gives the match.
pub(in crate::store) fn title_of(body: &Body) -> Option<&TextHash> {
    match body {
        Body::Created(created) => Some(&created.title),
        Body::Ruled(ruled) => match &ruled.ruling {
            Ruling::Retitled { title } => Some(title),
            _ => None,
        },
        _ => None,
    }
}
