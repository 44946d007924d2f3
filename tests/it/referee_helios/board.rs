//! A board of Helios: its log, and players who ask things of it.

use daykeeper::ids::{AccountId, MatchId};
use daykeeper::referee::command::{Act, ActionSubmission, Command, DrawOffer};
use daykeeper::referee::decide::{create, decide, due};
use daykeeper::referee::event::{Created, CreatedGame, Event, HeliosChosen, TextHash, Visibility};
use daykeeper::referee::evolve::{begin, evolve};
use daykeeper::referee::helios;
use daykeeper::referee::state::{Game, Match, Phase};
use daykeeper::rules::helios::position::{EndedBy, Position};
use daykeeper::rules::helios::ruleset::{Options, OptionsAsked};
use daykeeper::rules::helios::side::Side;
use daykeeper::time::Instant;

/// The host, who sits at the bottom unless a test says otherwise; the opponent; a third person.
pub(super) const HOST: u8 = 0;
pub(super) const OPPONENT: u8 = 1;
pub(super) const STRANGER: u8 = 2;

pub(super) fn player(number: u8) -> AccountId {
    AccountId::from_random([number; 10])
}

/// A moment of March 2026 such as `01T12:00:00.000`.
pub(super) fn at(moment: &str) -> Instant {
    format!("2026-03-{moment}Z").parse().unwrap()
}

pub(super) fn chosen() -> HeliosChosen {
    HeliosChosen {
        options: Options::default(),
        days_per_turn: Some(3),
        host_side: Side::Bottom,
        opponent: None,
    }
}

pub(super) fn on_board(width: i64, height: i64) -> HeliosChosen {
    let asked = OptionsAsked {
        width: Some(width),
        height: Some(height),
        quiet_limit: Some(40),
    };
    HeliosChosen {
        options: asked.try_into().unwrap(),
        ..chosen()
    }
}

/// A match and everything that has happened in it.
pub(super) struct Board {
    pub(super) game: Match,
    pub(super) created: Created,
    pub(super) log: Vec<Event>,
}

/// The kinds of events that a request made happen, or the code of its refusal.
pub(super) type Answer = Result<Vec<&'static str>, &'static str>;

impl Board {
    /// Made on 1 March at noon, with the host's side taken.
    pub(super) fn challenge(chosen: HeliosChosen) -> Self {
        let created = Created {
            rules_version: helios::RULES_VERSION,
            title: TextHash("ab".repeat(32)),
            host_moderates: false,
            visibility: Visibility::Public,
            players: Vec::new(),
            game: CreatedGame::Helios(chosen),
        };
        let id = MatchId::from_random([7; 10]);
        let (log, game) = create(id, player(HOST), created.clone(), at("01T12:00:00.000"));
        Self { game, created, log }
    }

    /// Both have sat down; the first deadline counts from 2 March at noon.
    pub(super) fn begun(chosen: HeliosChosen) -> Self {
        let mut board = Self::challenge(chosen);
        board.sits(OPPONENT, "02T12:00:00.000").unwrap();
        board
    }

    pub(super) fn asks(&mut self, number: u8, act: Act, now: Instant) -> Answer {
        assert_eq!(
            due(&self.game, now),
            [],
            "nothing of Helios is due by itself"
        );
        let command = Command::new(player(number), act);
        let events = decide(&self.game, &command, now).map_err(|refusal| refusal.code())?;
        let kinds = events.iter().map(|event| event.body.kind()).collect();
        for event in events {
            self.game = evolve(self.game.clone(), &event);
            self.log.push(event);
        }
        Ok(kinds)
    }

    pub(super) fn sits(&mut self, number: u8, moment: &str) -> Answer {
        self.asks(number, Act::TakeSeat, at(moment))
    }

    pub(super) fn plays(&mut self, number: u8, action: &str, moment: &str) -> Answer {
        self.sends(number, without_offer(action, self.game.seq), at(moment))
    }

    pub(super) fn plays_offering(&mut self, number: u8, action: &str, moment: &str) -> Answer {
        self.sends(number, offering(action, self.game.seq), at(moment))
    }

    pub(super) fn sends(&mut self, number: u8, sent: ActionSubmission, now: Instant) -> Answer {
        self.asks(number, Act::Play(sent), now)
    }

    pub(super) fn table(&self) -> &helios::Table {
        match &self.game.game {
            Game::Helios(table) => table,
            Game::Abaddon(_) => panic!("this is a match of Helios"),
        }
    }

    pub(super) fn position(&self) -> Position {
        self.table().position
    }

    pub(super) fn ended_by(&self) -> Option<EndedBy> {
        self.position().ending().map(|ending| ending.by)
    }

    pub(super) fn is_over(&self) -> bool {
        self.game.phase != Phase::Running
    }

    /// The match that the log makes, from its first event on.
    pub(super) fn replayed(&self) -> Match {
        let first = &self.log[0];
        let begun = begin(self.game.id, player(HOST), first.at, &self.created);
        self.log[1..].iter().fold(begun, evolve)
    }

    /// Plays legal actions, picked by a seed, a minute apart and each with an offer of a draw, until
    /// the game ends or `stop` says so.
    pub(super) fn plays_on(&mut self, seed: u64, stop: impl Fn(&Self) -> bool) {
        let mut random = seed;
        let mut now = self.game.last_at;
        while self.game.phase == Phase::Running && !stop(self) {
            let position = self.position();
            let legal = position.legal_actions();
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let pick = usize::try_from(random >> 33).unwrap() % legal.len();
            let mover = self.sitting(position.to_move());
            now = now.plus_minutes(1);
            let (seq, action) = (self.game.seq, legal[pick].to_string());
            self.sends(mover, offering(&action, seq), now).unwrap();
        }
    }

    pub(super) fn sitting(&self, side: Side) -> u8 {
        let host = self.game.seat_of(player(HOST));
        if host == Some(side.seat()) {
            HOST
        } else {
            OPPONENT
        }
    }
}

/// The match is over and this side, or nobody, has won.
pub(super) fn won_by(side: Option<Side>) -> Phase {
    let winner = side.map(Side::seat);
    Phase::Over { winner }
}

pub(super) fn without_offer(action: &str, seq: u64) -> ActionSubmission {
    ActionSubmission {
        seq,
        action: action.to_owned(),
        draw: DrawOffer::None,
        post: None,
    }
}

pub(super) fn offering(action: &str, seq: u64) -> ActionSubmission {
    ActionSubmission {
        draw: DrawOffer::Offered,
        ..without_offer(action, seq)
    }
}
