//! The stored form of events reads back, and says exactly what the specification names.

use daykeeper::ids::{AccountId, MatchId};
use daykeeper::referee::chain::GENESIS;
use daykeeper::referee::event::{
    AbaddonChosen, Actor, Body, Created, CreatedGame, Event, HeliosChosen, Moved, Play, TextHash,
    Visibility,
};
use daykeeper::referee::options::{Preset, TurnClock};
use daykeeper::rules::abaddon::level::Level;
use daykeeper::rules::abaddon::ruleset::{OptionsAsked, Ruleset};
use daykeeper::rules::abaddon::step::Step;
use daykeeper::rules::canonical::sha256_hex;
use daykeeper::rules::colour::Colour;
use daykeeper::rules::helios;
use daykeeper::rules::helios::side::Side;
use daykeeper::rules::seat::Seat;
use daykeeper::store::record::{RecordFault, StoredEvent};
use daykeeper::time::Instant;
use proptest::prelude::*;
use std::sync::Arc;

const MATCH: [u8; 10] = [9; 10];

fn written(event: &Event) -> StoredEvent {
    StoredEvent::write(MatchId::from_random(MATCH), event, GENESIS)
}

fn accounts() -> impl Strategy<Value = AccountId> {
    any::<[u8; 10]>().prop_map(AccountId::from_random)
}

fn instants() -> impl Strategy<Value = Instant> {
    (0_i64..4_000_000_000_000).prop_map(Instant::from_millis)
}

fn colours() -> impl Strategy<Value = Colour> {
    any::<[u8; 3]>().prop_map(Colour::new)
}

fn seats() -> impl Strategy<Value = Seat> {
    (0_u8..8).prop_map(|number| Seat::new(number).unwrap())
}

fn steps() -> impl Strategy<Value = Step> {
    let texts = [
        "join a13",
        "spawn a13>b13 g13>g12",
        "move b13 c13",
        "breach c11 d11",
        "jump d12 d13>n1",
        "claim a12 a13",
        "disown a12 a13",
        "transform h10 soldier",
        "build h10 up",
        "break h10 left",
        "attack h10 down",
    ];
    proptest::sample::select(texts.to_vec()).prop_map(|text| text.parse().unwrap())
}

fn rulesets() -> impl Strategy<Value = (String, Ruleset)> {
    let own = Level::parse("name: Small\n\n+---+---+---+\n| A   .   M |\n+   +   +   +\n| A   .   . |\n+---+---+---+\n").unwrap();
    let level = prop_oneof![
        Just((
            "halls-of-abaddon".to_owned(),
            Level::shipped("halls-of-abaddon").unwrap()
        )),
        Just(("small".to_owned(), Arc::new(own))),
    ];
    (level, 1_i64..=4).prop_map(|((id, level), actions)| {
        let asked = OptionsAsked {
            actions: Some(actions),
            ..OptionsAsked::default()
        };
        (id, Ruleset::new(level, asked).unwrap())
    })
}

fn created() -> impl Strategy<Value = Body> {
    let presets = proptest::sample::select(vec![Preset::Daily, Preset::Hourly, Preset::Free]);
    let visibility = proptest::sample::select(vec![
        Visibility::Public,
        Visibility::Unlisted,
        Visibility::Private,
    ]);
    let players = prop::collection::vec(accounts(), 0..4);
    (rulesets(), presets, visibility, players, any::<[bool; 2]>()).prop_map(
        |((level, ruleset), preset, visibility, players, [takeback, host_moderates])| {
            Body::Created(Box::new(Created {
                rules_version: 1,
                title: TextHash("ab".repeat(32)),
                host_moderates,
                visibility,
                players,
                game: CreatedGame::Abaddon(AbaddonChosen {
                    level,
                    ruleset,
                    clock: TurnClock::of(preset),
                    takeback,
                }),
            }))
        },
    )
}

fn created_helios() -> impl Strategy<Value = Body> {
    let days = proptest::option::of(1_u8..=14);
    let sides = proptest::sample::select(Side::BOTH.to_vec());
    let opponents = proptest::option::of(accounts());
    (4_i64..=12, 4_i64..=12, days, sides, opponents).prop_map(
        |(width, height, days_per_turn, host_side, opponent)| {
            let asked = helios::ruleset::OptionsAsked {
                width: Some(width),
                height: Some(height),
                quiet_limit: None,
            };
            Body::Created(Box::new(Created {
                rules_version: 1,
                title: TextHash("ab".repeat(32)),
                host_moderates: false,
                visibility: Visibility::Public,
                players: Vec::new(),
                game: CreatedGame::Helios(HeliosChosen {
                    options: asked.try_into().unwrap(),
                    days_per_turn,
                    host_side,
                    opponent,
                }),
            }))
        },
    )
}

