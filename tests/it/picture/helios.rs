//! Pictures of Helios.

use std::collections::BTreeSet;

use daykeeper::picture::encode::{Chunks, Scale, encode};
use daykeeper::picture::frame::{Labels, Options};
use daykeeper::picture::helios::draw;
use daykeeper::rules::grid::Square;
use daykeeper::rules::helios::position::Position;
use daykeeper::rules::helios::ruleset::{Options as Rules, OptionsAsked};
use daykeeper::rules::helios::setup::{PlacedPiece, Setup};
use daykeeper::rules::helios::side::{BySide, Side};
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::json;

use super::naive::{Canvas, Rgb, mark, rgb, sprite, write_labels};
use super::{assert_same, data, decoded};

fn position(setup: &Setup) -> Position {
    let asked = OptionsAsked {
        width: Some(setup.width.into()),
        height: Some(setup.height.into()),
        quiet_limit: None,
    };
    let rules = Rules::try_from(asked).expect("it is a size of boards");
    Position::new(setup, rules).expect("the pieces stand on squares of their own")
}

fn setup((width, height): (u8, u8), pieces: Vec<PlacedPiece>) -> Setup {
    Setup {
        width,
        height,
        pieces,
        score: BySide([0, 0]),
        to_move: Side::Bottom,
        quiet: 0,
        over: false,
        ended_by: None,
        winner: None,
    }
}

fn png(view: &Setup, options: &Options, scale: u8) -> Vec<u8> {
    let chunks = Chunks {
        title: None,
        daykeeper: String::new(),
    };
    let scale = Scale::new(scale).expect("it is from 1 to 8");
    encode(&draw(&position(view), options), scale, &chunks)
}

fn dot_colour(dot: char, seat: usize) -> Option<Rgb> {
    let colour = match (dot, seat) {
        ('o', _) => "#181828",
        ('y', _) => "#ffbe32",
        ('w', _) => "#fff6d2",
        ('f', _) => "#f0cda0",
        ('c', 0) => "#3a5cd6",
        ('d', 0) => "#1e3080",
        ('c', _) => "#e86042",
        ('d', _) => "#8c3220",
        _ => return None,
    };
    Some(rgb(colour))
}

fn stamp(canvas: &mut Canvas, name: &str, (x, y): (usize, usize), seat: usize) {
    for (down, line) in sprite(name).iter().enumerate() {
        for (right, dot) in line.iter().enumerate() {
            if let Some(colour) = dot_colour(*dot, seat) {
                canvas.put(x + right, y + down, colour);
            }
        }
    }
}

/// The picture at scale 1, straight from picture.md.
fn naive(view: &Setup, options: &Options) -> Canvas {
    let (columns, rows) = (usize::from(view.width), usize::from(view.height));
    let margin = if options.labels == Labels::Shown {
        16
    } else {
        0
    };
    let (width, height) = (16 * columns + 2, 16 * rows + 34);
    let mut canvas = Canvas::new(width + margin, height + margin);
    for y in 0..height {
        for x in 0..width {
            canvas.put(margin + x, y, rgb("#e8e2d6"));
        }
    }
    let place = |at: Square| {
        let (x, row) = (usize::from(at.column()), usize::from(at.row()));
        (margin + 16 * x + 2, 16 * (rows - 1 - row) + 18)
    };
    for x in 0..columns {
        for row in 0..rows {
            let at = square(x, row);
            let colour = rgb(if (x + row) % 2 == 0 {
                "#f4efe4"
            } else {
                "#fcf9f2"
            });
            let (left, top) = place(at);
            for (right, down) in (0..14).flat_map(|right| (0..14).map(move |down| (right, down))) {
                canvas.put(left + right, top + down, colour);
            }
            if options.marks.contains(&at) {
                mark(&mut canvas, left, top);
            }
        }
    }
    for piece in &view.pieces {
        let name = match piece.layers {
            1 => "helios-guard",
            2 => "helios-carrier",
            _ => "helios-sun-carrier",
        };
        let seat = usize::from(piece.owner.seat().number());
        let (x, y) = place(piece.at);
        stamp(&mut canvas, name, (x, y), seat);
        if piece.locked {
            stamp(&mut canvas, "helios-lock", (x + 7, y + 7), seat);
        }
    }
    let x = margin + 16 * (columns / 2) + 3;
    stamp(&mut canvas, "helios-priest", (x, 3), 0);
    stamp(&mut canvas, "helios-priest", (x, height - 15), 1);
    if options.labels == Labels::Shown {
        write_labels(&mut canvas, (columns, rows), 16);
    }
    canvas
}

