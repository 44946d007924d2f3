//! The text of a level (formats.md, Level text): 4 × 2 characters a square.

use std::collections::BTreeSet;
use std::fmt;

use super::{Level, Tile};
use crate::rules::grid::{Axis, Direction, Edge, Side, Square};

/// Columns and rows that a level may have.
const SIZES: std::ops::RangeInclusive<usize> = 2..=26;

/// What is wrong in a level's text, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: {what}")]
pub struct LevelError {
    /// The line, from 1.
    pub line: usize,
    /// The character in that line, from 1.
    pub column: usize,
    /// What is wrong there and what was expected, as a sentence without its full stop.
    pub what: String,
}

/// A level together with the place of its map in the text, so that faults can name line and column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LevelText {
    /// The level.
    pub level: Level,
    /// The line of the map's upper border, from 1.
    pub map_line: usize,
}

impl LevelText {
    /// Line and column of the middle of a square, both from 1.
    pub fn place(&self, square: Square) -> (usize, usize) {
        let rows_above = usize::from(self.level.height().saturating_sub(square.row() + 1));
        (
            self.map_line + 2 * rows_above + 1,
            4 * usize::from(square.column()) + 3,
        )
    }

    /// Reads header and map.
    ///
    /// # Errors
    /// The first [`LevelError`] from the top.
    pub fn parse(text: &str) -> Result<Self, LevelError> {
        let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
        let (header, map_line) = Header::read(&lines)?;
        let map = Map::read(lines.get(map_line - 1..).unwrap_or_default(), map_line)?;
        Ok(Self {
            level: Level {
                name: header.name,
                author: header.author,
                notes: header.notes,
                width: map.width,
                height: map.height,
                tiles: map.tiles,
                fixed: map.fixed,
            },
            map_line,
        })
    }
}

impl Level {
    /// Reads a level's text; lines end in LF or CRLF, blanks at their ends are ignored.
    ///
    /// # Errors
    /// The first [`LevelError`] from the top.
    pub fn parse(text: &str) -> Result<Self, LevelError> {
        LevelText::parse(text).map(|read| read.level)
    }

    /// The text that [`Level::parse`] reads back as the same level.
    pub fn to_text(&self) -> String {
        self.to_string()
    }
}

fn fault<T>(line: usize, column: usize, what: impl Into<String>) -> Result<T, LevelError> {
    let what = what.into();
    Err(LevelError { line, column, what })
}

/// The lines above the map.
#[derive(Default)]
struct Header {
    name: String,
    author: Option<String>,
    notes: Option<String>,
}

impl Header {
    /// The header and the line on which the map begins, from 1.
    fn read(lines: &[&str]) -> Result<(Self, usize), LevelError> {
        let mut name = None;
        let mut header = Self::default();
        let blank = lines.iter().position(|line| line.is_empty());
        let end = blank.unwrap_or(lines.len());
        for (number, text) in (1..).zip(&lines[..end]) {
            if text.starts_with('#') {
                continue;
            }
            let (key, value) = Self::entry(text, number)?;
            let slot = match key {
                "name" => &mut name,
                "author" => &mut header.author,
                "notes" => &mut header.notes,
                _ => return fault(number, 1, format!("“{key}” is not name, author or notes")),
            };
            if slot.replace(value.to_owned()).is_some() {
                return fault(number, 1, format!("“{key}” is given twice"));
            }
        }
        match name {
            Some(name) => header.name = name,
            None => return fault(1, 1, "the level needs a line “name: …”"),
        }
        let is_text = |line: &&str| !line.is_empty();
        match lines[end..].iter().position(is_text) {
            Some(blanks) => Ok((header, end + blanks + 1)),
            None => fault(
                lines.len().max(1),
                1,
                "a blank line and the map are missing",
            ),
        }
    }

    fn entry(text: &str, line: usize) -> Result<(&str, &str), LevelError> {
        let Some((key, value)) = text.split_once(':') else {
            return if text.starts_with('+') {
                fault(line, 1, "a blank line must stand before the map")
            } else {
                fault(line, 1, "a header line has the form “key: value”")
            };
        };
        match value.trim() {
            "" => fault(line, key.chars().count() + 2, format!("“{key}” is empty")),
            value => Ok((key.trim(), value)),
        }
    }
}

/// The drawn part, while it is read.
struct Map {
    width: u8,
    height: u8,
    tiles: Vec<Tile>,
    fixed: BTreeSet<Edge>,
}

/// A line of the map, by character.
struct Line {
    number: usize,
    characters: Vec<char>,
}

impl Line {
    /// The character at an index; what was cut off at the line's end is blank.
    fn at(&self, index: usize) -> char {
        self.characters.get(index).copied().unwrap_or(' ')
    }

    /// Whether the place at `index` holds a wall, drawn with all of `drawn`, or nothing at all.
    fn wall(&self, index: usize, drawn: &str) -> Result<bool, LevelError> {
        let blank = (0..drawn.len()).all(|offset| self.at(index + offset) == ' ');
        for (offset, expected) in drawn.chars().enumerate() {
            if !blank && self.at(index + offset) != expected {
                let what = format!("a wall is drawn “{drawn}”, no wall with blanks");
                return fault(self.number, index + offset + 1, what);
            }
        }
        Ok(!blank)
    }

    fn border(&self, index: usize, drawn: &str) -> Result<(), LevelError> {
        if self.wall(index, drawn)? {
            return Ok(());
        }
        let what = format!("the outer border must be wall, “{drawn}”");
        fault(self.number, index + 1, what)
    }

    fn expect(&self, index: usize, expected: char, what: &str) -> Result<(), LevelError> {
        if self.at(index) == expected {
            return Ok(());
        }
        fault(self.number, index + 1, what)
    }
}

