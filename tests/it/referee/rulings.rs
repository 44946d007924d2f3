//! Moderation: who may rule, and what each ruling does (referee.md, Moderation and T15–T17).

use daykeeper::ids::{AccountId, Role};
use daykeeper::referee::abaddon::window::Window;
use daykeeper::referee::command::Act;
use daykeeper::referee::event::{Actor, Body, TextHash};
use daykeeper::referee::options::Preset;
use daykeeper::referee::ruling::{Belongings, Order};
use daykeeper::referee::state::{Board, Match, Phase, PostState};
use daykeeper::rules::seat::Seat;
use daykeeper::time::Instant;
use proptest::prelude::*;

use super::table::{Answer, Table, at, colour, player, refused};

/// Players 1, 2 and 3 play one turn each at 06:00, 07:00 and 08:00 of every day.
fn days(days: u32) -> Table {
    let mut table = Table::of(Preset::Daily);
    for day in 1..=days {
        for number in 1..=3 {
            let moment = format!("03-{day:02}T{:02}:00:00.000", 5 + number);
            table.plays(number, &moment).unwrap();
        }
    }
    table
}

fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

fn back(table: &mut Table, to: u32, moment: &str) -> Answer {
    let order = table.back_to(to);
    table.is_ruled(order, moment)
}

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

#[test]
fn lifting_counts_like_withdrawing() {
    let mut table = days(1);
    table.announces(1, "03-02T06:00:00.000").unwrap();
    table
        .is_ruled(Order::Lift { from: None }, "03-02T06:01:00.000")
        .unwrap();
    let again = table.announces(1, "03-02T06:02:00.000");
    assert_eq!(refused(again).0, "announcement_spent");
    table.plays(2, "03-02T06:02:00.000").unwrap();
    let nothing = table.is_ruled(Order::Lift { from: None }, "03-02T06:03:00.000");
    assert_eq!(refused(nothing).0, "not_announced");
}

#[test]
fn a_pause_gives_the_announcement_back_and_ends_by_itself() {
    let mut table = days(1);
    table.announces(1, "03-02T06:00:00.000").unwrap();
    let until = Some(at("03-02T12:00:00.000"));
    (table.is_ruled(Order::Pause { until }, "03-02T06:10:00.000")).unwrap();
    for moment in ["03-02T07:00:00.000", "03-02T12:00:00.000"] {
        assert_eq!(refused(table.announces(1, moment)).0, "match_paused");
        assert_eq!(refused(table.plays(2, moment)).0, "match_paused");
    }
    assert_eq!(table.game.next_due(), until);
    table.announces(1, "03-02T12:00:00.001").unwrap();
    let resumed = &table.log[table.log.len() - 2];
    assert_eq!(
        (resumed.body.kind(), resumed.actor),
        ("resumed", Actor::Server)
    );
    assert_eq!(Some(resumed.at), until);
    assert_eq!(table.replayed(), table.game);
}

#[test]
fn a_pause_is_resumed_by_a_ruling() {
    let mut table = days(1);
    let pause = || Order::Pause { until: None };
    assert_eq!(
        refused(table.is_ruled(Order::Resume, "03-02T05:00:00.000")).0,
        "not_paused"
    );
    table.is_ruled(pause(), "03-02T06:00:00.000").unwrap();
    assert_eq!(
        refused(table.is_ruled(pause(), "03-02T06:01:00.000")).0,
        "match_paused"
    );
    table.is_ruled(Order::Resume, "03-02T07:00:00.000").unwrap();
    table.plays(1, "03-02T07:00:00.000").unwrap();
}

#[test]
fn a_removed_seat_keeps_what_it_has_or_gives_it_up() {
    for (belongings, kept) in [(Belongings::Kept, true), (Belongings::GivenUp, false)] {
        let mut table = days(1);
        table.announces(2, "03-02T06:00:00.000").unwrap();
        let seen = table.game.seq;
        let remove = Order::Remove {
            seat: seat(1),
            belongings,
        };
        table
            .is_ruled(remove.clone(), "03-02T06:01:00.000")
            .unwrap();
        assert!(table.hall().announcement.is_none());
        assert_eq!(table.hall().position.doors_of(seat(1)) != 0, kept);
        assert_eq!(table.game.seats[1].colour, colour(2).unwrap());
        assert_eq!(
            refused(table.plays(2, "03-02T06:02:00.000")).0,
            "already_left"
        );
        let stale = table.plays_having_seen(seen, 3, "03-02T06:02:00.000");
        assert_eq!(refused(stale).0, "moved_on");
        let again = table.is_ruled(remove, "03-02T06:03:00.000");
        assert_eq!(refused(again).0, "already_left");
    }
}

#[test]
fn removing_one_player_leaves_the_announcement_of_another() {
    let mut table = days(1);
    table.announces(1, "03-02T06:00:00.000").unwrap();
    let belongings = Belongings::GivenUp;
    let remove = Order::Remove {
        seat: seat(2),
        belongings,
    };
    table.is_ruled(remove, "03-02T06:01:00.000").unwrap();
    assert!(table.hall().announcement.is_some());
}

