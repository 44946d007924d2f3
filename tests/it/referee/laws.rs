//! Laws that hold whatever anybody asks and whenever.

use std::collections::BTreeSet;

use daykeeper::referee::command::{Act, Submission};
use daykeeper::referee::decide::due;
use daykeeper::referee::event::{Actor, Body, Event};
use daykeeper::referee::options::Preset;
use daykeeper::referee::ruling::{Belongings, Order};
use daykeeper::rules::seat::Seat;
use daykeeper::time::Instant;
use proptest::prelude::*;

use super::table::{MODERATOR, Table, colour, moderated, player, taking_back};

/// What a player asks, and how long after the request before: sometimes the clock steps back.
#[derive(Clone, Debug)]
struct Request {
    player: u8,
    wish: Wish,
    wait: i64,
}

#[derive(Clone, Debug)]
enum Wish {
    Announce,
    Withdraw,
    Play { stale: u64 },
    PlayNonsense,
    TakeBack { turn: u32 },
    Leave,
    Rule(Whim),
}

/// What a moderator comes to think of; a pause ends so many milliseconds after the request, or before.
#[derive(Clone, Debug)]
enum Whim {
    Lift,
    Pause { until: Option<i64> },
    Resume,
    Revert { to: u32 },
    Remove { seat: u8 },
    Replace { seat: u8, by: u8 },
    Close,
}

fn requests() -> impl Strategy<Value = Vec<Request>> {
    let wishes = prop_oneof![
        3 => Just(Wish::Announce),
        1 => Just(Wish::Withdraw),
        5 => (0_u64..3).prop_map(|stale| Wish::Play { stale }),
        1 => Just(Wish::PlayNonsense),
    ];
    requests_for(wishes.boxed())
}

/// What players and moderators ask.
fn requests_and_rulings() -> impl Strategy<Value = Vec<Request>> {
    let wishes = prop_oneof![
        3 => Just(Wish::Announce),
        1 => Just(Wish::Withdraw),
        6 => (0_u64..3).prop_map(|stale| Wish::Play { stale }),
        1 => (0_u32..8).prop_map(|turn| Wish::TakeBack { turn }),
        1 => Just(Wish::Leave),
        4 => whims().prop_map(Wish::Rule),
    ];
    requests_for(wishes.boxed())
}

fn whims() -> impl Strategy<Value = Whim> {
    prop_oneof![
        1 => Just(Whim::Lift),
        3 => prop::option::of(-30_000_i64..600_000).prop_map(|until| Whim::Pause { until }),
        2 => Just(Whim::Resume),
        3 => (0_u32..8).prop_map(|to| Whim::Revert { to }),
        1 => (0_u8..4).prop_map(|seat| Whim::Remove { seat }),
        2 => (0_u8..4, 1_u8..6).prop_map(|(seat, by)| Whim::Replace { seat, by }),
        1 => Just(Whim::Close),
    ]
}

fn requests_for(wishes: BoxedStrategy<Wish>) -> impl Strategy<Value = Vec<Request>> {
    let minute = 60_000;
    let waits = prop_oneof![
        Just(0),
        Just(30 * minute),
        Just(30 * minute + 1),
        Just(60 * minute),
        -90 * minute..0,
        0..40 * minute,
        0..14 * 60 * minute,
    ];
    let request = (1_u8..5, wishes, waits);
    prop::collection::vec(
        request.prop_map(|(player, wish, wait)| Request { player, wish, wait }),
        1..60,
    )
}

fn presets() -> impl Strategy<Value = Preset> {
    proptest::sample::select(vec![Preset::Daily, Preset::Hourly, Preset::Free])
}

impl Wish {
    fn act(&self, table: &Table, player: u8, now: Instant) -> Act {
        let newcomer = table.game.seat_of(super::table::player(player)).is_none();
        match self {
            Self::Announce => Act::Announce {
                colour: colour(usize::from(player)).filter(|_| newcomer),
            },
            Self::Withdraw => Act::Withdraw,
            Self::Play { stale } => {
                let turn = table.a_turn_of(player);
                Act::Submit(Submission {
                    seq: turn.seq.saturating_sub(*stale).max(1),
                    ..turn
                })
            }
            Self::PlayNonsense => Act::Submit(Submission {
                steps: vec!["move a1 q13".to_owned()],
                ..table.a_turn_of(player)
            }),
            Self::TakeBack { turn } => taking_back(table, *turn),
            Self::Leave => Act::Leave,
            Self::Rule(whim) => moderated(whim.order(table, now)),
        }
    }

    /// Who asks for it: the player whose number was drawn, or a moderator.
    fn by(&self, player: u8) -> u8 {
        match self {
            Self::Rule(_) => MODERATOR,
            _ => player,
        }
    }
}

