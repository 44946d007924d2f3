//! Players' own sprites.

use daykeeper::picture::sprite::{BadSprite, Sprite, SpriteSet};
use daykeeper::rules::abaddon::position::Kind;

fn sprite(text: &str) -> Sprite {
    text.parse().expect("test sprites are well formed")
}

/// A sprite whose every dot is one character, but the first few another.
fn mixed(first: char, count: usize, rest: char) -> String {
    let dot = |index: usize| if index < count { first } else { rest };
    let line = |row: usize| (0..12).map(|column| dot(12 * row + column)).collect();
    let lines: Vec<String> = (0..12).map(line).collect();
    lines.join("\n")
}

#[test]
fn a_sprite_is_written_as_it_is_read() {
    for kind in Kind::ALL {
        let text = Sprite::of_kind(kind).to_string();
        assert_eq!(sprite(&text), *Sprite::of_kind(kind));
        assert_eq!(sprite(&text.replace('\n', "\r\n")), *Sprite::of_kind(kind));
    }
}

#[test]
fn what_is_no_sprite_says_why() {
    assert_eq!("".parse::<Sprite>(), Err(BadSprite::Size));
    assert_eq!("..\n...".parse::<Sprite>(), Err(BadSprite::Size));
    let expected = BadSprite::Dot {
        row: 2,
        column: 1,
        character: 'é',
    };
    assert_eq!("..\né.".parse::<Sprite>(), Err(expected));
}

#[test]
fn a_players_own_sprite_keeps_the_rules() {
    let mut set = SpriteSet::default();
    let put = |set: &mut SpriteSet, text: &str| set.put(Kind::Soldier, sprite(text));
    assert_eq!(put(&mut set, "..\n.."), Err(BadSprite::Size));
    let too_high = format!("{}\n{}", mixed('c', 20, '.'), ".".repeat(12));
    assert_eq!(put(&mut set, &too_high), Err(BadSprite::Size));
    let grey = BadSprite::Dot {
        row: 1,
        column: 1,
        character: 'g',
    };
    assert_eq!(put(&mut set, &mixed('g', 1, 'c')), Err(grey));
    assert_eq!(
        put(&mut set, &mixed('c', 15, 'd')),
        Err(BadSprite::TooLittleColour(15))
    );
    assert_eq!(set, SpriteSet::default());

    let own = sprite(&mixed('c', 16, 'd'));
    assert_eq!(set.put(Kind::Soldier, own.clone()), Ok(()));
    assert_eq!(set.of(Kind::Soldier), &own);
    set.reset(Kind::Soldier);
    assert_eq!(set.of(Kind::Soldier), Sprite::of_kind(Kind::Soldier));
}

#[test]
fn two_kinds_of_one_player_differ_in_eight_pixels() {
    let mut set = SpriteSet::default();
    set.put(Kind::Soldier, sprite(&mixed('c', 40, 'd')))
        .expect("it is unlike the others");
    let alike = |pixels| {
        Err(BadSprite::TooAlike {
            kind: Kind::Soldier,
            pixels,
        })
    };
    assert_eq!(
        set.put(Kind::Engineer, sprite(&mixed('c', 47, 'd'))),
        alike(7)
    );
    assert_eq!(
        set.put(Kind::Engineer, sprite(&mixed('c', 48, 'd'))),
        Ok(())
    );
    // The default sprite of another kind is refused even while that kind has its own.
    let default_soldier = Sprite::of_kind(Kind::Soldier).clone();
    assert_eq!(set.put(Kind::Flamebat, default_soldier), alike(0));
}

#[test]
fn a_sprite_may_be_painted_in_any_colour() {
    for kind in Kind::ALL {
        let file = painted(&Sprite::of_kind(kind).to_string(), [220, 120, 40, 255]);
        assert_eq!(
            Sprite::from_png(&file).expect("it is a sprite"),
            *Sprite::of_kind(kind)
        );
    }
}

#[test]
fn a_painted_sprite_has_one_colour_and_its_shade() {
    let engineer = Sprite::of_kind(Kind::Engineer).to_string();
    // Grey is left to teleporters: beside the bright colour it is neither that nor its shade.
    let file = painted(&engineer.replacen('.', "g", 1), [220, 120, 40, 255]);
    assert_eq!(
        Sprite::from_png(&file),
        Err(BadSprite::Colour { row: 1, column: 1 })
    );
    assert_eq!(Sprite::from_png(b"GIF89a"), Err(BadSprite::NotPng));
    let two_lines = ".cc.\n.dd.";
    assert_eq!(
        Sprite::from_png(&painted(two_lines, [0, 90, 200, 255])),
        Err(BadSprite::Size)
    );
}

/// A sprite's text as an RGBA PNG.
fn painted(text: &str, own: [u8; 4]) -> Vec<u8> {
    let shade = own.map(|channel| u8::try_from(u16::from(channel) * 3 / 5).expect("it is darker"));
    let pixel = |dot| match dot {
        'o' => [0, 0, 0, 255],
        'w' => [255; 4],
        'c' => own,
        'd' => [shade[0], shade[1], shade[2], 255],
        'g' => [0x78, 0x78, 0x78, 255],
        _ => [0; 4],
    };
    let lines: Vec<&str> = text.lines().collect();
    let length = |length: usize| u32::try_from(length).expect("sprites are small");
    let mut file = Vec::new();
    let (width, height) = (length(lines[0].len()), length(lines.len()));
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::Rgba);
    let mut writer = encoder.write_header().expect("memory can be written");
    let bytes: Vec<u8> = lines.concat().chars().flat_map(pixel).collect();
    writer
        .write_image_data(&bytes)
        .expect("the data are complete");
    writer.finish().expect("memory can be written");
    file
}
