//! The product seen from outside, one module a part.
//!
//! What is marked `cfg(test)` has helpers that clippy should take for tests too.

mod abaddon;
mod picture;
#[cfg(test)]
mod referee;
#[cfg(test)]
mod service;
#[cfg(test)]
mod store;
#[cfg(test)]
mod world;
