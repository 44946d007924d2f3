//! Rulings in a match of Helios: positions come back, deadlines move (R8, T15–T17).

use daykeeper::ids::Role;
use daykeeper::referee::command::{Act, Command};
use daykeeper::referee::decide::{decide, due};
use daykeeper::referee::event::TextHash;
use daykeeper::referee::evolve::evolve;
use daykeeper::referee::ruling::{Belongings, Order, Rule};
use daykeeper::referee::state::{self, Phase};
use daykeeper::rules::helios::position::{EndedBy, Position};
use daykeeper::rules::helios::setup::Setup;
use daykeeper::rules::helios::side::Side;
use serde_json::{Value, json};

use super::board::{Answer, Board, HOST, OPPONENT, STRANGER, at, chosen, player};

/// A moderator rules.
fn is_ruled(board: &mut Board, order: Order, moment: &str) -> Answer {
    let rule = Rule {
        role: Role::Moderator,
        reason: TextHash("cd".repeat(32)),
        order,
    };
    board.asks(99, Act::Rule(Box::new(rule)), at(moment))
}

/// The host has played turn 1 at noon of 3 March.
fn one_turn() -> Board {
    let mut board = Board::begun(chosen());
    board.plays(HOST, "c1-c2", "03T12:00:00.000").unwrap();
    board
}

fn back_to_the_start(board: &Board) -> Order {
    let position = Box::new(board.game.first_board());
    Order::Revert { to: 0, position }
}

#[test]
fn a_revert_brings_position_and_side_back_and_the_deadline_counts_from_it() {
    let mut board = one_turn();
    let order = back_to_the_start(&board);
    is_ruled(&mut board, order, "04T12:00:00.000").unwrap();
    assert_eq!(board.position().to_move(), Side::Bottom);
    assert_eq!(board.table().deadline(), Some(at("07T12:00:00.000")));
    assert_eq!(
        board.plays(OPPONENT, "c7-c6", "04T13:00:00.000"),
        Err("not_your_turn")
    );
    board.plays(HOST, "d1-d2", "04T13:00:00.000").unwrap();
    assert_eq!(board.game.last_turn(), 2);
    assert_eq!(board.replayed(), board.game);
}

#[test]
fn a_pause_moves_the_deadline_on_by_its_length_and_stops_all_but_resigning() {
    let mut board = one_turn();
    assert_eq!(board.table().deadline(), Some(at("06T12:00:00.000")));
    is_ruled(&mut board, Order::Pause { until: None }, "04T12:00:00.000").unwrap();
    assert_eq!(
        board.plays(OPPONENT, "c7-c6", "04T13:00:00.000"),
        Err("match_paused")
    );
    assert_eq!(
        board.asks(HOST, Act::Flag, at("09T12:00:00.000")),
        Err("match_paused")
    );
    is_ruled(&mut board, Order::Resume, "09T12:00:00.000").unwrap();
    assert_eq!(board.table().deadline(), Some(at("11T12:00:00.000")));
    is_ruled(&mut board, Order::Pause { until: None }, "10T12:00:00.000").unwrap();
    board
        .asks(OPPONENT, Act::Resign, at("10T13:00:00.000"))
        .unwrap();
    assert_eq!(board.ended_by(), Some(EndedBy::Resignation));
    assert_eq!(board.replayed(), board.game);
}

#[test]
fn a_pause_ends_by_itself() {
    let mut board = one_turn();
    let until = Some(at("05T12:00:00.000"));
    is_ruled(&mut board, Order::Pause { until }, "04T12:00:00.000").unwrap();
    let now = at("05T12:00:00.001");
    let ended = due(&board.game, now);
    assert_eq!(ended[0].body.kind(), "resumed");
    let game = evolve(board.game.clone(), &ended[0]);
    let account = player(HOST);
    let act = Act::Resign;
    assert!(decide(&game, &Command::new(account, act), now).is_ok());
    assert_eq!(
        game.helios().unwrap().deadline(),
        Some(at("07T12:00:00.000"))
    );
}

#[test]
fn a_resigned_match_runs_again_after_a_revert() {
    let mut board = one_turn();
    board
        .asks(OPPONENT, Act::Resign, at("04T12:00:00.000"))
        .unwrap();
    let order = back_to_the_start(&board);
    is_ruled(&mut board, order, "05T12:00:00.000").unwrap();
    assert_eq!(board.game.phase, Phase::Running);
    assert_eq!(board.ended_by(), None);
    board.plays(HOST, "c1-c2", "05T13:00:00.000").unwrap();
}

