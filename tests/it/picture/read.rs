//! Reading pictures back.

use daykeeper::cli::read::{Game, Request, read as read_file};
use daykeeper::cli::render::Outcome;
use daykeeper::picture::called::by_colour;
use daykeeper::picture::decode::MAX_BYTES;
use daykeeper::picture::read::{ReadError, Reader, Reading};
use daykeeper::picture::sprite::Sprites;
use daykeeper::rules::abaddon::level::Level;
use daykeeper::rules::abaddon::setup::Setup;
use daykeeper::rules::colour::Colour;
use daykeeper::rules::seat::{BySeat, Seat};
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

use super::abaddon::{asked, mock};
use super::naive::{BLACK, Canvas, Rgb, WHITE};
use super::resaved::{Form, save};
use super::{decoded, png};

pub(super) const LEVEL: &str = include_str!("../../../static/levels/halls-of-abaddon.txt");

pub(super) fn read_with(
    file: &[u8],
    level: &str,
    colours: &[String],
    sprites: &Sprites,
) -> Result<Reading, ReadError> {
    let level = Level::parse(level).expect("test levels can be read");
    let mut colours = colours.iter();
    let colour = |text: &String| text.parse::<Colour>().expect("it is a colour");
    let colours = BySeat::from_fn(|_| colours.next().map(colour));
    let reader = Reader {
        level: &level,
        colours: &colours,
        sprites,
        names: &by_colour(&colours),
        doors_to_win: 6,
    };
    reader.read(file)
}

pub(super) fn read(file: &[u8]) -> Result<Reading, ReadError> {
    let colours = ["#3388ff", "#2e9e44", "#f0a000", "#a046c8"].map(str::to_owned);
    read_with(file, LEVEL, &colours, &Sprites::default())
}

/// The position of the contract's example, and its picture at a scale.
pub(super) fn example(scale: usize) -> (Setup, Canvas) {
    let mut request = mock();
    request["scale"] = scale.into();
    (setup(&request["state"]), decoded(&png(&request)))
}

pub(super) fn setup(state: &Value) -> Setup {
    serde_json::from_value(state.clone()).expect("it is a position")
}

/// The same lists in the order of the notation.
pub(super) fn sorted(mut setup: Setup) -> Setup {
    setup.units.sort_by_key(|unit| unit.at);
    setup.walls.sort_by_key(|wall| (wall.at, wall.side));
    setup
}

/// What was read, without places or reasons to complain.
#[track_caller]
pub(super) fn exact(reading: Result<Reading, ReadError>) -> Setup {
    let reading = reading.expect("a board is found");
    assert_eq!(reading.unreadable, []);
    reading.setup
}

/// Places that cannot be read, as the command line names them: `b12`, `h5 up`.
fn places(reading: &Reading) -> Vec<String> {
    let json = serde_json::to_value(&reading.unreadable).expect("it is JSON");
    let place = |place: &Value| match place["side"].as_str() {
        None => place["at"].as_str().unwrap_or_default().to_owned(),
        Some(side) => format!("{} {side}", place["at"].as_str().unwrap_or_default()),
    };
    json.as_array()
        .map(|list| list.iter().map(place).collect())
        .unwrap_or_default()
}

/// A number that looks random, the same on every run.
fn noise(x: usize, y: usize, channel: usize) -> usize {
    let mixed = (x * 7_919 + y * 104_729 + channel * 1_299_709 + 12_345) % 1_000_003;
    mixed * mixed % 9_973
}

fn shifted(canvas: &Canvas, most: usize) -> Canvas {
    let mut shifted = canvas.clone();
    for (index, pixel) in shifted.pixels.iter_mut().enumerate() {
        for (channel, value) in pixel.iter_mut().enumerate() {
            let by = noise(index % canvas.width, index / canvas.width, channel) % (2 * most + 1);
            let moved = (usize::from(*value) + by).saturating_sub(most).min(255);
            *value = u8::try_from(moved).expect("it is at most 255");
        }
    }
    shifted
}