#[test]
fn a_replacement_plays_today_only_if_the_seat_has_not() {
    let mut table = days(1);
    let replace = |number, by| Order::Replace {
        seat: seat(number),
        player: player(by),
    };
    assert_eq!(
        refused(table.is_ruled(replace(0, 2), "03-01T09:00:00.000")).0,
        "already_seated"
    );
    table.is_ruled(replace(0, 7), "03-01T09:00:00.000").unwrap();
    assert_eq!(table.game.seat_of(player(7)), Some(seat(0)));
    assert_eq!(
        refused(table.plays(7, "03-01T10:00:00.000")).0,
        "turn_spent"
    );
    table.plays(7, "03-02T00:00:00.000").unwrap();
    assert_eq!(
        refused(table.plays(1, "03-02T01:00:00.000")).0,
        "already_left"
    );
    // Whoever was replaced comes back as a replacement.
    table.is_ruled(replace(1, 1), "03-02T02:00:00.000").unwrap();
    table.plays(1, "03-02T03:00:00.000").unwrap();
}

#[test]
fn a_set_position_is_a_turn_of_a_seats_day_or_nobodys() {
    let mut table = days(1);
    let start = Box::new(table.game.first_board());
    let set = |seat| Order::SetPosition {
        position: start.clone(),
        seat,
    };
    let spent = table.is_ruled(set(Some(seat(0))), "03-01T09:00:00.000");
    assert_eq!(refused(spent).0, "turn_spent");
    table.is_ruled(set(None), "03-01T09:00:00.000").unwrap();
    let mark = table.game.turn_mark(4).unwrap();
    assert_eq!((mark.seat, mark.day), (None, None));
    assert_eq!(table.game.board(), *start);
    table
        .is_ruled(set(Some(seat(0))), "03-02T09:00:00.000")
        .unwrap();
    assert_eq!(
        refused(table.plays(1, "03-02T10:00:00.000")).0,
        "turn_spent"
    );
    // It is reverted like any other turn.
    back(&mut table, 3, "03-02T11:00:00.000").unwrap();
    table.plays(1, "03-02T12:00:00.000").unwrap();
    assert_eq!(table.standing(), [1, 2, 3, 6]);
}

#[test]
fn posts_are_hidden_entries_annotated_matches_hidden_and_retitled() {
    let mut table = days(1);
    let hide = Order::HidePost { turn: 2 };
    table.is_ruled(hide.clone(), "03-01T09:00:00.000").unwrap();
    let by = table.game.seq;
    assert_eq!(
        table.game.turn_mark(2).unwrap().post,
        PostState::Hidden { by }
    );
    assert_eq!(
        refused(table.is_ruled(hide, "03-01T09:00:00.000")).0,
        "not_found"
    );
    let text = TextHash("ef".repeat(32));
    let title = text.clone();
    let beyond = Order::Annotate {
        seq: by + 1,
        text: text.clone(),
    };
    assert_eq!(
        refused(table.is_ruled(beyond, "03-01T09:00:00.000")).0,
        "not_found"
    );
    let before = table.game.board();
    for order in [
        Order::Annotate { seq: by, text },
        Order::Retitle { title },
        Order::Hide,
    ] {
        table.is_ruled(order, "03-01T09:01:00.000").unwrap();
    }
    assert!(table.game.hidden);
    assert_eq!(table.game.board(), before);
    let kinds = table.kinds();
    assert_eq!(
        kinds[kinds.len() - 4..],
        ["post_hidden", "annotated", "retitled", "hidden"]
    );
}

#[test]
fn the_host_has_some_rulings_and_a_player_none() {
    let mut table = days(1);
    let pause = || Order::Pause { until: None };
    let by_player = table.rules(1, Role::Player, pause(), "03-01T09:00:00.000");
    assert_eq!(refused(by_player).0, "moderators_only");
    let closing = Order::Close { winner: None };
    let by_host = table.rules(0, Role::Player, closing, "03-01T09:00:00.000");
    assert_eq!(refused(by_host).0, "moderators_only");
    let paused = table
        .rules(0, Role::Player, pause(), "03-01T09:00:00.000")
        .unwrap();
    assert!(!plays(&paused[0].body));
}

#[test]
fn a_host_who_plays_rules_only_where_the_match_says_so() {
    let mut table = days(1);
    table.plays(0, "03-01T09:00:00.000").unwrap();
    let pause = || Order::Pause { until: None };
    let refusal = table.rules(0, Role::Player, pause(), "03-01T10:00:00.000");
    assert_eq!(refused(refusal).0, "moderators_only");
    table.game.host_moderates = true;
    let paused = table
        .rules(0, Role::Player, pause(), "03-01T10:00:00.000")
        .unwrap();
    assert!(plays(&paused[0].body), "it is marked that the host plays");
}

fn plays(body: &Body) -> bool {
    matches!(body, Body::Ruled(ruled) if ruled.plays)
}

#[test]
fn turns_and_seats_that_are_not_there_are_not_found() {
    let mut table = days(1);
    let position: Box<Board> = Box::new(table.game.board());
    let nobody = seat(7);
    for order in [
        Order::Revert { to: 4, position },
        Order::HidePost { turn: 4 },
        Order::Remove {
            seat: nobody,
            belongings: Belongings::Kept,
        },
        Order::Replace {
            seat: nobody,
            player: player(9),
        },
        Order::Close {
            winner: Some(nobody),
        },
    ] {
        let answer = table.is_ruled(order.clone(), "03-01T09:00:00.000");
        assert_eq!(refused(answer).0, "not_found", "{order:?}");
    }
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
