//! Players' own pixel art. Whether a sprite may be one is for whoever draws it to say.

use std::collections::BTreeSet;

use crate::ids::AccountId;
use crate::referee::event::SpriteHash;
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
        let own = found.into_iter().filter_map(sprite);
        Ok(own.filter(|sprite| sprite.is_shown(game)).collect())
    }

    /// What the units look like in the picture of a turn.
    pub(in crate::service) async fn sprites_of_turn(
        &self,
        game: &Match,
        turn: u32,
    ) -> Result<Vec<SeatSprite>, ServiceError> {
        let found = self.store.turn_sprites(game.id, (turn, turn)).await?;
        let drawn_with = found.into_iter().map(SeatSprite::from);
        Ok(drawn_with.filter(|sprite| sprite.is_shown(game)).collect())
    }

    /// Every own sprite of a seat, perhaps only those of a kind: those that its units were ever drawn
    /// with, and those that they would be drawn with now.
    pub(in crate::service) async fn sprites_of_seat(
        &self,
        game: &Match,
        seat: Seat,
        kind: Option<Kind>,
    ) -> Result<Vec<SpriteHash>, ServiceError> {
        let mut sprites = self.store.sprites_of_seat(game.id, seat, kind).await?;
        let is_of_kind =
            |own: &SeatSprite| own.seat == seat && kind.is_none_or(|kind| kind == own.kind);
        let now = self.sprites_now(game).await?;
        let now = now.iter().filter(|own| is_of_kind(own));
        sprites.extend(now.map(|own| SpriteHash::of(&own.lines)));
        sprites.sort_unstable();
        sprites.dedup();
        Ok(sprites)
    }
}

/// Whose sprites are taken off them when some of a seat's are hidden: whoever sits or sat there wears
/// none of them in the next turn, here or elsewhere.
pub(in crate::service) fn taken_sprites(
    game: &Match,
    seat: Seat,
    sprites: &[SpriteHash],
) -> Vec<(AccountId, SpriteHash)> {
    let state = game.seats.get(usize::from(seat.number()));
    let sittings = state.into_iter().flat_map(|state| &state.sittings);
    let players: BTreeSet<_> = sittings.map(|sitting| sitting.account).collect();
    (players.into_iter())
        .flat_map(|player| sprites.iter().map(move |sprite| (player, sprite.clone())))
        .collect()
}

impl SeatSprite {
    /// Whether no ruling in the match has hidden it.
    pub(in crate::service) fn is_shown(&self, game: &Match) -> bool {
        game.hidden_sprites.is_empty()
            || !game.hides_sprite(self.seat, &SpriteHash::of(&self.lines))
    }
}