fn played() -> impl Strategy<Value = Play> {
    let actions = ["c1-c2", "c3xc5", "c7*", "c3>c4"];
    let action = proptest::sample::select(actions.to_vec());
    prop_oneof![
        prop::collection::vec(steps(), 1..6).prop_map(Play::Steps),
        action.prop_map(|action| Play::Action(action.parse().unwrap())),
    ]
}

fn moved() -> impl Strategy<Value = Body> {
    let post = proptest::option::of(Just(TextHash("cd".repeat(32))));
    (
        1_u32..10_000,
        played(),
        instants(),
        proptest::option::of(instants()),
        post,
    )
        .prop_map(|(turn, play, at, announced_at, post)| {
            let position = "ef".repeat(32);
            Body::Moved(Moved {
                turn,
                play,
                day: at.day(),
                announced_at,
                post,
                position,
            })
        })
}

fn bodies() -> impl Strategy<Value = Body> {
    prop_oneof![
        created(),
        colours().prop_map(|colour| Body::Seated { colour }),
        (proptest::option::of(colours()), instants())
            .prop_map(|(colour, held_until)| Body::Announced { colour, held_until }),
        Just(Body::Withdrawn),
        Just(Body::Lapsed),
        created_helios(),
        Just(Body::Passed),
        Just(Body::Resigned),
        Just(Body::DrawOffered),
        Just(Body::DrawDeclined),
        Just(Body::DrawAgreed),
        Just(Body::Flagged),
        moved(),
        proptest::option::of(seats()).prop_map(|winner| Body::Ended { winner }),
    ]
}

fn events() -> impl Strategy<Value = Event> {
    let actors = prop_oneof![accounts().prop_map(Actor::Account), Just(Actor::Server)];
    (
        1_u64..1_000_000,
        instants(),
        actors,
        proptest::option::of(seats()),
        bodies(),
    )
        .prop_map(|(seq, at, actor, seat, body)| Event {
            seq,
            at,
            actor,
            seat,
            body,
        })
}

proptest! {
    #[test]
    fn what_is_written_reads_back(event in events()) {
        let stored = written(&event);
        prop_assert_eq!(stored.read(), Ok(event));
        prop_assert_eq!(&stored.hash, &stored.recomputed_hash());
        let text = serde_json::to_string(&stored).unwrap();
        prop_assert_eq!(serde_json::from_str::<StoredEvent>(&text).unwrap(), stored);
    }
}

#[test]
fn an_event_has_the_members_of_the_specification_and_no_other() {
    let at = "2026-03-01T12:00:00.000Z".parse().unwrap();
    let event = Event {
        seq: 4,
        at,
        actor: Actor::Server,
        seat: Seat::new(2),
        body: Body::Lapsed,
    };
    let stored = written(&event);
    assert_eq!(
        serde_json::to_value(&stored).unwrap(),
        serde_json::json!({
            "match": MatchId::from_random(MATCH), "seq": 4, "at": "2026-03-01T12:00:00.000Z",
            "actor": "server", "seat": 2, "kind": "lapsed", "version": 1, "payload": {},
            "prev": GENESIS, "hash": stored.hash,
        })
    );
}

#[test]
fn a_level_that_ships_is_named_and_another_one_written_out() {
    let level = |id: &str, level| {
        let event = Event {
            seq: 1,
            at: Instant::default(),
            actor: Actor::Server,
            seat: None,
            body: Body::Created(Box::new(Created {
                rules_version: 1,
                title: TextHash("ab".repeat(32)),
                host_moderates: false,
                visibility: Visibility::Public,
                players: Vec::new(),
                game: CreatedGame::Abaddon(AbaddonChosen {
                    level: id.to_owned(),
                    ruleset: Ruleset::new(level, OptionsAsked::default()).unwrap(),
                    clock: TurnClock::of(Preset::Daily),
                    takeback: true,
                }),
            })),
        };
        written(&event).payload["level"].clone()
    };
    let halls = Level::shipped("halls-of-abaddon").unwrap();
    let text = halls.to_text();
    assert_eq!(
        level("halls-of-abaddon", Arc::clone(&halls)),
        serde_json::json!({"id": "halls-of-abaddon", "sha256": sha256_hex(text.as_bytes())})
    );
    assert_eq!(
        level("halls-of-old", halls),
        serde_json::json!({"id": "halls-of-old", "text": text})
    );
}

#[test]
fn a_record_of_a_newer_version_is_not_misread() {
    let event = Event {
        seq: 1,
        at: Instant::default(),
        actor: Actor::Server,
        seat: None,
        body: Body::Withdrawn,
    };
    let mut stored = written(&event);
    stored.version = 2;
    let unknown = RecordFault::Unknown {
        kind: "withdrawn".to_owned(),
        version: 2,
    };
    assert_eq!(stored.read(), Err(unknown));
}
