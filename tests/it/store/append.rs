//! One writer, many at its door.

use std::sync::Arc;

use daykeeper::ids::{AccountId, MatchId};
use daykeeper::referee::event::{Actor, Body, Event};
use daykeeper::referee::evolve::{begin, evolve};
use daykeeper::referee::state::Match;
use daykeeper::service::{NewMatch, ServiceError};
use daykeeper::store::append::{Append, AppendError, Beside};
use daykeeper::store::project::Loaded;
use metrics_exporter_prometheus::PrometheusBuilder;
use tokio::task::JoinSet;

use crate::world::{World, at, colour, turn};

/// An announcement that follows a match as it was loaded.
fn announced(loaded: &Loaded, number: u8) -> Append {
    let event = Event {
        seq: loaded.game.seq + 1,
        at: loaded.game.last_at,
        actor: Actor::Account(AccountId::from_random([number; 10])),
        seat: None,
        body: Body::Announced {
            colour: colour(0),
            held_until: at("03-01T12:30:00.000"),
        },
    };
    Append::following(loaded, &[event], Beside::default()).0
}

#[tokio::test]
async fn of_eight_that_follow_one_event_exactly_one_is_written() {
    let world = World::new().await;
    let id = world.a_match(&world.player(1).await).await;
    let loaded = world.service.store().load(id).await.unwrap().unwrap();
    let appender = world.service.store().start_appender();
    let mut racers = JoinSet::new();
    for number in 0..8 {
        let (appender, append) = (appender.clone(), announced(&loaded, number));
        racers.spawn(async move { appender.append(append).await });
    }
    let results = racers.join_all().await;
    let won = results.iter().filter(|result| result.is_ok()).count();
    let lost = results
        .iter()
        .filter(|result| matches!(result, Err(AppendError::Conflict)))
        .count();
    assert_eq!((won, lost), (1, 7));
    assert_eq!(world.kinds(id).await, ["created", "announced"]);
}

#[tokio::test]
async fn a_conflict_does_not_fail_those_who_are_committed_with_it() {
    let world = World::new().await;
    let host = world.player(1).await;
    let (one, other) = (world.a_match(&host).await, world.a_match(&host).await);
    let store = world.service.store();
    let stale = store.load(one).await.unwrap().unwrap();
    world.service.announce(&host, one, colour(0)).await.unwrap();
    let fresh = store.load(other).await.unwrap().unwrap();
    let appender = store.start_appender();
    let (refused, written) = tokio::join!(
        appender.append(announced(&stale, 7)),
        appender.append(announced(&fresh, 7))
    );
    assert!(matches!(refused, Err(AppendError::Conflict)));
    written.unwrap();
    assert_eq!(world.kinds(other).await, ["created", "announced"]);
}

#[tokio::test]
async fn what_waits_together_is_committed_together() {
    let recorder = PrometheusBuilder::new().build_recorder();
    let metrics = recorder.handle();
    let _guard = metrics::set_default_local_recorder(&recorder);
    let world = Arc::new(World::new().await);
    let host = world.player(1).await;
    let mut writers = JoinSet::new();
    for _ in 0..64 {
        let (world, host) = (Arc::clone(&world), host.clone());
        writers.spawn(async move { world.a_match(&host).await });
    }
    assert_eq!(writers.join_all().await.len(), 64);
    let said = metrics.render();
    let number = |name: &str| -> f64 {
        let line = said.lines().find(|line| line.starts_with(name)).unwrap();
        line.rsplit(' ').next().unwrap().parse().unwrap()
    };
    assert!(
        (number("daykeeper_appends_per_commit_sum") - 64.0).abs() < 0.5,
        "{said}"
    );
    assert!(
        number("daykeeper_appends_per_commit_count") < 16.0,
        "{said}"
    );
}

