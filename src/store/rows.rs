//! The SQL that writes and reads the lines of each table.
//!
//! Every statement takes as many lines as there are, and is none where there are none.

use std::fmt::Display;
use std::str::FromStr;

use serde::Serialize;
use serde::de::DeserializeOwned;
use sqlx::sqlite::SqliteRow;
use sqlx::{QueryBuilder, Row, Sqlite};

use crate::ids::AccountId;
use crate::referee::event::{SpriteHash, Visibility};
use crate::rules::seat::Seat;
use crate::time::{GmtDay, Instant};

use super::StoreError;
use super::append::{Append, SaltedText, Submission};
use super::project::{MatchRow, SNAPSHOT_VERSION, TurnRow};
use super::record::StoredEvent;

type Statement = Option<QueryBuilder<Sqlite>>;

pub(in crate::store) fn upsert_matches<'a>(
    rows: impl Iterator<Item = &'a MatchRow>,
) -> QueryBuilder<Sqlite> {
    let mut query = QueryBuilder::new(
        "INSERT INTO matches (id, host, title, game, level, rules_version, visibility, state, \
         joinable, hidden, turns, seq, head, next_due, created_at, last_turn_at, active_at) ",
    );
    query.push_values(rows, |mut line, row| {
        line.push_bind(row.id.to_string())
            .push_bind(row.host.to_string())
            .push_bind(row.title.clone())
            .push_bind(row.kind.word())
            .push_bind(row.level.clone())
            .push_bind(i64::from(row.rules_version))
            .push_bind(visibility_word(row.visibility))
            .push_bind(row.state.word())
            .push_bind(row.joinable)
            .push_bind(row.hidden)
            .push_bind(i64::from(row.turns))
            .push_bind(int(row.seq))
            .push_bind(row.head.clone())
            .push_bind(row.next_due.map(Instant::as_millis))
            .push_bind(row.created_at.as_millis())
            .push_bind(row.last_turn_at.map(Instant::as_millis))
            .push_bind(row.last_turn_at.unwrap_or(row.created_at).as_millis());
    });
    query.push(
        " ON CONFLICT (id) DO UPDATE SET title = excluded.title, state = excluded.state, \
         joinable = excluded.joinable, hidden = excluded.hidden, turns = excluded.turns, seq = excluded.seq, \
         head = excluded.head, next_due = excluded.next_due, \
         last_turn_at = excluded.last_turn_at, active_at = excluded.active_at",
    );
    query
}

pub(in crate::store) fn insert_events<'a>(
    events: impl Iterator<Item = &'a StoredEvent>,
) -> QueryBuilder<Sqlite> {
    let mut query = QueryBuilder::new(
        "INSERT INTO events (match_id, seq, at, actor, seat, kind, version, payload, prev, hash) ",
    );
    query.push_values(events, |mut line, event| {
        line.push_bind(event.match_id.to_string())
            .push_bind(int(event.seq))
            .push_bind(event.at.as_millis())
            .push_bind(event.actor.clone())
            .push_bind(event.seat.map(i64::from))
            .push_bind(event.kind.clone())
            .push_bind(i64::from(event.version))
            .push_bind(event.payload.to_string())
            .push_bind(event.prev.clone())
            .push_bind(event.hash.clone());
    });
    query
}

pub(in crate::store) fn insert_turns(turns: Vec<(&Append, &TurnRow)>) -> Statement {
    let mut query = some(
        &turns,
        "INSERT INTO turns (match_id, turn, seq, at, day, announced_at, seat, account_id, steps, \
         passes, post, before, after) ",
    )?;
    query.push_values(turns, |mut line, (append, row)| {
        line.push_bind(append.row.id.to_string())
            .push_bind(i64::from(row.turn))
            .push_bind(int(row.seq))
            .push_bind(row.at.as_millis())
            .push_bind(row.day.map(|day| day.to_string()))
            .push_bind(row.announced_at.map(Instant::as_millis))
            .push_bind(row.seat.map(|seat| i64::from(seat.number())))
            .push_bind(row.account.to_string())
            .push_bind(json(&row.steps))
            .push_bind(i64::from(row.passes))
            .push_bind(row.post.clone())
            .push_bind(json(&row.before))
            .push_bind(json(&row.after));
    });
    Some(query)
}

