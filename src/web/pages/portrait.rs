//! The small picture beside a player's name: a unit as it looks on the board.

use askama::Template;

use crate::picture::sprite::{Dot, Sprite, Sprites};
use crate::referee::state::Board;
use crate::rules::abaddon::position::{Kind, Position};
use crate::rules::helios::side::Side;
use crate::rules::seat::Seat;

/// The four inks of players' own sprites, as the sheet knows them: `--c` and `--d` are the colour of
/// whoever it stands beside, and its shade.
const INKS: [(Dot, &str); 4] = [
    (Dot::Black, "#000"),
    (Dot::White, "#fff"),
    (Dot::Own, "var(--c)"),
    (Dot::Shade, "var(--d)"),
];

/// A picture of 12 × 12 or, in Helios, 14 × 14 pixels.
#[derive(Template, Clone, PartialEq, Eq, Debug)]
#[template(path = "partials/portrait.html")]
pub struct Portrait {
    /// Pixels on each side.
    size: u8,
    /// The class that colours it; empty where it has the colour of what it stands in.
    class: &'static str,
    art: Art,
}

/// What a portrait is drawn with.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Art {
    /// A symbol of `icons.svg`.
    Icon(&'static str),
    /// A player's own sprite: what each ink paints, as a path.
    Own(Vec<(&'static str, String)>),
}

impl Portrait {
    /// Whoever has a seat on a board of either game.
    pub fn of_seat(board: &Board, seat: Seat, sprites: &Sprites) -> Self {
        match board {
            Board::Abaddon(position) => Self::of_holdings(position, seat, sprites),
            Board::Helios(_) => Self::of_side(seat),
        }
    }

    /// The first unit of a seat; an Airlock for who has none.
    pub fn of_holdings(position: &Position, seat: Seat, sprites: &Sprites) -> Self {
        let mut own = position.units().filter(|(_, unit)| unit.owner == seat);
        match own.next() {
            Some((_, unit)) => Self::of_unit(unit.kind, seat, sprites),
            None => Self::icon("airlock"),
        }
    }

    /// A unit of a seat, in the player's own sprite where there is one.
    pub fn of_unit(kind: Kind, seat: Seat, sprites: &Sprites) -> Self {
        let sprite = sprites[seat].of(kind);
        if sprite == Sprite::of_kind(kind) {
            return Self::icon(kind.word());
        }
        let painted = INKS.into_iter().map(|(dot, ink)| (ink, path(sprite, dot)));
        Self {
            art: Art::Own(painted.filter(|(_, path)| !path.is_empty()).collect()),
            ..Self::icon("")
        }
    }

    /// Whoever has no seat and moderates.
    pub fn of_keeper() -> Self {
        Self {
            size: 20,
            ..Self::icon("keeper")
        }
    }

    /// A sun carrier of a side of Helios.
    fn of_side(seat: Seat) -> Self {
        Self {
            size: 14,
            class: match Side::try_from(seat) {
                Ok(Side::Bottom) | Err(_) => "p0",
                Ok(Side::Top) => "p1",
            },
            ..Self::icon("disc3")
        }
    }

    const fn icon(name: &'static str) -> Self {
        Self {
            size: 12,
            class: "",
            art: Art::Icon(name),
        }
    }
}

/// The pixels of one kind as rectangles a pixel high, row by row.
fn path(sprite: &Sprite, wanted: Dot) -> String {
    let mut runs = Vec::new();
    for (y, row) in sprite.rows().enumerate() {
        let mut x = 0;
        for run in row.chunk_by(|left, right| left == right) {
            if run.first() == Some(&wanted) {
                let width = run.len();
                runs.push(format!("M{x} {y}h{width}v1h-{width}z"));
            }
            x += run.len();
        }
    }
    runs.concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_pixels_become_rectangles() {
        let sprite: Sprite = "cc.\n.cc\n".parse().unwrap();
        assert_eq!(path(&sprite, Dot::Own), "M0 0h2v1h-2zM1 1h2v1h-2z");
        assert_eq!(path(&sprite, Dot::Black), "");
    }
}
