//! Positions for the other tests: drawn with letters, or at random.

use daykeeper::rules::grid::Square;
use daykeeper::rules::helios::position::Position;
use daykeeper::rules::helios::ruleset::{Options, OptionsAsked};
use daykeeper::rules::helios::setup::{PlacedPiece, Setup};
use daykeeper::rules::helios::side::{BySide, Side};
use proptest::prelude::*;
use proptest::sample::{Index, select};

pub(super) fn square(name: &str) -> Square {
    name.parse().unwrap()
}

pub(super) fn options(width: i64, height: i64) -> Options {
    let asked = OptionsAsked {
        width: Some(width),
        height: Some(height),
        quiet_limit: None,
    };
    asked.try_into().unwrap()
}

/// A setup drawn from its pieces: `a1:03` is the bottom side's sun carrier on a1, `d4:12L` a locked
/// carrier of the top side.
pub(super) fn setup(width: u8, height: u8, to_move: Side, pieces: &str) -> Setup {
    let placed = |word: &str| {
        let (at, piece) = word.split_once(':').unwrap();
        let digit = |place: usize| piece.as_bytes()[place] - b'0';
        PlacedPiece {
            at: square(at),
            owner: Side::BOTH[usize::from(digit(0))],
            layers: digit(1),
            locked: piece.ends_with('L'),
        }
    };
    Setup {
        width,
        height,
        pieces: pieces.split_whitespace().map(placed).collect(),
        score: BySide::default(),
        to_move,
        quiet: 0,
        over: false,
        ended_by: None,
        winner: None,
    }
}

/// The position of such a setup.
pub(super) fn position(width: u8, height: u8, to_move: Side, pieces: &str) -> Position {
    let setup = setup(width, height, to_move, pieces);
    Position::new(&setup, options(width.into(), height.into())).unwrap()
}

/// A position that play may never reach: pieces of every rank anywhere, locks on either side.
pub(super) fn any_setup() -> impl Strategy<Value = Setup> {
    let piece = (
        any::<Index>(),
        select(&Side::BOTH[..]),
        1u8..=3,
        any::<bool>(),
    );
    let pieces = proptest::collection::vec(piece, 2..16);
    let rest = (any::<[u8; 2]>(), select(&Side::BOTH[..]), 0u16..60);
    (4u8..=12, 4u8..=12, pieces, rest).prop_map(
        |(width, height, pieces, (score, to_move, quiet))| {
            let mut setup = setup(width, height, to_move, "");
            setup.score = BySide(score.map(u16::from));
            setup.quiet = quiet;
            for (index, owner, layers, locked) in pieces {
                let index = index.index(usize::from(width) * usize::from(height));
                let index = u8::try_from(index).unwrap();
                let at = Square::new(index % width, index / width).unwrap();
                let locked = locked && layers == 2;
                if setup.pieces.iter().all(|placed| placed.at != at) {
                    setup.pieces.push(PlacedPiece {
                        at,
                        owner,
                        layers,
                        locked,
                    });
                }
            }
            setup
        },
    )
}

pub(super) fn any_position() -> impl Strategy<Value = Position> {
    any_setup().prop_map(|setup| {
        let options = options(setup.width.into(), setup.height.into());
        Position::new(&setup, options).unwrap()
    })
}

/// A position that play reaches from a start.
pub(super) fn reached_position() -> impl Strategy<Value = Position> {
    let choices = proptest::collection::vec(any::<Index>(), 0..80);
    (4i64..=8, 4i64..=8, choices).prop_map(|(width, height, choices)| {
        let mut position = Position::start(options(width, height));
        for choice in choices {
            let legal = position.legal_actions();
            if legal.is_empty() {
                break;
            }
            position = position.play(*choice.get(&legal)).unwrap().position;
        }
        position
    })
}

/// One or the other.
pub(super) fn some_position() -> impl Strategy<Value = Position> {
    prop_oneof![any_position(), reached_position()]
}
