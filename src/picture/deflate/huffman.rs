//! Prefix codes, and how a block tells which ones it uses (RFC 1951, 3.2.7).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::bits::Bits;

/// A prefix code: for each symbol how many bits, and which, the first to be written lowest.
pub(super) struct Code {
    symbols: Vec<(usize, usize)>,
}

impl Code {
    /// A code for symbols that occur so often, none longer than a limit.
    pub(super) fn new(frequencies: &[u32], longest: usize) -> Self {
        let mut frequencies = frequencies.to_vec();
        let mut lengths = lengths(&frequencies);
        // Evening the frequencies out shortens the longest words; equal ones need 9 bits at most.
        while lengths.iter().any(|length| *length > longest) {
            for frequency in &mut frequencies {
                *frequency = frequency.div_ceil(2);
            }
            lengths = self::lengths(&frequencies);
        }
        Self {
            symbols: words(&lengths).zip(lengths.iter().copied()).collect(),
        }
    }

    pub(super) fn write(&self, symbol: usize, bits: &mut Bits<'_>) {
        let (word, length) = self.symbols[symbol];
        bits.push(word, length);
    }

    /// How many bits each symbol has, up to the last that has any, but of `least` symbols.
    fn lengths(&self, least: usize) -> impl Iterator<Item = usize> + '_ {
        let used = self.symbols.iter().rposition(|(_, length)| *length > 0);
        let count = used.map_or(0, |last| last + 1).max(least);
        self.symbols[..count].iter().map(|(_, length)| *length)
    }
}

/// Huffman's code lengths; 0 for a symbol that does not occur, 1 for one that occurs alone.
fn lengths(frequencies: &[u32]) -> Vec<usize> {
    let mut nodes: BinaryHeap<Reverse<(u32, usize)>> = (frequencies.iter().copied().enumerate())
        .filter(|(_, frequency)| *frequency > 0)
        .map(|(symbol, frequency)| Reverse((frequency, symbol)))
        .collect();
    let n_used = nodes.len();
    let mut parents = vec![0; frequencies.len()];
    while let (Some(Reverse(one)), Some(Reverse(other))) = (nodes.pop(), nodes.pop()) {
        let parent = parents.len();
        parents.push(0);
        parents[one.1] = parent;
        parents[other.1] = parent;
        nodes.push(Reverse((one.0 + other.0, parent)));
    }
    // A parent comes after its children, so depths are known from the root down.
    let mut depths = vec![0; parents.len()];
    for node in (0..parents.len()).rev().filter(|node| parents[*node] > 0) {
        depths[node] = depths[parents[node]] + 1;
    }
    depths.truncate(frequencies.len());
    if n_used == 1 {
        for (depth, frequency) in depths.iter_mut().zip(frequencies) {
            *depth = usize::from(*frequency > 0);
        }
    }
    depths
}

const WORD: usize = usize::BITS as usize;

/// The words of the canonical code with these lengths, in the order of the symbols.
fn words(lengths: &[usize]) -> impl Iterator<Item = usize> {
    let mut next = [0; 16];
    for length in 2..16 {
        let shorter = lengths.iter().filter(|other| **other + 1 == length);
        next[length] = (next[length - 1] + shorter.count()) << 1;
    }
    lengths.iter().map(move |length| {
        let word = next[*length];
        next[*length] += 1;
        if *length == 0 {
            0
        } else {
            word.reverse_bits() >> (WORD - length)
        }
    })
}

/// A run of code lengths, as a block's head tells it.
struct Run {
    symbol: usize,
    extra: usize,
    extra_bits: usize,
}

/// The order in which the lengths of the lengths' own code are told.
const ORDER: [usize; 19] = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
];

/// Writes the lengths of both codes, in a code of their own.
pub(super) fn write_codes(literals: &Code, distances: &Code, bits: &mut Bits<'_>) {
    let literals: Vec<usize> = literals.lengths(257).collect();
    let distances: Vec<usize> = distances.lengths(1).collect();
    let runs = runs(&[literals.as_slice(), &distances].concat());
    let mut frequencies = [0; 19];
    for run in &runs {
        frequencies[run.symbol] += 1;
    }
    let code = Code::new(&frequencies, 7);
    let lengths = ORDER.map(|symbol| code.symbols[symbol].1);
    let told = lengths
        .iter()
        .rposition(|length| *length > 0)
        .unwrap_or_default()
        + 1;
    let told = told.max(4);
    bits.push(literals.len() - 257, 5);
    bits.push(distances.len() - 1, 5);
    bits.push(told - 4, 4);
    for length in &lengths[..told] {
        bits.push(*length, 3);
    }
    for run in &runs {
        code.write(run.symbol, bits);
        bits.push(run.extra, run.extra_bits);
    }
}

/// Lengths one by one, or the same one 3–6 times again (16), or zeros 3–10 (17) or 11–138 times (18).
fn runs(lengths: &[usize]) -> Vec<Run> {
    let mut runs = Vec::new();
    for equal in lengths.chunk_by(|one, other| one == other) {
        let length = equal[0];
        let single = || Run {
            symbol: length,
            extra: 0,
            extra_bits: 0,
        };
        let mut left = equal.len();
        if length > 0 {
            runs.push(single());
            left -= 1;
        }
        while left > 0 {
            let (symbol, least, most, extra_bits) = match (length, left) {
                (_, 0..3) => {
                    runs.push(single());
                    left -= 1;
                    continue;
                }
                (0, 3..11) => (17, 3, 10, 3),
                (0, _) => (18, 11, 138, 7),
                (_, _) => (16, 3, 6, 2),
            };
            let count = left.min(most);
            runs.push(Run {
                symbol,
                extra: count - least,
                extra_bits,
            });
            left -= count;
        }
    }
    runs
}
