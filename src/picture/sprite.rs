//! Sprites: pixel art as text, a character a pixel, and the rules for a player's own.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use super::decode::{DecodeError, Decoded};
use super::palette::Ink;
use crate::rules::abaddon::position::Kind;
use crate::rules::colour::Colour;
use crate::rules::grid::Axis;
use crate::rules::seat::BySeat;

/// What one pixel of a sprite shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dot {
    /// `.`: what lies below.
    Nothing,
    /// `o`: black, or Helios' outline.
    Black,
    /// `w`: white, or the sun's glow in Helios.
    White,
    /// `c`: the owner's colour.
    Own,
    /// `d`: its darker shade.
    Shade,
    /// `g`: grey; not for players' own art.
    Grey,
    /// `y`: the sun of Helios.
    Sun,
    /// `f`: a priest's face and hands.
    Face,
}

impl Dot {
    const ALL: [(Self, char); 8] = [
        (Self::Nothing, '.'),
        (Self::Black, 'o'),
        (Self::White, 'w'),
        (Self::Own, 'c'),
        (Self::Shade, 'd'),
        (Self::Grey, 'g'),
        (Self::Sun, 'y'),
        (Self::Face, 'f'),
    ];

    fn from_char(character: char) -> Option<Self> {
        (Self::ALL.into_iter())
            .find(|(_, written)| *written == character)
            .map(|(dot, _)| dot)
    }

    fn to_char(self) -> char {
        (Self::ALL.into_iter())
            .find(|(dot, _)| *dot == self)
            .map_or('.', |(_, written)| written)
    }

    const fn is_for_players(self) -> bool {
        matches!(
            self,
            Self::Nothing | Self::Black | Self::White | Self::Own | Self::Shade
        )
    }
}

/// The ink of each kind of dot in one picture for one owner.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tones {
    pub black: Ink,
    pub white: Ink,
    pub own: Ink,
    pub shade: Ink,
    pub grey: Ink,
    pub sun: Ink,
    pub face: Ink,
}

impl Tones {
    /// The ink of a dot; `None` for nothing.
    pub(super) const fn ink(self, dot: Dot) -> Option<Ink> {
        match dot {
            Dot::Nothing => None,
            Dot::Black => Some(self.black),
            Dot::White => Some(self.white),
            Dot::Own => Some(self.own),
            Dot::Shade => Some(self.shade),
            Dot::Grey => Some(self.grey),
            Dot::Sun => Some(self.sun),
            Dot::Face => Some(self.face),
        }
    }
}

/// A rectangle of dots, written as lines of one character a pixel (`.owcdgyf`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sprite {
    width: usize,
    dots: Vec<Dot>,
}

impl Sprite {
    /// The width and height of a unit's sprite and of a door's mark.
    pub const SIZE: usize = 12;
    /// How many pixels of a player's own sprite show the player's colour, at least.
    pub const LEAST_OWN: usize = 16;
    /// In how many pixels a player's sprites of different kinds differ, at least.
    pub const LEAST_DIFFERENCE: usize = 8;

