//! Removing and replacing players (T17).

use daykeeper::referee::ruling::{Belongings, Order};

use super::super::table::{colour, player, refused};
use super::{days, seat};

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
fn a_newcomer_who_holds_the_board_gives_it_up_for_a_seat() {
    let mut table = days(1);
    table.announces(4, "03-01T23:55:00.000").unwrap();
    let replace = Order::Replace {
        seat: seat(1),
        player: player(4),
    };
    table.is_ruled(replace, "03-01T23:58:00.000").unwrap();
    assert_eq!(table.hall().announcement, None);
    // The seat has played on 1 March, and its colour is what counts.
    table.plays(4, "03-02T00:05:00.000").unwrap();
    let day = table.game.standing().next().unwrap().day.unwrap();
    assert_eq!(day.to_string(), "2026-03-02");
    assert_eq!(
        refused(table.plays(4, "03-02T00:06:00.000")).0,
        "turn_spent"
    );
    assert_eq!(table.replayed(), table.game);
}
