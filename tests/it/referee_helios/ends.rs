//! Draws, resignations and deadlines.

use daykeeper::referee::command::{Act, DrawAnswer};
use daykeeper::referee::event::{Body, HeliosChosen};
use daykeeper::rules::helios::position::EndedBy;
use daykeeper::rules::helios::side::Side;
use daykeeper::time::Instant;

use super::board::{Board, HOST, OPPONENT, STRANGER, at, chosen, on_board, without_offer, won_by};

#[test]
fn a_draw_is_offered_with_an_action_and_agreed() {
    let mut board = Board::begun(chosen());
    let offered = board.plays_offering(HOST, "c1-c2", "02T13:00:00.000");
    assert_eq!(offered, Ok(vec!["moved", "draw_offered"]));
    assert_eq!(board.table().offer, Some(Side::Bottom.seat()));
    let accept = Act::AnswerDraw(DrawAnswer::Accept);
    let now = at("02T14:00:00.000");
    assert_eq!(board.asks(HOST, accept.clone(), now), Err("no_offer"));
    assert_eq!(board.asks(STRANGER, accept.clone(), now), Err("not_yours"));
    assert_eq!(
        board.asks(OPPONENT, accept, now),
        Ok(vec!["draw_agreed", "ended"])
    );
    assert_eq!(board.game.phase, won_by(None));
    assert_eq!(board.ended_by(), Some(EndedBy::Agreement));
}

#[test]
fn a_draw_is_declined_in_words_by_acting_or_withdrawn_by_the_next_action() {
    let accept = || Act::AnswerDraw(DrawAnswer::Accept);
    let decline = || Act::AnswerDraw(DrawAnswer::Decline);
    let now = at("02T15:00:00.000");
    let mut board = Board::begun(chosen());

    board
        .plays_offering(HOST, "c1-c2", "02T13:00:00.000")
        .unwrap();
    assert_eq!(
        board.asks(OPPONENT, decline(), at("02T13:30:00.000")),
        Ok(vec!["draw_declined"])
    );
    assert_eq!(
        board.asks(OPPONENT, accept(), at("02T13:30:00.000")),
        Err("no_offer")
    );
    board.plays(OPPONENT, "c7-c6", "02T14:00:00.000").unwrap();

    board
        .plays_offering(HOST, "d1-d2", "02T14:10:00.000")
        .unwrap();
    board.plays(OPPONENT, "d7-d6", "02T14:20:00.000").unwrap();
    assert_eq!(board.table().offer, None, "acting declines");
    assert_eq!(board.asks(OPPONENT, accept(), now), Err("no_offer"));

    // The opponent acts with an offer of their own: it is theirs that stands.
    board
        .plays_offering(HOST, "e1-e2", "02T14:30:00.000")
        .unwrap();
    board
        .plays_offering(OPPONENT, "e7-e6", "02T14:40:00.000")
        .unwrap();
    assert_eq!(board.table().offer, Some(Side::Top.seat()));
    assert_eq!(board.asks(OPPONENT, accept(), now), Err("no_offer"));
    assert_eq!(
        board.asks(HOST, accept(), now),
        Ok(vec!["draw_agreed", "ended"])
    );
}

#[test]
fn an_offer_stands_while_the_opponent_passes_and_ends_with_the_offerers_next_action() {
    let passed = |board: &Board| {
        let newest = board.log.iter().rev().map(|event| &event.body);
        newest.take(2).any(|body| *body == Body::Passed)
            && board.table().offer == Some(board.position().to_move().seat())
    };
    for seed in 0.. {
        let mut board = Board::begun(on_board(4, 4));
        board.plays_on(seed, passed);
        if board.is_over() {
            continue;
        }
        let offerer = board.position().to_move();
        let (mover, other) = (board.sitting(offerer), board.sitting(offerer.opponent()));
        let now = board.game.last_at;
        let action = board.position().legal_actions()[0].to_string();
        let mut withdrawn = Board {
            log: board.log.clone(),
            created: board.created.clone(),
            ..board
        };
        let seq = withdrawn.game.seq;
        let offered = withdrawn.game.clone();
        withdrawn
            .sends(mover, without_offer(&action, seq), now)
            .unwrap();
        let accept = Act::AnswerDraw(DrawAnswer::Accept);
        if !withdrawn.is_over() {
            assert_eq!(withdrawn.asks(other, accept.clone(), now), Err("no_offer"));
        }
        withdrawn.game = offered;
        assert_eq!(
            withdrawn.asks(other, accept, now),
            Ok(vec!["draw_agreed", "ended"])
        );
        return;
    }
}

