//! Clocks other than the GMT day (T13, T14).

use daykeeper::referee::options::{Preset, TurnClock};
use daykeeper::rules::abaddon::ruleset::OptionsAsked;

use super::table::{Table, at, refused};

/// A match of a preset in which players 1 and 2 have seats since 1 March, 06:00; player 2 played last.
fn a_match_of_two(preset: Preset) -> Table {
    let mut table = Table::of(preset);
    table.plays(1, "03-01T06:00:00.000").unwrap();
    table.plays(2, "03-01T06:00:00.000").unwrap();
    table
}

#[test]
fn an_hour_is_over_after_sixty_minutes_exactly() {
    let mut table = a_match_of_two(Preset::Hourly);
    let opens = Some(at("03-01T07:00:00.000"));
    assert_eq!(
        refused(table.plays(1, "03-01T06:59:59.999")),
        ("turn_spent", opens)
    );
    table.plays(1, "03-01T07:00:00.000").unwrap();
}

#[test]
fn the_hour_runs_from_the_acceptance_of_an_announced_turn() {
    let mut table = a_match_of_two(Preset::Hourly);
    table.announces(1, "03-01T07:00:00.000").unwrap();
    table.plays(1, "03-01T07:15:00.000").unwrap();
    table.plays(2, "03-01T07:15:00.000").unwrap();
    assert_eq!(
        refused(table.plays(1, "03-01T08:14:59.999")).1,
        Some(at("03-01T08:15:00.000"))
    );
    table.plays(1, "03-01T08:15:00.000").unwrap();
}

#[test]
fn an_hourly_hold_lasts_a_quarter_of_an_hour() {
    let mut table = a_match_of_two(Preset::Hourly);
    table.announces(1, "03-01T07:00:00.000").unwrap();
    assert_eq!(refused(table.plays(1, "03-01T07:15:00.001")).0, "lapsed");
}

#[test]
fn after_a_lapse_one_may_announce_when_an_hour_has_passed() {
    let mut table = a_match_of_two(Preset::Hourly);
    table.announces(1, "03-01T07:00:00.000").unwrap();
    let opens = Some(at("03-01T08:15:00.000"));
    assert_eq!(
        refused(table.announces(1, "03-01T08:14:59.999")),
        ("announcement_spent", opens)
    );
    table.announces(1, "03-01T08:15:00.000").unwrap();
}

#[test]
fn after_a_lapse_one_may_announce_when_somebody_else_has_played() {
    let mut table = a_match_of_two(Preset::Free);
    table.announces(1, "03-01T07:00:00.000").unwrap();
    table.withdraws(1, "03-01T07:01:00.000").unwrap();
    assert_eq!(
        refused(table.announces(1, "03-01T07:02:00.000")).0,
        "announcement_spent"
    );
    table.plays(3, "03-01T07:03:00.000").unwrap();
    table.announces(1, "03-01T07:03:00.000").unwrap();
}

#[test]
fn one_can_submit_at_once_all_the_time() {
    let mut table = a_match_of_two(Preset::Free);
    table.announces(1, "03-01T07:00:00.000").unwrap();
    table.withdraws(1, "03-01T07:01:00.000").unwrap();
    table.plays(1, "03-01T07:02:00.000").unwrap();
}

#[test]
fn nobody_plays_twice_in_a_row_while_another_can() {
    let mut table = a_match_of_two(Preset::Hourly);
    let opens = Some(at("03-02T06:00:00.000"));
    assert_eq!(
        refused(table.plays(2, "03-01T07:00:00.000")),
        ("twice_in_a_row", opens)
    );
    assert_eq!(
        refused(table.announces(2, "03-02T05:59:59.999")),
        ("twice_in_a_row", opens)
    );
    table.plays(2, "03-02T06:00:00.000").unwrap();
}

#[test]
fn patience_is_seven_days_where_the_clock_is_not_hourly() {
    let mut table = a_match_of_two(Preset::Free);
    let opens = Some(at("03-08T06:00:00.000"));
    assert_eq!(
        refused(table.plays(2, "03-08T05:59:59.999")),
        ("twice_in_a_row", opens)
    );
    table.plays(2, "03-08T06:00:00.000").unwrap();
}

#[test]
fn a_player_alone_may_go_on() {
    let mut table = Table::of(Preset::Free);
    table.plays(1, "03-01T06:00:00.000").unwrap();
    table.plays(1, "03-01T06:00:00.000").unwrap();
}

#[test]
fn a_daily_match_may_forbid_twice_in_a_row() {
    let clock = TurnClock::chosen(Preset::Daily, None, None, Some(false)).unwrap();
    let mut table = Table::with(clock, OptionsAsked::default());
    table.plays(1, "03-01T06:00:00.000").unwrap();
    table.plays(2, "03-01T23:59:00.000").unwrap();
    assert_eq!(
        refused(table.plays(2, "03-02T00:00:00.000")).0,
        "twice_in_a_row"
    );
    assert_eq!(
        refused(table.plays(2, "03-01T23:59:00.000")).0,
        "turn_spent"
    );
    table.plays(1, "03-02T00:00:00.000").unwrap();
    table.plays(2, "03-02T00:00:00.000").unwrap();
}

#[test]
fn a_turn_belongs_to_the_day_of_its_announcement_only_where_days_are_counted() {
    for (preset, day) in [
        (Preset::Daily, "2026-03-01"),
        (Preset::Hourly, "2026-03-02"),
        (Preset::Free, "2026-03-02"),
    ] {
        let mut table = Table::of(preset);
        table.announces(1, "03-01T23:50:00.000").unwrap();
        table.plays(1, "03-02T00:05:00.000").unwrap();
        let mark = table.game.turn_mark(1).unwrap();
        assert_eq!(mark.day.unwrap().to_string(), day, "{preset:?}");
    }
}
