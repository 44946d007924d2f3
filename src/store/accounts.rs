//! Accounts, sessions and API tokens, as they are kept.

use std::fmt::Display;
use std::str::FromStr;

use sqlx::{Sqlite, Transaction};

use crate::ids::{AccountId, PlayerName, Role, TokenId};
use crate::store::site::deed::{Deed, Doer};
use crate::store::site::{Signed, write};
use crate::store::{Store, StoreError};
use crate::time::Instant;

/// An account as it is kept; its password's hash is asked for separately.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Account {
    /// Its id.
    pub id: AccountId,
    /// What people call its owner; `None` once it is deleted.
    pub name: Option<String>,
    /// What it may do on the whole site.
    pub role: Role,
    /// When it was made.
    pub created_at: Instant,
}

/// An account to be made.
#[derive(Clone, Copy, Debug)]
pub struct NewAccount<'a> {
    /// Its id.
    pub id: AccountId,
    /// Its name, whose skeleton must be free.
    pub name: &'a PlayerName,
    /// The password's hash in PHC form.
    pub password_hash: &'a str,
    /// Its role.
    pub role: Role,
    /// When it is made.
    pub created_at: Instant,
}

/// A session to be made, or one whose life is prolonged.
#[derive(Clone, Debug)]
pub struct Session {
    /// SHA-256 of the cookie's value.
    pub hash: String,
    /// Whose it is.
    pub account: AccountId,
    /// When it was last seen.
    pub seen_at: Instant,
    /// From when on it is no longer good.
    pub expires_at: Instant,
}

/// An API token as its owner may see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    /// Its id, not its secret.
    pub id: TokenId,
    /// What its owner calls it.
    pub label: String,
    /// When it was made.
    pub created_at: Instant,
    /// When a request last carried it.
    pub last_used_at: Option<Instant>,
}

#[derive(sqlx::FromRow)]
struct AccountRow {
    id: String,
    name: Option<String>,
    role: String,
    created_at: i64,
    password_hash: Option<String>,
    /// When the session was last seen or the token last used, for the look-ups by either.
    seen_at: Option<i64>,
}

impl AccountRow {
    fn account(&self) -> Result<Account, StoreError> {
        Ok(Account {
            id: read("an account's id", &self.id)?,
            name: self.name.clone(),
            role: read("a role", &self.role)?,
            created_at: Instant::from_millis(self.created_at),
        })
    }

    fn with_seen(self) -> Result<(Account, Option<Instant>), StoreError> {
        Ok((self.account()?, self.seen_at.map(Instant::from_millis)))
    }
}

fn read<T: FromStr<Err: Display>>(what: &'static str, text: &str) -> Result<T, StoreError> {
    text.parse().map_err(|why| StoreError::corrupt(what, why))
}

impl Store {
    /// Makes an account.
    ///
    /// # Errors
    /// [`StoreError::Taken`] when an account has a name that looks the same.
    pub async fn insert_account(&self, new: NewAccount<'_>) -> Result<(), StoreError> {
        let mut transaction = self.begin().await?;
        insert_account_in(&mut transaction, new).await?;
        Ok(transaction.commit().await?)
    }

    /// The account with an id.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn account(&self, id: AccountId) -> Result<Option<Account>, StoreError> {
        let row: Option<AccountRow> = sqlx::query_as(
            "SELECT id, name, role, created_at, password_hash, NULL AS seen_at
             FROM accounts WHERE id = $1",
        )
        .bind(id.as_str())
        .fetch_optional(self.reader())
        .await?;
        row.map(|row| row.account()).transpose()
    }

    /// The account whose name looks like this one, and its password's hash.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn account_named(
        &self,
        name: &PlayerName,
    ) -> Result<Option<(Account, String)>, StoreError> {
        let row: Option<AccountRow> = sqlx::query_as(
            "SELECT id, name, role, created_at, password_hash, NULL AS seen_at
             FROM accounts WHERE skeleton = $1",
        )
        .bind(name.skeleton())
        .fetch_optional(self.reader())
        .await?;
        row.map(|row| Ok((row.account()?, row.password_hash.unwrap_or_default())))
            .transpose()
    }

    /// Whether any account has a role.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn has_role(&self, role: Role) -> Result<bool, StoreError> {
        let found: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM accounts WHERE role = $1")
            .bind(role.word())
            .fetch_one(self.reader())
            .await?;
        Ok(found > 0)
    }
}

/// Makes an account within a transaction. A role beyond a player's is the operator's to give, and
/// stands in the site log.
pub(in crate::store) async fn insert_account_in(
    transaction: &mut Transaction<'static, Sqlite>,
    new: NewAccount<'_>,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO accounts (id, name, skeleton, password_hash, role, created_at)
         VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(new.id.as_str())
    .bind(new.name.as_str())
    .bind(new.name.skeleton())
    .bind(new.password_hash)
    .bind(new.role.word())
    .bind(new.created_at.as_millis())
    .execute(&mut **transaction)
    .await?;
    if new.role == Role::Player {
        return Ok(());
    }
    let signed = Signed {
        by: Doer::Operator,
        at: new.created_at,
    };
    let deed = Deed::RoleGiven {
        account: new.id,
        role: new.role,
        former: Role::Player,
    };
    write(transaction, signed, &deed).await
}