    /// The dots row by row from the top.
    pub fn rows(&self) -> impl Iterator<Item = &[Dot]> + '_ {
        self.dots.chunks_exact(self.width)
    }

    /// Reads a PNG of one player's own art, in whatever colour it was painted: what is transparent
    /// shows nothing, black and white are themselves, the brightest other colour is the owner's and
    /// its 3/5 the shade. Colours may be a little off, as in pictures that are read back.
    ///
    /// # Errors
    /// [`BadSprite::NotPng`], [`BadSprite::Size`], or [`BadSprite::Colour`] for the first pixel that
    /// is none of these.
    pub fn from_png(file: &[u8]) -> Result<Self, BadSprite> {
        let decoded = Decoded::new(file, 12).map_err(|error| match error {
            DecodeError::TooLarge => BadSprite::Size,
            DecodeError::NotPng(_) | DecodeError::Palette => BadSprite::NotPng,
        })?;
        if (decoded.width, decoded.height) != (Self::SIZE, Self::SIZE) {
            return Err(BadSprite::Size);
        }
        let opaque = |[red, green, blue, alpha]: [u8; 4]| {
            (alpha >= 128).then_some(Colour::new([red, green, blue]))
        };
        let pixels: Vec<Option<Colour>> = decoded.rgba().map(opaque).collect();
        let own = brightest(pixels.iter().copied().flatten());
        let dots = pixels.iter().enumerate().map(|(index, pixel)| {
            let dot = pixel.map_or(Some(Dot::Nothing), |colour| painted_dot(colour, own));
            dot.ok_or(BadSprite::Colour {
                row: index / Self::SIZE + 1,
                column: index % Self::SIZE + 1,
            })
        });
        Ok(Self {
            width: Self::SIZE,
            dots: dots.collect::<Result<_, _>>()?,
        })
    }

    /// What one of its pixels shows; nothing beyond its edges.
    pub fn dot(&self, column: usize, row: usize) -> Dot {
        let dot = self.dots.get(row * self.width + column);
        dot.filter(|_| column < self.width)
            .copied()
            .unwrap_or(Dot::Nothing)
    }

    /// In how many pixels two sprites of one size differ.
    pub fn difference(&self, other: &Self) -> usize {
        (self.dots.iter().zip(&other.dots))
            .filter(|(one, other)| one != other)
            .count()
    }

    /// The sprite that a unit of a kind has unless its player made another.
    pub fn of_kind(kind: Kind) -> &'static Self {
        match kind {
            Kind::Engineer => &SHIPPED.engineer,
            Kind::Soldier => &SHIPPED.soldier,
            Kind::Flamebat => &SHIPPED.flamebat,
        }
    }

    pub(super) fn shipped() -> &'static Shipped {
        &SHIPPED
    }

    fn count(&self, dot: Dot) -> usize {
        self.dots.iter().filter(|other| **other == dot).count()
    }
}

/// The brightest colour that is neither black nor white; black if there is none.
fn brightest(colours: impl Iterator<Item = Colour>) -> Colour {
    let sum = |colour: &Colour| colour.channels().map(u16::from).iter().sum::<u16>();
    let is_own = |colour: &Colour| {
        [Colour::BLACK, Colour::WHITE]
            .iter()
            .all(|other| !colour.reads_as(*other))
    };
    colours
        .filter(is_own)
        .max_by_key(sum)
        .unwrap_or(Colour::BLACK)
}

fn painted_dot(colour: Colour, own: Colour) -> Option<Dot> {
    let known = [
        (Colour::BLACK, Dot::Black),
        (Colour::WHITE, Dot::White),
        (own, Dot::Own),
        (own.shade(), Dot::Shade),
    ];
    let read = known.into_iter().find(|(known, _)| colour.reads_as(*known));
    read.map(|(_, dot)| dot)
}

impl FromStr for Sprite {
    type Err = BadSprite;

    /// Reads lines of equal length; LF or CRLF ends a line, and the last need not end.
    ///
    /// # Errors
    /// [`BadSprite::Size`] for lines of different lengths or none,
    /// [`BadSprite::Dot`] for a character that means nothing.
    fn from_str(text: &str) -> Result<Self, BadSprite> {
        let mut dots = Vec::with_capacity(Self::SIZE * Self::SIZE);
        let width = text.lines().next().unwrap_or_default().chars().count();
        for (row, line) in text.lines().enumerate() {
            for (column, character) in line.chars().enumerate() {
                dots.push(Dot::from_char(character).ok_or(BadSprite::Dot {
                    row: row + 1,
                    column: column + 1,
                    character,
                })?);
            }
            if dots.len() != width * (row + 1) {
                return Err(BadSprite::Size);
            }
        }
        if dots.is_empty() {
            return Err(BadSprite::Size);
        }
        Ok(Self { width, dots })
    }
}

impl fmt::Display for Sprite {
    /// The lines that are read back, each with its line feed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.rows() {
            let line: String = row.iter().map(|dot| dot.to_char()).collect();
            writeln!(f, "{line}")?;
        }
        Ok(())
    }
}

/// Why a sprite cannot be a player's own (picture.md, Custom sprites). Rows and columns are counted
/// from 1 at the top left.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadSprite {
    /// It is not 12 × 12.
    #[error("a sprite is 12 × 12 pixels, written as 12 lines of 12 characters")]
    Size,
    /// The file is no PNG that can be read.
    #[error("this is not a PNG picture")]
    NotPng,
    /// A pixel of a PNG has a colour too many.
    #[error(
        "the pixel in row {row}, column {column} is neither transparent, black, white, your colour \
         (the brightest other one) nor its darker shade (3/5 of it)"
    )]
    Colour {
        /// The row.
        row: usize,
        /// The column.
        column: usize,
    },
    /// A pixel is none of the five that players may use.
    #[error(
        "line {row}, character {column} is “{character}”; a pixel is . (transparent), o (black), \
         w (white), c (your colour) or d (its darker shade)"
    )]
    Dot {
        /// The line.
        row: usize,
        /// The character in it.
        column: usize,
        /// What stands there.
        character: char,
    },
    /// Too little of it shows whose it is.
    #[error("only {0} pixels are in your colour (c); at least 16 must be")]
    TooLittleColour(usize),
    /// It could be mistaken for another kind.
    #[error("it differs from your {} in only {pixels} pixels; it must differ in at least 8", kind.name())]
    TooAlike {
        /// The other kind.
        kind: Kind,
        /// In how many pixels it differs.
        pixels: usize,
    },
}

