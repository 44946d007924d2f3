//! What a picture is of, if not of the board that is looked for.

use super::decode::Pixels;
use super::encode::Scale;
use super::frame::{MARGIN, PITCH, STRIP};
use crate::rules::abaddon::level::Level;
use crate::rules::colour::Colour;

/// A board, but not the one that is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Elsewhere {
    /// A board of Helios.
    #[error("this is a board of Helios; only boards of Halls of Abaddon are read from pictures")]
    Helios,
    /// A board of another size.
    #[error(
        "this board has {} × {} squares, and the match is played on {} × {}",
        shown.0, shown.1, wanted.0, wanted.1
    )]
    Size {
        /// Columns and rows in the picture.
        shown: (usize, usize),
        /// Columns and rows of the level.
        wanted: (u8, u8),
    },
    /// A board of the right size, with other walls, rock and doors.
    #[error(
        "this board shows another level than that of the match, or very much of it is painted over"
    )]
    Level,
}

/// Recognises a whole board that is not the level's.
pub(super) fn recognise(pixels: &Pixels, level: &Level) -> Option<Elsewhere> {
    if is_helios(pixels) {
        return Some(Elsewhere::Helios);
    }
    let wanted = (level.width(), level.height());
    let shown = size_of_board(pixels)?;
    let is_same = shown == (usize::from(wanted.0), usize::from(wanted.1));
    Some(if is_same {
        Elsewhere::Level
    } else {
        Elsewhere::Size { shown, wanted }
    })
}

/// Whether a tenth of the picture is the warm grey that is around every square of Helios and nowhere
/// in Abaddon.
fn is_helios(pixels: &Pixels) -> bool {
    const GRID: Colour = Colour::new([0xe8, 0xe2, 0xd6]);
    let is_grid = |pixel: &&[u8; 3]| Colour::new(**pixel).channel_difference(GRID) <= 6;
    let grid = pixels.all().iter().filter(is_grid).count();
    pixels.all().len() <= 10 * grid
}

/// Columns and rows of a board of any level that begins at the top of the picture, with or without
/// labels and legend.
fn size_of_board(pixels: &Pixels) -> Option<(usize, usize)> {
    let scales = (1..=Scale::MAX).filter_map(Scale::new);
    let frames = scales.flat_map(|scale| [0, MARGIN].map(|margin| (scale, margin)));
    frames.into_iter().find_map(|(scale, margin)| {
        let times = usize::from(scale.factor());
        let whole = [pixels.width(), pixels.height()]
            .iter()
            .all(|side| side.is_multiple_of(times));
        let (width, height) = (pixels.width() / times, pixels.height() / times);
        let columns = squares(width.checked_sub(margin)?)?;
        let rows = (1..=height / PITCH).rev();
        let mut rows = rows.filter(|rows| is_below(height, *rows, margin));
        let is_framed = |rows: &usize| {
            Border {
                times,
                margin,
                columns,
                rows: *rows,
            }
            .is_in(pixels)
        };
        whole
            .then(|| rows.find(is_framed))
            .flatten()
            .map(|rows| (columns, rows))
    })
}

/// How many squares fill a length without a rest.
fn squares(length: usize) -> Option<usize> {
    let inner = length.checked_sub(STRIP)?;
    (inner.is_multiple_of(PITCH) && 0 < inner).then_some(inner / PITCH)
}

/// Whether what is below so many rows can be the margin with the letters, and a legend.
fn is_below(height: usize, rows: usize, margin: usize) -> bool {
    let rest = height.checked_sub(PITCH * rows + STRIP + margin);
    rest.is_some_and(|legend| legend == 0 || ((10..=74).contains(&legend) && legend % 8 == 2))
}

/// The black line around a board.
struct Border {
    times: usize,
    margin: usize,
    columns: usize,
    rows: usize,
}

impl Border {
    /// Whether nearly all of the line is black, and the board inside is not.
    fn is_in(&self, pixels: &Pixels) -> bool {
        let (right, bottom) = (PITCH * self.columns + 1, PITCH * self.rows + 1);
        let is_dark = |(x, y): &(usize, usize)| {
            let pixel = |at: usize| isize::try_from(at * self.times + self.times / 2).ok();
            let found = pixel(self.margin + x).zip(pixel(*y));
            let found = found.and_then(|(x, y)| pixels.at(x, y));
            found.is_some_and(|colour| colour.iter().all(|channel| *channel <= 64))
        };
        let level = (0..=right).flat_map(|x| [(x, 0), (x, bottom)]);
        let upright = (0..=bottom).flat_map(|y| [(0, y), (right, y)]);
        let line: Vec<_> = level.chain(upright).collect();
        let dark = line.iter().filter(|at| is_dark(at)).count();
        let middles = (0..self.columns).flat_map(|x| (0..self.rows).map(move |y| (x, y)));
        // The corner of a square's inside is bare, whatever stands on it; only rock is black there.
        let mut middles = middles.map(|(x, y)| (PITCH * x + STRIP, PITCH * y + STRIP));
        95 * line.len() <= 100 * dark && middles.any(|at| !is_dark(&at))
    }
}
