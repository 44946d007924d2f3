//! What is refused, and what is said when several things are wrong at once.

use daykeeper::rules::helios::position::{EndedBy, Position};
use daykeeper::rules::helios::ruleset::Options;
use daykeeper::rules::helios::side::Side;
use daykeeper::rules::seat::Names;

use super::positions::position;

/// The code and the sentence with which an action is refused.
fn refused(position: &Position, action: &str) -> (&'static str, String) {
    let refusal = position.play_text(action).expect_err(action);
    (
        refusal.code(),
        refusal.sentence(&Names::new(["Ann", "Bob"])),
    )
}

#[test]
fn what_is_none_of_the_four_notations_is_unknown() {
    let start = Position::start(Options::default());
    for text in [
        "",
        " ",
        "c1",
        "c1-",
        "-c2",
        "c1c2",
        "c1--c2",
        "c1 - c2",
        "c1-c2-c3",
        "c1-c2 c2-c3",
        "c1**",
        "c1*c2",
        "*",
        "c01-c2",
        "c1-c02",
        "c0-c1",
        "c1-c0",
        "c100-c101",
        "11-12",
        "é1-é2",
        "c1→c2",
        "cc1-c2",
        "c1:c2",
        "move c1 c2",
        "c1+c2",
        "c-1-c2",
        "c1>",
        "c1x",
    ] {
        assert_eq!(refused(&start, text).0, "unknown_action", "{text:?}");
    }
}

#[test]
fn the_first_refusal_that_fits_is_told() {
    // Bob's carrier on b3 and Ann's on d2 are locked; Ann is to move.
    let board = position(
        5,
        5,
        Side::Bottom,
        "a1:03 a2:02 b1:01 b2:03 b3:12L c2:13 c4:12 d2:02L d5:13 e5:03 e4:11",
    );
    for (action, code) in [
        // off_board comes before whatever else is wrong with the action.
        ("f1-f2", "off_board"),
        ("a6*", "off_board"),
        ("c5xc7", "off_board"),
        ("c3>z99", "off_board"),
        ("a1-a0", "unknown_action"),
        // no_piece
        ("c3-c1", "no_piece"),
        ("c3xc4", "no_piece"),
        ("c3*", "no_piece"),
        ("c3>c2", "no_piece"),
        ("c2>c3", "no_piece"),
        ("a1>e1", "no_piece"),
        // not_your_piece: whose sun is given is free, who receives it is not.
        ("b3-a1", "not_your_piece"),
        ("c4xc4", "not_your_piece"),
        ("c2*", "not_your_piece"),
        ("a1>b3", "not_your_piece"),
        ("d2>c4", "not_your_piece"),
        // locked
        ("d2-e5", "locked"),
        ("d2xd5", "locked"),
        ("d2*", "locked"),
        ("b2xb4", "locked"),
        ("b3>a2", "locked"),
        ("e5>d2", "locked"),
        // not_adjacent
        ("a1-a1", "not_adjacent"),
        ("a1-b2", "not_adjacent"),
        ("a1-a3", "not_adjacent"),
        ("a1xa1", "not_adjacent"),
        ("b2xb3", "not_adjacent"),
        ("a1xc3", "not_adjacent"),
        ("a1xd1", "not_adjacent"),
        ("e5>a2", "not_adjacent"),
        ("a2>a2", "not_adjacent"),
        // no_enemy: nobody or an own piece, locked or not, stands between.
        ("a1xa3", "no_enemy"),
        ("a1xc1", "no_enemy"),
        // occupied
        ("a1-b1", "occupied"),
        ("a1-a2", "occupied"),
        ("b2xd2", "occupied"),
        // not_a_sun_carrier, not_a_carrier
        ("b1>a1", "not_a_sun_carrier"),
        ("a2*", "not_a_sun_carrier"),
        ("a1>b1", "not_a_carrier"),
        ("c2>b2", "not_a_carrier"),
        // not_far_row
        ("a1*", "not_far_row"),
    ] {
        assert_eq!(refused(&board, action).0, code, "{action}");
    }
}

#[test]
fn a_finished_game_is_refused_before_the_text_is_read() {
    let over = Position::start(Options::default()).ended(EndedBy::Resignation, Some(Side::Top));
    for text in ["c1-c2", "nonsense", "z9*", ""] {
        let expected = "The game is over: a player resigned.";
        assert_eq!(
            refused(&over, text),
            ("game_over", expected.to_owned()),
            "{text:?}"
        );
    }
    assert!(over.legal_actions().is_empty());
}

#[test]
fn sentences_name_squares_and_owners() {
    let board = position(
        5,
        5,
        Side::Bottom,
        "a1:03 a2:02 b1:01 b2:03 b3:12L c2:13 c4:12 d2:02L d5:13",
    );
    for (action, sentence) in [
        (
            "a1",
            "“a1” is not an action. A move is written c1-c2, a hit c3xc5, a sacrifice c7* and a transfer c3>c4.",
        ),
        (
            "a1-z9",
            "z9 is not on the board, which has 5 columns and 5 rows.",
        ),
        ("c3*", "Nobody stands on c3."),
        ("c2-c3", "The piece on c2 is Bob's."),
        (
            "b2xb4",
            "The piece on b3 is locked until Bob has completed a turn.",
        ),
        (
            "d2-d3",
            "The piece on d2 is locked until Ann has completed a turn.",
        ),
        ("a1-b2", "a1 and b2 are not neighbours."),
        (
            "a1xb2",
            "A hit goes two squares in a straight line; a1 to b2 is no such jump.",
        ),
        ("a1xa3", "No piece of Bob stands on a2 to be hit."),
        ("b2xd2", "d2 is not empty: a piece of Ann stands there."),
        (
            "a2*",
            "The piece on a2 is a carrier and has no sun to give.",
        ),
        (
            "a1>b1",
            "The piece on b1 is a guard; only a carrier, with two layers, can receive a sun.",
        ),
        ("a1*", "A sun can only be sacrificed on row 5, not on a1."),
    ] {
        assert_eq!(refused(&board, action).1, sentence, "{action}");
    }
}
