//! A match on a table: its log, and players who ask things of it.

use daykeeper::ids::{AccountId, MatchId, Role};
use daykeeper::referee::abaddon;
use daykeeper::referee::command::{Act, Command, Submission};
use daykeeper::referee::decide::{create, decide, due};
use daykeeper::referee::event::{
    AbaddonChosen, Body, Created, CreatedGame, Event, TextHash, Visibility,
};
use daykeeper::referee::evolve::{begin, evolve};
use daykeeper::referee::options::{Preset, TurnClock};
use daykeeper::referee::refusal::Refusal;
use daykeeper::referee::ruling::{Order, Rule};
use daykeeper::referee::state::Match;
use daykeeper::rules::abaddon::apply::TurnInPlay;
use daykeeper::rules::abaddon::level::Level;
use daykeeper::rules::abaddon::ruleset::{OptionsAsked, Ruleset};
use daykeeper::rules::colour::Colour;
use daykeeper::time::Instant;

/// A moment of 2026 such as `03-01T23:50:00.000`.
pub(crate) fn at(moment: &str) -> Instant {
    format!("2026-{moment}Z").parse().unwrap()
}

/// One of the suggested colours.
pub(crate) fn colour(number: usize) -> Option<Colour> {
    Colour::SUGGESTED.get(number).copied()
}

/// The player with a number; player 0 is the host.
pub(crate) fn player(number: u8) -> AccountId {
    AccountId::from_random([number; 10])
}

/// What a player's request comes to.
pub(crate) type Answer = Result<Vec<Event>, Refusal>;

/// A match, and everything that has happened in it.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) game: Match,
    pub(crate) log: Vec<Event>,
}

impl Table {
    /// A match of a preset on the default level, made at midnight of 1 March.
    pub(crate) fn of(preset: Preset) -> Self {
        Self::with(TurnClock::of(preset), OptionsAsked::default())
    }

    /// A match with a clock and options of its own.
    pub(crate) fn with(clock: TurnClock, options: OptionsAsked) -> Self {
        let halls = Level::shipped("halls-of-abaddon").unwrap();
        Self::on(Ruleset::new(halls, options).unwrap(), clock)
    }

    /// A match on any level.
    pub(crate) fn on(ruleset: Ruleset, clock: TurnClock) -> Self {
        let created = Created {
            rules_version: 1,
            title: TextHash("ab".repeat(32)),
            host_moderates: false,
            visibility: Visibility::Public,
            players: Vec::new(),
            game: CreatedGame::Abaddon(AbaddonChosen {
                level: "a-level".to_owned(),
                ruleset,
                clock,
                takeback: true,
            }),
        };
        let id = MatchId::from_random([1; 10]);
        let (log, game) = create(id, player(0), created, at("03-01T00:00:00.000"));
        Self { game, log }
    }

    /// A player asks something at an instant: what is due happens first, then what the referee says.
    pub(crate) fn asks(&mut self, number: u8, act: Act, now: Instant) -> Answer {
        for event in due(&self.game, now) {
            self.happens(event);
        }
        let command = Command::new(player(number), act);
        let events = decide(&self.game, &command, now)?;
        for event in events.clone() {
            self.happens(event);
        }
        Ok(events)
    }

    /// What the match has of its own game.
    pub(crate) fn hall(&self) -> &abaddon::Table {
        self.game.abaddon().unwrap()
    }

    fn happens(&mut self, event: Event) {
        self.game = evolve(self.game.clone(), &event);
        self.log.push(event);
    }

    pub(crate) fn announces(&mut self, number: u8, moment: &str) -> Answer {
        let newcomer = self.game.seat_of(player(number)).is_none();
        let colour = colour(usize::from(number)).filter(|_| newcomer);
        self.asks(number, Act::Announce { colour }, at(moment))
    }

    pub(crate) fn withdraws(&mut self, number: u8, moment: &str) -> Answer {
        self.asks(number, Act::Withdraw, at(moment))
    }

    /// A player sends a turn that the rules allow, having seen the newest event.
    pub(crate) fn plays(&mut self, number: u8, moment: &str) -> Answer {
        self.plays_having_seen(self.game.seq, number, moment)
    }

