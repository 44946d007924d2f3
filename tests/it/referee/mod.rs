//! The referee without a store: given a match, when somebody asks at an instant, then.

mod announcing;
mod clocks;
mod departures;
mod joining;
mod laws;
mod rulings;
mod second_thoughts;
mod table;
