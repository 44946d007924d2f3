//! Whether a command of a match of Abaddon may happen, in the order of T12.

use std::collections::BTreeSet;

use crate::ids::AccountId;
use crate::referee::command::{Act, Submission};
use crate::referee::decide::Desk;
use crate::referee::event::{Actor, Body, Event, Moved, Play};
use crate::referee::moderate::barred::Barred;
use crate::referee::refusal::Refusal;
use crate::referee::state::Match;
use crate::rules::abaddon::apply::{TurnPlayed, play_turn};
use crate::rules::canonical;
use crate::rules::colour::Colour;
use crate::rules::seat::Seat;
use crate::time::Instant;

use super::window::Window;
use super::{Announcement, Table, second_thoughts};

/// A lapsed hold (T4).
pub(in crate::referee) fn due(game: &Match, table: &Table, now: Instant) -> Option<Event> {
    let lapsed =
        (table.announcement.as_ref()).filter(|held| held.held_until < game.no_earlier(now))?;
    Some(Event {
        seq: game.seq + 1,
        at: game.no_earlier(lapsed.held_until),
        actor: Actor::Server,
        seat: lapsed.seat,
        body: Body::Lapsed,
    })
}

pub(in crate::referee) fn decide(
    desk: &Desk<'_>,
    table: &Table,
    act: &Act,
) -> Result<Vec<Event>, Refusal> {
    let counter = Counter::at(desk, table);
    match act {
        Act::Announce { colour } => counter.announce(*colour),
        Act::Withdraw => counter.withdraw(),
        Act::Submit(submission) => counter.submit(submission),
        Act::TakeBack { turn, before } => second_thoughts::take_back(desk, table, *turn, before),
        Act::Leave => second_thoughts::leave(desk),
        Act::TakeSeat
        | Act::Play(_)
        | Act::Resign
        | Act::AnswerDraw(_)
        | Act::Flag
        | Act::Depart
        | Act::Rule(_) => Err(Refusal::OtherGame),
    }
}

/// Whether the clock lets an account send a turn at an instant, whatever the turn. Nobody waits for
/// players who are suspended (T14).
///
/// # Errors
/// The first [`Refusal`] that fits, in the order of T12.
pub fn may_submit(
    game: &Match,
    table: &Table,
    account: AccountId,
    now: Instant,
    suspended: &BTreeSet<AccountId>,
) -> Result<(), Refusal> {
    let desk = Desk {
        suspended,
        ..Desk::of(game, account, now)
    };
    Counter::at(&desk, table).may_play()
}

/// Whether the clock lets an account announce a turn at an instant, whatever the colour. Nobody waits
/// for players who are suspended (T14).
///
/// # Errors
/// The first [`Refusal`] that fits, in the order of T12.
pub fn may_announce(
    game: &Match,
    table: &Table,
    account: AccountId,
    now: Instant,
    suspended: &BTreeSet<AccountId>,
) -> Result<(), Refusal> {
    let desk = Desk {
        suspended,
        ..Desk::of(game, account, now)
    };
    Counter::at(&desk, table).may_announce()
}

/// One command of Abaddon on the referee's desk.
struct Counter<'a> {
    desk: &'a Desk<'a>,
    table: &'a Table,
    window: Window<'a>,
}

impl<'a> Counter<'a> {
    fn at(desk: &'a Desk<'a>, table: &'a Table) -> Self {
        let window = Window::at(desk.game, table, desk.now).without(desk.suspended);
        Self {
            desk,
            table,
            window,
        }
    }

    fn announce(&self, colour: Option<Colour>) -> Result<Vec<Event>, Refusal> {
        self.desk.is_running()?;
        if self.hold().is_some() {
            return Ok(Vec::new());
        }
        self.may_announce()?;
        let seat = self.seat();
        let colour = Some(self.colour(colour)?).filter(|_| seat.is_none());
        let minutes = i64::from(self.table.clock.window_minutes);
        let held_until = self.desk.now.plus_minutes(minutes);
        Ok(vec![self.desk.event(
            1,
            seat,
            Body::Announced { colour, held_until },
        )])
    }

    fn withdraw(&self) -> Result<Vec<Event>, Refusal> {
        self.desk.is_running()?;
        let held = self.hold().ok_or(Refusal::NotAnnounced)?;
        Ok(vec![self.desk.event(1, held.seat, Body::Withdrawn)])
    }

