//! Whether a command may happen now, and what happens then.

use crate::ids::{AccountId, MatchId};
use crate::rules::abaddon::apply::{TurnPlayed, play_turn};
use crate::rules::canonical;
use crate::rules::colour::Colour;
use crate::rules::seat::Seat;
use crate::time::Instant;

use super::command::{Act, Command, Submission};
use super::event::{Actor, Body, Created, Event, Moved};
use super::evolve::begin;
use super::refusal::Refusal;
use super::state::{Match, Phase};
use super::window;

/// The first event of a match, and the match that it makes.
pub fn create(id: MatchId, host: AccountId, created: Created, now: Instant) -> (Event, Match) {
    let game = begin(id, host, now, &created);
    let (actor, body) = (Actor::Account(host), Body::Created(Box::new(created)));
    (
        Event {
            seq: 1,
            at: now,
            actor,
            seat: None,
            body,
        },
        game,
    )
}

/// What has become due by itself before an instant, oldest first: a lapsed hold (T4).
///
/// It is committed before anything is decided, and stays committed whatever is decided then.
pub fn due(game: &Match, now: Instant) -> Vec<Event> {
    let lapsed = game
        .announcement
        .as_ref()
        .filter(|held| held.held_until < game.no_earlier(now));
    let event = lapsed.map(|held| Event {
        seq: game.seq + 1,
        at: held.held_until,
        actor: Actor::Server,
        seat: held.seat,
        body: Body::Lapsed,
    });
    event.into_iter().collect()
}

/// What a command makes happen at an instant. An empty list means that there is nothing to do:
/// announcing while one holds the board (T18).
///
/// What is [`due`] by then must have happened already.
///
/// # Errors
/// The first [`Refusal`] that fits, in the order of T12.
pub fn decide(game: &Match, command: &Command, now: Instant) -> Result<Vec<Event>, Refusal> {
    let desk = Desk::of(game, command.account, now)?;
    match &command.act {
        Act::Announce { colour } => desk.announce(*colour),
        Act::Withdraw => desk.withdraw(),
        Act::Submit(submission) => desk.submit(submission),
    }
}

/// Whether the clock lets an account send a turn at an instant, whatever the turn.
///
/// # Errors
/// The first [`Refusal`] that fits, in the order of T12.
pub fn may_submit(game: &Match, account: AccountId, now: Instant) -> Result<(), Refusal> {
    Desk::of(game, account, now)?.may_play()
}

/// Whether the clock lets an account announce a turn at an instant, whatever the colour.
///
/// # Errors
/// The first [`Refusal`] that fits, in the order of T12.
pub fn may_announce(game: &Match, account: AccountId, now: Instant) -> Result<(), Refusal> {
    Desk::of(game, account, now)?.may_announce()
}

/// One command on the referee's desk: the match, who asks, and when.
struct Desk<'a> {
    game: &'a Match,
    account: AccountId,
    now: Instant,
}

impl<'a> Desk<'a> {
    /// Nothing comes on the desk once the match is over.
    fn of(game: &'a Match, account: AccountId, now: Instant) -> Result<Self, Refusal> {
        match game.phase {
            Phase::Over { winner } => Err(Refusal::MatchOver { winner }),
            Phase::Running => Ok(Self {
                game,
                account,
                now: game.no_earlier(now),
            }),
        }
    }

    fn announce(&self, colour: Option<Colour>) -> Result<Vec<Event>, Refusal> {
        if window::held_by(self.game, self.account, self.now).is_some() {
            return Ok(Vec::new());
        }
        self.may_announce()?;
        let seat = self.game.seat_of(self.account);
        let colour = self.colour(colour)?;
        let held_until = self
            .now
            .plus_minutes(i64::from(self.game.clock.window_minutes));
        let colour = Some(colour).filter(|_| seat.is_none());
        Ok(vec![self.event(
            1,
            seat,
            Body::Announced { colour, held_until },
        )])
    }

    fn withdraw(&self) -> Result<Vec<Event>, Refusal> {
        let held =
            window::held_by(self.game, self.account, self.now).ok_or(Refusal::NotAnnounced)?;
        Ok(vec![self.event(1, held.seat, Body::Withdrawn)])
    }

