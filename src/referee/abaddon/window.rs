//! When whom Abaddon's clock lets play: one place for every allowance, hold and opening instant.

use std::collections::BTreeSet;

use crate::ids::AccountId;
use crate::referee::decide::NOBODY;
use crate::referee::options::{Period, Preset};
use crate::referee::state::{Match, TurnMark};
use crate::rules::abaddon::legal::has_legal_step;
use crate::rules::seat::Seat;
use crate::time::{GmtDay, Instant};

use super::{Announcement, Table};

/// A match of Abaddon at an instant.
#[derive(Clone, Copy, Debug)]
pub struct Window<'a> {
    game: &'a Match,
    table: &'a Table,
    /// Never earlier than the match's newest event.
    now: Instant,
    /// The players for whom nobody waits.
    suspended: &'a BTreeSet<AccountId>,
}

impl<'a> Window<'a> {
    /// Looks at a match at an instant; one earlier than its newest event is taken as that event's.
    pub fn at(game: &'a Match, table: &'a Table, now: Instant) -> Self {
        let now = game.no_earlier(now);
        Self {
            game,
            table,
            now,
            suspended: &NOBODY,
        }
    }

    /// The same while some accounts are suspended: nobody waits for their turns (T14).
    #[must_use]
    pub fn without(self, suspended: &'a BTreeSet<AccountId>) -> Self {
        Self { suspended, ..self }
    }

    /// The announcement that holds the board; one that has lapsed holds it no more, whether or not
    /// the lapse is recorded yet (T4).
    pub fn hold(&self) -> Option<&'a Announcement> {
        (self.table.announcement.as_ref()).filter(|held| self.now <= held.held_until)
    }

    /// The announcement by which an account holds the board.
    pub fn hold_of(&self, account: AccountId) -> Option<&'a Announcement> {
        self.hold().filter(|held| held.holder == account)
    }

    /// The GMT day to which a turn that an account sends now belongs: that of its announcement, else
    /// today (T5). Where the period is not the GMT day it is today, announced or not (T13).
    pub fn day_of_turn(&self, account: Option<AccountId>) -> GmtDay {
        let held = match self.table.clock.period {
            Period::Day => account.and_then(|account| self.hold_of(account)),
            Period::Minutes(_) | Period::None => None,
        };
        held.map_or(self.now, |held| held.at).day()
    }

    /// The instant from which a seat has an allowance again; `None` when it has one now (T5, T13).
    ///
    /// A turn that is being finished belongs to the day of its announcement, so the holder is asked
    /// for that day.
    pub fn turn_spent_until(&self, seat: Seat) -> Option<Instant> {
        let mut latest_first = self.game.standing();
        match self.table.clock.period {
            Period::Day => {
                let day = self.day_of_turn(self.game.holder_of(seat));
                let spent = |mark: &TurnMark| mark.counts_for(seat) && mark.day == Some(day);
                latest_first.find(|mark| spent(mark))?;
                Some(day.next().start())
            }
            Period::Minutes(minutes) => {
                let last = latest_first.find(|mark| mark.counts_for(seat))?;
                let opens = last.at.plus_minutes(i64::from(minutes));
                (self.now < opens).then_some(opens)
            }
            Period::None => None,
        }
    }

    /// The instant at which a seat may play although nobody else has played since its last turn;
    /// `None` when it need not wait (T14).
    pub fn twice_in_a_row_until(&self, seat: Seat) -> Option<Instant> {
        let clock = self.table.clock;
        let last = self.game.standing().find(|mark| mark.seat.is_some());
        let last = last.filter(|mark| mark.counts_for(seat) && !clock.twice_in_a_row)?;
        let patience = match clock.preset {
            Preset::Hourly => 1,
            Preset::Daily | Preset::Free => 7,
        };
        let opens = last.at.plus_days(patience);
        (self.now < opens && self.somebody_else_can_play(seat)).then_some(opens)
    }

    fn somebody_else_can_play(&self, seat: Seat) -> bool {
        let Table {
            ruleset, position, ..
        } = self.table;
        (self.game.seated())
            .filter(|(other, holder)| *other != seat && !self.suspended.contains(holder))
            .any(|(other, _)| has_legal_step(ruleset, position, other))
    }

    /// When a seat's next turn opens by the clock; `None` when it may play now.
    ///
    /// A reserved board is no matter of the clock and does not count here.
    pub fn next_turn_opens(&self, seat: Seat) -> Option<Instant> {
        self.turn_spent_until(seat)
            .max(self.twice_in_a_row_until(seat))
    }

    /// The instant from which an account may announce again; `None` when it may now (T6, T13).
    pub fn announcement_spent_until(&self, account: AccountId) -> Option<Instant> {
        let seat = self.game.seat_of(account);
        let mark = (self.table.announced.iter().rev())
            .find(|mark| mark.counts() && mark.is_of(account, seat))?;
        match self.table.clock.period {
            Period::Day => {
                let day = mark.at.day();
                (day == self.now.day()).then(|| day.next().start())
            }
            Period::Minutes(_) | Period::None => {
                let given_up = mark.given_up?;
                let opens = given_up.at.plus_minutes(60);
                let others_played = (self.game.standing())
                    .take_while(|turn| turn.seq > given_up.seq)
                    .any(|turn| turn.seat.is_some() && turn.seat != seat);
                (self.now < opens && !others_played).then_some(opens)
            }
        }
    }
}
