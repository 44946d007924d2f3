//! The only user of SQL: what is kept, and how it is found again.
//!
//! One connection writes and four read. Every commit is flushed to the disk before it is told of
//! (WAL, `synchronous=FULL`).

pub mod accounts;
pub mod append;
pub mod audit;
mod created;
mod error;
pub mod lists;
pub mod load;
pub mod project;
pub mod record;
pub mod refusals;
mod rows;
pub mod rulings;
pub mod site;
pub mod sprites;
pub mod transfer;
pub mod verify;

use std::str::FromStr;
use std::time::Duration;

use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{Sqlite, Transaction};

pub use error::StoreError;

/// Every migration of `migrations/sqlite`, built in.
static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!("migrations/sqlite");

/// The database. Its clones share connections.
#[derive(Clone, Debug)]
pub struct Store {
    writer: SqlitePool,
    reader: SqlitePool,
}

impl Store {
    /// Opens the database of a URL, makes the file where it is missing, and brings its tables up to
    /// date.
    ///
    /// `sqlite:PATH` is a file; `sqlite::memory:` lasts as long as the program.
    ///
    /// # Errors
    /// [`StoreError::Url`] and [`StoreError::NoPostgres`] for a URL that this build cannot open,
    /// [`StoreError::Open`] for a file that cannot be read or written, and [`StoreError::Migrate`]
    /// when its tables come from a newer version.
    pub async fn open(url: &str) -> Result<Self, StoreError> {
        Self::open_by(url, options_of(url)?).await
    }

    /// Opens a database that is there already: none is made where a path was mistyped.
    ///
    /// # Errors
    /// The same, and [`StoreError::Open`] where there is none.
    pub async fn open_existing(url: &str) -> Result<Self, StoreError> {
        Self::open_by(url, options_of(url)?.create_if_missing(false)).await
    }

    async fn open_by(url: &str, options: SqliteConnectOptions) -> Result<Self, StoreError> {
        let failed = |source| StoreError::Open {
            url: url.to_owned(),
            source,
        };
        let writer = (pool(1).connect_with(options.clone()).await).map_err(failed)?;
        MIGRATIONS.run(&writer).await?;
        let reader = if in_memory(url) {
            writer.clone()
        } else {
            let read_only = options.read_only(true).create_if_missing(false);
            (pool(4).connect_with(read_only).await).map_err(failed)?
        };
        Ok(Self { writer, reader })
    }

    /// Whether the database answers.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when it does not.
    pub async fn ping(&self) -> Result<(), StoreError> {
        sqlx::query("SELECT 1").execute(self.reader()).await?;
        Ok(())
    }

    /// Closes every connection, once what they are doing is done.
    pub async fn close(&self) {
        self.reader.close().await;
        self.writer.close().await;
    }

    /// Connections for reading: what they see is a whole commit, never half of one.
    pub(in crate::store) fn reader(&self) -> &SqlitePool {
        &self.reader
    }

    /// The connection for writing, for single statements.
    pub(in crate::store) fn writer(&self) -> &SqlitePool {
        &self.writer
    }

    /// A transaction on the writing connection, which holds the write lock from its beginning.
    pub(in crate::store) async fn begin(&self) -> Result<Transaction<'static, Sqlite>, StoreError> {
        Ok(self.writer.begin_with("BEGIN IMMEDIATE").await?)
    }
}

fn options_of(url: &str) -> Result<SqliteConnectOptions, StoreError> {
    if url.starts_with("postgres://") || url.starts_with("postgresql://") {
        return Err(StoreError::NoPostgres);
    }
    let path = url.strip_prefix("sqlite:").unwrap_or_default();
    if path.is_empty() || path == "//" {
        return Err(StoreError::Url(url.to_owned()));
    }
    let options = SqliteConnectOptions::from_str(url).map_err(|source| StoreError::Open {
        url: url.to_owned(),
        source,
    })?;
    Ok(options
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(Duration::from_secs(5)))
}

fn in_memory(url: &str) -> bool {
    url.contains(":memory:") || url.contains("mode=memory")
}

/// Connections without a limit of age or idleness: setting the system's clock must not cut them.
fn pool(connections: u32) -> SqlitePoolOptions {
    SqlitePoolOptions::new()
        .min_connections(1)
        .max_connections(connections)
        .acquire_timeout(Duration::from_secs(10))
        .idle_timeout(None)
        .max_lifetime(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_missing_file_is_made_and_opens_again() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}", folder.path().join("new.db").display());
        for _ in 0..2 {
            let store = Store::open(&url).await.unwrap();
            store.ping().await.unwrap();
            store.close().await;
            assert!(matches!(
                store.ping().await,
                Err(StoreError::Unavailable(_))
            ));
        }
    }

    #[tokio::test]
    async fn a_commit_survives_power_loss_and_readers_cannot_write() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}", folder.path().join("new.db").display());
        let store = Store::open(&url).await.unwrap();
        let pragmas: (String, i64, i64) = sqlx::query_as(
            "SELECT journal_mode, synchronous, foreign_keys
             FROM pragma_journal_mode, pragma_synchronous, pragma_foreign_keys",
        )
        .fetch_one(store.writer())
        .await
        .unwrap();
        assert_eq!(pragmas, ("wal".to_owned(), 2, 1));
        let written = sqlx::query("DELETE FROM accounts")
            .execute(store.reader())
            .await;
        assert!(written.is_err());
    }

    #[tokio::test]
    async fn memory_serves_too() {
        let store = Store::open("sqlite::memory:").await.unwrap();
        store.ping().await.unwrap();
        store.begin().await.unwrap().commit().await.unwrap();
    }

    #[tokio::test]
    async fn other_databases_are_answered_with_a_sentence() {
        let postgres = Store::open("postgres://localhost/daykeeper").await;
        assert!(matches!(postgres, Err(StoreError::NoPostgres)));
        for url in ["", "sqlite:", "daykeeper.db", "mysql://localhost"] {
            assert!(
                matches!(Store::open(url).await, Err(StoreError::Url(_))),
                "{url}"
            );
        }
        let nowhere = Store::open("sqlite:/nowhere/at/all.db").await;
        assert!(matches!(nowhere, Err(StoreError::Open { .. })));
    }
}
