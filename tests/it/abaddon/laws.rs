//! Laws that hold for every turn from every position reached by play.

use std::sync::Arc;

use daykeeper::rules::abaddon::apply::TurnInPlay;
use daykeeper::rules::abaddon::legal::has_legal_step;
use daykeeper::rules::abaddon::level::{Level, Tile};
use daykeeper::rules::abaddon::position::{Kind, Position};
use daykeeper::rules::abaddon::ruleset::{OptionsAsked, Ruleset};
use daykeeper::rules::abaddon::setup::{PlacedUnit, PlacedWall, Setup};
use daykeeper::rules::abaddon::siege::siege;
use daykeeper::rules::abaddon::step::{KindWord, Placement, Step};
use daykeeper::rules::grid::{Direction, Side, Square};
use daykeeper::rules::seat::Seat;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::CELLAR;

pub(super) fn rulesets(most_actions: i64) -> impl Strategy<Value = Ruleset> {
    let level = select(vec![
        Arc::new(Level::parse(CELLAR).expect("test data is sound")),
        Level::shipped("halls-of-abaddon").expect("test data is sound"),
    ]);
    (level, 1..=most_actions, 1..=3_i64, 0..=3_i64).prop_map(|(level, actions, units, walls)| {
        let asked = OptionsAsked {
            actions: Some(actions),
            units_per_airlock: Some(units),
            walls_per_airlock: Some(walls),
            ..OptionsAsked::default()
        };
        Ruleset::new(level, asked).expect("test data is sound")
    })
}

fn steps() -> impl Strategy<Value = Step> {
    let square = || {
        (0..7_u8, 0..14_u8)
            .prop_map(|(column, row)| Square::new(column, row).expect("test data is sound"))
    };
    let direction = || select(Direction::ALL.to_vec());
    let two = || (square(), square());
    let side = || (square(), direction());
    let kind = select(Kind::ALL.to_vec()).prop_map(KindWord::Kind);
    prop_oneof![
        square().prop_map(|airlock| Step::Join { airlock }),
        prop::collection::vec(two(), 0..4).prop_map(|placed| Step::Spawn {
            placements: placed
                .into_iter()
                .map(|(airlock, to)| Placement { airlock, to })
                .collect()
        }),
        two().prop_map(|(from, to)| Step::Move { from, to }),
        two().prop_map(|(from, to)| Step::Breach { from, to }),
        (square(), square(), square()).prop_map(|(from, entry, exit)| Step::Jump {
            from,
            entry,
            exit
        }),
        two().prop_map(|(from, door)| Step::Claim { from, door }),
        two().prop_map(|(from, door)| Step::Disown { from, door }),
        (square(), kind).prop_map(|(at, into)| Step::Transform { at, into }),
        side().prop_map(|(at, direction)| Step::Build { at, direction }),
        side().prop_map(|(at, direction)| Step::Break { at, direction }),
        side().prop_map(|(from, direction)| Step::Attack { from, direction }),
    ]
}

/// Positions with a few things of three players anywhere on the cellar, likely to meet.
pub(super) fn crowded() -> impl Strategy<Value = (Ruleset, Position)> {
    let rules = rulesets(2);
    let units = prop::collection::vec((any::<Index>(), 0..3_u8, select(Kind::ALL.to_vec())), 0..8);
    let doors = prop::collection::vec((any::<Index>(), 0..3_u8), 0..4);
    let walls = prop::collection::vec((any::<Index>(), any::<bool>(), 0..3_u8), 0..6);
    (rules, units, doors, walls).prop_map(|(mut rules, units, doors, walls)| {
        rules.level = Arc::new(Level::parse(CELLAR).expect("test data is sound"));
        rules.options.doors_to_win = 4;
        let floor = |square: &Square| rules.level.tile(*square) == Some(Tile::Floor);
        let floors: Vec<Square> = rules.level.squares().filter(floor).collect();
        let all_doors: Vec<Square> = rules.level.doors().collect();
        let seat = |number| Seat::new(number).expect("a seat");
        let mut setup = Setup::default();
        for (index, owner) in doors {
            let door = *index.get(&all_doors);
            setup.doors.insert(door, Some(seat(owner)));
        }
        for (index, owner, kind) in units {
            let (at, owner) = (*index.get(&floors), seat(owner));
            if setup.units.iter().all(|unit| unit.at != at) {
                setup.units.push(PlacedUnit { at, owner, kind });
            }
        }
        for (index, is_up, owner) in walls {
            let (at, owner) = (*index.get(&floors), seat(owner));
            let side = if is_up { Side::Up } else { Side::Right };
            let wall = PlacedWall { at, side, owner };
            let is_new = setup.walls.iter().all(|other| other.edge() != wall.edge());
            if is_new && rules.level.is_buildable(wall.edge()) {
                setup.walls.push(wall);
            }
        }
        let position = Position::new(setup, &rules.level).expect("test data is sound");
        (rules, position)
    })
}

