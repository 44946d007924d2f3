//! Daykeeper: a referee server for war games that are played by forum post.

pub mod cli;
pub mod rules;
