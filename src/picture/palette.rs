//! The colours of a picture and their fixed order.

use crate::rules::colour::Colour;
use crate::rules::seat::{BySeat, Seat};

/// An index into a [`Palette`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ink(pub(super) u8);

/// The colours of one picture, by index.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Palette(Vec<Colour>);

impl Palette {
    /// How many colours 4-bit indices can name.
    pub const FOUR_BITS: usize = 16;

    /// The colour of an index.
    pub fn colour(&self, ink: Ink) -> Option<Colour> {
        self.0.get(usize::from(ink.0)).copied()
    }

    /// Every colour, in the order of the indices.
    pub fn colours(&self) -> &[Colour] {
        &self.0
    }

    /// Whether 4-bit indices suffice.
    pub fn fits_four_bits(&self) -> bool {
        self.0.len() <= Self::FOUR_BITS
    }
}

/// The two inks of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SeatInks {
    /// The player's colour.
    pub own: Ink,
    /// Its darker shade.
    pub shade: Ink,
}

/// Abaddon: white, black, the grid's pale grey, red, grey; then each seat that has a colour, in seat
/// order, with the colour and its shade.
pub(super) mod abaddon {
    use super::{BySeat, Colour, Ink, Palette, Seat, SeatInks};

    pub(in crate::picture) const WHITE: Ink = Ink(0);
    pub(in crate::picture) const BLACK: Ink = Ink(1);
    pub(in crate::picture) const GRID: Ink = Ink(2);
    pub(in crate::picture) const UNCLAIMED: Ink = Ink(3);
    pub(in crate::picture) const GREY: Ink = Ink(4);
    const FIXED: [Colour; 5] = [
        Colour::WHITE,
        Colour::BLACK,
        Colour::PALE_GREY,
        Colour::RED,
        Colour::GREY,
    ];

    /// The palette and where each seat's inks are in it. A seat without a colour is black.
    pub(in crate::picture) fn palette(
        colours: &BySeat<Option<Colour>>,
    ) -> (Palette, BySeat<SeatInks>) {
        let mut palette = FIXED.to_vec();
        let mut push = |colour| {
            palette.push(colour);
            Ink(u8::try_from(palette.len() - 1).expect("a palette has 21 colours at most"))
        };
        let inks = BySeat::from_fn(|seat: Seat| match colours[seat] {
            None => SeatInks {
                own: BLACK,
                shade: BLACK,
            },
            Some(colour) => SeatInks {
                own: push(colour),
                shade: push(colour.shade()),
            },
        });
        (Palette(palette), inks)
    }
}

/// Helios: thirteen fixed colours.
pub(super) mod helios {
    use super::{BySeat, Colour, Ink, Palette, Seat, SeatInks};
    use crate::rules::helios::side::Side;

    pub(in crate::picture) const WHITE: Ink = Ink(0);
    pub(in crate::picture) const BLACK: Ink = Ink(1);
    pub(in crate::picture) const BACKGROUND: Ink = Ink(2);
    pub(in crate::picture) const LIGHT: Ink = Ink(3);
    pub(in crate::picture) const DARK: Ink = Ink(4);
    pub(in crate::picture) const OUTLINE: Ink = Ink(5);
    pub(in crate::picture) const SUN: Ink = Ink(6);
    pub(in crate::picture) const GLOW: Ink = Ink(7);
    pub(in crate::picture) const FACE: Ink = Ink(8);
    const BOTTOM: SeatInks = SeatInks {
        own: Ink(9),
        shade: Ink(10),
    };
    const TOP: SeatInks = SeatInks {
        own: Ink(11),
        shade: Ink(12),
    };

    pub(in crate::picture) fn palette() -> Palette {
        let channels = [
            [0xff, 0xff, 0xff],
            [0x00, 0x00, 0x00],
            [0xe8, 0xe2, 0xd6],
            [0xfc, 0xf9, 0xf2],
            [0xf4, 0xef, 0xe4],
            [0x18, 0x18, 0x28],
            [0xff, 0xbe, 0x32],
            [0xff, 0xf6, 0xd2],
            [0xf0, 0xcd, 0xa0],
            Side::Bottom.colour().channels(),
            [0x1e, 0x30, 0x80],
            Side::Top.colour().channels(),
            [0x8c, 0x32, 0x20],
        ];
        Palette(channels.map(Colour::new).to_vec())
    }

    /// The two sides' inks; seats that Helios does not have look like the top side.
    pub(in crate::picture) fn inks() -> BySeat<SeatInks> {
        BySeat::from_fn(|seat: Seat| if seat.number() == 0 { BOTTOM } else { TOP })
    }
}