/// The picture with margins of a colour added, or cropped where they are negative: left, top, right,
/// bottom.
pub(super) fn framed(
    canvas: &Canvas,
    [left, top, right, bottom]: [isize; 4],
    colour: Rgb,
) -> Canvas {
    let size = |length: usize, by: isize| {
        length
            .checked_add_signed(by)
            .expect("it is not cropped away")
    };
    let mut framed = Canvas::new(
        size(canvas.width, left + right),
        size(canvas.height, top + bottom),
    );
    for y in 0..framed.height {
        for x in 0..framed.width {
            let from = (x.checked_add_signed(-left), y.checked_add_signed(-top));
            let inside = match from {
                (Some(x), Some(y)) if x < canvas.width && y < canvas.height => {
                    Some(canvas.pixels[y * canvas.width + x])
                }
                _ => None,
            };
            framed.put(x, y, inside.unwrap_or(colour));
        }
    }
    framed
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn any_position_is_read_back(asked in asked(), form in select(Form::COLOURED.to_vec())) {
        let canvas = decoded(&png(&asked.request()));
        let file = save(&canvas, form);
        let reading = read_with(&file, &asked.level, &asked.colours, &Sprites::default());
        let reading = reading.expect("a board is found");
        prop_assert_eq!(&reading.unreadable, &[]);
        prop_assert_eq!(usize::from(reading.scale.factor()), asked.scale);
        let found = Setup { winner: None, ..reading.setup };
        prop_assert_eq!(found, sorted(setup(&asked.state)));
    }

    #[test]
    fn no_file_makes_the_reader_panic(noise in prop::collection::vec(any::<u8>(), 0..60), at in 0_usize..900) {
        let (_, canvas) = example(1);
        let mut file = save(&canvas, Form::Palette);
        let end = file.len().min(at + noise.len());
        let start = at.min(end);
        file[start..end].copy_from_slice(&noise[..end - start]);
        if let Ok(reading) = read(&file) {
            prop_assert_eq!(reading.scale.factor(), 1);
        }
    }
}

#[test]
fn every_form_of_the_same_pixels_reads_alike() {
    for scale in [1, 2] {
        let (setup, canvas) = example(scale);
        for form in Form::COLOURED {
            assert_eq!(
                exact(read(&save(&canvas, form))),
                sorted(setup.clone()),
                "{form:?}"
            );
        }
    }
}

#[test]
fn colours_may_be_24_off_in_every_channel() {
    for scale in [1, 3] {
        let (setup, canvas) = example(scale);
        assert_eq!(
            exact(read(&save(&shifted(&canvas, 24), Form::Rgb))),
            sorted(setup)
        );
    }
}

#[test]
fn a_few_pixels_may_be_cropped_or_added() {
    for (scale, margins, colour) in [
        (1, [5, 3, 0, 0], WHITE),
        (1, [-2, -2, -2, -2], WHITE),
        (1, [8, 8, 8, 8], BLACK),
        (2, [0, 0, 7, 9], [0x30, 0x60, 0x90]),
        (2, [-1, 4, 3, -2], WHITE),
        (3, [1, 1, 1, 1], BLACK),
        (4, [-5, -4, -3, -2], WHITE),
    ] {
        let (setup, canvas) = example(scale);
        let file = save(&framed(&canvas, margins, colour), Form::Rgb);
        assert_eq!(exact(read(&file)), sorted(setup), "{margins:?} at {scale}");
    }
}

#[test]
fn two_pixels_astray_in_every_square_do_no_harm() {
    let (setup, mut canvas) = example(1);
    for (x, y) in (0..17).flat_map(|x| (0..13).map(move |y| (x, y))) {
        for stray in 0..2 {
            let (right, down) = (noise(x, y, stray) % 14, noise(y, x, stray + 2) % 14);
            canvas.put(16 * x + 2 + right, 16 * y + 2 + down, [0x12, 0xff, 0x9a]);
        }
    }
    assert_eq!(exact(read(&save(&canvas, Form::Rgb))), sorted(setup));
}

#[test]
fn what_is_doubtful_is_named_and_the_rest_is_read() {
    let (setup, mut canvas) = example(1);
    let mut paint = |(left, top): (usize, usize), (width, height): (usize, usize), colour| {
        for (x, y) in (0..width).flat_map(|x| (0..height).map(move |y| (x, y))) {
            canvas.put(left + x, top + y, colour);
        }
    };
    // The upper half of the Engineer on b12 is rubbed out; the door a13 and a wall are in a colour
    // that nobody has; a blot covers the teleporter d13.
    paint((18, 18), (14, 7), WHITE);
    paint((2, 2), (14, 14), [0x20, 0x20, 0xa0]);
    paint((50, 32), (14, 2), [0x20, 0x20, 0xa0]);
    paint((52, 4), (8, 8), [0xff, 0x80, 0xc0]);
    let reading = read(&save(&canvas, Form::Rgb)).expect("a board is found");
    assert_eq!(places(&reading), ["a13", "b12", "d11 up", "d13"]);
    let mut expected = sorted(setup);
    expected.units.retain(|unit| unit.at.to_string() != "b12");
    expected.doors.retain(|door, _| door.to_string() != "a13");
    assert_eq!(reading.setup, expected);
}

