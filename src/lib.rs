//! Daykeeper: a referee server for war games that are played by forum post.

pub mod cli;
pub mod clock;
pub mod config;
pub mod ids;
pub mod picture;
pub mod referee;
pub mod rules;
pub mod service;
pub mod store;
pub mod time;
pub mod web;
