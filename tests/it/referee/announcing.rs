//! Announcements, lapses and stale turns (T2–T7, T9, T11, T12, T18).

use daykeeper::referee::command::{Act, Submission};
use daykeeper::referee::event::{Actor, Body};
use daykeeper::referee::options::Preset;
use daykeeper::referee::refusal::Refusal;

use super::table::{Table, at, colour, player, refused};

/// A daily match in which players 1 and 2 have seats since 1 March, 06:00.
fn a_match_of_two() -> Table {
    let mut table = Table::of(Preset::Daily);
    table.plays(1, "03-01T06:00:00.000").unwrap();
    table.plays(2, "03-01T06:00:00.000").unwrap();
    table
}

#[test]
fn an_announcement_reserves_the_board() {
    let mut table = a_match_of_two();
    table.announces(1, "03-02T10:00:00.000").unwrap();
    let held = Refusal::BoardReserved {
        holder: player(1),
        held_until: at("03-02T10:30:00.000"),
    };
    assert_eq!(table.announces(2, "03-02T10:10:00.000"), Err(held.clone()));
    assert_eq!(table.plays(2, "03-02T10:30:00.000"), Err(held));
    table.plays(1, "03-02T10:30:00.000").unwrap();
    table.plays(2, "03-02T10:30:00.000").unwrap();
}

#[test]
fn thirty_minutes_are_in_time_and_a_millisecond_more_is_not() {
    let mut table = a_match_of_two();
    table.announces(1, "03-02T10:00:00.000").unwrap();
    let mut late = table.clone();
    table.plays(1, "03-02T10:30:00.000").unwrap();
    assert_eq!(table.kinds()[4..], ["announced", "moved"]);

    assert_eq!(
        refused(late.plays(1, "03-02T10:30:00.001")),
        ("lapsed", None)
    );
    assert_eq!(late.kinds()[4..], ["announced", "lapsed"]);
    let lapse = late.log.last().unwrap();
    assert_eq!(
        (lapse.at, lapse.actor),
        (at("03-02T10:30:00.000"), Actor::Server)
    );
    // The same steps with the current seq are an unannounced turn of the day on which they are sent.
    late.plays(1, "03-02T10:30:00.001").unwrap();
}

#[test]
fn only_the_former_holder_is_told_of_the_lapse() {
    let mut table = a_match_of_two();
    let seen = table.game.seq;
    table.announces(1, "03-02T10:00:00.000").unwrap();
    table
        .plays_having_seen(seen, 2, "03-02T10:40:00.000")
        .unwrap();
    // What came after the lapse does not hide it: T12 asks for it before moved_on.
    assert_eq!(
        refused(table.plays_having_seen(seen, 1, "03-02T10:41:00.000")).0,
        "lapsed"
    );
    assert_eq!(
        refused(table.plays_having_seen(table.game.seq - 1, 1, "03-02T10:41:00.000")).0,
        "moved_on"
    );
}

#[test]
fn a_turn_belongs_to_the_day_of_its_announcement() {
    let mut table = a_match_of_two();
    table.announces(1, "03-02T23:50:00.000").unwrap();
    let events = table.plays(1, "03-03T00:10:00.000").unwrap();
    let Body::Moved(moved) = &events[0].body else {
        panic!("{events:?}")
    };
    assert_eq!(moved.day, at("03-02T00:00:00.000").day());
    assert_eq!(moved.announced_at, Some(at("03-02T23:50:00.000")));
    table.plays(1, "03-03T00:10:00.001").unwrap();
    assert_eq!(
        refused(table.plays(1, "03-03T23:59:59.999")),
        ("turn_spent", Some(at("03-04T00:00:00.000")))
    );
}

#[test]
fn a_turn_sent_at_once_belongs_to_the_day_on_which_it_is_sent() {
    let mut table = a_match_of_two();
    table.plays(1, "03-02T23:59:59.999").unwrap();
    assert_eq!(
        refused(table.plays(1, "03-02T23:59:59.999")).0,
        "turn_spent"
    );
    table.plays(1, "03-03T00:00:00.000").unwrap();
}

#[test]
fn a_lapse_across_midnight_uses_up_nothing() {
    let mut table = a_match_of_two();
    table.announces(1, "03-02T23:50:00.000").unwrap();
    assert_eq!(refused(table.plays(1, "03-03T00:20:00.001")).0, "lapsed");
    table.announces(1, "03-03T00:21:00.000").unwrap();
    table.plays(1, "03-03T00:22:00.000").unwrap();
}

#[test]
fn one_announcement_a_day() {
    let mut table = a_match_of_two();
    table.announces(1, "03-02T10:00:00.000").unwrap();
    table.withdraws(1, "03-02T10:05:00.000").unwrap();
    let spent = ("announcement_spent", Some(at("03-03T00:00:00.000")));
    assert_eq!(refused(table.announces(1, "03-02T23:59:59.999")), spent);
    let mut other = table.clone();
    other.announces(1, "03-03T00:00:00.000").unwrap();
    table.plays(1, "03-02T23:59:59.999").unwrap();
    assert_eq!(
        refused(table.announces(1, "03-02T23:59:59.999")).0,
        "turn_spent"
    );
}

