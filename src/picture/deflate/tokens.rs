//! Lines as literal bytes and repetitions of what stood before.

use super::{Distances, Lines};

/// The farthest that a match may look back, in bytes.
pub(super) const WINDOW: usize = 32_768;
/// The shortest match.
pub(super) const SHORTEST: usize = 3;
/// The longest match.
pub(super) const LONGEST: usize = 258;

/// A piece of the data.
#[derive(Clone, Copy)]
pub(super) enum Token {
    /// A byte.
    Literal(u8),
    /// As many bytes as [`LONGEST`] at most, from so far back.
    Match {
        /// How many bytes.
        length: usize,
        /// How many bytes back.
        distance: usize,
    },
}

/// The repeated lines as tokens. At each byte the longest match is taken, of equally long ones the
/// first: the line above, then those to the left, then the one farther up.
pub(super) fn tokens(lines: &Lines, distances: &Distances<'_>) -> Vec<Token> {
    let mut tokens = Tokens::default();
    let candidates = candidates(lines, distances);
    for start in (0..lines.bytes.len()).step_by(lines.length) {
        let end = start + lines.length;
        let mut at = start;
        while at < end {
            let (length, distance) = longest_match(&lines.bytes[..end], at, start, &candidates);
            if length < SHORTEST {
                tokens.push_literal(lines.bytes[at]);
                at += 1;
            } else {
                tokens.push_match(length, distance);
                at += length;
            }
        }
        tokens.push_match((lines.times - 1) * lines.length, lines.length);
    }
    tokens.finish()
}

/// A place where a repetition may be found.
struct Candidate {
    /// How far back it lies among the lines, each taken once.
    back: usize,
    /// How far back it lies among the repeated lines.
    distance: usize,
    /// How many bytes of the same line it needs before it; lines further up have them all.
    before: usize,
}

fn candidates(lines: &Lines, distances: &Distances<'_>) -> Vec<Candidate> {
    let up = |n_lines: usize, distance: usize| Candidate {
        back: n_lines * lines.length,
        distance,
        before: 0,
    };
    let left = (distances.left.iter()).map(|left| Candidate {
        back: *left,
        distance: *left,
        before: *left,
    });
    let far = distances.up * lines.times * lines.length;
    ([up(1, lines.length)].into_iter().chain(left))
        .chain([up(distances.up, far)])
        .filter(|candidate| (1..=WINDOW).contains(&candidate.distance))
        .collect()
}

/// The length and distance of the longest match, which ends where the bytes do; (0, 0) if none.
fn longest_match(
    bytes: &[u8],
    at: usize,
    start: usize,
    candidates: &[Candidate],
) -> (usize, usize) {
    let ahead = &bytes[at..];
    let mut best = (0, 0);
    for candidate in candidates {
        if candidate.back <= at && candidate.before <= at - start {
            let length = common_prefix(ahead, &bytes[at - candidate.back..]);
            if length > best.0 {
                best = (length, candidate.distance);
            }
            if length == ahead.len() {
                break;
            }
        }
    }
    best
}

/// How many bytes two slices have in common at their start; the second is at least as long.
fn common_prefix(one: &[u8], other: &[u8]) -> usize {
    let (words, rest) = one.as_chunks::<8>();
    let (other_words, _) = other.as_chunks::<8>();
    for (index, (word, other)) in words.iter().zip(other_words).enumerate() {
        let differing = u64::from_le_bytes(*word) ^ u64::from_le_bytes(*other);
        if differing != 0 {
            return 8 * index + differing.trailing_zeros() as usize / 8;
        }
    }
    let rest = rest.iter().zip(&other[8 * words.len()..]);
    8 * words.len() + rest.take_while(|(one, other)| one == other).count()
}

/// Tokens in the making: matches that go on at the same distance are joined, then cut to the lengths
/// that a token may have.
#[derive(Default)]
struct Tokens {
    done: Vec<Token>,
    length: usize,
    distance: usize,
}

impl Tokens {
    fn push_literal(&mut self, byte: u8) {
        self.cut();
        self.done.push(Token::Literal(byte));
    }

    fn push_match(&mut self, length: usize, distance: usize) {
        if distance != self.distance {
            self.cut();
            self.distance = distance;
        }
        self.length += length;
    }

    fn cut(&mut self) {
        while self.length > 0 {
            // What is left after this token must not be too short for another.
            let length = match self.length {
                short @ ..=LONGEST => short,
                long if long < LONGEST + SHORTEST => long - SHORTEST,
                _ => LONGEST,
            };
            let distance = self.distance;
            self.done.push(Token::Match { length, distance });
            self.length -= length;
        }
    }

    fn finish(mut self) -> Vec<Token> {
        self.cut();
        self.done
    }
}
