//! The same pixels, saved as other programs save them.

use png::{BitDepth, ColorType, Encoder, Info, ScaledFloat};

use super::naive::Canvas;

/// How a program saves a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Rgb,
    Rgba,
    Rgb16,
    Rgba16,
    Palette,
    Interlaced,
    Gamma,
    Grey,
}

impl Form {
    /// Every form that keeps the colours.
    pub(super) const COLOURED: [Self; 7] = [
        Self::Rgb,
        Self::Rgba,
        Self::Rgb16,
        Self::Rgba16,
        Self::Palette,
        Self::Interlaced,
        Self::Gamma,
    ];
}

/// A PNG of some pixels, without text chunks.
pub(super) fn save(canvas: &Canvas, form: Form) -> Vec<u8> {
    let (color, depth) = match form {
        Form::Rgb | Form::Interlaced | Form::Gamma => (ColorType::Rgb, BitDepth::Eight),
        Form::Rgba => (ColorType::Rgba, BitDepth::Eight),
        Form::Rgb16 => (ColorType::Rgb, BitDepth::Sixteen),
        Form::Rgba16 => (ColorType::Rgba, BitDepth::Sixteen),
        Form::Palette => (ColorType::Indexed, BitDepth::Eight),
        Form::Grey => (ColorType::Grayscale, BitDepth::Eight),
    };
    let length = |pixels: usize| u32::try_from(pixels).expect("pictures are small");
    let mut info = Info::with_size(length(canvas.width), length(canvas.height));
    info.interlaced = form == Form::Interlaced;
    let mut file = Vec::new();
    let mut encoder = Encoder::with_info(&mut file, info).expect("the size is right");
    encoder.set_color(color);
    encoder.set_depth(depth);
    if form == Form::Gamma {
        encoder.set_source_gamma(ScaledFloat::new(1.0 / 1.8));
    }
    let mut colours: Vec<[u8; 3]> = canvas.pixels.clone();
    colours.sort_unstable();
    colours.dedup();
    if form == Form::Palette {
        encoder.set_palette(colours.concat());
    }
    let bytes: Vec<u8> = (canvas.pixels.iter())
        .flat_map(|pixel| bytes(*pixel, form, &colours))
        .collect();
    let mut writer = encoder.write_header().expect("the header is right");
    if form == Form::Interlaced {
        let stream = stored(&adam7(canvas));
        writer
            .write_chunk(png::chunk::IDAT, &stream)
            .expect("memory can be written");
    } else {
        writer
            .write_image_data(&bytes)
            .expect("the data are complete");
    }
    writer.finish().expect("memory can be written");
    file
}

fn bytes(pixel: [u8; 3], form: Form, colours: &[[u8; 3]]) -> Vec<u8> {
    let twice = |channels: &[u8]| channels.iter().flat_map(|channel| [*channel; 2]).collect();
    let [red, green, blue] = pixel;
    match form {
        Form::Rgb | Form::Interlaced | Form::Gamma => pixel.to_vec(),
        Form::Rgba => vec![red, green, blue, 255],
        Form::Rgb16 => twice(&pixel),
        Form::Rgba16 => twice(&[red, green, blue, 255]),
        Form::Palette => {
            let index = colours
                .binary_search(&pixel)
                .expect("every colour is listed");
            vec![u8::try_from(index).expect("boards have few colours")]
        }
        Form::Grey => {
            let weighted = 299 * u32::from(red) + 587 * u32::from(green) + 114 * u32::from(blue);
            vec![u8::try_from(weighted / 1000).expect("the weights add up to 1000")]
        }
    }
}

/// The rows of the seven passes of an interlaced PNG, each after its filter byte.
fn adam7(canvas: &Canvas) -> Vec<u8> {
    let passes = [
        (0, 0, 8, 8),
        (4, 0, 8, 8),
        (0, 4, 4, 8),
        (2, 0, 4, 4),
        (0, 2, 2, 4),
        (1, 0, 2, 2),
        (0, 1, 1, 2),
    ];
    let mut data = Vec::new();
    for (left, top, across, down) in passes {
        for y in (top..canvas.height).step_by(down) {
            if left < canvas.width {
                data.push(0);
            }
            for x in (left..canvas.width).step_by(across) {
                data.extend(canvas.pixels[y * canvas.width + x]);
            }
        }
    }
    data
}

/// A zlib stream that compresses nothing.
pub(super) fn stored(data: &[u8]) -> Vec<u8> {
    let mut stream = vec![0x78, 0x01];
    let mut blocks = data.chunks(65_535).peekable();
    while let Some(block) = blocks.next() {
        let length = u16::try_from(block.len()).expect("blocks are short");
        stream.push(u8::from(blocks.peek().is_none()));
        stream.extend(length.to_le_bytes());
        stream.extend((!length).to_le_bytes());
        stream.extend(block);
    }
    stream.extend(adler(data).to_be_bytes());
    stream
}

/// The sum at the end of a zlib stream.
pub(super) fn adler(data: &[u8]) -> u32 {
    let (mut sum, mut sum_of_sums) = (1_u32, 0_u32);
    for byte in data {
        sum = (sum + u32::from(*byte)) % 65_521;
        sum_of_sums = (sum_of_sums + sum) % 65_521;
    }
    sum_of_sums << 16 | sum
}