#[test]
fn a_vacant_side_waits_for_a_replacement_who_has_the_whole_time() {
    let mut board = one_turn();
    let seat = Side::Top.seat();
    let belongings = Belongings::Kept;
    is_ruled(
        &mut board,
        Order::Remove { seat, belongings },
        "04T12:00:00.000",
    )
    .unwrap();
    assert_eq!(board.sits(STRANGER, "04T13:00:00.000"), Err("seat_taken"));
    assert_eq!(board.sits(OPPONENT, "04T13:00:00.000"), Err("already_left"));
    let player = player(STRANGER);
    is_ruled(
        &mut board,
        Order::Replace { seat, player },
        "05T12:00:00.000",
    )
    .unwrap();
    assert_eq!(board.table().deadline(), Some(at("08T12:00:00.000")));
    board.plays(STRANGER, "c7-c6", "08T12:00:00.000").unwrap();
}

#[test]
fn a_closed_match_says_that_a_moderator_closed_it() {
    let mut board = one_turn();
    let winner = Some(Side::Top.seat());
    is_ruled(&mut board, Order::Close { winner }, "04T12:00:00.000").unwrap();
    assert_eq!(board.game.phase, Phase::Over { winner });
    assert_eq!(board.ended_by(), Some(EndedBy::Moderator));
    assert_eq!(
        is_ruled(&mut board, Order::Lift { from: None }, "04T13:00:00.000"),
        Err("match_over")
    );
}

#[test]
fn there_is_nothing_to_lift_or_take_back() {
    let mut board = one_turn();
    assert_eq!(
        is_ruled(&mut board, Order::Lift { from: None }, "04T12:00:00.000"),
        Err("not_found")
    );
    assert_eq!(
        board.asks(HOST, Act::Leave, at("04T12:00:00.000")),
        Err("not_found")
    );
}

/// The ruling that puts some pieces on the board, with the bottom side to move.
fn set_pieces(board: &Board, pieces: &Value) -> Order {
    let setup = json!({
        "width": 7, "height": 7, "pieces": pieces, "score": [1, 0], "to_move": 0, "quiet": 0,
        "over": false, "ended_by": null, "winner": null,
    });
    let setup: Setup = serde_json::from_value(setup).unwrap();
    let position = Position::new(&setup, board.position().options()).unwrap();
    Order::SetPosition {
        position: Box::new(state::Board::Helios(position)),
        seat: None,
    }
}

#[test]
fn a_side_that_cannot_act_in_a_set_position_passes_at_once() {
    let mut board = one_turn();
    let tops = json!([{"at": "d4", "owner": 1, "layers": 3, "locked": false}]);
    let order = set_pieces(&board, &tops);
    let kinds = is_ruled(&mut board, order, "04T12:00:00.000").unwrap();
    assert_eq!(kinds, ["position_set", "passed"]);
    let passer = board.log.last().and_then(|event| event.seat);
    assert_eq!(passer, Some(Side::Bottom.seat()));
    assert_eq!(board.position().to_move(), Side::Top);
    board.plays(OPPONENT, "d4-d3", "04T13:00:00.000").unwrap();
    assert_eq!(board.replayed(), board.game);
}

#[test]
fn a_set_position_without_a_sun_ends_the_match_by_the_points() {
    let mut board = one_turn();
    let guards = json!([
        {"at": "a1", "owner": 0, "layers": 1, "locked": false},
        {"at": "g7", "owner": 1, "layers": 1, "locked": false},
    ]);
    let order = set_pieces(&board, &guards);
    is_ruled(&mut board, order, "04T12:00:00.000").unwrap();
    assert_eq!(board.ended_by(), Some(EndedBy::Suns));
    let winner = Some(Side::Bottom.seat());
    assert_eq!(board.game.phase, Phase::Over { winner });
}

#[test]
fn an_offer_of_a_draw_goes_with_whoever_made_it() {
    for goes in [Side::Bottom, Side::Top] {
        let mut board = Board::begun(chosen());
        (board.plays_offering(HOST, "c1-c2", "03T12:00:00.000")).unwrap();
        let order = Order::Replace {
            seat: goes.seat(),
            player: player(STRANGER),
        };
        is_ruled(&mut board, order, "03T13:00:00.000").unwrap();
        let stands = goes == Side::Top;
        assert_eq!(board.table().offer.is_some(), stands, "{goes:?} goes");
    }
}