/// What every seat's units look like as each turn is accepted: its picture keeps that.
pub(in crate::store) fn insert_turn_sprites(
    turns: Vec<(&Append, &(u32, Seat, AccountId))>,
) -> Statement {
    let mut query = some(
        &turns,
        "INSERT INTO turn_sprites (match_id, turn, seat, kind, hash) \
         SELECT column1, column2, column3, kind, hash FROM (",
    )?;
    query.push_values(turns, |mut line, (append, (turn, seat, holder))| {
        line.push_bind(append.row.id.to_string())
            .push_bind(i64::from(*turn))
            .push_bind(i64::from(seat.number()))
            .push_bind(holder.to_string());
    });
    query.push(") AS played JOIN player_sprites ON account_id = column4");
    Some(query)
}

pub(in crate::store) fn upsert_members(
    members: Vec<(&Append, &(AccountId, Option<Seat>))>,
) -> Statement {
    let mut query = some(
        &members,
        "INSERT INTO members (match_id, account_id, seat) ",
    )?;
    query.push_values(members, |mut line, (append, (account, seat))| {
        line.push_bind(append.row.id.to_string())
            .push_bind(account.to_string())
            .push_bind(seat.map(|seat| i64::from(seat.number())));
    });
    query.push(" ON CONFLICT (account_id, match_id) DO UPDATE SET seat = excluded.seat");
    Some(query)
}

pub(in crate::store) fn insert_texts(texts: Vec<(&Append, &SaltedText)>) -> Statement {
    let mut query = some(&texts, "INSERT INTO texts (match_id, hash, salt, body) ")?;
    query.push_values(texts, |mut line, (append, text)| {
        line.push_bind(append.row.id.to_string())
            .push_bind(text.hash.clone())
            .push_bind(text.salt.to_vec())
            .push_bind(text.body.clone());
    });
    Some(query)
}

pub(in crate::store) fn insert_submissions(sent: Vec<(&Append, &Submission)>) -> Statement {
    let mut query = some(
        &sent,
        "INSERT INTO submissions (match_id, account_id, idempotency_key, body_hash, turn, seq) ",
    )?;
    query.push_values(sent, |mut line, (append, submission)| {
        line.push_bind(append.row.id.to_string())
            .push_bind(submission.account.to_string())
            .push_bind(submission.key.as_str().to_owned())
            .push_bind(submission.body_hash.clone())
            .push_bind(i64::from(submission.turn))
            .push_bind(int(submission.seq));
    });
    Some(query)
}

pub(in crate::store) fn upsert_snapshots(snapshots: Vec<(&Append, &String)>) -> Statement {
    let mut query = some(
        &snapshots,
        "INSERT INTO snapshots (match_id, seq, version, state) ",
    )?;
    query.push_values(snapshots, |mut line, (append, state)| {
        line.push_bind(append.row.id.to_string())
            .push_bind(int(append.row.seq))
            .push_bind(SNAPSHOT_VERSION)
            .push_bind(state.clone());
    });
    query.push(
        " ON CONFLICT (match_id) DO UPDATE SET seq = excluded.seq, \
         version = excluded.version, state = excluded.state",
    );
    Some(query)
}

pub(in crate::store) fn delete_drafts(authors: Vec<(&Append, &AccountId)>) -> Statement {
    let mut query = some(
        &authors,
        "DELETE FROM drafts WHERE (match_id, account_id) IN (",
    )?;
    query.push_values(authors, |mut line, (append, author)| {
        line.push_bind(append.row.id.to_string())
            .push_bind(author.to_string());
    });
    query.push(")");
    Some(query)
}

