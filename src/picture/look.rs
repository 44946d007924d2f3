//! What a place of a board may look like, and in how many pixels a picture differs from it.

use super::align::{Alignment, inside};
use super::decode::Pixels;
use super::frame::{INSIDE, STRIP};
use super::sprite::{Dot, Sprite};
use crate::rules::abaddon::level::Level;
use crate::rules::colour::Colour;
use crate::rules::grid::{Edge, Side, Square};

/// What a square's inside or a strip may look like.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look<'a> {
    below: Colour,
    sprite: Option<&'a Sprite>,
    own: Colour,
}

impl<'a> Look<'a> {
    /// One colour.
    pub(super) const fn plain(below: Colour) -> Self {
        Self {
            below,
            sprite: None,
            own: below,
        }
    }

    /// A black or grey mark over one colour.
    pub(super) const fn mark(below: Colour, mark: &'a Sprite) -> Self {
        Self {
            below,
            sprite: Some(mark),
            own: below,
        }
    }

    /// A unit on a floor.
    pub(super) const fn unit(own: Colour, sprite: &'a Sprite) -> Self {
        Self {
            below: Colour::WHITE,
            sprite: Some(sprite),
            own,
        }
    }

    /// The colour of a pixel of the inside.
    fn colour(&self, x: usize, y: usize) -> Colour {
        let dot = match (self.sprite, x.checked_sub(1), y.checked_sub(1)) {
            (Some(sprite), Some(column), Some(row)) => sprite.dot(column, row),
            _ => Dot::Nothing,
        };
        match dot {
            Dot::Nothing => self.below,
            Dot::Black => Colour::BLACK,
            Dot::White | Dot::Sun | Dot::Face => Colour::WHITE,
            Dot::Own => self.own,
            Dot::Shade => self.own.shade(),
            Dot::Grey => Colour::GREY,
        }
    }
}

/// The pixels that a picture has in one place, at scale 1, rows from the top.
#[derive(Clone, Debug)]
pub(super) struct Patch {
    width: usize,
    /// `None` where the picture was cropped.
    found: Vec<Option<[u8; 3]>>,
}

impl Patch {
    /// A square's inside.
    pub(super) fn of_square(picture: (&Pixels, Alignment), level: &Level, square: Square) -> Self {
        Self::new(picture, inside(level, square), (INSIDE, INSIDE))
    }

    /// The strip of a wall, without its corners.
    pub(super) fn of_strip(picture: (&Pixels, Alignment), level: &Level, edge: Edge) -> Self {
        let (x, y) = inside(level, edge.square);
        match edge.side {
            Side::Up => Self::new(picture, (x, y - STRIP), (INSIDE, STRIP)),
            Side::Right => Self::new(picture, (x + INSIDE, y), (STRIP, INSIDE)),
        }
    }

    fn new(
        (pixels, alignment): (&Pixels, Alignment),
        (left, top): (usize, usize),
        (width, height): (usize, usize),
    ) -> Self {
        let places = (0..height).flat_map(|y| (0..width).map(move |x| (left + x, top + y)));
        Self {
            width,
            found: places.map(|at| alignment.colour(pixels, at)).collect(),
        }
    }

    /// In how many pixels the picture differs from a look, counted up to `most`. A square may be
    /// marked: black along its edge is no difference.
    pub(super) fn misses(&self, look: &Look<'_>, most: usize) -> usize {
        let pixels = self.found.iter().enumerate();
        pixels
            .filter(|(index, found)| {
                found.is_some_and(|found| {
                    let (x, y) = (index % self.width, index / self.width);
                    let is_marked = self.is_rim(x, y) && is_close(found, Colour::BLACK);
                    !is_marked && !is_close(found, look.colour(x, y))
                })
            })
            .take(most)
            .count()
    }

    fn is_rim(&self, x: usize, y: usize) -> bool {
        let is_square = self.found.len() == self.width * self.width;
        is_square && [x, y].iter().any(|at| *at == 0 || *at == INSIDE - 1)
    }

    /// Whether at least as many pixels as a sprite has in its player's colour are so.
    pub(super) fn has_many(&self, wanted: &dyn Fn([u8; 3]) -> bool) -> bool {
        let found = self.found.iter().copied().flatten();
        Sprite::LEAST_OWN <= found.filter(|colour| wanted(*colour)).count()
    }

    /// What most of the place is painted in, leaving out what `counts` does not name: the median of
    /// the channels, where two pixels of three are close to it.
    pub(super) fn paint(&self, counts: impl Fn([u8; 3]) -> bool) -> Option<Colour> {
        let painted: Vec<[u8; 3]> = (self.found.iter().copied().flatten())
            .filter(|colour| counts(*colour))
            .collect();
        let median: [u8; 3] = std::array::from_fn(|channel| {
            let mut values: Vec<u8> = painted.iter().map(|colour| colour[channel]).collect();
            values.sort_unstable();
            values.get(values.len() / 2).copied().unwrap_or_default()
        });
        let close = painted
            .iter()
            .filter(|pixel| is_close(**pixel, Colour::new(median)));
        let is_most =
            2 * painted.len() <= 3 * close.count() && self.found.len() <= 4 * painted.len();
        is_most.then(|| Colour::new(median))
    }
}

pub(super) fn is_close(found: [u8; 3], wanted: Colour) -> bool {
    Colour::new(found).reads_as(wanted)
}
