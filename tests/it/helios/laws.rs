//! Laws that hold in every position.

use std::collections::BTreeSet;

use daykeeper::rules::grid::Square;
use daykeeper::rules::helios::action::Action;
use daykeeper::rules::helios::position::{Piece, Position};
use daykeeper::rules::helios::setup::Setup;
use daykeeper::rules::helios::side::Side;
use proptest::prelude::*;
use proptest::sample::Index;

use super::positions::{any_setup, options, some_position};

fn layers(position: &Position) -> u32 {
    Side::BOTH.map(|side| position.layers_of(side)).iter().sum()
}

fn points(position: &Position) -> u32 {
    position.score().0.map(u32::from).iter().sum()
}

/// Every action that names squares at most three apart, on the board or just beside it.
fn all_actions(position: &Position) -> Vec<Action> {
    let (width, height) = (position.options().width(), position.options().height());
    let squares: Vec<Square> = (0..=width)
        .flat_map(|column| (0..=height).filter_map(move |row| Square::new(column, row)))
        .collect();
    let is_near = |from: Square, to: Square| {
        from.column().abs_diff(to.column()) + from.row().abs_diff(to.row()) <= 3
    };
    let pairs = (squares.iter())
        .flat_map(|from| squares.iter().map(move |to| (*from, *to)))
        .filter(|(from, to)| is_near(*from, *to));
    let paired = pairs.flat_map(|(from, to)| {
        [
            Action::Move { from, to },
            Action::Hit { from, to },
            Action::Transfer { from, to },
        ]
    });
    let sacrifices = squares.iter().map(|at| Action::Sacrifice { at: *at });
    paired.chain(sacrifices).collect()
}

/// The action, with every square replaced by its mirror image.
fn mirrored(action: Action, image: impl Fn(Square) -> Square) -> Action {
    match action {
        Action::Move { from, to } => Action::Move {
            from: image(from),
            to: image(to),
        },
        Action::Hit { from, to } => Action::Hit {
            from: image(from),
            to: image(to),
        },
        Action::Transfer { from, to } => Action::Transfer {
            from: image(from),
            to: image(to),
        },
        Action::Sacrifice { at } => Action::Sacrifice { at: image(at) },
    }
}

fn legal_in(setup: &Setup) -> BTreeSet<Action> {
    let options = options(setup.width.into(), setup.height.into());
    let position = Position::new(setup, options).unwrap();
    position.legal_actions().into_iter().collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn legal_is_what_can_be_played(position in some_position()) {
        let legal = position.legal_actions();
        for action in all_actions(&position) {
            let played = position.play(action);
            prop_assert_eq!(played.is_ok(), legal.contains(&action), "{}", action);
        }
    }

    #[test]
    fn legal_actions_are_sorted_by_their_text(position in some_position()) {
        let texts: Vec<String> = position.legal_actions().iter().map(Action::to_string).collect();
        prop_assert!(texts.is_sorted_by(|earlier, later| earlier < later), "{texts:?}");
        prop_assert_eq!(position.count_legal_actions(), texts.len() as u64);
    }

    #[test]
    fn suns_and_layers_never_grow(position in some_position()) {
        for action in position.legal_actions() {
            let after = position.play(action).unwrap().position;
            prop_assert!(layers(&after) <= layers(&position));
            prop_assert!(after.suns() <= position.suns());
            prop_assert!(after.suns() + points(&after) <= position.suns() + points(&position));
        }
    }

    #[test]
    fn a_locked_piece_changes_only_by_its_lock_opening(position in some_position()) {
        let locked: Vec<(Square, Piece)> =
            position.pieces().filter(|(_, piece)| piece.locked).collect();
        for action in position.legal_actions() {
            let played = position.play(action).unwrap();
            for (square, piece) in &locked {
                let after = played.position.piece(*square);
                let opened = piece.owner == position.to_move() || 0 < played.passes;
                prop_assert_eq!(after, Some(Piece { locked: !opened, ..*piece }), "{}", action);
            }
        }
    }

    #[test]
    fn only_the_giver_of_a_sun_is_locked(position in some_position()) {
        for action in position.legal_actions() {
            let after = position.play(action).unwrap().position;
            let is_new = |square: &Square| position.piece(*square).is_none_or(|piece| !piece.locked);
            for (square, _) in after.pieces().filter(|(at, piece)| piece.locked && is_new(at)) {
                prop_assert!(
                    matches!(action, Action::Transfer { from, .. } if from == square),
                    "{} locks {}", action, square
                );
            }
        }
    }

    #[test]
    fn whoever_is_to_move_can(position in some_position()) {
        for action in position.legal_actions() {
            let after = position.play(action).unwrap().position;
            prop_assert_eq!(after.legal_actions().is_empty(), after.ending().is_some());
        }
    }

    #[test]
    fn left_and_right_play_alike(setup in any_setup()) {
        let image = |square: Square| {
            Square::new(setup.width - 1 - square.column(), square.row()).unwrap()
        };
        let mut mirror = setup.clone();
        for placed in &mut mirror.pieces {
            placed.at = image(placed.at);
        }
        let expected = legal_in(&setup).into_iter().map(|action| mirrored(action, image)).collect();
        prop_assert_eq!(legal_in(&mirror), expected);
    }

    #[test]
    fn both_sides_play_alike(setup in any_setup()) {
        let image = |square: Square| {
            Square::new(square.column(), setup.height - 1 - square.row()).unwrap()
        };
        let mut mirror = setup.clone();
        mirror.to_move = setup.to_move.opponent();
        for placed in &mut mirror.pieces {
            placed.at = image(placed.at);
            placed.owner = placed.owner.opponent();
        }
        let expected = legal_in(&setup).into_iter().map(|action| mirrored(action, image)).collect();
        prop_assert_eq!(legal_in(&mirror), expected);
    }

    #[test]
    fn every_game_ends(
        width in 4i64..=12,
        height in 4i64..=12,
        choices in proptest::collection::vec(any::<Index>(), 50),
    ) {
        let mut position = Position::start(options(width, height));
        let at_most = layers(&position) * u32::from(position.options().quiet_limit());
        let mut turns = 0;
        while position.ending().is_none() {
            let choice = choices[turns as usize % choices.len()];
            position = position.play(*choice.get(&position.legal_actions())).unwrap().position;
            turns += 1;
            prop_assert!(turns <= at_most);
        }
    }

    #[test]
    fn a_position_reads_back_from_its_json(position in some_position()) {
        let json = serde_json::to_string(&position.to_setup()).unwrap();
        let setup: Setup = serde_json::from_str(&json).unwrap();
        prop_assert_eq!(Position::new(&setup, position.options()), Ok(position));
    }

    #[test]
    fn pieces_may_be_written_in_any_order(setup in any_setup()) {
        let options = options(setup.width.into(), setup.height.into());
        let mut reversed = setup.clone();
        reversed.pieces.reverse();
        prop_assert_eq!(Position::new(&reversed, options), Position::new(&setup, options));
    }

    #[test]
    fn an_action_reads_back_from_its_text(position in some_position()) {
        for action in all_actions(&position) {
            let text = action.to_string();
            prop_assert_eq!(text.parse(), Ok(action));
            prop_assert_eq!(format!(" {} ", text.to_uppercase()).parse(), Ok(action));
        }
    }

    #[test]
    fn no_text_is_too_odd_to_be_read(text in r"\PC*|[a-z0-9*>x-]{0,9}") {
        if let Ok(action) = text.parse::<Action>() {
            prop_assert_eq!(action.to_string(), text.trim().to_lowercase());
        }
    }
}
