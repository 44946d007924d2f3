//! Halls of Abaddon: the rules and their judge.

mod cases;
mod infer;
mod judge;
mod laws;
mod levels;
mod pairs;
mod refusals;
mod words;

/// A level of 6 × 4 with rock and three teleporters of each orientation.
const CELLAR: &str = include_str!("../../data/cellar.txt");
