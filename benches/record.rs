//! How long a very long match takes: `cargo bench --bench record`.
//!
//! A match of some thousand events, played by four players with a post to each turn, is taken into a new
//! store, verified there, exported, and imported into another one. With `KEEP=FILE` the first store stays,
//! for other programs to be measured on.

use std::io::{Write, stdout};
use std::path::Path;
use std::time::Instant as Stopwatch;

use daykeeper::ids::{AccountId, MatchId};
use daykeeper::referee::chain::GENESIS;
use daykeeper::referee::command::{Act, Command, Submission};
use daykeeper::referee::decide::{create, decide};
use daykeeper::referee::event::{AbaddonChosen, Created, CreatedGame, Event, TextHash, Visibility};
use daykeeper::referee::evolve::evolve;
use daykeeper::referee::options::{Preset, TurnClock};
use daykeeper::referee::state::Match;
use daykeeper::rules::abaddon::apply::TurnInPlay;
use daykeeper::rules::abaddon::level::Level;
use daykeeper::rules::abaddon::ruleset::{OptionsAsked, Ruleset};
use daykeeper::rules::abaddon::step::Step;
use daykeeper::rules::colour::Colour;
use daykeeper::service::record::{export, import};
use daykeeper::store::Store;
use daykeeper::store::append::SaltedText;
use daykeeper::store::record::StoredEvent;
use daykeeper::store::transfer::Incoming;
use daykeeper::time::Instant;

const LENGTHS: [usize; 3] = [1_250, 2_500, 10_000];
const PLAYERS: usize = 4;

/// A match that is being played.
struct Table {
    game: Match,
    events: Vec<Event>,
    texts: Vec<SaltedText>,
    now: Instant,
}

impl Table {
    fn new() -> Self {
        let asked = OptionsAsked {
            doors_to_win: Some(11),
            ..OptionsAsked::default()
        };
        let level = Level::shipped("halls-of-abaddon").expect("it ships");
        let title = SaltedText::new([0; 16], "A very long match".to_owned());
        let created = Created {
            rules_version: 1,
            title: TextHash(title.hash.clone()),
            host_moderates: false,
            visibility: Visibility::Public,
            players: Vec::new(),
            game: CreatedGame::Abaddon(AbaddonChosen {
                level: "halls-of-abaddon".to_owned(),
                ruleset: Ruleset::new(level, asked).expect("these options are allowed"),
                clock: TurnClock::of(Preset::Free),
                takeback: true,
            }),
        };
        let now = Instant::from_millis(1_772_366_400_000);
        let id = MatchId::from_random([5; 10]);
        let (events, game) = create(id, player(0), created, now);
        let texts = vec![title];
        Self {
            game,
            events,
            texts,
            now,
        }
    }

    /// Asks something; what is refused does not matter.
    fn asks(mut self, number: usize, act: Act) -> Self {
        self.now = self.now.plus_minutes(1);
        let command = Command::new(player(number), act);
        for event in decide(&self.game, &command, self.now).unwrap_or_default() {
            self.game = evolve(self.game, &event);
            self.events.push(event);
        }
        self
    }

    /// A turn of one step, on every eighth occasion announced before.
    fn plays(mut self, round: usize) -> Self {
        let number = round % PLAYERS;
        if round.is_multiple_of(8) {
            self = self.asks(number, Act::Announce { colour: None });
        }
        let mut salt = [0; 16];
        salt[..8].copy_from_slice(&round.to_le_bytes());
        let post = SaltedText::new(salt, format!("Turn {round}: over there, and quickly."));
        let hash = TextHash(post.hash.clone());
        let submission = Submission {
            seq: self.game.seq,
            steps: self.step_of(number, round).into_iter().collect(),
            colour: Colour::SUGGESTED
                .get(number)
                .copied()
                .filter(|_| round < PLAYERS),
            post: Some(hash),
        };
        let before = self.game.last_turn();
        self = self.asks(number, Act::Submit(submission));
        let accepted = before < self.game.last_turn();
        self.texts.extend(Some(post).filter(|_| accepted));
        self
    }

    /// Joins, then units as long as there may be more, then moves.
    fn step_of(&self, number: usize, round: usize) -> Option<String> {
        let table = self.game.abaddon()?;
        let seat = self.game.seat_of(player(number));
        let seat = seat.or_else(|| table.next_seat(&self.game.seats))?;
        let turn = TurnInPlay::begin(&table.ruleset, table.position.clone(), seat);
        let legal = turn.legal_steps();
        let is = |step: &&Step, words: &[&str]| {
            let step = step.to_string();
            words.iter().any(|word| step.starts_with(word))
        };
        let first: Vec<_> = legal
            .iter()
            .filter(|step| is(step, &["join", "spawn"]))
            .collect();
        let moves: Vec<_> = legal.iter().filter(|step| is(step, &["move"])).collect();
        let chosen = first
            .first()
            .or_else(|| moves.get(round * 7 % moves.len().max(1)));
        chosen.map(ToString::to_string)
    }

    fn incoming(self) -> Incoming {
        let (mut prev, mut events) = (GENESIS.to_owned(), Vec::new());
        for event in &self.events {
            let stored = StoredEvent::write(self.game.id, event, &prev);
            prev.clone_from(&stored.hash);
            events.push(stored);
        }
        Incoming {
            id: self.game.id,
            title: "A very long match".to_owned(),
            events,
            texts: self.texts,
            sprites: Vec::new(),
        }
    }
}

fn player(number: usize) -> AccountId {
    AccountId::from_random([u8::try_from(number).unwrap_or_default() + 1; 10])
}

async fn store_at(path: &Path) -> anyhow::Result<Store> {
    Ok(Store::open(&format!("sqlite:{}", path.display())).await?)
}

#[expect(
    clippy::disallowed_methods,
    reason = "a measuring program has no clock but the system's"
)]
async fn measure(length: usize, folder: &Path) -> anyhow::Result<()> {
    let mut table = Table::new();
    let mut round = 0;
    while table.events.len() < length {
        table = table.plays(round);
        round += 1;
    }
    let incoming = table.incoming();
    let (id, events) = (incoming.id, incoming.events.len());
    let kept = std::env::var_os("KEEP").filter(|_| length == LENGTHS[2]);
    let path = kept.map_or_else(|| folder.join(format!("{length}.db")), Into::into);
    let store = store_at(&path).await?;
    let mut transfer = store.transfer_in().await?;
    transfer.insert_match(incoming).await?;
    transfer.commit().await?;
    let watch = Stopwatch::now();
    store.verify(id, |_| {}).await?;
    let verified = watch.elapsed();
    let watch = Stopwatch::now();
    let text = export(&store, id).await?.unwrap_or_default();
    let exported = watch.elapsed();
    let elsewhere = store_at(&folder.join(format!("{length}-again.db"))).await?;
    let watch = Stopwatch::now();
    import(&elsewhere, &text).await?;
    let imported = watch.elapsed();
    let size = text.len() / 1024;
    writeln!(
        stdout(),
        "{events} events, {size} KB: verify {verified:.0?}, export {exported:.0?}, import {imported:.0?}"
    )?;
    Ok(())
}

fn main() -> anyhow::Result<()> {
    let folder = std::env::temp_dir().join(format!("daykeeper-record-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let runtime = tokio::runtime::Runtime::new()?;
    for length in LENGTHS {
        runtime.block_on(measure(length, &folder))?;
    }
    Ok(std::fs::remove_dir_all(&folder)?)
}
