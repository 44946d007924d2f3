//! Broken and hostile files: whatever they hold, the reader gives one of its answers, and soon.
//!
//! A fixed budget of mutations, the same on every run. Checksums are made right again after most of
//! them, so that what is broken reaches the decoder.

use std::process::Command;

use daykeeper::picture::read::ReadError;
use daykeeper::picture::sprite::Sprite;
use png::{BitDepth, ColorType, Encoder};

use super::dice::Dice;
use super::read::{example, read};
use super::resaved::{Form, adler, save, stored};

const ROUNDS: usize = 600;

/// A part of a PNG: its name and what it holds.
type Chunk = (Vec<u8>, Vec<u8>);

const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

fn chunks(file: &[u8]) -> Vec<Chunk> {
    let mut rest = &file[SIGNATURE.len()..];
    let mut chunks = Vec::new();
    while let Some((length, after)) = rest.split_first_chunk::<4>() {
        let length = usize::try_from(u32::from_be_bytes(*length)).expect("it is a short file");
        chunks.push((after[..4].to_vec(), after[4..4 + length].to_vec()));
        rest = &after[4 + length + 4..];
    }
    chunks
}

fn joined(chunks: &[Chunk]) -> Vec<u8> {
    let mut file = SIGNATURE.to_vec();
    for (name, data) in chunks {
        file.extend(
            u32::try_from(data.len())
                .expect("chunks are short")
                .to_be_bytes(),
        );
        let whole = [name.as_slice(), data].concat();
        file.extend(&whole);
        file.extend(crc(&whole).to_be_bytes());
    }
    file
}

fn crc(data: &[u8]) -> u32 {
    let step = |sum: u32, byte: &u8| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| {
            (sum >> 1) ^ if sum & 1 == 1 { 0xedb8_8320 } else { 0 }
        })
    };
    !data.iter().fold(u32::MAX, step)
}

/// Valid files of every kind, all of the same small picture.
fn seeds() -> Vec<Vec<u8>> {
    let (_, canvas) = example(1);
    let forms = Form::COLOURED.into_iter().chain([Form::Grey]);
    let mut seeds: Vec<Vec<u8>> = forms.map(|form| save(&canvas, form)).collect();
    let shallow = [
        (ColorType::Grayscale, BitDepth::One),
        (ColorType::Grayscale, BitDepth::Two),
        (ColorType::GrayscaleAlpha, BitDepth::Sixteen),
        (ColorType::Indexed, BitDepth::Four),
    ];
    for (color, depth) in shallow {
        let mut file = Vec::new();
        let mut encoder = Encoder::new(&mut file, 9, 7);
        encoder.set_color(color);
        encoder.set_depth(depth);
        if color == ColorType::Indexed {
            encoder.set_palette([0; 48].as_slice());
            encoder.set_trns([0; 16].as_slice());
        }
        let row = (9 * color.samples() * depth as usize).div_ceil(8);
        let mut writer = encoder.write_header().expect("memory can be written");
        writer
            .write_image_data(&vec![0x15; 7 * row])
            .expect("every pixel is there");
        writer.finish().expect("memory can be written");
        seeds.push(file);
    }
    seeds
}

/// One of the things that go wrong with a file.
fn mutated(seed: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut parts = chunks(seed);
    let at = dice.below(parts.len());
    match dice.below(9) {
        0 => return seed[..dice.below(seed.len())].to_vec(),
        1 => {
            let mut file = seed.to_vec();
            for _ in 0..=dice.below(4) {
                let at = dice.below(file.len());
                file[at] = dice.byte();
            }
            return file;
        }
        2 => {
            // A length that lies.
            let mut file = seed.to_vec();
            let starts = parts.iter().scan(SIGNATURE.len(), |start, (_, data)| {
                let here = *start;
                *start += 12 + data.len();
                Some(here)
            });
            let start = starts.last().filter(|_| at == 0).unwrap_or(SIGNATURE.len());
            file[start + dice.below(4)] = dice.byte();
            return file;
        }
        3 => parts.swap_remove(at).1.clear(),
        4 => {
            let copy = parts[at].clone();
            parts.insert(dice.below(parts.len()), copy);
        }
        5 => parts[0].1[dice.below(13)] = *dice.pick(&[0, 1, 2, 3, 4, 6, 7, 8, 16, 127, 128, 255]),
        6 => {
            let (_, data) = &mut parts[at];
            data.truncate(dice.below(data.len().max(1)));
        }
        7 => {
            // What is compressed is nonsense, and says by its sum that it is whole.
            let noise: Vec<u8> = (0..dice.below(3_000)).map(|_| dice.byte()).collect();
            for (_, data) in parts.iter_mut().filter(|(name, _)| name == b"IDAT") {
                *data = stored(&noise);
            }
        }
        _ => {
            let (_, data) = &mut parts[at];
            for _ in 0..=dice.below(6) {
                if !data.is_empty() {
                    let at = dice.below(data.len());
                    data[at] = dice.byte();
                }
            }
        }
    }
    joined(&parts)
}