#[test]
fn a_grey_picture_has_lost_its_colours() {
    let (_, canvas) = example(3);
    let reading = read(&save(&canvas, Form::Grey)).expect("a board is found");
    let lost = places(&reading);
    for place in ["a13", "i7", "b12", "j5"] {
        assert!(
            lost.contains(&place.to_owned()),
            "{place} is missing in {lost:?}"
        );
    }
    assert_eq!(
        (reading.setup.doors.len(), reading.setup.units.len()),
        (0, 0)
    );
}

#[test]
fn six_doors_win() {
    let mut request = mock();
    for door in ["a13", "g13", "k13", "q13", "i10", "i7"] {
        request["state"]["doors"][door] = 2.into();
    }
    assert_eq!(exact(read(&png(&request))).winner, Seat::new(2));
}

#[test]
fn own_sprites_are_recognised() {
    let mut request = mock();
    request["scale"] = 2.into();
    let mut sprites = Sprites::default();
    let seat = Seat::new(3).expect("there are eight");
    // The default Engineer turned upside down, as another program would draw it.
    let engineer = include_str!("../../../static/sprites/engineer.txt");
    let turned: Vec<&str> = engineer.lines().rev().collect();
    let turned = turned.join("\n").parse().expect("it is a sprite");
    let kind = daykeeper::rules::abaddon::position::Kind::Engineer;
    sprites[seat].put(kind, turned).expect("it keeps the rules");
    let colours = ["#3388ff", "#2e9e44", "#f0a000", "#a046c8"].map(str::to_owned);
    let file = png(&request);
    let reading = read_with(&file, LEVEL, &colours, &sprites).expect("a board is found");
    assert_eq!(places(&reading), ["b12"]);
}

#[test]
fn what_is_no_board_of_this_level_says_so() {
    let (_, canvas) = example(1);
    let blank = save(&Canvas::new(274, 210), Form::Rgb);
    let elsewhere = save(&Canvas::new(300, 20), Form::Rgb);
    for file in [b"GIF89a".as_slice(), &[], &blank, &elsewhere] {
        assert_eq!(
            read(file).expect_err("it is no board").code(),
            "not_a_board"
        );
    }
    let mut truncated = save(&canvas, Form::Rgb);
    truncated.truncate(truncated.len() / 2);
    assert_eq!(
        read(&truncated).expect_err("it is broken").code(),
        "not_a_board"
    );
}

#[test]
fn large_files_are_refused_before_they_are_decoded() {
    let mut wide = Vec::new();
    let writer = png::Encoder::new(&mut wide, 4_097, 4_096).write_header();
    drop(writer.expect("memory can be written"));
    for file in [wide, vec![0; MAX_BYTES + 1]] {
        assert_eq!(
            read(&file).expect_err("it is too large").code(),
            "too_large"
        );
    }
}

#[test]
fn the_command_line_answers_in_json() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = folder.path().join("board.png");
    std::fs::write(&file, png(&mock())).expect("it can be written");
    let colors = ["#3388ff", "#2e9e44", "#f0a000", "#a046c8"];
    let request = Request {
        game: Game::Abaddon,
        level: "halls-of-abaddon".to_owned(),
        colors: colors
            .map(|text| text.parse().expect("it is a colour"))
            .to_vec(),
        sprites: None,
        file,
    };
    let mut text = Vec::new();
    assert_eq!(
        read_file(&request, &mut text).expect("it is a board"),
        Outcome::Done
    );
    let answer: Value = serde_json::from_slice(&text).expect("it is JSON");
    assert_eq!((&answer["ok"], &answer["scale"]), (&json!(true), &json!(3)));
    assert_eq!(setup(&answer["state"]), sorted(setup(&mock()["state"])));

    let fewer = Request {
        colors: request.colors[..3].to_vec(),
        ..request.clone()
    };
    let mut text = Vec::new();
    assert_eq!(
        read_file(&fewer, &mut text).expect("it is a board"),
        Outcome::Refused
    );
    let answer: Value = serde_json::from_slice(&text).expect("it is JSON");
    assert_eq!(answer["code"], "unreadable");
    let first = &answer["squares"][0];
    assert_eq!(first["at"], "b12");
    let why = first["why"].as_str().expect("it is a text");
    assert!(
        why.contains("’s Engineer") && why.contains("for certain"),
        "{why}"
    );

    let nowhere = Request {
        level: "nowhere".to_owned(),
        ..request
    };
    assert!(read_file(&nowhere, Vec::new()).is_err());
}
