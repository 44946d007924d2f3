//! Pictures of Halls of Abaddon.

use std::collections::BTreeSet;

use daykeeper::rules::abaddon::position::Position;
use daykeeper::rules::canonical::position_hash;
use daykeeper::rules::colour::Colour;
use proptest::collection::{btree_set, vec};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use serde_json::{Value, json};

use super::naive::Board;
use super::{assert_same, data, decoded, png, refusal};

/// A request to draw, with what the naive drawing needs of it.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    pub(super) level: String,
    pub(super) state: Value,
    pub(super) colours: Vec<String>,
    pub(super) scale: usize,
    labels: bool,
    marks: BTreeSet<String>,
}

impl Asked {
    pub(super) fn request(&self) -> Value {
        json!({
            "game": "abaddon", "level": self.level, "state": self.state, "colors": self.colours,
            "scale": self.scale, "labels": self.labels, "mark": self.marks,
        })
    }
}

/// The text of a level: its tiles and fixed walls are drawn from lists that are long enough.
fn level_text(width: usize, height: usize, tiles: &[char], walls: &[bool]) -> String {
    let mut walls = walls.iter();
    let mut text = String::from("name: Random\n\n");
    for row in 0..=height {
        for _ in 0..width {
            let wall = *walls.next().expect("the list is long enough") || row == 0 || row == height;
            text.push_str(if wall { "+---" } else { "+   " });
        }
        text.push_str("+\n");
        for column in 0..(if row < height { width } else { 0 }) {
            let wall = *walls.next().expect("the list is long enough") || column == 0;
            text.push(if wall { '|' } else { ' ' });
            text.extend([' ', tiles[row * width + column], ' ']);
        }
        if row < height {
            text.push_str("|\n");
        }
    }
    text
}

fn square(column: usize, row: usize) -> String {
    format!(
        "{}{}",
        char::from(b'a' + u8::try_from(column).expect("a column has a letter")),
        row + 1
    )
}

prop_compose! {
    fn level()(width in 2_usize..7, height in 2_usize..12)(
        tiles in vec(select(vec!['.', '.', '.', '.', 'A', 'M', '=', '"', '#']), width * height),
        walls in vec(prop::bool::weighted(0.2), 2 * (width + 1) * (height + 1)),
        size in Just((width, height)),
    ) -> (usize, usize, Vec<char>, Vec<bool>) {
        (size.0, size.1, tiles, walls)
    }
}

prop_compose! {
    pub(super) fn asked()(level in level(), seats in 1_u8..=8)(
        owners in vec(0..seats, 3 * level.2.len()),
        kinds in vec(select(vec!["engineer", "soldier", "flamebat"]), level.2.len()),
        present in vec(any::<bool>(), 3 * level.2.len()),
        marked in btree_set((0..level.0, 0..level.1), 0..5),
        colours in subsequence(Colour::SUGGESTED.to_vec(), usize::from(seats)).prop_shuffle(),
        scale in 1_usize..=8,
        labels in any::<bool>(),
        level in Just(level),
    ) -> Asked {
        let (width, height, tiles, walls) = level;
        let text = level_text(width, height, &tiles, &walls);
        let state = state((width, height), &text, (&owners, &kinds, &present));
        Asked {
            level: text,
            state,
            colours: colours.iter().map(ToString::to_string).collect(),
            scale,
            labels,
            marks: marked.into_iter().map(|(column, row)| square(column, row)).collect(),
        }
    }
}

/// A position on a level's text: a unit on some floor squares, owners for some doors and some walls.
fn state(
    (width, height): (usize, usize),
    text: &str,
    (owners, kinds, present): (&[u8], &[&str], &[bool]),
) -> Value {
    let map: Vec<Vec<char>> = text
        .lines()
        .skip(2)
        .map(|line| line.chars().collect())
        .collect();
    let tile = |column: usize, row: usize| map[2 * (height - row) - 1][4 * column + 2];
    let (mut doors, mut units, mut walls) = (serde_json::Map::new(), vec![], vec![]);
    for index in 0..width * height {
        let (column, row) = (index % width, index / width);
        let at = square(column, row);
        let owner = |list: usize| owners[3 * index + list];
        let present = |list: usize| present[3 * index + list];
        match tile(column, row) {
            'A' | 'M' if present(0) => {
                doors.insert(at.clone(), owner(0).into());
            }
            '.' if present(0) => {
                units.push(json!({"at": at, "owner": owner(0), "kind": kinds[index]}));
            }
            _ => {}
        }
        let rock = |column, row| tile(column, row) == '#';
        let right = column + 1 < width
            && map[2 * (height - row) - 1][4 * column + 4] == ' '
            && !rock(column, row)
            && !rock(column + 1, row);
        let up = row + 1 < height
            && map[2 * (height - row) - 2][4 * column + 2] == ' '
            && !rock(column, row)
            && !rock(column, row + 1);
        if up && present(1) {
            walls.push(json!({"at": at, "side": "up", "owner": owner(1)}));
        }
        if right && present(2) {
            walls.push(json!({"at": at, "side": "right", "owner": owner(2)}));
        }
    }
    json!({"doors": doors, "units": units, "walls": walls, "winner": null})
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn any_position_is_drawn_as_the_contract_says(asked in asked()) {
        let file = png(&asked.request());
        let board = Board::new(&asked.level, &asked.state, &asked.colours);
        let expected = board.draw(asked.labels, &asked.marks).enlarged(asked.scale);
        assert_same(&decoded(&file), &expected);
        assert_eq!(file, png(&asked.request()));
    }
}

