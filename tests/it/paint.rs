//! Boards as players paint them: drawn from a position, and saved by another program.

use std::io::Cursor;

use daykeeper::cli::render::render;
use png::{BitDepth, ColorType, Decoder, Encoder, Transformations};
use serde_json::{Value, json};

/// A painted board.
#[derive(Clone)]
pub(crate) struct Painting {
    width: u32,
    height: u32,
    rgb: Vec<u8>,
}

/// Draws a position of the default level at a scale.
pub(crate) fn paint(state: &Value, colors: &[&str], scale: u32) -> Painting {
    let request = json!({"game": "abaddon", "level": "halls-of-abaddon", "state": state,
        "colors": colors, "scale": scale});
    let mut file = Vec::new();
    render(request.to_string().as_bytes(), &mut file).unwrap();
    opened(&file)
}

/// Opens a file as a paint program does.
pub(crate) fn opened(file: &[u8]) -> Painting {
    let mut decoder = Decoder::new(Cursor::new(file));
    decoder.set_transformations(Transformations::EXPAND | Transformations::STRIP_16);
    let mut reader = decoder.read_info().unwrap();
    let mut rgb = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut rgb).unwrap();
    assert_eq!(info.color_type, ColorType::Rgb);
    Painting {
        width: info.width,
        height: info.height,
        rgb,
    }
}

impl Painting {
    /// Fills a rectangle.
    pub(crate) fn fill(
        &mut self,
        (x, y): (u32, u32),
        (width, height): (u32, u32),
        colour: [u8; 3],
    ) {
        for (x, y) in (x..x + width).flat_map(|x| (y..y + height).map(move |y| (x, y))) {
            let at = 3 * usize::try_from(y * self.width + x).unwrap();
            self.rgb[at..at + 3].copy_from_slice(&colour);
        }
    }

    /// Copies a rectangle.
    pub(crate) fn copy(&mut self, from: (u32, u32), to: (u32, u32), (width, height): (u32, u32)) {
        let place = |(x, y): (u32, u32)| 3 * usize::try_from(y * self.width + x).unwrap();
        let length = 3 * usize::try_from(width).unwrap();
        for down in 0..height {
            let (from, to) = (place((from.0, from.1 + down)), place((to.0, to.1 + down)));
            self.rgb.copy_within(from..from + length, to);
        }
    }

    /// Saves it in true colour, with a text chunk `daykeeper` or without any.
    pub(crate) fn saved(&self, chunk: Option<&str>) -> Vec<u8> {
        let mut file = Vec::new();
        let mut encoder = Encoder::new(&mut file, self.width, self.height);
        encoder.set_color(ColorType::Rgb);
        encoder.set_depth(BitDepth::Eight);
        if let Some(text) = chunk {
            encoder
                .add_text_chunk("daykeeper".to_owned(), text.to_owned())
                .unwrap();
        }
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(&self.rgb).unwrap();
        writer.finish().unwrap();
        file
    }
}

/// The text chunk `daykeeper` of a file.
pub(crate) fn chunk(file: &[u8]) -> String {
    let reader = Decoder::new(Cursor::new(file)).read_info().unwrap();
    let texts = &reader.info().uncompressed_latin1_text;
    let ours = texts.iter().find(|chunk| chunk.keyword == "daykeeper");
    ours.unwrap().text.clone()
}
