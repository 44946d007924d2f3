//! What actions do: layers, locks, passes and the end of the game.

use daykeeper::rules::helios::position::{EndedBy, Ending, Position};
use daykeeper::rules::helios::ruleset::Options;
use daykeeper::rules::helios::side::{BySide, Side};
use daykeeper::rules::seat::Names;

use super::positions::{options, position, setup, square};

/// Pieces by square, in the form that [`position`] reads.
fn pieces(position: &Position) -> String {
    let words = position.pieces().map(|(at, piece)| {
        let owner = piece.owner.seat();
        let lock = if piece.locked { "L" } else { "" };
        format!("{at}:{owner}{}{lock}", piece.rank.layers())
    });
    words.collect::<Vec<String>>().join(" ")
}

/// Plays actions one after another and returns the last position with the passes of each action.
fn played(mut position: Position, actions: &str) -> (Position, Vec<u8>) {
    let mut passes = Vec::new();
    for action in actions.split_whitespace() {
        let played = position.play_text(action).expect(action);
        position = played.position;
        passes.push(played.passes);
    }
    (position, passes)
}

fn after(position: Position, actions: &str) -> String {
    pieces(&played(position, actions).0)
}

#[test]
fn each_hit_takes_a_layer_and_the_last_one_the_piece() {
    let board = |target| {
        position(
            4,
            4,
            Side::Bottom,
            &format!("a1:03 a2:{target} d4:13 d1:03"),
        )
    };
    assert_eq!(after(board("13"), "a1xa3"), "a2:12 a3:03 d1:03 d4:13");
    assert_eq!(after(board("12"), "a1xa3"), "a2:11 a3:03 d1:03 d4:13");
    assert_eq!(after(board("11"), "a1xa3"), "a3:03 d1:03 d4:13");
}

#[test]
fn a_sacrifice_scores_a_point() {
    let (position, _) = played(position(4, 4, Side::Bottom, "a4:03 b1:13 c3:12"), "a4*");
    assert_eq!(position.score(), BySide([1, 0]));
    assert_eq!(pieces(&position), "a4:02 b1:13 c3:12");
    let (position, _) = played(position, "b1*");
    assert_eq!(position.score(), BySide([1, 1]));
}

#[test]
fn the_lock_of_an_own_transfer_opens_after_the_next_own_turn() {
    let board = position(4, 4, Side::Bottom, "a1:03 a2:02 d1:02 d4:13");
    let given = after(board, "a1>a2");
    assert_eq!(given, "a1:02L a2:03 d1:02 d4:13");
    assert_eq!(after(board, "a1>a2 d4-d3"), "a1:02L a2:03 d1:02 d3:13");
    assert_eq!(after(board, "a1>a2 d4-d3 d1-c1"), "a1:02 a2:03 c1:02 d3:13");
}

#[test]
fn the_lock_of_a_robbed_piece_opens_after_its_owners_next_turn() {
    let board = position(4, 4, Side::Bottom, "a1:02 a2:13 d1:02 d4:13");
    assert_eq!(after(board, "a2>a1"), "a1:03 a2:12L d1:02 d4:13");
    assert_eq!(after(board, "a2>a1 d4-d3"), "a1:03 a2:12 d1:02 d3:13");
}

#[test]
fn a_second_transfer_opens_the_first_lock_and_closes_its_own() {
    let board = position(4, 4, Side::Bottom, "a1:03 a2:02 a3:02 d4:13");
    assert_eq!(
        after(board, "a1>a2 d4-d3 a2>a3"),
        "a1:02 a2:02L a3:03 d3:13"
    );
}

#[test]
fn locks_of_both_sides_open_each_in_its_turn() {
    let board = position(4, 4, Side::Bottom, "a1:02L a2:03 d3:13 d4:12L");
    assert_eq!(after(board, "a2-b2"), "a1:02 b2:03 d3:13 d4:12L");
    assert_eq!(after(board, "a2-b2 d3-d2"), "a1:02 b2:03 d2:13 d4:12");
}

#[test]
fn a_locked_piece_takes_no_part() {
    let board = position(4, 4, Side::Bottom, "a1:02L b1:03 a2:13 c1:12L d4:13");
    let legal: Vec<String> = board
        .legal_actions()
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(legal, ["b1-b2"]);
}

#[test]
fn whoever_cannot_act_passes_and_their_locks_open() {
    let board = position(4, 4, Side::Top, "a1:03 b1:12 d4:13");
    let (position, passes) = played(board, "a1>b1");
    assert_eq!(passes, [1]);
    assert_eq!(pieces(&position), "a1:02 b1:13 d4:13");
    assert_eq!(position.to_move(), Side::Top);
    assert_eq!(position.quiet(), 2);
}

/// A 4 × 4 board that is full, so that nobody can move or hit: guards stand wherever nothing else is
/// named.
fn full_board(pieces: &str) -> Position {
    let named = |at: &String| {
        pieces
            .split(' ')
            .any(|piece| piece.starts_with(at.as_str()))
    };
    let squares = Position::start(options(4, 4))
        .squares()
        .map(|at| at.to_string());
    let guards = squares
        .filter(|at| !named(at))
        .map(|at| format!("{at}:11 "));
    position(
        4,
        4,
        Side::Bottom,
        &format!("{}{pieces}", guards.collect::<String>()),
    )
}