#[tokio::test]
async fn events_and_what_is_derived_from_them_are_written_together_or_not_at_all() {
    let world = World::new().await;
    let player = world.player(1).await;
    let id = world.a_match(&player).await;
    let file = world.file().await;
    sqlx::query("CREATE TRIGGER full BEFORE INSERT ON turns BEGIN SELECT RAISE(ABORT, 'the disk is full'); END")
        .execute(&file)
        .await
        .unwrap();
    let failed = world.join(&player, id, 0).await;
    assert!(
        matches!(
            failed,
            Err(ServiceError::Broken(_) | ServiceError::Unavailable(_))
        ),
        "{failed:?}"
    );
    assert_eq!(world.kinds(id).await, ["created"]);
    assert_eq!(world.service.view(&None, id).await.unwrap().turns, 0);
    sqlx::query("DROP TRIGGER full")
        .execute(&file)
        .await
        .unwrap();
    assert_eq!(world.join(&player, id, 0).await.unwrap(), 1);
    assert_eq!(world.kinds(id).await, ["created", "seated", "moved"]);
}

#[tokio::test]
async fn the_record_is_only_ever_added_to() {
    let world = World::new().await;
    let id = world.a_match(&world.player(1).await).await;
    let file = world.file().await;
    for statement in [
        "UPDATE events SET at = 0",
        "DELETE FROM events",
        "UPDATE events SET payload = '{}' WHERE seq = 1",
    ] {
        let error = sqlx::query(statement)
            .execute(&file)
            .await
            .unwrap_err()
            .to_string();
        assert!(error.contains("only ever added to"), "{error}");
    }
    assert_eq!(world.kinds(id).await, ["created"]);
}

/// The match as all of its events make it, without any snapshot.
async fn replayed(world: &World, id: MatchId) -> Match {
    let stored = world.service.store().events(id, 0, 1_000).await.unwrap();
    let mut game = None;
    for event in stored {
        let event = event.read().unwrap();
        game = match (game, &event.body, event.actor) {
            (None, Body::Created(created), Actor::Account(host)) => {
                Some(begin(id, host, event.at, created))
            }
            (game, _, _) => game.map(|game| evolve(game, &event)),
        };
    }
    game.unwrap()
}

#[tokio::test]
async fn a_match_loaded_from_a_snapshot_is_the_one_that_its_events_make() {
    let world = World::new().await;
    let host = world.player(1).await;
    let asked = NewMatch {
        title: "Long".to_owned(),
        ..NewMatch::default()
    };
    let id = world.service.create_match(&host, asked).await.unwrap();
    let mut now = at("03-01T12:00:00.000");
    world.join(&host, id, 0).await.unwrap();
    for number in 0..100 {
        now = now.plus_days(1);
        world.clock.set(now);
        world.service.announce(&host, id, None).await.unwrap();
        if number % 2 == 0 {
            world.service.withdraw(&host, id).await.unwrap();
        } else {
            world.clock.set(now.plus_minutes(45));
            world.service.record_due().await.unwrap();
        }
        if number == 70 {
            let steps = ["move b13 c13"];
            world
                .service
                .submit(&host, id, turn(world.seq(id).await, &steps))
                .await
                .unwrap();
        }
    }
    let loaded = world.service.store().load(id).await.unwrap().unwrap();
    assert_eq!(loaded.game.seq, 204);
    assert_eq!(loaded.game, replayed(&world, id).await);
    let snapshots: (i64,) = sqlx::query_as("SELECT seq FROM snapshots")
        .fetch_one(&world.file().await)
        .await
        .unwrap();
    assert_eq!(snapshots.0 / 50, 4);
    // A snapshot in another form is passed over, and so is one that cannot be read.
    for version in ["version", "0"] {
        let damage = format!("UPDATE snapshots SET version = {version}, state = 'of old'");
        let damage = sqlx::query(sqlx::AssertSqlSafe(damage));
        damage.execute(&world.file().await).await.unwrap();
        let replayed = world.service.store().load(id).await.unwrap().unwrap();
        assert_eq!(replayed, loaded);
    }
}
