//! `daykeeper level check FILE`: whether a match can be played on a level, and if not, why.

use std::path::Path;
use std::{fs, io};

use crate::rules::abaddon::level::{LevelText, Needs};

/// What a check found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Report {
    /// A match can be played; the lines say with how many seats.
    Valid(String),
    /// None can; a line for each fault, with line and column where it has a place.
    Faulty(Vec<String>),
}

/// Checks a level file for six doors to win and two seats.
///
/// # Errors
/// When the file cannot be read as UTF-8 text.
pub fn check(path: &Path) -> io::Result<Report> {
    fs::read_to_string(path).map(|text| check_text(&text))
}

/// Checks the text of a level for six doors to win and two seats.
pub fn check_text(text: &str) -> Report {
    let read = match LevelText::parse(text) {
        Ok(read) => read,
        Err(error) => return Report::Faulty(vec![error.to_string()]),
    };
    let described = |fault: &crate::rules::abaddon::level::LevelFault| match fault.square() {
        Some(square) => {
            let (line, column) = read.place(square);
            format!("line {line}, column {column}: {fault}")
        }
        None => fault.to_string(),
    };
    let faults = read.level.faults(Needs::PUBLISHED);
    if !faults.is_empty() {
        return Report::Faulty(faults.iter().map(described).collect());
    }
    Report::Valid(format!(
        "{}: {} × {} squares, {} doors, room for {} seats",
        read.level.name(),
        read.level.width(),
        read.level.height(),
        read.level.doors().count(),
        read.level.most_seats()
    ))
}
