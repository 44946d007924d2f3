//! Announcing, withdrawing and sending turns.

use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;

use daykeeper::service::views::{Choice, MatchState};
use daykeeper::service::{ServiceError, Submit, ticker};
use tokio::task::JoinSet;

use crate::world::{World, at, colour, hall, refused, steps_tried, turn};

#[tokio::test]
async fn a_match_begins_open_and_runs_after_the_first_turn() {
    let world = World::new().await;
    let host = world.player(1).await;
    let id = world.a_match(&host).await;
    let view = world.service.view(&None, id).await.unwrap();
    assert_eq!(
        (view.state, view.seq, view.joinable),
        (MatchState::Open, 1, true)
    );
    assert_eq!(
        (view.title.as_str(), view.host.name.as_str()),
        ("Spring halls", "Player 1")
    );
    assert_eq!(world.join(&host, id, 0).await.unwrap(), 1);
    let view = world.service.view(&Some(host), id).await.unwrap();
    assert_eq!(
        (view.state, view.seq, view.turns),
        (MatchState::Running, 3, 1)
    );
    let opens_at = Some(at("03-02T00:00:00.000"));
    assert_eq!(view.seats[0].next_turn_opens, opens_at);
    let hindrance = view.mine.unwrap().may_play.unwrap_err();
    assert_eq!(
        (hindrance.code, hindrance.opens_at),
        ("turn_spent", opens_at)
    );
    assert_eq!(world.kinds(id).await, ["created", "seated", "moved"]);
}

#[tokio::test]
async fn of_24_who_announce_at_one_moment_exactly_one_holds_the_board() {
    let world = Arc::new(World::new().await);
    let id = world.a_match(&world.player(100).await).await;
    let mut players = JoinSet::new();
    for number in 0..24 {
        let player = world.player(number).await;
        let world = Arc::clone(&world);
        players.spawn(async move { world.service.announce(&player, id, colour(0)).await });
    }
    let results = players.join_all().await;
    let (held, kept_out): (Vec<_>, Vec<_>) = results.into_iter().partition(Result::is_ok);
    assert_eq!((held.len(), kept_out.len()), (1, 23));
    for answer in kept_out {
        let refused = refused(answer);
        assert_eq!(refused.code, "board_reserved");
        assert_eq!(refused.held_until, Some(at("03-01T12:30:00.000")));
        assert!(
            refused.message.contains(&refused.held_by.unwrap()),
            "{}",
            refused.message
        );
    }
    assert_eq!(world.kinds(id).await, ["created", "announced"]);
}

#[tokio::test]
async fn two_servers_on_one_file_do_not_write_over_each_other() {
    let world = Arc::new(World::new().await);
    let other = world.another_server().await;
    let id = world.a_match(&world.player(100).await).await;
    let mut players = JoinSet::new();
    for number in 0..8 {
        let player = world.player(number).await;
        let service = if number % 2 == 0 {
            world.service.clone()
        } else {
            other.clone()
        };
        players.spawn(async move { service.announce(&player, id, colour(0)).await.is_ok() });
    }
    let won = players
        .join_all()
        .await
        .into_iter()
        .filter(|won| *won)
        .count();
    assert_eq!(won, 1);
    assert_eq!(world.kinds(id).await, ["created", "announced"]);
}

#[tokio::test]
async fn a_turn_composed_on_an_older_board_comes_back_checked() {
    let world = World::new().await;
    let (one, two) = (world.player(1).await, world.player(2).await);
    let id = world.a_match(&one).await;
    world.join(&one, id, 0).await.unwrap();
    let stale = Submit {
        colour: colour(1),
        ..turn(1, &["join a13", "spawn a13>b13"])
    };
    let refused = refused(world.service.submit(&two, id, stale).await);
    assert_eq!(refused.code, "moved_on");
    let current = refused.current.unwrap();
    let units = current.position.to_json()["units"]
        .as_array()
        .unwrap()
        .len();
    assert_eq!((current.seq, units), (3, 1));
    let check = steps_tried(refused.check.unwrap());
    assert_eq!(check.refused.unwrap().code, "door_claimed");
    let joins = |choice: &Choice| choice.notation == "join q1";
    assert!(check.next.iter().any(joins));
    let fresh = Submit {
        colour: colour(1),
        ..turn(current.seq, &["join q1"])
    };
    assert_eq!(world.service.submit(&two, id, fresh).await.unwrap().turn, 2);
}

