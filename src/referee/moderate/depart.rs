//! What ends in a match when a player's account is deleted (T17).

use crate::referee::abaddon::window::Window;
use crate::referee::decide::Desk;
use crate::referee::event::{Body, Event};
use crate::referee::state::{Game, Phase};

/// The seat becomes vacant as by leaving, in Helios too; the hold of a newcomer is given back, and a
/// challenge that nobody has taken is withdrawn.
///
/// Nothing happens where the account has nothing of these. Seats of matches that are over keep their
/// players, whose names are gone.
pub(in crate::referee) fn depart(desk: &Desk<'_>) -> Vec<Event> {
    let game = desk.game;
    if matches!(game.phase, Phase::Over { .. }) {
        return Vec::new();
    }
    let seat = game.seat_of(desk.account);
    let bodies = match (&game.game, seat) {
        (Game::Helios(table), Some(_)) if !table.has_started() => {
            vec![Body::Resigned, Body::Ended { winner: None }]
        }
        (Game::Abaddon(_) | Game::Helios(_), Some(_)) => vec![Body::Left],
        (Game::Abaddon(table), None) => {
            let held = Window::at(game, table, desk.now).hold_of(desk.account);
            held.map(|_| Body::Withdrawn).into_iter().collect()
        }
        (Game::Helios(_), None) => Vec::new(),
    };
    desk.events(seat, bodies)
}
