//! How Helios' own events change a match.

use crate::referee::event::{Actor, Body, Event, Play};
use crate::referee::state::SeatState;
use crate::rules::helios::position::EndedBy;
use crate::rules::helios::side::Side;
use crate::rules::seat::Seat;

use super::{Table, opponent_of};

/// Changes the seats and the table of a match by an event.
pub(in crate::referee) fn evolve(seats: &mut [SeatState], table: &mut Table, event: &Event) {
    match &event.body {
        Body::Seated { .. } => {
            if let (Actor::Account(player), Some(seat)) = (event.actor, event.seat) {
                if let Some(state) = seats.get_mut(usize::from(seat.number())) {
                    state.take(player, event.seq);
                }
                let is_full = seats.iter().all(|seat| seat.holder.is_some());
                table.clock_from = is_full.then_some(event.at);
            }
        }
        Body::Moved(moved) => {
            table.offer = None;
            table.clock_from = Some(event.at);
            // An action that was legal when it was recorded; `daykeeper verify` finds any other.
            if let Play::Action(action) = moved.play
                && let Ok(played) = table.position.play(action)
            {
                table.position = played.position;
            }
        }
        Body::DrawOffered => table.offer = event.seat,
        Body::DrawDeclined => table.offer = None,
        Body::Resigned => {
            let winner = event
                .seat
                .filter(|_| table.has_started())
                .and_then(opponent_of);
            table.end(EndedBy::Resignation, winner);
        }
        Body::DrawAgreed => table.end(EndedBy::Agreement, None),
        Body::Flagged => {
            table.end(EndedBy::Time, event.seat);
        }
        // Passes happened with the action before them; the ending is the position's.
        Body::Passed
        | Body::Ended { .. }
        | Body::Created(_)
        | Body::Announced { .. }
        | Body::Withdrawn
        | Body::Lapsed
        | Body::TakenBack(_)
        | Body::Left
        | Body::PauseEnded
        | Body::Ruled(_) => {}
    }
}

impl Table {
    pub(in crate::referee) fn end(&mut self, by: EndedBy, winner: Option<Seat>) {
        self.offer = None;
        let winner = winner.and_then(|seat| Side::try_from(seat).ok());
        self.position = self.position.ended(by, winner);
    }
}
