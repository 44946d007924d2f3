//! zlib streams (RFC 1950 and 1951) of board pictures.
//!
//! A board repeats itself at distances that are known beforehand: the row above, the square at the
//! left, the square above. Looking only there is several times faster than a general compressor at
//! nearly the same size, and the bytes do not change with a library's version.

mod adler;
mod bits;
mod huffman;
mod tokens;

use adler::Adler;
use bits::Bits;
use huffman::Code;
use tokens::{LONGEST, SHORTEST, Token, tokens};

const END_OF_BLOCK: usize = 256;

/// Lines of bytes, all of one length, each of which stands several times below itself: the rows of
/// an enlarged picture.
#[derive(Debug)]
pub(super) struct Lines {
    /// The bytes of all lines, each line once.
    pub bytes: Vec<u8>,
    /// How many bytes a line has, three or more.
    pub length: usize,
    /// How many times each line stands there.
    pub times: usize,
}

/// Where repetitions are sought, besides the line above.
#[derive(Debug)]
pub(super) struct Distances<'a> {
    /// In bytes to the left.
    pub left: &'a [usize],
    /// In lines upwards, before they are repeated.
    pub up: usize,
}

/// The lines, repeated, as one zlib stream with one block of dynamic codes.
pub(super) fn zlib(lines: &Lines, distances: &Distances<'_>) -> Vec<u8> {
    // Deflate with a window of 32 KiB, the default level, no dictionary.
    let mut file = vec![0x78, 0x9c];
    let mut bits = Bits::new(&mut file);
    write_block(&tokens(lines, distances), &mut bits);
    bits.finish();
    let mut check = Adler::default();
    for line in lines.bytes.chunks_exact(lines.length) {
        check.add(line, lines.times);
    }
    file.extend(check.sum().to_be_bytes());
    file
}

/// A symbol of one of the two codes with the bits that follow it.
#[derive(Clone, Copy)]
struct Symbol {
    number: usize,
    extra: usize,
    extra_bits: usize,
}

/// The smallest length of each length symbol from 257 on, and how many extra bits it has.
const LENGTHS: [(usize, usize); 29] = [
    (3, 0),
    (4, 0),
    (5, 0),
    (6, 0),
    (7, 0),
    (8, 0),
    (9, 0),
    (10, 0),
    (11, 1),
    (13, 1),
    (15, 1),
    (17, 1),
    (19, 2),
    (23, 2),
    (27, 2),
    (31, 2),
    (35, 3),
    (43, 3),
    (51, 3),
    (59, 3),
    (67, 4),
    (83, 4),
    (99, 4),
    (115, 4),
    (131, 5),
    (163, 5),
    (195, 5),
    (227, 5),
    (258, 0),
];

/// The index in [`LENGTHS`] of each length.
const LENGTH_INDEXES: [u8; LONGEST + 1] = {
    let mut indexes = [0; LONGEST + 1];
    let mut length = SHORTEST;
    while length < LONGEST {
        let previous = indexes[length - 1];
        let is_next = LENGTHS[previous as usize + 1].0 == length;
        indexes[length] = previous + is_next as u8;
        length += 1;
    }
    indexes[LONGEST] = 28;
    indexes
};

fn length_symbol(length: usize) -> Symbol {
    let index = usize::from(LENGTH_INDEXES[length]);
    let (least, extra_bits) = LENGTHS[index];
    Symbol {
        number: END_OF_BLOCK + 1 + index,
        extra: length - least,
        extra_bits,
    }
}

/// Distance symbols come in pairs: each pair has one extra bit more than the pair before.
fn distance_symbol(distance: usize) -> Symbol {
    let past = distance - 1;
    if past < 4 {
        return Symbol {
            number: past,
            extra: 0,
            extra_bits: 0,
        };
    }
    let extra_bits = past.ilog2() as usize - 1;
    let half = past >> extra_bits;
    Symbol {
        number: 2 * extra_bits + half,
        extra: past - (half << extra_bits),
        extra_bits,
    }
}

