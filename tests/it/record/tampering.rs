//! A database that was edited by hand, each time in another way: the program finds it and names it.

use std::process::Command;

use daykeeper::ids::MatchId;

use super::played::{Cast, full_match};
use crate::world::World;

/// What is done to the database, the number of the event that is named, and what is said of it.
type Case = (&'static str, u64, &'static str);

/// The match is `$id`. Its events: 1 created, 2 seated, 3 moved (turn 1), 4 announced, 5 seated, 6 moved
/// (turn 2), 7 seated, 8 moved (turn 3), 9 moved (turn 4), 10 taken back, 11 moved (turn 5), …
const CASES: &[Case] = &[
    (
        "UPDATE events SET payload = replace(payload, 'b13', 'b12') WHERE match_id = $id AND seq = 3",
        3,
        "its hash is not that of what it says",
    ),
    (
        "UPDATE events SET payload = payload || ' ' WHERE match_id = $id AND seq = 4",
        4,
        "not written as it was",
    ),
    (
        "UPDATE events SET payload = '{' WHERE match_id = $id AND seq = 5",
        5,
        "cannot be read",
    ),
    (
        "UPDATE events SET at = at + 1 WHERE match_id = $id AND seq = 2",
        2,
        "its hash",
    ),
    (
        "UPDATE events SET actor = 'server' WHERE match_id = $id AND seq = 6",
        6,
        "its hash",
    ),
    (
        "UPDATE events SET seat = 1 WHERE match_id = $id AND seq = 8",
        8,
        "its hash",
    ),
    (
        "UPDATE events SET version = 2 WHERE match_id = $id AND seq = 8",
        8,
        "its hash",
    ),
    (
        "UPDATE events SET hash = replace(hash, substr(hash, 1, 1), 'x') WHERE match_id = $id AND seq = 6",
        6,
        "its hash",
    ),
    (
        "UPDATE events SET prev = hash WHERE match_id = $id AND seq = 7",
        7,
        "does not follow the event before it",
    ),
    (
        "DELETE FROM events WHERE match_id = $id AND seq = 1",
        1,
        "it is missing",
    ),
    (
        "DELETE FROM events WHERE match_id = $id AND seq = 9",
        9,
        "it is missing",
    ),
    (
        "DELETE FROM events WHERE match_id = $id AND seq = (SELECT MAX(seq) FROM events WHERE match_id = $id)",
        0,
        "it is missing",
    ),
    (
        "UPDATE events SET seq = 99 WHERE match_id = $id AND seq = 3; UPDATE events SET seq = 3 WHERE match_id = $id AND seq = 4; \
      UPDATE events SET seq = 4 WHERE match_id = $id AND seq = 99",
        3,
        "does not follow the event before it",
    ),
    (
        "UPDATE matches SET state = 'running' WHERE id = $id",
        0,
        "line in the list says otherwise",
    ),
    (
        "UPDATE matches SET head = (SELECT prev FROM events WHERE match_id = $id AND seq = 9) WHERE id = $id",
        0,
        "line in the list",
    ),
    (
        "UPDATE matches SET title = 'Mine' WHERE id = $id",
        0,
        "its title is not the one that was written",
    ),
    (
        "UPDATE turns SET after = before WHERE match_id = $id AND turn = 4",
        9,
        "kept otherwise",
    ),
    (
        "DELETE FROM turns WHERE match_id = $id AND turn = 3",
        8,
        "not in the list of turns",
    ),
    (
        "DELETE FROM turns WHERE match_id = $id AND turn = 8",
        0,
        "not in the list of turns",
    ),
    (
        "INSERT INTO turns SELECT match_id, 99, seq + 90, at, day, announced_at, seat, account_id, steps, passes, post, before, after \
      FROM turns WHERE match_id = $id AND turn = 1",
        93,
        "a turn is kept that the record does not have",
    ),
    (
        "UPDATE members SET seat = 3 WHERE match_id = $id AND seat = 1",
        0,
        "members are kept otherwise",
    ),
    (
        "DELETE FROM members WHERE match_id = $id AND seat = 1",
        0,
        "members are kept otherwise",
    ),
    (
        "UPDATE texts SET body = 'No slip at all.' WHERE match_id = $id AND body = 'A slip, sorry.'",
        11,
        "not the one that was written",
    ),
    (
        "UPDATE texts SET salt = zeroblob(16) WHERE match_id = $id AND body = 'A slip, sorry.'",
        11,
        "not the one that was written",
    ),
    (
        "DELETE FROM texts WHERE match_id = $id AND body = 'A slip, sorry.'",
        11,
        "the text that belongs to it is missing",
    ),
    (
        "INSERT INTO texts VALUES ($id, 'ab', zeroblob(16), 'And another thing.')",
        0,
        "the record does not name",
    ),
    (
        "UPDATE sprites SET lines = replace(lines, 'w', 'o')",
        8,
        "a sprite of its picture",
    ),
    (
        "INSERT INTO turn_sprites SELECT match_id, 99, seat, kind, hash FROM turn_sprites WHERE match_id = $id AND turn = 1",
        0,
        "of a turn that is not there",
    ),
    (
        "DELETE FROM matches WHERE id = $id",
        1,
        "no line in the list of matches",
    ),
];

/// Verifies with the real program: how it ended, and what it said.
fn verify(world: &World) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_daykeeper"));
    let ended = command
        .args(["verify", "--database-url", &world.url()])
        .output()
        .unwrap();
    (
        ended.status.code(),
        String::from_utf8_lossy(&ended.stdout).into_owned(),
    )
}

async fn tamper(world: &World, id: MatchId, edit: &str) {
    let statements = format!(
        "PRAGMA foreign_keys = OFF; DROP TRIGGER events_are_never_changed; DROP TRIGGER events_are_never_removed; {}",
        edit.replace("$id", &format!("'{id}'"))
    );
    let file = world.file().await;
    sqlx::raw_sql(sqlx::AssertSqlSafe(statements))
        .execute(&file)
        .await
        .unwrap();
    file.close().await;
}

/// The database's file as it was, put back before each edit.
struct Kept {
    path: String,
    bytes: Vec<u8>,
}

impl Kept {
    fn put_back(&self) {
        for end in ["-wal", "-shm"] {
            drop(std::fs::remove_file(format!("{}{end}", self.path)));
        }
        std::fs::write(&self.path, &self.bytes).unwrap();
    }
}

#[tokio::test]
async fn whatever_was_edited_is_found_and_named() {
    let world = World::new().await;
    let cast = Cast::of(&world).await;
    let id = full_match(&world, &cast).await;
    let last = world.seq(id).await;
    assert_eq!(verify(&world).0, Some(0));
    world.service.store().close().await;
    let path = world.url().trim_start_matches("sqlite:").to_owned();
    let kept = Kept {
        bytes: std::fs::read(&path).unwrap(),
        path,
    };
    for (edit, seq, what) in CASES {
        kept.put_back();
        tamper(&world, id, edit).await;
        let (status, said) = verify(&world);
        assert_eq!(status, Some(1), "{edit}: {said}");
        let named = said
            .strip_prefix(&format!("match {id}, event "))
            .expect(&said);
        let (number, why) = named.split_once(": ").unwrap();
        assert!(why.contains(what), "{edit}: {said}");
        match seq {
            0 => assert!(number.parse::<u64>().unwrap() <= last, "{edit}: {said}"),
            seq => assert_eq!(number.parse(), Ok(*seq), "{edit}: {said}"),
        }
    }
}
