//! Whether everything in the store is what the record says, and the record what was once written.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use crate::ids::{AccountId, MatchId};
use crate::referee::chain::GENESIS;
use crate::referee::event::{Actor, Body, Event, TextHash};
use crate::referee::ruling::Ruling;
use crate::referee::state::{Board, Match};
use crate::rules::seat::Seat;

use super::append::SaltedText;
use super::load::{event_of, play_on, turn_row_of};
use super::project::{Loaded, MatchRow, SNAPSHOT_VERSION, TurnRow, members_of};
use super::record::StoredEvent;
use super::rulings::{texts_of, title_of};
use super::site::verify::SiteFault;
use super::{Store, StoreError, rows};

/// How many events are read at once.
const CHUNK: i64 = 500;

/// The first thing in a match that does not fit.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("match {match_id}, event {seq}: {what}")]
pub struct Fault {
    /// The match.
    pub match_id: MatchId,
    /// The number of the event that does not fit, or that is not there.
    pub seq: u64,
    /// What is wrong with it.
    pub what: String,
}

/// Why a match was not verified.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// Something in it does not fit.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// Something in the site log does not fit.
    #[error(transparent)]
    SiteLog(#[from] SiteFault),
    /// The store could not be read.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for VerifyError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

impl Store {
    /// Every match of which there is a line or an event, with the number of its events.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn matches_to_verify(&self) -> Result<Vec<(MatchId, u64)>, StoreError> {
        let found = sqlx::query(
            "SELECT ids.id, (SELECT COUNT(*) FROM events WHERE events.match_id = ids.id) AS events \
             FROM (SELECT id FROM matches UNION SELECT match_id FROM events) AS ids ORDER BY ids.id",
        )
        .fetch_all(self.reader())
        .await?;
        let read = |row| Ok((rows::id(row, "id")?, rows::number(row, "events")?));
        found.iter().map(read).collect()
    }

    /// Recomputes a match's chain, replays its events and compares everything that is derived from
    /// them. `checked` is told how many more events were checked, now and then.
    ///
    /// # Errors
    /// [`VerifyError::Fault`] for the first event that does not fit.
    pub async fn verify(
        &self,
        id: MatchId,
        mut checked: impl FnMut(u64),
    ) -> Result<(), VerifyError> {
        let mut replay = Replay::begin(self, id).await?;
        loop {
            let found = sqlx::query(
                "SELECT * FROM events WHERE match_id = $1 AND $2 < seq ORDER BY seq LIMIT $3",
            )
            .bind(id.to_string())
            .bind(rows::int(replay.seq))
            .bind(CHUNK)
            .fetch_all(self.reader())
            .await?;
            if found.is_empty() {
                return Ok(replay.end()?);
            }
            for row in &found {
                replay.check(row)?;
            }
            checked(u64::try_from(found.len()).unwrap_or_default());
        }
    }
}

/// What is kept beside and derived from the events of a match, and how far its replay has come.
struct Replay {
    id: MatchId,
    line: SqliteRow,
    turns: BTreeMap<u64, SqliteRow>,
    texts: BTreeMap<String, (Vec<u8>, String)>,
    members: Vec<(AccountId, Option<Seat>)>,
    /// The players who deleted their accounts, and what they wrote with them.
    gone: BTreeSet<AccountId>,
    snapshot: Option<SqliteRow>,
    /// The hash of the board before and after each turn so far, and at the start.
    boards: BTreeMap<After, String>,
    newest_title: Option<TextHash>,
    expected_members: BTreeMap<AccountId, Option<Seat>>,
    game: Option<Match>,
    head: String,
    seq: u64,
}