#[test]
fn a_newcomers_announcement_counts_for_their_seat_later() {
    let mut table = Table::of(Preset::Daily);
    table.announces(1, "03-01T10:00:00.000").unwrap();
    table.withdraws(1, "03-01T10:01:00.000").unwrap();
    assert_eq!(
        refused(table.announces(1, "03-01T10:02:00.000")).0,
        "announcement_spent"
    );
    table.announces(1, "03-02T10:00:00.000").unwrap();
    assert_eq!(table.hall().announcement.as_ref().unwrap().seat, None);
    table.plays(1, "03-02T10:10:00.000").unwrap();
    assert_eq!(
        refused(table.announces(1, "03-02T10:11:00.000")).0,
        "turn_spent"
    );
}

#[test]
fn only_what_changes_the_position_makes_a_turn_stale() {
    let mut table = a_match_of_two();
    let seen = table.game.seq;
    table.announces(2, "03-02T10:00:00.000").unwrap();
    table.withdraws(2, "03-02T10:01:00.000").unwrap();
    table
        .plays_having_seen(seen, 1, "03-02T10:02:00.000")
        .unwrap();
    assert_eq!(
        refused(table.plays_having_seen(seen, 2, "03-02T10:03:00.000")).0,
        "moved_on"
    );
    table.plays(2, "03-02T10:03:00.000").unwrap();
}

#[test]
fn announcing_while_holding_the_board_changes_nothing() {
    let mut table = a_match_of_two();
    table.announces(1, "03-02T10:00:00.000").unwrap();
    let before = table.clone();
    assert_eq!(table.announces(1, "03-02T10:30:00.000"), Ok(Vec::new()));
    assert_eq!(table.game, before.game);
}

#[test]
fn withdrawing_is_possible_through_the_last_instant() {
    let mut table = a_match_of_two();
    assert_eq!(
        refused(table.withdraws(1, "03-02T09:00:00.000")).0,
        "not_announced"
    );
    table.announces(1, "03-02T10:00:00.000").unwrap();
    let mut late = table.clone();
    table.withdraws(1, "03-02T10:30:00.000").unwrap();
    assert_eq!(
        refused(table.withdraws(1, "03-02T10:30:00.000")).0,
        "not_announced"
    );
    assert_eq!(
        refused(late.withdraws(1, "03-02T10:30:00.001")).0,
        "not_announced"
    );
    assert_eq!(late.kinds().last(), Some(&"lapsed"));
}

#[test]
fn a_refused_step_leaves_the_announcement_as_it_is() {
    let mut table = a_match_of_two();
    table.announces(1, "03-02T10:00:00.000").unwrap();
    let bad = Submission {
        steps: vec!["move a1 a2".to_owned()],
        ..table.a_turn_of(1)
    };
    let answer = table.asks(1, Act::Submit(bad), at("03-02T10:10:00.000"));
    assert_eq!(refused(answer).0, "no_unit");
    table.plays(1, "03-02T10:30:00.000").unwrap();
}

#[test]
fn a_clock_that_steps_back_gives_nobody_a_second_day_or_a_longer_hold() {
    let mut table = a_match_of_two();
    table.plays(1, "03-02T00:00:00.000").unwrap();
    let events = table.announces(2, "03-01T23:00:00.000").unwrap();
    assert_eq!(events[0].at, at("03-02T00:00:00.000"));
    let held = Refusal::BoardReserved {
        holder: player(2),
        held_until: at("03-02T00:30:00.000"),
    };
    assert_eq!(table.plays(3, "03-01T22:00:00.000"), Err(held));
    assert_eq!(
        refused(table.plays(1, "03-01T23:59:00.000")).0,
        "turn_spent"
    );
    table.plays(2, "03-01T23:00:00.000").unwrap();
    let moved = table.log.last().unwrap();
    assert_eq!(moved.at, at("03-02T00:00:00.000"));
}

#[test]
fn the_first_reason_that_fits_is_the_one_given() {
    let mut table = a_match_of_two();
    table.plays(1, "03-02T09:00:00.000").unwrap();
    table.announces(2, "03-02T10:00:00.000").unwrap();
    // The spent turn comes before the reserved board, the colour and the steps.
    let nonsense = Submission {
        seq: 1,
        steps: vec![],
        colour: colour(5),
        post: None,
    };
    let answer = table.asks(1, Act::Submit(nonsense.clone()), at("03-02T10:01:00.000"));
    assert_eq!(refused(answer).0, "turn_spent");
    // The reserved board before the rest.
    let answer = table.asks(3, Act::Submit(nonsense.clone()), at("03-02T10:01:00.000"));
    assert_eq!(refused(answer).0, "board_reserved");
    // What has moved on before colour and steps, the colour before the steps.
    let answer = table.asks(2, Act::Submit(nonsense.clone()), at("03-02T10:01:00.000"));
    assert_eq!(refused(answer).0, "moved_on");
    let seen = Submission {
        seq: table.game.seq,
        ..nonsense
    };
    let answer = table.asks(2, Act::Submit(seen.clone()), at("03-02T10:01:00.000"));
    assert_eq!(refused(answer).0, "colour_fixed");
    let own = Submission {
        colour: colour(2),
        ..seen
    };
    let answer = table.asks(2, Act::Submit(own), at("03-02T10:01:00.000"));
    assert_eq!(refused(answer).0, "empty_turn");
}