    fn submit(&self, submission: &Submission) -> Result<Vec<Event>, Refusal> {
        self.may_play()?;
        self.is_current(submission.seq)?;
        let announced = window::held_by(self.game, self.account, self.now);
        let colour = self.colour(submission.colour.or(announced.and_then(|held| held.colour)))?;
        let newcomer = self.game.seat_of(self.account).is_none();
        let seat = self.playing_seat()?;
        let played = play_turn(
            &self.game.ruleset,
            &self.game.position,
            seat,
            &submission.steps,
        )
        .map_err(Refusal::Step)?;
        let mut bodies = Vec::new();
        if newcomer {
            bodies.push(Body::Seated { colour });
        }
        let winner = played.position.winner();
        bodies.push(Body::Moved(self.moved(submission, played)));
        bodies.extend(winner.map(|seat| Body::Ended { winner: Some(seat) }));
        Ok((1..)
            .zip(bodies)
            .map(|(ahead, body)| self.event(ahead, Some(seat), body))
            .collect())
    }

    fn moved(&self, submission: &Submission, played: TurnPlayed) -> Moved {
        let announced_at = window::held_by(self.game, self.account, self.now).map(|held| held.at);
        Moved {
            turn: self.game.last_turn() + 1,
            steps: played.steps,
            day: announced_at.unwrap_or(self.now).day(),
            announced_at,
            post: submission.post.clone(),
            position: canonical::position_hash(&played.position),
        }
    }

    fn may_announce(&self) -> Result<(), Refusal> {
        self.may_play()?;
        match window::announcement_spent_until(self.game, self.account, self.now) {
            Some(opens_at) => Err(Refusal::AnnouncementSpent { opens_at }),
            None => Ok(()),
        }
    }

    /// From `match_full` to `board_reserved` in the order of T12.
    fn may_play(&self) -> Result<(), Refusal> {
        match self.game.seat_of(self.account) {
            None => self.may_join()?,
            Some(seat) => self.has_turn(seat)?,
        }
        match window::open_announcement(self.game, self.now) {
            Some(held) if held.holder != self.account => {
                let (holder, held_until) = (held.holder, held.held_until);
                Err(Refusal::BoardReserved { holder, held_until })
            }
            _ => Ok(()),
        }
    }

    fn may_join(&self) -> Result<(), Refusal> {
        if self.game.next_seat().is_none() {
            Err(Refusal::MatchFull)
        } else if self.game.has_free_airlock() {
            Ok(())
        } else {
            Err(Refusal::NoFreeAirlock)
        }
    }

    fn has_turn(&self, seat: Seat) -> Result<(), Refusal> {
        let joined = u8::try_from(self.game.seats.len()).unwrap_or(u8::MAX);
        let missing = self.game.ruleset.options.start_seats.saturating_sub(joined);
        if missing > 0 {
            Err(Refusal::WaitingForPlayers { missing })
        } else if let Some(opens_at) = window::turn_spent_until(self.game, seat, self.now) {
            Err(Refusal::TurnSpent { opens_at })
        } else if let Some(opens_at) = window::twice_in_a_row_until(self.game, seat, self.now) {
            Err(Refusal::TwiceInARow { opens_at })
        } else {
            Ok(())
        }
    }

    fn is_current(&self, seq: u64) -> Result<(), Refusal> {
        if self
            .game
            .lapses
            .get(&self.account)
            .is_some_and(|lapse| seq < *lapse)
        {
            Err(Refusal::Lapsed)
        } else if seq < self.game.position_seq {
            Err(Refusal::MovedOn)
        } else {
            Ok(())
        }
    }

    /// The colour that the player has or gets (T8).
    fn colour(&self, named: Option<Colour>) -> Result<Colour, Refusal> {
        if let Some(seat) = self.game.seat_of(self.account) {
            let own = self.game.seats[usize::from(seat.number())].colour;
            let other = named.filter(|colour| *colour != own);
            return other.map_or(Ok(own), |_| Err(Refusal::ColourFixed { own }));
        }
        let colour = named.ok_or(Refusal::ColourMissing)?;
        let free = colour.check(&self.game.taken_colours());
        free.map_err(Refusal::ColourTooClose).map(|()| colour)
    }

    fn playing_seat(&self) -> Result<Seat, Refusal> {
        (self.game.seat_of(self.account))
            .or_else(|| self.game.next_seat())
            .ok_or(Refusal::MatchFull)
    }

    fn event(&self, ahead: u64, seat: Option<Seat>, body: Body) -> Event {
        let (seq, at) = (self.game.seq + ahead, self.now);
        Event {
            seq,
            at,
            actor: Actor::Account(self.account),
            seat,
            body,
        }
    }
}
