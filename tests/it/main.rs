//! Every test that goes through a door of the product, in one binary.

mod abaddon;
mod architecture;
mod browser;
mod helios;
mod pages;
mod picture;
mod process;
mod referee;
mod service;
mod store;
mod world;
