//! The JSON API, through the router.

mod announcing;
mod bad_input;
mod described;
mod helios;
mod matches;
mod picture;
mod places;
mod rulings;
pub(crate) mod server;
mod turns;
