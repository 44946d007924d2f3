//! The store on a real file: what is committed together, and what cannot be undone unnoticed.

mod append;
mod record;
mod verify;
