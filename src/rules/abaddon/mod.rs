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
pub mod position;
pub mod refusal;
pub mod ruleset;
mod sally;
mod sentence;
pub mod setup;
pub mod siege;
pub mod step;
pub mod words;
