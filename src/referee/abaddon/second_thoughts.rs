//! What a player of Abaddon may undo on their own: their last turn (T19), and having come at all.

use crate::referee::decide::Desk;
use crate::referee::event::{Body, Event, TakenBack};
use crate::referee::moderate::barred::Barred;
use crate::referee::refusal::Refusal;
use crate::referee::state::{Board, Match, TurnMark};

use super::Table;

/// Minutes from a turn's acceptance within which it may be taken back, the last instant included.
pub const TAKE_BACK_MINUTES: i64 = 10;

/// Takes back a turn, in the order of T19.
pub(super) fn take_back(
    desk: &Desk<'_>,
    table: &Table,
    turn: u32,
    before: &Board,
) -> Result<Vec<Event>, Refusal> {
    let game = desk.game;
    let what = "turn";
    let mark = game
        .turn_mark(turn)
        .ok_or(Refusal::Barred(Barred::NoSuchThing { what }))?;
    let seat = game.seat_of(desk.account).filter(|seat| {
        // A replacement has the seat, and not the turns of who sat there before.
        mark.seat == Some(*seat) && mark.account == Some(desk.account)
    });
    let seat = seat.ok_or(Refusal::Barred(Barred::AnothersTurn))?;
    if mark.struck.is_some() || something_came_after(desk, table, mark) {
        return Err(Refusal::Barred(Barred::NotTheLast));
    }
    if mark.at.plus_minutes(TAKE_BACK_MINUTES) < desk.now {
        return Err(Refusal::Barred(Barred::TooLate));
    }
    let last = table.taken_back.get(&seat);
    if !table.takeback || last.is_some_and(|day| *day == desk.now.day()) {
        return Err(Refusal::Barred(Barred::TakebackSpent));
    }
    let position = before.clone();
    let taken_back = Body::TakenBack(TakenBack { turn, position });
    Ok(desk.events(Some(seat), vec![taken_back]))
}

/// Whether somebody has played, or somebody else announced, since a turn, or a ruling has changed
/// the position, paused or closed the match.
fn something_came_after(desk: &Desk<'_>, table: &Table, mark: &TurnMark) -> bool {
    let game: &Match = desk.game;
    let announced = (table.announced.iter())
        .any(|announced| mark.seq < announced.seq && announced.account != desk.account);
    announced || game.last_turn() != mark.turn || mark.seq < game.ruling_seq
}

/// Leaves the match (T17).
pub(super) fn leave(desk: &Desk<'_>) -> Result<Vec<Event>, Refusal> {
    let seat = desk.game.seat_of(desk.account);
    if seat.is_none() && !desk.game.has_left(desk.account) {
        return Err(Refusal::NotYours);
    }
    desk.is_not_over()?;
    let seat = seat.ok_or(Refusal::Barred(Barred::AlreadyLeft))?;
    Ok(desk.events(Some(seat), vec![Body::Left]))
}
