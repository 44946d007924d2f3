//! Moderation: rulings on a match of either game (referee.md, Moderation and T15–T17).

pub mod barred;
pub mod decide;
pub(super) mod depart;
pub(super) mod evolve;
