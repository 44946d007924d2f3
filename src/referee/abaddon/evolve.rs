//! How Abaddon's own events change a match.

use crate::ids::AccountId;
use crate::referee::event::{Actor, Body, Event, Play};
use crate::referee::state::SeatState;
use crate::rules::abaddon::apply::TurnInPlay;
use crate::rules::abaddon::step::Step;
use crate::rules::seat::Seat;
use crate::time::Instant;

use super::{Announcement, AnnouncementMark, GivenUp, Table};

/// Changes the seats and the table of a match by an event.
pub(in crate::referee) fn evolve(seats: &mut Vec<SeatState>, table: &mut Table, event: &Event) {
    match (&event.body, event.actor) {
        (Body::Seated { colour }, Actor::Account(newcomer)) => {
            count_for_seat(table, newcomer, table.next_seat(seats));
            let mut seat = SeatState::free(*colour);
            seat.take(newcomer, event.seq);
            seats.push(seat);
        }
        (Body::Announced { colour, held_until }, Actor::Account(holder)) => {
            table.lapses.remove(&holder);
            table.reserve(
                event.seq,
                Announcement {
                    holder,
                    seat: event.seat,
                    colour: *colour,
                    at: event.at,
                    held_until: *held_until,
                },
            );
        }
        (Body::Withdrawn, _) => {
            table.give_up(event.at, event.seq);
        }
        (Body::Lapsed, _) => {
            if let Some(former) = table.give_up(event.at, event.seq) {
                table.lapses.insert(former, event.seq);
            }
        }
        (Body::Moved(moved), _) => {
            if let Actor::Account(player) = event.actor {
                table.lapses.remove(&player);
            }
            table.announcement = None;
            if let (Play::Steps(steps), Some(seat)) = (&moved.play, event.seat) {
                table.play(seat, steps);
            }
        }
        (Body::Ended { .. }, _) => table.announcement = None,
        (Body::Seated { .. } | Body::Announced { .. }, Actor::Server)
        | (
            Body::Created(_)
            | Body::Passed
            | Body::Resigned
            | Body::DrawOffered
            | Body::DrawDeclined
            | Body::DrawAgreed
            | Body::Flagged
            | Body::TakenBack(_)
            | Body::Left
            | Body::PauseEnded
            | Body::Ruled(_),
            _,
        ) => {}
    }
}

/// What a newcomer announced without a seat counts for their seat from now on (T17).
fn count_for_seat(table: &mut Table, newcomer: AccountId, seat: Option<Seat>) {
    for mark in &mut table.announced {
        if mark.is_of(newcomer, None) {
            mark.seat = seat;
        }
    }
}

impl Table {
    /// Lets somebody hold the board, and forgets announcements that count against nobody any more.
    fn reserve(&mut self, seq: u64, held: Announcement) {
        self.announced.retain(|mark| held.at < mark.at.plus_days(1));
        self.announced.push(AnnouncementMark {
            account: held.holder,
            seat: held.seat,
            at: held.at,
            seq,
            given_up: None,
            turned_by: Vec::new(),
        });
        self.announcement = Some(held);
    }

    /// Ends the hold without a turn, and tells who held the board.
    pub(in crate::referee) fn give_up(&mut self, at: Instant, seq: u64) -> Option<AccountId> {
        let held = self.announcement.take()?;
        let mut marks = self.announced.iter_mut().rev();
        if let Some(mark) = marks.find(|mark| mark.is_of(held.holder, held.seat)) {
            mark.given_up = Some(GivenUp { at, seq });
        }
        Some(held.holder)
    }

    /// Plays steps that were legal when they were recorded. Where they are not, the position stays:
    /// `daykeeper verify` finds such a record by the position's hash in it.
    fn play(&mut self, seat: Seat, steps: &[Step]) {
        let mut turn = TurnInPlay::begin(&self.ruleset, self.position.clone(), seat);
        if steps.iter().all(|step| turn.play(step).is_ok()) {
            self.position = turn.position().clone();
        }
    }
}
