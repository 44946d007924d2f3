//! Damaged pictures: what is read is true, or the place is named; nothing is guessed.

use std::collections::BTreeMap;

use daykeeper::picture::abaddon::{View, draw};
use daykeeper::picture::called::by_colour;
use daykeeper::picture::doubt::{Content, Place, Unreadable};
use daykeeper::picture::encode::{Chunks, Scale, encode};
use daykeeper::picture::frame::Options;
use daykeeper::picture::read::{Reader, Reading};
use daykeeper::picture::sprite::Sprites;
use daykeeper::rules::abaddon::level::{Level, Tile};
use daykeeper::rules::abaddon::position::{Kind, Position, Unit};
use daykeeper::rules::abaddon::setup::Setup;
use daykeeper::rules::colour::Colour;
use daykeeper::rules::grid::{Edge, Side};
use daykeeper::rules::seat::{BySeat, Seat};

use super::damaging::{Area, Damage};
use super::decoded;
use super::dice::Dice;
use super::naive::{Canvas, Rgb};
use super::resaved::{Form, save};

/// A level with every kind of square and wall.
const LEVEL: &str = "\
name: Workshop

+---+---+---+---+---+---+
| A   .   .   =   .   M |
+   +   +   +   +   +   +
| .   . | .   .   #   . |
+   +---+   +   +   +   +
| .   .   .   .   .   \" |
+   +   +   +   +   +   +
| M   .   .   .   .   A |
+---+---+---+---+---+---+
";

const STATE: &str = r#"{"doors": {"a4": 0, "f1": 1},
    "units": [{"at": "b4", "owner": 0, "kind": "engineer"}, {"at": "c4", "owner": 0, "kind": "soldier"},
        {"at": "e4", "owner": 0, "kind": "flamebat"}, {"at": "a2", "owner": 1, "kind": "engineer"},
        {"at": "c2", "owner": 1, "kind": "soldier"}, {"at": "d2", "owner": 1, "kind": "flamebat"},
        {"at": "c1", "owner": 2, "kind": "soldier"}],
    "walls": [{"at": "c3", "side": "right", "owner": 0}, {"at": "b1", "side": "up", "owner": 1},
        {"at": "d1", "side": "right", "owner": 2}]}"#;

/// What is on the board.
struct Workshop {
    level: Level,
    colours: BySeat<Option<Colour>>,
    sprites: Sprites,
    setup: Setup,
}

impl Workshop {
    fn new() -> Self {
        let mut suggested = Colour::SUGGESTED.into_iter().take(3);
        let mut sprites = Sprites::default();
        let seat = Seat::new(1).expect("there are eight");
        // A player's own art: the default Engineer turned upside down.
        let engineer = include_str!("../../../static/sprites/engineer.txt");
        let turned: Vec<&str> = engineer.lines().rev().collect();
        let turned = turned.join("\n").parse().expect("it is a sprite");
        sprites[seat]
            .put(Kind::Engineer, turned)
            .expect("it keeps the rules");
        Self {
            level: Level::parse(LEVEL).expect("it is a level"),
            colours: BySeat::from_fn(|_| suggested.next()),
            sprites,
            setup: serde_json::from_str(STATE).expect("it is a position"),
        }
    }

    fn drawn(&self, setup: &Setup, scale: u8) -> Canvas {
        let position = Position::new(setup.clone(), &self.level).expect("it fits the level");
        let view = View::new(&self.level, &position, &self.colours, &self.sprites);
        let view = view.expect("every seat has a colour");
        let chunks = Chunks {
            title: None,
            daykeeper: String::new(),
        };
        let scale = Scale::new(scale).expect("it is from 1 to 8");
        decoded(&encode(&draw(&view, &Options::default()), scale, &chunks))
    }

    fn read(&self, canvas: &Canvas) -> Reading {
        let reader = Reader {
            level: &self.level,
            colours: &self.colours,
            sprites: &self.sprites,
            names: &by_colour(&self.colours),
            doors_to_win: 4,
        };
        let reading = reader.read(&save(canvas, Form::Rgb));
        reading.expect("a board is found")
    }

