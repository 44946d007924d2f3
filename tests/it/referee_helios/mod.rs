//! The referee of Helios: seats, turns, draws, resignations and deadlines at fixed instants.

mod board;
mod ends;
mod laws;
mod rulings;
mod turns;
