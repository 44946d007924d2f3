//! Where in a picture a board lies, and at which scale.

use super::decode::Pixels;
use super::encode::Scale;
use super::frame::{INSIDE, MARGIN, PITCH, STRIP};
use crate::rules::abaddon::level::{Level, Tile};
use crate::rules::grid::{Direction, Edge, Side, Square};

/// How far the board may lie from where it was drawn, in pixels of the picture: a little was cropped,
/// or some margin added.
const CROPPED: isize = 8;
const ADDED: isize = 24;
/// The height of the longest legend, at scale 1.
const LEGEND: usize = 74;

/// A board found in a picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Alignment {
    /// How many pixels of the picture one pixel of the board is wide.
    pub scale: Scale,
    left: isize,
    top: isize,
}

impl Alignment {
    /// The colour of a pixel of the board at scale 1, from the middle of its block; `None` where the
    /// picture was cropped.
    pub(super) fn colour(&self, pixels: &Pixels, (x, y): (usize, usize)) -> Option<[u8; 3]> {
        let middle = self.times() / 2;
        let place = |start: isize, at: usize| start + signed(at) * self.times() + middle;
        pixels.at(place(self.left, x), place(self.top, y))
    }

    fn times(&self) -> isize {
        isize::from(i16::from(self.scale.factor()))
    }
}

/// Finds the board of a level: the alignment at which the picture agrees best with what never changes,
/// if it agrees in nearly everything.
pub(super) fn align(pixels: &Pixels, level: &Level) -> Option<Alignment> {
    let signs = signs(level);
    // Pixels astray and a wrong wall or two leave nearly all signs; another level does not.
    let mut allowed = signs.len() / 20;
    let mut best = None;
    for alignment in alignments(pixels, level) {
        let misses = signs.iter().filter(|sign| sign.misses(pixels, alignment));
        let misses = misses.take(allowed + 1).count();
        if misses < allowed || (misses == allowed && best.is_none()) {
            allowed = misses;
            best = Some(alignment);
        }
    }
    best
}

/// Every alignment that the size of the picture allows.
fn alignments(pixels: &Pixels, level: &Level) -> impl Iterator<Item = Alignment> {
    let (width, height) = (signed(pixels.width()), signed(pixels.height()));
    let (columns, rows) = (usize::from(level.width()), usize::from(level.height()));
    (1..=Scale::MAX)
        .filter_map(Scale::new)
        .flat_map(move |scale| {
            let times = usize::from(scale.factor());
            let extra_width = width - signed((PITCH * columns + STRIP) * times);
            let extra_height = height - signed((PITCH * rows + STRIP) * times);
            let margin = signed(MARGIN * times);
            let below = margin + signed(LEGEND * times);
            let fits = (-2 * CROPPED..=margin + 2 * ADDED).contains(&extra_width)
                && (-2 * CROPPED..=below + 2 * ADDED).contains(&extra_height);
            let lefts = [0, margin]
                .into_iter()
                .flat_map(around)
                .filter(move |_| fits);
            lefts.flat_map(move |left| around(0).map(move |top| Alignment { scale, left, top }))
        })
}

/// From the likeliest to the farthest, so that of equals the likeliest wins.
fn around(place: isize) -> impl Iterator<Item = isize> {
    (0..=ADDED).flat_map(move |far| {
        let cropped = (1..=CROPPED).contains(&far).then_some(place - far);
        [Some(place + far), cropped].into_iter().flatten()
    })
}

/// A pixel that is the same in every position of a level.
struct Sign {
    at: (usize, usize),
    corner: Corner,
    is_black: bool,
}

/// Which pixel of an enlarged one is looked at: corners tell one shift from the next.
#[derive(Clone, Copy)]
enum Corner {
    TopRight,
    BottomLeft,
}

impl Sign {
    fn misses(&self, pixels: &Pixels, alignment: Alignment) -> bool {
        let last = alignment.times() - 1;
        let (right, down) = match self.corner {
            Corner::TopRight => (last, 0),
            Corner::BottomLeft => (0, last),
        };
        let x = alignment.left + signed(self.at.0) * alignment.times() + right;
        let y = alignment.top + signed(self.at.1) * alignment.times() + down;
        pixels.at(x, y).is_some_and(|colour| {
            if self.is_black {
                colour.iter().any(|channel| *channel > 64)
            } else {
                colour.iter().any(|channel| *channel < 192)
            }
        })
    }
}

/// The corners of floors, which neither a sprite nor a mark ever covers, and of black strips.
fn signs(level: &Level) -> Vec<Sign> {
    let mut signs = Vec::new();
    for square in level.squares() {
        let (x, y) = inside(level, square);
        if level.tile(square) == Some(Tile::Floor) {
            signs.extend(corners((x, y), (INSIDE, INSIDE), false));
        }
        for direction in Direction::ALL
            .into_iter()
            .filter(|side| level.has_fixed_wall(square, *side))
        {
            let (place, size) = match direction {
                Direction::Up => ((x, y - STRIP), (INSIDE, STRIP)),
                Direction::Down => ((x, y + INSIDE), (INSIDE, STRIP)),
                Direction::Left => ((x - STRIP, y), (STRIP, INSIDE)),
                Direction::Right => ((x + INSIDE, y), (STRIP, INSIDE)),
            };
            signs.extend(corners(place, size, true));
        }
    }
    signs
}

fn corners((x, y): (usize, usize), (width, height): (usize, usize), is_black: bool) -> [Sign; 2] {
    let sign = |at, corner| Sign {
        at,
        corner,
        is_black,
    };
    [
        sign((x + width - 1, y), Corner::TopRight),
        sign((x, y + height - 1), Corner::BottomLeft),
    ]
}

/// The sides between two squares of a level: every place where a wall can be.
pub(super) fn inner_edges(level: &Level) -> impl Iterator<Item = Edge> + '_ {
    let sides = [Side::Up, Side::Right];
    let edges = (level.squares()).flat_map(move |square| sides.map(|side| Edge { square, side }));
    edges.filter(|edge| edge.far_square().and_then(|far| level.tile(far)).is_some())
}

/// The top left pixel of a square's inside on a board without margin, at scale 1.
pub(super) fn inside(level: &Level, square: Square) -> (usize, usize) {
    let from_top = level.height().saturating_sub(square.row() + 1);
    let place = |index: u8| PITCH * usize::from(index) + STRIP;
    (place(square.column()), place(from_top))
}

/// A length in pixels, of a picture that was decoded within its limits, or of a board.
fn signed(length: usize) -> isize {
    isize::try_from(length).unwrap_or(isize::MAX)
}
