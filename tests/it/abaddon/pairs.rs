//! Thousands of legal turns, the same on every run, each found again from its two positions.

use daykeeper::rules::abaddon::apply::TurnInPlay;
use daykeeper::rules::abaddon::infer::infer;
use daykeeper::rules::abaddon::level::{Level, Tile};
use daykeeper::rules::abaddon::position::{Kind, Position};
use daykeeper::rules::abaddon::ruleset::{OptionsAsked, Ruleset};
use daykeeper::rules::abaddon::setup::{PlacedUnit, PlacedWall, Setup};
use daykeeper::rules::abaddon::step::Step;
use daykeeper::rules::grid::{Direction, Edge, Side, Square};
use daykeeper::rules::seat::Seat;

use super::infer::{arrive, cost};

/// Numbers that look random, the same on every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let most = u64::try_from(most.max(1)).expect("it is small");
        usize::try_from(self.0 % most).expect("it is small")
    }

    fn seat(&mut self, seats: usize) -> Seat {
        Seat::new(u8::try_from(self.below(seats)).expect("there are eight")).expect("a seat")
    }

    fn pick<T: Clone>(&mut self, among: &[T]) -> T {
        among[self.below(among.len())].clone()
    }
}

fn rules() -> Ruleset {
    let level = Level::shipped("halls-of-abaddon").expect("it ships");
    Ruleset::new(level, OptionsAsked::default()).expect("these are the defaults")
}

/// Sorts of steps that a turn prefers.
type Liking = fn(&Step) -> bool;

/// Nothing in particular, and what the turns lead to that are hardest to find again.
const LIKINGS: [Liking; 4] = [
    |_| false,
    |step| matches!(step, Step::Attack { .. }),
    |step| matches!(step, Step::Claim { .. }),
    |step| matches!(step, Step::Spawn { .. } | Step::Attack { .. }),
];

/// A step of a random sort, so that rare sorts are played as often as moves; most of the time one that
/// is liked.
fn random_step(turn: &TurnInPlay<'_>, liking: Liking, dice: &mut Dice) -> Option<Step> {
    let mut sorts: Vec<Vec<Step>> = Vec::new();
    for step in turn.legal_steps() {
        let alike =
            |of: &&mut Vec<Step>| std::mem::discriminant(&of[0]) == std::mem::discriminant(&step);
        match sorts.iter_mut().find(alike) {
            Some(of) => of.push(step),
            None => sorts.push(vec![step]),
        }
    }
    if sorts.iter().any(|of| liking(&of[0])) && dice.below(4) > 0 {
        sorts.retain(|of| liking(&of[0]));
    }
    (!sorts.is_empty()).then(|| {
        let of = dice.pick(&sorts);
        dice.pick(&of)
    })
}

/// A turn of up to seven steps, with the turn in progress before each and after the last.
struct Played<'a> {
    steps: Vec<Step>,
    turns: Vec<TurnInPlay<'a>>,
}

fn random_turn<'a>(rules: &'a Ruleset, from: &Position, seat: Seat, dice: &mut Dice) -> Played<'a> {
    let mut turn = TurnInPlay::begin(rules, from.clone(), seat);
    let (mut steps, mut turns) = (Vec::new(), vec![turn.clone()]);
    let liking = dice.pick(&LIKINGS);
    for _ in 0..=dice.below(7) {
        let Some(step) = random_step(&turn, liking, dice) else {
            break;
        };
        turn.play(&step).expect("a listed step is legal");
        steps.push(step);
        turns.push(turn.clone());
    }
    Played { steps, turns }
}

