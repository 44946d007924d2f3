//! Board pictures, asked for as `daykeeper render` is asked.

mod abaddon;
mod damage;
mod damaging;
mod dice;
mod fuzz;
mod helios;
mod legend;
mod naive;
mod programs;
mod read;
mod resaved;
mod sprites;
mod tolerated;

use daykeeper::cli::render::{Outcome, render};
use naive::Canvas;
use serde_json::Value;

/// The PNG that answers a request.
fn png(request: &Value) -> Vec<u8> {
    let mut file = Vec::new();
    let outcome =
        render(request.to_string().as_bytes(), &mut file).expect("test data is well formed");
    let text = String::from_utf8_lossy(&file);
    assert_eq!(outcome, Outcome::Done, "{text}");
    file
}

/// What a request is refused with.
fn refusal(request: &Value) -> Value {
    let mut text = Vec::new();
    let outcome =
        render(request.to_string().as_bytes(), &mut text).expect("test data is well formed");
    assert_eq!(outcome, Outcome::Refused);
    serde_json::from_slice(&text).expect("test data is well formed")
}

/// A PNG's pixels, as another program reads them.
fn decoded(file: &[u8]) -> Canvas {
    let image = image::load_from_memory(file)
        .expect("test data is well formed")
        .to_rgb8();
    Canvas {
        width: image.width().try_into().expect("test data is well formed"),
        height: image.height().try_into().expect("test data is well formed"),
        pixels: image.pixels().map(|pixel| pixel.0).collect(),
    }
}

/// Asserts that two pictures are the same, naming the first pixel that is not.
#[track_caller]
fn assert_same(found: &Canvas, expected: &Canvas) {
    let size = |canvas: &Canvas| (canvas.width, canvas.height);
    assert_eq!(size(found), size(expected));
    for (index, (found, wanted)) in found.pixels.iter().zip(&expected.pixels).enumerate() {
        let (x, y) = (index % expected.width, index / expected.width);
        assert_eq!(found, wanted, "pixel ({x}, {y})");
    }
}

fn data(name: &str) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/pictures");
    std::fs::read(format!("{folder}/{name}")).expect("test data is well formed")
}
