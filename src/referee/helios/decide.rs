//! Whether a command of a match of Helios may happen, in the order of helios.md.

use crate::ids::AccountId;
use crate::referee::command::{Act, ActionSubmission, DrawAnswer, DrawOffer};
use crate::referee::decide::Desk;
use crate::referee::event::{Body, Event, Moved, Play};
use crate::referee::moderate::barred::Barred;
use crate::referee::refusal::Refusal;
use crate::referee::state::Match;
use crate::rules::canonical;
use crate::rules::helios::action::Action;
use crate::rules::helios::apply::Played;
use crate::rules::helios::side::Side;
use crate::rules::seat::Seat;
use crate::time::Instant;

use super::{Table, free_side, opponent_of, passers};

pub(in crate::referee) fn decide(
    desk: &Desk<'_>,
    table: &Table,
    act: &Act,
) -> Result<Vec<Event>, Refusal> {
    let counter = Counter { desk, table };
    match act {
        Act::TakeSeat => counter.take_seat(),
        Act::Play(submission) => counter.play(submission),
        Act::Resign => counter.resign(),
        Act::AnswerDraw(answer) => counter.answer_draw(*answer),
        Act::Flag => counter.flag(),
        Act::Announce { .. }
        | Act::Withdraw
        | Act::Submit(_)
        | Act::TakeBack { .. }
        | Act::Leave
        | Act::Depart
        | Act::Rule(_) => Err(Refusal::OtherGame),
    }
}

/// Whether it is an account's turn at an instant, whatever the action.
///
/// # Errors
/// The first [`Refusal`] that fits, in the order of helios.md.
pub fn may_play(
    game: &Match,
    table: &Table,
    account: AccountId,
    now: Instant,
) -> Result<(), Refusal> {
    let desk = &Desk::of(game, account, now);
    Counter { desk, table }.seat_to_move().map(drop)
}

/// One command of Helios on the referee's desk.
struct Counter<'a> {
    desk: &'a Desk<'a>,
    table: &'a Table,
}

impl Counter<'_> {
    fn take_seat(&self) -> Result<Vec<Event>, Refusal> {
        let (game, account) = (self.desk.game, self.desk.account);
        let is_seated = game.seat_of(account).is_some();
        let invited = self.table.opponent;
        if !is_seated && invited.is_some_and(|invited| invited != account) {
            return Err(Refusal::NotYours);
        }
        self.desk.is_running()?;
        if is_seated {
            return Err(Refusal::AlreadySeated);
        }
        if game.has_left(account) {
            return Err(Refusal::Barred(Barred::AlreadyLeft));
        }
        let side = free_side(game).ok_or(Refusal::SeatTaken)?;
        let colour = side.colour();
        Ok(self
            .desk
            .events(Some(side.seat()), vec![Body::Seated { colour }]))
    }

    fn play(&self, submission: &ActionSubmission) -> Result<Vec<Event>, Refusal> {
        let seat = self.seat_to_move()?;
        self.desk.is_current(submission.seq)?;
        let position = self.table.position;
        let action = position.read(&submission.action).map_err(Refusal::Action)?;
        let played = position.play(action).map_err(Refusal::Action)?;
        Ok(self.events_of(seat, submission, action, &played))
    }

    /// The turn, the passes after it in turns (R5), the offer of a draw and the end of the game.
    fn events_of(
        &self,
        seat: Seat,
        submission: &ActionSubmission,
        action: Action,
        played: &Played,
    ) -> Vec<Event> {
        let moved = Moved {
            turn: self.desk.game.last_turn() + 1,
            play: Play::Action(action),
            day: self.desk.now.day(),
            announced_at: None,
            post: submission.post.clone(),
            position: canonical::position_hash(&played.position.to_setup()),
        };
        let opponent = self.table.position.to_move().opponent();
        let passers = passers(opponent, played.passes).into_iter();
        let mut happened = vec![(seat, Body::Moved(moved))];
        happened.extend(passers.map(|passer| (passer, Body::Passed)));
        match played.position.ending() {
            Some(ending) => {
                let winner = ending.winner.map(Side::seat);
                happened.push((seat, Body::Ended { winner }));
            }
            None if submission.draw == DrawOffer::Offered => {
                happened.push((seat, Body::DrawOffered));
            }
            None => {}
        }
        (1..)
            .zip(happened)
            .map(|(ahead, (seat, body))| self.desk.event(ahead, Some(seat), body))
            .collect()
    }

    fn resign(&self) -> Result<Vec<Event>, Refusal> {
        let seat = self.desk.game.seat_of(self.desk.account);
        let seat = seat.ok_or(Refusal::NotYours)?;
        // A pause stops nobody from resigning (helios.md).
        self.desk.is_not_over()?;
        let winner = opponent_of(seat).filter(|_| self.table.has_started());
        Ok(self
            .desk
            .events(Some(seat), vec![Body::Resigned, Body::Ended { winner }]))
    }

    fn answer_draw(&self, answer: DrawAnswer) -> Result<Vec<Event>, Refusal> {
        let seat = self.players_seat()?;
        self.has_started()?;
        self.table
            .offer
            .filter(|offerer| *offerer != seat)
            .ok_or(Refusal::NoOffer)?;
        Ok(match answer {
            DrawAnswer::Accept => {
                let bodies = vec![Body::DrawAgreed, Body::Ended { winner: None }];
                self.desk.events(Some(seat), bodies)
            }
            DrawAnswer::Decline => self.desk.events(Some(seat), vec![Body::DrawDeclined]),
        })
    }

    /// The win on time, once the opponent is to move and the deadline has passed (R8).
    fn flag(&self) -> Result<Vec<Event>, Refusal> {
        let seat = self.players_seat()?;
        self.has_started()?;
        let opponent_waits = self.table.position.to_move().seat() != seat;
        let deadline = self.table.deadline();
        if opponent_waits && deadline.is_some_and(|deadline| deadline < self.desk.now) {
            let bodies = vec![Body::Flagged, Body::Ended { winner: Some(seat) }];
            Ok(self.desk.events(Some(seat), bodies))
        } else {
            Err(Refusal::NotOverdue {
                deadline: deadline.filter(|_| opponent_waits),
            })
        }
    }

    /// The seat whose turn it is, if the account sits on it.
    fn seat_to_move(&self) -> Result<Seat, Refusal> {
        let seat = self.players_seat()?;
        self.has_started()?;
        if self.table.position.to_move().seat() == seat {
            Ok(seat)
        } else {
            Err(Refusal::NotYourTurn)
        }
    }

    fn has_started(&self) -> Result<(), Refusal> {
        if self.table.has_started() {
            Ok(())
        } else {
            Err(Refusal::NotStarted)
        }
    }

    /// The account's seat, in a match that is played.
    fn players_seat(&self) -> Result<Seat, Refusal> {
        let seat = self.desk.game.seat_of(self.desk.account);
        let seat = seat.ok_or(Refusal::NotYours)?;
        self.desk.is_running()?;
        Ok(seat)
    }
}
