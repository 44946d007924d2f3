//! When whom the clock lets play: one place for every allowance, hold and opening instant.

use crate::ids::AccountId;
use crate::rules::abaddon::legal::has_legal_step;
use crate::rules::seat::Seat;
use crate::time::Instant;

use super::options::{Period, Preset};
use super::state::{Announcement, AnnouncementMark, Match};

/// The announcement that holds the board at an instant; one that has lapsed holds it no more, whether
/// or not the lapse is recorded yet (T4).
pub fn open_announcement(game: &Match, now: Instant) -> Option<&Announcement> {
    game.announcement
        .as_ref()
        .filter(|held| game.no_earlier(now) <= held.held_until)
}

/// Until when an account holds the board.
pub fn held_by(game: &Match, account: AccountId, now: Instant) -> Option<&Announcement> {
    open_announcement(game, now).filter(|held| held.holder == account)
}

/// The instant from which a seat has an allowance again; `None` when it has one now (T5, T13).
///
/// A turn that is being finished belongs to the day of its announcement, so the holder is asked for
/// that day.
pub fn turn_spent_until(game: &Match, seat: Seat, now: Instant) -> Option<Instant> {
    match game.clock.period {
        Period::Day => {
            let held = open_announcement(game, now).filter(|held| held.seat == Some(seat));
            let day = held.map_or(game.no_earlier(now), |held| held.at).day();
            let spent = |mark: &&super::state::TurnMark| mark.seat == seat && mark.day == day;
            game.turns
                .iter()
                .rev()
                .find(spent)
                .map(|mark| mark.day.next().start())
        }
        Period::Minutes(minutes) => {
            let last = game.turns.iter().rev().find(|mark| mark.seat == seat)?;
            let opens = last.at.plus_minutes(i64::from(minutes));
            (game.no_earlier(now) < opens).then_some(opens)
        }
        Period::None => None,
    }
}

/// The instant at which a seat may play although nobody else has played since its last turn; `None`
/// when it need not wait (T14).
pub fn twice_in_a_row_until(game: &Match, seat: Seat, now: Instant) -> Option<Instant> {
    let last = game
        .turns
        .last()
        .filter(|mark| mark.seat == seat && !game.clock.twice_in_a_row)?;
    let patience = match game.clock.preset {
        Preset::Hourly => 1,
        Preset::Daily | Preset::Free => 7,
    };
    let opens = last.at.plus_days(patience);
    let waits_for_somebody = || {
        game.seated()
            .any(|(other, _)| other != seat && has_legal_step(&game.ruleset, &game.position, other))
    };
    (game.no_earlier(now) < opens && waits_for_somebody()).then_some(opens)
}

/// When a seat's next turn opens by the clock; `None` when it may play now.
///
/// A reserved board is no matter of the clock and does not count here.
pub fn next_turn_opens(game: &Match, seat: Seat, now: Instant) -> Option<Instant> {
    turn_spent_until(game, seat, now).max(twice_in_a_row_until(game, seat, now))
}

/// The instant from which an account may announce again; `None` when it may now (T6, T13).
pub fn announcement_spent_until(game: &Match, account: AccountId, now: Instant) -> Option<Instant> {
    let now = game.no_earlier(now);
    let mark = last_announcement(game, account)?;
    match game.clock.period {
        Period::Day => {
            let day = mark.at.day();
            (day == now.day()).then(|| day.next().start())
        }
        Period::Minutes(_) | Period::None => {
            let given_up = mark.given_up?;
            let opens = given_up.at.plus_minutes(60);
            let seat = game.seat_of(account);
            let others_played = (game.turns.iter().rev())
                .take_while(|turn| turn.seq > given_up.seq)
                .any(|turn| Some(turn.seat) != seat);
            (now < opens && !others_played).then_some(opens)
        }
    }
}

/// The instant after which something is due in a match by itself; the ticker records it then.
pub fn next_due(game: &Match) -> Option<Instant> {
    game.announcement.as_ref().map(|held| held.held_until)
}

/// The newest announcement of an account's seat, or of the account while it has none.
fn last_announcement(game: &Match, account: AccountId) -> Option<&AnnouncementMark> {
    match game.seat_of(account) {
        Some(seat) => game.announced.iter().find(|mark| mark.seat == Some(seat)),
        None => game
            .announced
            .iter()
            .find(|mark| mark.seat.is_none() && mark.account == account),
    }
}
