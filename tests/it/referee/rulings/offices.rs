//! Who may rule, and on what that is there.

use daykeeper::ids::Role;
use daykeeper::referee::event::Body;
use daykeeper::referee::ruling::{Belongings, Order};
use daykeeper::referee::state::Board;

use super::super::table::{player, refused};
use super::{days, seat};

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
