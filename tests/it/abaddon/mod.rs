//! Halls of Abaddon: the rules and their judge.

mod cases;
