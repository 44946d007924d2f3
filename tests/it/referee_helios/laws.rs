//! Whole games, and laws that hold in every one.

use daykeeper::referee::event::{Body, HeliosChosen, Play};
use daykeeper::referee::state::Match;
use daykeeper::rules::canonical::position_hash;
use daykeeper::rules::helios::position::{EndedBy, Position};
use daykeeper::rules::helios::side::Side;
use proptest::prelude::*;

use super::board::{Board, on_board, won_by};

#[test]
fn games_end_by_the_rules_with_everything_recorded() {
    let mut seen = Vec::new();
    for seed in 0..24 {
        let mut board = Board::begun(on_board(4, 4));
        board.plays_on(seed, |_| false);
        let ending = board.position().ending().unwrap();
        seen.push(ending.by);
        assert_eq!(board.game.phase, won_by(ending.winner));
        let kinds: Vec<_> = board.log.iter().map(|event| event.body.kind()).collect();
        assert_eq!(kinds.last(), Some(&"ended"));
        assert_eq!(kinds.iter().filter(|kind| **kind == "ended").count(), 1);
    }
    for by in [EndedBy::Suns, EndedBy::Quiet] {
        assert!(seen.contains(&by), "{by:?} in {seen:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_log_replays_to_the_same_match(seed in any::<u64>(), width in 4_i64..6, host in 0_usize..2) {
        let host_side = Side::BOTH[host];
        let mut board = Board::begun(HeliosChosen { host_side, ..on_board(width, 4) });
        board.plays_on(seed, |_| false);
        prop_assert_eq!(&board.replayed(), &board.game);
        let snapshot = serde_json::to_string(&board.game).unwrap();
        let read: Match = serde_json::from_str(&snapshot).unwrap();
        prop_assert_eq!(&read, &board.game);
        prop_assert!(board.log.iter().zip(1..).all(|(event, seq)| event.seq == seq));
        prop_assert!(board.log.windows(2).all(|pair| pair[0].at <= pair[1].at));
    }

    #[test]
    fn every_turn_records_its_position_and_the_passes_after_it(seed in any::<u64>()) {
        let mut board = Board::begun(on_board(4, 4));
        board.plays_on(seed, |_| false);
        let mut position = Position::start(on_board(4, 4).options);
        let mut events = board.log.iter().skip(3).peekable();
        while let Some(event) = events.next() {
            let Body::Moved(moved) = &event.body else { continue };
            let Play::Action(action) = moved.play else { panic!("an action was played") };
            let mover = position.to_move();
            prop_assert_eq!(event.seat, Some(mover.seat()));
            let played = position.play(action).unwrap();
            position = played.position;
            prop_assert_eq!(&moved.position, &position_hash(&position.to_setup()));
            let mut passer = mover.opponent();
            for _ in 0..played.passes {
                let pass = events.next().unwrap();
                prop_assert_eq!((&pass.body, pass.seat), (&Body::Passed, Some(passer.seat())));
                passer = passer.opponent();
            }
            let next = events.peek().map(|event| event.body.kind());
            prop_assert_ne!(next, Some("passed"));
        }
        prop_assert_eq!(position, board.position());
    }
}
