//! How long play by picture takes: `cargo bench --bench by_picture`.
//!
//! Late positions of matches with two and with eight players, reached by random legal play, and for each
//! a random turn (what is asked for is reachable) or that turn with one thing changed afterwards (nearly
//! always it is not). Then pictures of such a position, read at several scales.

use std::io::{Write, stdout};
use std::sync::Arc;
use std::time::{Duration, Instant};

use daykeeper::picture::abaddon::{View, draw};
use daykeeper::picture::encode::{Chunks, Scale, encode};
use daykeeper::picture::frame::Options;
use daykeeper::picture::read::Reader;
use daykeeper::picture::sprite::Sprites;
use daykeeper::rules::abaddon::apply::TurnInPlay;
use daykeeper::rules::abaddon::infer::infer;
use daykeeper::rules::abaddon::level::Level;
use daykeeper::rules::abaddon::position::Position;
use daykeeper::rules::abaddon::ruleset::{OptionsAsked, Ruleset};
use daykeeper::rules::abaddon::step::Step;
use daykeeper::rules::colour::Colour;
use daykeeper::rules::seat::{BySeat, Names, Seat};

const POSITIONS: usize = 300;
const PICTURES: usize = 60;
const TURNS_BEFORE: usize = 120;
const LEVEL: &str = "halls-of-abaddon";

/// Numbers that look random, the same on every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % u64::try_from(most.max(1)).expect("it is small"))
            .expect("it is small")
    }
}

fn rules(actions: i64) -> Ruleset {
    let asked = OptionsAsked {
        actions: Some(actions),
        doors_to_win: Some(11),
        ..OptionsAsked::default()
    };
    let level = Level::shipped(LEVEL).expect("it ships");
    Ruleset::new(level, asked).expect("these options are allowed")
}

fn seat(number: usize) -> Seat {
    Seat::new(u8::try_from(number).expect("there are eight")).expect("there are eight")
}

/// A step of a random sort, so that rare sorts are played as often as moves. Own doors are kept.
fn random_step(turn: &TurnInPlay<'_>, dice: &mut Dice) -> Option<Step> {
    let legal = turn.legal_steps();
    let sort = |step: &Step| {
        step.to_string()
            .split(' ')
            .next()
            .unwrap_or_default()
            .to_owned()
    };
    let mut sorts: Vec<String> = legal.iter().map(sort).collect();
    sorts.dedup();
    let wanted = sorts.get(dice.below(sorts.len()))?;
    let alike: Vec<&Step> = legal.iter().filter(|step| sort(step) == *wanted).collect();
    Some(alike[dice.below(alike.len())].clone())
}

fn random_turn(rules: &Ruleset, from: &Position, seat: Seat, dice: &mut Dice) -> Position {
    let mut turn = TurnInPlay::begin(rules, from.clone(), seat);
    for _ in 0..=dice.below(2 * usize::from(rules.options.actions) + 1) {
        let Some(step) = random_step(&turn, dice) else {
            break;
        };
        turn.play(&step).expect("a listed step is legal");
    }
    turn.position().clone()
}

fn late_positions(rules: &Ruleset, seats: usize) -> Vec<(Position, Seat)> {
    let mut dice = Dice(0x5eed_cafe);
    let mut found = Vec::new();
    while found.len() < POSITIONS {
        let mut position = Position::empty();
        for number in 0..TURNS_BEFORE + dice.below(60) {
            position = random_turn(rules, &position, seat(number % seats), &mut dice);
        }
        found.push((position, seat(dice.below(seats))));
    }
    found
}

#[expect(
    clippy::disallowed_methods,
    reason = "to measure is what this program is for"
)]
fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let started = Instant::now();
    let done = work();
    (done, started.elapsed())
}

fn report(name: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |share: usize| times[(times.len() - 1) * share / 100];
    writeln!(
        stdout(),
        "{name:<44} {:>6} median {:>9.3?}  99 % {:>9.3?}  worst {:>9.3?}",
        times.len(),
        at(50),
        at(99),
        at(100)
    )
    .expect("standard output can be written");
}

fn measure_infer(seats: usize, actions: i64) {
    let rules = rules(actions);
    let mut dice = Dice(0xd1ce);
    let (mut reachable, mut changed) = (Vec::new(), Vec::new());
    for (before, seat_of_turn) in late_positions(&rules, seats) {
        let after = random_turn(&rules, &before, seat_of_turn, &mut dice);
        let (found, time) = timed(|| infer(&rules, &before, &after, seat_of_turn));
        reachable.push(time);
        assert!(found.is_some() || after == before, "a legal turn is found");
        let other = seat(dice.below(seats));
        let mut turn = TurnInPlay::begin(&rules, after, other);
        if let Some(step) = random_step(&turn, &mut dice) {
            turn.play(&step).expect("a listed step is legal");
        }
        let (_, time) = timed(|| infer(&rules, &before, turn.position(), seat_of_turn));
        changed.push(time);
    }
    report(
        &format!("infer, {seats} seats, {actions} actions: a turn"),
        reachable,
    );
    report(
        &format!("infer, {seats} seats, {actions} actions: changed"),
        changed,
    );
}

fn measure_read() {
    let rules = rules(2);
    let positions = late_positions(&rules, 8);
    let mut suggested = Colour::SUGGESTED.into_iter();
    let colours = BySeat::from_fn(|_| suggested.next());
    let sprites = Sprites::default();
    let level = Arc::clone(&rules.level);
    let reader = Reader {
        level: &level,
        colours: &colours,
        sprites: &sprites,
        names: &Names::default(),
        doors_to_win: 11,
    };
    let chunks = Chunks {
        title: None,
        daykeeper: String::new(),
    };
    for scale in [1, 3, 8] {
        let scale = Scale::new(scale).expect("it is a scale");
        let times = positions.iter().take(PICTURES).map(|(position, _)| {
            let view =
                View::new(&level, position, &colours, &sprites).expect("every seat has a colour");
            let file = encode(&draw(&view, &Options::default()), scale, &chunks);
            let (reading, time) = timed(|| reader.read(&file).expect("it is a board"));
            assert!(reading.unreadable.is_empty());
            time
        });
        report(&format!("read, 8 seats, {scale:?}"), times.collect());
    }
}

fn main() {
    measure_read();
    for (seats, actions) in [(8, 2), (2, 2), (8, 4), (2, 4)] {
        measure_infer(seats, actions);
    }
}
