//! Boards as PNG files: those of matches, and those that are drawn for one page and part of it.

use std::collections::BTreeSet;
use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::picture::abaddon::{NoColour, View, draw};
use crate::picture::animate::{AnimateError, Reel};
use crate::picture::canvas::Picture;
use crate::picture::encode::{Chunks, Scale, encode};
use crate::picture::frame::{Labels, Legend, LegendLine, Options};
use crate::picture::helios;
use crate::picture::sprite::Sprites;
use crate::rules::abaddon::differences::changed_squares;
use crate::rules::abaddon::level::Level;
use crate::rules::abaddon::position::Position;
use crate::rules::canonical::position_hash;
use crate::rules::colour::Colour;
use crate::rules::grid::Square;
use crate::rules::helios as helios_rules;
use crate::rules::helios::side::Side;
use crate::rules::seat::{BySeat, Seat};
use crate::service::views::{BoardScene, BoardView, SeatSprite};

/// Players' colours by seat.
pub type Colours = BySeat<Option<Colour>>;

/// Colours in the order of seats.
pub fn colours(by_seat: impl IntoIterator<Item = Colour>) -> Colours {
    let mut colours = Colours::default();
    for (seat, colour) in Seat::all().zip(by_seat) {
        colours[seat] = Some(colour);
    }
    colours
}

/// Players' own sprites by seat. One that could not be kept today looks as its kind does by default.
pub fn sprites(own: &[SeatSprite]) -> Sprites {
    let mut sprites = Sprites::default();
    for SeatSprite { seat, kind, lines } in own {
        let kept = lines
            .parse()
            .and_then(|sprite| sprites[*seat].put(*kind, sprite));
        drop(kept);
    }
    sprites
}

/// What the boards of one page share.
#[derive(Clone, Debug)]
pub struct Style {
    /// The level.
    pub level: Arc<Level>,
    /// Players' colours.
    pub colours: Colours,
    /// Players' sprites.
    pub sprites: Sprites,
}

/// The board as a PNG with the squares marked that changed; `None` where a seat has no colour.
pub fn png(style: &Style, before: &Position, after: &Position) -> Option<Vec<u8>> {
    let view = View::new(&style.level, after, &style.colours, &style.sprites).ok()?;
    let options = Options {
        marks: changed_squares(before, after),
        ..Options::default()
    };
    let chunks = Chunks {
        title: None,
        daykeeper: "preview".to_owned(),
    };
    Some(encode(&draw(&view, &options), Scale::default(), &chunks))
}

/// The same as a `data:` address.
pub fn data_url(style: &Style, before: &Position, after: &Position) -> Option<String> {
    let file = png(style, before, after)?;
    Some(format!("data:image/png;base64,{}", STANDARD.encode(file)))
}

/// A position of Helios as a `data:` address, with the squares marked that changed.
pub fn helios_data_url(
    before: &helios_rules::position::Position,
    after: &helios_rules::position::Position,
) -> String {
    let changed = before.changed_squares(after).into_iter().collect();
    let file = helios_png(after, changed);
    format!("data:image/png;base64,{}", STANDARD.encode(file))
}

/// How somebody wants to see the board of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Asked {
    /// How large.
    pub scale: Scale,
    /// Whether a margin names columns and rows.
    pub labels: Labels,
    /// Whether the squares are marked that the turn changed.
    pub mark: bool,
    /// Whether a strip below names the players.
    pub legend: bool,
}

/// The board of a match as a PNG.
///
/// Only who is on the board, and in the legend, has a colour in its palette: a player who comes later
/// changes no picture of before.
///
/// # Errors
/// [`NoColour`], which no match that was played can come to.
pub fn of_match(board: &BoardView, asked: Asked) -> Result<Vec<u8>, NoColour> {
    let picture = picture(board, asked, &shown_colours(board, asked))?;
    let (game, position) = match &board.scene {
        BoardScene::Abaddon { position, .. } => ("Halls of Abaddon", position_hash(position)),
        BoardScene::Helios { position, .. } => ("Helios", position_hash(&position.to_setup())),
    };
    let chunks = Chunks {
        title: Some(format!("{game}, turn {}", board.turn)),
        daykeeper: format!("match={} turn={} position={position}", board.id, board.turn),
    };
    Ok(encode(&picture, asked.scale, &chunks))
}

