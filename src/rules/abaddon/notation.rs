//! Steps as text (formats.md, Turn notation).

use std::fmt;
use std::str::FromStr;

use super::step::{KindWord, Placement, Step};
use crate::rules::grid::{Direction, Square};

/// Why a text is not one step.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseStepError {
    /// Nothing but blanks.
    #[error("a step is missing here; write one such as “move b13 c13”")]
    Blank,
    /// `;`, a line feed or `#` in what should be one step.
    #[error(
        "“{0}” is more than one step; give each step alone, without “;”, line feeds and comments"
    )]
    NotOneStep(String),
    /// The first word names no step.
    #[error(
        "“{0}” is not a step; steps are join, spawn, move, breach, jump, claim, disown, transform, build, break and attack"
    )]
    UnknownWord(String),
    /// The right first word with too few or too many others.
    #[error("“{text}” has the wrong number of words; write it like “{example}”")]
    WrongLength {
        /// The step as written.
        text: String,
        /// A step of that kind.
        example: &'static str,
    },
    /// A word that should be a direction.
    #[error("“{0}” is not a direction; directions are up, down, left and right")]
    UnknownDirection(String),
    /// A word that should be two squares with `>` between.
    #[error("“{word}” has no “>”; write it like “{example}”")]
    MissingArrow {
        /// The word as written.
        word: String,
        /// A step of that kind.
        example: &'static str,
    },
    /// A word that should be a square.
    #[error("“{0}” is not a square; a square is a letter and a number, such as b13")]
    BadSquare(String),
}

impl FromStr for Step {
    type Err = ParseStepError;

    /// Reads one step; words and squares may be in any case.
    ///
    /// ```
    /// use daykeeper::rules::abaddon::step::Step;
    /// let step: Step = "Attack H10 u".parse().unwrap();
    /// assert_eq!(step.to_string(), "attack h10 up");
    /// ```
    ///
    /// # Errors
    /// [`ParseStepError`]: the first word and the number of words are looked at first, then the
    /// words from the left.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.contains([';', '\n', '#']) {
            return Err(ParseStepError::NotOneStep(text.to_owned()));
        }
        let mut words = text.split_whitespace();
        let first = words.next().ok_or(ParseStepError::Blank)?;
        let words = Words {
            text,
            rest: words.collect(),
        };
        words.step(first)
    }
}

/// The words after the first one.
struct Words<'a> {
    text: &'a str,
    rest: Vec<&'a str>,
}

impl Words<'_> {
    fn step(&self, first: &str) -> Result<Step, ParseStepError> {
        Ok(match first.to_ascii_lowercase().as_str() {
            "join" => {
                let [airlock] = self.exactly("join a13")?;
                let airlock = square(airlock)?;
                Step::Join { airlock }
            }
            "spawn" => Step::Spawn {
                placements: self.placements()?,
            },
            "move" => {
                let (from, to) = self.two_squares("move b13 c13")?;
                Step::Move { from, to }
            }
            "breach" => {
                let (from, to) = self.two_squares("breach c11 d11")?;
                Step::Breach { from, to }
            }
            "jump" => self.jump("jump d12 d13>n1")?,
            "claim" => {
                let (from, door) = self.two_squares("claim a12 a13")?;
                Step::Claim { from, door }
            }
            "disown" => {
                let (from, door) = self.two_squares("disown a12 a13")?;
                Step::Disown { from, door }
            }
            "transform" => {
                let [at, kind] = self.exactly("transform h10 soldier")?;
                let at = square(at)?;
                Step::Transform {
                    at,
                    into: kind_word(kind),
                }
            }
            "build" => {
                let (at, direction) = self.square_and_direction("build h10 up")?;
                Step::Build { at, direction }
            }
            "break" => {
                let (at, direction) = self.square_and_direction("break h10 up")?;
                Step::Break { at, direction }
            }
            "attack" => {
                let (from, direction) = self.square_and_direction("attack h10 up")?;
                Step::Attack { from, direction }
            }
            _ => return Err(ParseStepError::UnknownWord(first.to_owned())),
        })
    }

    fn exactly<const N: usize>(&self, example: &'static str) -> Result<[&str; N], ParseStepError> {
        <[&str; N]>::try_from(self.rest.as_slice()).map_err(|_| ParseStepError::WrongLength {
            text: self.text.trim().to_owned(),
            example,
        })
    }

    fn two_squares(&self, example: &'static str) -> Result<(Square, Square), ParseStepError> {
        let [first, second] = self.exactly(example)?;
        Ok((square(first)?, square(second)?))
    }

    fn square_and_direction(
        &self,
        example: &'static str,
    ) -> Result<(Square, Direction), ParseStepError> {
        let [at, direction] = self.exactly(example)?;
        let at = square(at)?;
        let unknown = |_| ParseStepError::UnknownDirection(direction.to_owned());
        Ok((at, direction.parse().map_err(unknown)?))
    }

    fn placements(&self) -> Result<Vec<Placement>, ParseStepError> {
        let placement = |word: &&str| {
            let (airlock, to) = arrow(word, "spawn a13>b13")?;
            Ok(Placement { airlock, to })
        };
        self.rest.iter().map(placement).collect()
    }

    fn jump(&self, example: &'static str) -> Result<Step, ParseStepError> {
        let [from, teleporters] = self.exactly(example)?;
        let from = square(from)?;
        let (entry, exit) = arrow(teleporters, example)?;
        Ok(Step::Jump { from, entry, exit })
    }
}