#[test]
fn both_sides_pass_until_an_open_lock_lets_one_act() {
    // The top side cannot act, the bottom side only once its lock is open.
    let (position, passes) = played(full_board("a1:03 a2:02"), "a1>a2");
    assert_eq!(passes, [3]);
    assert_eq!((position.to_move(), position.quiet()), (Side::Bottom, 4));
    assert_eq!(position.legal_actions(), ["a2>a1".parse().unwrap()]);
}

#[test]
fn the_game_ends_before_anybody_passes_when_no_pass_can_help() {
    let (position, passes) = played(full_board("a4:03 c2:13"), "a4*");
    let won = Ending {
        by: EndedBy::Stuck,
        winner: Some(Side::Bottom),
    };
    assert_eq!((position.ending(), passes), (Some(won), vec![0]));
    assert_eq!((position.to_move(), position.quiet()), (Side::Top, 0));
}

#[test]
fn the_game_ends_with_the_last_sun() {
    let board = position(4, 4, Side::Bottom, "a4:03 d4:12 d3:12");
    let (position, passes) = played(board, "a4*");
    let won = Ending {
        by: EndedBy::Suns,
        winner: Some(Side::Bottom),
    };
    assert_eq!((position.ending(), passes), (Some(won), vec![0]));
    let board = super::positions::position(4, 4, Side::Bottom, "a1:02 a2:13 d4:11");
    let by_layers = Ending {
        by: EndedBy::Suns,
        winner: Some(Side::Top),
    };
    assert_eq!(played(board, "a1xa3").0.ending(), Some(by_layers));
    let board = super::positions::position(4, 4, Side::Bottom, "a1:02 a2:13");
    let drawn = Ending {
        by: EndedBy::Suns,
        winner: None,
    };
    assert_eq!(played(board, "a1xa3").0.ending(), Some(drawn));
}

#[test]
fn passes_count_towards_the_quiet_limit() {
    let mut setup = setup(4, 4, Side::Bottom, "a1:03 b2:03");
    setup.quiet = 58;
    let quiet = Position::new(&setup, options(4, 4)).unwrap();
    let (position, passes) = played(quiet, "a1-a2");
    let won = Ending {
        by: EndedBy::Quiet,
        winner: Some(Side::Bottom),
    };
    assert_eq!(
        (position.ending(), position.quiet(), passes),
        (Some(won), 60, vec![1])
    );
    assert_eq!(position.to_move(), Side::Bottom);
}

#[test]
fn a_position_that_is_set_is_settled_before_it_is_played() {
    let start = Position::start(Options::default());
    assert_eq!(start.settled().position, start);
    let settled = position(4, 4, Side::Bottom, "a1:02L d4:13").settled();
    assert_eq!((settled.passes, settled.position.to_move()), (1, Side::Top));
    assert_eq!(pieces(&settled.position), "a1:02 d4:13");
    let settled = position(4, 4, Side::Bottom, "a1:02 d4:11").settled();
    let ended_by = settled.position.ending().map(|ending| ending.by);
    assert_eq!((settled.passes, ended_by), (0, Some(EndedBy::Suns)));
}

#[test]
fn the_referee_ends_a_game_for_its_own_reasons() {
    let start = Position::start(Options::default());
    let resigned = start.ended(EndedBy::Resignation, Some(Side::Top));
    let setup = resigned.to_setup();
    assert!(setup.over);
    assert_eq!(
        (setup.ended_by, setup.winner),
        (Some(EndedBy::Resignation), Some(Side::Top))
    );
    assert_eq!(resigned.score(), start.score());
}

#[test]
fn actions_are_told_in_words() {
    let board = position(4, 4, Side::Bottom, "a1:02 a2:13 b1:03 c1:11 c2:12 d4:03");
    let names = Names::new(["Ann", "Bob"]);
    for (action, words) in [
        ("b1-b2", "Ann's sun carrier on b1 moves to b2"),
        (
            "a1xa3",
            "Ann's carrier on a1 hits Bob's sun carrier on a2, which loses its sun, and lands on a3",
        ),
        (
            "b1xd1",
            "Ann's sun carrier on b1 hits Bob's guard on c1, which leaves the board, and lands on d1",
        ),
        (
            "d4*",
            "Ann's sun carrier on d4 sacrifices its sun for a point",
        ),
        (
            "a2>a1",
            "Ann's carrier on a1 steals the sun of Bob's sun carrier on a2, which is locked",
        ),
        (
            "b1>a1",
            "Ann's sun carrier on b1 gives its sun to the carrier on a1 and is locked",
        ),
    ] {
        assert!(board.play_text(action).is_ok(), "{action}");
        assert_eq!(board.describe(action.parse().unwrap(), &names), words);
    }
}

#[test]
fn the_squares_that_a_turn_changed_are_known() {
    let board = position(4, 4, Side::Bottom, "a1:02L a2:03 b2:13 d4:13");
    let later = board.play_text("a2xc2").unwrap().position;
    let changed = board.changed_squares(&later);
    assert_eq!(changed, ["a1", "a2", "b2", "c2"].map(square));
}
