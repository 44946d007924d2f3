//! Sending a turn, once however often it is sent (T10).

use serde_json::json;

use crate::ids::{IdempotencyKey, MatchId};
use crate::referee::command::{Act, ActionSubmission, Command, DrawOffer, Submission};
use crate::referee::event::{Event, TextHash};
use crate::referee::state::Board;
use crate::rules::canonical;
use crate::rules::colour::Colour;
use crate::store::append::{self, Beside, SaltedText};
use crate::time::Instant;

use super::act::{Outcome, must_join};
use super::desk::Desk;
use super::refusals::Tried;
use super::views::Person;
use super::{Service, ServiceError, text};

/// A turn as it is sent.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Submit {
    /// The number of the newest event that the sender has seen (T9).
    pub seq: u64,
    /// The steps as typed, one each.
    pub steps: Vec<String>,
    /// What the player writes with it.
    pub post: Option<String>,
    /// A newcomer's colour (T8).
    pub colour: Option<Colour>,
    /// The key under which it is sent (T10).
    pub key: Option<IdempotencyKey>,
}

/// An action of Helios as it is sent.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SubmitAction {
    /// The number of the newest event that the sender has seen (T9).
    pub seq: u64,
    /// The action as typed.
    pub action: String,
    /// Whether a draw is offered with it.
    pub draw: DrawOffer,
    /// What the player writes with it.
    pub post: Option<String>,
    /// The key under which it is sent (T10).
    pub key: Option<IdempotencyKey>,
}

/// A turn that was accepted.
#[derive(Clone, PartialEq, Debug)]
pub struct TurnAccepted {
    /// Its number.
    pub turn: u32,
    /// The number of the newest event that came of it.
    pub seq: u64,
    /// The position after it.
    pub position: Board,
}

impl Service {
    /// Plays a whole turn (T2), or answers again what it answered under the same key (T10).
    ///
    /// # Errors
    /// [`ServiceError::Missing`], [`BadText`](ServiceError::BadText),
    /// [`Malformed`](ServiceError::Malformed) for a `seq` from the future,
    /// [`NotYours`](ServiceError::NotYours), [`Suspended`](ServiceError::Suspended),
    /// [`KeyReused`](ServiceError::KeyReused), and
    /// [`Refused`](ServiceError::Refused) in the order of T12.
    pub async fn submit(
        &self,
        by: &Person,
        id: MatchId,
        sent: Submit,
    ) -> Result<TurnAccepted, ServiceError> {
        let tried = Tried {
            id,
            what: "turn",
            said: sent.steps.join("; "),
        };
        let outcome = self.submit_at(by, id, sent, self.now()).await;
        self.noted(by, &tried, outcome)
    }

    pub(in crate::service) async fn submit_at(
        &self,
        by: &Person,
        id: MatchId,
        sent: Submit,
        now: Instant,
    ) -> Result<TurnAccepted, ServiceError> {
        let Submit {
            seq, steps, colour, ..
        } = sent.clone();
        let parcel = Parcel {
            now,
            seq,
            typed: steps.clone(),
            key: sent.key.clone(),
            body_hash: sent.body_hash(),
            post: sent.post.clone(),
        };
        let act = |post| {
            Act::Submit(Submission {
                seq,
                steps: steps.clone(),
                colour,
                post,
            })
        };
        self.send(by, id, &parcel, act).await
    }

    /// Plays an action of Helios, or answers again what it answered under the same key (T10).
    ///
    /// # Errors
    /// As [`submit`](Self::submit), in the order of helios.md.
    pub async fn play(
        &self,
        by: &Person,
        id: MatchId,
        sent: SubmitAction,
    ) -> Result<TurnAccepted, ServiceError> {
        let tried = Tried {
            id,
            what: "action",
            said: sent.action.clone(),
        };
        let outcome = self.play_at(by, id, sent, self.now()).await;
        self.noted(by, &tried, outcome)
    }

    pub(in crate::service) async fn play_at(
        &self,
        by: &Person,
        id: MatchId,
        sent: SubmitAction,
        now: Instant,
    ) -> Result<TurnAccepted, ServiceError> {
        let SubmitAction {
            seq, action, draw, ..
        } = sent.clone();
        let parcel = Parcel {
            now,
            seq,
            typed: vec![action.clone()],
            key: sent.key.clone(),
            body_hash: sent.body_hash(),
            post: sent.post.clone(),
        };
        let act = |post| {
            Act::Play(ActionSubmission {
                seq,
                action: action.clone(),
                draw,
                post,
            })
        };
        self.send(by, id, &parcel, act).await
    }

