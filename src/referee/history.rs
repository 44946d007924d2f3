//! Which turns count: a turn that was taken back or reverted stays, struck through (T15).

use std::collections::BTreeSet;

use crate::rules::seat::Seat;
use crate::time::GmtDay;

use super::event::{Event, SpriteHash};
use super::state::{Match, PostState, TurnMark};

impl Match {
    /// The turns that count, newest first.
    pub fn standing(&self) -> impl Iterator<Item = &TurnMark> {
        self.turns.iter().rev().filter(|mark| mark.struck.is_none())
    }

    /// The number of the newest turn that counts; 0 at the start.
    pub fn newest_standing(&self) -> u32 {
        self.standing().next().map_or(0, |mark| mark.turn)
    }

    /// Whether a seat has a turn that counts.
    pub fn has_played(&self, seat: Seat) -> bool {
        self.standing().any(|mark| mark.seat == Some(seat))
    }

    /// A turn by its number, struck through or not.
    pub fn turn_mark(&self, turn: u32) -> Option<&TurnMark> {
        let place = self.turns.binary_search_by_key(&turn, |mark| mark.turn);
        self.turns.get(place.ok()?)
    }

    /// Whether a ruling has hidden a sprite of a seat.
    pub fn hides_sprite(&self, seat: Seat, sprite: &SpriteHash) -> bool {
        let of_seat = (self.hidden_sprites.iter()).filter(|hidden| hidden.seat == seat);
        of_seat
            .flat_map(|hidden| &hidden.sprites)
            .any(|hidden| hidden == sprite)
    }

    /// The number of the newest ruling that has hidden sprites: the pictures of turns before it may be
    /// others than were served once (picture.md, Custom sprites).
    pub fn redrawn(&self) -> Option<u64> {
        self.hidden_sprites.last().map(|hidden| hidden.by)
    }

    /// The same for one turn: nothing where the turn came later.
    pub fn redrawn_since(&self, turn: u32) -> Option<u64> {
        let played = self.turn_mark(turn)?.seq;
        self.redrawn().filter(|by| played < *by)
    }

    /// Adds a turn behind the newest one that counts.
    pub(super) fn add_turn(&mut self, event: &Event, turn: u32, day: Option<GmtDay>) {
        let follows = self.newest_standing();
        self.turns.push(TurnMark {
            turn,
            follows,
            seq: event.seq,
            at: event.at,
            day,
            seat: event.seat,
            account: event.actor.account(),
            post: PostState::Shown,
            struck: None,
        });
    }

    /// Lets exactly the turns up to one count, along the line on which it was played. Turns that stop
    /// counting are struck by the event `seq`; those of a line that comes back count again.
    pub(super) fn count_up_to(&mut self, turn: u32, seq: u64) {
        let line = self.line_to(turn);
        for mark in &mut self.turns {
            mark.struck = if line.contains(&mark.turn) {
                None
            } else {
                mark.struck.or(Some(seq))
            };
        }
    }

    /// A turn and all those before it, along the line on which it was played.
    fn line_to(&self, turn: u32) -> BTreeSet<u32> {
        // Only a forged record has a turn that follows itself or a later one.
        let before = |turn: &u32| {
            let follows = self.turn_mark(*turn)?.follows;
            (follows < *turn).then_some(follows)
        };
        std::iter::successors(Some(turn), before).collect()
    }
}

impl TurnMark {
    /// Whether it counts for a seat.
    pub fn counts_for(&self, seat: Seat) -> bool {
        self.struck.is_none() && self.seat == Some(seat)
    }
}
