//! The other rulings: announcements, pauses, positions, texts and sprites (T16, T17).

use daykeeper::referee::decide::due;
use daykeeper::referee::event::{Actor, Body, SpriteHash, TextHash};
use daykeeper::referee::ruling::{Order, Ruling};
use daykeeper::referee::state::PostState;
use daykeeper::rules::abaddon::position::Kind;

use super::super::table::{at, refused};
use super::{back, days, seat};

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
fn hidden_sprites_stay_hidden_and_are_hidden_once() {
    let mut table = days(1);
    let sprites = ["aa", "bb"].map(|pair| SpriteHash(pair.repeat(32)));
    let [first, second] = sprites.clone();
    let hide = |seat, sprites: &[SpriteHash]| Order::ResetSprites {
        seat,
        kind: Some(Kind::Soldier),
        sprites: sprites.to_vec(),
    };
    let nothing = table.is_ruled(hide(seat(0), &[]), "03-01T09:00:00.000");
    assert_eq!(refused(nothing).0, "not_found");
    let nobody = table.is_ruled(hide(seat(7), &sprites), "03-01T09:00:00.000");
    assert_eq!(refused(nobody).0, "not_found");

    let one = hide(seat(0), std::slice::from_ref(&first));
    table.is_ruled(one.clone(), "03-01T09:00:00.000").unwrap();
    let again = table.is_ruled(one, "03-01T10:00:00.000");
    assert_eq!(refused(again).0, "not_found");
    let both = table.is_ruled(hide(seat(0), &sprites), "03-01T10:00:00.000");
    let Body::Ruled(ruled) = &both.unwrap()[0].body else {
        panic!("no ruling")
    };
    assert!(matches!(&ruled.ruling, Ruling::SpritesReset { sprites, .. } if *sprites == [second]));
    assert!(table.game.hides_sprite(seat(0), &first));
    assert!(!table.game.hides_sprite(seat(1), &first));
    // Only pictures of turns before the ruling may have been served otherwise.
    table.plays(1, "03-02T06:00:00.000").unwrap();
    assert_eq!(table.game.redrawn_since(3), table.game.redrawn());
    assert_eq!(table.game.redrawn_since(4), None);
    assert_eq!(table.replayed(), table.game);
}

#[test]
fn a_pause_that_is_over_before_it_begins_is_refused() {
    let mut table = days(1);
    let until = |moment| Order::Pause {
        until: Some(at(moment)),
    };
    // The newest event is of 08:00: for the match it is never earlier than that.
    let answer = table.is_ruled(until("03-01T07:59:00.000"), "03-01T07:58:00.000");
    assert_eq!(refused(answer).0, "malformed");
    let answer = table.is_ruled(until("03-01T09:00:00.000"), "03-01T09:00:00.000");
    assert_eq!(refused(answer).0, "malformed");
    (table.is_ruled(until("03-01T09:00:00.001"), "03-01T09:00:00.000")).unwrap();
}

#[test]
fn a_pause_on_record_that_ended_before_it_began_is_resumed_no_earlier() {
    let mut table = days(1);
    let until = Some(at("03-01T09:00:00.000"));
    (table.is_ruled(Order::Pause { until }, "03-01T08:30:00.000")).unwrap();
    // As an older version could record it.
    table.game.last_at = at("03-01T09:30:00.000");
    let resumed = due(&table.game, at("03-01T10:00:00.000"));
    assert_eq!(resumed[0].at, at("03-01T09:30:00.000"));
}
