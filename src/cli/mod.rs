//! What the program does without a server, one file a subcommand.

pub mod judge;
pub mod level;
pub mod read;
pub mod render;
