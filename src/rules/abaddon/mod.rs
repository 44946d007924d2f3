//! Halls of Abaddon (abaddon.md): levels, positions, steps and what is legal.

pub mod apply;
mod attack;
mod candidates;
pub mod differences;
pub mod infer;
pub mod legal;
pub mod level;
pub mod notation;
mod owed;
mod plan;
pub mod position;
mod reach;
pub mod refusal;
pub mod ruleset;
mod sally;
mod sentence;
pub mod setup;
pub mod siege;
mod skirmish;
pub mod step;
mod strike;
pub mod words;
