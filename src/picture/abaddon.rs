//! Drawing a position of Halls of Abaddon (picture.md, Abaddon).

use super::canvas::Picture;
use super::frame::{Frame, INSIDE, Options, PITCH, STRIP};
use super::palette::abaddon::{BLACK, GREY, GRID, UNCLAIMED, WHITE, palette};
use super::palette::{Ink, SeatInks};
use super::sprite::{Sprite, Sprites, Tones};
use crate::rules::abaddon::level::{Level, Tile};
use crate::rules::abaddon::position::Position;
use crate::rules::colour::Colour;
use crate::rules::grid::{Direction, Edge, Side, Square};
use crate::rules::seat::{BySeat, Seat};

/// A position with what is needed to draw it. Every seat on its board has a colour.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    level: &'a Level,
    position: &'a Position,
    colours: &'a BySeat<Option<Colour>>,
    sprites: &'a Sprites,
}

/// A seat has something on the board and no colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("seat {0} is on the board and has no colour")]
pub struct NoColour(pub Seat);

impl<'a> View<'a> {
    /// A position of a level in the players' colours and sprites.
    ///
    /// # Errors
    /// [`NoColour`] for the first seat that owns a door, unit or wall and has no colour.
    pub fn new(
        level: &'a Level,
        position: &'a Position,
        colours: &'a BySeat<Option<Colour>>,
        sprites: &'a Sprites,
    ) -> Result<Self, NoColour> {
        let doors = position.doors().map(|(_, owner)| owner);
        let units = position.units().map(|(_, unit)| unit.owner);
        let walls = position.walls().map(|(_, owner)| owner);
        let uncoloured = doors
            .chain(units)
            .chain(walls)
            .filter(|seat| colours[*seat].is_none());
        match uncoloured.min() {
            Some(seat) => Err(NoColour(seat)),
            None => Ok(Self {
                level,
                position,
                colours,
                sprites,
            }),
        }
    }
}

/// Draws a position at scale 1.
pub fn draw(view: &View<'_>, options: &Options) -> Picture {
    let (palette, inks) = palette(view.colours);
    let frame = Frame::new((view.level.width(), view.level.height()), 0, options);
    let picture = frame.picture(palette, WHITE, options);
    let mut drawing = Drawing {
        view,
        inks: &inks,
        frame,
        picture,
    };
    drawing.draw_grid();
    drawing.draw_corners();
    drawing.draw_tiles();
    drawing.draw_walls();
    drawing.draw_units();
    let mut picture = drawing.picture;
    frame.draw_marks(&mut picture, BLACK, options);
    frame.draw_labels(&mut picture, BLACK, options);
    frame.draw_legend(&mut picture, BLACK, &inks, options);
    picture
}

struct Drawing<'a> {
    view: &'a View<'a>,
    inks: &'a BySeat<SeatInks>,
    frame: Frame,
    picture: Picture,
}

impl Drawing<'_> {
    /// Draws everything black, the border and rock included, then each other square's floor and the
    /// strips above and right of it where no black wall stands.
    fn draw_grid(&mut self) {
        let (board, size) = (self.frame.board(), self.frame.board_size());
        self.picture.fill(board, size, BLACK);
        let level = self.view.level;
        for square in level.squares().filter(|square| level.is_open(*square)) {
            self.fill_inside(square, WHITE);
            for direction in [Direction::Up, Direction::Right] {
                if self.is_open(square, direction) {
                    self.draw_strip(square, direction, GRID);
                }
            }
        }
    }

    /// Whether the strip on a side of an open square has no fixed wall, does not lie on the border
    /// and does not touch rock.
    fn is_open(&self, square: Square, direction: Direction) -> bool {
        let level = self.view.level;
        let beyond = square.neighbour(direction);
        beyond.is_some_and(|beyond| level.is_open(beyond))
            && !level.has_fixed_wall(square, direction)
    }

    fn draw_strip(&mut self, square: Square, direction: Direction, ink: Ink) {
        let Some((x, y)) = self.frame.inside(square) else {
            return;
        };
        let (place, size) = match direction {
            Direction::Up => ((x, y - STRIP), (INSIDE, STRIP)),
            Direction::Down => ((x, y + INSIDE), (INSIDE, STRIP)),
            Direction::Left => ((x - STRIP, y), (STRIP, INSIDE)),
            Direction::Right => ((x + INSIDE, y), (STRIP, INSIDE)),
        };
        self.picture.fill(place, size, ink);
    }

    /// Draws the corners off the border: each stays black unless all four strips that meet there are
    /// grid, which is seen from the pixels around it.
    fn draw_corners(&mut self) {
        let (left, top) = self.frame.board();
        let (width, height) = self.frame.board_size();
        for y in (top + PITCH..top + height - STRIP).step_by(PITCH) {
            for x in (left + PITCH..left + width - STRIP).step_by(PITCH) {
                let around = [(x - 1, y), (x + STRIP, y), (x, y - 1), (x, y + STRIP)];
                if around
                    .iter()
                    .all(|place| self.picture.ink(*place) == Some(GRID))
                {
                    self.picture.fill((x, y), (STRIP, STRIP), GRID);
                }
            }
        }
    }

    fn draw_tiles(&mut self) {
        let shipped = Sprite::shipped();
        for square in self.view.level.squares() {
            match self.view.level.tile(square) {
                Some(Tile::Airlock) => self.draw_door(square, &shipped.airlock),
                Some(Tile::Armory) => self.draw_door(square, &shipped.armory),
                Some(Tile::Teleporter(axis)) => {
                    self.draw_sprite(square, shipped.teleporter(axis), NOBODY);
                }
                Some(Tile::Floor | Tile::Rock) | None => {}
            }
        }
    }

    fn draw_door(&mut self, square: Square, mark: &Sprite) {
        let owner = self.view.position.door_owner(square);
        let ink = owner.map_or(UNCLAIMED, |seat| self.inks[seat].own);
        self.fill_inside(square, ink);
        self.draw_sprite(square, mark, NOBODY);
    }

    fn draw_walls(&mut self) {
        for (Edge { square, side }, owner) in self.view.position.walls() {
            let direction = match side {
                Side::Up => Direction::Up,
                Side::Right => Direction::Right,
            };
            self.draw_strip(square, direction, self.inks[owner].own);
        }
    }

    fn draw_units(&mut self) {
        let view = self.view;
        for (square, unit) in view.position.units() {
            let sprite = view.sprites[unit.owner].of(unit.kind);
            self.draw_sprite(square, sprite, self.inks[unit.owner]);
        }
    }

    fn fill_inside(&mut self, square: Square, ink: Ink) {
        if let Some(place) = self.frame.inside(square) {
            self.picture.fill(place, (INSIDE, INSIDE), ink);
        }
    }

    fn draw_sprite(&mut self, square: Square, sprite: &Sprite, SeatInks { own, shade }: SeatInks) {
        let tones = Tones {
            black: BLACK,
            white: WHITE,
            own,
            shade,
            grey: GREY,
            // Suns and faces are of Helios.
            sun: WHITE,
            face: WHITE,
        };
        if let Some((x, y)) = self.frame.inside(square) {
            self.picture.stamp(sprite, (x + 1, y + 1), tones);
        }
    }
}

/// For marks of doors and teleporters, which show no owner in themselves.
const NOBODY: SeatInks = SeatInks {
    own: BLACK,
    shade: BLACK,
};
