//! Helios: two sides carry suns across the board and sacrifice them on the far row.
//!
//! In reading order: [`side`], [`square_set`] and [`ruleset`] are the vocabulary, [`position`] is what
//! stands on the board, [`setup`] how it is written down, [`action`] what a side may do. [`legal`] lists
//! the legal actions, [`check`] finds what is wrong with another and [`refusal`] says it, [`apply`]
//! plays what is legal.

pub mod action;
pub mod apply;
pub mod check;
pub mod legal;
pub mod notation;
pub mod perft;
pub mod position;
pub mod refusal;
pub mod ruleset;
pub mod setup;
pub mod side;
pub mod square_set;
pub mod words;
