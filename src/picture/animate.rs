//! Replays: boards one after the other, as a GIF or an animated PNG.
//!
//! Each picture after the first is cropped to what differs from the one before. All of them must have
//! one size and one palette; a reader that knows no animation shows the first.

use std::borrow::Cow;

use gif::{Frame, Repeat};
use png::{BitDepth, ColorType, Filter};

use super::DRAWING_VERSION;
use super::canvas::Picture;
use super::encode::Scale;
use super::palette::Palette;

/// How long a board is shown, and the last one before all begins anew, in hundredths of a second.
const DELAY: u16 = 100;
const LAST_DELAY: u16 = 300;

/// Why boards cannot be shown one after the other.
#[derive(Debug, thiserror::Error)]
pub enum AnimateError {
    /// There is none.
    #[error("there is nothing to show")]
    Empty,
    /// They differ in size or palette.
    #[error("the boards of a replay have one size and one palette")]
    Unlike,
    /// The library refuses.
    #[error("a GIF cannot be written: {0}")]
    Gif(#[from] gif::EncodingError),
    /// The library refuses.
    #[error("an animated PNG cannot be written: {0}")]
    Png(#[from] png::EncodingError),
}

/// The part of a picture that differs from the one before, in pixels at scale 1.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Crop {
    x: usize,
    y: usize,
    width: usize,
    /// Indices row by row.
    inks: Vec<u8>,
}

/// Boards cropped to what changes, ready to be written in either form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reel {
    width: usize,
    height: usize,
    palette: Palette,
    crops: Vec<Crop>,
}

impl Reel {
    /// The boards in the order in which they are shown. Only two are looked at at a time, so they may
    /// be drawn as they are asked for.
    ///
    /// # Errors
    /// [`AnimateError::Empty`] without boards; [`AnimateError::Unlike`] where one of them has another
    /// size or palette than the first.
    pub fn new(boards: impl IntoIterator<Item = Picture>) -> Result<Self, AnimateError> {
        let mut boards = boards.into_iter();
        let mut before = boards.next().ok_or(AnimateError::Empty)?;
        let mut reel = Self {
            width: before.width(),
            height: before.height(),
            palette: before.palette().clone(),
            crops: vec![crop(&before, (0, 0), (before.width(), before.height()))],
        };
        for board in boards {
            let size = (board.width(), board.height());
            if size != (reel.width, reel.height) || *board.palette() != reel.palette {
                return Err(AnimateError::Unlike);
            }
            reel.crops.push(changed(&before, &board));
            before = board;
        }
        Ok(reel)
    }

    /// The boards as a GIF that repeats for ever.
    ///
    /// # Errors
    /// [`AnimateError::Gif`] for boards of more than 65,535 pixels at this scale.
    pub fn gif(&self, scale: Scale) -> Result<Vec<u8>, AnimateError> {
        let times = usize::from(scale.factor());
        let pixels = |length: usize| u16::try_from(length * times).unwrap_or(u16::MAX);
        let mut file = Vec::new();
        let size = (pixels(self.width), pixels(self.height));
        let mut encoder = gif::Encoder::new(&mut file, size.0, size.1, &self.channels())?;
        encoder.set_repeat(Repeat::Infinite)?;
        for (crop, delay) in self.timed() {
            let frame = Frame {
                delay,
                left: pixels(crop.x),
                top: pixels(crop.y),
                width: pixels(crop.width),
                height: pixels(crop.height()),
                buffer: Cow::Owned(crop.scaled(times).concat()),
                ..Frame::default()
            };
            encoder.write_frame(&frame)?;
        }
        drop(encoder);
        Ok(file)
    }