/// A late board: the doors shared out, one player now and then a door short of winning, units of every
/// kind and walls anywhere, most of them near doors, and two Soldiers in line behind what may be enemies.
fn late_board(rules: &Ruleset, (mine, seats): (Seat, usize), dice: &mut Dice) -> Position {
    let level = &rules.level;
    let is_floor = |square: &Square| level.tile(*square) == Some(Tile::Floor);
    let floors: Vec<Square> = level.squares().filter(is_floor).collect();
    let doors: Vec<Square> = level.doors().collect();
    let is_near = |square: &Square, door: &Square| {
        square.column().abs_diff(door.column()) + square.row().abs_diff(door.row()) <= 2
    };
    let near = |square: &&Square| doors.iter().any(|door| is_near(square, door));
    let near: Vec<Square> = floors.iter().filter(near).copied().collect();
    let mut setup = Setup::default();
    let mut own = dice.below(4) * 5 / 3;
    for door in &doors {
        if own > 0 {
            own -= 1;
            setup.doors.insert(*door, Some(mine));
        } else if dice.below(3) > 0 {
            setup.doors.insert(*door, Some(dice.seat(seats)));
        }
    }
    let at = dice.pick(&floors);
    for (place, kind) in [Kind::Soldier, Kind::Soldier, Kind::Engineer, Kind::Engineer]
        .into_iter()
        .enumerate()
    {
        let ahead = (0..place).try_fold(at, |at, _| at.neighbour(Direction::Right));
        if let Some(at) = ahead.filter(is_floor) {
            let owner = if place < 2 { mine } else { dice.seat(seats) };
            setup.units.push(PlacedUnit { at, owner, kind });
        }
    }
    for _ in 0..8 + dice.below(12) {
        let at = [dice.pick(&floors), dice.pick(&near), dice.pick(&near)][dice.below(3)];
        if setup.units.iter().all(|unit| unit.at != at) {
            let (owner, kind) = (dice.seat(seats), dice.pick(&Kind::ALL));
            setup.units.push(PlacedUnit { at, owner, kind });
        }
    }
    for _ in 0..dice.below(16) {
        let (at, side) = (dice.pick(&near), dice.pick(&[Side::Up, Side::Right]));
        let edge = Edge { square: at, side };
        let is_new = setup.walls.iter().all(|wall| wall.edge() != edge);
        if is_new && level.is_buildable(edge) {
            let owner = dice.seat(seats);
            setup.walls.push(PlacedWall { at, side, owner });
        }
    }
    let setup = setup.won_by_doors(rules.options.doors_to_win);
    Position::new(setup, level).expect("a board that can be")
}

/// How many turns had what is hard to find again.
#[derive(Default, Debug)]
struct Hit {
    pairs: usize,
    wins: usize,
    /// An attack hit something else than it would have before the attack before it.
    uncovered: usize,
    built: usize,
    burnt_walls: usize,
    sacrificed: usize,
    /// Engineers were created, of which one is gone.
    created_and_lost: usize,
}

impl Hit {
    fn note(&mut self, played: &Played<'_>) {
        let has = |wanted: fn(&Step) -> bool| usize::from(played.steps.iter().any(wanted));
        let boards: Vec<&Position> = played.turns.iter().map(TurnInPlay::position).collect();
        let last = boards[boards.len() - 1];
        self.pairs += 1;
        self.wins += usize::from(last.winner().is_some());
        self.built += has(|step| matches!(step, Step::Build { .. }));
        self.sacrificed += has(|step| matches!(step, Step::Claim { .. }));
        let steps = || played.steps.iter().enumerate();
        let burns = |(number, step): (usize, &Step)| {
            let Step::Attack { from, .. } = step else {
                return false;
            };
            let is_flamebat = boards[number]
                .unit(*from)
                .is_some_and(|unit| unit.kind == Kind::Flamebat);
            is_flamebat && boards[number + 1].walls().count() < boards[number].walls().count()
        };
        self.burnt_walls += usize::from(steps().any(burns));
        let uncovers = |(number, step): (usize, &Step)| {
            let attacks = |step: &Step| matches!(step, Step::Attack { .. });
            number > 0 && attacks(step) && attacks(&played.steps[number - 1]) && {
                let mut sooner = played.turns[number - 1].clone();
                sooner.play(step).is_err()
                    || gone(boards[number - 1], sooner.position())
                        != gone(boards[number], boards[number + 1])
            }
        };
        self.uncovered += usize::from(steps().any(uncovers));
        let lost = |(_, step): (usize, &Step)| match step {
            Step::Spawn { placements } => placements
                .iter()
                .any(|placement| is_lost(placement.to, played)),
            _ => false,
        };
        self.created_and_lost += usize::from(steps().any(lost));
    }
}