impl Replay {
    async fn begin(store: &Store, id: MatchId) -> Result<Self, VerifyError> {
        let all = async |text: &'static str| {
            let query = sqlx::query(text).bind(id.to_string());
            query.fetch_all(store.reader()).await
        };
        let line = all("SELECT * FROM matches WHERE id = $1")
            .await?
            .into_iter()
            .next();
        let missing = || fault(id, 1, "the match has no line in the list of matches");
        let mut turns = BTreeMap::new();
        for row in all("SELECT * FROM turns WHERE match_id = $1").await? {
            turns.insert(rows::number(&row, "seq")?, row);
        }
        let mut texts = BTreeMap::new();
        for row in all("SELECT * FROM texts WHERE match_id = $1").await? {
            texts.insert(
                row.try_get("hash")?,
                (row.try_get("salt")?, row.try_get("body")?),
            );
        }
        let mut members = Vec::new();
        for row in all("SELECT * FROM members WHERE match_id = $1 ORDER BY account_id").await? {
            let seat: Option<i64> = row.try_get("seat")?;
            let seat = seat.and_then(|seat| Seat::new(u8::try_from(seat).ok()?));
            members.push((rows::id(&row, "account_id")?, seat));
        }
        let mut gone = BTreeSet::new();
        for row in all(
            "SELECT DISTINCT accounts.id FROM turns JOIN accounts ON accounts.id = account_id \
             WHERE match_id = $1 AND name IS NULL",
        )
        .await?
        {
            gone.insert(rows::id(&row, "id")?);
        }
        let mut snapshots = all("SELECT * FROM snapshots WHERE match_id = $1").await?;
        snapshots.retain(|row| {
            row.try_get("version")
                .is_ok_and(|form: i64| form == SNAPSHOT_VERSION)
        });
        Ok(Self {
            id,
            line: line.ok_or_else(missing)?,
            turns,
            texts,
            members,
            gone,
            snapshot: snapshots.into_iter().next(),
            boards: BTreeMap::new(),
            newest_title: None,
            expected_members: BTreeMap::new(),
            game: None,
            head: GENESIS.to_owned(),
            seq: 0,
        })
    }

    /// One event further.
    fn check(&mut self, row: &SqliteRow) -> Result<(), Fault> {
        let (id, next) = (self.id, self.seq + 1);
        let wrong = |what: &dyn fmt::Display| fault(id, next, what);
        let stored = event_of(row).map_err(|error| wrong(&error))?;
        self.check_chain(row, &stored)?;
        let event = stored.read().map_err(|error| wrong(&error))?;
        let before = self.game.take();
        let first = before.is_none();
        if before.as_ref().is_some_and(|game| event.at < game.last_at) {
            return Err(wrong(&"it happened before the event before it"));
        }
        let after = play_on(self.id, before.clone(), &event)
            .ok_or_else(|| wrong(&"the first event does not make a match"))?;
        self.check_restored(&event)?;
        if let Some(before) = &before {
            self.check_turn(before, &event, &after)?;
        } else {
            self.boards.insert(After::Turn(0), after.board().hash());
        }
        self.newest_title = title_of(&event.body).cloned().or(self.newest_title.take());
        if !first && matches!(event.body, Body::Created(_)) {
            return Err(wrong(&"the match is made a second time"));
        }
        self.check_texts(&event)?;
        self.expected_members.extend(members_of(&event));
        self.seq = next;
        self.head = stored.hash;
        self.check_snapshot(&after)?;
        self.game = Some(after);
        Ok(())
    }

    fn check_chain(&self, row: &SqliteRow, stored: &StoredEvent) -> Result<(), Fault> {
        let next = self.seq + 1;
        let wrong = |what: &dyn fmt::Display| Err(fault(self.id, next, what));
        let payload: String = row.try_get("payload").unwrap_or_default();
        let canonical = stored.payload.to_string();
        if stored.seq != next {
            wrong(&"it is missing")
        } else if stored.prev != self.head {
            wrong(&"it does not follow the event before it")
        } else if stored.hash != stored.recomputed_hash() {
            wrong(&"its hash is not that of what it says")
        } else if payload != canonical {
            wrong(&"its payload is not written as it was")
        } else {
            Ok(())
        }
    }

    fn check_turn(&mut self, before: &Match, event: &Event, after: &Match) -> Result<(), Fault> {
        let id = self.id;
        let wrong = |what: &dyn fmt::Display| fault(id, event.seq, what);
        let Some(turn) = TurnRow::of(before, event, after) else {
            return Ok(());
        };
        let hash = after.board().hash();
        if let Body::Moved(moved) = &event.body
            && hash != moved.position
        {
            return Err(wrong(
                &"what was played does not lead to the position that it names",
            ));
        }
        (self.boards).insert(After::Before(turn.turn), before.board().hash());
        self.boards.insert(After::Turn(turn.turn), hash);
        let row = self.turns.remove(&event.seq);
        let row = row.ok_or_else(|| wrong(&"its turn is not in the list of turns"))?;
        let kept = turn_row_of(&row).map_err(|error| wrong(&error))?;
        if turn == kept {
            Ok(())
        } else {
            Err(wrong(&"its turn is kept otherwise than the record says"))
        }
    }

    fn check_texts(&self, event: &Event) -> Result<(), Fault> {
        for TextHash(hash) in texts_of(&event.body) {
            let wrong = |what: &dyn fmt::Display| Err(fault(self.id, event.seq, what));
            match self.texts.get(hash) {
                None if self.is_deleted(event) => {}
                None => return wrong(&"the text that belongs to it is missing"),
                Some((salt, body)) if SaltedText::hash_of(salt, body) != *hash => {
                    return wrong(&"the text that belongs to it is not the one that was written");
                }
                Some(_) => {}
            }
        }
        Ok(())
    }

    /// Whether what was written with a turn went with its author's account.
    fn is_deleted(&self, event: &Event) -> bool {
        matches!((&event.body, event.actor), (Body::Moved(_), Actor::Account(author)) if self.gone.contains(&author))
    }

    /// A match that goes back stands on a board that it had after the turn that is named.
    fn check_restored(&self, event: &Event) -> Result<(), Fault> {
        let Some((turn, restored)) = restored_by(&event.body) else {
            return Ok(());
        };
        let wrong = |what: &dyn fmt::Display| Err(fault(self.id, event.seq, what));
        match self.boards.get(&turn) {
            Some(hash) if *hash == restored.hash() => Ok(()),
            Some(_) => wrong(&"the position that it brings back is another one"),
            None => wrong(&"the turn that it goes back to is not there"),
        }
    }

    fn check_snapshot(&mut self, game: &Match) -> Result<(), Fault> {
        let here = |row: &SqliteRow| rows::number(row, "seq").is_ok_and(|seq: u64| seq == game.seq);
        let Some(row) = self.snapshot.take_if(|row| here(row)) else {
            return Ok(());
        };
        match rows::from_json::<Match>(&row, "state") {
            Ok(kept) if kept == *game => Ok(()),
            Ok(_) => Err(fault(
                self.id,
                game.seq,
                "the snapshot after it says otherwise",
            )),
            Err(error) => Err(fault(self.id, game.seq, error)),
        }
    }

    /// After the newest event.
    fn end(self) -> Result<(), Fault> {
        let (id, seq) = (self.id, self.seq);
        let recorded: u64 = rows::number(&self.line, "seq").unwrap_or_default();
        let Some(game) = self.game.filter(|_| recorded <= seq) else {
            return Err(fault(id, seq + 1, "it is missing"));
        };
        let title = self.line.try_get("title").unwrap_or_default();
        let loaded = Loaded {
            game,
            title,
            head: self.head,
        };
        if !says(&self.line, &MatchRow::of(&loaded)).unwrap_or(false) {
            return Err(fault(
                id,
                seq,
                "the match's line in the list says otherwise",
            ));
        }
        if let Some((seq, _)) = self.turns.first_key_value() {
            return Err(fault(
                id,
                *seq,
                "a turn is kept that the record does not have",
            ));
        }
        if self.snapshot.is_some() {
            return Err(fault(
                id,
                seq,
                "a snapshot is kept of an event that is not there",
            ));
        }
        let members: Vec<_> = self.expected_members.into_iter().collect();
        if members != self.members {
            return Err(fault(id, seq, "the match's members are kept otherwise"));
        }
        let title = self.newest_title.and_then(|title| self.texts.get(&title.0));
        title
            .filter(|(_, body)| *body == loaded.title)
            .map(drop)
            .ok_or_else(|| fault(id, seq, "its title is not the one that was written"))
    }
}

