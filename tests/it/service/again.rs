//! One submission sent more than once (T10).

use std::sync::Arc;

use daykeeper::service::{ServiceError, Submit};
use tokio::task::JoinSet;

use crate::world::{World, colour, refused, turn};

/// A first turn under a key.
fn keyed(seq: u64, airlock: &str) -> Submit {
    let join = format!("join {airlock}");
    Submit {
        colour: colour(0),
        key: Some("one-key".parse().unwrap()),
        ..turn(seq, &[&join])
    }
}

#[tokio::test]
async fn the_same_submission_gets_the_same_answer_whenever_it_comes() {
    let world = World::new().await;
    let (one, two) = (world.player(1).await, world.player(2).await);
    let id = world.a_match(&one).await;
    let accepted = world
        .service
        .submit(&one, id, keyed(1, "a13"))
        .await
        .unwrap();
    assert_eq!(
        world
            .service
            .submit(&one, id, keyed(1, "a13"))
            .await
            .unwrap(),
        accepted
    );
    world.join(&two, id, 1).await.unwrap();
    world.set("03-05T00:00:00.000");
    assert_eq!(
        world
            .service
            .submit(&one, id, keyed(1, "a13"))
            .await
            .unwrap(),
        accepted
    );
    let restarted = world.another_server().await;
    assert_eq!(
        restarted.submit(&one, id, keyed(1, "a13")).await.unwrap(),
        accepted
    );
    assert_eq!(world.kinds(id).await.len(), 5);
}

#[tokio::test]
async fn another_body_under_the_key_is_refused() {
    let world = World::new().await;
    let one = world.player(1).await;
    let id = world.a_match(&one).await;
    world
        .service
        .submit(&one, id, keyed(1, "a13"))
        .await
        .unwrap();
    for other in [
        keyed(1, "g13"),
        Submit {
            post: Some("hello".to_owned()),
            ..keyed(1, "a13")
        },
    ] {
        let answer = world.service.submit(&one, id, other).await;
        assert!(matches!(answer, Err(ServiceError::KeyReused)), "{answer:?}");
    }
}

#[tokio::test]
async fn a_key_is_one_persons_in_one_match() {
    let world = World::new().await;
    let (one, two) = (world.player(1).await, world.player(2).await);
    let (id, other) = (world.a_match(&one).await, world.a_match(&one).await);
    world
        .service
        .submit(&one, id, keyed(1, "a13"))
        .await
        .unwrap();
    let theirs = Submit {
        colour: colour(1),
        ..keyed(3, "g13")
    };
    assert_eq!(
        world.service.submit(&two, id, theirs).await.unwrap().turn,
        2
    );
    assert_eq!(
        world
            .service
            .submit(&one, other, keyed(1, "g13"))
            .await
            .unwrap()
            .turn,
        1
    );
}

#[tokio::test]
async fn a_refused_submission_leaves_its_key_free() {
    let world = World::new().await;
    let (one, two) = (world.player(1).await, world.player(2).await);
    let id = world.a_match(&one).await;
    world.join(&two, id, 1).await.unwrap();
    assert_eq!(
        refused(world.service.submit(&one, id, keyed(1, "a13")).await).code,
        "moved_on"
    );
    assert_eq!(
        world
            .service
            .submit(&one, id, keyed(3, "a13"))
            .await
            .unwrap()
            .turn,
        2
    );
}

#[tokio::test]
async fn of_two_at_one_moment_one_is_decided_and_the_other_gets_its_answer() {
    let world = Arc::new(World::new().await);
    let one = world.player(1).await;
    let id = world.a_match(&one).await;
    let other = world.another_server().await;
    let mut clicks = JoinSet::new();
    for number in 0..6 {
        let (one, service) = (
            one.clone(),
            if number % 2 == 0 {
                &world.service
            } else {
                &other
            }
            .clone(),
        );
        clicks.spawn(async move { service.submit(&one, id, keyed(1, "a13")).await.unwrap() });
    }
    let answers = clicks.join_all().await;
    assert!(
        answers.iter().all(|answer| *answer == answers[0]),
        "{answers:?}"
    );
    assert_eq!(world.kinds(id).await, ["created", "seated", "moved"]);
}
