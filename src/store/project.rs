//! What is derived from events for reading: a line a match, a line a turn, a snapshot now and then.

use crate::ids::{AccountId, MatchId};
use crate::referee::chain::GENESIS;
use crate::referee::event::{Actor, Body, Created, Event, Moved, Visibility};
use crate::referee::evolve::evolve;
use crate::referee::state::{Match, Phase};
use crate::referee::window;
use crate::rules::abaddon::position::Position;
use crate::rules::seat::Seat;
use crate::time::{GmtDay, Instant};

use super::append::{Append, Beside};
use super::record::StoredEvent;

/// A snapshot is kept whenever so many events have happened.
pub const SNAPSHOT_EVERY: u64 = 50;

/// The form of snapshots, to be raised whenever [`Match`] reads otherwise: those of another form are
/// passed over, and the match is replayed from its first event.
pub const SNAPSHOT_VERSION: i64 = 1;

/// A match as the store has it: what its events say, what it is called, and where its record ends.
#[derive(Clone, PartialEq, Debug)]
pub struct Loaded {
    /// The match.
    pub game: Match,
    /// Its title.
    pub title: String,
    /// The hash of its newest event.
    pub head: String,
}

/// A match's line in lists.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchRow {
    /// Its id.
    pub id: MatchId,
    /// Who made it.
    pub host: AccountId,
    /// What it is called.
    pub title: String,
    /// The level's id.
    pub level: String,
    /// The version of the rules.
    pub rules_version: u32,
    /// Who may see it.
    pub visibility: Visibility,
    /// Where it stands.
    pub state: State,
    /// Whether a newcomer may still come in.
    pub joinable: bool,
    /// The highest turn number.
    pub turns: u32,
    /// The number of its newest event.
    pub seq: u64,
    /// The hash of that event.
    pub head: String,
    /// After when something is due by itself.
    pub next_due: Option<Instant>,
    /// When it was made.
    pub created_at: Instant,
    /// When the newest turn was accepted.
    pub last_turn_at: Option<Instant>,
}

/// Where a match stands, as lists have it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum State {
    /// No turn has been accepted yet.
    Open,
    /// Turns are played.
    Running,
    /// The match is over.
    Over,
}

impl State {
    /// Where a match stands.
    pub fn of(game: &Match) -> Self {
        match game.phase {
            Phase::Over { .. } => Self::Over,
            Phase::Running if game.turns.is_empty() => Self::Open,
            Phase::Running => Self::Running,
        }
    }

    /// The word of the API and of the store.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Running => "running",
            Self::Over => "over",
        }
    }
}

/// An accepted turn with everything that is shown of it.
#[derive(Clone, PartialEq, Debug)]
pub struct TurnRow {
    /// Its number.
    pub turn: u32,
    /// The number of its event.
    pub seq: u64,
    /// When it was accepted.
    pub at: Instant,
    /// The GMT day to which it belongs.
    pub day: GmtDay,
    /// When it was announced, if it was.
    pub announced_at: Option<Instant>,
    /// Whose seat.
    pub seat: Seat,
    /// Who played it.
    pub account: AccountId,
    /// The steps, in notation.
    pub steps: Vec<String>,
    /// The hash of what the player wrote.
    pub post: Option<String>,
    /// The position before it.
    pub before: Position,
    /// The position after it.
    pub after: Position,
}

impl MatchRow {
    /// What a match's line says.
    pub fn of(loaded: &Loaded) -> Self {
        let Loaded { game, title, head } = loaded;
        Self {
            id: game.id,
            host: game.host,
            title: title.clone(),
            level: game.level.clone(),
            rules_version: game.rules_version,
            visibility: game.visibility,
            state: State::of(game),
            joinable: game.is_joinable(),
            turns: game.last_turn(),
            seq: game.seq,
            head: head.clone(),
            next_due: window::next_due(game),
            created_at: game.created_at,
            last_turn_at: game.turns.last().map(|mark| mark.at),
        }
    }
}

impl TurnRow {
    /// What a turn's line says; `None` for an event that is no turn.
    pub fn of(before: &Match, event: &Event, after: &Match) -> Option<Self> {
        let Body::Moved(moved) = &event.body else {
            return None;
        };
        let (Some(seat), Actor::Account(account)) = (event.seat, event.actor) else {
            return None;
        };
        let Moved {
            turn,
            day,
            announced_at,
            ref steps,
            ref post,
            ..
        } = *moved;
        Some(Self {
            turn,
            seq: event.seq,
            at: event.at,
            day,
            announced_at,
            seat,
            account,
            steps: steps.iter().map(ToString::to_string).collect(),
            post: post.as_ref().map(|hash| hash.0.clone()),
            before: before.position.clone(),
            after: after.position.clone(),
        })
    }
}

/// Whom an event brings into a match.
pub fn members_of(event: &Event) -> Vec<(AccountId, Option<Seat>)> {
    match (&event.body, event.actor) {
        (Body::Created(created), Actor::Account(host)) => members_at_first(host, created),
        (Body::Seated { .. }, Actor::Account(player)) => vec![(player, event.seat)],
        _ => Vec::new(),
    }
}

fn members_at_first(host: AccountId, created: &Created) -> Vec<(AccountId, Option<Seat>)> {
    let others = created.players.iter().filter(|player| **player != host);
    std::iter::once(&host)
        .chain(others)
        .map(|account| (*account, None))
        .collect()
}

impl Append {
    /// A match's first event, and the match as the store then has it.
    pub fn first(event: &Event, game: Match, title: String, beside: Beside) -> (Self, Loaded) {
        let stored = StoredEvent::write(game.id, event, GENESIS);
        let loaded = Loaded {
            game,
            title,
            head: stored.hash.clone(),
        };
        let append = Self {
            row: MatchRow::of(&loaded),
            events: vec![stored],
            turns: Vec::new(),
            on_board: Vec::new(),
            members: members_of(event),
            snapshot: None,
            beside,
        };
        (append, loaded)
    }

    /// Events that follow, and the match as the store then has it.
    pub fn following(before: &Loaded, events: &[Event], beside: Beside) -> (Self, Loaded) {
        let mut after = before.clone();
        let (mut stored, mut turns) = (Vec::with_capacity(events.len()), Vec::new());
        for event in events {
            let written = StoredEvent::write(after.game.id, event, &after.head);
            let game = evolve(after.game.clone(), event);
            turns.extend(TurnRow::of(&after.game, event, &game));
            after.game = game;
            after.head.clone_from(&written.hash);
            stored.push(written);
        }
        let seats = Seat::all().zip(&after.game.seats);
        let holders: Vec<_> = seats
            .filter_map(|(seat, state)| Some((seat, state.holder?)))
            .collect();
        let on_board = turns.iter().flat_map(|row: &TurnRow| {
            let turn = row.turn;
            holders
                .iter()
                .map(move |(seat, holder)| (turn, *seat, *holder))
        });
        let passed = |game: &Match| game.seq / SNAPSHOT_EVERY;
        let due = passed(&before.game) < passed(&after.game);
        let append = Self {
            row: MatchRow::of(&after),
            events: stored,
            on_board: on_board.collect(),
            turns,
            members: events.iter().flat_map(members_of).collect(),
            snapshot: due.then(|| snapshot(&after.game)),
            beside,
        };
        (append, after)
    }
}

/// A match as JSON, from which the store plays on.
fn snapshot(game: &Match) -> String {
    serde_json::to_string(game).expect("a match has texts for keys")
}