#[tokio::test]
async fn nobody_has_seen_an_event_that_has_not_happened() {
    let world = World::new().await;
    let one = world.player(1).await;
    let id = world.a_match(&one).await;
    let early = Submit {
        colour: colour(0),
        ..turn(2, &["join a13"])
    };
    let answer = world.service.submit(&one, id, early).await;
    assert!(
        matches!(answer, Err(ServiceError::Malformed(_))),
        "{answer:?}"
    );
}

#[tokio::test]
async fn an_illegal_step_is_named_and_changes_nothing() {
    let world = World::new().await;
    let one = world.player(1).await;
    let id = world.a_match(&one).await;
    let sent = Submit {
        colour: colour(0),
        ..turn(1, &["join a13", "move a1 a2"])
    };
    let refused = refused(world.service.submit(&one, id, sent).await);
    assert_eq!((refused.code, refused.step), ("no_unit", Some(1)));
    assert_eq!(world.kinds(id).await, ["created"]);
}

#[tokio::test]
async fn a_colour_too_close_comes_with_the_nearest_free_one() {
    let world = World::new().await;
    let one = world.player(1).await;
    let id = world.a_match(&one).await;
    let white = Some("#ffffff".parse().unwrap());
    let refused = refused(world.service.announce(&one, id, white).await);
    assert_eq!(refused.code, "colour_too_close");
    world
        .service
        .announce(&one, id, refused.nearest)
        .await
        .unwrap();
}

#[tokio::test]
async fn a_lapse_is_recorded_before_the_command_that_is_refused() {
    let world = World::new().await;
    let one = world.player(1).await;
    let id = world.a_match(&one).await;
    world.service.announce(&one, id, colour(0)).await.unwrap();
    world.set("03-01T12:30:00.001");
    // Reading shows the board as free and records nothing.
    let view = world.service.view(&Some(one.clone()), id).await.unwrap();
    assert_eq!((view.seq, hall(&view).announcement.clone()), (2, None));
    assert_eq!(world.kinds(id).await, ["created", "announced"]);
    let sent = Submit {
        colour: colour(0),
        ..turn(2, &["join a13"])
    };
    let refused = refused(world.service.submit(&one, id, sent.clone()).await);
    assert_eq!((refused.code, refused.current.unwrap().seq), ("lapsed", 3));
    assert_eq!(steps_tried(refused.check.unwrap()).refused, None);
    assert_eq!(world.kinds(id).await, ["created", "announced", "lapsed"]);
    world
        .service
        .submit(&one, id, Submit { seq: 3, ..sent })
        .await
        .unwrap();
}

#[tokio::test]
async fn a_lapse_is_recorded_by_the_ticker_after_downtime_too() {
    let world = World::new().await;
    let one = world.player(1).await;
    let (id, quiet) = (world.a_match(&one).await, world.a_match(&one).await);
    world.service.announce(&one, id, colour(0)).await.unwrap();
    world.set("03-01T12:30:00.000");
    assert_eq!(world.service.record_due().await.unwrap(), 0);
    world.set("03-09T00:00:00.000");
    let restarted = world.another_server().await;
    assert_eq!(restarted.record_due().await.unwrap(), 1);
    assert_eq!(restarted.record_due().await.unwrap(), 0);
    let events = world.service.events(&None, id, 2, 10).await.unwrap();
    assert_eq!(
        (events[0].kind.as_str(), events[0].at),
        ("lapsed", at("03-01T12:30:00.000"))
    );
    assert_eq!(world.kinds(quiet).await, ["created"]);
}

#[tokio::test]
async fn the_ticker_ticks_at_once_and_stops_when_told() {
    let world = World::new().await;
    let one = world.player(1).await;
    let id = world.a_match(&one).await;
    world.service.announce(&one, id, colour(0)).await.unwrap();
    world.set("03-01T13:00:00.000");
    let mut told = world.service.follow();
    let stop = async move { assert_eq!(told.recv().await.unwrap().kind, "lapsed") };
    ticker::run(world.service.clone(), stop).await;
    assert_eq!(world.kinds(id).await, ["created", "announced", "lapsed"]);
}

