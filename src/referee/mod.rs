//! The referee: from a match, a command and an instant to what happens, or why nothing does.
//!
//! [`due`](decide::due), [`decide`](decide::decide) and [`evolve`](evolve::evolve) are all of it. What
//! only one game has (Abaddon's announcements and days, Helios' draws and deadlines) lies in a folder
//! of its own.
#![warn(clippy::wildcard_enum_match_arm)]

pub mod abaddon;
pub mod believe;
pub mod chain;
pub mod command;
pub mod decide;
pub mod event;
pub mod evolve;
pub mod helios;
mod history;
pub mod moderate;
pub mod options;
pub mod refusal;
pub mod ruling;
pub mod state;
