//! What is tolerated in a picture, all at once; and what is told of one that shows something else.

use std::collections::BTreeMap;

use daykeeper::picture::read::Remark;
use daykeeper::picture::sprite::Sprites;
use serde_json::json;

use super::abaddon::mock;
use super::dice::Dice;
use super::naive::{BLACK, Canvas, Rgb, WHITE};
use super::read::{LEVEL, exact, example, framed, read, read_with, setup, sorted};
use super::resaved::{Form, save};
use super::{decoded, png};

#[test]
fn a_board_of_another_kind_says_of_which() {
    let small = "name: Small\n\n+---+---+\n| A   M |\n+   +   +\n| .   . |\n+---+---+\n";
    let rocky = LEVEL.replace('.', "#");
    let helios = json!({"game": "helios", "state": null, "colors": ["#3a5cd6", "#e86042"]});
    for (level, why) in [
        (
            Some(small),
            "this board has 2 × 2 squares, and the match is played on 17 × 13",
        ),
        (
            Some(rocky.as_str()),
            "this board shows another level than that of the match",
        ),
        (None, "this is a board of Helios"),
    ] {
        for (scale, labels) in [(1, true), (3, false)] {
            let mut request = level.map_or_else(
                || helios.clone(),
                |level| json!({"game": "abaddon", "level": level, "state": null, "colors": []}),
            );
            request["scale"] = scale.into();
            request["labels"] = labels.into();
            let ours = png(&request);
            // With its text chunk and without.
            for file in [&ours, &save(&decoded(&ours), Form::Rgb)] {
                let error = read(file).expect_err("it is another board");
                assert_eq!(error.code(), "other_level");
                assert!(error.to_string().starts_with(why), "{error}");
            }
        }
    }
}

#[test]
fn what_is_wrong_with_the_whole_picture_is_remarked() {
    let (_, canvas) = example(2);
    let grey = read(&save(&canvas, Form::Grey)).expect("a board is found");
    assert_eq!(grey.remark, Some(Remark::Grey));
    let colours = ["#38d190", "#653f0d", "#005567", "#a899c8"].map(str::to_owned);
    let file = save(&canvas, Form::Rgb);
    let other = read_with(&file, LEVEL, &colours, &Sprites::default());
    assert_eq!(
        other.expect("a board is found").remark,
        Some(Remark::OtherColours)
    );
    assert_eq!(read(&file).expect("a board is found").remark, None);
}

/// The picture with every pixel and every colour of its own off by up to 24 together.
fn faded(canvas: &Canvas, dice: &mut Dice) -> Canvas {
    let mut by_colour = BTreeMap::<Rgb, [isize; 3]>::new();
    let mut faded = canvas.clone();
    for pixel in &mut faded.pixels {
        let offset = by_colour
            .entry(*pixel)
            .or_insert_with(|| std::array::from_fn(|_| dice.between(-12, 12)));
        for (value, offset) in pixel.iter_mut().zip(*offset) {
            let moved = isize::from(*value) + offset + dice.between(-12, 12);
            *value = u8::try_from(moved.clamp(0, 255)).expect("it is at most 255");
        }
    }
    faded
}

#[test]
fn everything_that_is_tolerated_is_tolerated_at_once() {
    let mut dice = Dice::new(5);
    let forms = Form::COLOURED;
    for round in 0..12 {
        let scale = [1, 2, 3, 1, 4, 2, 1, 3, 5, 2, 1, 8][round];
        let mut request = mock();
        request["scale"] = scale.into();
        request["labels"] = (round % 3 == 0).into();
        request["mark"] = json!(["b12", "c1", "d13", "g13", "h5"]);
        let mut canvas = faded(&decoded(&png(&request)), &mut dice);
        let left = if round % 3 == 0 { 16 * scale } else { 0 };
        for (x, y) in (0..17).flat_map(|x| (0..13).map(move |y| (x, y))) {
            for _ in 0..round % 3 {
                let (right, down) = (1 + dice.below(12), 1 + dice.below(12));
                let (x, y) = (16 * x + 2 + right, 16 * y + 2 + down);
                let colour = dice.colour();
                for (right, down) in (0..scale).flat_map(|x| (0..scale).map(move |y| (x, y))) {
                    canvas.put(left + x * scale + right, y * scale + down, colour);
                }
            }
        }
        let margins = std::array::from_fn(|_| dice.between(-4, 8));
        let canvas = framed(
            &canvas,
            margins,
            *dice.pick(&[WHITE, BLACK, [0x30, 0x60, 0x90]]),
        );
        // A palette has no room for so many colours.
        let form = *dice.pick(&forms.map(|form| {
            if form == Form::Palette {
                Form::Rgb
            } else {
                form
            }
        }));
        let reading = read(&save(&canvas, form));
        let expected = sorted(setup(&request["state"]));
        assert_eq!(
            exact(reading),
            expected,
            "round {round}: {margins:?}, {form:?}"
        );
    }
}
