//! Tampering is found, and named.

use daykeeper::cli::verify::{Verified, verify};
use daykeeper::ids::MatchId;
use daykeeper::service::Submit;
use daykeeper::store::verify::{Fault, VerifyError};

use crate::world::{World, colour, turn};

/// A server with a short match, and two more that nothing happens to.
async fn a_world() -> (World, MatchId) {
    let world = World::new().await;
    let (one, two) = (world.player(1).await, world.player(2).await);
    for _ in 0..2 {
        let other = world.a_match(&one).await;
        world
            .service
            .announce(&one, other, colour(0))
            .await
            .unwrap();
    }
    let id = world.a_match(&one).await;
    let first = Submit {
        post: Some("Good luck!".to_owned()),
        colour: colour(0),
        ..turn(1, &["join a13", "spawn a13>b13"])
    };
    world.service.submit(&one, id, first).await.unwrap();
    world.service.announce(&two, id, colour(1)).await.unwrap();
    world.join(&two, id, 1).await.unwrap();
    (world, id)
}

/// Does something to the file behind the program's back, and says which fault is found.
async fn fault_after(tampering: &str) -> (u64, String) {
    let (world, id) = a_world().await;
    let file = world.file().await;
    let statements = format!(
        "PRAGMA foreign_keys = OFF; DROP TRIGGER events_are_never_changed; DROP TRIGGER events_are_never_removed; {}",
        tampering.replace("$id", &format!("'{id}'"))
    );
    sqlx::raw_sql(sqlx::AssertSqlSafe(statements))
        .execute(&file)
        .await
        .unwrap();
    match verify(world.service.store(), None).await {
        Err(VerifyError::Fault(Fault {
            match_id,
            seq,
            what,
        })) => {
            assert_eq!(match_id, id);
            (seq, what)
        }
        other => panic!("no fault: {other:?}"),
    }
}

#[tokio::test]
async fn an_honest_store_has_no_fault() {
    let (world, id) = a_world().await;
    let all = verify(world.service.store(), None).await.unwrap();
    assert_eq!(
        all,
        Verified {
            matches: 3,
            events: 10
        }
    );
    let one = verify(world.service.store(), Some(id)).await.unwrap();
    assert_eq!(
        one,
        Verified {
            matches: 1,
            events: 6
        }
    );
    let nowhere = verify(world.service.store(), Some(MatchId::from_random([0; 10]))).await;
    assert!(matches!(nowhere, Err(VerifyError::Fault(_))));
}

#[tokio::test]
async fn a_changed_byte_is_named() {
    let byte = "UPDATE events SET payload = replace(payload, 'b13', 'b12') WHERE match_id = $id AND seq = 3";
    let (seq, what) = fault_after(byte).await;
    assert_eq!(
        (seq, what.as_str()),
        (3, "its hash is not that of what it says")
    );
    let blank = "UPDATE events SET payload = payload || ' ' WHERE match_id = $id AND seq = 4";
    assert_eq!(fault_after(blank).await.0, 4);
    let broken = "UPDATE events SET payload = '{' WHERE match_id = $id AND seq = 5";
    assert_eq!(fault_after(broken).await.0, 5);
    let instant = "UPDATE events SET at = at + 1 WHERE match_id = $id AND seq = 2";
    assert_eq!(fault_after(instant).await.0, 2);
}

#[tokio::test]
async fn a_removed_event_is_named() {
    for seq in [1, 3, 6] {
        let removal = format!("DELETE FROM events WHERE match_id = $id AND seq = {seq}");
        assert_eq!(
            fault_after(&removal).await,
            (seq, "it is missing".to_owned())
        );
    }
}

#[tokio::test]
async fn a_swapped_pair_is_named() {
    let swap = "UPDATE events SET seq = 99 WHERE match_id = $id AND seq = 3;
        UPDATE events SET seq = 3 WHERE match_id = $id AND seq = 4;
        UPDATE events SET seq = 4 WHERE match_id = $id AND seq = 99";
    let (seq, what) = fault_after(swap).await;
    assert_eq!(
        (seq, what.as_str()),
        (3, "it does not follow the event before it")
    );
}

#[tokio::test]
async fn whatever_is_derived_is_compared() {
    for (tampering, seq) in [
        ("UPDATE matches SET turns = 7 WHERE id = $id", 6),
        (
            "UPDATE matches SET title = 'Autumn halls' WHERE id = $id",
            6,
        ),
        (
            "UPDATE turns SET after = before WHERE match_id = $id AND turn = 1",
            3,
        ),
        (
            "UPDATE turns SET seat = 1 WHERE match_id = $id AND turn = 1",
            3,
        ),
        (
            "UPDATE texts SET body = 'Bad luck!' WHERE match_id = $id AND body = 'Good luck!'",
            3,
        ),
        (
            "DELETE FROM texts WHERE match_id = $id AND body = 'Good luck!'",
            3,
        ),
        ("DELETE FROM members WHERE match_id = $id AND seat = 1", 6),
        ("INSERT INTO snapshots VALUES ($id, 2, 4, '{}')", 2),
        ("DELETE FROM matches WHERE id = $id", 1),
    ] {
        assert_eq!(fault_after(tampering).await.0, seq, "{tampering}");
    }
}