pub(in crate::store) fn take_sprites(taken: Vec<(&Append, &(AccountId, SpriteHash))>) -> Statement {
    let mut query = some(
        &taken,
        "DELETE FROM player_sprites WHERE (account_id, hash) IN (",
    )?;
    query.push_values(taken, |mut line, (_, (account, sprite))| {
        line.push_bind(account.to_string())
            .push_bind(sprite.0.clone());
    });
    query.push(")");
    Some(query)
}

/// A statement for lines, if there are any.
fn some<T>(lines: &[T], text: &'static str) -> Statement {
    (!lines.is_empty()).then(|| QueryBuilder::new(text))
}

/// The word of the API and of the store.
pub(in crate::store) const fn visibility_word(visibility: Visibility) -> &'static str {
    match visibility {
        Visibility::Public => "public",
        Visibility::Unlisted => "unlisted",
        Visibility::Private => "private",
    }
}

/// A count as databases have it; none here comes near the end of either range.
pub(in crate::store) fn int(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

pub(in crate::store) fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("what is stored has texts for keys")
}

/// A column whose text is an id, a day or the like.
pub(in crate::store) fn id<T: FromStr<Err: Display>>(
    row: &SqliteRow,
    column: &'static str,
) -> Result<T, StoreError> {
    let text: String = row.try_get(column)?;
    text.parse()
        .map_err(|error| StoreError::corrupt(column, error))
}

/// A column whose text is JSON.
pub(in crate::store) fn from_json<T: DeserializeOwned>(
    row: &SqliteRow,
    column: &'static str,
) -> Result<T, StoreError> {
    let text: String = row.try_get(column)?;
    serde_json::from_str(&text).map_err(|error| StoreError::corrupt(column, error))
}

/// A column that holds a count or a number from 0.
pub(in crate::store) fn number<T: TryFrom<i64, Error: Display>>(
    row: &SqliteRow,
    column: &'static str,
) -> Result<T, StoreError> {
    let number: i64 = row.try_get(column)?;
    T::try_from(number).map_err(|error| StoreError::corrupt(column, error))
}

/// A column that holds an instant.
pub(in crate::store) fn instant(
    row: &SqliteRow,
    column: &'static str,
) -> Result<Instant, StoreError> {
    Ok(Instant::from_millis(row.try_get(column)?))
}

/// A column that holds an instant or nothing.
pub(in crate::store) fn maybe_instant(
    row: &SqliteRow,
    column: &'static str,
) -> Result<Option<Instant>, StoreError> {
    let millis: Option<i64> = row.try_get(column)?;
    Ok(millis.map(Instant::from_millis))
}

/// A column that holds the number of a seat.
pub(in crate::store) fn seat(row: &SqliteRow, column: &'static str) -> Result<Seat, StoreError> {
    maybe_seat(row, column)?.ok_or_else(|| StoreError::corrupt(column, "it is no seat"))
}

/// A column that holds the number of a seat or nothing.
pub(in crate::store) fn maybe_seat(
    row: &SqliteRow,
    column: &'static str,
) -> Result<Option<Seat>, StoreError> {
    let number: Option<i64> = row.try_get(column)?;
    let corrupt = || StoreError::corrupt(column, "it is no seat");
    let seat = |number| u8::try_from(number).ok().and_then(Seat::new);
    number
        .map(|number| seat(number).ok_or_else(corrupt))
        .transpose()
}

/// A column that holds a GMT day such as `2026-03-01` or nothing.
pub(in crate::store) fn maybe_day(
    row: &SqliteRow,
    column: &'static str,
) -> Result<Option<GmtDay>, StoreError> {
    let text: Option<String> = row.try_get(column)?;
    let day = |text| GmtDay::try_from(text).map_err(|error| StoreError::corrupt(column, error));
    text.map(day).transpose()
}