fn square(word: &str) -> Result<Square, ParseStepError> {
    word.parse()
        .map_err(|_| ParseStepError::BadSquare(word.to_owned()))
}

fn arrow(word: &str, example: &'static str) -> Result<(Square, Square), ParseStepError> {
    let (left, right) = word
        .split_once('>')
        .ok_or_else(|| ParseStepError::MissingArrow {
            word: word.to_owned(),
            example,
        })?;
    Ok((square(left)?, square(right)?))
}

fn kind_word(word: &str) -> KindWord {
    match word.parse() {
        Ok(kind) => KindWord::Kind(kind),
        Err(_) => KindWord::Unknown(word.to_owned()),
    }
}

impl fmt::Display for Step {
    /// Writes the canonical form: lower case, long directions, one blank between words.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Join { airlock } => write!(f, "join {airlock}"),
            Self::Spawn { placements } => {
                f.write_str("spawn")?;
                (placements.iter())
                    .try_for_each(|Placement { airlock, to }| write!(f, " {airlock}>{to}"))
            }
            Self::Move { from, to } => write!(f, "move {from} {to}"),
            Self::Breach { from, to } => write!(f, "breach {from} {to}"),
            Self::Jump { from, entry, exit } => write!(f, "jump {from} {entry}>{exit}"),
            Self::Claim { from, door } => write!(f, "claim {from} {door}"),
            Self::Disown { from, door } => write!(f, "disown {from} {door}"),
            Self::Transform { at, into } => write!(f, "transform {at} {into}"),
            Self::Build { at, direction } => write!(f, "build {at} {direction}"),
            Self::Break { at, direction } => write!(f, "break {at} {direction}"),
            Self::Attack { from, direction } => write!(f, "attack {from} {direction}"),
        }
    }
}

impl fmt::Display for KindWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kind(kind) => f.write_str(kind.word()),
            Self::Unknown(word) => f.write_str(word),
        }
    }
}

/// A step's text as a player typed it, with the line on which it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The line, from 1, empty ones and comments counted.
    pub line: usize,
    /// The step, not yet read.
    pub step: String,
}

/// Splits the text of a turn into its steps, one a line or separated by `;`. Comments, empty lines
/// and what is empty between two `;` are left out; the steps themselves are not judged, so that each
/// can be read when its turn comes.
pub fn read_text(text: &str) -> Vec<Line> {
    let mut steps = Vec::new();
    for (line, typed) in (1..).zip(text.lines()) {
        let code = typed.split('#').next().unwrap_or_default();
        let written = code
            .split(';')
            .map(str::trim)
            .filter(|step| !step.is_empty());
        steps.extend(written.map(|step| Line {
            line,
            step: step.to_owned(),
        }));
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_counted_before_they_are_read() {
        let error = |text: &str| text.parse::<Step>().expect_err(text);
        assert!(matches!(
            error("move zz"),
            ParseStepError::WrongLength { .. }
        ));
        assert_eq!(error("move a0 zz"), ParseStepError::BadSquare("a0".into()));
        assert_eq!(error("move a1 zz"), ParseStepError::BadSquare("zz".into()));
        assert!(matches!(
            error("attack a0 north"),
            ParseStepError::BadSquare(_)
        ));
        assert!(matches!(
            error("attack a1 north"),
            ParseStepError::UnknownDirection(_)
        ));
        assert!(matches!(
            error("spawn a1-b1 a0>b1"),
            ParseStepError::MissingArrow { .. }
        ));
        assert!(matches!(
            error("spawn a0>b1 a1-b1"),
            ParseStepError::BadSquare(_)
        ));
    }

    #[test]
    fn a_step_is_one_step() {
        for text in ["move a1 b1; move b1 c1", "move a1\nb1", "move a1 b1 # go"] {
            let error = text.parse::<Step>().expect_err(text);
            assert_eq!(error, ParseStepError::NotOneStep(text.into()));
        }
        assert_eq!("  ".parse::<Step>(), Err(ParseStepError::Blank));
    }

    #[test]
    fn a_text_is_split_by_lines_and_semicolons() {
        let steps = read_text("# plan\r\njoin a13; ; spawn a13>b13 # go\n\nATTACK b13 R");
        let found: Vec<_> = steps.iter().map(|s| (s.line, s.step.as_str())).collect();
        assert_eq!(
            found,
            [(2, "join a13"), (2, "spawn a13>b13"), (4, "ATTACK b13 R")]
        );
    }
}
