//! The board that was found in a picture, cut out of it.

use png::{BitDepth, ColorType, Encoder};

use super::align::Alignment;
use super::decode::Pixels;
use super::encode::Scale;
use super::frame::{PITCH, STRIP};
use crate::rules::abaddon::level::Level;

/// A board as somebody painted it, at scale 1, without margin, labels and legend. What was cropped
/// is white.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Excerpt {
    width: usize,
    rgb: Vec<[u8; 3]>,
}

impl Excerpt {
    pub(super) fn of(pixels: &Pixels, alignment: Alignment, level: &Level) -> Self {
        let length = |squares: u8| PITCH * usize::from(squares) + STRIP;
        let (width, height) = (length(level.width()), length(level.height()));
        let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let rgb = places.map(|place| alignment.colour(pixels, place).unwrap_or([u8::MAX; 3]));
        Self {
            width,
            rgb: rgb.collect(),
        }
    }

    /// The board as a PNG.
    pub fn png(&self, scale: Scale) -> Vec<u8> {
        let times = usize::from(scale.factor());
        let mut bytes = Vec::with_capacity(3 * times * times * self.rgb.len());
        for row in self.rgb.chunks_exact(self.width) {
            let wide: Vec<u8> = (row.iter()).flat_map(|pixel| pixel.repeat(times)).collect();
            bytes.extend(wide.repeat(times));
        }
        let length = |pixels: usize| u32::try_from(pixels * times).expect("boards are small");
        let mut file = Vec::new();
        let height = length(self.rgb.len() / self.width);
        let mut encoder = Encoder::new(&mut file, length(self.width), height);
        encoder.set_color(ColorType::Rgb);
        encoder.set_depth(BitDepth::Eight);
        let mut writer = encoder.write_header().expect("memory can be written");
        (writer.write_image_data(&bytes)).expect("every pixel is there");
        writer.finish().expect("memory can be written");
        file
    }
}
