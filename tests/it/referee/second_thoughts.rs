//! Taking back one's own last turn (T19), and leaving (T17).

use daykeeper::referee::command::{Act, Submission};
use daykeeper::referee::options::{Preset, TurnClock};
use daykeeper::referee::refusal::Refusal;
use daykeeper::referee::ruling::Order;
use daykeeper::referee::state::Phase;
use daykeeper::rules::abaddon::ruleset::OptionsAsked;
use daykeeper::rules::seat::Names;

use super::table::{Table, at, player, refused};

/// Players 1 and 2 have played turns 1 and 2 on 1 March, at 06:00 and 07:00.
fn two_turns() -> Table {
    let mut table = Table::of(Preset::Daily);
    table.plays(1, "03-01T06:00:00.000").unwrap();
    table.plays(2, "03-01T07:00:00.000").unwrap();
    table
}

#[test]
fn a_slip_is_taken_back_within_ten_minutes_and_the_day_returns() {
    let mut table = two_turns();
    let before = table.after_turn(1).board();
    table.takes_back(2, 2, "03-01T07:10:00.000").unwrap();
    assert_eq!(table.game.board(), before);
    assert_eq!(table.standing(), [1]);
    assert_eq!(
        table.game.turn_mark(2).unwrap().struck,
        Some(table.game.seq)
    );
    // The seat, its player and its colour stay, and the next turn has another number.
    let seat = table.game.seat_of(player(2)).unwrap();
    assert_eq!(seat.number(), 1);
    table.plays(2, "03-01T07:11:00.000").unwrap();
    assert_eq!(table.standing(), [1, 3]);
    assert_eq!(table.replayed(), table.game);
}

#[test]
fn ten_minutes_and_a_millisecond_are_too_late() {
    let mut table = two_turns();
    let answer = table.takes_back(2, 2, "03-01T07:10:00.001");
    assert_eq!(refused(answer).0, "too_late");
}

#[test]
fn only_ones_own_last_turn_can_be_taken_back() {
    let mut table = two_turns();
    let someone_elses = table.takes_back(1, 2, "03-01T07:01:00.000");
    assert_eq!(refused(someone_elses).0, "not_yours");
    let not_the_last = table.takes_back(1, 1, "03-01T07:01:00.000");
    assert_eq!(refused(not_the_last).0, "moved_on");
    let not_there = table.takes_back(1, 9, "03-01T07:01:00.000");
    assert_eq!(refused(not_there).0, "not_found");
}

#[test]
fn an_announcement_of_somebody_else_stands_in_the_way_even_when_withdrawn() {
    let mut table = two_turns();
    table.announces(3, "03-01T07:01:00.000").unwrap();
    table.withdraws(3, "03-01T07:02:00.000").unwrap();
    let answer = table.takes_back(2, 2, "03-01T07:03:00.000");
    assert_eq!(refused(answer).0, "moved_on");
}

#[test]
fn a_pause_stands_in_the_way_also_when_it_is_over() {
    let mut table = two_turns();
    let until = None;
    (table.is_ruled(Order::Pause { until }, "03-01T07:01:00.000")).unwrap();
    (table.is_ruled(Order::Resume, "03-01T07:02:00.000")).unwrap();
    let answer = table.takes_back(2, 2, "03-01T07:03:00.000");
    assert_eq!(refused(answer).0, "moved_on");
}

#[test]
fn one_turn_a_day_is_taken_back() {
    let mut table = two_turns();
    table.takes_back(2, 2, "03-01T07:01:00.000").unwrap();
    table.plays(2, "03-01T07:02:00.000").unwrap();
    let second = table.takes_back(2, 3, "03-01T07:03:00.000");
    assert_eq!(refused(second).0, "takeback_spent");
    table.plays(2, "03-02T00:00:00.000").unwrap();
    table.takes_back(2, 4, "03-02T00:00:01.000").unwrap();
}

#[test]
fn the_announcement_of_a_turn_taken_back_does_not_return() {
    let mut table = two_turns();
    table.announces(3, "03-01T08:00:00.000").unwrap();
    table.plays(3, "03-01T08:01:00.000").unwrap();
    table.takes_back(3, 3, "03-01T08:02:00.000").unwrap();
    let again = table.announces(3, "03-01T08:03:00.000");
    assert_eq!(refused(again).0, "announcement_spent");
    table.plays(3, "03-01T08:04:00.000").unwrap();
}

