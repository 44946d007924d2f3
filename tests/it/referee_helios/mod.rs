//! The referee of Helios: seats, turns, draws, resignations and deadlines at fixed instants.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "what these tests set up must be right, or the test is wrong"
)]

mod board;
mod ends;
mod laws;
mod turns;
