//! The rules of Helios: given answers, laws of play, and what is refused first.
#![expect(
    clippy::unwrap_used,
    reason = "a helper that cannot go on fails the test that called it"
)]

mod judge;
mod laws;
mod perft;
mod play;
mod positions;
mod refusals;
