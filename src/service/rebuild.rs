//! Matches that were played elsewhere, played again by the same commands with the instants that they
//! had there.

use crate::ids::{AccountId, MatchId, PlayerName, Role};
use crate::rules::abaddon::position::Kind;
use crate::store::StoreError;
use crate::store::accounts::NewAccount;
use crate::time::Instant;

use super::secret::random_bytes;
use super::views::Person;
use super::wish::RulingAsked;
use super::{NewMatch, Service, ServiceError, Submit, TurnAccepted};

/// No password has this hash, so nobody can log in.
pub(in crate::service) const NO_PASSWORD: &str = "none";

impl Service {
    /// The player of a name: who has it already, or a new account into which nobody can log in.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn player_called(
        &self,
        name: &PlayerName,
        at: Instant,
    ) -> Result<Person, ServiceError> {
        match self.person_called(name).await? {
            Some(person) => Ok(person),
            None => Ok(self.account_without_password(name, at).await?),
        }
    }

    /// Who has a name, if anybody does.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn person_called(&self, name: &PlayerName) -> Result<Option<Person>, ServiceError> {
        let found = self.store.account_named(name).await?;
        Ok(found.map(|(account, _)| Person {
            id: account.id,
            name: name.to_string(),
            role: account.role,
        }))
    }

    /// Gives a player the sprite that their units had elsewhere. Who can log in paints their own.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn dress(
        &self,
        name: &PlayerName,
        kind: Kind,
        lines: &str,
    ) -> Result<(), ServiceError> {
        match self.store.account_named(name).await? {
            Some((account, hash)) if hash == NO_PASSWORD => {
                Ok((self.store.put_player_sprite(account.id, kind, lines)).await?)
            }
            _ => Ok(()),
        }
    }

    /// Makes an account into which nobody can log in.
    pub(in crate::service) async fn account_without_password(
        &self,
        name: &PlayerName,
        at: Instant,
    ) -> Result<Person, StoreError> {
        let id = AccountId::from_random(random_bytes());
        let new = NewAccount {
            id,
            name,
            password_hash: NO_PASSWORD,
            role: Role::Player,
            created_at: at,
        };
        self.store.insert_account(new).await?;
        Ok(Person {
            id,
            name: name.to_string(),
            role: Role::Player,
        })
    }

    /// Makes a match at an instant of the past.
    ///
    /// # Errors
    /// As [`create_match`](Self::create_match).
    pub async fn rebuild_match(
        &self,
        host: &Person,
        asked: NewMatch,
        at: Instant,
    ) -> Result<MatchId, ServiceError> {
        self.create_match_at(host, asked, at).await
    }

    /// Plays a turn at an instant of the past, on the newest board then.
    ///
    /// # Errors
    /// As [`submit`](Self::submit).
    pub async fn rebuild_turn(
        &self,
        by: &Person,
        id: MatchId,
        sent: Submit,
        at: Instant,
    ) -> Result<TurnAccepted, ServiceError> {
        let seq = self.record_due_in(id, at).await?.game.seq;
        self.submit_at(by, id, Submit { seq, ..sent }, at).await
    }

    /// Makes a ruling at an instant of the past.
    ///
    /// # Errors
    /// As [`rule`](Self::rule).
    pub async fn rebuild_ruling(
        &self,
        by: &Person,
        id: MatchId,
        asked: &RulingAsked,
        at: Instant,
    ) -> Result<(), ServiceError> {
        self.record_due_in(id, at).await?;
        self.rule_at(by, id, asked, at).await.map(drop)
    }
}