    /// Every square, and every side between two squares.
    fn places(&self) -> Vec<Place> {
        let squares = self.level.squares();
        let edges = self
            .level
            .squares()
            .flat_map(|square| [Side::Up, Side::Right].map(|side| Edge { square, side }));
        let is_inner = |edge: &Edge| {
            edge.far_square()
                .is_some_and(|far| self.level.tile(far).is_some())
        };
        squares
            .map(Place::Square)
            .chain(edges.filter(is_inner).map(Place::Wall))
            .collect()
    }

    /// Where a place lies at scale 1: left, top, width, height.
    fn area(&self, place: Place) -> Area {
        let square = place.square();
        let (column, row) = (usize::from(square.column()), usize::from(square.row()));
        let from_top = usize::from(self.level.height()) - 1 - row;
        let (left, top) = (16 * column + 2, 16 * from_top + 2);
        match place {
            Place::Square(_) => Area {
                left,
                top,
                width: 14,
                height: 14,
            },
            Place::Wall(Edge { side: Side::Up, .. }) => Area {
                left,
                top: top - 2,
                width: 14,
                height: 2,
            },
            Place::Wall(Edge {
                side: Side::Right, ..
            }) => Area {
                left: left + 14,
                top,
                width: 2,
                height: 14,
            },
        }
    }
}

/// What a position has at each place; bare places are left out.
fn contents(setup: &Setup) -> BTreeMap<Place, Content> {
    let doors = setup
        .doors
        .iter()
        .map(|(at, owner)| (Place::Square(*at), Content::Door(*owner)));
    let units = setup.units.iter().map(|unit| {
        let (owner, kind) = (unit.owner, unit.kind);
        (Place::Square(unit.at), Content::Unit(Unit { owner, kind }))
    });
    let walls = (setup.walls.iter())
        .map(|wall| (Place::Wall(wall.edge()), Content::Wall(Some(wall.owner))));
    doors.chain(units).chain(walls).collect()
}

/// In how many pixels of a place two pictures differ by more than colours may be off.
fn differing(area: Area, one: &Canvas, other: &Canvas) -> usize {
    let is_far = |at: usize| {
        let channels = one.pixels[at].into_iter().zip(other.pixels[at]);
        channels.map(|(one, other)| one.abs_diff(other)).max() > Some(24)
    };
    let places = area.pixels().into_iter().map(|(x, y)| y * one.width + x);
    places.filter(|at| is_far(*at)).count()
}

/// Asserts that each place is read as it was, is named, or was repainted as what is read.
#[track_caller]
fn assert_honest(workshop: &Workshop, damaged: &Canvas, reading: &Reading, case: &str) -> usize {
    let named: Vec<Place> = reading.unreadable.iter().map(|doubt| doubt.place).collect();
    let (was, is) = (contents(&workshop.setup), contents(&reading.setup));
    let wrong = workshop
        .places()
        .into_iter()
        .filter(|place| !named.contains(place) && was.get(place) != is.get(place));
    let wrong: Vec<Place> = wrong.collect();
    if wrong.is_empty() {
        return 0;
    }
    let read = workshop.drawn(&reading.setup, 1);
    for place in &wrong {
        let astray = differing(workshop.area(*place), damaged, &read);
        assert!(
            astray <= 2,
            "{case}: {place} is read as {:?}, was {:?}, and differs in {astray} pixels",
            is.get(place),
            was.get(place)
        );
    }
    wrong.len()
}

#[test]
fn whatever_happens_to_a_place_it_is_read_truly_or_named() {
    let workshop = Workshop::new();
    let clean = workshop.drawn(&workshop.setup, 1);
    let (mut dice, mut repainted) = (Dice::new(7), 0);
    for place in workshop.places() {
        for damage in Damage::ALL {
            for force in [0, 2, 12, 99] {
                let mut canvas = clean.clone();
                damage.done(&mut canvas, workshop.area(place), force, &mut dice);
                let reading = workshop.read(&canvas);
                let case = format!("{damage:?} of {force} on {place}");
                repainted += assert_honest(&workshop, &canvas, &reading, &case);
            }
        }
    }
    // Rubbed out wholly, a unit is an empty floor: that is no mistake, and rare.
    assert!((1..60).contains(&repainted), "{repainted}");
}