impl Map {
    fn read(lines: &[&str], first: usize) -> Result<Self, LevelError> {
        let count = (lines.iter().rposition(|line| !line.is_empty())).map_or(0, |last| last + 1);
        let lines: Vec<Line> = (first..)
            .zip(&lines[..count])
            .map(|(number, text)| Line {
                number,
                characters: text.chars().collect(),
            })
            .collect();
        let (width, height) = Self::size(&lines)?;
        let mut map = Self {
            width,
            height,
            tiles: vec![Tile::Floor; usize::from(width) * usize::from(height)],
            fixed: BTreeSet::new(),
        };
        for (index, line) in lines.iter().enumerate() {
            let rows_above = u8::try_from(index / 2).expect("a map has at most 26 rows");
            if index % 2 == 0 {
                map.read_border_line(line, rows_above)?;
            } else {
                map.read_square_line(line, height - 1 - rows_above)?;
            }
        }
        Ok(map)
    }

    /// Width and height in squares, from the number of lines and the longest line.
    fn size(lines: &[Line]) -> Result<(u8, u8), LevelError> {
        let (first, last) = (&lines[0], &lines[lines.len() - 1]);
        let characters = first.characters.len();
        let (width, height) = (characters / 4, lines.len() / 2);
        if characters % 4 != 1 || !SIZES.contains(&width) {
            let what = "the map's upper border is “+---+” and so on, 2 to 26 squares wide";
            return fault(first.number, characters.max(1), what);
        }
        if lines.len() % 2 != 1 || !SIZES.contains(&height) {
            let what = "the map has two lines a row and a border below, 2 to 26 rows";
            return fault(last.number, 1, what);
        }
        match lines.iter().find(|line| characters < line.characters.len()) {
            Some(longer) => fault(
                longer.number,
                characters + 1,
                "this line is longer than the map's upper border",
            ),
            None => Ok((
                u8::try_from(width).expect("at most 26"),
                u8::try_from(height).expect("at most 26"),
            )),
        }
    }

    /// A line of corners and of the walls between two rows of squares.
    fn read_border_line(&mut self, line: &Line, rows_above: u8) -> Result<(), LevelError> {
        let is_border = rows_above == 0 || rows_above == self.height;
        for column in 0..self.width {
            let index = 4 * usize::from(column);
            line.expect(index, '+', "a corner is drawn “+”")?;
            if is_border {
                line.border(index + 1, "---")?;
            } else if line.wall(index + 1, "---")? {
                self.add_wall(column, self.height - 1 - rows_above, Side::Up);
            }
        }
        line.expect(4 * usize::from(self.width), '+', "a corner is drawn “+”")
    }

    /// A line of squares and of the walls between them.
    fn read_square_line(&mut self, line: &Line, row: u8) -> Result<(), LevelError> {
        line.border(0, "|")?;
        for column in 0..self.width {
            let index = 4 * usize::from(column);
            line.expect(
                index + 1,
                ' ',
                "a blank stands on both sides of a square's sign",
            )?;
            let Some(tile) = tile_of(line.at(index + 2)) else {
                let what =
                    "a square is one of . floor, A Airlock, M Armory, = or \" teleporter, # rock";
                return fault(line.number, index + 3, what);
            };
            line.expect(
                index + 3,
                ' ',
                "a blank stands on both sides of a square's sign",
            )?;
            self.tiles[usize::from(row) * usize::from(self.width) + usize::from(column)] = tile;
            if column + 1 == self.width {
                line.border(index + 4, "|")?;
            } else if line.wall(index + 4, "|")? {
                self.add_wall(column, row, Side::Right);
            }
        }
        Ok(())
    }

    fn add_wall(&mut self, column: u8, row: u8, side: Side) {
        let square = Square::new(column, row).expect("a map is at most 26 × 26");
        self.fixed.insert(Edge { square, side });
    }
}

fn tile_of(sign: char) -> Option<Tile> {
    Some(match sign {
        '.' => Tile::Floor,
        'A' => Tile::Airlock,
        'M' => Tile::Armory,
        '=' => Tile::Teleporter(Axis::Horizontal),
        '"' => Tile::Teleporter(Axis::Vertical),
        '#' => Tile::Rock,
        _ => return None,
    })
}

const fn sign_of(tile: Tile) -> char {
    match tile {
        Tile::Floor => '.',
        Tile::Airlock => 'A',
        Tile::Armory => 'M',
        Tile::Teleporter(Axis::Horizontal) => '=',
        Tile::Teleporter(Axis::Vertical) => '"',
        Tile::Rock => '#',
    }
}

impl fmt::Display for Level {
    /// Writes the level's text, with a line feed after each line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "name: {}", self.name)?;
        for (key, value) in [("author", &self.author), ("notes", &self.notes)] {
            if let Some(value) = value {
                writeln!(f, "{key}: {value}")?;
            }
        }
        writeln!(f)?;
        writeln!(f, "{}+", "+---".repeat(usize::from(self.width)))?;
        for row in (0..self.height).rev() {
            let squares = || (0..self.width).filter_map(move |column| Square::new(column, row));
            let wall = |square, direction, drawn: &'static str, none: &'static str| {
                if self.has_fixed_wall(square, direction) {
                    drawn
                } else {
                    none
                }
            };
            f.write_str("|")?;
            for square in squares() {
                let sign = sign_of(self.tile(square).unwrap_or(Tile::Rock));
                write!(f, " {sign} {}", wall(square, Direction::Right, "|", " "))?;
            }
            f.write_str("\n+")?;
            for square in squares() {
                write!(f, "{}+", wall(square, Direction::Down, "---", "   "))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
