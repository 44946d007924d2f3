//! Matches and sites as texts: out of one store, into another, and the same text again.

mod archive;
mod laws;
mod played;
mod refused;
mod round_trip;
mod served;
mod tampering;
