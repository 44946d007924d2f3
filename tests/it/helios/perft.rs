//! Numbers of action sequences, against those that were counted independently.

use std::collections::BTreeMap;

use daykeeper::rules::helios::position::Position;
use proptest::prelude::*;

use super::positions::{options, some_position};

/// How many sequences an unoptimised build counts in a moment.
const ENOUGH: u64 = 2_000_000;

#[test]
fn the_counts_from_the_start_are_right() {
    let counts: BTreeMap<String, Vec<u64>> =
        serde_json::from_str(include_str!("../../data/helios-perft.json")).unwrap();
    for (size, counts) in counts {
        let (width, height) = size.split_once('x').unwrap();
        let options = options(width.parse().unwrap(), height.parse().unwrap());
        let start = Position::start(options);
        for (depth, count) in (1..).zip(counts).filter(|(_, count)| *count <= ENOUGH) {
            assert_eq!(start.perft(depth), count, "{size} to depth {depth}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn counting_leaves_agrees_with_playing_them(position in some_position()) {
        let one_by_one: usize = position
            .legal_actions()
            .into_iter()
            .map(|action| position.play(action).unwrap().position.legal_actions().len())
            .sum();
        prop_assert_eq!(position.perft(2), one_by_one as u64);
    }
}