    pub(crate) fn plays_having_seen(&mut self, seq: u64, number: u8, moment: &str) -> Answer {
        let submission = Submission {
            seq,
            ..self.a_turn_of(number)
        };
        self.asks(number, Act::Submit(submission), at(moment))
    }

    /// A turn of one step that is legal: for a newcomer, joining at the first free Airlock.
    pub(crate) fn a_turn_of(&self, number: u8) -> Submission {
        let seat = self.game.seat_of(player(number));
        let newcomer = seat.is_none();
        let playing = seat.or_else(|| self.hall().next_seat(&self.game.seats));
        let hall = self.hall();
        let step = playing.and_then(|seat| {
            let turn = TurnInPlay::begin(&hall.ruleset, hall.position.clone(), seat);
            turn.legal_steps().first().map(ToString::to_string)
        });
        Submission {
            seq: self.game.seq,
            steps: step.into_iter().collect(),
            colour: colour(usize::from(number)).filter(|_| newcomer),
            post: None,
        }
    }

    /// A moderator without a seat rules.
    pub(crate) fn is_ruled(&mut self, order: Order, moment: &str) -> Answer {
        self.rules(MODERATOR, Role::Moderator, order, moment)
    }

    /// Somebody rules, or tries to.
    pub(crate) fn rules(&mut self, number: u8, role: Role, order: Order, moment: &str) -> Answer {
        self.asks(number, ruling(role, order), at(moment))
    }

    /// The ruling that puts the match back to after a turn.
    pub(crate) fn back_to(&self, to: u32) -> Order {
        let position = Box::new(self.after_turn(to).board());
        Order::Revert { to, position }
    }

    pub(crate) fn takes_back(&mut self, number: u8, turn: u32, moment: &str) -> Answer {
        let act = taking_back(self, turn);
        self.asks(number, act, at(moment))
    }

    /// The match as it was right after a turn; 0 is the start.
    pub(crate) fn after_turn(&self, turn: u32) -> Match {
        let seq = self.game.turn_mark(turn).map_or(1, |mark| mark.seq);
        self.until(|event| seq < event.seq)
    }

    /// The match as its log makes it before the first event that is like this.
    fn until(&self, stop: impl Fn(&Event) -> bool) -> Match {
        let Body::Created(created) = &self.log[0].body else {
            panic!("no first event")
        };
        let first = begin(self.game.id, player(0), self.log[0].at, created);
        let before = self.log[1..].iter().take_while(|event| !stop(event));
        before.fold(first, evolve)
    }

    /// The numbers of the turns that count, oldest first.
    pub(crate) fn standing(&self) -> Vec<u32> {
        let mut standing: Vec<_> = self.game.standing().map(|mark| mark.turn).collect();
        standing.reverse();
        standing
    }

    /// The kinds of all events but the first.
    pub(crate) fn kinds(&self) -> Vec<&'static str> {
        self.log
            .iter()
            .skip(1)
            .map(|event| event.body.kind())
            .collect()
    }

    /// The match as its log makes it.
    pub(crate) fn replayed(&self) -> Match {
        self.until(|_| false)
    }
}

/// The number of a moderator who never plays.
pub(crate) const MODERATOR: u8 = 99;

/// What a moderator asks for.
pub(crate) fn moderated(order: Order) -> Act {
    ruling(Role::Moderator, order)
}

fn ruling(role: Role, order: Order) -> Act {
    let reason = TextHash("cd".repeat(32));
    Act::Rule(Box::new(Rule {
        role,
        reason,
        order,
    }))
}

/// What a player asks who thinks better of a turn.
pub(crate) fn taking_back(table: &Table, turn: u32) -> Act {
    let before = Box::new(table.until(|event| is_turn(event, turn)).board());
    Act::TakeBack { turn, before }
}

fn is_turn(event: &Event, turn: u32) -> bool {
    event.body.turn() == Some(turn)
}

/// What a request was refused with: code, and the instant from which it is allowed.
pub(crate) fn refused(answer: Answer) -> (&'static str, Option<Instant>) {
    let refusal = answer.expect_err("a refusal");
    let opens_at = match refusal {
        Refusal::TurnSpent { opens_at }
        | Refusal::TwiceInARow { opens_at }
        | Refusal::AnnouncementSpent { opens_at } => Some(opens_at),
        _ => None,
    };
    (refusal.code(), opens_at)
}
