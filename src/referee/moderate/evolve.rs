//! How rulings, and what players undo on their own, change a match.

use crate::ids::AccountId;
use crate::referee::event::{Body, Event};
use crate::referee::ruling::{Belongings, Reverted, Ruling};
use crate::referee::state::{Board, Game, HiddenSprites, Match, Phase, PostState};
use crate::rules::helios::position::EndedBy;
use crate::rules::seat::Seat;
use crate::time::Instant;

/// Changes a match by an event, if it is one of these; total, whatever the event says.
pub(in crate::referee) fn evolve(game: &mut Match, event: &Event) {
    match &event.body {
        Body::TakenBack(taken_back) => {
            let follows = game.turn_mark(taken_back.turn).map(|mark| mark.follows);
            game.count_up_to(follows.unwrap_or_default(), event.seq);
            game.phase = Phase::Running;
            game.put_on_board(&taken_back.position, event);
            if let (Game::Abaddon(table), Some(seat)) = (&mut game.game, event.seat) {
                table.taken_back.insert(seat, event.at.day());
            }
        }
        Body::Left => game.vacate(event),
        Body::PauseEnded => game.resume(event.at),
        Body::Ruled(ruled) => rule(game, event, &ruled.ruling),
        Body::Created(_)
        | Body::Seated { .. }
        | Body::Announced { .. }
        | Body::Withdrawn
        | Body::Lapsed
        | Body::Moved(_)
        | Body::Passed
        | Body::Resigned
        | Body::DrawOffered
        | Body::DrawDeclined
        | Body::DrawAgreed
        | Body::Flagged
        | Body::Ended { .. } => {}
    }
}

fn rule(game: &mut Match, event: &Event, ruling: &Ruling) {
    match ruling {
        Ruling::Lifted => game.end_announcement(event),
        Ruling::Reverted(reverted) => game.revert(event, reverted),
        Ruling::Removed { belongings, .. } => game.remove(event, *belongings),
        Ruling::Replaced { player, .. } => game.replace(event, *player),
        Ruling::Paused { until } => game.pause(event, *until),
        Ruling::Resumed => game.resume(event.at),
        Ruling::Closed { winner } => game.close(event, *winner),
        Ruling::PostHidden { turn } => {
            let by = event.seq;
            if let Some(mark) = game.turns.iter_mut().find(|mark| mark.turn == *turn) {
                mark.post = PostState::Hidden { by };
            }
        }
        Ruling::SpritesReset { sprites, .. } => {
            let (by, sprites) = (event.seq, sprites.clone());
            let hidden = event.seat.map(|seat| HiddenSprites { by, seat, sprites });
            game.hidden_sprites.extend(hidden);
        }
        Ruling::PositionSet(set) => {
            game.ruling_seq = event.seq;
            game.add_turn(event, set.turn, set.day);
            game.put_on_board(&set.position, event);
            game.end_announcement_of(event.seat, event);
        }
        Ruling::Hidden => game.hidden = true,
        // The note and the title lie beside the record.
        Ruling::Annotated { .. } | Ruling::Retitled { .. } => {}
    }
}

impl Match {
    /// Puts a position on the board. A deadline of Helios counts from then on (R8).
    fn put_on_board(&mut self, board: &Board, event: &Event) {
        self.position_seq = event.seq;
        match (&mut self.game, board) {
            (Game::Abaddon(table), Board::Abaddon(position)) => table.position = position.clone(),
            (Game::Helios(table), Board::Helios(position)) => {
                table.position = *position;
                table.offer = None;
                table.clock_from = table.clock_from.map(|_| event.at);
            }
            (Game::Abaddon(_), Board::Helios(_)) | (Game::Helios(_), Board::Abaddon(_)) => {}
        }
    }