/// One player's sprites: their own where they made one, else the default ones.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SpriteSet(BTreeMap<Kind, Sprite>);

impl SpriteSet {
    /// The sprite of a kind.
    pub fn of(&self, kind: Kind) -> &Sprite {
        self.0.get(&kind).unwrap_or_else(|| Sprite::of_kind(kind))
    }

    /// Gives a kind the player's own sprite.
    ///
    /// # Errors
    /// [`BadSprite`], the first reason in the order of its variants; the set stays as it was.
    pub fn put(&mut self, kind: Kind, sprite: Sprite) -> Result<(), BadSprite> {
        if sprite.width != Sprite::SIZE || sprite.dots.len() != Sprite::SIZE * Sprite::SIZE {
            return Err(BadSprite::Size);
        }
        if let Some(index) = (sprite.dots.iter()).position(|dot| !dot.is_for_players()) {
            return Err(BadSprite::Dot {
                row: index / Sprite::SIZE + 1,
                column: index % Sprite::SIZE + 1,
                character: sprite.dots[index].to_char(),
            });
        }
        let own = sprite.count(Dot::Own);
        if own < Sprite::LEAST_OWN {
            return Err(BadSprite::TooLittleColour(own));
        }
        self.check_unlike_others(kind, &sprite)?;
        self.0.insert(kind, sprite);
        Ok(())
    }

    /// Takes the player's own sprite of a kind away, so that the default one is drawn.
    pub fn reset(&mut self, kind: Kind) {
        self.0.remove(&kind);
    }

    fn check_unlike_others(&self, kind: Kind, sprite: &Sprite) -> Result<(), BadSprite> {
        for other in Kind::ALL.into_iter().filter(|other| *other != kind) {
            for theirs in [self.of(other), Sprite::of_kind(other)] {
                let pixels = sprite.difference(theirs);
                if pixels < Sprite::LEAST_DIFFERENCE {
                    return Err(BadSprite::TooAlike {
                        kind: other,
                        pixels,
                    });
                }
            }
        }
        Ok(())
    }
}

/// The sprites of every seat.
pub type Sprites = BySeat<SpriteSet>;

/// The art that ships with the program.
#[derive(Debug)]
pub(super) struct Shipped {
    pub engineer: Sprite,
    pub soldier: Sprite,
    pub flamebat: Sprite,
    pub airlock: Sprite,
    pub armory: Sprite,
    teleporter_horizontal: Sprite,
    teleporter_vertical: Sprite,
    pub guard: Sprite,
    pub carrier: Sprite,
    pub sun_carrier: Sprite,
    pub lock: Sprite,
    pub priest: Sprite,
}

impl Shipped {
    pub(super) const fn teleporter(&self, axis: Axis) -> &Sprite {
        match axis {
            Axis::Horizontal => &self.teleporter_horizontal,
            Axis::Vertical => &self.teleporter_vertical,
        }
    }
}

macro_rules! shipped {
    ($name:literal) => {
        include_str!(concat!("../../static/sprites/", $name, ".txt"))
            .parse()
            .expect("the sprites that ship are well formed")
    };
}

static SHIPPED: LazyLock<Shipped> = LazyLock::new(|| Shipped {
    engineer: shipped!("engineer"),
    soldier: shipped!("soldier"),
    flamebat: shipped!("flamebat"),
    airlock: shipped!("airlock"),
    armory: shipped!("armory"),
    teleporter_horizontal: shipped!("teleporter-horizontal"),
    teleporter_vertical: shipped!("teleporter-vertical"),
    guard: shipped!("helios-guard"),
    carrier: shipped!("helios-carrier"),
    sun_carrier: shipped!("helios-sun-carrier"),
    lock: shipped!("helios-lock"),
    priest: shipped!("helios-priest"),
});
