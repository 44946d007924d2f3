//! Parses the command line and hands over.

use std::process::ExitCode;

fn main() -> ExitCode {
    daykeeper::cli::run(std::env::args_os())
}
