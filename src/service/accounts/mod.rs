//! Accounts: who somebody is, and how they prove it.

mod links;
mod proof;

use crate::clock::Clock;
use crate::ids::{AccountId, BadName, PlayerName, Role};
use crate::service::password;
use crate::service::secret::{Secret, random_bytes};
use crate::store::accounts::{Account, NewAccount};
use crate::store::site::Signed;
use crate::store::site::deed::Doer;
use crate::store::site::suspensions::Changed;
use crate::store::{Store, StoreError};
use crate::time::Instant;

pub use crate::store::accounts::Token;
pub use proof::NewToken;

/// An account as far as everybody may know it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Person {
    /// The account's id.
    pub id: AccountId,
    /// What people call them.
    pub name: String,
    /// What they may do on the whole site.
    pub role: Role,
}

/// Who is looking: `None` is a visitor.
pub type Viewer = Option<Person>;

impl From<Account> for Person {
    fn from(account: Account) -> Self {
        Self {
            id: account.id,
            name: account.name.unwrap_or_else(|| "former player".to_owned()),
            role: account.role,
        }
    }
}

/// Who may register.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Registration {
    /// Everybody.
    Open,
    /// Whoever has an invitation: a link that a moderator made, or the site's own word, if it has one.
    Invite(Option<Secret>),
    /// Nobody: accounts are made by `daykeeper user add`.
    Closed,
}

/// Why something about an account is refused, or could not be done.
#[derive(Debug, thiserror::Error)]
pub enum AccountError {
    /// The text cannot be a name.
    #[error("{0}")]
    BadName(#[from] BadName),
    /// Somebody has a name that looks the same.
    #[error(
        "this name is taken, or too easily taken for another player's; please choose one that looks different"
    )]
    NameTaken,
    /// The password is too short or too long.
    #[error("a password has 10 to 200 characters")]
    WeakPassword,
    /// Nobody may register.
    #[error("registration is closed here; ask a moderator for an account")]
    RegistrationClosed,
    /// The invitation is missing or wrong.
    #[error("registering needs an invitation, and this is not one")]
    NotInvited,
    /// A link to a new password that was used, replaced or is too old.
    #[error("this link is no longer good; ask a moderator for a new one")]
    BadLink,
    /// The only administrator may not leave the site without one.
    #[error("you are the only administrator; give somebody else that role first")]
    LastAdmin,
    /// No account has this name and password.
    #[error("name and password do not match")]
    BadCredentials,
    /// A token's label is empty or too long.
    #[error("a label has 1 to 60 characters")]
    BadLabel,
    /// No account has this name.
    #[error("nobody is called “{0}”")]
    Unknown(String),
    /// The password could not be hashed.
    #[error("the password could not be hashed")]
    Hash,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl AccountError {
    /// Whether trying again in a moment may help.
    pub fn may_pass(&self) -> bool {
        matches!(self, Self::Store(StoreError::Unavailable(_)))
    }
}

/// Everything about accounts. Its clones share the store.
#[derive(Clone, Debug)]
pub struct Accounts {
    store: Store,
    clock: Clock,
    registration: Registration,
}

impl Accounts {
    /// Accounts of a store.
    pub fn new(store: Store, clock: Clock, registration: Registration) -> Self {
        Self {
            store,
            clock,
            registration,
        }
    }

    /// Whether the store answers.
    pub async fn is_ready(&self) -> bool {
        self.store.ping().await.is_ok()
    }

    /// Who may register.
    pub fn registration(&self) -> &Registration {
        &self.registration
    }

    /// Makes an account for somebody who registers.
    ///
    /// # Errors
    /// [`AccountError::RegistrationClosed`], [`NotInvited`](AccountError::NotInvited), and those of
    /// [`add`](Self::add).
    pub async fn register(
        &self,
        name: &str,
        password: &str,
        invite: Option<&str>,
    ) -> Result<Person, AccountError> {
        match &self.registration {
            Registration::Open => self.add(name, password, Role::Player).await,
            Registration::Closed => Err(AccountError::RegistrationClosed),
            Registration::Invite(word) => {
                let given = Secret::from_client(invite.unwrap_or_default());
                // Hashes are compared: how long that takes tells nothing about the secret.
                if word.as_ref().map(Secret::hash) == Some(given.hash()) {
                    self.add(name, password, Role::Player).await
                } else {
                    self.add_invited(name, password, &given).await
                }
            }
        }
    }