#[test]
fn noise_is_never_read_as_something_else() {
    let workshop = Workshop::new();
    let clean = workshop.drawn(&workshop.setup, 1);
    let mut dice = Dice::new(11);
    for place in workshop.places() {
        for many in [3, 20, 196] {
            let mut canvas = clean.clone();
            let area = workshop.area(place);
            for (x, y) in area.some(&mut dice, many) {
                // A colour that no board of this match has.
                canvas.put(x, y, [0xff, 0x80, 0xc0]);
            }
            let reading = workshop.read(&canvas);
            let named: Vec<Place> = reading.unreadable.iter().map(|doubt| doubt.place).collect();
            assert_eq!(named, [place], "{many} pixels");
        }
    }
}

#[test]
fn one_or_two_pixels_astray_are_tolerated_everywhere() {
    let workshop = Workshop::new();
    let clean = workshop.drawn(&workshop.setup, 1);
    let mut dice = Dice::new(13);
    for round in 0..12 {
        let mut canvas = clean.clone();
        for place in workshop.places() {
            for (x, y) in workshop.area(place).some(&mut dice, 1 + round % 2) {
                let colour = dice.colour();
                let corner = [(2, 2), (15, 15), (2, 15), (15, 2)].contains(&(x % 16, y % 16));
                // What finds the board is the corners; a twentieth of them may be astray.
                if !corner {
                    canvas.put(x, y, colour);
                }
            }
        }
        let reading = workshop.read(&canvas);
        assert_eq!(reading.unreadable, [], "round {round}");
        assert_eq!(
            contents(&reading.setup),
            contents(&workshop.setup),
            "round {round}"
        );
    }
}

fn why<'a>(reading: &'a Reading, place: &str) -> &'a str {
    let found = reading
        .unreadable
        .iter()
        .find(|Unreadable { place: at, .. }| at.to_string() == place);
    found.map_or("", |doubt| doubt.why.as_str())
}

#[test]
fn who_may_stand_there_is_named_by_colour() {
    let workshop = Workshop::new();
    let mut canvas = workshop.drawn(&workshop.setup, 1);
    let fill = |canvas: &mut Canvas, place: &str, part: usize, colour: Rgb| {
        let area = workshop.area(place.parse().expect("it is a place"));
        for (x, y) in area.pixels().into_iter().take(part) {
            canvas.put(x, y, colour);
        }
    };
    fill(&mut canvas, "b4", 98, [255; 3]);
    fill(&mut canvas, "c3 right", 14, [0xe4; 3]);
    fill(&mut canvas, "d4", 60, [0; 3]);
    fill(&mut canvas, "c3 up", 28, [255; 3]);
    let door = workshop.area("a4".parse().expect("it is a place"));
    for (x, y) in door.pixels() {
        if canvas.pixels[y * canvas.width + x] != [0; 3] {
            canvas.put(x, y, [0xe8, 0xb8, 0xb0]);
        }
    }
    let reading = workshop.read(&canvas);
    let b4 = why(&reading, "b4");
    assert!(
        b4.contains("blue’s Engineer") && b4.contains("for certain"),
        "{b4}"
    );
    let wall = why(&reading, "c3 right");
    assert_eq!(
        wall,
        "neither an open side nor blue’s wall for certain: 14 pixels differ from the one, 14 from the other"
    );
    assert_eq!(
        why(&reading, "c3 up"),
        "neither an open side nor blue’s wall for certain: 28 pixels differ from the one, 28 from the other"
    );
    let teleporter = why(&reading, "d4");
    assert!(
        teleporter.starts_with("not the level’s teleporter for certain: "),
        "{teleporter}"
    );
    let door = why(&reading, "a4");
    assert!(
        door.starts_with("neither an unclaimed Airlock nor blue’s Airlock for certain: "),
        "{door}"
    );
    assert!(
        door.ends_with("; most of it is #e8b8b0, a colour that nobody here has"),
        "{door}"
    );
    let tile = workshop.level.tile("a4".parse().expect("it is a square"));
    assert_eq!(tile, Some(Tile::Airlock));
}
