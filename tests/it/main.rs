//! Every test that goes through a door of the product, in one binary.

mod abaddon;
mod api;
mod architecture;
mod helios;
mod pages;
mod picture;
mod pictures;
mod referee;
mod service;
mod store;
mod world;
