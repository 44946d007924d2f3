//! One match, replayed event by event and compared with what is kept of it.

use std::collections::{BTreeMap, VecDeque};
use std::fmt;

use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};

use crate::ids::{AccountId, MatchId};
use crate::referee::believe::{disbelieve, disbelieve_created};
use crate::referee::chain::GENESIS;
use crate::referee::event::{Body, Event};
use crate::referee::ruling::Ruling;
use crate::referee::state::{Board, Match};
use crate::rules::seat::Seat;
use crate::store::load::{event_of, play_on, turn_row_of};
use crate::store::project::{Loaded, MatchRow, SNAPSHOT_VERSION, TurnRow, members_of};
use crate::store::record::StoredEvent;
use crate::store::{StoreError, rows};

use super::beside::{Texts, faulty_sprite};
use super::{Fault, VerifyError};

/// What is kept beside and derived from the events of a match, and how far its replay has come.
pub(super) struct Replay {
    id: MatchId,
    line: SqliteRow,
    /// The lines of turns that come next.
    turns: VecDeque<SqliteRow>,
    turns_read: u32,
    texts: Texts,
    faulty_sprite: Option<(u32, &'static str)>,
    members: Vec<(AccountId, Option<Seat>)>,
    snapshot: Option<SqliteRow>,
    /// The hash of the board before and after each turn so far, and at the start.
    boards: BTreeMap<After, String>,
    /// The board after the newest turn, or at the start, and its hash.
    newest_board: Option<(Board, String)>,
    expected_members: BTreeMap<AccountId, Option<Seat>>,
    game: Option<Match>,
    head: String,
    seq: u64,
}

impl Replay {
    pub(super) async fn begin(
        reading: &mut SqliteConnection,
        id: MatchId,
    ) -> Result<Self, VerifyError> {
        let line = sqlx::query("SELECT * FROM matches WHERE id = $1")
            .bind(id.to_string())
            .fetch_optional(&mut *reading)
            .await?;
        let missing = || Fault::new(id, 1, "the match has no line in the list of matches");
        let snapshot = sqlx::query("SELECT * FROM snapshots WHERE match_id = $1 AND version = $2")
            .bind(id.to_string())
            .bind(SNAPSHOT_VERSION)
            .fetch_optional(&mut *reading)
            .await?;
        Ok(Self {
            id,
            line: line.ok_or_else(missing)?,
            turns: VecDeque::new(),
            turns_read: 0,
            texts: Texts::of(reading, id).await?,
            faulty_sprite: faulty_sprite(reading, id).await?,
            members: members(reading, id).await?,
            snapshot,
            boards: BTreeMap::new(),
            newest_board: None,
            expected_members: BTreeMap::new(),
            game: None,
            head: GENESIS.to_owned(),
            seq: 0,
        })
    }

    /// The number of the newest event that was checked.
    pub(super) const fn seq(&self) -> u64 {
        self.seq
    }

    /// Reads lines of turns until there are enough for so many events, or no more.
    pub(super) async fn fetch_turns(
        &mut self,
        reading: &mut SqliteConnection,
        events: u32,
    ) -> Result<(), StoreError> {
        let missing = events.saturating_sub(u32::try_from(self.turns.len()).unwrap_or(u32::MAX));
        let found = sqlx::query(
            "SELECT * FROM turns WHERE match_id = $1 AND $2 < turn ORDER BY turn LIMIT $3",
        )
        .bind(self.id.to_string())
        .bind(self.turns_read)
        .bind(missing.max(1))
        .fetch_all(reading)
        .await?;
        if let Some(last) = found.last() {
            self.turns_read = rows::number(last, "turn")?;
        }
        self.turns.extend(found);
        Ok(())
    }

    /// One event further.
    pub(super) fn check(&mut self, row: &SqliteRow) -> Result<(), Fault> {
        let (id, next) = (self.id, self.seq + 1);
        let wrong = |what: &dyn fmt::Display| Fault::new(id, next, what);
        let stored = event_of(row).map_err(|error| wrong(&error))?;
        self.check_chain(row, &stored)?;
        let event = stored.read().map_err(|error| wrong(&error))?;
        let before = self.game.take();
        let disbelieved = match (&before, &event.body) {
            (Some(game), _) => disbelieve(game, &event),
            (None, Body::Created(created)) => disbelieve_created(created),
            (None, _) => None,
        };
        if let Some(why) = disbelieved {
            return Err(wrong(&why));
        }
        self.check_restored(&event)?;
        let board = (before.as_ref())
            .filter(|_| event.body.turn().is_some())
            .map(Match::board);
        let after = play_on(self.id, before, &event)
            .ok_or_else(|| wrong(&"the first event does not make a match"))?;
        self.check_board(board, &event, &after)?;
        if let Some(why) = self.texts.fault_of(&event) {
            return Err(wrong(&why));
        }
        self.expected_members.extend(members_of(&event));
        self.seq = next;
        self.head = stored.hash;
        self.check_snapshot(&after)?;
        self.game = Some(after);
        Ok(())
    }