fn square(column: usize, row: usize) -> Square {
    let number = |index: usize| u8::try_from(index).expect("boards are small");
    Square::new(number(column), number(row)).expect("boards are small")
}

fn piece(at: Square, owner: u8, layers: u8, locked: bool) -> PlacedPiece {
    PlacedPiece {
        at,
        owner: Side::BOTH[usize::from(owner)],
        layers,
        locked,
    }
}

prop_compose! {
    fn any_setup()(width in 4_u8..=12, height in 4_u8..=12)(
        pieces in vec((0..width, 0..height, 0_u8..2, 1_u8..=3, any::<bool>()), 0..20),
        size in Just((width, height)),
    ) -> Setup {
        let mut seen = BTreeSet::new();
        let pieces = pieces.into_iter().map(|(column, row, owner, layers, locked)| {
            let at = square(column.into(), row.into());
            piece(at, owner, layers, locked && layers == 2)
        });
        setup(size, pieces.filter(|piece| seen.insert(piece.at)).collect())
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn any_position_is_drawn_as_the_contract_says(
        view in any_setup(),
        labels in any::<bool>(),
        marks in vec((0_usize..12, 0_usize..12), 0..5),
        scale in 1_u8..=8,
    ) {
        let marks = marks.into_iter().map(|(column, row)| square(column, row));
        let on_board = |at: &Square| at.column() < view.width && at.row() < view.height;
        let options = Options {
            labels: labels.into(),
            marks: marks.filter(on_board).collect(),
            legend: None,
        };
        let expected = naive(&view, &options).enlarged(scale.into());
        assert_same(&decoded(&png(&view, &options, scale)), &expected);
    }
}

#[test]
fn an_example_is_drawn_pixel_for_pixel() {
    let pieces = [
        ("d7", 1, 2),
        ("e7", 0, 3),
        ("d6", 1, 2),
        ("e6", 1, 3),
        ("a5", 1, 3),
        ("b5", 1, 3),
        ("e4", 1, 3),
        ("f4", 0, 2),
        ("f3", 0, 3),
        ("b2", 0, 2),
        ("c2", 0, 3),
        ("a1", 0, 3),
        ("b1", 1, 2),
        ("e1", 0, 3),
    ];
    let pieces = pieces.map(|(at, owner, layers)| {
        piece(at.parse().expect("it is a square"), owner, layers, false)
    });
    let view = setup((7, 7), pieces.to_vec());
    let drawn = decoded(&png(&view, &Options::default(), 2));
    assert_same(&drawn, &decoded(&data("helios-49.png")));
}

#[test]
fn the_command_line_draws_the_same() {
    let request =
        json!({"game": "helios", "state": null, "labels": true, "mark": ["a1"], "scale": 2});
    let home = |row, owner| (0..7).map(move |column| piece(square(column, row), owner, 3, false));
    let start = setup((7, 7), home(0, 0).chain(home(6, 1)).collect());
    let options = Options {
        labels: Labels::Shown,
        marks: BTreeSet::from([square(0, 0)]),
        legend: None,
    };
    let expected = naive(&start, &options).enlarged(2);
    assert_same(&decoded(&super::png(&request)), &expected);
    let mut off_board = request;
    off_board["mark"] = json!(["h1"]);
    assert_eq!(
        super::refusal(&off_board)["message"],
        "h1 is not on the board"
    );
}