impl Whim {
    fn order(&self, table: &Table, now: Instant) -> Order {
        let seat = |number| Seat::new(number).unwrap();
        match *self {
            Self::Lift => Order::Lift { from: None },
            Self::Pause { until } => Order::Pause {
                until: until.map(|after| Instant::from_millis(now.as_millis() + after)),
            },
            Self::Resume => Order::Resume,
            Self::Revert { to } => table.back_to(to),
            Self::Remove { seat: number } => Order::Remove {
                seat: seat(number),
                belongings: Belongings::Kept,
            },
            Self::Replace { seat: number, by } => Order::Replace {
                seat: seat(number),
                player: player(by),
            },
            Self::Close => Order::Close { winner: None },
        }
    }
}

/// Plays the requests, and hands each of them with the table before and after to `law`.
fn play(
    preset: Preset,
    requests: &[Request],
    mut law: impl FnMut(&Table, &Table, Instant, bool),
) -> Table {
    let mut table = Table::of(preset);
    let mut now = table.game.created_at;
    for request in requests {
        now = Instant::from_millis(now.as_millis() + request.wait);
        let before = table.clone();
        let act = request.wish.act(&table, request.player, now);
        let by = request.wish.by(request.player);
        let accepted = table.asks(by, act, now).is_ok();
        law(&before, &table, now, accepted);
    }
    table
}

/// Who holds the board after an event, if anybody does; panics when two would.
fn holder_after(holder: Option<Actor>, event: &Event) -> Option<Actor> {
    match event.body {
        Body::Announced { .. } => {
            assert_eq!(holder, None, "two hold the board: {event:?}");
            Some(event.actor)
        }
        Body::Withdrawn | Body::Lapsed => {
            assert!(holder.is_some(), "nobody held the board: {event:?}");
            None
        }
        Body::Moved(_) => {
            assert!(
                holder.is_none_or(|holder| holder == event.actor),
                "another holds the board: {event:?}"
            );
            None
        }
        Body::Created(_)
        | Body::Seated { .. }
        | Body::Passed
        | Body::Resigned
        | Body::DrawOffered
        | Body::DrawDeclined
        | Body::DrawAgreed
        | Body::Flagged
        | Body::TakenBack(_)
        | Body::Left
        | Body::PauseEnded
        | Body::Ruled(_)
        | Body::Ended { .. } => holder,
    }
}

proptest! {
    #[test]
    fn replaying_a_log_gives_the_same_match(preset in presets(), requests in requests_and_rulings()) {
        let table = play(preset, &requests, |_, _, _, _| {});
        prop_assert_eq!(table.replayed(), table.game);
    }

    #[test]
    fn a_snapshot_reads_back_as_the_same_match(preset in presets(), requests in requests_and_rulings()) {
        let table = play(preset, &requests, |_, _, _, _| {});
        let text = serde_json::to_string(&table.game).unwrap();
        prop_assert_eq!(serde_json::from_str::<daykeeper::referee::state::Match>(&text).unwrap(), table.game);
    }

    #[test]
    fn nobody_has_two_turns_that_count_for_one_day(requests in requests_and_rulings()) {
        play(Preset::Daily, &requests, |_, after, _, _| {
            let mut seen = BTreeSet::new();
            for mark in after.game.standing() {
                assert!(seen.insert((mark.seat, mark.day)), "{mark:?}");
            }
        });
    }

    #[test]
    fn the_board_is_reserved_once_at_a_time(preset in presets(), requests in requests()) {
        let table = play(preset, &requests, |_, _, _, _| {});
        table.log.iter().fold(None, holder_after);
    }

    #[test]
    fn a_refused_command_adds_only_what_was_due(preset in presets(), requests in requests_and_rulings()) {
        play(preset, &requests, |before, after, now, accepted| {
            if !accepted {
                assert_eq!(after.log[before.log.len()..], due(&before.game, now)[..]);
            }
        });
    }

    #[test]
    fn events_are_numbered_without_a_gap_and_never_go_back_in_time(preset in presets(), requests in requests_and_rulings()) {
        let table = play(preset, &requests, |_, _, _, _| {});
        for (pair, seq) in table.log.windows(2).zip(2..) {
            prop_assert_eq!(pair[1].seq, seq);
            prop_assert!(pair[0].at <= pair[1].at);
        }
    }

    #[test]
    fn after_any_command_nothing_is_overdue(preset in presets(), requests in requests_and_rulings()) {
        play(preset, &requests, |_, after, now, _| assert_eq!(due(&after.game, now), []));
    }
}

#[test]
fn a_forged_turn_that_follows_itself_ends_no_replay() {
    let mut table = Table::of(Preset::Free);
    for number in 1..=3 {
        table
            .plays(number, &format!("03-01T0{number}:00:00.000"))
            .unwrap();
    }
    // The last turn says that it is the second one, again.
    table.game.turns[2].turn = 2;
    table.game.turns[2].follows = 2;
    let order = Order::Revert {
        to: 2,
        position: Box::new(table.game.board()),
    };
    (table.is_ruled(order, "03-02T00:00:00.000")).unwrap();
    assert_eq!(table.game.newest_standing(), 2);
}