/// Whether an Engineer that was created on a square was burnt or sacrificed there.
fn is_lost(square: Square, played: &Played<'_>) -> bool {
    let unit = |number: usize| played.turns[number].position().unit(square);
    let ends = |(number, step): (usize, &Step)| {
        let destroys = matches!(step, Step::Attack { .. } | Step::Claim { .. });
        destroys && unit(number).is_some() && unit(number + 1).is_none()
    };
    played.steps.iter().enumerate().any(ends)
}

/// The squares and edges on which there was something that is no longer there.
fn gone(before: &Position, after: &Position) -> (Vec<Square>, Vec<Edge>) {
    let units = before
        .units()
        .map(|(at, _)| at)
        .filter(|at| after.unit(*at).is_none());
    let walls = before.walls().map(|(edge, _)| edge);
    let fallen = walls.filter(|edge| after.wall_owner(*edge).is_none());
    (units.collect(), fallen.collect())
}

/// Finds a turn again: legal, with the same result, no longer, and no dearer where it is as long.
fn find_again(rules: &Ruleset, before: &Position, seat: Seat, played: &Played<'_>) {
    let after = played.turns[played.turns.len() - 1].position();
    let found = infer(rules, before, after, seat);
    assert!(found.is_some(), "nothing found for {:?}", played.steps);
    let found = found.unwrap_or_default();
    assert_eq!(&arrive(rules, before, seat, &found), after, "{found:?}");
    let least = cost(&found);
    assert!(
        least <= cost(&played.steps),
        "{found:?} for {:?}",
        played.steps
    );
}

/// Turns of one match from its first on, some more of each board than the one that is played.
fn follow_a_match(rules: &Ruleset, seats: usize, dice: &mut Dice, hit: &mut Hit) {
    let mut position = Position::empty();
    for _ in 0..200 {
        let seat = dice.seat(seats);
        for _ in 0..3 {
            let played = random_turn(rules, &position, seat, dice);
            if !played.steps.is_empty() {
                find_again(rules, &position, seat, &played);
                hit.note(&played);
            }
        }
        let played = random_turn(rules, &position, seat, dice);
        let last = played.turns[played.turns.len() - 1].position();
        if last.winner().is_none() {
            position = last.clone();
        }
    }
}

#[test]
fn thousands_of_turns_of_matches_are_found_again() {
    let rules = rules();
    let mut dice = Dice(0x0da1_5eed);
    let mut hit = Hit::default();
    for seats in 2..=8 {
        follow_a_match(&rules, seats, &mut dice, &mut hit);
    }
    assert!(hit.pairs >= 3_800, "{hit:?}");
}

#[test]
fn late_turns_of_every_sort_are_found_again() {
    let rules = rules();
    let mut dice = Dice(0x1a7e_5eed);
    let mut hit = Hit::default();
    while hit.pairs < 1_200 {
        let seats = 2 + hit.pairs % 7;
        let seat = dice.seat(seats);
        let before = late_board(&rules, (seat, seats), &mut dice);
        let played = random_turn(&rules, &before, seat, &mut dice);
        if !played.steps.is_empty() {
            find_again(&rules, &before, seat, &played);
            hit.note(&played);
        }
    }
    assert!(hit.wins >= 10, "{hit:?}");
    assert!(hit.uncovered >= 30, "{hit:?}");
    assert!(hit.built >= 50 && hit.burnt_walls >= 30, "{hit:?}");
    assert!(hit.sacrificed >= 50, "{hit:?}");
    assert!(hit.created_and_lost >= 5, "{hit:?}");
}
