//! Taking seats and playing in turns.

use daykeeper::referee::command::{Act, DrawAnswer};
use daykeeper::referee::event::HeliosChosen;
use daykeeper::rules::helios::side::Side;

use super::board::{Board, HOST, OPPONENT, STRANGER, at, chosen, player, without_offer};

#[test]
fn the_host_sits_at_once_on_the_side_that_they_chose() {
    for host_side in Side::BOTH {
        let board = Board::challenge(HeliosChosen {
            host_side,
            ..chosen()
        });
        let kinds: Vec<_> = board.log.iter().map(|event| event.body.kind()).collect();
        assert_eq!(kinds, ["created", "seated"]);
        assert_eq!(board.game.seat_of(player(HOST)), Some(host_side.seat()));
        assert!(board.game.is_joinable());
        assert!(!board.table().has_started());
    }
}

#[test]
fn an_open_challenge_is_taken_by_whoever_comes_first() {
    let mut board = Board::challenge(chosen());
    assert_eq!(board.sits(HOST, "01T13:00:00.000"), Err("already_seated"));
    assert_eq!(board.sits(OPPONENT, "01T13:00:00.000"), Ok(vec!["seated"]));
    assert_eq!(board.game.seat_of(player(OPPONENT)), Some(Side::Top.seat()));
    assert!(!board.game.is_joinable());
    assert_eq!(board.sits(STRANGER, "01T14:00:00.000"), Err("seat_taken"));
    assert_eq!(
        board.sits(OPPONENT, "01T14:00:00.000"),
        Err("already_seated")
    );
}

#[test]
fn a_challenge_by_name_is_taken_by_that_player_alone() {
    let mut board = Board::challenge(HeliosChosen {
        opponent: Some(player(OPPONENT)),
        ..chosen()
    });
    assert_eq!(board.sits(STRANGER, "01T13:00:00.000"), Err("not_yours"));
    assert_eq!(board.sits(OPPONENT, "01T13:00:00.000"), Ok(vec!["seated"]));
    assert_eq!(board.sits(STRANGER, "01T13:00:00.000"), Err("not_yours"));
}

#[test]
fn nobody_acts_before_both_have_sat_down() {
    let mut board = Board::challenge(chosen());
    let now = at("01T13:00:00.000");
    assert_eq!(
        board.plays(HOST, "c1-c2", "01T13:00:00.000"),
        Err("not_started")
    );
    assert_eq!(board.asks(HOST, Act::Flag, now), Err("not_started"));
    let accept = Act::AnswerDraw(DrawAnswer::Accept);
    assert_eq!(board.asks(HOST, accept, now), Err("not_started"));
    assert_eq!(
        board.plays(STRANGER, "c1-c2", "01T13:00:00.000"),
        Err("not_yours")
    );
}

#[test]
fn sides_take_turns_and_the_bottom_side_begins() {
    let mut board = Board::begun(chosen());
    assert_eq!(
        board.plays(OPPONENT, "c7-c6", "02T13:00:00.000"),
        Err("not_your_turn")
    );
    assert_eq!(
        board.plays(HOST, "c1-c2", "02T13:00:00.000"),
        Ok(vec!["moved"])
    );
    assert_eq!(
        board.plays(HOST, "c2-c3", "02T13:00:00.000"),
        Err("not_your_turn")
    );
    assert_eq!(
        board.plays(OPPONENT, "c7-c6", "02T13:00:00.000"),
        Ok(vec!["moved"])
    );
    assert_eq!(board.game.last_turn(), 2);
}

#[test]
fn the_first_refusal_that_fits_is_given() {
    let mut board = Board::begun(chosen());
    let now = at("02T13:00:00.000");
    let sent = |board: &mut Board, number, action, seq| {
        board.sends(number, without_offer(action, seq), now)
    };
    // A stranger, out of turn, on an old position, with nonsense.
    assert_eq!(sent(&mut board, STRANGER, "jump", 1), Err("not_yours"));
    assert_eq!(sent(&mut board, OPPONENT, "jump", 1), Err("not_your_turn"));
    assert_eq!(sent(&mut board, HOST, "jump", 3), Err("unknown_action"));
    assert_eq!(sent(&mut board, HOST, "c1-c3", 3), Err("not_adjacent"));
    sent(&mut board, HOST, "c1-c2", 3).unwrap();
    assert_eq!(sent(&mut board, OPPONENT, "jump", 3), Err("moved_on"));
    assert_eq!(sent(&mut board, OPPONENT, "jump", 4), Err("unknown_action"));
    board.asks(HOST, Act::Resign, now).unwrap();
    assert_eq!(sent(&mut board, OPPONENT, "jump", 1), Err("match_over"));
    assert_eq!(sent(&mut board, STRANGER, "jump", 1), Err("not_yours"));
    assert_eq!(board.asks(STRANGER, Act::TakeSeat, now), Err("match_over"));
}

#[test]
fn announcements_are_abaddons() {
    let mut board = Board::begun(chosen());
    let now = at("02T13:00:00.000");
    let announce = Act::Announce { colour: None };
    assert_eq!(board.asks(HOST, announce, now), Err("not_found"));
    assert_eq!(board.asks(HOST, Act::Withdraw, now), Err("not_found"));
}

#[test]
fn what_changes_no_position_makes_no_submission_stale() {
    let mut board = Board::begun(chosen());
    let seq = board.game.seq;
    board
        .plays_offering(HOST, "c1-c2", "02T13:00:00.000")
        .unwrap();
    let seen = board.game.seq - 1;
    board
        .asks(
            OPPONENT,
            Act::AnswerDraw(DrawAnswer::Decline),
            at("02T13:01:00.000"),
        )
        .unwrap();
    let now = at("02T13:02:00.000");
    assert_eq!(
        board.sends(OPPONENT, without_offer("c7-c6", seq), now),
        Err("moved_on")
    );
    assert_eq!(
        board.sends(OPPONENT, without_offer("c7-c6", seen), now),
        Ok(vec!["moved"])
    );
}
