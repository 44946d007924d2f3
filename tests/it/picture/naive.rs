//! A second drawing of boards, pixel by pixel in RGB straight from picture.md. It shares no code with
//! the product: it reads level texts, position JSON and sprite files itself.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::fs;

use embedded_graphics::mono_font::MonoTextStyle;
use embedded_graphics::mono_font::ascii::FONT_5X7;
use embedded_graphics::pixelcolor::BinaryColor;
use embedded_graphics::prelude::*;
use embedded_graphics::text::{Baseline, Text};
use serde_json::Value;

pub(super) type Rgb = [u8; 3];
pub(super) const WHITE: Rgb = [255; 3];
pub(super) const BLACK: Rgb = [0; 3];
const GRID: Rgb = [0xe4; 3];

/// An RGB picture, row by row.
#[derive(Clone, PartialEq)]
pub(super) struct Canvas {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) pixels: Vec<Rgb>,
}

impl Canvas {
    pub(super) fn new(width: usize, height: usize) -> Self {
        Self {
            width,
            height,
            pixels: vec![WHITE; width * height],
        }
    }

    pub(super) fn put(&mut self, x: usize, y: usize, colour: Rgb) {
        if x < self.width && y < self.height {
            self.pixels[y * self.width + x] = colour;
        }
    }

    pub(super) fn write(&mut self, text: &str, x: usize, y: usize) {
        let at = Point::new(
            i32::try_from(x).expect("test data is well formed"),
            i32::try_from(y).expect("test data is well formed"),
        );
        let style = MonoTextStyle::new(&FONT_5X7, BinaryColor::On);
        let text = Text::with_baseline(text, at, style, Baseline::Top);
        text.draw(self).expect("test data is well formed");
    }

    pub(super) fn enlarged(&self, scale: usize) -> Self {
        let mut large = Self::new(self.width * scale, self.height * scale);
        for y in 0..large.height {
            for x in 0..large.width {
                large.put(x, y, self.pixels[y / scale * self.width + x / scale]);
            }
        }
        large
    }
}

impl OriginDimensions for Canvas {
    fn size(&self) -> Size {
        Size::new(10_000, 10_000)
    }
}

impl DrawTarget for Canvas {
    type Color = BinaryColor;
    type Error = Infallible;

    fn draw_iter<I: IntoIterator<Item = Pixel<BinaryColor>>>(
        &mut self,
        pixels: I,
    ) -> Result<(), Infallible> {
        for Pixel(at, colour) in pixels {
            if colour.is_on() {
                self.put(
                    at.x.try_into().expect("test data is well formed"),
                    at.y.try_into().expect("test data is well formed"),
                    BLACK,
                );
            }
        }
        Ok(())
    }
}

pub(super) fn sprite(name: &str) -> Vec<Vec<char>> {
    let path = format!("{}/static/sprites/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(path).expect("test data is well formed");
    text.lines().map(|line| line.chars().collect()).collect()
}

pub(super) fn rgb(text: &str) -> Rgb {
    let number = u32::from_str_radix(text.trim_start_matches('#'), 16);
    let [_, red, green, blue] = number.expect("colours are hexadecimal").to_be_bytes();
    [red, green, blue]
}

fn shade(colour: Rgb) -> Rgb {
    colour
        .map(|channel| u8::try_from(u32::from(channel) * 3 / 5).expect("test data is well formed"))
}

const ART: [&str; 7] = [
    "engineer",
    "soldier",
    "flamebat",
    "airlock",
    "armory",
    "teleporter-horizontal",
    "teleporter-vertical",
];

/// An Abaddon board: the map of a level text, a position and colours.
pub(super) struct Board<'a> {
    /// The map's lines, from the top.
    pub(super) map: Vec<Vec<char>>,
    pub(super) state: &'a Value,
    pub(super) colours: &'a [String],
    art: BTreeMap<&'static str, Vec<Vec<char>>>,
}

impl<'a> Board<'a> {
    pub(super) fn new(level: &str, state: &'a Value, colours: &'a [String]) -> Self {
        let map = level.lines().skip_while(|line| !line.starts_with('+'));
        Self {
            map: map.map(|line| line.chars().collect()).collect(),
            state,
            colours,
            art: ART.into_iter().map(|name| (name, sprite(name))).collect(),
        }
    }

    fn columns(&self) -> usize {
        self.map[0].len() / 4
    }

    fn rows(&self) -> usize {
        self.map.len() / 2
    }

    fn name(&self, x: usize, r: usize) -> String {
        let letter = "abcdefghijklmnopqrstuvwxyz".as_bytes()[x] as char;
        format!("{letter}{}", self.rows() - r)
    }

    fn tile(&self, x: usize, r: usize) -> char {
        self.map[2 * r + 1][4 * x + 2]
    }

    fn owner(&self, seat: &Value) -> Rgb {
        rgb(
            &self.colours[usize::try_from(seat.as_u64().expect("test data is well formed"))
                .expect("test data is well formed")],
        )
    }

    fn wall(&self, at: &str, side: &str) -> Option<Rgb> {
        let walls = self.state["walls"]
            .as_array()
            .expect("test data is well formed");
        (walls.iter())
            .find(|wall| wall["at"] == at && wall["side"] == side)
            .map(|wall| self.owner(&wall["owner"]))
    }