#[track_caller]
fn assert_answered(answer: Result<daykeeper::picture::read::Reading, ReadError>) -> &'static str {
    let code = match answer {
        Ok(reading) if reading.unreadable.is_empty() => "ok",
        Ok(_) => "unreadable",
        Err(why) => {
            assert!(!why.to_string().is_empty());
            why.code()
        }
    };
    let known = [
        "ok",
        "unreadable",
        "not_a_board",
        "other_level",
        "too_large",
    ];
    assert!(known.contains(&code), "{code}");
    code
}

#[test]
fn no_mutation_of_a_file_is_without_an_answer() {
    let seeds = seeds();
    let mut dice = Dice::new(3);
    let mut seen = std::collections::BTreeMap::<&str, usize>::new();
    for _ in 0..ROUNDS {
        let file = mutated(dice.pick(&seeds).as_slice(), &mut dice);
        *seen.entry(assert_answered(read(&file))).or_default() += 1;
        // Sprites come through the same decoder.
        assert!(Sprite::from_png(&file).is_err(), "no board is a sprite");
    }
    // The budget is spent on both sides of the door.
    for code in ["ok", "unreadable", "not_a_board", "too_large"] {
        assert!(seen.contains_key(code), "{seen:?}");
    }
}

/// A zlib stream of very many zeros.
fn bomb() -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, 4096, 4096);
    encoder.set_color(ColorType::Rgba);
    encoder.set_depth(BitDepth::Sixteen);
    let mut writer = encoder.write_header().expect("memory can be written");
    writer
        .write_image_data(&vec![0; 8 * 4096 * 4096])
        .expect("every pixel is there");
    writer.finish().expect("memory can be written");
    let parts = chunks(&file);
    let data = parts.into_iter().filter(|(name, _)| name == b"IDAT");
    data.flat_map(|(_, data)| data).collect()
}

fn header(width: u32, height: u32, kind: [u8; 5]) -> Chunk {
    let size = [width.to_be_bytes(), height.to_be_bytes()].concat();
    (b"IHDR".to_vec(), [size.as_slice(), &kind].concat())
}

/// Files that are small and want to be large.
fn bombs() -> Vec<(&'static str, Vec<u8>)> {
    let bomb = bomb();
    let idat = |data: &[u8]| (b"IDAT".to_vec(), data.to_vec());
    let end = || (b"IEND".to_vec(), Vec::new());
    let text = |name: &[u8], before: &[u8]| (name.to_vec(), [before, &bomb].concat());
    let rgba16 = [16, 6, 0, 0, 0];
    let interlaced = [16, 6, 0, 0, 1];
    let (_, canvas) = example(1);
    let board = chunks(&save(&canvas, Form::Rgb));
    let with = |chunk: Chunk| {
        let mut parts = board.clone();
        parts.insert(1, chunk);
        joined(&parts)
    };
    vec![
        (
            "too_large",
            joined(&[
                header(u32::MAX >> 1, u32::MAX >> 1, rgba16),
                idat(&bomb),
                end(),
            ]),
        ),
        (
            "too_large",
            joined(&[
                header(1, u32::MAX >> 1, [1, 0, 0, 0, 0]),
                idat(&bomb),
                end(),
            ]),
        ),
        (
            "not_a_board",
            joined(&[header(4096, 4096, rgba16), idat(&stored(&[0])), end()]),
        ),
        (
            "not_a_board",
            joined(&[header(4096, 4096, interlaced), idat(&stored(&[0])), end()]),
        ),
        (
            "not_a_board",
            joined(&[header(4096, 4096, rgba16), idat(&bomb), end()]),
        ),
        (
            "not_a_board",
            joined(&[header(1, 1, rgba16), idat(&bomb), end()]),
        ),
        ("ok", with(text(b"zTXt", b"daykeeper\0\0"))),
        ("ok", with(text(b"iCCP", b"profile\0\0"))),
        ("ok", with(text(b"iTXt", b"daykeeper\0\x01\0\0\0"))),
    ]
}

#[test]
fn small_files_that_want_to_be_large_get_no_room() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    for (number, (code, file)) in bombs().into_iter().enumerate() {
        let path = folder.path().join(format!("{number}.png"));
        std::fs::write(&path, &file).expect("it can be written");
        // A process that may not have more memory than this gives the same answer.
        let limited = "ulimit -v 400000 && exec \"$0\" read --game abaddon --level halls-of-abaddon \
                       --colors '#3388ff,#2e9e44,#f0a000,#a046c8' \"$1\"";
        let binary = env!("CARGO_BIN_EXE_daykeeper");
        let output = Command::new("sh")
            .args(["-c", limited, binary])
            .arg(&path)
            .output();
        let output = output.expect("there is a shell");
        let said = String::from_utf8_lossy(&output.stdout);
        let wanted = if code == "ok" {
            "\"ok\":true".to_owned()
        } else {
            format!("\"code\":\"{code}\"")
        };
        assert!(
            said.contains(&wanted),
            "bomb {number}: {said}{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
}

#[test]
fn the_sum_that_tests_use_is_that_of_zlib() {
    assert_eq!(adler(b"Wikipedia"), 0x11e6_0398);
    assert_eq!(crc(b"IEND"), 0xae42_6082);
}
