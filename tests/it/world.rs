//! A server without a web: a store in a folder of its own, a fixed clock, and some players.

use daykeeper::clock::{Clock, FixedClock};
use daykeeper::ids::{AccountId, MatchId, PlayerName, Role};
use daykeeper::rules::abaddon::position::Position;
use daykeeper::rules::colour::Colour;
use daykeeper::service::views::{
    AbaddonTable, CheckView, Halls, MatchView, Person, PlayView, StepView, TriedOut, TurnView,
};
use daykeeper::service::{History, HistoryRow, NewMatch, Refused, Service, ServiceError, Submit};
use daykeeper::store::Store;
use daykeeper::store::accounts::NewAccount;
use daykeeper::time::Instant;
use tempfile::TempDir;

/// Everything that a test plays with.
pub(crate) struct World {
    /// The service.
    pub(crate) service: Service,
    /// Its clock.
    pub(crate) clock: FixedClock,
    /// Where the database lies.
    folder: TempDir,
}

/// A moment of 2026 such as `03-01T23:50:00.000`.
pub(crate) fn at(moment: &str) -> Instant {
    format!("2026-{moment}Z").parse().unwrap()
}

/// One of the suggested colours.
pub(crate) fn colour(number: usize) -> Option<Colour> {
    Colour::SUGGESTED.get(number).copied()
}

impl World {
    /// A new server at noon of 1 March.
    pub(crate) async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let clock = FixedClock::at(at("03-01T12:00:00.000"));
        let store = Store::open(&url(&folder)).await.unwrap();
        let service = Service::open(store, Clock::Fixed(clock.clone()));
        Self {
            service,
            clock,
            folder,
        }
    }

    /// The address of the database.
    pub(crate) fn url(&self) -> String {
        url(&self.folder)
    }

    /// A second server on the same file, which knows nothing of the first.
    pub(crate) async fn another_server(&self) -> Service {
        let store = Store::open(&self.url()).await.unwrap();
        Service::open(store, Clock::Fixed(self.clock.clone()))
    }

    /// The file itself, behind the program's back.
    pub(crate) async fn file(&self) -> sqlx::SqlitePool {
        sqlx::SqlitePool::connect(&self.url()).await.unwrap()
    }

    /// Sets the clock to a moment of 2026.
    pub(crate) fn set(&self, moment: &str) {
        self.clock.set(at(moment));
    }

    /// A person with an account.
    pub(crate) async fn person(&self, number: u8, role: Role) -> Person {
        let name: PlayerName = format!("Player {number}").parse().unwrap();
        let id = AccountId::from_random([number; 10]);
        let new = NewAccount {
            id,
            name: &name,
            password_hash: "none",
            role,
            created_at: at("01-01T00:00:00.000"),
        };
        self.service.store().insert_account(new).await.unwrap();
        Person {
            id,
            name: name.to_string(),
            role,
        }
    }

    /// A player with an account.
    pub(crate) async fn player(&self, number: u8) -> Person {
        self.person(number, Role::Player).await
    }

    /// A match with nothing out of the ordinary.
    pub(crate) async fn a_match(&self, host: &Person) -> MatchId {
        let asked = NewMatch {
            title: "Spring halls".to_owned(),
            ..NewMatch::default()
        };
        self.service.create_match(host, asked).await.unwrap()
    }

    /// A first turn that joins at an Airlock.
    pub(crate) async fn join(
        &self,
        player: &Person,
        id: MatchId,
        number: usize,
    ) -> Result<u32, ServiceError> {
        let steps = [
            ["join a13", "spawn a13>b13"],
            ["join q1", "spawn q1>p1"],
            ["join q13", "spawn q13>p13"],
        ];
        let sent = Submit {
            colour: colour(number),
            ..turn(self.seq(id).await, &steps[number])
        };
        Ok(self.service.submit(player, id, sent).await?.turn)
    }

    /// The number of the newest event.
    pub(crate) async fn seq(&self, id: MatchId) -> u64 {
        self.service.view(&None, id).await.unwrap().seq
    }

    /// The kinds of all events, in order.
    pub(crate) async fn kinds(&self, id: MatchId) -> Vec<String> {
        let events = self.service.events(&None, id, 0, 500).await.unwrap();
        events.into_iter().map(|event| event.kind).collect()
    }
}

fn url(folder: &TempDir) -> String {
    format!("sqlite:{}", folder.path().join("daykeeper.db").display())
}

/// What was played in a turn of Abaddon: steps, and the positions before and after them.
pub(crate) fn steps_of(turn: &TurnView) -> (&[StepView], &Position, &Position) {
    match &turn.play {
        PlayView::Abaddon {
            steps,
            before,
            position,
        } => (steps, before, position),
        PlayView::Helios(action) => panic!("an action of Helios: {action:?}"),
    }
}

/// The steps of Abaddon that were tried out.
pub(crate) fn steps_tried(tried: TriedOut) -> CheckView {
    match tried {
        TriedOut::Abaddon(check) => *check,
        TriedOut::Helios(check) => panic!("an action of Helios: {check:?}"),
    }
}

/// What a match of Abaddon shows of its own.
pub(crate) fn hall(view: &MatchView) -> &AbaddonTable {
    Halls::of(view).unwrap().table
}

/// A turn without colour, post and key.
pub(crate) fn turn(seq: u64, steps: &[&str]) -> Submit {
    Submit {
        seq,
        steps: steps.iter().map(|step| (*step).to_owned()).collect(),
        ..Submit::default()
    }
}

/// The refusal that something was answered with.
pub(crate) fn refused<T: std::fmt::Debug>(result: Result<T, ServiceError>) -> Refused {
    match result {
        Err(ServiceError::Refused(refused)) => *refused,
        other => panic!("not a refusal: {other:?}"),
    }
}

/// The entries of a history alone, without what was refused between them.
pub(crate) fn entries(
    history: History,
) -> impl Iterator<Item = daykeeper::service::views::EntryView> {
    history.rows.into_iter().filter_map(|row| match row {
        HistoryRow::Entry(entry) => Some(*entry),
        HistoryRow::Refused(_) => None,
    })
}
