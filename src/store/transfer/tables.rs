//! Tables that an archive of a site holds line by line, as they are.

use serde_json::{Map, Value};
use sqlx::sqlite::SqliteRow;
use sqlx::{QueryBuilder, Row, Sqlite};

use crate::store::StoreError;

use super::Transfer;

/// A table, and which of its columns an archive holds.
#[derive(Debug)]
pub struct Table {
    /// Its name.
    pub name: &'static str,
    /// Its columns; those that make a line unique come first.
    pub columns: &'static [Column],
}

/// A column, by what it holds.
#[derive(Debug)]
pub enum Column {
    /// Text, or nothing.
    Text(&'static str),
    /// A whole number, or nothing.
    Number(&'static str),
}

use Column::{Number, Text};

impl Column {
    /// Its name.
    pub const fn name(&self) -> &'static str {
        match self {
            Text(name) | Number(name) => name,
        }
    }

    fn read(&self, row: &SqliteRow) -> Result<Value, StoreError> {
        Ok(match self {
            Text(name) => row.try_get::<Option<String>, _>(*name)?.into(),
            Number(name) => row.try_get::<Option<i64>, _>(*name)?.into(),
        })
    }
}

/// The tables to which matches point.
pub const BEFORE_MATCHES: [Table; 7] = [
    Table {
        name: "accounts",
        columns: &[
            Text("id"),
            Text("name"),
            Text("skeleton"),
            Text("password_hash"),
            Text("role"),
            Number("created_at"),
            Text("recorded_name"),
        ],
    },
    Table {
        name: "sprites",
        columns: &[Text("hash"), Text("lines")],
    },
    Table {
        name: "player_sprites",
        columns: &[Text("account_id"), Text("kind"), Text("hash")],
    },
    Table {
        name: "site_log",
        columns: &[
            Number("seq"),
            Number("at"),
            Text("actor"),
            Text("kind"),
            Number("version"),
            Text("payload"),
            Text("prev"),
            Text("hash"),
        ],
    },
    Table {
        name: "site_texts",
        columns: &[Text("hash"), Text("account_id"), Text("salt"), Text("body")],
    },
    Table {
        name: "suspensions",
        columns: &[
            Text("account_id"),
            Number("at"),
            Text("actor"),
            Text("reason"),
        ],
    },
    Table {
        name: "invites",
        columns: &[
            Text("id"),
            Text("secret_hash"),
            Text("made_by"),
            Number("made_at"),
            Number("expires_at"),
            Number("uses"),
            Number("used"),
            Number("void_at"),
        ],
    },
];

/// The tables that point to matches.
pub const AFTER_MATCHES: [Table; 2] = [
    Table {
        name: "drafts",
        columns: &[
            Text("match_id"),
            Text("account_id"),
            Text("body"),
            Number("saved_at"),
        ],
    },
    Table {
        name: "submissions",
        columns: &[
            Text("match_id"),
            Text("account_id"),
            Text("idempotency_key"),
            Text("body_hash"),
            Number("turn"),
            Number("seq"),
        ],
    },
];

impl Table {
    /// The table of that name, if archives hold it.
    pub fn named(name: &str) -> Option<&'static Self> {
        let mut tables = BEFORE_MATCHES.iter().chain(&AFTER_MATCHES);
        tables.find(|table| table.name == name)
    }

    fn names(&self) -> String {
        let names: Vec<_> = self.columns.iter().map(Column::name).collect();
        names.join(", ")
    }
}

impl Transfer {
    /// Every line of a table, as an object with a member a column.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn lines_of(&mut self, table: &Table) -> Result<Vec<Value>, StoreError> {
        let names = table.names();
        let mut query: QueryBuilder<Sqlite> = QueryBuilder::new("SELECT ");
        query.push(&names).push(" FROM ").push(table.name);
        query.push(" ORDER BY ").push(&names);
        let found = query.build().fetch_all(&mut *self.transaction).await?;
        let line = |row: &SqliteRow| {
            let member = |column: &Column| Ok((column.name().to_owned(), column.read(row)?));
            let members: Result<Map<_, _>, StoreError> = table.columns.iter().map(member).collect();
            members.map(Value::Object)
        };
        found.iter().map(line).collect()
    }

    /// Writes a line of a table; a column that the line does not name is empty.
    ///
    /// # Errors
    /// [`StoreError`] also for a line that the table cannot hold.
    pub async fn insert_line(&mut self, table: &Table, line: &Value) -> Result<(), StoreError> {
        let mut query: QueryBuilder<Sqlite> = QueryBuilder::new("INSERT INTO ");
        query.push(table.name);
        query.push(" (").push(table.names()).push(") VALUES (");
        let mut values = query.separated(", ");
        for column in table.columns {
            match column {
                Text(name) => values.push_bind(line[*name].as_str().map(str::to_owned)),
                Number(name) => values.push_bind(line[*name].as_i64()),
            };
        }
        query.push(")");
        query.build().execute(&mut *self.transaction).await?;
        Ok(())
    }

    /// Whether nobody has an account and no match was made.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn is_empty(&mut self) -> Result<bool, StoreError> {
        let lines: i64 = sqlx::query_scalar(
            "SELECT (SELECT COUNT(*) FROM accounts) + (SELECT COUNT(*) FROM matches)",
        )
        .fetch_one(&mut *self.transaction)
        .await?;
        Ok(lines == 0)
    }
}