fn write_block(tokens: &[Token], bits: &mut Bits<'_>) {
    let (literals, distances) = codes(tokens);
    let is_last_block = 1;
    let dynamic_codes = 2;
    bits.push(is_last_block, 1);
    bits.push(dynamic_codes, 2);
    huffman::write_codes(&literals, &distances, bits);
    for token in tokens {
        match *token {
            Token::Literal(byte) => literals.write(byte.into(), bits),
            Token::Match { length, distance } => {
                for (code, symbol) in [
                    (&literals, length_symbol(length)),
                    (&distances, distance_symbol(distance)),
                ] {
                    code.write(symbol.number, bits);
                    bits.push(symbol.extra, symbol.extra_bits);
                }
            }
        }
    }
    literals.write(END_OF_BLOCK, bits);
}

/// The best codes for literals and lengths, and for distances.
fn codes(tokens: &[Token]) -> (Code, Code) {
    let mut literals = [0; 286];
    let mut distances = [0; 30];
    for token in tokens {
        match *token {
            Token::Literal(byte) => literals[usize::from(byte)] += 1,
            Token::Match { length, distance } => {
                literals[length_symbol(length).number] += 1;
                distances[distance_symbol(distance).number] += 1;
            }
        }
    }
    literals[END_OF_BLOCK] = 1;
    (Code::new(&literals, 15), Code::new(&distances, 15))
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::tokens::WINDOW;
    use super::*;

    proptest! {
        #[test]
        fn what_is_packed_is_unpacked(
            (length, bytes) in (3_usize..400).prop_flat_map(|length| {
                let lines = vec(vec(0_u8..3, length), 1..12);
                (Just(length), lines.prop_map(|lines| lines.concat()))
            }),
            times in 1_usize..=8,
            left in vec(1_usize..40, 0..3),
            up in 1_usize..5,
        ) {
            check(&Lines { bytes, length, times }, &Distances { left: &left, up });
        }
    }

    #[test]
    fn every_length_and_distance_has_its_symbol() {
        for length in SHORTEST..=LONGEST {
            let symbol = length_symbol(length);
            let (least, extra_bits) = LENGTHS[symbol.number - 257];
            assert_eq!(least + symbol.extra, length);
            assert!(symbol.extra < 1 << extra_bits);
        }
        assert_eq!(length_symbol(LONGEST).number, 285);
        for distance in [1, 2, 4, 5, 6, 7, 8, 9, 12, 13, 24, 25, 32_767, WINDOW] {
            let length = distance + 50;
            let lines = Lines {
                bytes: (0..length).map(|at| noise(at % distance)).collect(),
                length,
                times: 1,
            };
            let left = [distance];
            check(&lines, &Distances { left: &left, up: 1 });
        }
    }

    #[test]
    fn a_picture_of_one_colour_is_packed() {
        for length in [3, 4, 257, 258, 259, 260, 261, 600] {
            for times in [1, 2, 8] {
                let bytes = vec![0; 3 * length];
                let lines = Lines {
                    bytes,
                    length,
                    times,
                };
                check(&lines, &Distances { left: &[1], up: 2 });
            }
        }
    }

    fn noise(at: usize) -> u8 {
        u8::try_from((at * at + at / 7) % 251).expect("smaller than 251")
    }

    /// Asserts that the PNG library reads the repeated lines out of the stream, as grey pixels.
    fn check(lines: &Lines, distances: &Distances<'_>) {
        let lines = Lines {
            bytes: with_filter_bytes(lines),
            ..*lines
        };
        let rows: Vec<&[u8]> = lines.bytes.chunks_exact(lines.length).collect();
        let stream = zlib(&lines, distances);
        let mut file = Vec::new();
        let size = [lines.length - 1, rows.len() * lines.times];
        let [width, height] = size.map(|pixels| u32::try_from(pixels).expect("it is small"));
        let encoder = png::Encoder::new(&mut file, width, height);
        let mut writer = encoder.write_header().expect("it has a size");
        writer
            .write_chunk(png::chunk::IDAT, &stream)
            .expect("it can be written");
        writer.finish().expect("it can be finished");
        let decoder = png::Decoder::new(Cursor::new(file));
        let mut reader = decoder.read_info().expect("it is a PNG");
        let mut pixels = vec![0; size[0] * size[1]];
        reader.next_frame(&mut pixels).expect("it can be read");
        let expected = rows.iter().flat_map(|row| row[1..].repeat(lines.times));
        assert!(pixels.into_iter().eq(expected));
    }

    fn with_filter_bytes(lines: &Lines) -> Vec<u8> {
        let mut bytes = lines.bytes.clone();
        for line in bytes.chunks_exact_mut(lines.length) {
            line[0] = 0;
        }
        bytes
    }
}
