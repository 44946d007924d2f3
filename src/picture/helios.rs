//! Drawing a position of Helios (picture.md, Helios).

use super::canvas::Picture;
use super::frame::{Frame, INSIDE, Options, PITCH};
use super::palette::helios::{
    BACKGROUND, BLACK, DARK, FACE, GLOW, LIGHT, OUTLINE, SUN, WHITE, inks, palette,
};
use super::sprite::{Sprite, Tones};
use crate::rules::grid::Square;
use crate::rules::helios::position::{Piece, Position, Rank};
use crate::rules::seat::{BySeat, Seat};

/// The strip above the board, and the one below it, where the priests stand.
const PRIESTS: usize = 16;

/// Draws a position at scale 1. Marks off the board are left out.
pub fn draw(position: &Position, options: &Options) -> Picture {
    let (width, height) = (position.options().width(), position.options().height());
    let frame = Frame::new((width, height), PRIESTS, options);
    let mut picture = frame.picture(palette(), WHITE, options);
    picture.fill(frame.board(), frame.board_size(), BACKGROUND);
    draw_squares(position, frame, &mut picture);
    frame.draw_marks(&mut picture, BLACK, options);
    for (square, piece) in position.pieces() {
        draw_piece(square, piece, frame, &mut picture);
    }
    draw_priests(width, frame, &mut picture);
    frame.draw_labels(&mut picture, BLACK, options);
    frame.draw_legend(&mut picture, BLACK, &inks(), options);
    picture
}

fn draw_squares(position: &Position, frame: Frame, picture: &mut Picture) {
    for square in position.squares() {
        let is_dark = (square.column() + square.row()).is_multiple_of(2);
        if let Some(place) = frame.inside(square) {
            picture.fill(place, (INSIDE, INSIDE), if is_dark { DARK } else { LIGHT });
        }
    }
}

fn draw_piece(square: Square, piece: Piece, frame: Frame, picture: &mut Picture) {
    let shipped = Sprite::shipped();
    let Some((x, y)) = frame.inside(square) else {
        return;
    };
    let sprite = match piece.rank {
        Rank::Guard => &shipped.guard,
        Rank::Carrier => &shipped.carrier,
        Rank::SunCarrier => &shipped.sun_carrier,
    };
    let tones = tones(piece.owner.seat());
    picture.stamp(sprite, (x, y), tones);
    if piece.locked {
        let corner = (x + INSIDE - 7, y + INSIDE - 7);
        picture.stamp(&shipped.lock, corner, tones);
    }
}

/// The bottom side sacrifices at the top, and the other way round.
fn draw_priests(width: u8, frame: Frame, picture: &mut Picture) {
    let priest = &Sprite::shipped().priest;
    let (left, _) = frame.board();
    let (_, height) = frame.board_size();
    let x = left + PITCH * usize::from(width / 2) + 3;
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
