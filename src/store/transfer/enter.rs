//! A whole match on its way in: everything that is derived from its events is derived anew.

use std::collections::BTreeSet;

use sqlx::{QueryBuilder, Sqlite};

use crate::ids::{AccountId, MatchId};
use crate::referee::believe::disbelieve;
use crate::referee::event::Event;
use crate::referee::state::Match;
use crate::rules::canonical::sha256_hex;
use crate::rules::seat::Seat;
use crate::store::append::{Append, Beside, SaltedText};
use crate::store::load::play_on;
use crate::store::project::{Loaded, MatchRow, TurnRow, last_of_each, members_of, snapshot};
use crate::store::record::StoredEvent;
use crate::store::sprites::SpriteRow;
use crate::store::verify::{Fault, VerifyError, verify_in};
use crate::store::{StoreError, rows};

use super::{LINES, Transfer};

/// A match that comes from elsewhere.
#[derive(Clone, Debug)]
pub struct Incoming {
    /// Its id.
    pub id: MatchId,
    /// Its newest title.
    pub title: String,
    /// Its events, each behind the one before; at least one.
    pub events: Vec<StoredEvent>,
    /// The texts beside them.
    pub texts: Vec<SaltedText>,
    /// The sprites of its turns' pictures.
    pub sprites: Vec<SpriteRow>,
}

impl Transfer {
    /// Writes a match with everything that is derived from its events, and verifies it.
    ///
    /// # Errors
    /// [`VerifyError::Fault`] for the first event that does not fit.
    pub async fn insert_match(&mut self, incoming: Incoming) -> Result<(), VerifyError> {
        let id = incoming.id;
        let sprites = incoming.sprites.clone();
        let append = append_of(incoming)?;
        self.write(&append).await?;
        self.write_sprites(id, &sprites).await?;
        verify_in(&mut self.transaction, id, |_| {}).await
    }

    async fn write(&mut self, append: &Append) -> Result<(), StoreError> {
        let mut statements = vec![rows::upsert_matches(std::iter::once(&append.row))];
        let events = append.events.chunks(LINES);
        statements.extend(events.map(|lines| rows::insert_events(lines.iter())));
        let turns = append.turns.chunks(LINES);
        statements.extend(turns.filter_map(|lines| rows::insert_turns(with(append, lines))));
        let members = append.members.chunks(LINES);
        statements.extend(members.filter_map(|lines| rows::upsert_members(with(append, lines))));
        let texts = append.beside.texts.chunks(LINES);
        statements.extend(texts.filter_map(|lines| rows::insert_texts(with(append, lines))));
        let snapshot = append.snapshot.as_slice();
        statements.extend(rows::upsert_snapshots(with(append, snapshot)));
        for mut statement in statements {
            (statement.build()).execute(&mut *self.transaction).await?;
        }
        Ok(())
    }

    async fn write_sprites(&mut self, id: MatchId, worn: &[SpriteRow]) -> Result<(), StoreError> {
        let drawn: BTreeSet<&String> = worn.iter().map(|row| &row.lines).collect();
        for lines in Vec::from_iter(drawn).chunks(LINES) {
            let mut query = QueryBuilder::<Sqlite>::new("INSERT INTO sprites (hash, lines) ");
            query.push_values(lines, |mut line, lines| {
                line.push_bind(sha256_hex(lines.as_bytes()))
                    .push_bind((*lines).clone());
            });
            query.push(" ON CONFLICT (hash) DO NOTHING");
            query.build().execute(&mut *self.transaction).await?;
        }
        for lines in worn.chunks(LINES) {
            let mut query = QueryBuilder::<Sqlite>::new(
                "INSERT INTO turn_sprites (match_id, turn, seat, kind, hash) ",
            );
            query.push_values(lines, |mut line, row| {
                line.push_bind(id.to_string())
                    .push_bind(i64::from(row.turn))
                    .push_bind(i64::from(row.seat.number()))
                    .push_bind(row.kind.word())
                    .push_bind(sha256_hex(row.lines.as_bytes()));
            });
            query.build().execute(&mut *self.transaction).await?;
        }
        Ok(())
    }
}

fn with<'a, T>(append: &'a Append, lines: &'a [T]) -> Vec<(&'a Append, &'a T)> {
    lines.iter().map(|line| (append, line)).collect()
}

/// Replays the events of a match that comes from elsewhere, and derives what is kept of them.
fn append_of(incoming: Incoming) -> Result<Append, Fault> {
    let id = incoming.id;
    let mut derived = Derived::default();
    for stored in &incoming.events {
        let wrong = |what: &dyn std::fmt::Display| Fault::new(id, stored.seq, what);
        let event = stored.read().map_err(|fault| wrong(&fault))?;
        derived.play(id, &event).map_err(|why| wrong(&why))?;
    }
    let head = incoming.events.last().map(|event| event.hash.clone());
    let game = derived.game.zip(head);
    let (game, head) = game.ok_or_else(|| Fault::new(id, 1, "it is missing"))?;
    let snapshot = Some(snapshot(&game));
    let loaded = Loaded {
        game,
        title: incoming.title,
        head,
    };
    Ok(Append {
        row: MatchRow::of(&loaded),
        events: incoming.events,
        turns: derived.turns,
        on_board: Vec::new(),
        members: last_of_each(derived.members.into_iter()),
        snapshot,
        beside: Beside {
            texts: incoming.texts,
            ..Beside::default()
        },
    })
}

/// What is derived from events, so far.
#[derive(Default)]
struct Derived {
    game: Option<Match>,
    turns: Vec<TurnRow>,
    members: Vec<(AccountId, Option<Seat>)>,
}

impl Derived {
    /// One event further, or why it cannot follow.
    fn play(&mut self, id: MatchId, event: &Event) -> Result<(), &'static str> {
        let before = self.game.take();
        if let Some(why) = before.as_ref().and_then(|game| disbelieve(game, event)) {
            return Err(why);
        }
        let board = (before.as_ref())
            .filter(|_| event.body.turn().is_some())
            .map(Match::board);
        let game = play_on(id, before, event).ok_or("the first event does not make a match")?;
        let turn = board.and_then(|before| TurnRow::of(before, event, &game));
        self.turns.extend(turn);
        self.members.extend(members_of(event));
        self.game = Some(game);
        Ok(())
    }
}
