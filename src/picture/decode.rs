//! A PNG of any kind as plain RGB pixels.

use std::io::Cursor;

use png::{Decoder, DecodingError, Limits, Reader, Transformations};

/// The largest file that is looked at, in bytes.
pub const MAX_BYTES: usize = 8 * 1024 * 1024;
/// The largest width and height that are decoded, in pixels.
pub const MAX_SIDE: u32 = 4096;

/// The pixels of a file, rows from the top.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pixels {
    width: usize,
    height: usize,
    rgb: Vec<[u8; 3]>,
    /// The text chunk `daykeeper`, if the file still has it.
    pub daykeeper: Option<String>,
}

/// Why a file has no pixels.
#[derive(Debug, thiserror::Error)]
pub enum DecodeError {
    /// It is larger than this program decodes; nothing was allocated for it.
    #[error("the picture is too large: at most 8 MiB and 4096 × 4096 pixels are read")]
    TooLarge,
    /// It is no PNG, or a broken one.
    #[error("this is not a PNG picture: {0}")]
    NotPng(#[from] DecodingError),
    /// Its palette has no whole number of colours, or too many.
    #[error("this is not a PNG picture: its palette is broken")]
    Palette,
}

/// How much the decoder may allocate beside the pixels: a row, and text chunks.
const WORKSPACE: usize = 16 * 1024 * 1024;

/// A decoded file with its transparency.
pub(super) struct Decoded {
    pub width: usize,
    pub height: usize,
    samples: usize,
    bytes: Vec<u8>,
    daykeeper: Option<String>,
}

impl Decoded {
    /// Decodes a PNG of any colour type and depth, interlaced or not, that is at most so many pixels
    /// wide and high. Colours are taken as they are stored, whatever gamma or profile the file claims.
    pub(super) fn new(file: &[u8], most: u32) -> Result<Self, DecodeError> {
        if file.len() > MAX_BYTES {
            return Err(DecodeError::TooLarge);
        }
        let limits = Limits { bytes: WORKSPACE };
        let mut decoder = Decoder::new_with_limits(Cursor::new(file), limits);
        decoder.set_transformations(Transformations::EXPAND | Transformations::STRIP_16);
        decoder.set_ignore_iccp_chunk(true);
        let header = decoder.read_header_info()?;
        let (width, height) = (header.width, header.height);
        if width > most || height > most {
            return Err(DecodeError::TooLarge);
        }
        let mut reader = decoder.read_info()?;
        check_palette(&reader)?;
        let mut bytes = vec![0; reader.output_buffer_size().ok_or(DecodeError::TooLarge)?];
        let color = reader.next_frame(&mut bytes)?.color_type;
        Ok(Self {
            width: width as usize,
            height: height as usize,
            samples: color.samples(),
            bytes,
            daykeeper: daykeeper(&reader),
        })
    }

    /// Red, green, blue and alpha of each pixel, rows from the top.
    pub(super) fn rgba(&self) -> impl Iterator<Item = [u8; 4]> + '_ {
        let pixel = |channels: &[u8]| match *channels {
            [grey] => [grey, grey, grey, u8::MAX],
            [grey, alpha] => [grey, grey, grey, alpha],
            [red, green, blue] => [red, green, blue, u8::MAX],
            [red, green, blue, alpha] => [red, green, blue, alpha],
            // No PNG has more channels, and expanded ones have at least one.
            _ => [0; 4],
        };
        self.bytes.chunks_exact(self.samples).map(pixel)
    }
}

impl Pixels {
    /// Decodes a PNG of any kind; what is transparent shows white.
    ///
    /// # Errors
    /// [`DecodeError::TooLarge`] before anything is decoded, [`DecodeError::NotPng`] for the rest.
    pub fn decode(file: &[u8]) -> Result<Self, DecodeError> {
        let decoded = Decoded::new(file, MAX_SIDE)?;
        let over_white = |[red, green, blue, alpha]: [u8; 4]| {
            [red, green, blue].map(|channel| over_white(channel, alpha))
        };
        Ok(Self {
            width: decoded.width,
            height: decoded.height,
            rgb: decoded.rgba().map(over_white).collect(),
            daykeeper: decoded.daykeeper,
        })
    }

    /// Pixels from left to right.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Pixels from top to bottom.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Red, green and blue of a pixel; `None` beyond the edges.
    pub fn at(&self, x: isize, y: isize) -> Option<[u8; 3]> {
        let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
        let inside = x < self.width && y < self.height;
        inside.then(|| self.rgb[y * self.width + x])
    }

    /// Every pixel, rows from the top.
    pub(super) fn all(&self) -> &[[u8; 3]] {
        &self.rgb
    }
}

fn over_white(channel: u8, alpha: u8) -> u8 {
    let missing = u16::from(u8::MAX - channel) * u16::from(alpha) / 255;
    u8::MAX - u8::try_from(missing).unwrap_or(u8::MAX)
}

/// Refuses palettes at which the decoder itself would panic.
fn check_palette(reader: &Reader<Cursor<&[u8]>>) -> Result<(), DecodeError> {
    const MOST: usize = 256;
    let bytes = reader
        .info()
        .palette
        .as_ref()
        .map_or(0, |palette| palette.len());
    let is_whole = bytes.is_multiple_of(3) && bytes <= 3 * MOST;
    is_whole.then_some(()).ok_or(DecodeError::Palette)
}

fn daykeeper(reader: &Reader<Cursor<&[u8]>>) -> Option<String> {
    let texts = &reader.info().uncompressed_latin1_text;
    let ours = texts.iter().find(|chunk| chunk.keyword == "daykeeper")?;
    Some(ours.text.clone())
}