/// Sessions.
impl Store {
    /// Makes a session, and clears away those that are no longer good.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn insert_session(&self, session: &Session) -> Result<(), StoreError> {
        let mut transaction = self.begin().await?;
        sqlx::query("DELETE FROM sessions WHERE expires_at <= $1")
            .bind(session.seen_at.as_millis())
            .execute(&mut *transaction)
            .await?;
        sqlx::query(
            "INSERT INTO sessions (token_hash, account_id, created_at, seen_at, expires_at)
             VALUES ($1, $2, $3, $3, $4)",
        )
        .bind(&session.hash)
        .bind(session.account.as_str())
        .bind(session.seen_at.as_millis())
        .bind(session.expires_at.as_millis())
        .execute(&mut *transaction)
        .await?;
        Ok(transaction.commit().await?)
    }

    /// Whose session it is, and when it was last seen, if it is good at an instant.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn session_account(
        &self,
        hash: &str,
        now: Instant,
    ) -> Result<Option<(Account, Option<Instant>)>, StoreError> {
        let row: Option<AccountRow> = sqlx::query_as(
            "SELECT a.id, a.name, a.role, a.created_at, a.password_hash, s.seen_at
             FROM sessions s JOIN accounts a ON a.id = s.account_id
             WHERE s.token_hash = $1 AND s.expires_at > $2",
        )
        .bind(hash)
        .bind(now.as_millis())
        .fetch_optional(self.reader())
        .await?;
        row.map(AccountRow::with_seen).transpose()
    }

    /// Prolongs a session.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn touch_session(&self, session: &Session) -> Result<(), StoreError> {
        sqlx::query("UPDATE sessions SET seen_at = $2, expires_at = $3 WHERE token_hash = $1")
            .bind(&session.hash)
            .bind(session.seen_at.as_millis())
            .bind(session.expires_at.as_millis())
            .execute(self.writer())
            .await?;
        Ok(())
    }

    /// Ends a session.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn delete_session(&self, hash: &str) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM sessions WHERE token_hash = $1")
            .bind(hash)
            .execute(self.writer())
            .await?;
        Ok(())
    }
}

/// API tokens.
impl Store {
    /// Makes a token whose secret has this SHA-256.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn insert_token(
        &self,
        account: AccountId,
        token: &Token,
        secret_hash: &str,
    ) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO tokens (id, account_id, label, secret_hash, created_at)
             VALUES ($1, $2, $3, $4, $5)",
        )
        .bind(token.id.as_str())
        .bind(account.as_str())
        .bind(&token.label)
        .bind(secret_hash)
        .bind(token.created_at.as_millis())
        .execute(self.writer())
        .await?;
        Ok(())
    }

    /// An account's tokens, oldest first.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn tokens_of(&self, account: AccountId) -> Result<Vec<Token>, StoreError> {
        let rows: Vec<(String, String, i64, Option<i64>)> = sqlx::query_as(
            "SELECT id, label, created_at, last_used_at FROM tokens
             WHERE account_id = $1 ORDER BY created_at, id",
        )
        .bind(account.as_str())
        .fetch_all(self.reader())
        .await?;
        rows.into_iter()
            .map(|(id, label, created_at, last_used_at)| {
                Ok(Token {
                    id: read("a token's id", &id)?,
                    label,
                    created_at: Instant::from_millis(created_at),
                    last_used_at: last_used_at.map(Instant::from_millis),
                })
            })
            .collect()
    }

    /// Whose token has this SHA-256, and when it was last used.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn token_account(
        &self,
        secret_hash: &str,
    ) -> Result<Option<(Account, Option<Instant>)>, StoreError> {
        let row: Option<AccountRow> = sqlx::query_as(
            "SELECT a.id, a.name, a.role, a.created_at, a.password_hash, t.last_used_at AS seen_at
             FROM tokens t JOIN accounts a ON a.id = t.account_id WHERE t.secret_hash = $1",
        )
        .bind(secret_hash)
        .fetch_optional(self.reader())
        .await?;
        row.map(AccountRow::with_seen).transpose()
    }

    /// Notes that a token was used.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn touch_token(&self, secret_hash: &str, now: Instant) -> Result<(), StoreError> {
        sqlx::query("UPDATE tokens SET last_used_at = $2 WHERE secret_hash = $1")
            .bind(secret_hash)
            .bind(now.as_millis())
            .execute(self.writer())
            .await?;
        Ok(())
    }

    /// Deletes a token of an account; `false` if it has none with this id.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn delete_token(&self, account: AccountId, id: TokenId) -> Result<bool, StoreError> {
        let done = sqlx::query("DELETE FROM tokens WHERE account_id = $1 AND id = $2")
            .bind(account.as_str())
            .bind(id.as_str())
            .execute(self.writer())
            .await?;
        Ok(done.rows_affected() > 0)
    }
}
