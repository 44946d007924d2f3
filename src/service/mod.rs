//! Where the core meets the store and the clock: what people do, and what they are shown.

pub mod accounts;
pub mod blocking;
mod password;
pub mod secret;
