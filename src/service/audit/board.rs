//! The boards around an entry of the record that is no turn, such as a removal.

use crate::ids::MatchId;
use crate::referee::evolve::evolve;
use crate::referee::state::{Board, Match};
use crate::service::boards::{scene, seats};
use crate::service::views::{BoardView, Viewer};
use crate::service::{Service, ServiceError};
use crate::store::StoreError;

/// On which side of an entry a board stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// Before it.
    Before,
    /// After it.
    After,
}

impl Service {
    /// What is needed to draw the board right before or right after an entry, with the squares to be
    /// marked that it changed. The match is replayed up to there.
    ///
    /// # Errors
    /// [`ServiceError::Missing`] where there is no such entry that the viewer may see.
    pub async fn board_beside(
        &self,
        viewer: &Viewer,
        id: MatchId,
        seq: u64,
        side: Side,
    ) -> Result<BoardView, ServiceError> {
        let now = self.desk_seen_by(viewer, id).await?.current();
        let (before, after) = self.on_both_sides(id, seq).await?;
        let (game, other): (&Match, Board) = match side {
            Side::Before => (&before, after.board()),
            Side::After => (&after, before.board()),
        };
        let turn = game.newest_standing();
        let people = self.people_of(std::iter::once(&now.game)).await?;
        Ok(BoardView {
            id,
            visibility: game.visibility,
            turn,
            at: after.last_at,
            seats: seats(&now.game, &people),
            seats_taken: game.seats.len(),
            sprites: self.sprites_of_turn(&now.game, turn).await?,
            scene: scene(game, other, game.board())?,
        })
    }

    /// The match as it was before and after an entry.
    async fn on_both_sides(&self, id: MatchId, seq: u64) -> Result<(Match, Match), ServiceError> {
        let until = seq.checked_sub(1).ok_or(ServiceError::Missing)?;
        let before = self.store.replay_until(id, until).await?;
        let event = self.store.events(id, until, 1).await?;
        let (before, event) = before
            .zip(event.into_iter().next())
            .ok_or(ServiceError::Missing)?;
        let event = event.read();
        let event = event.map_err(|fault| StoreError::corrupt("an event", fault))?;
        let after = evolve(before.clone(), &event);
        Ok((before, after))
    }
}
