//! What players are called where only their colours are known.

use palette::color_difference::EuclideanDistance;
use palette::convert::FromColorUnclamped;
use palette::{Oklab, Srgb};

use crate::rules::colour::Colour;
use crate::rules::seat::{BySeat, Names, Seat};

/// Words for colours, each with the colour that it fits best.
const WORDS: [(&str, [u8; 3]); 22] = [
    ("blue", [0x33, 0x88, 0xff]),
    ("dark blue", [0x1c, 0x36, 0x90]),
    ("sky blue", [0x7c, 0xc4, 0xf4]),
    ("teal", [0x00, 0x55, 0x67]),
    ("turquoise", [0x20, 0xb4, 0xb0]),
    ("mint", [0x38, 0xd1, 0x90]),
    ("green", [0x2e, 0x9e, 0x44]),
    ("dark green", [0x14, 0x52, 0x20]),
    ("lime", [0x90, 0xd8, 0x28]),
    ("olive", [0x78, 0x7c, 0x20]),
    ("yellow", [0xf4, 0xe4, 0x40]),
    ("orange", [0xf0, 0xa0, 0x00]),
    ("ochre", [0xbb, 0x7f, 0x19]),
    ("vermilion", [0xd5, 0x5e, 0x00]),
    ("brown", [0x65, 0x3f, 0x0d]),
    ("maroon", [0x78, 0x14, 0x1c]),
    ("pink", [0xf4, 0x8c, 0xb8]),
    ("magenta", [0xd4, 0x20, 0xa4]),
    ("violet", [0xa0, 0x30, 0xc4]),
    ("lilac", [0xa8, 0x99, 0xc8]),
    ("purple", [0x50, 0x20, 0x70]),
    ("beige", [0xd8, 0xc4, 0x9c]),
];

/// Names for seats by the words for their colours; two that would be called alike are called by their
/// `#rrggbb`, and one without a colour by its number.
pub fn by_colour(colours: &BySeat<Option<Colour>>) -> Names {
    let words: Vec<Option<&str>> = Seat::all().map(|seat| colours[seat].map(word)).collect();
    let called: Vec<String> = Seat::all()
        .zip(&words)
        .map(|(seat, word)| match (colours[seat], word) {
            (Some(colour), Some(word)) => {
                let alike = words.iter().filter(|other| **other == Some(word)).count();
                if alike == 1 {
                    (*word).to_owned()
                } else {
                    colour.to_string()
                }
            }
            _ => format!("seat {seat}"),
        })
        .collect();
    Names::new(called.iter().map(String::as_str))
}

/// The word for a colour: that of the nearest by `OKLab`.
fn word(colour: Colour) -> &'static str {
    let oklab = |channels: [u8; 3]| {
        let [red, green, blue] = channels;
        Oklab::<f64>::from_color_unclamped(Srgb::new(red, green, blue).into_linear::<f64>())
    };
    let wanted = oklab(colour.channels());
    let far = |channels: [u8; 3]| oklab(channels).distance_squared(wanted);
    let nearest = WORDS
        .iter()
        .min_by(|(_, one), (_, other)| far(*one).total_cmp(&far(*other)));
    nearest.map_or("", |(word, _)| word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_called_by_their_colours_unless_two_would_be_called_alike() {
        let mut colours = BySeat::default();
        let given = [
            "#3388ff", "#2e9e44", "#f0a000", "#a046c8", "#2060d0", "#40a8ff",
        ];
        for (seat, colour) in Seat::all().zip(given) {
            colours[seat] = Some(colour.parse().unwrap());
        }
        let names = by_colour(&colours);
        let called: Vec<&str> = Seat::all().map(|seat| names.of(seat)).collect();
        let expected = ["#3388ff", "green", "orange", "violet"];
        assert_eq!(called[..4], expected);
        assert_eq!(called[6..], ["seat 6", "seat 7"]);
        assert_eq!(called[5], "#40a8ff");
    }
}
