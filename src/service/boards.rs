//! Boards of a match, for pictures and replays.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::ids::MatchId;
use crate::referee::event::Visibility;
use crate::referee::state::{Board, Game, GameKind, Match, SeatState};
use crate::rules::colour::Colour;
use crate::store::StoreError;
use crate::store::project::TurnRow;

use super::people::People;
use super::views::{BoardScene, BoardView, SeatSprite, Viewer};
use super::{Service, ServiceError};

/// How many turns a replay shows at most.
const REPLAYED: u32 = 1_000;

/// What a replay is made of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReplayVersion {
    /// The turns that it shows.
    pub turns: Vec<u32>,
    /// Names and colours by seat.
    pub seats: Vec<(Option<String>, Colour)>,
    /// The number of the newest ruling that has hidden sprites.
    pub redrawn: Option<u64>,
}

/// Which board of a match is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardAt {
    /// The newest.
    Newest,
    /// That after a turn; 0 is the start.
    Turn(u32),
}

/// Which board somebody has asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardFound {
    /// The turn after which it stands; 0 at the start.
    pub turn: u32,
    /// The number of the ruling that has changed the newest board since that turn: a removal.
    pub changed_by: Option<u64>,
    /// The number of the newest ruling since that turn that has hidden sprites.
    pub redrawn: Option<u64>,
    /// Who may see the match.
    pub visibility: Visibility,
}

impl Service {
    /// Finds a board without looking at it: a match in memory is not read from the store.
    ///
    /// # Errors
    /// [`ServiceError::Missing`] where there is no such turn that the viewer may see.
    pub async fn find_board(
        &self,
        viewer: &Viewer,
        id: MatchId,
        at: BoardAt,
    ) -> Result<BoardFound, ServiceError> {
        let loaded = self.desk_seen_by(viewer, id).await?.current();
        let (turn, changed_by) = match at {
            BoardAt::Newest => {
                let turn = loaded.game.newest_standing();
                (turn, self.changed_since(&loaded.game, turn).await?)
            }
            BoardAt::Turn(turn) if turn <= loaded.game.last_turn() => (turn, None),
            BoardAt::Turn(_) => return Err(ServiceError::Missing),
        };
        Ok(BoardFound {
            turn,
            changed_by,
            redrawn: loaded.game.redrawn_since(turn),
            visibility: loaded.game.visibility,
        })
    }

    /// What is needed to draw a board.
    ///
    /// # Errors
    /// [`ServiceError::Missing`] where there is no such turn that the viewer may see.
    pub async fn board(
        &self,
        viewer: &Viewer,
        id: MatchId,
        at: BoardAt,
    ) -> Result<BoardView, ServiceError> {
        let loaded = self.desk_seen_by(viewer, id).await?.current();
        let game = &loaded.game;
        let turn = match at {
            BoardAt::Newest => game.newest_standing(),
            BoardAt::Turn(turn) => turn,
        };
        let people = self.people_of(std::iter::once(game)).await?;
        let row = match turn {
            0 => None,
            turn => Some(self.stored_turn(id, turn).await?.row),
        };
        let row = row.map(|row| match at {
            BoardAt::Newest if row.after != game.board() => changed(row, game.board()),
            BoardAt::Newest | BoardAt::Turn(_) => row,
        });
        Ok(BoardView {
            sprites: self.sprites_of_turn(game, turn).await?,
            ..board_view(game, &people, row)?
        })
    }

    /// The boards of a replay: the start and the board after each turn that counts, of very long
    /// matches the newest ones. Every one of them knows all the seats that were taken until today.
    ///
    /// # Errors
    /// [`ServiceError::Missing`] where there is no match that the viewer may see.
    pub async fn replay(
        &self,
        viewer: &Viewer,
        id: MatchId,
    ) -> Result<Vec<BoardView>, ServiceError> {
        let loaded = self.desk_seen_by(viewer, id).await?.current();
        let game = &loaded.game;
        let people = self.people_of(std::iter::once(game)).await?;
        let mut turns = self.store.turns_before(id, u32::MAX, REPLAYED).await?;
        turns.reverse();
        let counting: BTreeSet<u32> = game.standing().map(|mark| mark.turn).collect();
        turns.retain(|turn| counting.contains(&turn.row.turn));
        let rows = std::iter::once(None).chain(turns.into_iter().map(|turn| Some(turn.row)));
        let mut sprites = self.store.turn_sprites(id, (0, u32::MAX)).await?;
        let board = |row| {
            let board = board_view(game, &people, row)?;
            let drawn_with = sprites.extract_if(.., |sprite| sprite.turn == board.turn);
            Ok(BoardView {
                seats_taken: game.seats.len(),
                sprites: (drawn_with.map(SeatSprite::from))
                    .filter(|sprite| sprite.is_shown(game))
                    .collect(),
                ..board
            })
        };
        rows.map(board).collect()
    }

