//! Whether a command of a match of Helios may happen, in the order of helios.md.

use crate::referee::command::{Act, ActionSubmission, DrawAnswer, DrawOffer};
use crate::referee::decide::Desk;
use crate::referee::event::{Body, Event, Moved, Play};
use crate::referee::refusal::Refusal;
use crate::rules::canonical;
use crate::rules::helios::action::Action;
use crate::rules::helios::apply::Played;
use crate::rules::helios::side::Side;
use crate::rules::seat::Seat;

use super::{Table, free_side, opponent_of};

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
        Act::Announce { .. } | Act::Withdraw | Act::Submit(_) => Err(Refusal::OtherGame),
    }
}

/// One command of Helios on the referee's desk.
struct Counter<'a> {
    desk: &'a Desk<'a>,
    table: &'a Table,
}

impl Counter<'_> {
    fn take_seat(&self) -> Result<Vec<Event>, Refusal> {
        if self.desk.game.seat_of(self.desk.account).is_some() {
            return Err(Refusal::AlreadySeated);
        }
        let side = free_side(self.desk.game).ok_or(Refusal::SeatTaken)?;
        if self
            .table
            .opponent
            .is_some_and(|invited| invited != self.desk.account)
        {
            return Err(Refusal::NotYours);
        }
        let colour = side.colour();
        Ok(vec![self.desk.event(
            1,
            Some(side.seat()),
            Body::Seated { colour },
        )])
    }

    fn play(&self, submission: &ActionSubmission) -> Result<Vec<Event>, Refusal> {
        let seat = self.own_seat()?;
        self.must_have_started()?;
        if self.table.position.to_move().seat() != seat {
            return Err(Refusal::NotYourTurn);
        }
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
        let passers = [opponent.seat(), seat]
            .into_iter()
            .cycle()
            .take(usize::from(played.passes));
        let mut happened = vec![(seat, Body::Moved(moved))];
        happened.extend(passers.map(|passer| (passer, Body::Passed)));
        match played.position.ending() {
            Some(ending) => {
                let winner = ending.winner.map(Side::seat);
                happened.push((winner.unwrap_or(seat), Body::Ended { winner }));
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
        let seat = self.own_seat()?;
        let winner = opponent_of(seat).filter(|_| self.table.has_started());
        Ok(self
            .desk
            .events(Some(seat), vec![Body::Resigned, Body::Ended { winner }]))
    }

    fn answer_draw(&self, answer: DrawAnswer) -> Result<Vec<Event>, Refusal> {
        let seat = self.own_seat()?;
        self.must_have_started()?;
        self.table
            .offer
            .filter(|offerer| *offerer != seat)
            .ok_or(Refusal::NoOffer)?;
        Ok(match answer {
            DrawAnswer::Accept => {
                let bodies = vec![Body::DrawAgreed, Body::Ended { winner: None }];
                self.desk.events(Some(seat), bodies)
            }
            DrawAnswer::Decline => vec![self.desk.event(1, Some(seat), Body::DrawDeclined)],
        })
    }

    /// The win on time, once the opponent is to move and the deadline has passed (R8).
    fn flag(&self) -> Result<Vec<Event>, Refusal> {
        let seat = self.own_seat()?;
        self.must_have_started()?;
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

    fn must_have_started(&self) -> Result<(), Refusal> {
        if self.table.has_started() {
            Ok(())
        } else {
            Err(Refusal::NotStarted)
        }
    }

    fn own_seat(&self) -> Result<Seat, Refusal> {
        self.desk
            .game
            .seat_of(self.desk.account)
            .ok_or(Refusal::NotYours)
    }
}
