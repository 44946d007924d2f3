//! Players' colours, and the rule that keeps them apart (picture.md, Colours).

mod nearest;

use std::fmt;
use std::str::FromStr;

use nearest::Search;
use palette::color_difference::EuclideanDistance;
use palette::convert::FromColorUnclamped;
use palette::{Oklab, Srgb};
use serde::{Deserialize, Serialize};

/// A colour by its three sRGB channels, written `#rrggbb`.
///
/// ```
/// use daykeeper::rules::colour::Colour;
/// let colour: Colour = "#3388FF".parse().unwrap();
/// assert_eq!(colour.to_string(), "#3388ff");
/// assert_eq!(colour.shade().to_string(), "#1e5199");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Colour([u8; 3]);

impl Colour {
    /// Floor.
    pub const WHITE: Self = Self([0xff; 3]);
    /// Fixed walls, rock and outlines.
    pub const BLACK: Self = Self([0; 3]);
    /// Doors that nobody owns.
    pub const RED: Self = Self([0xff, 0, 0]);
    /// The faint grid.
    pub const PALE_GREY: Self = Self([0xe4; 3]);
    /// Teleporters.
    pub const GREY: Self = Self([0x78; 3]);
    /// What a board picture uses itself, so that no player may have it.
    pub const RESERVED: [Self; 5] = [
        Self::WHITE,
        Self::BLACK,
        Self::RED,
        Self::PALE_GREY,
        Self::GREY,
    ];
    /// Eight colours that may all play together and stay apart for people who see fewer colours, with
    /// protanopia, deuteranopia or tritanopia; offered in this order.
    pub const SUGGESTED: [Self; 8] = [
        Self([0x33, 0x88, 0xff]),
        Self([0xf0, 0xa0, 0x00]),
        Self([0x9e, 0x26, 0xbd]),
        Self([0x38, 0xd1, 0x90]),
        Self([0x65, 0x3f, 0x0d]),
        Self([0x00, 0x55, 0x67]),
        Self([0xa8, 0x99, 0xc8]),
        Self([0xbb, 0x7f, 0x19]),
    ];

    /// How far a pixel of a picture may be from its colour in any channel: less than half of what any
    /// two colours differ by, so that none is read as another.
    const OFF: u8 = 24;
    /// The least `OKLab` distance between two colours of a board.
    const LEAST_OKLAB: f64 = 0.10;
    /// The least difference in the channel where two colours of a board differ most.
    const LEAST_CHANNEL: u8 = 50;

    /// The colour with these channels: red, green, blue.
    pub const fn new(channels: [u8; 3]) -> Self {
        Self(channels)
    }

    /// Red, green and blue.
    pub const fn channels(self) -> [u8; 3] {
        self.0
    }

    /// The darker shade of sprites: each channel × 3/5, rounded down.
    #[must_use]
    pub fn shade(self) -> Self {
        // The multiple of three fits sixteen bits, its fifth eight.
        Self(
            self.0
                .map(|channel| u8::try_from(u16::from(channel) * 3 / 5).unwrap_or(u8::MAX)),
        )
    }

    /// The difference in the channel where two colours differ most.
    pub fn channel_difference(self, other: Self) -> u8 {
        (self.differences(other).into_iter().max()).unwrap_or_default()
    }

    /// Whether a pixel of this colour, off as another program left it, still shows `other`.
    pub fn reads_as(self, other: Self) -> bool {
        self.channel_difference(other) <= Self::OFF
    }

    /// Whether two players may have these two colours in one match.
    pub fn is_clear_of(self, other: Self) -> bool {
        self.channel_difference(other) >= Self::LEAST_CHANNEL && is_far(self.oklab(), other.oklab())
    }

    /// Accepts the colour where it is far enough from the board's own colours and from `taken`.
    ///
    /// # Errors
    /// [`TooClose`], with the first colour that is too close and the nearest free one.
    pub fn check(self, taken: &[Self]) -> Result<(), TooClose> {
        let kept = || Self::RESERVED.iter().chain(taken).copied();
        match kept().find(|other| !self.is_clear_of(*other)) {
            None => Ok(()),
            Some(to) => Err(TooClose {
                colour: self,
                to,
                nearest: Search::new(self, kept()).nearest(),
            }),
        }
    }

    fn differences(self, other: Self) -> [u8; 3] {
        std::array::from_fn(|channel| self.0[channel].abs_diff(other.0[channel]))
    }

    fn oklab(self) -> Oklab<f64> {
        let [red, green, blue] = self.0;
        Oklab::from_color_unclamped(Srgb::new(red, green, blue).into_linear::<f64>())
    }
}

fn is_far(one: Oklab<f64>, other: Oklab<f64>) -> bool {
    one.distance_squared(other) >= Colour::LEAST_OKLAB * Colour::LEAST_OKLAB
}

/// The colour is too much like one that the board or another player has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{colour} is too close to {to}{}", nearest_free(*nearest))]
pub struct TooClose {
    /// The colour that was asked for.
    pub colour: Colour,
    /// The first colour that it is too close to: the board's own come first, then the players'.
    pub to: Colour,
    /// The free colour whose largest channel difference from the wanted one is smallest; of equals
    /// the one with the smallest sum of differences, then the lowest channels. `None` in the case,
    /// never seen, that nothing is free.
    pub nearest: Option<Colour>,
}