    /// Makes an account, whoever may register.
    ///
    /// # Errors
    /// [`AccountError::BadName`], [`WeakPassword`](AccountError::WeakPassword),
    /// [`NameTaken`](AccountError::NameTaken).
    pub async fn add(
        &self,
        name: &str,
        password: &str,
        role: Role,
    ) -> Result<Person, AccountError> {
        let applicant = self.applicant(name, password).await?;
        let new = applicant.with_role(role);
        self.store.insert_account(new).await.map_err(name_taken)?;
        Ok(applicant.settled(role))
    }

    /// Somebody whose account can be made, as far as can be told before it is.
    async fn applicant(&self, name: &str, password: &str) -> Result<Applicant, AccountError> {
        let name: PlayerName = name.parse()?;
        if name.is_reserved() {
            return Err(BadName::Reserved.into());
        }
        if !password::is_strong(password) {
            return Err(AccountError::WeakPassword);
        }
        if self.store.account_named(&name).await?.is_some() {
            return Err(AccountError::NameTaken);
        }
        Ok(Applicant {
            id: AccountId::from_random(random_bytes()),
            name,
            password_hash: (password::hash(password).await).ok_or(AccountError::Hash)?,
            at: self.clock.now(),
        })
    }

    /// Gives the account with a name a role, as whoever has the command line may.
    ///
    /// # Errors
    /// [`AccountError::Unknown`] when nobody is called so.
    pub async fn set_role(&self, name: &str, role: Role) -> Result<Person, AccountError> {
        let mut person =
            (self.find(name).await?).ok_or_else(|| AccountError::Unknown(name.to_owned()))?;
        let signed = Signed {
            by: Doer::Operator,
            at: self.clock.now(),
        };
        self.store.give_role(signed, person.id, role).await?;
        person.role = role;
        tracing::info!(account = %person.id, %role, "a role was given");
        Ok(person)
    }

    /// Who has a name, in any spelling that looks the same.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn find(&self, name: &str) -> Result<Option<Person>, AccountError> {
        let Ok(name) = name.parse() else {
            return Ok(None);
        };
        let found = self.store.account_named(&name).await?;
        Ok(found.map(|(account, _)| account.into()))
    }

    /// Who has an id; somebody who deleted their account is a “former player”.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn person(&self, id: AccountId) -> Result<Option<Person>, AccountError> {
        Ok(self.store.account(id).await?.map(Person::from))
    }

    /// When an account was made.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn since(&self, person: &Person) -> Result<Option<Instant>, AccountError> {
        let account = self.store.account(person.id).await?;
        Ok(account.map(|account| account.created_at))
    }

    /// Whether the site has an administrator yet.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn has_admin(&self) -> Result<bool, AccountError> {
        Ok(self.store.has_role(Role::Admin).await?)
    }

    /// Deletes one's own account: its name becomes “former player” everywhere, its matches stay. The
    /// name is free for anybody then, since nothing of it is kept.
    ///
    /// # Errors
    /// [`AccountError::BadCredentials`] when the password is not theirs,
    /// [`LastAdmin`](AccountError::LastAdmin).
    pub async fn close(&self, person: &Person, password: &str) -> Result<(), AccountError> {
        let checked = self.check(&person.name, password).await?;
        if checked.id != person.id {
            return Err(AccountError::BadCredentials);
        }
        if self.store.anonymise(person.id, self.clock.now()).await? == Changed::LastAdmin {
            return Err(AccountError::LastAdmin);
        }
        tracing::info!(account = %person.id, "an account was deleted");
        Ok(())
    }

    /// Who has this name and this password; wrong answers take as long as right ones.
    async fn check(&self, name: &str, password: &str) -> Result<Person, AccountError> {
        let known = match name.parse() {
            Ok(name) => self.store.account_named(&name).await?,
            Err(_) => None,
        };
        let (account, hash) = known.unzip();
        if !password::matches(password, hash).await {
            return Err(AccountError::BadCredentials);
        }
        account
            .map(Person::from)
            .ok_or(AccountError::BadCredentials)
    }
}

/// Somebody with a good name and password.
struct Applicant {
    id: AccountId,
    name: PlayerName,
    password_hash: String,
    at: Instant,
}

impl Applicant {
    fn with_role(&self, role: Role) -> NewAccount<'_> {
        NewAccount {
            id: self.id,
            name: &self.name,
            password_hash: &self.password_hash,
            role,
            created_at: self.at,
        }
    }

    /// Who they are, once their account is made.
    fn settled(self, role: Role) -> Person {
        tracing::info!(account = %self.id, %role, "an account was made");
        Person {
            id: self.id,
            name: self.name.to_string(),
            role,
        }
    }
}

/// Somebody else was quicker to take a name that looks the same.
fn name_taken(error: StoreError) -> AccountError {
    match error {
        StoreError::Taken => AccountError::NameTaken,
        other => other.into(),
    }
}