    /// What a replay is made of: it changes whenever the replay does.
    ///
    /// # Errors
    /// [`ServiceError::Missing`] where there is no match that the viewer may see.
    pub async fn replay_version(
        &self,
        viewer: &Viewer,
        id: MatchId,
    ) -> Result<ReplayVersion, ServiceError> {
        let loaded = self.desk_seen_by(viewer, id).await?.current();
        let people = self.people_of(std::iter::once(&loaded.game)).await?;
        Ok(ReplayVersion {
            turns: loaded.game.standing().map(|mark| mark.turn).collect(),
            seats: seats(&loaded.game, &people),
            redrawn: loaded.game.redrawn(),
        })
    }

    /// The ruling after which the newest board is no longer that after the newest turn that counts.
    pub(in crate::service) async fn changed_since(
        &self,
        game: &Match,
        turn: u32,
    ) -> Result<Option<u64>, ServiceError> {
        let played = game.turn_mark(turn).map_or(1, |mark| mark.seq);
        if game.position_seq == played {
            return Ok(None);
        }
        let after = self.board_after(game, turn).await?;
        Ok((after != game.board()).then_some(game.position_seq))
    }

    /// What stood on the board after a turn; 0 is the start.
    pub(in crate::service) async fn board_after(
        &self,
        game: &Match,
        turn: u32,
    ) -> Result<Board, ServiceError> {
        match turn {
            0 => Ok(game.first_board()),
            turn => Ok(self.stored_turn(game.id, turn).await?.row.after),
        }
    }
}

/// A turn's row with the board as a ruling has changed it since.
fn changed(row: TurnRow, now: Board) -> TurnRow {
    TurnRow {
        before: row.after,
        after: now,
        ..row
    }
}

/// The board after a turn, or the start.
fn board_view(
    game: &Match,
    people: &People,
    row: Option<TurnRow>,
) -> Result<BoardView, ServiceError> {
    let turn = row.as_ref().map_or(0, |row| row.turn);
    let (at, before, position) = match row {
        Some(row) => (row.at, row.before, row.after),
        None => (game.created_at, game.first_board(), game.first_board()),
    };
    Ok(BoardView {
        id: game.id,
        visibility: game.visibility,
        turn,
        at,
        seats: seats(game, people),
        seats_taken: seats_taken(game, turn),
        sprites: Vec::new(),
        scene: scene(game, before, position)?,
    })
}

/// What the players on the seats are called, and their colours.
pub(in crate::service) fn seats(game: &Match, people: &People) -> Vec<(Option<String>, Colour)> {
    let called = |state: &SeatState| {
        let name = state.holder.map(|holder| people.get(holder).name);
        (name, state.colour)
    };
    game.seats.iter().map(called).collect()
}

/// In Abaddon seats are numbered in the order of first turns (T8); in Helios both are there at once.
fn seats_taken(game: &Match, turn: u32) -> usize {
    if game.kind() == GameKind::Helios {
        return game.seats.len();
    }
    let until_then = game.turns.iter().take_while(|mark| mark.turn <= turn);
    until_then
        .filter_map(|mark| Some(usize::from(mark.seat?.number()) + 1))
        .max()
        .unwrap_or_default()
}

/// A turn's positions are of the match's own game.
pub(in crate::service) fn scene(
    game: &Match,
    before: Board,
    position: Board,
) -> Result<BoardScene, ServiceError> {
    match (&game.game, before, position) {
        (Game::Abaddon(table), Board::Abaddon(before), Board::Abaddon(position)) => {
            Ok(BoardScene::Abaddon {
                level: Arc::clone(&table.ruleset.level),
                before,
                position,
            })
        }
        (Game::Helios(_), Board::Helios(before), Board::Helios(position)) => {
            Ok(BoardScene::Helios { before, position })
        }
        _ => Err(of_another_game().into()),
    }
}

fn of_another_game() -> StoreError {
    StoreError::Corrupt {
        what: "a turn",
        why: "its position is of another game".to_owned(),
    }
}
