//! What ends when an account is suspended or deleted, and for whom nobody waits (T14, T17).

use daykeeper::ids::Role;
use daykeeper::referee::command::{Act, Command};
use daykeeper::referee::decide::decide;
use daykeeper::referee::event::{Body, TextHash};
use daykeeper::referee::options::{Preset, TurnClock};
use daykeeper::referee::refusal::Refusal;
use daykeeper::referee::ruling::{Order, Rule};
use daykeeper::rules::abaddon::ruleset::OptionsAsked;

use super::table::{Answer, Table, at, player};

/// Players 1 and 2 have played on the first day; nobody plays twice in a row.
fn alternating() -> Table {
    let clock = TurnClock {
        twice_in_a_row: false,
        ..TurnClock::of(Preset::Daily)
    };
    let mut table = Table::with(clock, OptionsAsked::default());
    table.plays(1, "03-01T10:00:00.000").unwrap();
    table.plays(2, "03-01T11:00:00.000").unwrap();
    table
}

#[test]
fn nobody_waits_for_whoever_is_suspended() {
    let table = alternating();
    let announces = |suspended: &[u8]| {
        let command = Command {
            suspended: suspended.iter().copied().map(player).collect(),
            ..Command::new(player(2), Act::Announce { colour: None })
        };
        decide(&table.game, &command, at("03-02T10:00:00.000"))
    };
    let waits = |answer: Answer| matches!(answer, Err(Refusal::TwiceInARow { .. }));
    assert!(waits(announces(&[])));
    assert!(waits(announces(&[3])));
    assert!(announces(&[1]).is_ok());
}

#[test]
fn a_hold_is_lifted_from_whoever_is_meant_and_nobody_else() {
    let mut table = alternating();
    table.announces(1, "03-02T10:00:00.000").unwrap();
    let lift = |number| {
        Act::Rule(Box::new(Rule {
            role: Role::Moderator,
            reason: TextHash("cd".repeat(32)),
            order: Order::Lift {
                from: Some(player(number)),
            },
        }))
    };
    let now = at("03-02T10:05:00.000");
    assert_eq!(table.asks(9, lift(2), now), Err(Refusal::NotAnnounced));
    let lifted = table.asks(9, lift(1), now).unwrap();
    assert_eq!(lifted[0].body.kind(), "lifted");
    assert!(table.hall().announcement.is_none());
}

#[test]
fn whoever_is_gone_leaves_a_vacant_seat_and_a_free_board() {
    let mut table = alternating();
    table.announces(1, "03-02T10:00:00.000").unwrap();
    let gone = |table: &mut Table, number| {
        table
            .asks(number, Act::Depart, at("03-02T10:05:00.000"))
            .unwrap()
    };
    let bodies: Vec<_> = gone(&mut table, 1)
        .into_iter()
        .map(|event| event.body)
        .collect();
    assert_eq!(bodies, [Body::Left]);
    assert!(table.hall().announcement.is_none());
    assert_eq!(table.game.seats[0].holder, None);
    assert!(table.game.has_left(player(1)));
    // A second time there is nothing left to give up; a stranger has nothing at all.
    assert_eq!(gone(&mut table, 1), []);
    assert_eq!(gone(&mut table, 7), []);
    // A newcomer has a hold and no seat.
    table.announces(3, "03-02T10:06:00.000").unwrap();
    let given_back = table
        .asks(3, Act::Depart, at("03-02T10:07:00.000"))
        .unwrap();
    assert_eq!(given_back[0].body, Body::Withdrawn);
    assert_eq!(table.replayed(), table.game);
}
