//! The indexed picture that everything is drawn on.

use std::convert::Infallible;

use embedded_graphics::Drawable;
use embedded_graphics::Pixel;
use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::geometry::{OriginDimensions, Point, Size};
use embedded_graphics::mono_font::MonoTextStyle;
use embedded_graphics::mono_font::ascii::FONT_5X7;
use embedded_graphics::pixelcolor::BinaryColor;
use embedded_graphics::text::{Baseline, Text};

use super::palette::{Ink, Palette};
use super::sprite::{Sprite, Tones};

/// A pixel's place: x from the left, y from the top.
pub type Place = (usize, usize);

/// A picture at scale 1: rows from the top of indices into a palette.
///
/// Whatever is drawn beyond its edges is cut off.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    width: usize,
    height: usize,
    pixels: Vec<Ink>,
    palette: Palette,
}

impl Picture {
    /// A picture of one ink.
    pub(super) fn new((width, height): (usize, usize), palette: Palette, ink: Ink) -> Self {
        Self {
            width,
            height,
            pixels: vec![ink; width * height],
            palette,
        }
    }

    /// Pixels from left to right.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Pixels from top to bottom.
    pub fn height(&self) -> usize {
        self.height
    }

    /// The inks, each row from the left, rows from the top.
    pub fn rows(&self) -> impl Iterator<Item = &[Ink]> + '_ {
        self.pixels.chunks_exact(self.width)
    }

    /// What the inks mean.
    pub fn palette(&self) -> &Palette {
        &self.palette
    }

    /// The ink of a pixel of the picture.
    pub fn ink(&self, (x, y): Place) -> Option<Ink> {
        let ink = self.pixels.get(y * self.width + x);
        ink.filter(|_| x < self.width).copied()
    }

    pub(super) fn set(&mut self, (x, y): Place, ink: Ink) {
        if x < self.width && y < self.height {
            self.pixels[y * self.width + x] = ink;
        }
    }

    pub(super) fn fill(&mut self, (x, y): Place, (width, height): (usize, usize), ink: Ink) {
        let columns = x.min(self.width)..(x + width).min(self.width);
        for row in y.min(self.height)..(y + height).min(self.height) {
            let start = row * self.width;
            self.pixels[start + columns.start..start + columns.end].fill(ink);
        }
    }

    /// Draws a sprite with its top left corner at a place; what it leaves transparent stays.
    pub(super) fn stamp(&mut self, sprite: &Sprite, (x, y): Place, tones: Tones) {
        for (row, dots) in sprite.rows().enumerate() {
            for (column, dot) in dots.iter().enumerate() {
                if let Some(ink) = tones.ink(*dot) {
                    self.set((x + column, y + row), ink);
                }
            }
        }
    }

    /// Writes in `FONT_5X7`, whose characters are 5 px wide and 7 px high, from a top left corner on.
    /// A character that the font lacks becomes `?`.
    pub(super) fn write(&mut self, text: &str, (x, y): Place, ink: Ink) {
        let printable: String = (text.chars())
            .map(|character| match character {
                ' '..='~' => character,
                _ => '?',
            })
            .collect();
        // A picture is a few hundred pixels wide and high.
        let start = Point::new(
            i32::try_from(x).unwrap_or(i32::MAX),
            i32::try_from(y).unwrap_or(i32::MAX),
        );
        let style = MonoTextStyle::new(&FONT_5X7, BinaryColor::On);
        let Ok(_) = Text::with_baseline(&printable, start, style, Baseline::Top)
            .draw(&mut Pen { picture: self, ink });
    }
}

/// One ink on a picture, for embedded-graphics to write with.
struct Pen<'a> {
    picture: &'a mut Picture,
    ink: Ink,
}

impl DrawTarget for Pen<'_> {
    type Color = BinaryColor;
    type Error = Infallible;

    fn draw_iter<I>(&mut self, pixels: I) -> Result<(), Infallible>
    where
        I: IntoIterator<Item = Pixel<BinaryColor>>,
    {
        for Pixel(point, colour) in pixels {
            let place = (usize::try_from(point.x), usize::try_from(point.y));
            if let ((Ok(x), Ok(y)), BinaryColor::On) = (place, colour) {
                self.picture.set((x, y), self.ink);
            }
        }
        Ok(())
    }
}

impl OriginDimensions for Pen<'_> {
    fn size(&self) -> Size {
        let length = |pixels| u32::try_from(pixels).unwrap_or(u32::MAX);
        Size::new(length(self.picture.width), length(self.picture.height))
    }
}
