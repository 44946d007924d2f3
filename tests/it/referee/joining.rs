//! Newcomers, their colours, and the ends of a match (T8, R16, R18, `start_seats`).

use std::sync::Arc;

use daykeeper::referee::command::{Act, Submission};
use daykeeper::referee::options::{Preset, TurnClock};
use daykeeper::referee::state::Phase;
use daykeeper::rules::abaddon::level::Level;
use daykeeper::rules::abaddon::ruleset::{OptionsAsked, Ruleset};
use daykeeper::rules::colour::Colour;
use daykeeper::rules::seat::Seat;

use super::table::{Answer, Table, at, colour, player, refused};

/// A newcomer sends a turn that joins at an Airlock, with a colour.
fn joins(
    table: &mut Table,
    number: u8,
    airlock: &str,
    colour: Option<Colour>,
    moment: &str,
) -> Answer {
    let submission = Submission {
        seq: table.game.seq,
        steps: vec![format!("join {airlock}")],
        colour,
        post: None,
    };
    table.asks(number, Act::Submit(submission), at(moment))
}

/// Two Airlocks, an Armory, and two doors to win.
fn a_small_match() -> Table {
    let text = "name: Small\n\n+---+---+---+\n| A   .   M |\n+   +   +   +\n| A   .   . |\n+---+---+---+\n";
    let asked = OptionsAsked {
        doors_to_win: Some(2),
        ..OptionsAsked::default()
    };
    let ruleset = Ruleset::new(Arc::new(Level::parse(text).unwrap()), asked).unwrap();
    Table::on(ruleset, TurnClock::of(Preset::Daily))
}

#[test]
fn seats_are_numbered_in_the_order_of_first_turns() {
    let mut table = Table::of(Preset::Daily);
    table.announces(1, "03-01T10:00:00.000").unwrap();
    table.withdraws(1, "03-01T10:01:00.000").unwrap();
    table.plays(2, "03-01T10:02:00.000").unwrap();
    table.plays(1, "03-01T10:03:00.000").unwrap();
    assert_eq!(table.game.seat_of(player(2)), Seat::new(0));
    assert_eq!(table.game.seat_of(player(1)), Seat::new(1));
    assert_eq!(table.kinds()[2..], ["seated", "moved", "seated", "moved"]);
}

#[test]
fn a_newcomer_names_a_colour() {
    let mut table = Table::of(Preset::Daily);
    assert_eq!(
        refused(joins(&mut table, 1, "a13", None, "03-01T10:00:00.000")).0,
        "colour_missing"
    );
    let answer = table.asks(1, Act::Announce { colour: None }, at("03-01T10:00:00.000"));
    assert_eq!(refused(answer).0, "colour_missing");
    let white = Some(Colour::WHITE);
    assert_eq!(
        refused(joins(&mut table, 1, "a13", white, "03-01T10:00:00.000")).0,
        "colour_too_close"
    );
    joins(&mut table, 1, "a13", colour(1), "03-01T10:00:00.000").unwrap();
    assert_eq!(
        refused(joins(&mut table, 2, "g13", colour(1), "03-01T10:00:00.000")).0,
        "colour_too_close"
    );
    joins(&mut table, 2, "g13", colour(2), "03-01T10:00:00.000").unwrap();
}

#[test]
fn the_announced_colour_counts_unless_the_turn_names_another() {
    let mut table = Table::of(Preset::Daily);
    table.announces(1, "03-01T10:00:00.000").unwrap();
    joins(&mut table, 1, "a13", None, "03-01T10:01:00.000").unwrap();
    table.announces(2, "03-01T10:02:00.000").unwrap();
    joins(&mut table, 2, "g13", colour(5), "03-01T10:03:00.000").unwrap();
    let colours: Vec<_> = table
        .game
        .seats
        .iter()
        .map(|seat| Some(seat.colour))
        .collect();
    assert_eq!(colours, [colour(1), colour(5)]);
}

#[test]
fn an_announced_colour_is_free_again_after_the_lapse() {
    let mut table = Table::of(Preset::Daily);
    table.announces(1, "03-01T10:00:00.000").unwrap();
    joins(&mut table, 2, "g13", colour(1), "03-01T10:30:00.001").unwrap();
    assert_eq!(
        refused(joins(&mut table, 1, "a13", colour(1), "03-01T10:31:00.000")).0,
        "colour_too_close"
    );
    assert_eq!(
        refused(joins(&mut table, 1, "a13", None, "03-01T10:31:00.000")).0,
        "colour_missing"
    );
}

#[test]
fn a_seated_player_repeats_their_colour_or_leaves_it_out() {
    let mut table = Table::of(Preset::Daily);
    table.plays(1, "03-01T10:00:00.000").unwrap();
    let announce = |colour| Act::Announce { colour };
    let answer = table.asks(1, announce(colour(3)), at("03-02T10:00:00.000"));
    assert_eq!(refused(answer).0, "colour_fixed");
    table
        .asks(1, announce(colour(1)), at("03-02T10:00:00.000"))
        .unwrap();
}