fn nearest_free(nearest: Option<Colour>) -> String {
    nearest.map_or_else(String::new, |colour| {
        format!("; the nearest free colour is {colour}")
    })
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

impl From<Colour> for String {
    fn from(colour: Colour) -> Self {
        colour.to_string()
    }
}

impl TryFrom<String> for Colour {
    type Error = ParseColourError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

/// The text is not `#` and six hexadecimal digits.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("“{0}” is not a colour; a colour is written #rrggbb, such as #3388ff")]
pub struct ParseColourError(pub String);

impl FromStr for Colour {
    type Err = ParseColourError;

    /// Reads `#3388ff`, in either case.
    ///
    /// # Errors
    /// [`ParseColourError`] for anything else, short forms and names included.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let channels = || {
            let digits = text.strip_prefix('#')?;
            let plain = digits.len() == 6 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
            let [_, red, green, blue] = u32::from_str_radix(digits, 16)
                .ok()
                .filter(|_| plain)?
                .to_be_bytes();
            Some([red, green, blue])
        };
        channels()
            .map(Self)
            .ok_or_else(|| ParseColourError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::nearest::around;
    use super::*;

    fn colour(text: &str) -> Colour {
        text.parse().unwrap()
    }

    #[test]
    fn the_suggested_colours_may_all_play_together() {
        for (number, suggested) in Colour::SUGGESTED.iter().enumerate() {
            assert_eq!(suggested.check(&Colour::SUGGESTED[..number]), Ok(()));
        }
    }

    #[test]
    fn the_suggested_colours_stay_apart_for_the_colour_blind() {
        // Machado, Oliveira and Fernandes (2009), severity 1, on linear channels.
        let protanopia = [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ];
        let deuteranopia = [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ];
        let tritanopia = [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ];
        for sight in [protanopia, deuteranopia, tritanopia] {
            let seen = Colour::SUGGESTED.map(|Colour([red, green, blue])| {
                let light = Srgb::new(red, green, blue).into_linear::<f64>();
                let [r, g, b] = sight.map(|[by_red, by_green, by_blue]: [f64; 3]| {
                    let sum = by_red * light.red + by_green * light.green + by_blue * light.blue;
                    sum.clamp(0.0, 1.0)
                });
                Oklab::from_color_unclamped(palette::LinSrgb::new(r, g, b))
            });
            for (number, one) in seen.iter().enumerate() {
                for other in &seen[..number] {
                    assert!(is_far(*one, *other), "{one:?} {other:?}");
                }
            }
        }
    }

    #[test]
    fn a_colour_is_written_in_one_way_and_read_in_either_case() {
        assert_eq!(colour("#3388FF").to_string(), "#3388ff");
        for text in [
            "",
            "#",
            "3388ff",
            "#38f",
            "#3388fg",
            "#+388ff",
            "#3388ff0",
            "#3388f\u{e9}",
        ] {
            assert_eq!(
                text.parse::<Colour>(),
                Err(ParseColourError(text.to_owned()))
            );
        }
    }

    #[test]
    fn fifty_in_one_channel_is_far_enough_and_49_is_not() {
        let taken = [colour("#3388ff")];
        assert!(colour("#3356ff").check(&taken).is_ok());
        assert_eq!(colour("#3357ff").check(&taken).unwrap_err().to, taken[0]);
    }

    #[test]
    fn colours_that_only_numbers_tell_apart_are_too_close() {
        let taken = [colour("#00ff00")];
        let refusal = colour("#3cff00").check(&taken).unwrap_err();
        assert_eq!(refusal.to, taken[0]);
    }

    #[test]
    fn the_nearest_free_colour_is_the_nearest() {
        for (wanted, taken) in [
            ("#ffffff", vec![]),
            ("#ff0000", vec![colour("#ff4000")]),
            ("#3388ff", vec![colour("#3388ff"), colour("#2060d0")]),
            ("#38d8a0", Colour::SUGGESTED.to_vec()),
        ] {
            let wanted = colour(wanted);
            let TooClose { to, nearest, .. } = wanted.check(&taken).unwrap_err();
            let nearest = nearest.unwrap();
            assert_eq!(nearest.check(&taken), Ok(()), "{wanted}");
            let others = Colour::RESERVED.into_iter().chain(taken);
            let kept: Vec<Colour> = [to].into_iter().chain(others).collect();
            for near in every_colour_within(wanted.channel_difference(nearest) - 1, wanted) {
                let is_free = kept.iter().all(|other| near.is_clear_of(*other));
                assert!(!is_free, "{near} is nearer to {wanted} than {nearest}");
            }
        }
    }

    fn every_colour_within(difference: u8, wanted: Colour) -> impl Iterator<Item = Colour> {
        let [reds, greens, blues] = wanted.0.map(|channel| around(channel, difference));
        reds.flat_map(move |r| {
            let blues = blues.clone();
            (greens.clone()).flat_map(move |g| blues.clone().map(move |b| Colour([r, g, b])))
        })
    }
}
