//! The rules of the games: synchronous, total, and without a clock, a disk or randomness.
#![warn(clippy::wildcard_enum_match_arm)]

pub mod abaddon;
pub mod canonical;
pub mod colour;
pub mod grid;
pub mod helios;
pub mod options;
pub mod perft;
pub mod seat;