#[test]
fn a_turn_that_won_is_taken_back_and_the_match_runs_again() {
    let asked = OptionsAsked {
        doors_to_win: Some(2),
        actions: Some(4),
        ..OptionsAsked::default()
    };
    let mut table = Table::with(TurnClock::of(Preset::Free), asked);
    let turns = [
        "join a13; spawn a13>a12; move a12 b12; move b12 c12",
        "move c12 d12; move d12 d11; move d11 e11; move e11 f11",
        "move f11 g11; move g11 g12; claim g12 g13",
    ];
    for turn in turns {
        let sent = Submission {
            steps: turn.split("; ").map(str::to_owned).collect(),
            ..table.a_turn_of(1)
        };
        (table.asks(1, Act::Submit(sent), at("03-01T06:00:00.000"))).unwrap();
    }
    let seat = table.game.seat_of(player(1));
    assert_eq!(table.game.phase, Phase::Over { winner: seat });
    table.takes_back(1, 3, "03-01T06:10:00.000").unwrap();
    assert_eq!(table.game.phase, Phase::Running);
    assert_eq!(table.game.board(), table.after_turn(2).board());
    assert_eq!(table.replayed(), table.game);
}

#[test]
fn whoever_leaves_leaves_a_vacant_seat_and_cannot_join_again() {
    let mut table = two_turns();
    table.announces(2, "03-02T01:00:00.000").unwrap();
    table.asks(2, Act::Leave, at("03-02T01:01:00.000")).unwrap();
    assert_eq!(table.kinds().last(), Some(&"left"));
    assert!(table.hall().announcement.is_none());
    assert_eq!(table.game.seats[1].holder, None);
    assert_eq!(
        table.hall().position,
        *table
            .after_turn(2)
            .abaddon()
            .map(|hall| &hall.position)
            .unwrap()
    );
    assert_eq!(
        refused(table.plays(2, "03-03T00:00:00.000")).0,
        "already_left"
    );
    let again = table.asks(2, Act::Leave, at("03-03T00:00:00.000"));
    assert_eq!(refused(again).0, "already_left");
    let stranger = table.asks(7, Act::Leave, at("03-03T00:00:00.000"));
    assert_eq!(refused(stranger).0, "not_yours");
    // The seat goes on counting: the next newcomer has another one.
    table.plays(3, "03-03T00:01:00.000").unwrap();
    assert_eq!(table.game.seat_of(player(3)).unwrap().number(), 2);
}

#[test]
fn a_replacement_cannot_take_back_what_they_did_not_play() {
    let mut table = two_turns();
    let seat = table.game.seat_of(player(2)).unwrap();
    let replace = |by| Order::Replace {
        seat,
        player: player(by),
    };
    table.is_ruled(replace(7), "03-01T07:01:00.000").unwrap();
    let answer = table.takes_back(7, 2, "03-01T07:02:00.000");
    assert_eq!(refused(answer).0, "not_yours");
    table.is_ruled(replace(2), "03-01T07:03:00.000").unwrap();
    table.takes_back(2, 2, "03-01T07:04:00.000").unwrap();
}

#[test]
fn a_position_that_a_moderator_set_is_nobodys_to_take_back() {
    let mut table = two_turns();
    let set = Order::SetPosition {
        position: Box::new(table.game.board()),
        seat: table.game.seat_of(player(1)),
    };
    table.is_ruled(set, "03-02T07:00:00.000").unwrap();
    let answer = table.takes_back(1, 3, "03-02T07:01:00.000");
    assert_eq!(refused(answer).0, "not_yours");
}

#[test]
fn a_refusal_says_what_stands_in_the_way_of_taking_back() {
    let mut table = two_turns();
    let said = |answer: Result<_, Refusal>| answer.unwrap_err().sentence(&Names::default(), "");
    let anothers = said(table.takes_back(1, 2, "03-01T07:01:00.000"));
    assert!(anothers.contains("you played yourself"), "{anothers}");
    let not_last = said(table.takes_back(1, 1, "03-01T07:01:00.000"));
    assert!(not_last.contains("Only the last turn"), "{not_last}");
    let seated = Order::Replace {
        seat: table.game.seat_of(player(1)).unwrap(),
        player: player(2),
    };
    let seated = said(table.is_ruled(seated, "03-01T07:01:00.000"));
    assert!(seated.starts_with("That player"), "{seated}");
}
