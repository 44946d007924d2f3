//! Whether a ruling may be made, and what it does.

use crate::ids::{AccountId, Role};
use crate::referee::abaddon::window::Window;
use crate::referee::decide::Desk;
use crate::referee::event::{Actor, Body, Event, SpriteHash, TextHash};
use crate::referee::helios::passers;
use crate::referee::moderate::barred::Barred;
use crate::referee::refusal::Refusal;
use crate::referee::ruling::{Office, Order, PositionSet, Power, Reverted, Rule, Ruled, Ruling};
use crate::referee::state::{Board, Match, Phase, PostState, SeatState};
use crate::rules::abaddon::position::Kind;
use crate::rules::helios::side::Side;
use crate::rules::seat::Seat;
use crate::time::{GmtDay, Instant};

/// The end of a pause that has come by itself (T16).
pub(in crate::referee) fn due(game: &Match, now: Instant) -> Option<Event> {
    let Phase::Paused { until, .. } = game.phase else {
        return None;
    };
    let until = until.filter(|until| *until < game.no_earlier(now))?;
    Some(Event {
        seq: game.seq + 1,
        at: game.no_earlier(until),
        actor: Actor::Server,
        seat: None,
        body: Body::PauseEnded,
    })
}

/// In what office an account may rule so in a match.
///
/// # Errors
/// [`Barred::ModeratorsOnly`] when it may not.
pub fn office_of(
    game: &Match,
    account: AccountId,
    role: Role,
    power: Power,
) -> Result<Office, Refusal> {
    let plays = game.seat_of(account).is_some();
    let rules_as_host = game.host == account && (!plays || game.host_moderates);
    if Role::Moderator <= role {
        Ok(Office::Moderator)
    } else if rules_as_host && power.is_hosts() {
        Ok(Office::Host)
    } else {
        Err(Refusal::Barred(Barred::ModeratorsOnly))
    }
}

pub(in crate::referee) fn decide(desk: &Desk<'_>, rule: &Rule) -> Result<Vec<Event>, Refusal> {
    let office = office_of(desk.game, desk.account, rule.role, rule.order.power())?;
    let Happens {
        seat,
        ruling,
        passers,
        ends_with,
    } = Bench { desk }.hear(&rule.order)?;
    let ruled = Body::Ruled(Box::new(Ruled {
        reason: rule.reason.clone(),
        office,
        plays: desk.game.seat_of(desk.account).is_some(),
        ruling,
    }));
    let mut happened = vec![(seat, ruled)];
    happened.extend(
        passers
            .into_iter()
            .map(|passer| (Some(passer), Body::Passed)),
    );
    happened.extend(ends_with.map(|Ending { winner }| (seat, Body::Ended { winner })));
    Ok((1..)
        .zip(happened)
        .map(|(ahead, (seat, body))| desk.event(ahead, seat, body))
        .collect())
}

/// What a ruling makes happen.
struct Happens {
    /// The seat that it concerns.
    seat: Option<Seat>,
    ruling: Ruling,
    /// Helios: who passes at once, in turns (R5).
    passers: Vec<Seat>,
    /// The end of the match with its winner, where it ends.
    ends_with: Option<Ending>,
}

impl Happens {
    const fn to(seat: Option<Seat>, ruling: Ruling) -> Self {
        Self {
            seat,
            ruling,
            passers: Vec::new(),
            ends_with: None,
        }
    }
}

/// The end of a match.
struct Ending {
    /// Who won; nobody in a draw.
    winner: Option<Seat>,
}

/// Where rulings are made.
struct Bench<'a> {
    desk: &'a Desk<'a>,
}