    /// The boards as an animated PNG that repeats for ever.
    ///
    /// # Errors
    /// [`AnimateError::Png`], which no board of a level's size comes to.
    pub fn apng(&self, scale: Scale) -> Result<Vec<u8>, AnimateError> {
        let times = usize::from(scale.factor());
        let pixels = |length: usize| u32::try_from(length * times).unwrap_or(u32::MAX);
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, pixels(self.width), pixels(self.height));
        encoder.set_color(ColorType::Indexed);
        encoder.set_depth(self.depth());
        encoder.set_palette(self.channels());
        encoder.set_filter(Filter::NoFilter);
        encoder.set_animated(u32::try_from(self.crops.len()).unwrap_or(u32::MAX), 0)?;
        let software = format!("Daykeeper, drawing version {DRAWING_VERSION}");
        encoder.add_text_chunk("Software".to_owned(), software)?;
        let mut writer = encoder.write_header()?;
        for (index, (crop, delay)) in self.timed().enumerate() {
            // The first is the whole picture already.
            if 0 < index {
                // The library holds a new size against the place of the frame before.
                writer.reset_frame_position()?;
                writer.set_frame_dimension(pixels(crop.width), pixels(crop.height()))?;
                writer.set_frame_position(pixels(crop.x), pixels(crop.y))?;
            }
            writer.set_frame_delay(delay, 100)?;
            let rows = crop.scaled(times);
            writer.write_image_data(&self.packed(&rows))?;
        }
        writer.finish()?;
        Ok(file)
    }

    /// Each crop with how long it is shown.
    fn timed(&self) -> impl Iterator<Item = (&Crop, u16)> {
        let last = self.crops.len() - 1;
        let delay = move |index| if index == last { LAST_DELAY } else { DELAY };
        (self.crops.iter().enumerate()).map(move |(index, crop)| (crop, delay(index)))
    }

    fn channels(&self) -> Vec<u8> {
        let colours = self.palette.colours().iter();
        colours.flat_map(|colour| colour.channels()).collect()
    }

    fn depth(&self) -> BitDepth {
        if self.palette.fits_four_bits() {
            BitDepth::Four
        } else {
            BitDepth::Eight
        }
    }

    /// Rows of indices as bytes; each row begins with a byte of its own.
    fn packed(&self, rows: &[Vec<u8>]) -> Vec<u8> {
        if !self.palette.fits_four_bits() {
            return rows.concat();
        }
        let pack = |pair: &[u8]| pair[0] << 4 | pair.get(1).copied().unwrap_or_default();
        rows.iter()
            .flat_map(|row| row.chunks(2).map(pack))
            .collect()
    }
}

impl Crop {
    fn height(&self) -> usize {
        self.inks.len() / self.width
    }

    /// Its rows with every pixel repeated in both directions.
    fn scaled(&self, times: usize) -> Vec<Vec<u8>> {
        let wide = |row: &[u8]| -> Vec<u8> {
            let repeated = |ink: &u8| std::iter::repeat_n(*ink, times);
            row.iter().flat_map(repeated).collect()
        };
        let rows = self.inks.chunks_exact(self.width).map(wide);
        rows.flat_map(|row| std::iter::repeat_n(row, times))
            .collect()
    }
}

/// The smallest part that differs; one pixel where nothing does, since a frame cannot be empty.
fn changed(before: &Picture, after: &Picture) -> Crop {
    let (mut left, mut right, mut top, mut bottom) = (usize::MAX, 0, usize::MAX, 0);
    for (y, (old, new)) in before.rows().zip(after.rows()).enumerate() {
        let differs = |x: &usize| old[*x] != new[*x];
        let Some(first) = (0..new.len()).find(differs) else {
            continue;
        };
        let last = (0..new.len()).rev().find(differs).unwrap_or(first);
        (left, right) = (left.min(first), right.max(last + 1));
        (top, bottom) = (top.min(y), y + 1);
    }
    if bottom == 0 {
        return crop(after, (0, 0), (1, 1));
    }
    crop(after, (left, top), (right - left, bottom - top))
}

fn crop(picture: &Picture, (x, y): (usize, usize), (width, height): (usize, usize)) -> Crop {
    let rows = picture.rows().skip(y).take(height);
    let inks = rows.flat_map(|row| row.iter().skip(x).take(width).map(|ink| ink.0));
    Crop {
        x,
        y,
        width,
        inks: inks.collect(),
    }
}
