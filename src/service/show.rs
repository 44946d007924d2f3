//! A match as one viewer sees it at one instant.

use std::borrow::Cow;
use std::sync::Arc;

use crate::ids::{AccountId, MatchId};
use crate::referee::decide::{due, may_announce, may_submit};
use crate::referee::evolve::evolve;
use crate::referee::options::Period;
use crate::referee::state::{Announcement, Match, Phase, SeatState};
use crate::referee::window;
use crate::rules::seat::Seat;
use crate::store::project::{Loaded, State};
use crate::time::{GmtDay, Instant};

use super::act::may_join;
use super::people::People;
use super::refuse::hindrance;
use super::views::{
    Hindrance, HoldView, MatchCard, MatchState, MatchView, MyPlace, Person, PlayedToday, SeatView,
    Viewer,
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
        let people = self.people_of(std::iter::once(&*game)).await?;
        let mut view = Scene {
            game: &game,
            people: &people,
            now,
        }
        .whole(&loaded, viewer);
        view.sprites = self.sprites_now(&game).await?;
        if let (Some(mine), Some(person)) = (&mut view.mine, viewer) {
            mine.draft = self.draft(person, id).await?;
        }
        Ok(view)
    }

    /// Matches as entries of a list, in the order given.
    pub(in crate::service) async fn cards(
        &self,
        viewer: &Viewer,
        ids: &[MatchId],
    ) -> Result<Vec<MatchCard>, ServiceError> {
        let now = self.now();
        let mut loaded = Vec::with_capacity(ids.len());
        for id in ids {
            loaded.push(self.desk(*id).await?.current());
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
            visibility: game.visibility,
            players: game.players.clone(),
            level_id: game.level.clone(),
            level: Arc::clone(&game.ruleset.level),
            options: game.ruleset.options,
            clock: game.clock,
            takeback: game.takeback,
            host_moderates: game.host_moderates,
            position: game.position.clone(),
            seats: self.seats(),
            announcement: self.announcement(),
            winner: winner_of(game),
            today: self.today(),
            sprites: Vec::new(),
            mine: viewer.as_ref().map(|person| self.place_of(person)),
        }
    }

    fn card(&self, recorded: &Loaded, viewer: &Viewer) -> MatchCard {
        let game = self.game;
        let level = &game.ruleset.level;
        let player = viewer
            .as_ref()
            .filter(|person| game.seat_of(person.id).is_some());
        MatchCard {
            id: game.id,
            title: recorded.title.clone(),
            host: self.people.get(game.host),
            seq: recorded.game.seq,
            level_name: level.name().to_owned(),
            clock: game.clock,
            state: state_of(game),
            joinable: game.is_joinable(),
            free_seats: free_seats(game),
            turns: game.last_turn(),
            last_turn_at: game.turns.last().map(|mark| mark.at),
            created_at: game.created_at,
            seats: self.seats(),
            announcement: self.announcement(),
            winner: winner_of(game),
            mine: player.map(|person| self.place_of(person)),
            picture_size: (pixels(level.width()), pixels(level.height())),
        }
    }

    fn seats(&self) -> Vec<SeatView> {
        Seat::all()
            .zip(&self.game.seats)
            .map(|(seat, state)| self.seat(seat, state))
            .collect()
    }

    fn seat(&self, seat: Seat, state: &SeatState) -> SeatView {
        let position = &self.game.position;
        let last = self.game.turns.iter().rev().find(|mark| mark.seat == seat);
        SeatView {
            seat,
            player: state.holder.map(|holder| self.people.get(holder)),
            colour: state.colour,
            doors: position.doors_of(seat),
            units: position.units_of(seat),
            walls: position.walls_of(seat),
            next_turn_opens: window::next_turn_opens(self.game, seat, self.now),
            last_turn: last.map(|mark| (mark.turn, mark.at)),
        }
    }

    fn announcement(&self) -> Option<HoldView> {
        let held = window::open_announcement(self.game, self.now)?;
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
        let today = self.now.day();
        let on_day = self.game.turns.iter().filter(|mark| mark.at.day() == today);
        on_day
            .map(|mark| PlayedToday {
                seat: mark.seat,
                at: mark.at,
            })
            .collect()
    }

    fn place_of(&self, person: &Person) -> MyPlace {
        let holds_board = window::held_by(self.game, person.id, self.now).is_some();
        MyPlace {
            seat: self.game.seat_of(person.id),
            may_play: self.may(person, may_submit),
            may_announce: if holds_board {
                Err(already_held())
            } else {
                self.may(person, may_announce)
            },
            holds_board,
            uses_up: self.uses_up(person.id),
            draft: None,
        }
    }

    fn may(
        &self,
        person: &Person,
        ask: impl Fn(&Match, AccountId, Instant) -> Result<(), crate::referee::refusal::Refusal>,
    ) -> Result<(), Hindrance> {
        if !may_join(self.game, person) {
            return Err(not_invited());
        }
        ask(self.game, person.id, self.now)
            .map_err(|refusal| hindrance(&refusal, self.game, self.people))
    }

    /// T5: an announced turn uses up the day on which it was announced.
    fn uses_up(&self, account: AccountId) -> Option<GmtDay> {
        match self.game.clock.period {
            Period::Day => {
                let held = window::held_by(self.game, account, self.now);
                Some(
                    held.map_or(self.game.no_earlier(self.now), |held| held.at)
                        .day(),
                )
            }
            Period::Minutes(_) | Period::None => None,
        }
    }
}

fn state_of(game: &Match) -> MatchState {
    match State::of(game) {
        State::Open => MatchState::Open,
        State::Running => MatchState::Running,
        State::Over => MatchState::Over,
    }
}

fn winner_of(game: &Match) -> Option<Seat> {
    match game.phase {
        Phase::Over { winner } => winner,
        Phase::Running => None,
    }
}

/// Seats that newcomers could still take: each needs an unclaimed Airlock too (T8).
fn free_seats(game: &Match) -> u8 {
    let taken = u8::try_from(game.seats.len()).unwrap_or(u8::MAX);
    let free = game.ruleset.options.seats.saturating_sub(taken);
    let unclaimed = (game.ruleset.level.airlocks())
        .filter(|airlock| game.position.door_owner(*airlock).is_none())
        .count();
    if game.is_joinable() {
        free.min(u8::try_from(unclaimed).unwrap_or(u8::MAX))
    } else {
        0
    }
}

/// picture.md: 16 pixels a square, and the border's two.
fn pixels(squares: u8) -> u32 {
    16 * u32::from(squares) + 2
}

fn already_held() -> Hindrance {
    Hindrance {
        code: "board_reserved",
        rule: "T18",
        message: "You hold the board already.".to_owned(),
        opens_at: None,
    }
}

fn not_invited() -> Hindrance {
    Hindrance {
        code: "not_yours",
        rule: "private",
        message: "Only its host and the players named for it play in a private match.".to_owned(),
        opens_at: None,
    }
}
