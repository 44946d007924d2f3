//! Reading a position back from a picture (picture.md, Reading a picture back).

use std::collections::BTreeMap;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::align::{Alignment, align, inside};
use super::decode::{DecodeError, Pixels};
use super::encode::Scale;
use super::excerpt::Excerpt;
use super::frame::{INSIDE, STRIP};
use super::sprite::{Dot, Sprite, Sprites};
use crate::rules::abaddon::level::{Level, Tile};
use crate::rules::abaddon::position::{Kind, Unit};
use crate::rules::abaddon::setup::{PlacedUnit, PlacedWall, Setup};
use crate::rules::colour::Colour;
use crate::rules::grid::{Edge, Side, Square};
use crate::rules::seat::{BySeat, Seat};

/// How many pixels of a square or wall may be astray.
const ASTRAY: usize = 3;
/// By how many pixels the best reading must be better than the next.
const AHEAD: usize = 4;

/// What a picture is read with: the match that it should show.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    /// The level.
    pub level: &'a Level,
    /// The colour of each seat that has one; the others have nothing on the board.
    pub colours: &'a BySeat<Option<Colour>>,
    /// The sprites of each seat.
    pub sprites: &'a Sprites,
    /// How many doors win.
    pub doors_to_win: usize,
}

/// What was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// The scale that the board was found at.
    pub scale: Scale,
    /// The position, without what cannot be read.
    pub setup: Setup,
    /// Every square and wall that cannot be read; empty when the position is exact.
    pub unreadable: Vec<Unreadable>,
    /// The text chunk `daykeeper`, if the file still has it.
    pub daykeeper: Option<String>,
    /// A door's colour that nobody of the match has: a newcomer's, perhaps.
    pub stranger: Option<Colour>,
    /// The board as it is seen in the picture, without what lies around it.
    pub board: Excerpt,
}

/// A place that cannot be read, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unreadable {
    /// Where.
    pub place: Place,
    /// Why, for the player.
    pub why: &'static str,
}

/// A square, or the wall on one of its sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// A square.
    Square(Square),
    /// A wall.
    Wall(Edge),
}

impl Serialize for Unreadable {
    /// `{"at","why"}` for a square, `{"at","side","why"}` for a wall (formats.md).
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (at, side) = match self.place {
            Place::Square(square) => (square, None),
            Place::Wall(Edge { square, side }) => (square, Some(side)),
        };
        let mut fields = serializer.serialize_map(None)?;
        fields.serialize_entry("at", &at)?;
        if let Some(side) = side {
            fields.serialize_entry("side", &side)?;
        }
        fields.serialize_entry("why", self.why)?;
        fields.end()
    }
}

/// Why nothing at all can be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The file cannot be decoded.
    #[error(transparent)]
    Decode(#[from] DecodeError),
    /// It says that it is a board, but not this level's.
    #[error("this picture shows another level")]
    OtherLevel,
    /// No board of the level is found in it.
    #[error("no board of this level is found in the picture, at any scale from 1 to 8")]
    NotABoard,
}

impl ReadError {
    /// The stable code of api.md.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Decode(DecodeError::TooLarge) => "too_large",
            Self::OtherLevel => "other_level",
            Self::Decode(DecodeError::NotPng(_)) | Self::NotABoard => "not_a_board",
        }
    }
}

impl Reader<'_> {
    /// Reads a PNG.
    ///
    /// # Errors
    /// [`ReadError`] when no board is found; what is doubtful on a board that was found is named in
    /// [`Reading::unreadable`].
    pub fn read(&self, file: &[u8]) -> Result<Reading, ReadError> {
        let pixels = Pixels::decode(file)?;
        let Some(alignment) = align(&pixels, self.level) else {
            return Err(match pixels.daykeeper {
                Some(_) => ReadError::OtherLevel,
                None => ReadError::NotABoard,
            });
        };
        let board = Board {
            reader: self,
            pixels: &pixels,
            alignment,
        };
        let mut reading = Reading {
            scale: alignment.scale,
            setup: Setup::default(),
            unreadable: Vec::new(),
            daykeeper: pixels.daykeeper.clone(),
            stranger: None,
            board: Excerpt::of(&pixels, alignment, self.level),
        };
        for square in self.level.squares() {
            board.read_square(square, &mut reading);
            for side in [Side::Up, Side::Right] {
                board.read_wall(Edge { square, side }, &mut reading);
            }
        }
        reading.setup.winner = self.winner(&reading.setup);
        reading.stranger = board.stranger(&reading.unreadable);
        Ok(reading)
    }

    fn seats(&self) -> impl Iterator<Item = (Seat, Colour)> + '_ {
        Seat::all().filter_map(|seat| Some((seat, self.colours[seat]?)))
    }

    fn winner(&self, setup: &Setup) -> Option<Seat> {
        let doors_of = |seat| {
            let owners = setup.doors.values();
            owners.filter(|owner| **owner == Some(seat)).count()
        };
        Seat::all().find(|seat| doors_of(*seat) >= self.doors_to_win)
    }
}

