//! Putting a match back to after a turn (T15).

use daykeeper::ids::AccountId;
use daykeeper::referee::abaddon::window::Window;
use daykeeper::referee::command::Act;
use daykeeper::referee::options::Preset;
use daykeeper::referee::ruling::Order;
use daykeeper::referee::state::{Match, Phase};
use daykeeper::time::Instant;
use proptest::prelude::*;

use super::super::table::{Table, colour, player, refused};
use super::{back, days, seat};

#[test]
fn a_revert_restores_position_and_allowances_and_never_uses_a_number_twice() {
    let mut table = days(2);
    back(&mut table, 4, "03-02T09:00:00.000").unwrap();
    assert_eq!(table.game.board(), table.after_turn(4).board());
    assert_eq!(table.standing(), [1, 2, 3, 4]);
    // Turn 4 stands and uses up the day of player 1; those of 2 and 3 are free again.
    assert_eq!(
        refused(table.plays(1, "03-02T10:00:00.000")).0,
        "turn_spent"
    );
    table.plays(3, "03-02T10:00:00.000").unwrap();
    assert_eq!(table.game.last_turn(), 7);
    assert_eq!(table.game.turn_mark(7).unwrap().follows, 4);
    assert_eq!(table.replayed(), table.game);
}

#[test]
fn a_struck_turn_gives_nothing_for_another_day() {
    let mut table = days(1);
    table.plays(1, "03-02T06:00:00.000").unwrap();
    // Turn 1 is of 1 March: striking it frees that day only.
    back(&mut table, 0, "03-02T07:00:00.000").unwrap();
    table.plays(1, "03-02T08:00:00.000").unwrap();
    assert_eq!(
        refused(table.plays(1, "03-02T08:01:00.000")).0,
        "turn_spent"
    );
}

#[test]
fn reverting_a_revert_brings_that_line_back() {
    let mut table = days(2);
    let at_six = table.game.board();
    back(&mut table, 3, "03-02T09:00:00.000").unwrap();
    table.plays(2, "03-02T10:00:00.000").unwrap();
    assert_eq!(table.standing(), [1, 2, 3, 7]);
    let revert = table.game.seq - 1;
    assert_eq!(table.game.turn_mark(5).unwrap().struck, Some(revert));
    back(&mut table, 6, "03-02T11:00:00.000").unwrap();
    assert_eq!(table.standing(), [1, 2, 3, 4, 5, 6]);
    assert_eq!(table.game.board(), at_six);
    assert_eq!(
        refused(table.plays(2, "03-02T12:00:00.000")).0,
        "turn_spent"
    );
}

#[test]
fn a_seat_whose_first_turn_is_struck_keeps_number_and_colour_and_joins_again() {
    let mut table = days(1);
    back(&mut table, 1, "03-01T09:00:00.000").unwrap();
    assert_eq!(table.game.seat_of(player(3)), Some(seat(2)));
    assert_eq!(table.hall().position.doors_of(seat(2)), 0);
    table.plays(3, "03-01T10:00:00.000").unwrap();
    assert_eq!(table.game.seats.len(), 3);
    assert_eq!(table.game.turn_mark(4).unwrap().seat, Some(seat(2)));
}

#[test]
fn a_revert_ends_the_announcement_and_no_announcement_after_the_turn_counts() {
    let mut table = days(1);
    table.announces(2, "03-02T06:00:00.000").unwrap();
    back(&mut table, 3, "03-02T06:10:00.000").unwrap();
    assert!(table.hall().announcement.is_none());
    table.announces(2, "03-02T06:11:00.000").unwrap();
    let stale = table.game.seq - 2;
    table.withdraws(2, "03-02T06:12:00.000").unwrap();
    let answer = table.plays_having_seen(stale, 2, "03-02T06:13:00.000");
    assert_eq!(refused(answer).0, "moved_on");
}

#[test]
fn a_closed_match_runs_again_after_a_revert() {
    let mut table = days(1);
    let winner = Some(seat(1));
    let answer = table.is_ruled(Order::Close { winner }, "03-01T09:00:00.000");
    let kinds: Vec<_> = answer
        .unwrap()
        .iter()
        .map(|event| event.body.kind())
        .collect();
    assert_eq!(kinds, ["closed", "ended"]);
    assert_eq!(table.game.phase, Phase::Over { winner });
    assert_eq!(
        refused(table.plays(1, "03-02T06:00:00.000")).0,
        "match_over"
    );
    back(&mut table, 3, "03-02T07:00:00.000").unwrap();
    assert_eq!(table.game.phase, Phase::Running);
    table.plays(1, "03-02T08:00:00.000").unwrap();
}

