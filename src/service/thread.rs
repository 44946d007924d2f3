//! What has happened in a match: turns and the record.

use std::collections::{BTreeMap, BTreeSet};

use crate::ids::MatchId;
use crate::referee::event::{Body, Event};
use crate::referee::state::{Board, Match, PostState, TurnMark};
use crate::rules::colour::Colour;
use crate::rules::helios::side::Side;
use crate::rules::seat::{Names, Seat};
use crate::store::StoreError;
use crate::store::load::TurnWithPost;
use crate::store::project::TurnRow;
use crate::store::record::StoredEvent;
use crate::store::sprites::SpriteRow;

use super::audit::office;
use super::boards::scene;
use super::people::People;
use super::steps::steps_played;
use super::views::{
    ActionView, BoardScene, Interference, Page, PlayView, SeatSprite, TurnView, Viewer,
};
use super::{Service, ServiceError, Told};

/// How many turns or events one answer has at most.
const MOST: u32 = 500;

impl Service {
    /// The newest turns with numbers below `before`, newest first. The page's `next` is the `before`
    /// of the one that follows.
    ///
    /// # Errors
    /// [`ServiceError::Missing`] where there is no match that the viewer may see.
    pub async fn thread(
        &self,
        viewer: &Viewer,
        id: MatchId,
        before: Option<u32>,
        limit: u32,
    ) -> Result<Page<TurnView>, ServiceError> {
        let loaded = self.desk_seen_by(viewer, id).await?.current();
        let before = before.unwrap_or(u32::MAX);
        let turns = self.store.turns_before(id, before, limit.min(MOST)).await?;
        let items = self.turn_views(&loaded.game, turns).await?;
        let oldest = items.last().map(|turn| turn.turn).filter(|turn| 1 < *turn);
        Ok(Page {
            items,
            next: oldest.map(|turn| turn.to_string()),
        })
    }

    /// The newest turns of all public matches, newest first, each with its match and that one's title;
    /// without those of a match that cannot be read.
    ///
    /// # Errors
    /// [`ServiceError::Unavailable`] and [`ServiceError::Broken`].
    pub async fn newest_turns(
        &self,
        limit: u32,
    ) -> Result<Vec<(MatchId, String, TurnView)>, ServiceError> {
        let mut turns = Vec::new();
        for (id, turn) in self.store.newest_turns(limit.min(MOST)).await? {
            let Some(loaded) = self.current_or_skipped(id).await? else {
                continue;
            };
            for view in self.turn_views(&loaded.game, vec![turn]).await? {
                turns.push((id, loaded.title.clone(), view));
            }
        }
        Ok(turns)
    }

    /// One turn.
    ///
    /// # Errors
    /// [`ServiceError::Missing`] where there is none that the viewer may see.
    pub async fn turn(
        &self,
        viewer: &Viewer,
        id: MatchId,
        turn: u32,
    ) -> Result<TurnView, ServiceError> {
        let loaded = self.desk_seen_by(viewer, id).await?.current();
        let found = self.stored_turn(id, turn).await?;
        let views = self.turn_views(&loaded.game, vec![found]).await?;
        views.into_iter().next().ok_or(ServiceError::Missing)
    }

    /// Some events of the record in order, from behind number `after`.
    ///
    /// # Errors
    /// [`ServiceError::Missing`] where there is no match that the viewer may see.
    pub async fn events(
        &self,
        viewer: &Viewer,
        id: MatchId,
        after: u64,
        limit: u32,
    ) -> Result<Vec<StoredEvent>, ServiceError> {
        self.desk_seen_by(viewer, id).await?;
        Ok(self.store.events(id, after, limit.min(MOST)).await?)
    }

    /// The number of a match's newest event.
    ///
    /// # Errors
    /// [`ServiceError::Missing`] where there is no match that the viewer may see.
    pub async fn newest_seq(&self, viewer: &Viewer, id: MatchId) -> Result<u64, ServiceError> {
        Ok(self.desk_seen_by(viewer, id).await?.current().game.seq)
    }

    /// What those who follow the match were told from behind event `after` on, in order.
    ///
    /// # Errors
    /// [`ServiceError::Missing`] where there is no match that the viewer may see.
    pub async fn told_since(
        &self,
        viewer: &Viewer,
        id: MatchId,
        after: u64,
        limit: u32,
    ) -> Result<Vec<Told>, ServiceError> {
        let newest = self.newest_seq(viewer, id).await?;
        if newest <= after {
            return Ok(Vec::new());
        }
        let told = |stored: &StoredEvent| {
            let event = stored.read();
            let event = event.map_err(|fault| StoreError::corrupt("an event", fault))?;
            Ok(Told::of(id, &event))
        };
        let stored = self.store.events(id, after, limit).await?;
        stored.iter().map(told).collect()
    }

    pub(in crate::service) async fn stored_turn(
        &self,
        id: MatchId,
        turn: u32,
    ) -> Result<TurnWithPost, ServiceError> {
        let found = self
            .store
            .turns_before(id, turn.saturating_add(1), 1)
            .await?;
        let exact = found.into_iter().find(|found| found.row.turn == turn);
        exact.ok_or(ServiceError::Missing)
    }
}

/// What is known of the turns of one page besides themselves.
struct Around {
    people: People,
    sprites: Vec<SpriteRow>,
    /// By the numbers of their entries.
    interferences: BTreeMap<u64, Interference>,
}

impl Service {
    /// Turns of a match as people read them, in the order given.
    async fn turn_views(
        &self,
        game: &Match,
        turns: Vec<TurnWithPost>,
    ) -> Result<Vec<TurnView>, ServiceError> {
        let around = self.around(game, &turns).await?;
        let views = turns.into_iter().map(|turn| turn_view(game, turn, &around));
        views.collect()
    }