    /// T15: clocks and allowances are what the turns that count say; announcements count against
    /// somebody as they did right after the turn reverted to. Turns taken back that day stay counted
    /// (T19).
    fn revert(&mut self, event: &Event, reverted: &Reverted) {
        self.ruling_seq = event.seq;
        let kept = self.turn_mark(reverted.to).map_or(0, |mark| mark.seq);
        self.count_up_to(reverted.to, event.seq);
        if matches!(self.phase, Phase::Over { .. }) {
            self.phase = Phase::Running;
        }
        self.put_on_board(&reverted.position, event);
        if let Game::Abaddon(table) = &mut self.game {
            table.announcement = None;
            for mark in &mut table.announced {
                mark.count_as_at(kept, event.seq);
            }
            table.lapses.retain(|_, lapse| *lapse <= kept);
        }
    }

    fn remove(&mut self, event: &Event, belongings: Belongings) {
        self.ruling_seq = event.seq;
        self.position_seq = event.seq;
        self.vacate(event);
        if let (Game::Abaddon(table), Some(seat), Belongings::GivenUp) =
            (&mut self.game, event.seat, belongings)
        {
            table.position = std::mem::take(&mut table.position).without(seat);
        }
    }

    /// Takes the player off the event's seat, the board from them, and their offer of a draw.
    fn vacate(&mut self, event: &Event) {
        self.end_announcement_of(event.seat, event);
        if let Game::Helios(table) = &mut self.game {
            table.offer = table.offer.filter(|offerer| Some(*offerer) != event.seat);
        }
        let seat = event.seat.map(|seat| usize::from(seat.number()));
        if let Some(state) = seat.and_then(|seat| self.seats.get_mut(seat)) {
            state.vacate(event.seq);
        }
    }

    /// Whoever comes gives up what they held as a newcomer: from now on the seat is what counts.
    fn replace(&mut self, event: &Event, player: AccountId) {
        self.vacate(event);
        let held = self.abaddon().and_then(|table| table.announcement.as_ref());
        if held.is_some_and(|held| held.holder == player) {
            self.end_announcement(event);
        }
        let seat = event.seat.map(|seat| usize::from(seat.number()));
        if let Some(state) = seat.and_then(|seat| self.seats.get_mut(seat)) {
            state.take(player, event.seq);
        }
        let is_full = self.seats.iter().all(|seat| seat.holder.is_some());
        if let Game::Helios(table) = &mut self.game {
            // R8: whoever replaces a player has the whole time.
            table.clock_from = table.clock_from.or(is_full.then_some(event.at));
            table.clock_from = table.clock_from.map(|_| event.at);
        }
    }

    /// T16: an open announcement is given back, as if it had never been.
    fn pause(&mut self, event: &Event, until: Option<Instant>) {
        self.ruling_seq = event.seq;
        let since = event.at;
        self.phase = Phase::Paused { since, until };
        if let Game::Abaddon(table) = &mut self.game
            && let Some(held) = table.announcement.take()
        {
            table
                .announced
                .retain(|mark| mark.at != held.at || !mark.is_of(held.holder, held.seat));
        }
    }

    /// T16: a deadline of Helios is moved on by the length of the pause.
    fn resume(&mut self, at: Instant) {
        let Phase::Paused { since, .. } = self.phase else {
            return;
        };
        self.phase = Phase::Running;
        if let Game::Helios(table) = &mut self.game {
            let moved_on = |from: Instant| {
                let length = at.as_millis() - since.max(from).as_millis();
                Instant::from_millis(from.as_millis().saturating_add(length))
            };
            table.clock_from = table.clock_from.map(moved_on);
        }
    }

    fn close(&mut self, event: &Event, winner: Option<Seat>) {
        self.ruling_seq = event.seq;
        self.end_announcement(event);
        if let Game::Helios(table) = &mut self.game {
            table.end(EndedBy::Moderator, winner);
        }
    }

    /// Ends an open announcement as a withdrawal does (T17).
    fn end_announcement(&mut self, event: &Event) {
        if let Game::Abaddon(table) = &mut self.game {
            table.give_up(event.at, event.seq);
        }
    }

    fn end_announcement_of(&mut self, seat: Option<Seat>, event: &Event) {
        let held = self.abaddon().and_then(|table| table.announcement.as_ref());
        if held.is_some_and(|held| held.seat == seat && seat.is_some()) {
            self.end_announcement(event);
        }
    }
}