    async fn send(
        &self,
        by: &Person,
        id: MatchId,
        parcel: &Parcel,
        act: impl FnOnce(Option<TextHash>) -> Act,
    ) -> Result<TurnAccepted, ServiceError> {
        // In the order of T12: 404, 400, 403, the key.
        let desk = self.desk_seen_by(&Some(by.clone()), id).await?;
        let _place = desk.place().await;
        self.must_be_past(&desk, parcel.seq).await?;
        must_join(&desk.current().game, by)?;
        self.must_act(by).await?;
        if let Some(accepted) = self.accepted_before(by, id, parcel).await? {
            return Ok(accepted);
        }
        let post = text::post(parcel.post.as_deref())?.map(text::salted);
        let hash = post.as_ref().map(|post| TextHash(post.hash.clone()));
        let command = Command::new(by.id, act(hash));
        let beside = |events: &[Event]| parcel.beside(by, post.as_ref(), events);
        match self.decide(&desk, &command, parcel.now, beside).await? {
            Outcome::Done(loaded, _) => Ok(TurnAccepted {
                turn: loaded.game.last_turn(),
                seq: loaded.game.seq,
                position: loaded.game.board(),
            }),
            Outcome::Refused(refusal, loaded) => {
                // Another server may have taken the same submission a moment ago.
                match self.accepted_before(by, id, parcel).await? {
                    Some(accepted) => Ok(accepted),
                    None => Err(self.refused(refusal, &loaded, by, &parcel.typed).await),
                }
            }
        }
    }

    /// Nobody can have seen an event that has not happened.
    async fn must_be_past(&self, desk: &Desk, seq: u64) -> Result<(), ServiceError> {
        if desk.current().game.seq < seq {
            // Another server may have written it.
            self.reload(desk).await?;
        }
        if desk.current().game.seq < seq {
            return Err(ServiceError::Malformed(
                "The seq is that of an event that has not happened.",
            ));
        }
        Ok(())
    }

    /// What the same submission was answered before, after midnight and after the end too.
    async fn accepted_before(
        &self,
        by: &Person,
        id: MatchId,
        sent: &Parcel,
    ) -> Result<Option<TurnAccepted>, ServiceError> {
        let Some(key) = &sent.key else {
            return Ok(None);
        };
        let Some(kept) = self.store.submission(id, by.id, key).await? else {
            return Ok(None);
        };
        if kept.body_hash != sent.body_hash {
            return Err(ServiceError::KeyReused);
        }
        let turns = self.store.turns_before(id, kept.turn + 1, 1).await?;
        Ok(turns.into_iter().next().map(|turn| TurnAccepted {
            turn: kept.turn,
            seq: kept.seq,
            position: turn.row.after,
        }))
    }
}

impl Submit {
    /// The SHA-256 of what was sent, the key left out, whatever its JSON looked like.
    fn body_hash(&self) -> String {
        let body = json!({
            "seq": self.seq,
            "turn": self.steps,
            "post": self.post,
            "color": self.colour,
        });
        canonical::sha256_hex(canonical::json(&body).as_bytes())
    }
}

impl SubmitAction {
    /// The SHA-256 of what was sent, the key left out, whatever its JSON looked like.
    fn body_hash(&self) -> String {
        let body = json!({
            "seq": self.seq,
            "action": self.action,
            "offer_draw": self.draw == DrawOffer::Offered,
            "post": self.post,
        });
        canonical::sha256_hex(canonical::json(&body).as_bytes())
    }
}

/// A turn of either game on its way to the referee.
struct Parcel {
    now: Instant,
    seq: u64,
    /// The steps, or the one action.
    typed: Vec<String>,
    key: Option<IdempotencyKey>,
    body_hash: String,
    post: Option<String>,
}

impl Parcel {
    /// What is committed with it once it is accepted.
    fn beside(&self, by: &Person, post: Option<&SaltedText>, events: &[Event]) -> Beside {
        let turn = events.iter().find_map(|event| event.body.turn());
        let submission = self.key.clone().zip(turn).zip(events.last());
        Beside {
            texts: post.cloned().into_iter().collect(),
            submission: submission.map(|((key, turn), newest)| append::Submission {
                account: by.id,
                key,
                body_hash: self.body_hash.clone(),
                turn,
                seq: newest.seq,
            }),
            draft_of: Some(by.id),
            ..Beside::default()
        }
    }
}
