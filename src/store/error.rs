use sqlx::migrate::MigrateError;

/// Why the store could not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The URL names no database that Daykeeper knows.
    #[error("“{0}” is not a database URL; write sqlite:PATH, such as sqlite:daykeeper.db")]
    Url(String),
    /// A PostgreSQL URL.
    #[error(
        "this build of Daykeeper has no PostgreSQL; write sqlite:PATH, such as sqlite:daykeeper.db"
    )]
    NoPostgres,
    /// The file cannot be opened.
    #[error("the database {url} cannot be opened: {source}")]
    Open {
        /// The URL, as it was given.
        url: String,
        /// What the database said.
        source: sqlx::Error,
    },
    /// The tables cannot be brought up to date.
    #[error(
        "the database's tables cannot be brought up to date (does it come from a newer Daykeeper?): {0}"
    )]
    Migrate(#[from] MigrateError),
    /// No connection is free, or the disk refuses: later it may work.
    #[error("the database does not answer: {0}")]
    Unavailable(#[source] sqlx::Error),
    /// Something with this unique key is there already.
    #[error("it is taken already")]
    Taken,
    /// A stored value cannot be read: somebody has changed the file by other means.
    #[error("{what} in the database cannot be read: {why}")]
    Corrupt {
        /// Which value.
        what: &'static str,
        /// What is wrong with it.
        why: String,
    },
    /// Anything else that the database says.
    #[error("the database failed: {0}")]
    Broken(#[source] sqlx::Error),
}

impl StoreError {
    /// A stored value that cannot be read.
    pub(crate) fn corrupt(what: &'static str, why: impl std::fmt::Display) -> Self {
        Self::Corrupt {
            what,
            why: why.to_string(),
        }
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        match &error {
            sqlx::Error::Io(_)
            | sqlx::Error::PoolTimedOut
            | sqlx::Error::PoolClosed
            | sqlx::Error::WorkerCrashed => Self::Unavailable(error),
            sqlx::Error::Database(database) if database.is_unique_violation() => Self::Taken,
            sqlx::Error::Database(database) if passes(database.code().as_deref()) => {
                Self::Unavailable(error)
            }
            _ => Self::Broken(error),
        }
    }
}

/// SQLite's primary codes for busy, locked, a failing or full disk and a file that cannot be opened.
fn passes(code: Option<&str>) -> bool {
    let extended: Option<u32> = code.and_then(|code| code.parse().ok());
    extended.is_some_and(|code| matches!(code & 0xff, 5 | 6 | 8 | 10 | 13 | 14))
}
