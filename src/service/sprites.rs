//! Players' own pixel art. Whether a sprite may be one is for whoever draws it to say.

use crate::ids::MatchId;
use crate::referee::state::Match;
use crate::rules::abaddon::position::Kind;
use crate::rules::seat::Seat;

use super::views::{Person, SeatSprite};
use super::{Service, ServiceError};

impl Service {
    /// A player's own sprites, as twelve lines each; kinds that look as they do by default are left
    /// out.
    ///
    /// # Errors
    /// [`ServiceError::Unavailable`] and [`ServiceError::Broken`].
    pub async fn sprites(&self, person: &Person) -> Result<Vec<(Kind, String)>, ServiceError> {
        let found = self.store.player_sprites(&[person.id]).await?;
        let own = found.into_iter().map(|(_, kind, lines)| (kind, lines));
        Ok(own.collect())
    }

    /// Gives a player's units of a kind a sprite, from each match's next turn on.
    ///
    /// # Errors
    /// [`ServiceError::Suspended`], [`Unavailable`](ServiceError::Unavailable) and
    /// [`Broken`](ServiceError::Broken).
    pub async fn put_sprite(
        &self,
        person: &Person,
        kind: Kind,
        lines: &str,
    ) -> Result<(), ServiceError> {
        self.must_act(person).await?;
        Ok((self.store)
            .put_player_sprite(person.id, kind, lines)
            .await?)
    }

    /// Lets a player's units of a kind look as they do by default, from each match's next turn on.
    ///
    /// # Errors
    /// As [`put_sprite`](Self::put_sprite).
    pub async fn reset_sprite(&self, person: &Person, kind: Kind) -> Result<(), ServiceError> {
        self.must_act(person).await?;
        Ok(self.store.delete_player_sprite(person.id, kind).await?)
    }

    /// What the units in a match would look like if a turn were played now.
    pub(in crate::service) async fn sprites_now(
        &self,
        game: &Match,
    ) -> Result<Vec<SeatSprite>, ServiceError> {
        let holders: Vec<_> = (Seat::all().zip(&game.seats))
            .filter_map(|(seat, state)| Some((seat, state.holder?)))
            .collect();
        let players: Vec<_> = holders.iter().map(|(_, holder)| *holder).collect();
        let found = self.store.player_sprites(&players).await?;
        let sprite = |(account, kind, lines)| {
            let (seat, _) = holders.iter().find(|(_, holder)| *holder == account)?;
            let seat = *seat;
            Some(SeatSprite { seat, kind, lines })
        };
        Ok(found.into_iter().filter_map(sprite).collect())
    }

    /// What the units look like in the picture of a turn.
    pub(in crate::service) async fn sprites_of_turn(
        &self,
        id: MatchId,
        turn: u32,
    ) -> Result<Vec<SeatSprite>, ServiceError> {
        let found = self.store.turn_sprites(id, (turn, turn)).await?;
        Ok(found.into_iter().map(SeatSprite::from).collect())
    }
}
