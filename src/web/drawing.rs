//! Boards that have no address of their own: drawn for one page, and part of it.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::picture::abaddon::{View, draw};
use crate::picture::encode::{Chunks, Scale, encode};
use crate::picture::frame::Options;
use crate::picture::sprite::Sprites;
use crate::rules::abaddon::differences::changed_squares;
use crate::rules::abaddon::level::Level;
use crate::rules::abaddon::position::Position;
use crate::rules::colour::Colour;
use crate::rules::seat::{BySeat, Seat};

/// Players' colours by seat.
pub type Colours = BySeat<Option<Colour>>;

/// Colours in the order of seats.
pub fn colours(by_seat: impl IntoIterator<Item = Colour>) -> Colours {
    let mut colours = Colours::default();
    for (seat, colour) in Seat::all().zip(by_seat) {
        colours[seat] = Some(colour);
    }
    colours
}

/// The board as a PNG with the squares marked that changed; `None` where a seat has no colour.
pub fn png(
    level: &Level,
    before: &Position,
    after: &Position,
    colours: &Colours,
) -> Option<Vec<u8>> {
    let sprites = Sprites::default();
    let view = View::new(level, after, colours, &sprites).ok()?;
    let options = Options {
        marks: changed_squares(before, after),
        ..Options::default()
    };
    let chunks = Chunks {
        title: None,
        daykeeper: "preview".to_owned(),
    };
    Some(encode(&draw(&view, &options), Scale::default(), &chunks))
}

/// The same as a `data:` address.
pub fn data_url(
    level: &Level,
    before: &Position,
    after: &Position,
    colours: &Colours,
) -> Option<String> {
    let file = png(level, before, after, colours)?;
    Some(format!("data:image/png;base64,{}", STANDARD.encode(file)))
}
