//! A match as one viewer sees it at one instant.

use std::borrow::Cow;
use std::sync::Arc;

use crate::ids::MatchId;
use crate::referee::abaddon::window::Window;
use crate::referee::abaddon::{self, Announcement};
use crate::referee::command::{Act, Command, DrawAnswer};
use crate::referee::decide::{decide, due};
use crate::referee::evolve::evolve;
use crate::referee::helios::{self, free_side};
use crate::referee::options::Period;
use crate::referee::refusal::Refusal;
use crate::referee::state::{Game, Match, Phase, SeatState};
use crate::rules::seat::Seat;
use crate::store::project::Loaded;
use crate::time::Instant;

use super::act::{may_join, may_see};
use super::people::People;
use super::refuse::{already_held, hindrance, not_invited, suspended};
use super::standing::{free_seats, holding, paused_until, picture_size, state_of, winner_of};
use super::views::{
    AbaddonChoices, AbaddonTable, CardTable, Choices, HeliosChoices, HeliosTable, Hindrance,
    HoldView, MatchCard, MatchView, MyPlace, Person, PlayedToday, SeatView, TableView, Viewer,
};
use super::{Service, ServiceError};

impl Service {
    /// A match, whole.
    ///
    /// # Errors
    /// [`ServiceError::Missing`] where there is none that the viewer may see.
    pub async fn view(&self, viewer: &Viewer, id: MatchId) -> Result<MatchView, ServiceError> {
        let now = self.now();
        let loaded = self.desk_seen_by(viewer, id).await?.current();
        let game = as_of(&loaded.game, now);
        let viewers: Vec<_> = viewer.iter().map(|person| person.id).collect();
        let people = self.people_with(&game, &viewers).await?;
        let mut view = Scene {
            game: &game,
            people: &people,
            now,
        }
        .whole(&loaded, viewer);
        view.sprites = self.sprites_now(&game).await?;
        view.changed_by = self.changed_since(&game, view.newest_turn).await?;
        if let (Some(mine), Some(person)) = (&mut view.mine, viewer) {
            mine.draft = self.draft(person, id).await?;
        }
        Ok(view)
    }

    /// Matches as entries of a list, in the order given. One that cannot be read, or that the viewer
    /// may not see, is left out.
    pub(in crate::service) async fn cards(
        &self,
        viewer: &Viewer,
        ids: &[MatchId],
    ) -> Result<Vec<MatchCard>, ServiceError> {
        let now = self.now();
        let mut loaded = Vec::with_capacity(ids.len());
        for id in ids {
            let found = self.current_or_skipped(*id).await?;
            loaded.extend(found.filter(|found| may_see(&found.game, viewer.as_ref())));
        }
        let people = self
            .people_of(loaded.iter().map(|loaded| &loaded.game))
            .await?;
        let card = |loaded: &Arc<Loaded>| {
            let game = as_of(&loaded.game, now);
            Scene {
                game: &game,
                people: &people,
                now,
            }
            .card(loaded, viewer)
        };
        Ok(loaded.iter().map(card).collect())
    }
}

/// The match with what is due by an instant, though it may not be recorded yet: reading records
/// nothing (T4).
pub(in crate::service) fn as_of(game: &Match, now: Instant) -> Cow<'_, Match> {
    let mut shown = Cow::Borrowed(game);
    loop {
        let events = due(&shown, now);
        if events.is_empty() {
            return shown;
        }
        shown = Cow::Owned(events.iter().fold(shown.into_owned(), evolve));
    }
}

/// A match at an instant, with the people in it.
struct Scene<'a> {
    game: &'a Match,
    people: &'a People,
    now: Instant,
}