    fn submit(&self, submission: &Submission) -> Result<Vec<Event>, Refusal> {
        self.may_play()?;
        self.is_current(submission.seq)?;
        let announced = self.hold().and_then(|held| held.colour);
        let colour = self.colour(submission.colour.or(announced))?;
        let seat = self.playing_seat()?;
        let Table {
            ruleset, position, ..
        } = self.table;
        let played =
            play_turn(ruleset, position, seat, &submission.steps).map_err(Refusal::Step)?;
        let winner = played.position.winner();
        let mut bodies = Vec::new();
        if self.seat().is_none() {
            bodies.push(Body::Seated { colour });
        }
        bodies.push(Body::Moved(self.moved(submission, played)));
        bodies.extend(winner.map(|seat| Body::Ended { winner: Some(seat) }));
        Ok(self.desk.events(Some(seat), bodies))
    }

    fn moved(&self, submission: &Submission, played: TurnPlayed) -> Moved {
        let announced_at = self.hold().map(|held| held.at);
        Moved {
            turn: self.desk.game.last_turn() + 1,
            play: Play::Steps(played.steps),
            day: self.window.day_of_turn(Some(self.desk.account)),
            announced_at,
            post: submission.post.clone(),
            position: canonical::position_hash(&played.position),
        }
    }

    /// From `match_over` to `announcement_spent` in the order of T12.
    fn may_announce(&self) -> Result<(), Refusal> {
        self.may_play()?;
        match self.window.announcement_spent_until(self.desk.account) {
            Some(opens_at) => Err(Refusal::AnnouncementSpent { opens_at }),
            None => Ok(()),
        }
    }

    /// From `match_over` to `board_reserved` in the order of T12.
    fn may_play(&self) -> Result<(), Refusal> {
        self.desk.is_running()?;
        match self.seat() {
            None => self.may_join()?,
            Some(seat) => self.has_turn(seat)?,
        }
        match self
            .window
            .hold()
            .filter(|held| held.holder != self.desk.account)
        {
            None => Ok(()),
            Some(held) => {
                let (holder, held_until) = (held.holder, held.held_until);
                Err(Refusal::BoardReserved { holder, held_until })
            }
        }
    }

    fn may_join(&self) -> Result<(), Refusal> {
        if self.desk.game.has_left(self.desk.account) {
            Err(Refusal::Barred(Barred::AlreadyLeft))
        } else if self.table.next_seat(&self.desk.game.seats).is_none() {
            Err(Refusal::MatchFull)
        } else if self.table.has_free_airlock() {
            Ok(())
        } else {
            Err(Refusal::NoFreeAirlock)
        }
    }

    fn has_turn(&self, seat: Seat) -> Result<(), Refusal> {
        let missing = self.players_missing();
        // A turn of a seat that has none that counts is a first turn (T15, T19).
        if missing > 0 && self.desk.game.has_played(seat) {
            Err(Refusal::WaitingForPlayers { missing })
        } else if let Some(opens_at) = self.window.turn_spent_until(seat) {
            Err(Refusal::TurnSpent { opens_at })
        } else if let Some(opens_at) = self.window.twice_in_a_row_until(seat) {
            Err(Refusal::TwiceInARow { opens_at })
        } else {
            Ok(())
        }
    }

    /// How many players are to join before anybody plays a second turn. A vacant seat has joined.
    fn players_missing(&self) -> u8 {
        let seats = Seat::all().take(self.desk.game.seats.len());
        let joined = seats
            .filter(|seat| self.desk.game.has_played(*seat))
            .count();
        let joined = u8::try_from(joined).unwrap_or(u8::MAX);
        self.table
            .ruleset
            .options
            .start_seats
            .saturating_sub(joined)
    }

    fn is_current(&self, seq: u64) -> Result<(), Refusal> {
        let lapse = self.table.lapses.get(&self.desk.account);
        if lapse.is_some_and(|lapse| seq < *lapse) {
            return Err(Refusal::Lapsed);
        }
        self.desk.is_current(seq)
    }

    /// The colour that the player has or gets (T8).
    fn colour(&self, named: Option<Colour>) -> Result<Colour, Refusal> {
        let seats = &self.desk.game.seats;
        if let Some(seat) = self.seat() {
            let own = seats[usize::from(seat.number())].colour;
            let is_other = named.is_some_and(|colour| colour != own);
            return if is_other {
                Err(Refusal::ColourFixed { own })
            } else {
                Ok(own)
            };
        }
        let colour = named.ok_or(Refusal::ColourMissing)?;
        let taken: Vec<Colour> = seats.iter().map(|seat| seat.colour).collect();
        colour.check(&taken).map_err(Refusal::ColourTooClose)?;
        Ok(colour)
    }

    fn seat(&self) -> Option<Seat> {
        self.desk.game.seat_of(self.desk.account)
    }

    /// The player's seat, or the one that a newcomer's turn would take.
    fn playing_seat(&self) -> Result<Seat, Refusal> {
        (self.seat())
            .or_else(|| self.table.next_seat(&self.desk.game.seats))
            .ok_or(Refusal::MatchFull)
    }

    fn hold(&self) -> Option<&Announcement> {
        self.window.hold_of(self.desk.account)
    }
}
