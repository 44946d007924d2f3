//! Every test that goes through a door of the product, in one binary.

mod abaddon;
mod architecture;
mod helios;
mod referee_helios;