    /// The vertical strip left of column `x` in row `r`.
    fn upright(&self, x: usize, r: usize) -> Rgb {
        let border = x == 0 || x == self.columns();
        let rock = |x| self.tile(x, r) == '#';
        if border || self.map[2 * r + 1][4 * x] == '|' || rock(x - 1) || rock(x) {
            BLACK
        } else {
            self.wall(&self.name(x - 1, r), "right").unwrap_or(GRID)
        }
    }

    /// The horizontal strip above row `r` in column `x`.
    fn level(&self, x: usize, r: usize) -> Rgb {
        let border = r == 0 || r == self.rows();
        let rock = |r| self.tile(x, r) == '#';
        if border || self.map[2 * r][4 * x + 2] == '-' || rock(r - 1) || rock(r) {
            BLACK
        } else {
            self.wall(&self.name(x, r), "up").unwrap_or(GRID)
        }
    }

    fn corner(&self, x: usize, r: usize) -> Rgb {
        if x == 0 || r == 0 || x == self.columns() || r == self.rows() {
            return BLACK;
        }
        let strips = [
            self.upright(x, r - 1),
            self.upright(x, r),
            self.level(x - 1, r),
            self.level(x, r),
        ];
        if strips.contains(&BLACK) { BLACK } else { GRID }
    }

    /// The pixel `(i, j)` of a square's inside, 0–13 each from the top left.
    fn inside(&self, (x, r): (usize, usize), (i, j): (usize, usize)) -> Rgb {
        let at = self.name(x, r);
        let units = self.state["units"]
            .as_array()
            .expect("test data is well formed");
        let unit = units.iter().find(|unit| unit["at"] == at.as_str());
        let (below, own, art) = match (self.tile(x, r), unit) {
            ('#', _) => return BLACK,
            ('A' | 'M', _) => {
                let door = &self.state["doors"][&at];
                let colour = if door.is_null() {
                    [255, 0, 0]
                } else {
                    self.owner(door)
                };
                let mark = if self.tile(x, r) == 'A' {
                    "airlock"
                } else {
                    "armory"
                };
                (colour, colour, mark)
            }
            ('=', _) => (WHITE, WHITE, "teleporter-horizontal"),
            ('"', _) => (WHITE, WHITE, "teleporter-vertical"),
            (_, None) => return WHITE,
            (_, Some(unit)) => (
                WHITE,
                self.owner(&unit["owner"]),
                unit["kind"].as_str().expect("test data is well formed"),
            ),
        };
        if !(1..13).contains(&i) || !(1..13).contains(&j) {
            return below;
        }
        match self.art[art][j - 1][i - 1] {
            'o' => BLACK,
            'w' => WHITE,
            'c' => own,
            'd' => shade(own),
            'g' => [0x78; 3],
            _ => below,
        }
    }

    /// The pixel of the board at scale 1.
    fn pixel(&self, px: usize, py: usize) -> Rgb {
        let (x, r) = (px / 16, py / 16);
        match (px % 16, py % 16) {
            (0..2, 0..2) => self.corner(x, r),
            (0..2, _) => self.upright(x, r),
            (_, 0..2) => self.level(x, r),
            (i, j) => self.inside((x, r), (i - 2, j - 2)),
        }
    }

    /// The whole picture at scale 1.
    pub(super) fn draw(&self, labels: bool, marks: &BTreeSet<String>) -> Canvas {
        let (left, below) = if labels { (16, 16) } else { (0, 0) };
        let (width, height) = (16 * self.columns() + 2, 16 * self.rows() + 2);
        let mut canvas = Canvas::new(left + width, height + below);
        for py in 0..height {
            for px in 0..width {
                canvas.put(left + px, py, self.pixel(px, py));
            }
        }
        for r in 0..self.rows() {
            for x in 0..self.columns() {
                if marks.contains(&self.name(x, r)) {
                    mark(&mut canvas, left + 16 * x + 2, 16 * r + 2);
                }
            }
        }
        if labels {
            write_labels(&mut canvas, (self.columns(), self.rows()), 0);
        }
        canvas
    }
}

/// Walks clockwise around a square's inside from its top left pixel and blackens every second one.
pub(super) fn mark(canvas: &mut Canvas, left: usize, top: usize) {
    let (mut x, mut y) = (0_usize, 0_usize);
    for step in 0..52 {
        if step % 2 == 0 {
            canvas.put(left + x, top + y, BLACK);
        }
        match step {
            0..13 => x += 1,
            13..26 => y += 1,
            26..39 => x -= 1,
            _ => y -= 1,
        }
    }
    assert_eq!((x, y), (0, 0));
}

/// Letters and numbers; `priests` is the height of Helios' strip above the board.
pub(super) fn write_labels(canvas: &mut Canvas, (columns, rows): (usize, usize), priests: usize) {
    for (x, letter) in ('a'..='z').take(columns).enumerate() {
        let y = 16 * rows + 6 + 2 * priests;
        canvas.write(&letter.to_string(), 16 * x + 22, y);
    }
    for r in 0..rows {
        let number = (rows - r).to_string();
        let y = 16 * r + 5 + priests;
        canvas.write(&number, 13 - 5 * number.len(), y);
    }
}
