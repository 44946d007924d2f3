//! What is derived from events for reading: a line a match, a line a turn, a snapshot now and then.

use std::collections::BTreeMap;

use crate::ids::{AccountId, MatchId};
use crate::referee::chain::GENESIS;
use crate::referee::event::{Actor, Body, Created, CreatedGame, Event, Moved, Play, Visibility};
use crate::referee::evolve::evolve;
use crate::referee::ruling::{PositionSet, Ruling};
use crate::referee::state::{Board, GameKind, Match, Phase};
use crate::rules::seat::Seat;
use crate::time::{GmtDay, Instant};

use super::append::{Append, Beside};
use super::record::StoredEvent;

/// A snapshot is kept whenever so many events have happened.
pub const SNAPSHOT_EVERY: u64 = 50;

/// The form of snapshots, to be raised whenever [`Match`] reads otherwise: those of another form are
/// passed over, and the match is replayed from its first event.
pub const SNAPSHOT_VERSION: i64 = 4;

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
    /// Which game is played.
    pub kind: GameKind,
    /// The level's id; Helios has no levels.
    pub level: Option<String>,
    /// The version of the rules.
    pub rules_version: u32,
    /// Who may see it.
    pub visibility: Visibility,
    /// Where it stands.
    pub state: State,
    /// Whether a newcomer may still come in.
    pub joinable: bool,
    /// Whether a ruling took it out of lists.
    pub hidden: bool,
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
    /// Play has not begun: it waits for the first turn, in Helios for the second player.
    Open,
    /// Turns are played.
    Running,
    /// Play has stopped for a while (T16).
    Paused,
    /// The match is over.
    Over,
}

impl State {
    /// Where a match stands.
    pub fn of(game: &Match) -> Self {
        match game.phase {
            Phase::Over { .. } => Self::Over,
            Phase::Paused { .. } => Self::Paused,
            Phase::Running if game.has_started() => Self::Running,
            Phase::Running => Self::Open,
        }
    }

    /// The word of the API and of the store.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Running => "running",
            Self::Paused => "paused",
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
    /// The GMT day to which it belongs; a position set for nobody has none.
    pub day: Option<GmtDay>,
    /// When it was announced, if it was.
    pub announced_at: Option<Instant>,
    /// Whose seat; a position may be set for nobody.
    pub seat: Option<Seat>,
    /// Who played it, or who set the position.
    pub account: AccountId,
    /// The steps, or Helios' one action, in notation.
    pub steps: Vec<String>,
    /// Helios: how many passes followed (R5).
    pub passes: u8,
    /// The hash of what the player wrote.
    pub post: Option<String>,
    /// The position before it.
    pub before: Board,
    /// The position after it.
    pub after: Board,
}

impl MatchRow {
    /// What a match's line says.
    pub fn of(loaded: &Loaded) -> Self {
        let Loaded { game, title, head } = loaded;
        Self {
            id: game.id,
            host: game.host,
            title: title.clone(),
            kind: game.kind(),
            level: game.abaddon().map(|table| table.level.clone()),
            rules_version: game.rules_version,
            visibility: game.visibility,
            state: State::of(game),
            joinable: game.is_joinable(),
            hidden: game.hidden,
            turns: game.last_turn(),
            seq: game.seq,
            head: head.clone(),
            next_due: game.next_due(),
            created_at: game.created_at,
            last_turn_at: game.turns.last().map(|mark| mark.at),
        }
    }
}

impl TurnRow {
    /// What a turn's line says, from the board before it and the match after it; `None` for an event
    /// that is no turn.
    pub fn of(before: Board, event: &Event, after: &Match) -> Option<Self> {
        match (&event.body, event.actor) {
            (Body::Moved(moved), Actor::Account(account)) => {
                Some(Self::of_moved(moved, account, before, event, after))
            }
            (Body::Ruled(ruled), Actor::Account(account)) => match &ruled.ruling {
                Ruling::PositionSet(set) => Some(Self::of_set(set, account, before, event)),
                _ => None,
            },
            _ => None,
        }
    }

    fn of_set(set: &PositionSet, account: AccountId, before: Board, event: &Event) -> Self {
        Self {
            turn: set.turn,
            seq: event.seq,
            at: event.at,
            day: set.day,
            announced_at: None,
            seat: event.seat,
            account,
            steps: Vec::new(),
            passes: set.passes,
            post: None,
            before,
            after: set.position.clone(),
        }
    }

