//! The strip that says which turn this is and whose colour is whose.

use std::collections::BTreeSet;

use daykeeper::picture::abaddon::{View, draw};
use daykeeper::picture::canvas::Picture;
use daykeeper::picture::decode::Pixels;
use daykeeper::picture::encode::{Chunks, Scale, encode};
use daykeeper::picture::frame::{Labels, Legend, LegendLine, Options};
use daykeeper::picture::read::Reader;
use daykeeper::picture::sprite::Sprites;
use daykeeper::rules::abaddon::level::Level;
use daykeeper::rules::abaddon::position::Position;
use daykeeper::rules::colour::Colour;
use daykeeper::rules::seat::{BySeat, Names, Seat};
use serde_json::json;

use super::naive::{Board, Canvas, rgb};
use super::{assert_same, decoded};

const LEVEL: &str = include_str!("../../../static/levels/halls-of-abaddon.txt");

fn drawn(options: &Options) -> Picture {
    let level = Level::parse(LEVEL).expect("the default level can be read");
    let mut suggested = Colour::SUGGESTED.into_iter();
    let colours = BySeat::from_fn(|_| suggested.next());
    let sprites = Sprites::default();
    let position = Position::empty();
    let view = View::new(&level, &position, &colours, &sprites);
    draw(&view.expect("nobody is on the board"), options)
}

fn legend(names: &[&str]) -> Legend {
    let line = |(seat, name): (Seat, &&str)| LegendLine {
        seat,
        name: (*name).to_owned(),
        score: 10 + u32::from(seat.number()),
    };
    Legend {
        turn: 12,
        day: "2026-03-01".to_owned(),
        lines: Seat::all().zip(names).map(line).collect(),
    }
}

#[test]
fn a_line_a_seat_follows_the_title_below_everything() {
    let long = "a name that is much too long for the width of a board, and goes on and on";
    let names = ["Ann", "Zoë", long];
    for labels in [Labels::Shown, Labels::Hidden] {
        let options = Options {
            labels,
            legend: Some(legend(&names)),
            ..Options::default()
        };
        let picture = drawn(&options);
        let chunks = Chunks {
            title: Some("Halls of Abaddon, turn 12".to_owned()),
            daykeeper: String::new(),
        };
        let file = encode(&picture, Scale::new(1).expect("1 is a scale"), &chunks);

        let state = json!({"doors": {}, "units": [], "walls": []});
        let board = Board::new(LEVEL, &state, &[]);
        let board = board.draw(labels == Labels::Shown, &BTreeSet::new());
        let mut expected = Canvas::new(board.width, board.height + 2 + 8 * 4);
        expected.pixels[..board.pixels.len()].copy_from_slice(&board.pixels);
        let top = board.height + 2;
        expected.write("turn 12  2026-03-01", 2, top);
        for (index, text) in ["Ann 10", "Zo? 11", &format!("{long} 12")]
            .iter()
            .enumerate()
        {
            let y = top + 8 * (index + 1);
            expected.write(text, 12, y);
            for (x, y) in (2..9).flat_map(|x| (y..y + 7).map(move |y| (x, y))) {
                expected.put(x, y, rgb(&Colour::SUGGESTED[index].to_string()));
            }
        }
        assert_same(&decoded(&file), &expected);
    }
}

#[test]
fn a_board_with_labels_and_legend_reads_back() {
    let level = Level::parse(LEVEL).expect("the default level can be read");
    let options = Options {
        labels: Labels::Shown,
        legend: Some(legend(&["x"; 8])),
        ..Options::default()
    };
    let chunks = Chunks {
        title: None,
        daykeeper: "match=7 turn=12 position=0".to_owned(),
    };
    let mut suggested = Colour::SUGGESTED.into_iter();
    let reader = Reader {
        level: &level,
        colours: &BySeat::from_fn(|_| suggested.next()),
        sprites: &Sprites::default(),
        names: &Names::default(),
        doors_to_win: 6,
    };
    for scale in [1, 2] {
        let scale = Scale::new(scale).expect("it is a scale");
        let file = encode(&drawn(&options), scale, &chunks);
        let reading = reader.read(&file).expect("a board is found");
        assert_eq!((reading.scale, reading.unreadable), (scale, vec![]));
        assert_eq!(reading.setup, Position::empty().to_setup());
        let pixels = Pixels::decode(&file).expect("it is a PNG");
        assert_eq!(pixels.daykeeper, Some(chunks.daykeeper.clone()));
    }
}

#[test]
fn eight_seats_need_74_pixels() {
    let options = Options {
        legend: Some(legend(&["x"; 8])),
        ..Options::default()
    };
    let without = drawn(&Options::default());
    assert_eq!(drawn(&options).height(), without.height() + 74);
}