    async fn around(&self, game: &Match, turns: &[TurnWithPost]) -> Result<Around, ServiceError> {
        let numbers = || turns.iter().map(|turn| turn.row.turn);
        let (first, last) = (numbers().min(), numbers().max());
        let entries = self.entries_against(game, numbers()).await?;
        // Whoever has left the match has played their turns all the same, and moderators play nowhere.
        let actors = entries.iter().filter_map(|event| event.actor.account());
        let accounts: Vec<_> = (turns.iter().map(|turn| turn.row.account))
            .chain(actors)
            .collect();
        let people = self.people_with(game, &accounts).await?;
        let mut interferences = BTreeMap::new();
        for event in entries {
            let interference = self.interference(game.id, &event, &people).await?;
            interferences.insert(event.seq, interference);
        }
        let range = (first.unwrap_or_default(), last.unwrap_or_default());
        Ok(Around {
            sprites: self.store.turn_sprites(game.id, range).await?,
            people,
            interferences,
        })
    }

    /// The entries that struck some turns through or hid their texts.
    async fn entries_against(
        &self,
        game: &Match,
        turns: impl Iterator<Item = u32>,
    ) -> Result<Vec<Event>, ServiceError> {
        let marks = turns.filter_map(|turn| game.turn_mark(turn));
        let numbers: BTreeSet<u64> = marks.flat_map(against).collect();
        let mut entries = Vec::with_capacity(numbers.len());
        for seq in numbers {
            let found = self.store.events(game.id, seq.saturating_sub(1), 1).await?;
            let stored = found.first().filter(|stored| stored.seq == seq);
            let stored = stored.ok_or_else(|| StoreError::corrupt("an event", "it is missing"))?;
            let event = stored.read();
            entries.push(event.map_err(|fault| StoreError::corrupt("an event", fault))?);
        }
        Ok(entries)
    }

    async fn interference(
        &self,
        id: MatchId,
        event: &Event,
        people: &People,
    ) -> Result<Interference, ServiceError> {
        let (office, reason) = match &event.body {
            Body::Ruled(ruled) => (
                Some(office(ruled)),
                self.store.text(id, &ruled.reason.0).await?,
            ),
            _ => (None, None),
        };
        let account = event.actor.account();
        Ok(Interference {
            seq: event.seq,
            at: event.at,
            office,
            who: account.map_or_else(|| "server".to_owned(), |account| people.get(account).name),
            reason,
        })
    }
}

/// The numbers of the entries that struck a turn through and hid its text.
fn against(mark: &TurnMark) -> impl Iterator<Item = u64> + use<> {
    mark.struck.into_iter().chain(hidden_by(mark))
}

const fn hidden_by(mark: &TurnMark) -> Option<u64> {
    match mark.post {
        PostState::Shown => None,
        PostState::Hidden { by } => Some(by),
    }
}

fn turn_view(game: &Match, turn: TurnWithPost, around: &Around) -> Result<TurnView, ServiceError> {
    let TurnWithPost { row, post } = turn;
    let mark = game.turn_mark(row.turn);
    let entry = |seq| around.interferences.get(&seq).cloned();
    let post_hidden_by = mark.and_then(hidden_by).and_then(entry);
    // Those who sat there then: a seat may have another player by now.
    let names = around.people.names_at(game, row.seq);
    let drawn_with = around.sprites.iter().filter(|own| own.turn == row.turn);
    Ok(TurnView {
        struck_by: mark.and_then(|mark| mark.struck).and_then(entry),
        follows: mark.map_or(0, |mark| mark.follows),
        post: post.filter(|_| post_hidden_by.is_none()),
        post_hidden_by,
        turn: row.turn,
        seq: row.seq,
        at: row.at,
        day: row.day,
        announced_at: row.announced_at,
        seat: row.seat,
        colour: colour_of(game, row.seat),
        player: around.people.get(row.account),
        redrawn: game.redrawn(),
        won: winner_of(&row.after).is_some(),
        sprites: (drawn_with.cloned().map(SeatSprite::from))
            .filter(|sprite| sprite.is_shown(game))
            .collect(),
        play: play_view(game, row, &names)?,
    })
}

/// What was played; without words where its record does not fit the rules, which `daykeeper verify`
/// finds.
fn play_view(game: &Match, row: TurnRow, names: &Names) -> Result<PlayView, ServiceError> {
    match scene(game, row.before, row.after)? {
        BoardScene::Abaddon {
            before, position, ..
        } => {
            let table = game.abaddon();
            let steps = table
                .and_then(|table| Some(steps_played(table, &before, row.seat?, &row.steps, names)))
                .unwrap_or_default();
            Ok(PlayView::Abaddon {
                steps,
                before,
                position,
            })
        }
        BoardScene::Helios { before, position } => {
            let notation = row.steps.into_iter().next().unwrap_or_default();
            let words = (notation.parse().ok()).map(|action| before.describe(action, names));
            Ok(PlayView::Helios(Box::new(ActionView {
                words: words.unwrap_or_default(),
                notation,
                passes: row.passes,
                before,
                position,
            })))
        }
    }
}

fn winner_of(board: &Board) -> Option<Seat> {
    match board {
        Board::Abaddon(position) => position.winner(),
        Board::Helios(position) => position.ending()?.winner.map(Side::seat),
    }
}

/// A seat that a turn was played from is one of the match's.
fn colour_of(game: &Match, seat: Option<Seat>) -> Colour {
    let state = seat.and_then(|seat| game.seats.get(usize::from(seat.number())));
    state.map_or(Colour::BLACK, |state| state.colour)
}
