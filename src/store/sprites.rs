//! Players' own pixel art, and what each turn's picture was drawn with.

use sqlx::sqlite::SqliteRow;
use sqlx::{QueryBuilder, Row, Sqlite, SqliteConnection};

use crate::ids::{AccountId, MatchId};
use crate::referee::event::SpriteHash;
use crate::rules::abaddon::position::Kind;
use crate::rules::canonical::sha256_hex;
use crate::rules::seat::Seat;

use super::{Store, StoreError, rows};

/// A sprite of one seat in the picture of a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpriteRow {
    /// The turn.
    pub turn: u32,
    /// The seat.
    pub seat: Seat,
    /// The kind of unit that looks like this.
    pub kind: Kind,
    /// Twelve lines of twelve characters.
    pub lines: String,
}

impl Store {
    /// The own sprites of some players, by account and kind.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn player_sprites(
        &self,
        players: &[AccountId],
    ) -> Result<Vec<(AccountId, Kind, String)>, StoreError> {
        if players.is_empty() {
            return Ok(Vec::new());
        }
        let mut query: QueryBuilder<Sqlite> = QueryBuilder::new(
            "SELECT account_id, kind, lines FROM player_sprites \
             JOIN sprites ON sprites.hash = player_sprites.hash WHERE account_id IN (",
        );
        let mut accounts = query.separated(", ");
        for player in players {
            accounts.push_bind(player.to_string());
        }
        query.push(") ORDER BY account_id, kind");
        let found = query.build().fetch_all(self.reader()).await?;
        let read = |row: &SqliteRow| {
            let (account, kind) = (rows::id(row, "account_id")?, rows::id(row, "kind")?);
            Ok((account, kind, row.try_get("lines")?))
        };
        found.iter().map(read).collect()
    }

    /// Gives a player's units of a kind a sprite, from the next turn on.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn put_player_sprite(
        &self,
        player: AccountId,
        kind: Kind,
        lines: &str,
    ) -> Result<(), StoreError> {
        let hash = sha256_hex(lines.as_bytes());
        let mut transaction = self.begin().await?;
        sqlx::query(
            "INSERT INTO sprites (hash, lines) VALUES ($1, $2) ON CONFLICT (hash) DO NOTHING",
        )
        .bind(&hash)
        .bind(lines)
        .execute(&mut *transaction)
        .await?;
        sqlx::query(
            "INSERT INTO player_sprites (account_id, kind, hash) VALUES ($1, $2, $3) \
             ON CONFLICT (account_id, kind) DO UPDATE SET hash = excluded.hash",
        )
        .bind(player.to_string())
        .bind(kind.word())
        .bind(&hash)
        .execute(&mut *transaction)
        .await?;
        Ok(transaction.commit().await?)
    }

    /// Lets a player's units of a kind look as they do by default, from the next turn on.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn delete_player_sprite(
        &self,
        player: AccountId,
        kind: Kind,
    ) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM player_sprites WHERE account_id = $1 AND kind = $2")
            .bind(player.to_string())
            .bind(kind.word())
            .execute(self.writer())
            .await?;
        Ok(())
    }

    /// Every sprite that the units of a seat, perhaps only those of a kind, were ever drawn with.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn sprites_of_seat(
        &self,
        id: MatchId,
        seat: Seat,
        kind: Option<Kind>,
    ) -> Result<Vec<SpriteHash>, StoreError> {
        let found = sqlx::query(
            "SELECT DISTINCT hash FROM turn_sprites WHERE match_id = $1 AND seat = $2 \
             AND kind = COALESCE($3, kind) ORDER BY hash",
        )
        .bind(id.to_string())
        .bind(i64::from(seat.number()))
        .bind(kind.map(Kind::word))
        .fetch_all(self.reader())
        .await?;
        let read = |row: &SqliteRow| Ok(SpriteHash(row.try_get("hash")?));
        found.iter().map(read).collect()
    }

    /// The sprites that the pictures of some turns were drawn with, from the first to the last of them.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn turn_sprites(
        &self,
        id: MatchId,
        (first, last): (u32, u32),
    ) -> Result<Vec<SpriteRow>, StoreError> {
        turn_sprites_in(&mut *self.reader().acquire().await?, id, (first, last)).await
    }
}

/// [`Store::turn_sprites`] by one connection.
pub(in crate::store) async fn turn_sprites_in(
    reading: &mut SqliteConnection,
    id: MatchId,
    (first, last): (u32, u32),
) -> Result<Vec<SpriteRow>, StoreError> {
    let found = sqlx::query(
        "SELECT turn, seat, kind, lines FROM turn_sprites \
         JOIN sprites ON sprites.hash = turn_sprites.hash \
         WHERE match_id = $1 AND turn BETWEEN $2 AND $3 ORDER BY turn, seat, kind",
    )
    .bind(id.to_string())
    .bind(i64::from(first))
    .bind(i64::from(last))
    .fetch_all(reading)
    .await?;
    let read = |row: &SqliteRow| {
        Ok(SpriteRow {
            turn: rows::number(row, "turn")?,
            seat: rows::seat(row, "seat")?,
            kind: rows::id(row, "kind")?,
            lines: row.try_get("lines")?,
        })
    };
    found.iter().map(read).collect()
}