struct Board<'a> {
    reader: &'a Reader<'a>,
    pixels: &'a Pixels,
    alignment: Alignment,
}

impl Board<'_> {
    fn read_square(&self, square: Square, reading: &mut Reading) {
        let shipped = Sprite::shipped();
        let read = match self.reader.level.tile(square) {
            Some(Tile::Floor) => self.read_floor(square, reading),
            Some(Tile::Airlock) => self.read_door(square, &shipped.airlock, reading),
            Some(Tile::Armory) => self.read_door(square, &shipped.armory, reading),
            Some(Tile::Teleporter(axis)) => {
                self.expect(square, &Look::mark(Colour::WHITE, shipped.teleporter(axis)))
            }
            Some(Tile::Rock) => self.expect(square, &Look::plain(Colour::BLACK)),
            None => Ok(()),
        };
        if let Err(why) = read {
            let place = Place::Square(square);
            reading.unreadable.push(Unreadable { place, why });
        }
    }

    fn read_floor(&self, square: Square, reading: &mut Reading) -> Result<(), &'static str> {
        let empty = (None, self.misses(square, &Look::plain(Colour::WHITE)));
        let units = self.reader.seats().flat_map(|(owner, colour)| {
            Kind::ALL
                .into_iter()
                .map(move |kind| (Unit { owner, kind }, colour))
        });
        let units = units.map(|(unit, colour)| {
            let sprite = self.reader.sprites[unit.owner].of(unit.kind);
            let look = Look {
                below: Colour::WHITE,
                sprite: Some(sprite),
                own: colour,
            };
            (Some(unit), self.misses(square, &look))
        });
        let read = clear_best([empty].into_iter().chain(units));
        let unit = read.ok_or("this is neither an empty floor nor clearly one player's unit")?;
        if let Some(Unit { owner, kind }) = unit {
            let at = square;
            reading.setup.units.push(PlacedUnit { at, owner, kind });
        }
        Ok(())
    }

    fn read_door(
        &self,
        square: Square,
        mark: &Sprite,
        reading: &mut Reading,
    ) -> Result<(), &'static str> {
        let owned = self
            .reader
            .seats()
            .map(|(seat, colour)| (Some(seat), colour));
        let looks = [(None, Colour::RED)].into_iter().chain(owned);
        let looks =
            looks.map(|(owner, colour)| (owner, self.misses(square, &Look::mark(colour, mark))));
        let owner = clear_best(looks)
            .ok_or("this door is neither unclaimed red nor clearly in one player's colour")?;
        if owner.is_some() {
            reading.setup.doors.insert(square, owner);
        }
        Ok(())
    }

    /// What most of an unreadable door is painted in, where that is one colour that nobody has.
    fn stranger(&self, unreadable: &[Unreadable]) -> Option<Colour> {
        unreadable.iter().find_map(|Unreadable { place, .. }| {
            let Place::Square(square) = *place else {
                return None;
            };
            let tile = self.reader.level.tile(square)?;
            matches!(tile, Tile::Airlock | Tile::Armory).then_some(())?;
            let (left, top) = inside(self.reader.level, square);
            let places = (0..INSIDE).flat_map(|y| (0..INSIDE).map(move |x| (left + x, top + y)));
            let colours = places.filter_map(|place| self.alignment.colour(self.pixels, place));
            let mut counts: BTreeMap<[u8; 3], usize> = BTreeMap::new();
            for colour in colours.filter(|colour| !is_close(*colour, Colour::BLACK)) {
                *counts.entry(colour).or_default() += 1;
            }
            let painted: usize = counts.values().sum();
            let (colour, count) = counts.into_iter().max_by_key(|(_, count)| *count)?;
            let is_known = || {
                let mut known = self.reader.seats().map(|(_, known)| known);
                known.any(|known| is_close(colour, known)) || is_close(colour, Colour::RED)
            };
            (painted < 2 * count && !is_known()).then(|| Colour::new(colour))
        })
    }

    fn expect(&self, square: Square, look: &Look<'_>) -> Result<(), &'static str> {
        if self.misses(square, look) > ASTRAY {
            return Err("what the level has here is painted over");
        }
        Ok(())
    }

    /// In how many pixels a square's inside differs from a look, whether it is marked or not.
    fn misses(&self, square: Square, look: &Look<'_>) -> usize {
        let (left, top) = inside(self.reader.level, square);
        let places = (0..INSIDE).flat_map(|y| (0..INSIDE).map(move |x| (x, y)));
        places
            .filter(|(x, y)| {
                let found = self.alignment.colour(self.pixels, (left + x, top + y));
                let is_ring = [*x, *y].iter().any(|at| *at == 0 || *at == INSIDE - 1);
                found.is_some_and(|found| {
                    let marked = is_ring && is_close(found, Colour::BLACK);
                    !marked && !is_close(found, look.colour(*x, *y))
                })
            })
            .count()
    }

    fn read_wall(&self, edge: Edge, reading: &mut Reading) {
        let level = self.reader.level;
        let inner = edge.far_square().and_then(|far| level.tile(far)).is_some();
        if !inner {
            return;
        }
        let misses = |colour| self.strip_misses(edge, colour);
        let mut refuse = |why| {
            let place = Place::Wall(edge);
            reading.unreadable.push(Unreadable { place, why });
        };
        if !level.is_buildable(edge) {
            if misses(Colour::BLACK) > ASTRAY {
                refuse("the level has a fixed wall here, and it is painted over");
            }
            return;
        }
        let owned = self
            .reader
            .seats()
            .map(|(seat, colour)| (Some(seat), misses(colour)));
        let free = (None, misses(Colour::PALE_GREY));
        match clear_best([free].into_iter().chain(owned)) {
            None => refuse("this is neither free nor clearly a wall of one player"),
            Some(None) => {}
            Some(Some(owner)) => reading.setup.walls.push(PlacedWall {
                at: edge.square,
                side: edge.side,
                owner,
            }),
        }
    }

    fn strip_misses(&self, edge: Edge, colour: Colour) -> usize {
        let (x, y) = inside(self.reader.level, edge.square);
        let ((x, y), (width, height)) = match edge.side {
            Side::Up => ((x, y - STRIP), (INSIDE, STRIP)),
            Side::Right => ((x + INSIDE, y), (STRIP, INSIDE)),
        };
        let places = (0..width).flat_map(|right| (0..height).map(move |down| (right, down)));
        places
            .filter_map(|(right, down)| self.alignment.colour(self.pixels, (x + right, y + down)))
            .filter(|found| !is_close(*found, colour))
            .count()
    }
}