impl Scene<'_> {
    fn whole(&self, recorded: &Loaded, viewer: &Viewer) -> MatchView {
        let game = self.game;
        MatchView {
            now: self.now,
            id: game.id,
            title: recorded.title.clone(),
            host: self.people.get(game.host),
            created_at: game.created_at,
            state: state_of(game),
            joinable: game.is_joinable(),
            seq: recorded.game.seq,
            turns: game.last_turn(),
            newest_turn: game.newest_standing(),
            struck: (game.turns.iter())
                .filter(|mark| mark.struck.is_some())
                .map(|mark| mark.turn)
                .collect(),
            changed_by: None,
            redrawn: game.redrawn(),
            paused_until: paused_until(game),
            visibility: game.visibility,
            players: game.players.clone(),
            host_moderates: game.host_moderates,
            seats: self.seats(),
            winner: winner_of(game),
            today: self.today(),
            sprites: Vec::new(),
            mine: viewer.as_ref().map(|person| self.place_of(person)),
            table: self.table(),
        }
    }

    fn card(&self, recorded: &Loaded, viewer: &Viewer) -> MatchCard {
        let game = self.game;
        let player = viewer
            .as_ref()
            .filter(|person| game.seat_of(person.id).is_some());
        MatchCard {
            id: game.id,
            title: recorded.title.clone(),
            host: self.people.get(game.host),
            seq: recorded.game.seq,
            state: state_of(game),
            joinable: game.is_joinable(),
            free_seats: free_seats(game, viewer),
            turns: game.last_turn(),
            last_turn_at: game.turns.last().map(|mark| mark.at),
            created_at: game.created_at,
            seats: self.seats(),
            paused_until: paused_until(game),
            winner: winner_of(game),
            mine: player.map(|person| self.place_of(person)),
            picture_size: picture_size(game),
            table: match self.table() {
                TableView::Abaddon(table) => CardTable::Abaddon {
                    level_name: table.level.name().to_owned(),
                    clock: table.clock,
                    announcement: table.announcement,
                },
                TableView::Helios(table) => CardTable::Helios(table),
            },
        }
    }

    fn table(&self) -> TableView {
        match &self.game.game {
            Game::Abaddon(table) => TableView::Abaddon(Box::new(AbaddonTable {
                level_id: table.level.clone(),
                level: Arc::clone(&table.ruleset.level),
                options: table.ruleset.options,
                clock: table.clock,
                takeback: table.takeback,
                position: table.position.clone(),
                announcement: self.announcement(table),
            })),
            Game::Helios(table) => TableView::Helios(Box::new(HeliosTable {
                position: table.position,
                days_per_turn: table.days_per_turn,
                deadline: (table.deadline())
                    .filter(|_| !matches!(self.game.phase, Phase::Paused { .. })),
                offer: table.offer,
                free_side: free_side(self.game),
                opponent: table.opponent.map(|account| self.people.get(account)),
            })),
        }
    }

    fn seats(&self) -> Vec<SeatView> {
        Seat::all()
            .zip(&self.game.seats)
            .map(|(seat, state)| self.seat(seat, state))
            .collect()
    }

    fn seat(&self, seat: Seat, state: &SeatState) -> SeatView {
        let last = self
            .game
            .turns
            .iter()
            .rev()
            .find(|mark| mark.counts_for(seat));
        let next_turn_opens = match &self.game.game {
            Game::Abaddon(table) => self.window(table).next_turn_opens(seat),
            Game::Helios(_) => None,
        };
        SeatView {
            seat,
            player: state.holder.map(|holder| self.people.get(holder)),
            colour: state.colour,
            next_turn_opens,
            last_turn: last.map(|mark| (mark.turn, mark.at)),
            holding: holding(self.game, seat),
        }
    }

    fn window<'a>(&'a self, table: &'a abaddon::Table) -> Window<'a> {
        Window::at(self.game, table, self.now).without(self.people.suspended())
    }

    fn announcement(&self, table: &abaddon::Table) -> Option<HoldView> {
        let held = self.window(table).hold()?;
        let Announcement {
            holder,
            seat,
            colour,
            at,
            held_until,
        } = *held;
        let own = seat.and_then(|seat| self.game.seats.get(usize::from(seat.number())));
        Some(HoldView {
            holder: self.people.get(holder),
            seat,
            colour: own.map(|state| state.colour).or(colour),
            at,
            held_until,
        })
    }

    fn today(&self) -> Vec<PlayedToday> {
        let today = Some(self.now.day());
        let counts_days =
            (self.game.abaddon()).is_some_and(|table| table.clock.period == Period::Day);
        let on_day = self.game.standing().filter(|mark| {
            // A turn that was announced yesterday used up yesterday (T5).
            let day = if counts_days {
                mark.day
            } else {
                Some(mark.at.day())
            };
            day == today
        });
        let mut played: Vec<PlayedToday> = on_day
            .filter_map(|mark| {
                let (seat, at) = (mark.seat?, mark.at);
                Some(PlayedToday { seat, at })
            })
            .collect();
        played.reverse();
        played
    }

    fn place_of(&self, person: &Person) -> MyPlace {
        let (may_play, choices) = match &self.game.game {
            Game::Abaddon(table) => self.choices_in_abaddon(table, person),
            Game::Helios(table) => self.choices_in_helios(table, person),
        };
        MyPlace {
            seat: self.game.seat_of(person.id),
            may_play,
            draft: None,
            choices,
        }
    }

    fn choices_in_abaddon(
        &self,
        table: &abaddon::Table,
        person: &Person,
    ) -> (Result<(), Hindrance>, Choices) {
        let (game, now, suspended) = (self.game, self.now, self.people.suspended());
        let held = self.window(table).hold_of(person.id);
        let may_submit = abaddon::decide::may_submit(game, table, person.id, now, suspended);
        let may_announce = abaddon::decide::may_announce(game, table, person.id, now, suspended);
        let choices = AbaddonChoices {
            may_announce: match held {
                Some(_) => Err(already_held()),
                None => self.answer(person, may_announce),
            },
            holds_board: held.is_some(),
            take_back: self.may_take_back(person),
            may_leave: self.may(person, Act::Leave),
            uses_up: match table.clock.period {
                // T5: an announced turn uses up the day on which it was announced.
                Period::Day => Some(self.window(table).day_of_turn(Some(person.id))),
                Period::Minutes(_) | Period::None => None,
            },
        };
        (self.answer(person, may_submit), Choices::Abaddon(choices))
    }

    /// The newest turn, where it may be taken back: that does not depend on what stood before it.
    fn may_take_back(&self, person: &Person) -> Option<u32> {
        let turn = self.game.newest_standing();
        let before = Box::new(self.game.board());
        self.may(person, Act::TakeBack { turn, before })
            .then_some(turn)
    }

    fn may(&self, person: &Person, act: Act) -> bool {
        let command = Command::new(person.id, act);
        !self.is_suspended(person) && decide(self.game, &command, self.now).is_ok()
    }

    fn choices_in_helios(
        &self,
        table: &helios::Table,
        person: &Person,
    ) -> (Result<(), Hindrance>, Choices) {
        let account = person.id;
        let may_play = helios::decide::may_play(self.game, table, account, self.now);
        let may = |act| {
            let command = Command::new(account, act);
            let answer = decide(self.game, &command, self.now);
            self.answer(person, answer.map(drop))
        };
        let choices = HeliosChoices {
            take_seat: may(Act::TakeSeat),
            answer_draw: may(Act::AnswerDraw(DrawAnswer::Accept)),
            flag: may(Act::Flag),
            resign: may(Act::Resign),
        };
        (self.answer(person, may_play), Choices::Helios(choices))
    }

    /// The referee's answer in words; whoever is not invited, or is suspended, hears nothing else.
    fn answer(&self, person: &Person, answer: Result<(), Refusal>) -> Result<(), Hindrance> {
        if !may_join(self.game, person) {
            Err(not_invited())
        } else if self.is_suspended(person) {
            Err(suspended())
        } else {
            answer.map_err(|refusal| hindrance(&refusal, self.game, self.people))
        }
    }

    fn is_suspended(&self, person: &Person) -> bool {
        self.people.suspended().contains(&person.id)
    }
}
