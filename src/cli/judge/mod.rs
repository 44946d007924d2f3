//! `daykeeper judge`: a stateless referee for scripts, other tools and tests.

pub mod helios;