/// What a square's inside may look like.
struct Look<'a> {
    below: Colour,
    sprite: Option<&'a Sprite>,
    own: Colour,
}

impl<'a> Look<'a> {
    const fn plain(below: Colour) -> Self {
        Self {
            below,
            sprite: None,
            own: below,
        }
    }

    const fn mark(below: Colour, mark: &'a Sprite) -> Self {
        Self {
            below,
            sprite: Some(mark),
            own: below,
        }
    }

    /// The colour of a pixel of the inside.
    fn colour(&self, x: usize, y: usize) -> Colour {
        let dot = match (self.sprite, x.checked_sub(1), y.checked_sub(1)) {
            (Some(sprite), Some(column), Some(row)) => sprite.dot(column, row),
            _ => Dot::Nothing,
        };
        match dot {
            Dot::Nothing => self.below,
            Dot::Black => Colour::BLACK,
            Dot::White | Dot::Sun | Dot::Face => Colour::WHITE,
            Dot::Own => self.own,
            Dot::Shade => self.own.shade(),
            Dot::Grey => Colour::GREY,
        }
    }
}

fn is_close(found: [u8; 3], wanted: Colour) -> bool {
    Colour::new(found).reads_as(wanted)
}

/// The reading with the fewest misses, if they are few and the next has clearly more.
fn clear_best<T: Copy>(readings: impl Iterator<Item = (T, usize)>) -> Option<T> {
    let mut readings: Vec<(T, usize)> = readings.collect();
    readings.sort_by_key(|(_, misses)| *misses);
    let (best, misses) = *readings.first()?;
    let is_clear = readings
        .get(1)
        .is_none_or(|(_, next)| misses + AHEAD <= *next);
    (misses <= ASTRAY && is_clear).then_some(best)
}