#[test]
fn resigning_before_the_second_player_withdraws_the_challenge() {
    let mut board = Board::challenge(chosen());
    let now = at("01T13:00:00.000");
    assert_eq!(board.asks(STRANGER, Act::Resign, now), Err("not_yours"));
    assert_eq!(
        board.asks(HOST, Act::Resign, now),
        Ok(vec!["resigned", "ended"])
    );
    assert_eq!(board.game.phase, won_by(None));
    assert_eq!(board.ended_by(), Some(EndedBy::Resignation));
    assert_eq!(board.sits(OPPONENT, "01T14:00:00.000"), Err("match_over"));
    assert!(!board.game.is_joinable());
}

#[test]
fn resigning_gives_the_win_to_the_other_side_whoever_is_to_move() {
    for (resigns, winner) in [(HOST, Side::Top), (OPPONENT, Side::Bottom)] {
        let mut board = Board::begun(chosen());
        let now = at("02T13:00:00.000");
        assert_eq!(
            board.asks(resigns, Act::Resign, now),
            Ok(vec!["resigned", "ended"])
        );
        assert_eq!(board.game.phase, won_by(Some(winner)));
        assert_eq!(board.ended_by(), Some(EndedBy::Resignation));
        assert_eq!(board.asks(resigns, Act::Resign, now), Err("match_over"));
    }
}

#[test]
fn the_deadline_counts_from_the_second_player_and_then_from_each_action() {
    let mut board = Board::challenge(chosen());
    assert_eq!(board.table().deadline(), None);
    board.sits(OPPONENT, "02T12:00:00.000").unwrap();
    assert_eq!(board.table().deadline(), Some(at("05T12:00:00.000")));
    board
        .plays_offering(HOST, "c1-c2", "04T09:30:00.000")
        .unwrap();
    assert_eq!(board.table().deadline(), Some(at("07T09:30:00.000")));
    let decline = Act::AnswerDraw(DrawAnswer::Decline);
    board
        .asks(OPPONENT, decline, at("05T00:00:00.000"))
        .unwrap();
    assert_eq!(
        board.table().deadline(),
        Some(at("07T09:30:00.000")),
        "no action"
    );
}

#[test]
fn the_opponent_flags_once_the_deadline_has_passed() {
    let mut board = Board::begun(chosen());
    let deadline = at("05T12:00:00.000");
    assert_eq!(
        board.asks(OPPONENT, Act::Flag, deadline),
        Err("not_overdue")
    );
    let late = Instant::from_millis(deadline.as_millis() + 1);
    assert_eq!(
        board.asks(HOST, Act::Flag, late),
        Err("not_overdue"),
        "one's own time"
    );
    assert_eq!(board.asks(STRANGER, Act::Flag, late), Err("not_yours"));
    assert_eq!(
        board.asks(OPPONENT, Act::Flag, late),
        Ok(vec!["flagged", "ended"])
    );
    assert_eq!(board.game.phase, won_by(Some(Side::Top)));
    assert_eq!(board.ended_by(), Some(EndedBy::Time));
    assert_eq!(board.table().deadline(), None);
}

#[test]
fn a_late_action_counts_until_the_opponent_flags() {
    let mut board = Board::begun(chosen());
    assert_eq!(
        board.plays(HOST, "c1-c2", "09T00:00:00.000"),
        Ok(vec!["moved"])
    );
    assert_eq!(
        board.asks(OPPONENT, Act::Flag, at("09T00:00:00.001")),
        Err("not_overdue")
    );
}

#[test]
fn without_a_limit_nobody_is_ever_overdue() {
    let mut board = Board::begun(HeliosChosen {
        days_per_turn: None,
        ..chosen()
    });
    assert_eq!(board.table().deadline(), None);
    let much_later = at("30T00:00:00.000").plus_days(4_000);
    assert_eq!(
        board.asks(OPPONENT, Act::Flag, much_later),
        Err("not_overdue")
    );
}

#[test]
fn a_clock_that_steps_back_moves_no_deadline_back() {
    let mut board = Board::begun(chosen());
    board.plays(HOST, "c1-c2", "02T11:00:00.000").unwrap();
    assert_eq!(board.table().deadline(), Some(at("05T12:00:00.000")));
}
