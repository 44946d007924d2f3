//! How fast Helios's rules are: `cargo bench --bench helios`. A node is a sequence of actions.

use std::collections::BTreeMap;

use daykeeper::rules::helios::position::Position;
use daykeeper::rules::helios::ruleset::OptionsAsked;
use divan::Bencher;
use divan::counter::ItemsCount;

/// Counts every given size to its full depth and checks the count.
#[divan::bench(args = ["5x5", "7x7", "8x8"], sample_count = 5, sample_size = 1)]
fn perft(bencher: Bencher<'_, '_>, size: &str) {
    let counts: BTreeMap<String, Vec<u64>> =
        serde_json::from_str(include_str!("../tests/data/helios-perft.json"))
            .expect("the counts are JSON");
    let counts = &counts[size];
    let (depth, nodes) = (1..).zip(counts).last().expect("there is a count");
    let (width, height) = size.split_once('x').expect("a size is two numbers");
    let asked = OptionsAsked {
        width: width.parse().ok(),
        height: height.parse().ok(),
        quiet_limit: None,
    };
    let start = Position::start(asked.try_into().expect("the size is an option"));
    bencher
        .counter(ItemsCount::new(*nodes))
        .bench_local(|| assert_eq!(start.perft(depth), *nodes));
}

fn main() {
    divan::main();
}