/// Which board of a match.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum After {
    /// That after a turn; 0 is the start.
    Turn(u32),
    /// That before a turn, which may be no other turn's: a removal changes the board too.
    Before(u32),
}

/// The board that an event brings back, and which one it says it is.
fn restored_by(body: &Body) -> Option<(After, &Board)> {
    match body {
        Body::TakenBack(taken) => Some((After::Before(taken.turn), &taken.position)),
        Body::Ruled(ruled) => match &ruled.ruling {
            Ruling::Reverted(reverted) => Some((After::Turn(reverted.to), &reverted.position)),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a line of the list of matches is the one that the record makes.
fn says(line: &SqliteRow, row: &MatchRow) -> Result<bool, StoreError> {
    Ok(rows::id::<MatchId>(line, "id")? == row.id
        && rows::id::<AccountId>(line, "host")? == row.host
        && line.try_get::<String, _>("game")? == row.kind.word()
        && line.try_get::<Option<String>, _>("level")? == row.level
        && rows::number::<u32>(line, "rules_version")? == row.rules_version
        && line.try_get::<String, _>("visibility")? == rows::visibility_word(row.visibility)
        && line.try_get::<String, _>("state")? == row.state.word()
        && line.try_get::<bool, _>("joinable")? == row.joinable
        && line.try_get::<bool, _>("hidden")? == row.hidden
        && rows::number::<u32>(line, "turns")? == row.turns
        && rows::number::<u64>(line, "seq")? == row.seq
        && line.try_get::<String, _>("head")? == row.head
        && rows::maybe_instant(line, "next_due")? == row.next_due
        && rows::instant(line, "created_at")? == row.created_at
        && rows::maybe_instant(line, "last_turn_at")? == row.last_turn_at
        && rows::instant(line, "active_at")? == row.last_turn_at.unwrap_or(row.created_at))
}

fn fault(match_id: MatchId, seq: u64, what: impl fmt::Display) -> Fault {
    Fault {
        match_id,
        seq,
        what: what.to_string(),
    }
}
