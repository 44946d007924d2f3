//! A picture as a PNG file.

use std::fmt;
use std::str::FromStr;

use png::chunk::IDAT;
use png::{BitDepth, ColorType, Encoder, EncodingError};
use serde::Deserialize;

use super::DRAWING_VERSION;
use super::canvas::Picture;
use super::deflate::{Distances, Lines, zlib};
use super::frame::PITCH;
use super::palette::Ink;

/// How many times each pixel is repeated across and down, 1 to 8.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
#[serde(try_from = "u8")]
pub struct Scale(u8);

impl Scale {
    /// The largest.
    pub const MAX: u8 = 8;

    /// The scale with a factor from 1 to [`Scale::MAX`].
    pub const fn new(factor: u8) -> Option<Self> {
        if 1 <= factor && factor <= Self::MAX {
            Some(Self(factor))
        } else {
            None
        }
    }

    /// The factor.
    pub const fn factor(self) -> u8 {
        self.0
    }

    fn times(self) -> usize {
        usize::from(self.0)
    }
}

impl Default for Scale {
    /// What forums are shown: 3.
    fn default() -> Self {
        Self(3)
    }
}

impl fmt::Display for Scale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// The number is not a scale.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("“{0}” is not a scale; scales are 1 to 8")]
pub struct ParseScaleError(pub String);

impl TryFrom<u8> for Scale {
    type Error = ParseScaleError;

    fn try_from(factor: u8) -> Result<Self, Self::Error> {
        Self::new(factor).ok_or_else(|| ParseScaleError(factor.to_string()))
    }
}

impl FromStr for Scale {
    type Err = ParseScaleError;

    /// Reads one digit from 1 to 8.
    ///
    /// # Errors
    /// [`ParseScaleError`] for anything else.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let factor = match text.as_bytes() {
            [digit @ b'1'..=b'8'] => Self::new(digit - b'0'),
            _ => None,
        };
        factor.ok_or_else(|| ParseScaleError(text.to_owned()))
    }
}

/// The texts that a picture carries beside `Software`, which names the drawing version.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chunks {
    /// `Halls of Abaddon, turn 12`; `daykeeper render` knows no turn and writes none.
    pub title: Option<String>,
    /// `match=<id> turn=<n> position=<hash>`, or the last alone.
    pub daykeeper: String,
}

/// The picture as an indexed PNG with `tEXt` chunks; characters beyond ASCII in them become `?`.
pub fn encode(picture: &Picture, scale: Scale, chunks: &Chunks) -> Vec<u8> {
    let mut file = Vec::new();
    write(picture, scale, chunks, &mut file)
        .expect("a picture of a level's size, written to memory, is a PNG");
    file
}

fn write(
    picture: &Picture,
    scale: Scale,
    chunks: &Chunks,
    file: &mut Vec<u8>,
) -> Result<(), EncodingError> {
    let length = |pixels: usize| u32::try_from(pixels * scale.times()).unwrap_or(u32::MAX);
    let mut encoder = Encoder::new(file, length(picture.width()), length(picture.height()));
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(if picture.palette().fits_four_bits() {
        BitDepth::Four
    } else {
        BitDepth::Eight
    });
    let colours = picture.palette().colours().iter();
    encoder.set_palette(
        colours
            .flat_map(|colour| colour.channels())
            .collect::<Vec<_>>(),
    );
    for (keyword, text) in texts(chunks) {
        encoder.add_text_chunk(keyword.to_owned(), text)?;
    }
    let mut writer = encoder.write_header()?;
    writer.write_chunk(IDAT, &pixels(picture, scale))?;
    writer.finish()
}

/// The rows as PNG knows them, each with its filter byte, compressed. No row is filtered: a repeated
/// row, and most rows of a square, are found again at their distance.
fn pixels(picture: &Picture, scale: Scale) -> Vec<u8> {
    const UNFILTERED: u8 = 0;
    let packing = Packing::of(picture, scale);
    let mut bytes = Vec::new();
    for inks in picture.rows() {
        bytes.push(UNFILTERED);
        packing.push_row(inks, &mut bytes);
    }
    let lines = Lines {
        length: bytes.len() / picture.height(),
        bytes,
        times: scale.times(),
    };
    let distances = Distances {
        left: &[1, packing.bytes(2), packing.bytes(PITCH)],
        up: PITCH,
    };
    zlib(&lines, &distances)
}

fn texts(chunks: &Chunks) -> impl Iterator<Item = (&'static str, String)> {
    let ascii = |text: &str| text.replace(|letter: char| !letter.is_ascii(), "?");
    let title = chunks.title.as_deref().map(ascii);
    let software = format!("Daykeeper, drawing version {DRAWING_VERSION}");
    title.map(|title| ("Title", title)).into_iter().chain([
        ("Software", software),
        ("daykeeper", ascii(&chunks.daykeeper)),
    ])
}

/// How many bytes the table has for one, enough for the largest scale.
const ROOM: usize = Scale::MAX as usize;

/// How a row of inks becomes bytes: packed first, then scaled byte by byte through a table.
struct Packing {
    four_bits: bool,
    times: usize,
    /// For each byte at scale 1, what it is at this scale; the first `times` bytes count.
    scaled: Vec<[u8; ROOM]>,
}

impl Packing {
    fn of(picture: &Picture, scale: Scale) -> Self {
        let four_bits = picture.palette().fits_four_bits();
        let times = scale.times();
        let nibble = |byte: u8, place: usize| if place < times { byte >> 4 } else { byte & 15 };
        let repeat = |byte: u8| {
            std::array::from_fn(|index| {
                if four_bits {
                    nibble(byte, 2 * index) << 4 | nibble(byte, 2 * index + 1)
                } else {
                    byte
                }
            })
        };
        Self {
            four_bits,
            times,
            scaled: (0..=u8::MAX).map(repeat).collect(),
        }
    }

    /// How many bytes an even number of pixels of a row becomes.
    fn bytes(&self, pixels: usize) -> usize {
        let per_byte = if self.four_bits { 2 } else { 1 };
        pixels / per_byte * self.times
    }

    fn push_row(&self, inks: &[Ink], bytes: &mut Vec<u8>) {
        let start = bytes.len();
        // Eight bytes are copied for every one and all but the first `times` overwritten by the next
        // or cut off: that is faster than copying just as many as are needed.
        bytes.resize(start + (inks.len() + ROOM) * self.times + ROOM, 0);
        let mut at = start;
        let mut place = |byte: u8| {
            bytes[at..at + ROOM].copy_from_slice(&self.scaled[usize::from(byte)]);
            at += self.times;
        };
        if self.four_bits {
            // Two to a byte, the left one in the high half; the last may stand alone.
            let (pairs, last) = inks.as_chunks();
            for [left, right] in pairs {
                place(left.0 << 4 | right.0);
            }
            for ink in last {
                place(ink.0 << 4);
            }
            bytes.truncate(start + (inks.len() * self.times).div_ceil(2));
        } else {
            for ink in inks {
                place(ink.0);
            }
            bytes.truncate(start + inks.len() * self.times);
        }
    }
}
