//! Drawing a position of Helios (picture.md, Helios).

use super::canvas::Picture;
use super::frame::{Frame, INSIDE, Options, PITCH};
use super::palette::helios::{
    BACKGROUND, BLACK, DARK, FACE, GLOW, LIGHT, OUTLINE, SUN, WHITE, inks, palette,
};
use super::sprite::{Sprite, Tones};
use crate::rules::grid::Square;
use crate::rules::helios::position::{Position, Rank};
use crate::rules::seat::{BySeat, Seat};

/// The strip above the board, and the one below it, where the priests stand.
const PRIESTS: usize = 16;

/// A board with its pieces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// How many columns it has.
    pub width: u8,
    /// How many rows it has.
    pub height: u8,
    /// The pieces, one a square.
    pub pieces: Vec<Piece>,
}

impl From<&Position> for View {
    fn from(position: &Position) -> Self {
        let options = position.options();
        let pieces = position.pieces().map(|(at, piece)| Piece {
            at,
            owner: piece.owner.seat(),
            layers: match piece.rank {
                Rank::Guard => Layers::Guard,
                Rank::Carrier => Layers::Carrier,
                Rank::SunCarrier => Layers::SunCarrier,
            },
            lock: if piece.locked { Lock::Shut } else { Lock::Open },
        });
        Self {
            width: options.width(),
            height: options.height(),
            pieces: pieces.collect(),
        }
    }
}

/// A piece on its square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Where it stands.
    pub at: Square,
    /// Whose it is.
    pub owner: Seat,
    /// How many layers it has.
    pub layers: Layers,
    /// Whether a transfer locked it.
    pub lock: Lock,
}

/// The layers of a piece, which give it its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layers {
    /// One.
    Guard,
    /// Two.
    Carrier,
    /// Three, the top one a sun.
    SunCarrier,
}

/// Whether a transfer locked a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lock {
    /// It takes part in nothing for now.
    Shut,
    /// It is free.
    Open,
}

/// Draws a board at scale 1. Pieces and marks off the board are left out.
pub fn draw(view: &View, options: &Options) -> Picture {
    let frame = Frame::new((view.width, view.height), PRIESTS, options);
    let mut picture = frame.picture(palette(), WHITE, options);
    picture.fill(frame.board(), frame.board_size(), BACKGROUND);
    draw_squares(view, frame, &mut picture);
    frame.draw_marks(&mut picture, BLACK, options);
    for piece in &view.pieces {
        draw_piece(*piece, frame, &mut picture);
    }
    draw_priests(view, frame, &mut picture);
    frame.draw_labels(&mut picture, BLACK, options);
    frame.draw_legend(&mut picture, BLACK, &inks(), options);
    picture
}

fn draw_squares(view: &View, frame: Frame, picture: &mut Picture) {
    let squares = (0..view.width)
        .flat_map(|column| (0..view.height).filter_map(move |row| Square::new(column, row)));
    for square in squares {
        let is_dark = (square.column() + square.row()).is_multiple_of(2);
        if let Some(place) = frame.inside(square) {
            picture.fill(place, (INSIDE, INSIDE), if is_dark { DARK } else { LIGHT });
        }
    }
}

fn draw_piece(piece: Piece, frame: Frame, picture: &mut Picture) {
    let shipped = Sprite::shipped();
    let Some((x, y)) = frame.inside(piece.at) else {
        return;
    };
    let sprite = match piece.layers {
        Layers::Guard => &shipped.guard,
        Layers::Carrier => &shipped.carrier,
        Layers::SunCarrier => &shipped.sun_carrier,
    };
    picture.stamp(sprite, (x, y), tones(piece.owner));
    if piece.lock == Lock::Shut {
        let corner = (x + INSIDE - 7, y + INSIDE - 7);
        picture.stamp(&shipped.lock, corner, tones(piece.owner));
    }
}

/// The bottom side sacrifices at the top, and the other way round.
fn draw_priests(view: &View, frame: Frame, picture: &mut Picture) {
    let priest = &Sprite::shipped().priest;
    let (left, _) = frame.board();
    let (_, height) = frame.board_size();
    let x = left + PITCH * usize::from(view.width / 2) + 3;
    for (seat, y) in Seat::all().zip([3, height - 15]) {
        picture.stamp(priest, (x, y), tones(seat));
    }
}

fn tones(seat: Seat) -> Tones {
    let inks: BySeat<_> = inks();
    Tones {
        black: OUTLINE,
        white: GLOW,
        own: inks[seat].own,
        shade: inks[seat].shade,
        grey: OUTLINE,
        sun: SUN,
        face: FACE,
    }
}
