//! A board on a page: the picture with its letters and numbers, and the same in words.

use crate::referee::state::Board as Standing;
use crate::rules::abaddon::level::Level;
use crate::rules::abaddon::position::Position;
use crate::rules::helios;
use crate::rules::helios::position::Rank;
use crate::rules::helios::side::Side;
use crate::rules::seat::{Names, Seat};
use crate::service::views::TableView;
use crate::web::human;

/// The scale at which pages and copy boxes show boards.
pub const SCALE: u32 = 3;

/// What `partials/board.html` shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// The picture's address, or the picture itself as a `data:` address.
    pub picture: String,
    /// The picture's address without steps that are not sent.
    pub standing: String,
    /// Its width in pixels.
    pub width: u32,
    /// Its height in pixels.
    pub height: u32,
    /// What the picture shows, in words.
    pub alt: String,
    /// The columns' letters from the left.
    pub files: Vec<char>,
    /// The rows' numbers from the top.
    pub ranks: Vec<u8>,
}

impl Board {
    /// The board of a level in a picture drawn at [`SCALE`].
    pub fn new(level: &Level, standing: String, alt: String) -> Self {
        let (width, height) = level_size(level, SCALE);
        Self {
            picture: standing.clone(),
            standing,
            width,
            height,
            alt,
            files: ('a'..='z').take(usize::from(level.width())).collect(),
            ranks: (1..=level.height()).rev().collect(),
        }
    }

    /// The same board with steps drawn on it that are not sent.
    #[must_use]
    pub fn with_steps(mut self, picture: String) -> Self {
        self.picture = picture;
        self.alt = format!(
            "The board with your steps drawn on it, not sent. Before them: {}",
            self.alt
        );
        self
    }

    /// The picture's width at scale 1: the sheet snaps the board to whole multiples of it.
    pub fn unit(&self) -> u32 {
        self.width / SCALE
    }
}

/// Width and height of a match's picture without labels and legend (picture.md).
pub fn picture_size(table: &TableView, scale: u32) -> (u32, u32) {
    match table {
        TableView::Abaddon(table) => level_size(&table.level, scale),
        TableView::Helios(table) => helios_size(&table.position, scale),
    }
}

/// Width and height of Helios' picture, the priests' strips above and below the board included.
pub fn helios_size(position: &helios::position::Position, scale: u32) -> (u32, u32) {
    let options = position.options();
    pixels((options.width(), options.height()), 32, scale)
}

/// Width and height of a level's picture (picture.md).
pub fn level_size(level: &Level, scale: u32) -> (u32, u32) {
    pixels((level.width(), level.height()), 0, scale)
}

fn pixels((columns, rows): (u8, u8), priests: u32, scale: u32) -> (u32, u32) {
    let length = |squares: u8| u32::from(squares) * 16 + 2;
    (length(columns) * scale, (length(rows) + priests) * scale)
}

/// A position of a match in words.
pub fn in_words(table: &TableView, standing: &Standing, names: &Names) -> String {
    match (table, standing) {
        (TableView::Abaddon(table), Standing::Abaddon(position)) => {
            halls_in_words(&table.level, position, names)
        }
        (_, Standing::Helios(position)) => helios_in_words(position, names),
        // No match has positions of another game.
        (TableView::Helios(_), Standing::Abaddon(_)) => String::new(),
    }
}

/// Each side's points and pieces, by rank and square; locked ones are said to be.
pub fn helios_in_words(position: &helios::position::Position, names: &Names) -> String {
    let side_in_words = |side: Side| {
        let points = human::count(position.score()[side], "point");
        let ranks = Rank::ALL.into_iter().rev().filter_map(|rank| {
            let squares: Vec<String> = (position.pieces())
                .filter(|(_, piece)| piece.owner == side && piece.rank == rank)
                .map(|(square, piece)| {
                    if piece.locked {
                        format!("{square} (locked)")
                    } else {
                        square.to_string()
                    }
                })
                .collect();
            (!squares.is_empty()).then(|| format!("{} {}", rank.name(), squares.join(", ")))
        });
        let parts: Vec<String> = std::iter::once(points).chain(ranks).collect();
        format!("{}: {}.", names.of(side.seat()), parts.join("; "))
    };
    Side::BOTH.map(side_in_words).join(" ")
}

/// What each player owns, by square, then the doors that nobody owns.
pub fn halls_in_words(level: &Level, position: &Position, names: &Names) -> String {
    let mut sentences: Vec<String> = Seat::all()
        .filter_map(|seat| holdings(position, seat, names))
        .collect();
    let free: Vec<String> = (level.doors())
        .filter(|door| position.door_owner(*door).is_none())
        .map(|door| door.to_string())
        .collect();
    if !free.is_empty() {
        sentences.push(format!("Unclaimed doors: {}.", free.join(", ")));
    }
    sentences.join(" ")
}

fn holdings(position: &Position, seat: Seat, names: &Names) -> Option<String> {
    let doors: Vec<String> = (position.doors())
        .filter(|(_, owner)| *owner == seat)
        .map(|(door, _)| door.to_string())
        .collect();
    let units = (position.units())
        .filter(|(_, unit)| unit.owner == seat)
        .map(|(square, unit)| format!("{} {square}", unit.kind.name()));
    let walls = i128::try_from(position.walls_of(seat)).unwrap_or_default();
    let mut parts: Vec<String> = Vec::new();
    if !doors.is_empty() {
        parts.push(format!("doors {}", doors.join(", ")));
    }
    parts.extend(units);
    if walls > 0 {
        parts.push(human::count(walls, "wall"));
    }
    (!parts.is_empty()).then(|| format!("{}: {}.", names.of(seat), parts.join(", ")))
}