/// In which form a replay is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Film {
    /// For forums: every one of them shows it.
    Gif,
    /// An animated PNG: much smaller.
    Apng,
}

/// Boards one after the other, all in the same colours.
///
/// # Errors
/// [`AnimateError`], which no match that was played can come to.
pub fn replay(boards: &[BoardView], asked: Asked, film: Film) -> Result<Vec<u8>, AnimateError> {
    let every = boards
        .last()
        .map(|board| board.seats.iter().map(|(_, colour)| *colour));
    let every = colours(every.into_iter().flatten());
    // A seat on the board without a colour is no seat of the match, which has them all.
    let draw = |board: &BoardView| picture(board, asked, &every).ok();
    let reel = Reel::new(boards.iter().filter_map(draw))?;
    match film {
        Film::Gif => reel.gif(asked.scale),
        Film::Apng => reel.apng(asked.scale),
    }
}

/// The board in the colours of the seats that are shown; Helios has its own.
fn picture(board: &BoardView, asked: Asked, shown: &Colours) -> Result<Picture, NoColour> {
    match &board.scene {
        BoardScene::Abaddon {
            level,
            before,
            position,
        } => {
            let options = asked.options(board, changed_squares(before, position), |seat| {
                u32::try_from(position.doors_of(seat)).unwrap_or(u32::MAX)
            });
            let sprites = sprites(&board.sprites);
            let view = View::new(level, position, shown, &sprites)?;
            Ok(draw(&view, &options))
        }
        BoardScene::Helios { before, position } => {
            let changed = before.changed_squares(position).into_iter().collect();
            let options = asked.options(board, changed, |seat| {
                Side::try_from(seat).map_or(0, |side| position.score()[side].into())
            });
            Ok(helios::draw(position, &options))
        }
    }
}

impl Asked {
    fn options(
        self,
        board: &BoardView,
        changed: BTreeSet<Square>,
        score: impl Fn(Seat) -> u32,
    ) -> Options {
        Options {
            labels: self.labels,
            marks: if self.mark { changed } else { BTreeSet::new() },
            legend: self.legend.then(|| legend(board, score)),
        }
    }
}

fn shown_colours(board: &BoardView, asked: Asked) -> Colours {
    let mut colours = Colours::default();
    let BoardScene::Abaddon { position, .. } = &board.scene else {
        return colours;
    };
    for (seat, (_, colour)) in Seat::all().zip(&board.seats) {
        let things = position.doors_of(seat) + position.units_of(seat) + position.walls_of(seat);
        let in_legend = asked.legend && usize::from(seat.number()) < board.seats_taken;
        if 0 < things || in_legend {
            colours[seat] = Some(*colour);
        }
    }
    colours
}

fn legend(board: &BoardView, score: impl Fn(Seat) -> u32) -> Legend {
    let line = |(seat, (name, _)): (Seat, &(Option<String>, Colour))| LegendLine {
        seat,
        name: name.clone().unwrap_or_else(|| format!("seat {seat}")),
        score: score(seat),
    };
    Legend {
        turn: board.turn,
        day: board.at.day().to_string(),
        lines: Seat::all()
            .zip(&board.seats)
            .take(board.seats_taken)
            .map(line)
            .collect(),
    }
}

/// A position of Helios as a PNG, with some squares marked.
pub fn helios_png(position: &helios_rules::position::Position, marks: BTreeSet<Square>) -> Vec<u8> {
    let options = Options {
        marks,
        ..Options::default()
    };
    let chunks = Chunks {
        title: None,
        daykeeper: "figure".to_owned(),
    };
    encode(&helios::draw(position, &options), Scale::default(), &chunks)
}