/// Turns of four players, some of them announced, some announcements given up.
fn plays_on(requests: &[(u8, bool, i64)], preset: Preset) -> Table {
    let mut table = Table::of(preset);
    let mut now = table.game.created_at;
    for (number, announces, minutes) in requests {
        now = now.plus_minutes(*minutes);
        let newcomer = table.game.seat_of(player(*number)).is_none();
        let colour = colour(usize::from(*number)).filter(|_| newcomer);
        let act = if *announces {
            Act::Announce { colour }
        } else {
            Act::Submit(table.a_turn_of(*number))
        };
        drop(table.asks(*number, act, now));
    }
    table
}

/// When the clock lets somebody play and announce: as a seated player, or as a newcomer where they
/// have not played yet.
fn limits(game: &Match, account: AccountId, now: Instant) -> (Option<Instant>, Option<Instant>) {
    let window = Window::at(game, game.abaddon().unwrap(), now);
    let seat = game.seat_of(account);
    (
        seat.and_then(|seat| window.turn_spent_until(seat)),
        window.announcement_spent_until(account),
    )
}

proptest! {
    #[test]
    fn after_a_revert_position_clocks_and_limits_are_those_after_the_turn(
        requests in prop::collection::vec((1_u8..5, any::<bool>(), 0_i64..400), 1..40),
        preset in proptest::sample::select(vec![Preset::Daily, Preset::Hourly, Preset::Free]),
        pick in any::<prop::sample::Index>(),
    ) {
        let mut table = plays_on(&requests, preset);
        let to = u32::try_from(pick.index(table.game.turns.len() + 1)).unwrap();
        let then = table.after_turn(to);
        let now = table.game.last_at.plus_minutes(45);
        let order = table.back_to(to);
        let moment = now.to_string();
        let moment = moment.trim_start_matches("2026-").trim_end_matches('Z');
        table.is_ruled(order, moment).unwrap();
        prop_assert_eq!(table.game.board(), then.board());
        prop_assert_eq!(table.replayed(), table.game.clone());
        for (_, holder) in table.game.seated() {
            prop_assert_eq!(limits(&table.game, holder, now), limits(&then, holder, now));
        }
    }
}

#[test]
fn an_announcement_counts_again_on_the_line_that_comes_back() {
    let mut table = days(1);
    table.announces(2, "03-02T06:00:00.000").unwrap();
    table.withdraws(2, "03-02T06:01:00.000").unwrap();
    table.plays(1, "03-02T06:02:00.000").unwrap();
    back(&mut table, 3, "03-02T07:00:00.000").unwrap();
    // The announcement came after turn 3, and before turn 4.
    table.announces(2, "03-02T07:01:00.000").unwrap();
    table.withdraws(2, "03-02T07:02:00.000").unwrap();
    table.plays(3, "03-02T07:03:00.000").unwrap();
    back(&mut table, 4, "03-02T08:00:00.000").unwrap();
    let again = table.announces(2, "03-02T08:01:00.000");
    assert_eq!(refused(again).0, "announcement_spent");
    // Another line comes back, with the second announcement and without the first.
    back(&mut table, 5, "03-02T09:00:00.000").unwrap();
    let again = table.announces(2, "03-02T09:01:00.000");
    assert_eq!(refused(again).0, "announcement_spent");
    back(&mut table, 3, "03-02T10:00:00.000").unwrap();
    table.announces(2, "03-02T10:01:00.000").unwrap();
    assert_eq!(table.replayed(), table.game);
}

#[test]
fn a_revert_gives_back_no_second_thought() {
    let mut table = days(1);
    table.takes_back(3, 3, "03-01T08:05:00.000").unwrap();
    back(&mut table, 3, "03-01T09:00:00.000").unwrap();
    back(&mut table, 2, "03-01T09:01:00.000").unwrap();
    table.plays(3, "03-01T10:00:00.000").unwrap();
    let second = table.takes_back(3, 4, "03-01T10:01:00.000");
    assert_eq!(refused(second).0, "takeback_spent");
}