#[tokio::test]
async fn announcing_again_changes_nothing_and_withdrawing_frees_the_board() {
    let world = World::new().await;
    let one = world.player(1).await;
    let id = world.a_match(&one).await;
    let first = world.service.announce(&one, id, colour(0)).await.unwrap();
    let again = world.service.announce(&one, id, colour(0)).await.unwrap();
    assert_eq!((first.new, again.new), (true, false));
    assert_eq!((again.held_until, again.seq), (first.held_until, first.seq));
    world.service.withdraw(&one, id).await.unwrap();
    assert_eq!(
        refused(world.service.withdraw(&one, id).await).code,
        "not_announced"
    );
    let spent = refused(world.service.announce(&one, id, colour(0)).await);
    assert_eq!(
        (spent.code, spent.opens_at),
        ("announcement_spent", Some(at("03-02T00:00:00.000")))
    );
}

#[tokio::test]
async fn a_command_is_done_to_its_end_though_whoever_asked_hangs_up() {
    let world = World::new().await;
    let one = world.player(1).await;
    let id = world.a_match(&one).await;
    let mut told = world.service.follow();
    {
        let mut asking = pin!(world.service.announce(&one, id, colour(0)));
        // Until the commit is under way, which is a task of its own.
        let tasks = tokio::runtime::Handle::current().metrics();
        let before = tasks.num_alive_tasks();
        poll_fn(|context| {
            assert!(asking.as_mut().poll(context).is_pending());
            if before < tasks.num_alive_tasks() {
                Poll::Ready(())
            } else {
                Poll::Pending
            }
        })
        .await;
    }
    assert_eq!(told.recv().await.unwrap().kind, "announced");
    let view = world.service.view(&None, id).await.unwrap();
    assert_eq!(
        (view.seq, hall(&view).announcement.clone().unwrap().holder),
        (2, one)
    );
}

#[tokio::test]
async fn followers_are_told_after_the_commit_and_in_order() {
    let world = World::new().await;
    let one = world.player(1).await;
    let mut told = world.service.follow();
    let id = world.a_match(&one).await;
    world.join(&one, id, 0).await.unwrap();
    for (seq, kind, turn) in [
        (1, "created", None),
        (2, "seated", None),
        (3, "moved", Some(1)),
    ] {
        let event = told.recv().await.unwrap();
        assert_eq!(
            (event.match_id, event.seq, event.kind, event.turn),
            (id, seq, kind, turn)
        );
    }
}

#[tokio::test]
async fn a_damaged_match_hinders_no_other_one() {
    let world = World::new().await;
    let one = world.player(1).await;
    let (damaged, sound) = (world.a_match(&one).await, world.a_match(&one).await);
    for id in [damaged, sound] {
        world.service.announce(&one, id, colour(0)).await.unwrap();
    }
    let file = world.file().await;
    for damage in [
        "DROP TRIGGER events_are_never_changed",
        "UPDATE events SET payload = '{}' WHERE seq = 1 AND match_id = $1",
        // It is the longest overdue of all.
        "UPDATE matches SET next_due = 1 WHERE id = $1",
    ] {
        let query = sqlx::query(damage);
        let query = if damage.contains("$1") {
            query.bind(damaged.to_string())
        } else {
            query
        };
        query.execute(&file).await.unwrap();
    }
    world.set("03-01T12:30:02.001");
    let restarted = world.another_server().await;
    assert_eq!(restarted.record_due().await.unwrap(), 1);
    let kinds = world.kinds(sound).await;
    assert_eq!(kinds.last().map(String::as_str), Some("lapsed"));
    let lobby = restarted.lobby(&Some(one)).await.unwrap();
    let listed: Vec<_> = lobby.open.items.iter().map(|card| card.id).collect();
    assert_eq!(listed, [sound]);
}

#[tokio::test]
async fn the_ticker_leaves_the_last_instant_to_whoever_plays_in_it() {
    let world = World::new().await;
    let one = world.player(1).await;
    let id = world.a_match(&one).await;
    world.service.announce(&one, id, colour(0)).await.unwrap();
    world.set("03-01T12:30:01.000");
    assert_eq!(world.service.record_due().await.unwrap(), 0);
    // Who came in time, and waits for the disk, is in time.
    world.set("03-01T12:30:00.000");
    world.join(&one, id, 0).await.unwrap();
}