#[test]
fn newcomers_need_a_seat_and_an_airlock() {
    let two = OptionsAsked {
        seats: Some(2),
        ..OptionsAsked::default()
    };
    let mut table = Table::with(TurnClock::of(Preset::Daily), two);
    table.plays(1, "03-01T10:00:00.000").unwrap();
    table.plays(2, "03-01T10:00:00.000").unwrap();
    assert!(!table.game.is_joinable());
    assert_eq!(
        refused(table.plays(3, "03-01T10:01:00.000")).0,
        "match_full"
    );
    assert_eq!(
        refused(table.announces(3, "03-01T10:01:00.000")).0,
        "match_full"
    );
}

#[test]
fn without_an_unclaimed_airlock_nobody_comes_in() {
    let mut table = a_small_match();
    let three = OptionsAsked {
        doors_to_win: Some(3),
        ..OptionsAsked::default()
    };
    let level = Arc::clone(&table.hall().ruleset.level);
    table = Table::on(
        Ruleset::new(level, three).unwrap(),
        TurnClock::of(Preset::Free),
    );
    for steps in [
        &["join a2", "spawn a2>b2"][..],
        &["move b2 b1", "claim b1 a1"][..],
    ] {
        let submission = Submission {
            steps: steps.iter().map(|step| (*step).to_owned()).collect(),
            ..table.a_turn_of(1)
        };
        table
            .asks(1, Act::Submit(submission), at("03-01T10:00:00.000"))
            .unwrap();
    }
    assert!(!table.game.is_joinable());
    assert_eq!(
        refused(table.announces(2, "03-01T10:01:00.000")).0,
        "no_free_airlock"
    );
}

#[test]
fn until_enough_have_joined_only_first_turns_are_accepted() {
    let three = OptionsAsked {
        start_seats: Some(3),
        ..OptionsAsked::default()
    };
    let mut table = Table::with(TurnClock::of(Preset::Free), three);
    table.plays(1, "03-01T10:00:00.000").unwrap();
    assert_eq!(
        refused(table.plays(1, "03-02T10:00:00.000")).0,
        "waiting_for_players"
    );
    assert_eq!(
        refused(table.announces(1, "03-02T10:00:00.000")).0,
        "waiting_for_players"
    );
    table.plays(2, "03-02T10:00:00.000").unwrap();
    table.plays(3, "03-02T10:00:00.000").unwrap();
    table.plays(1, "03-02T10:00:00.000").unwrap();
}

#[test]
fn winning_ends_the_match() {
    let mut table = a_small_match();
    joins(&mut table, 1, "a2", colour(1), "03-01T10:00:00.000").unwrap();
    let sends = |table: &mut Table, steps: &[&str], moment| {
        let steps = steps.iter().map(|step| (*step).to_owned()).collect();
        let submission = Submission {
            steps,
            ..table.a_turn_of(1)
        };
        table.asks(1, Act::Submit(submission), at(moment))
    };
    table.announces(1, "03-02T10:00:00.000").unwrap();
    sends(
        &mut table,
        &["spawn a2>b2", "claim b2 c2"],
        "03-02T10:01:00.000",
    )
    .unwrap();
    assert_eq!(table.kinds()[3..], ["moved", "ended"]);
    assert_eq!(
        table.game.phase,
        Phase::Over {
            winner: Seat::new(0)
        }
    );
    assert_eq!(table.hall().announcement, None);
    assert_eq!(
        refused(sends(&mut table, &[], "03-03T10:00:00.000")).0,
        "match_over"
    );
    assert_eq!(
        refused(table.announces(2, "03-03T10:00:00.000")).0,
        "match_over"
    );
}

#[test]
fn a_first_turn_that_was_taken_back_is_a_first_turn_again() {
    let two = OptionsAsked {
        start_seats: Some(2),
        ..OptionsAsked::default()
    };
    let mut table = Table::with(TurnClock::of(Preset::Daily), two);
    table.plays(1, "03-01T10:00:00.000").unwrap();
    table.takes_back(1, 1, "03-01T10:01:00.000").unwrap();
    // Nobody else has come, and nobody need come for it.
    table.plays(1, "03-01T10:02:00.000").unwrap();
    table.plays(2, "03-01T11:00:00.000").unwrap();
    let order = table.back_to(0);
    table.is_ruled(order, "03-01T12:00:00.000").unwrap();
    table.plays(1, "03-01T13:00:00.000").unwrap();
    // Player 2 has a seat, and has not joined again.
    assert_eq!(
        refused(table.plays(1, "03-02T10:00:00.000")).0,
        "waiting_for_players"
    );
    table.plays(2, "03-02T11:00:00.000").unwrap();
    table.plays(1, "03-02T12:00:00.000").unwrap();
}