/// The position of `board-mock.png`, which the contract names as drawn by its rules at scale 3.
pub(super) fn mock() -> Value {
    let unit = |at, owner, kind| json!({"at": at, "owner": owner, "kind": kind});
    json!({
        "game": "abaddon", "level": "halls-of-abaddon",
        "colors": ["#3388ff", "#2e9e44", "#f0a000", "#a046c8"],
        "state": {
            "doors": {
                "a13": 1, "g13": 2, "k13": 2, "q13": 3, "i10": 2, "i7": 2, "i4": 0, "a1": 1,
                "g1": 0, "k1": 0, "q1": 3
            },
            "units": [
                unit("b12", 3, "engineer"), unit("g12", 2, "flamebat"), unit("h12", 2, "flamebat"),
                unit("n12", 1, "engineer"), unit("l11", 2, "flamebat"), unit("j5", 0, "soldier"),
                unit("b2", 1, "soldier"), unit("j2", 0, "engineer"), unit("k2", 0, "flamebat"),
                unit("p2", 3, "flamebat"), unit("c1", 1, "engineer"), unit("p1", 3, "flamebat"),
            ],
            "walls": []
        }
    })
}

#[test]
fn the_contracts_example_is_drawn_pixel_for_pixel() {
    assert_same(&decoded(&png(&mock())), &decoded(&data("board-mock.png")));
}

#[test]
fn the_same_request_gives_the_same_file_on_every_build() {
    let mut request = mock();
    request["labels"] = true.into();
    request["mark"] = json!(["b12", "c1"]);
    let stored = data("mock-labelled.png");
    assert!(
        png(&request) == stored,
        "pictures changed: is it meant, and is DRAWING_VERSION raised?"
    );
}

#[test]
fn the_file_says_what_it_shows() {
    let file = png(&mock());
    let reader = png_reader(&file);
    let texts: Vec<(&str, &str)> = (reader.info().uncompressed_latin1_text.iter())
        .map(|chunk| (chunk.keyword.as_str(), chunk.text.as_str()))
        .collect();
    let position: Position =
        serde_json::from_value(mock()["state"].clone()).expect("test data is well formed");
    let hash = format!("position={}", position_hash(&position));
    let software = "Daykeeper, drawing version 1";
    assert_eq!(
        texts,
        [("Software", software), ("daykeeper", hash.as_str())]
    );
}

fn png_reader(file: &[u8]) -> png::Reader<std::io::Cursor<&[u8]>> {
    png::Decoder::new(std::io::Cursor::new(file))
        .read_info()
        .expect("test data is well formed")
}

#[test]
fn up_to_five_colours_are_packed_into_four_bits() {
    for (seats, depth) in [(1, 4), (5, 4), (6, 8), (8, 8)] {
        let mut request = mock();
        request["state"] = Value::Null;
        request["colors"] = json!(Colour::SUGGESTED[..seats]);
        let file = png(&request);
        assert_eq!(
            png_reader(&file).info().bit_depth as u8,
            depth,
            "{seats} seats"
        );
    }
}

#[test]
fn a_request_that_cannot_be_drawn_is_refused_with_the_reason() {
    for (field, value, reason) in [
        ("colors", json!(["#3388ff", "#2e9e44", "#f0a000"]), "seat 3"),
        (
            "colors",
            json!([null, "#2e9e44", "#f0a000", "#a046c8"]),
            "seat 0",
        ),
        ("colors", json!(["blue"]), "blue"),
        ("colors", json!(vec!["#3388ff"; 9]), "8 colours"),
        ("scale", json!(0), "scale"),
        ("scale", json!(9), "scale"),
        ("labels", json!("yes"), "boolean"),
        ("mark", json!(["r1"]), "r1"),
        ("level", json!("nowhere"), "nowhere"),
        ("level", json!("name: x\n\n+---+"), "line 3"),
        ("game", json!("chess"), "chess"),
        (
            "state",
            json!({"doors": {"b2": 0}, "units": [], "walls": []}),
            "b2",
        ),
    ] {
        let mut request = mock();
        request[field] = value;
        let answer = refusal(&request);
        assert_eq!(answer["code"], "bad_request");
        assert_eq!(answer["ok"], false);
        let message = answer["message"]
            .as_str()
            .expect("test data is well formed");
        assert!(message.contains(reason), "{field}: {message}");
    }
    let mut request = mock();
    request
        .as_object_mut()
        .expect("test data is well formed")
        .remove("state");
    assert!(
        refusal(&request)["message"]
            .as_str()
            .expect("test data is well formed")
            .contains("state")
    );
}
