//! What happens to pictures, a little or wholly.

use daykeeper::rules::colour::Colour;

use super::dice::Dice;
use super::naive::{Canvas, Rgb};

/// A rectangle of pixels at scale 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Area {
    pub(super) left: usize,
    pub(super) top: usize,
    pub(super) width: usize,
    pub(super) height: usize,
}

impl Area {
    pub(super) fn pixels(self) -> Vec<(usize, usize)> {
        let rows = self.top..self.top + self.height;
        rows.flat_map(|y| (self.left..self.left + self.width).map(move |x| (x, y)))
            .collect()
    }

    pub(super) fn some(self, dice: &mut Dice, many: usize) -> Vec<(usize, usize)> {
        let mut pixels = self.pixels();
        (0..many.min(pixels.len()))
            .map(|_| {
                let at = dice.below(pixels.len());
                pixels.swap_remove(at)
            })
            .collect()
    }
}

/// What happens to a place.
#[derive(Clone, Copy, Debug)]
pub(super) enum Damage {
    /// Some pixels get any colours.
    Noise,
    /// Some pixels get colours of the board.
    Dots,
    /// A rectangle is painted in any one colour.
    Blot,
    /// A rectangle is rubbed out, or painted in another colour of the board.
    Rub,
    /// Everything is moved by some pixels, over what lies beside it.
    Shift,
    /// A pixel column of the place is drawn out over it and its neighbour.
    Smear,
}

impl Damage {
    pub(super) const ALL: [Self; 6] = [
        Self::Noise,
        Self::Dots,
        Self::Blot,
        Self::Rub,
        Self::Shift,
        Self::Smear,
    ];

    /// Damages a place a little, or wholly: `force` is 0–99.
    pub(super) fn done(self, canvas: &mut Canvas, area: Area, force: usize, dice: &mut Dice) {
        let whole = area.width * area.height;
        let many = 1 + force * whole / 100;
        let palette: Vec<Rgb> = {
            let own = Colour::SUGGESTED.into_iter().take(3);
            let own = own.flat_map(|own| [own, own.shade()]);
            own.chain(Colour::RESERVED).map(Colour::channels).collect()
        };
        match self {
            Self::Noise => {
                for (x, y) in area.some(dice, many) {
                    canvas.put(x, y, dice.colour());
                }
            }
            Self::Dots => {
                for (x, y) in area.some(dice, many) {
                    canvas.put(x, y, *dice.pick(&palette));
                }
            }
            Self::Blot | Self::Rub => {
                let part = |length: usize| 1 + force * (length - 1) / 99;
                let (width, height) = (part(area.width), part(area.height));
                let (left, top) = (
                    dice.below(area.width - width + 1),
                    dice.below(area.height - height + 1),
                );
                let colour = match self {
                    Self::Blot => dice.colour(),
                    _ => *dice.pick(&palette),
                };
                let (left, top) = (area.left + left, area.top + top);
                for (x, y) in (Area {
                    left,
                    top,
                    width,
                    height,
                })
                .pixels()
                {
                    canvas.put(x, y, colour);
                }
            }
            Self::Shift => shift(canvas, area, force, dice),
            Self::Smear => smear(canvas, area, force, dice),
        }
    }
}

fn shift(canvas: &mut Canvas, area: Area, force: usize, dice: &mut Dice) {
    let most = isize::try_from(1 + force / 12).expect("it is small");
    let (right, down) = (dice.between(-most, most), dice.between(-most, most));
    let was = canvas.clone();
    for (x, y) in area.pixels() {
        if let (Some(to_x), Some(to_y)) = (x.checked_add_signed(right), y.checked_add_signed(down))
        {
            canvas.put(to_x, to_y, was.pixels[y * was.width + x]);
        }
    }
}

fn smear(canvas: &mut Canvas, area: Area, force: usize, dice: &mut Dice) {
    let far = 1 + force * 30 / 100;
    for y in area.top..area.top + area.height {
        let from = area.left + dice.below(area.width.min(3));
        let colour = canvas.pixels[y * canvas.width + from];
        for x in from..from + far {
            canvas.put(x, y, colour);
        }
    }
}
