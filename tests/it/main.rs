//! The product seen from outside, one module a part.

mod abaddon;
mod picture;
mod referee;
mod service;
mod store;
mod world;
