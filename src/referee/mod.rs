//! The referee: from a match, a command and an instant to what happens, or why nothing does.
//!
//! [`due`](decide::due), [`decide`](decide::decide) and [`evolve`](evolve::evolve) are all of it.
#![warn(clippy::wildcard_enum_match_arm)]

pub mod chain;
pub mod command;
pub mod decide;
pub mod event;
pub mod evolve;
pub mod options;
pub mod refusal;
pub mod state;
pub mod window;