/// Plays random legal steps, a turn a seat, and returns the turn then begun.
pub(super) fn wander<'a>(rules: &'a Ruleset, seats: u8, choices: &[Index]) -> TurnInPlay<'a> {
    let mut turn = TurnInPlay::begin(
        rules,
        Position::empty(),
        Seat::new(0).expect("test data is sound"),
    );
    let mut next_seat = 1;
    for choice in choices {
        let legal = turn.legal_steps();
        if turn.actions_left() == 0 || legal.is_empty() {
            let seat = Seat::new(next_seat % seats).expect("test data is sound");
            next_seat += 1;
            turn = TurnInPlay::begin(rules, turn.position().clone(), seat);
        } else {
            turn.play(choice.get(&legal))
                .expect("a listed step is legal");
        }
    }
    turn
}

/// Whether a position is one that the rules can reach.
fn assert_sound(rules: &Ruleset, position: &Position) {
    let back = Position::new(position.to_setup(), &rules.level);
    assert_eq!(back.as_ref(), Ok(position));
    for (square, _) in position.units() {
        assert_eq!(rules.level.tile(square), Some(Tile::Floor));
    }
    let enough = |seat: &Seat| position.doors_of(*seat) >= usize::from(rules.options.doors_to_win);
    assert_eq!(Seat::all().find(enough), position.winner());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_step_reads_back_from_its_notation(step in steps()) {
        prop_assert_eq!(step.to_string().parse(), Ok(step.clone()));
        prop_assert_eq!(step.to_string().to_uppercase().parse(), Ok(step));
    }

    #[test]
    fn a_step_is_legal_exactly_when_it_is_listed(
        rules in rulesets(4),
        choices in prop::collection::vec(any::<Index>(), 0..120),
        tried in prop::collection::vec(steps(), 50),
    ) {
        let turn = wander(&rules, 3, &choices);
        assert_sound(&rules, turn.position());
        let legal = turn.legal_steps();
        let texts: Vec<String> = legal.iter().map(ToString::to_string).collect();
        prop_assert!(texts.is_sorted());
        for step in &legal {
            let mut next = turn.clone();
            prop_assert_eq!(next.play(step), Ok(()));
            prop_assert_ne!(&next, &turn, "{} changes nothing", step);
            assert_sound(&rules, next.position());
        }
        for step in tried {
            let several = matches!(&step, Step::Spawn { placements } if placements.len() > 1);
            let mut next = turn.clone();
            let played = next.play(&step);
            prop_assert!(several || played.is_ok() == legal.contains(&step), "{}", step);
            if played.is_err() {
                prop_assert_eq!(&next, &turn);
            }
        }
    }

    #[test]
    fn the_law_holds_in_a_crowd_too(
        (rules, position) in crowded(),
        tried in prop::collection::vec(steps(), 100),
    ) {
        let turn = TurnInPlay::begin(&rules, position, Seat::new(0).expect("a seat"));
        let legal = turn.legal_steps();
        for step in tried {
            let several = matches!(&step, Step::Spawn { placements } if placements.len() > 1);
            let played = turn.clone().play(&step);
            prop_assert!(several || played.is_ok() == legal.contains(&step), "{}", step);
        }
    }

    #[test]
    fn the_besieged_have_no_step_and_who_has_one_is_not_besieged(
        rules in rulesets(4),
        choices in prop::collection::vec(any::<Index>(), 0..200),
    ) {
        let position = wander(&rules, 3, &choices).position().clone();
        for seat in Seat::all().take(3) {
            let can_act = has_legal_step(&rules, &position, seat);
            prop_assert!(!can_act || siege(&rules, &position, seat).is_empty());
            let listed = TurnInPlay::begin(&rules, position.clone(), seat).legal_steps();
            prop_assert_eq!(can_act, !listed.is_empty());
        }
    }
}
