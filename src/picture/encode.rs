//! A picture as a PNG file.

use std::fmt;
use std::io::Write;
use std::str::FromStr;

use png::{BitDepth, ColorType, Compression, Encoder, EncodingError, Filter};
use serde::Deserialize;

use super::DRAWING_VERSION;
use super::canvas::Picture;
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
    encoder.set_compression(Compression::Balanced);
    let mut writer = encoder.write_header()?;
    let mut stream = writer.stream_writer()?;
    let packing = Packing::of(picture, scale);
    for inks in picture.rows() {
        let row = packing.row(inks);
        stream.set_filter(Filter::NoFilter);
        for _ in 0..scale.times() {
            stream.write_all(&row)?;
            stream.set_filter(Filter::Up);
        }
    }
    stream.finish()
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

/// How a row of inks becomes bytes: packed first, then scaled byte by byte through a table.
struct Packing {
    four_bits: bool,
    times: usize,
    /// For each byte at scale 1, what it is at this scale; the first `times` bytes count.
    scaled: Vec<[u8; Scale::MAX as usize]>,
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

    fn row(&self, inks: &[Ink]) -> Vec<u8> {
        let mut row = Vec::with_capacity(inks.len() * self.times + self.times);
        let mut push = |byte: u8| {
            row.extend_from_slice(&self.scaled[usize::from(byte)][..self.times]);
        };
        if self.four_bits {
            // Two to a byte, the left one in the high half; the last may stand alone.
            for pair in inks.chunks(2) {
                push(pair[0].0 << 4 | pair.get(1).map_or(0, |ink| ink.0));
            }
            row.truncate((inks.len() * self.times).div_ceil(2));
        } else {
            for ink in inks {
                push(ink.0);
            }
        }
        row
    }
}