impl Bench<'_> {
    fn hear(&self, order: &Order) -> Result<Happens, Refusal> {
        match order {
            Order::Lift { from } => self.lift(*from),
            Order::Revert { to, position } => self.revert(*to, position),
            Order::Remove { seat, belongings } => {
                let belongings = *belongings;
                self.desk.is_not_over()?;
                let player = self.player_on(*seat)?;
                let removed = Ruling::Removed { player, belongings };
                Ok(Happens::to(Some(*seat), removed))
            }
            Order::Replace { seat, player } => self.replace(*seat, *player),
            Order::Pause { until } => self.pause(*until),
            Order::Resume => self.resume(),
            Order::Close { winner } => self.close(*winner),
            Order::Annotate { seq, text } => self.annotate(*seq, text.clone()),
            Order::HidePost { turn } => self.hide_post(*turn),
            Order::ResetSprites {
                seat,
                kind,
                sprites,
            } => self.reset_sprites(*seat, *kind, sprites),
            Order::SetPosition { position, seat } => self.set_position(position, *seat),
            Order::Retitle { title } => {
                let title = title.clone();
                Ok(Happens::to(None, Ruling::Retitled { title }))
            }
            Order::Hide => Ok(Happens::to(None, Ruling::Hidden)),
        }
    }

    fn lift(&self, from: Option<AccountId>) -> Result<Happens, Refusal> {
        self.desk.is_running()?;
        let table = self.desk.game.abaddon().ok_or(Refusal::OtherGame)?;
        let window = Window::at(self.desk.game, table, self.desk.now);
        let is_meant = |holder| from.is_none_or(|from| from == holder);
        let held = window.hold().filter(|held| is_meant(held.holder));
        let held = held.ok_or(Refusal::NotAnnounced)?;
        Ok(Happens::to(held.seat, Ruling::Lifted))
    }

    fn revert(&self, to: u32, position: &Board) -> Result<Happens, Refusal> {
        if to != 0 {
            self.turn_is_there(to)?;
        }
        let position = position.clone();
        Ok(Happens {
            seat: None,
            passers: Vec::new(),
            ends_with: position.ended_with(),
            ruling: Ruling::Reverted(Reverted {
                from: self.desk.game.newest_standing(),
                to,
                position,
            }),
        })
    }

    fn replace(&self, seat: Seat, player: AccountId) -> Result<Happens, Refusal> {
        self.desk.is_not_over()?;
        let state = self.seat(seat)?;
        if state.sittings.is_empty() {
            // Nobody has ever sat there: whoever comes takes it (Helios).
            return Err(Refusal::NotStarted);
        }
        if self.desk.game.seat_of(player).is_some() {
            return Err(Refusal::Barred(Barred::HasSeat));
        }
        let former = state.holder;
        Ok(Happens::to(Some(seat), Ruling::Replaced { player, former }))
    }

    /// A pause that is over before it begins cannot be meant, and could not be dated.
    fn pause(&self, until: Option<Instant>) -> Result<Happens, Refusal> {
        if until.is_some_and(|until| until <= self.desk.now) {
            return Err(Refusal::Barred(Barred::PauseOver));
        }
        self.desk.is_running()?;
        Ok(Happens::to(None, Ruling::Paused { until }))
    }

    fn resume(&self) -> Result<Happens, Refusal> {
        match self.desk.game.phase {
            Phase::Over { winner } => Err(Refusal::MatchOver { winner }),
            Phase::Running => Err(Refusal::Barred(Barred::NotPaused)),
            Phase::Paused { .. } => Ok(Happens::to(None, Ruling::Resumed)),
        }
    }

    fn close(&self, winner: Option<Seat>) -> Result<Happens, Refusal> {
        self.desk.is_not_over()?;
        if let Some(seat) = winner {
            self.seat(seat)?;
        }
        Ok(Happens {
            seat: None,
            ruling: Ruling::Closed { winner },
            passers: Vec::new(),
            ends_with: Some(Ending { winner }),
        })
    }

    fn annotate(&self, seq: u64, text: TextHash) -> Result<Happens, Refusal> {
        let what = "entry";
        if seq == 0 || self.desk.game.seq < seq {
            return Err(Refusal::Barred(Barred::NoSuchThing { what }));
        }
        Ok(Happens::to(None, Ruling::Annotated { seq, text }))
    }

    fn hide_post(&self, turn: u32) -> Result<Happens, Refusal> {
        self.turn_is_there(turn)?;
        let mark = self.desk.game.turn_mark(turn);
        let shown = mark.filter(|mark| mark.post == PostState::Shown);
        let what = "post to hide";
        let mark = shown.ok_or(Refusal::Barred(Barred::NoSuchThing { what }))?;
        Ok(Happens::to(mark.seat, Ruling::PostHidden { turn }))
    }

    /// Sprites that were hidden before are hidden already.
    fn reset_sprites(
        &self,
        seat: Seat,
        kind: Option<Kind>,
        sprites: &[SpriteHash],
    ) -> Result<Happens, Refusal> {
        self.seat(seat)?;
        let shown = |sprite: &&SpriteHash| !self.desk.game.hides_sprite(seat, sprite);
        let sprites: Vec<_> = sprites.iter().filter(shown).cloned().collect();
        if sprites.is_empty() {
            let what = "sprite to hide";
            return Err(Refusal::Barred(Barred::NoSuchThing { what }));
        }
        Ok(Happens::to(
            Some(seat),
            Ruling::SpritesReset { kind, sprites },
        ))
    }

    /// A position becomes a turn; that of a seat uses up its day, if it has not played already.
    fn set_position(&self, position: &Board, seat: Option<Seat>) -> Result<Happens, Refusal> {
        let game = self.desk.game;
        self.desk.is_not_over()?;
        if let Some(seat) = seat {
            self.seat(seat)?;
            let spent = game
                .abaddon()
                .and_then(|table| Window::at(game, table, self.desk.now).turn_spent_until(seat));
            if let Some(opens_at) = spent {
                return Err(Refusal::TurnSpent { opens_at });
            }
        }
        let (position, passers) = position.settled();
        Ok(Happens {
            seat,
            ends_with: position.ended_with(),
            ruling: Ruling::PositionSet(PositionSet {
                turn: game.last_turn() + 1,
                day: seat.map(|seat| self.day_of(seat)),
                position,
                passes: u8::try_from(passers.len()).unwrap_or(u8::MAX),
            }),
            passers,
        })
    }

    /// The day to which a turn of a seat belongs now (T5).
    fn day_of(&self, seat: Seat) -> GmtDay {
        let (game, now) = (self.desk.game, self.desk.now);
        game.abaddon().map_or(now.day(), |table| {
            Window::at(game, table, now).day_of_turn(game.holder_of(seat))
        })
    }

    fn seat(&self, seat: Seat) -> Result<&SeatState, Refusal> {
        let what = "seat";
        let found = self.desk.game.seats.get(usize::from(seat.number()));
        found.ok_or(Refusal::Barred(Barred::NoSuchThing { what }))
    }

    fn player_on(&self, seat: Seat) -> Result<AccountId, Refusal> {
        self.seat(seat)?
            .holder
            .ok_or(Refusal::Barred(Barred::SeatVacant))
    }

    fn turn_is_there(&self, turn: u32) -> Result<(), Refusal> {
        let what = "turn";
        let found = self.desk.game.turn_mark(turn).map(drop);
        found.ok_or(Refusal::Barred(Barred::NoSuchThing { what }))
    }
}

impl Board {
    /// A position that no turn led to, once its side to move has passed where it must (R5), or ended
    /// where the rules end it (R7), and who passed. In Abaddon nobody ever passes.
    fn settled(&self) -> (Self, Vec<Seat>) {
        match self {
            Self::Abaddon(_) => (self.clone(), Vec::new()),
            Self::Helios(position) => {
                let settled = position.settled();
                let passers = passers(position.to_move(), settled.passes);
                (Self::Helios(settled.position), passers)
            }
        }
    }

    /// How a position ends the match, if it does.
    fn ended_with(&self) -> Option<Ending> {
        let winner = match self {
            Self::Abaddon(position) => Some(position.winner()?),
            Self::Helios(position) => position.ending()?.winner.map(Side::seat),
        };
        Some(Ending { winner })
    }
}
