//! Every test that goes through a door of the product, in one binary.
//!
//! What is marked `cfg(test)` has helpers that clippy should take for tests too.

mod abaddon;
#[cfg(test)]
mod accounts;
#[cfg(test)]
mod api;
#[cfg(test)]
mod app;
mod architecture;
#[cfg(test)]
mod browser;
#[cfg(test)]
mod day;
#[cfg(test)]
mod dispute;
#[cfg(test)]
mod feeds;
mod helios;
#[cfg(test)]
mod hidden_sprites;
#[cfg(test)]
mod import_thread;
#[cfg(test)]
mod levels;
#[cfg(test)]
mod live;
#[cfg(test)]
mod moderated;
#[cfg(test)]
mod moderation;
#[cfg(test)]
mod pages;
#[cfg(test)]
mod paint;
mod picture;
#[cfg(test)]
mod pictures;
#[cfg(test)]
mod process;
#[cfg(test)]
#[cfg(unix)]
mod program;
mod prose;
#[cfg(test)]
mod quick_start;
#[cfg(test)]
mod record;
#[cfg(test)]
mod referee;
#[cfg(test)]
mod referee_helios;
#[cfg(test)]
mod refused;
#[cfg(test)]
mod replays;
#[cfg(test)]
mod rights;
#[cfg(test)]
mod service;
#[cfg(test)]
mod sprites;
#[cfg(test)]
mod stage;
#[cfg(test)]
mod store;
#[cfg(test)]
mod web;
#[cfg(test)]
mod world;
