//! Trying steps out, and keeping what is not sent yet (T7).

use serde::{Deserialize, Serialize};

use crate::ids::MatchId;
use crate::referee::moderate::barred::Barred;
use crate::referee::refusal::Refusal;
use crate::referee::state::GameKind;
use crate::rules::seat::Seat;
use crate::store::StoreError;
use crate::store::load::DraftRow;
use crate::store::project::Loaded;

use super::steps;
use super::views::{CheckView, DraftView, Person, TriedOut, Viewer};
use super::{Service, ServiceError};

/// Bytes that a draft has at most (T7).
const DRAFT: usize = 16 * 1024;

/// A draft as its author typed it, legal or not.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Draft {
    /// The steps; in Helios at most one, the action.
    pub steps: Vec<String>,
    /// The text.
    pub post: Option<String>,
    /// The colour.
    pub colour: Option<String>,
}

impl Service {
    /// Tries steps out on the board as it stands. Who has no seat names one, or is taken for a
    /// newcomer.
    ///
    /// # Errors
    /// [`ServiceError::Missing`] where there is no match of Abaddon that the viewer may see; a newcomer
    /// to a full match is [`Refused`](ServiceError::Refused), and so is a seat that there is not.
    pub async fn check(
        &self,
        viewer: &Viewer,
        id: MatchId,
        sent: &[String],
        seat: Option<Seat>,
    ) -> Result<CheckView, ServiceError> {
        let loaded = self.desk_seen_by(viewer, id).await?.current();
        let game = &loaded.game;
        let own = viewer.as_ref().and_then(|person| game.seat_of(person.id));
        let table = game.abaddon().ok_or(ServiceError::Missing)?;
        if seat.is_some_and(|seat| game.seats.len() <= usize::from(seat.number())) {
            let refusal = Refusal::Barred(Barred::NoSuchThing { what: "seat" });
            return Err(self.check_refused(refusal, &loaded, viewer).await);
        }
        let people = self.people_of(std::iter::once(game)).await?;
        match own.or(seat).or_else(|| table.next_seat(&game.seats)) {
            Some(seat) => Ok(steps::try_out(
                table,
                seat,
                sent,
                &people.names_with(game, viewer.as_ref()),
            )),
            None => Err(self
                .check_refused(Refusal::MatchFull, &loaded, viewer)
                .await),
        }
    }

    async fn check_refused(
        &self,
        refusal: Refusal,
        loaded: &Loaded,
        viewer: &Viewer,
    ) -> ServiceError {
        let host = Person {
            id: loaded.game.host,
            name: String::new(),
            role: crate::ids::Role::Player,
        };
        let by = viewer.as_ref().unwrap_or(&host);
        self.refused(refusal, loaded, by, &[]).await
    }

    /// Keeps a draft in place of the one before, and tries out what is in it.
    ///
    /// # Errors
    /// [`ServiceError::TooLarge`] above 16 KiB; else as [`check`](Self::check): a draft for a match that
    /// is full by now is kept all the same, since nothing that was typed shall be lost (T7).
    pub async fn save_draft(
        &self,
        by: &Person,
        id: MatchId,
        draft: &Draft,
    ) -> Result<TriedOut, ServiceError> {
        let desk = self.desk_of_player(by, id).await?;
        let body = serde_json::to_string(draft).expect("a draft has texts for keys");
        if DRAFT < body.len() {
            return Err(ServiceError::TooLarge);
        }
        self.store
            .save_draft(
                id,
                by.id,
                DraftRow {
                    body,
                    saved_at: self.now(),
                },
            )
            .await?;
        let (viewer, steps) = (Some(by.clone()), &draft.steps);
        match desk.current().game.kind() {
            GameKind::Abaddon => {
                let check = self.check(&viewer, id, steps, None).await?;
                Ok(TriedOut::Abaddon(Box::new(check)))
            }
            GameKind::Helios => {
                let action = steps.first().map(String::as_str);
                let check = self.check_action(&viewer, id, action).await?;
                Ok(TriedOut::Helios(Box::new(check)))
            }
        }
    }

    /// The viewer's own draft.
    ///
    /// # Errors
    /// [`ServiceError::Missing`] where there is no match that they may see.
    pub async fn draft(&self, by: &Person, id: MatchId) -> Result<Option<DraftView>, ServiceError> {
        self.desk_seen_by(&Some(by.clone()), id).await?;
        let Some(DraftRow { body, saved_at }) = self.store.draft(id, by.id).await? else {
            return Ok(None);
        };
        let draft: Draft = serde_json::from_str(&body).map_err(|error| StoreError::Corrupt {
            what: "a draft",
            why: error.to_string(),
        })?;
        let Draft {
            steps,
            post,
            colour,
        } = draft;
        Ok(Some(DraftView {
            steps,
            post,
            colour,
            saved_at,
        }))
    }

    /// Forgets the viewer's draft.
    ///
    /// # Errors
    /// [`ServiceError::Missing`] where there is no match that they may see.
    pub async fn delete_draft(&self, by: &Person, id: MatchId) -> Result<(), ServiceError> {
        self.desk_seen_by(&Some(by.clone()), id).await?;
        Ok(self.store.delete_draft(id, by.id).await?)
    }
}