    fn check_chain(&self, row: &SqliteRow, stored: &StoredEvent) -> Result<(), Fault> {
        let next = self.seq + 1;
        let wrong = |what: &dyn fmt::Display| Err(Fault::new(self.id, next, what));
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

    /// Notes the boards before and after an event, and compares the line of a turn. `before` is the
    /// board before a turn.
    fn check_board(
        &mut self,
        before: Option<Board>,
        event: &Event,
        after: &Match,
    ) -> Result<(), Fault> {
        let Some(before) = before else {
            if self.seq == 0 {
                let hash = self.now_stands(after.board());
                self.boards.insert(After::Turn(0), hash);
            }
            return Ok(());
        };
        let known = (self.newest_board.take()).filter(|(board, _)| *board == before);
        let hash_before = known.map_or_else(|| before.hash(), |(_, hash)| hash);
        let hash_after = self.now_stands(after.board());
        if let Body::Moved(moved) = &event.body
            && hash_after != moved.position
        {
            let what = "what was played does not lead to the position that it names";
            return Err(Fault::new(self.id, event.seq, what));
        }
        let Some(turn) = TurnRow::of(before, event, after) else {
            return Ok(());
        };
        self.boards.insert(After::Before(turn.turn), hash_before);
        self.boards.insert(After::Turn(turn.turn), hash_after);
        self.check_turn(&turn)
    }

    /// Hashes a board, most of which come again as the board before the next turn.
    fn now_stands(&mut self, board: Board) -> String {
        let hash = board.hash();
        self.newest_board = Some((board, hash.clone()));
        hash
    }

    fn check_turn(&mut self, turn: &TurnRow) -> Result<(), Fault> {
        let wrong = |what: &dyn fmt::Display| Fault::new(self.id, turn.seq, what);
        let missing = || wrong(&"its turn is not in the list of turns");
        let row = self.turns.pop_front().ok_or_else(missing)?;
        let kept = turn_row_of(&row).map_err(|error| wrong(&error))?;
        if *turn == kept {
            Ok(())
        } else if turn.turn < kept.turn {
            Err(missing())
        } else if kept.turn < turn.turn {
            Err(wrong(&"a turn is kept that the record does not have"))
        } else {
            Err(wrong(&"its turn is kept otherwise than the record says"))
        }
    }

    /// A match that goes back stands on a board that it had after the turn that is named.
    fn check_restored(&self, event: &Event) -> Result<(), Fault> {
        let Some((turn, restored)) = restored_by(&event.body) else {
            return Ok(());
        };
        let wrong = |what: &dyn fmt::Display| Err(Fault::new(self.id, event.seq, what));
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
        let wrong = |what: &dyn fmt::Display| Err(Fault::new(self.id, game.seq, what));
        match rows::from_json::<Match>(&row, "state") {
            Ok(kept) if kept == *game => Ok(()),
            Ok(_) => wrong(&"the snapshot after it says otherwise"),
            Err(error) => wrong(&error),
        }
    }

    /// After the newest event.
    pub(super) fn end(self) -> Result<(), Fault> {
        let (id, seq) = (self.id, self.seq);
        let wrong = |seq: u64, what: &'static str| Err(Fault::new(id, seq, what));
        let recorded: u64 = rows::number(&self.line, "seq").unwrap_or_default();
        let Some(game) = self.game.filter(|_| recorded <= seq) else {
            return wrong(seq + 1, "it is missing");
        };
        let loaded = Loaded {
            game,
            title: self.line.try_get("title").unwrap_or_default(),
            head: self.head,
        };
        if !says(&self.line, &MatchRow::of(&loaded)).unwrap_or(false) {
            return wrong(seq, "the match's line in the list says otherwise");
        }
        if let Some(row) = self.turns.front() {
            let seq = rows::number(row, "seq").unwrap_or(seq);
            return wrong(seq, "a turn is kept that the record does not have");
        }
        if self.snapshot.is_some() {
            return wrong(seq, "a snapshot is kept of an event that is not there");
        }
        if !self.expected_members.into_iter().eq(self.members) {
            return wrong(seq, "the match's members are kept otherwise");
        }
        if let Some((turn, what)) = self.faulty_sprite {
            let seq = loaded.game.turn_mark(turn).map_or(seq, |mark| mark.seq);
            return wrong(seq, what);
        }
        match self.texts.fault_at_end(&loaded.game, &loaded.title) {
            Some((seq, what)) => wrong(seq, what),
            None => Ok(()),
        }
    }
}

async fn members(
    reading: &mut SqliteConnection,
    id: MatchId,
) -> Result<Vec<(AccountId, Option<Seat>)>, StoreError> {
    let found = sqlx::query("SELECT * FROM members WHERE match_id = $1 ORDER BY account_id")
        .bind(id.to_string())
        .fetch_all(reading)
        .await?;
    let read = |row| Ok((rows::id(row, "account_id")?, rows::maybe_seat(row, "seat")?));
    found.iter().map(read).collect()
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
