//! What has happened in a match: turns and the record.

use crate::ids::MatchId;
use crate::referee::state::{Board, Match, PostState};
use crate::rules::colour::Colour;
use crate::rules::helios::side::Side;
use crate::rules::seat::{Names, Seat};
use crate::store::StoreError;
use crate::store::load::TurnWithPost;
use crate::store::project::TurnRow;
use crate::store::record::StoredEvent;

use super::boards::scene;
use super::causes::Causes;
use super::people::People;
use super::steps::steps_played;
use super::views::{ActionView, BoardScene, Page, PlayView, TurnView, Viewer};
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
        let people = self.people_of(std::iter::once(&loaded.game)).await?;
        let numbers = turns.iter().map(|turn| turn.row.turn);
        let causes = self.causes(&loaded.game, numbers).await?;
        let items: Vec<TurnView> = turns
            .into_iter()
            .map(|turn| turn_view(&loaded.game, turn, (&people, &causes)))
            .collect::<Result<_, _>>()?;
        let oldest = items.last().map(|turn| turn.turn).filter(|turn| 1 < *turn);
        Ok(Page {
            items,
            next: oldest.map(|turn| turn.to_string()),
        })
    }

    /// The newest turns of all public matches, newest first, each with its match and that one's title.
    ///
    /// # Errors
    /// [`ServiceError::Unavailable`] and [`ServiceError::Broken`].
    pub async fn newest_turns(
        &self,
        limit: u32,
    ) -> Result<Vec<(MatchId, String, TurnView)>, ServiceError> {
        let mut turns = Vec::new();
        for (id, turn) in self.store.newest_turns(limit.min(MOST)).await? {
            let loaded = self.desk(id).await?.current();
            let people = self.people_of(std::iter::once(&loaded.game)).await?;
            let numbers = std::iter::once(turn.row.turn);
            let causes = self.causes(&loaded.game, numbers).await?;
            let view = turn_view(&loaded.game, turn, (&people, &causes))?;
            turns.push((id, loaded.title.clone(), view));
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
        let people = self.people_of(std::iter::once(&loaded.game)).await?;
        let causes = self.causes(&loaded.game, std::iter::once(turn)).await?;
        turn_view(&loaded.game, found, (&people, &causes))
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

fn turn_view(
    game: &Match,
    turn: TurnWithPost,
    (people, causes): (&People, &Causes),
) -> Result<TurnView, ServiceError> {
    let TurnWithPost { row, post } = turn;
    let names = people.names(game);
    let mark = game.turn_mark(row.turn);
    let is_shown = mark.is_none_or(|mark| mark.post == PostState::Shown);
    Ok(TurnView {
        struck_by: mark.and_then(|mark| causes.of_struck(mark)),
        follows: mark.map_or(0, |mark| mark.follows),
        post: post.filter(|_| is_shown),
        post_hidden_by: mark.and_then(|mark| causes.of_hidden(mark)),
        turn: row.turn,
        seq: row.seq,
        at: row.at,
        day: row.day,
        announced_at: row.announced_at,
        seat: row.seat,
        colour: colour_of(game, row.seat),
        player: people.get(row.account),
        redrawn: game.redrawn(),
        won: winner_of(&row.after).is_some(),
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
