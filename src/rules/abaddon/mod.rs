//! Halls of Abaddon (abaddon.md): levels, positions, steps and what is legal.

pub mod level;
pub mod position;
pub mod ruleset;
pub mod setup;
pub mod step;
