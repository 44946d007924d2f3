//! Sessions and API tokens: how somebody proves who they are without their password.

use crate::ids::{AccountId, TokenId};
use crate::service::secret::{Secret, random_bytes};
use crate::store::accounts::{Session, Token};
use crate::time::Instant;

use super::{AccountError, Accounts, Person, Viewer};

/// Days after which a session that nobody uses ends.
const IDLE_DAYS: i64 = 30;
/// Minutes that must pass before a session's or token's use is noted again: not every request writes.
const NOTED_EVERY: i64 = 10;
/// Characters that a token's label may have.
const LABEL_LENGTH: usize = 60;

/// A token just made: the only time its secret is known.
#[derive(Clone, Debug)]
pub struct NewToken {
    /// Its id, for revoking it.
    pub id: TokenId,
    /// `dk_` and 64 digits.
    pub secret: Secret,
}

/// Sessions: what a browser's cookie proves.
impl Accounts {
    /// Logs in with name and password.
    ///
    /// # Errors
    /// [`AccountError::BadCredentials`], the same for an unknown name as for a wrong password.
    pub async fn log_in(
        &self,
        name: &str,
        password: &str,
    ) -> Result<(Person, Secret), AccountError> {
        let person = self.check(name, password).await?;
        let secret = self.open_session(&person).await?;
        Ok((person, secret))
    }

    /// Begins a session for somebody who has just proved who they are.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn open_session(&self, person: &Person) -> Result<Secret, AccountError> {
        let secret = Secret::random("");
        let session = session(secret.hash(), person.id, self.clock.now());
        self.store.insert_session(&session).await?;
        Ok(secret)
    }

    /// Ends a session; one that is not there is ended already.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn log_out(&self, secret: &Secret) -> Result<(), AccountError> {
        Ok(self.store.delete_session(&secret.hash()).await?)
    }

    /// Whose session it is; each use prolongs its thirty days.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn by_session(&self, secret: &Secret) -> Result<Viewer, AccountError> {
        let (hash, now) = (secret.hash(), self.clock.now());
        let Some((account, seen_at)) = self.store.session_account(&hash, now).await? else {
            return Ok(None);
        };
        if is_stale(seen_at, now) {
            let session = session(hash, account.id, now);
            self.store.touch_session(&session).await?;
        }
        Ok(Some(account.into()))
    }
}

/// API tokens: what a program proves.
impl Accounts {
    /// Makes a token for whoever knows name and password.
    ///
    /// # Errors
    /// [`AccountError::BadCredentials`], [`BadLabel`](AccountError::BadLabel).
    pub async fn create_token(
        &self,
        name: &str,
        password: &str,
        label: &str,
    ) -> Result<NewToken, AccountError> {
        let person = self.check(name, password).await?;
        self.create_token_for(&person, label).await
    }

    /// Makes a token for somebody who is logged in.
    ///
    /// # Errors
    /// [`AccountError::BadLabel`].
    pub async fn create_token_for(
        &self,
        person: &Person,
        label: &str,
    ) -> Result<NewToken, AccountError> {
        let label = label.trim();
        let shown = !label.is_empty() && !label.chars().any(char::is_control);
        if !shown || label.chars().count() > LABEL_LENGTH {
            return Err(AccountError::BadLabel);
        }
        let secret = Secret::random("dk_");
        let token = Token {
            id: TokenId::from_random(random_bytes()),
            label: label.to_owned(),
            created_at: self.clock.now(),
            last_used_at: None,
        };
        (self.store.insert_token(person.id, &token, &secret.hash())).await?;
        tracing::info!(account = %person.id, token = %token.id, "a token was made");
        Ok(NewToken {
            id: token.id,
            secret,
        })
    }

    /// Somebody's tokens, oldest first.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn tokens(&self, person: &Person) -> Result<Vec<Token>, AccountError> {
        Ok(self.store.tokens_of(person.id).await?)
    }

    /// Makes a token of somebody's good for nothing; `false` if they have none with this id.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn revoke_token(&self, person: &Person, id: TokenId) -> Result<bool, AccountError> {
        Ok(self.store.delete_token(person.id, id).await?)
    }

    /// Whose token it is; its use is noted.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn by_token(&self, secret: &Secret) -> Result<Viewer, AccountError> {
        let (hash, now) = (secret.hash(), self.clock.now());
        let Some((account, used_at)) = self.store.token_account(&hash).await? else {
            return Ok(None);
        };
        if is_stale(used_at, now) {
            self.store.touch_token(&hash, now).await?;
        }
        Ok(Some(account.into()))
    }
}

fn session(hash: String, account: AccountId, now: Instant) -> Session {
    Session {
        hash,
        account,
        seen_at: now,
        expires_at: now.plus_days(IDLE_DAYS),
    }
}

/// Whether a use at `now` is worth noting after the one that was noted last.
fn is_stale(noted: Option<Instant>, now: Instant) -> bool {
    noted.is_none_or(|at| at.plus_minutes(NOTED_EVERY) <= now)
}
