//! Every test that goes through a door of the product, in one binary.

mod architecture;
mod day;
mod process;
mod quick_start;
