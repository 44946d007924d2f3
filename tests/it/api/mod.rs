//! The JSON API, through the router.

mod announcing;
mod bad_input;
mod described;
mod matches;
pub(crate) mod server;
mod turns;