    fn of_moved(
        moved: &Moved,
        account: AccountId,
        before: Board,
        event: &Event,
        after: &Match,
    ) -> Self {
        let Moved {
            turn,
            day,
            announced_at,
            ref play,
            ref post,
            ..
        } = *moved;
        Self {
            turn,
            seq: event.seq,
            at: event.at,
            day: Some(day),
            announced_at,
            seat: event.seat,
            account,
            steps: match play {
                Play::Steps(steps) => steps.iter().map(ToString::to_string).collect(),
                Play::Action(action) => vec![action.to_string()],
            },
            passes: passes_after(&before, play),
            post: post.as_ref().map(|hash| hash.0.clone()),
            before,
            after: after.board(),
        }
    }
}

/// The passes that follow a turn, which its position has in it already.
fn passes_after(before: &Board, play: &Play) -> u8 {
    match (before, play) {
        (Board::Helios(position), Play::Action(action)) => {
            let played = position.play(*action);
            played.map_or(0, |played| played.passes)
        }
        _ => 0,
    }
}

/// Whom an event brings into a match.
pub fn members_of(event: &Event) -> Vec<(AccountId, Option<Seat>)> {
    match (&event.body, event.actor) {
        (Body::Created(created), Actor::Account(host)) => members_at_first(host, created),
        (Body::Seated { .. }, Actor::Account(player)) => vec![(player, event.seat)],
        (Body::Left, Actor::Account(player)) => vec![(player, None)],
        (Body::Ruled(ruled), _) => match ruled.ruling {
            Ruling::Removed { player, .. } => vec![(player, None)],
            Ruling::Replaced { player, former } => (former.map(|former| (former, None)))
                .into_iter()
                .chain([(player, event.seat)])
                .collect(),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

fn members_at_first(host: AccountId, created: &Created) -> Vec<(AccountId, Option<Seat>)> {
    let invited = match &created.game {
        CreatedGame::Abaddon(_) => None,
        CreatedGame::Helios(chosen) => chosen.opponent,
    };
    let named = created.players.iter().copied().chain(invited);
    let mut members: Vec<_> = std::iter::once(host).chain(named).collect();
    members.sort_unstable();
    members.dedup();
    members.into_iter().map(|account| (account, None)).collect()
}

impl Append {
    /// A match's first events, and the match as the store then has it.
    pub fn first(events: &[Event], game: Match, title: String, beside: Beside) -> (Self, Loaded) {
        let (mut head, mut stored) = (GENESIS.to_owned(), Vec::with_capacity(events.len()));
        for event in events {
            let written = StoredEvent::write(game.id, event, &head);
            head.clone_from(&written.hash);
            stored.push(written);
        }
        let loaded = Loaded { game, title, head };
        let append = Self {
            row: MatchRow::of(&loaded),
            events: stored,
            turns: Vec::new(),
            on_board: Vec::new(),
            members: last_of_each(events.iter().flat_map(members_of)),
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
            let board = (event.body.turn()).map(|_| after.game.board());
            after.game = evolve(after.game, event);
            turns.extend(board.and_then(|before| TurnRow::of(before, event, &after.game)));
            after.head.clone_from(&written.hash);
            stored.push(written);
        }
        if let Some(title) = newest_title(events, &beside) {
            after.title.clone_from(title);
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
            members: last_of_each(events.iter().flat_map(members_of)),
            snapshot: due.then(|| snapshot(&after.game)),
            beside,
        };
        (append, after)
    }
}

/// The title that events give the match, if they do; its text comes beside them.
fn newest_title<'a>(events: &[Event], beside: &'a Beside) -> Option<&'a String> {
    let retitled = events.iter().rev().find_map(|event| match &event.body {
        Body::Ruled(ruled) => match &ruled.ruling {
            Ruling::Retitled { title } => Some(title),
            _ => None,
        },
        _ => None,
    })?;
    let text = beside.texts.iter().find(|text| text.hash == retitled.0)?;
    Some(&text.body)
}

/// Each account once, with the seat that came last.
pub(in crate::store) fn last_of_each(
    members: impl Iterator<Item = (AccountId, Option<Seat>)>,
) -> Vec<(AccountId, Option<Seat>)> {
    members.collect::<BTreeMap<_, _>>().into_iter().collect()
}

/// A match as JSON, from which the store plays on.
pub(in crate::store) fn snapshot(game: &Match) -> String {
    serde_json::to_string(game).expect("a match has texts for keys")
}
