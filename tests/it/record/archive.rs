//! A whole site moves in one file.

use std::collections::BTreeMap;
use std::process::Command;

use daykeeper::cli::verify::verify;
use daykeeper::rules::abaddon::position::Kind;
use daykeeper::service::record::archive::{RestoreError, archive, restore};
use daykeeper::service::{Draft, Submit};
use daykeeper::store::transfer::tables::{AFTER_MATCHES, BEFORE_MATCHES, Table};
use sqlx::Row;

use super::played::{
    Cast, delete_account, frame, full_match, helios_match, private_match, text_of,
};
use crate::world::{World, colour, turn};

async fn file_of(world: &World) -> String {
    let mut file = Vec::new();
    archive(world.service.store(), &mut file, |_, _| {})
        .await
        .unwrap();
    String::from_utf8(file).unwrap()
}

async fn take_in(world: &World, file: &str) -> Result<usize, RestoreError> {
    restore(world.service.store(), &mut file.as_bytes(), |_| {}).await
}

/// A site with matches of every sort, a draft, a key under which a turn was sent, and sprites.
async fn a_site() -> (World, Cast) {
    let world = World::new().await;
    let cast = Cast::of(&world).await;
    full_match(&world, &cast).await;
    private_match(&world, &cast).await;
    helios_match(&world, &cast).await;
    delete_account(&world, &cast.third).await;
    let id = world.a_match(&cast.host).await;
    let service = &world.service;
    service
        .put_sprite(&cast.guest, Kind::Flamebat, &frame('.'))
        .await
        .unwrap();
    let sent = Submit {
        colour: colour(0),
        key: Some("one-key".parse().unwrap()),
        ..turn(1, &["join a13"])
    };
    service.submit(&cast.host, id, sent).await.unwrap();
    let draft = Draft {
        steps: vec!["move a".to_owned()],
        ..Draft::default()
    };
    service.save_draft(&cast.guest, id, &draft).await.unwrap();
    (world, cast)
}

#[tokio::test]
async fn a_site_comes_back_whole() {
    let (world, cast) = a_site().await;
    let elsewhere = World::new().await;
    let file = file_of(&world).await;
    assert_eq!(take_in(&elsewhere, &file).await.unwrap(), 4);
    assert_eq!(file_of(&elsewhere).await, file);
    let verified = verify(elsewhere.service.store(), None).await.unwrap();
    assert_eq!(verified, verify(world.service.store(), None).await.unwrap());
    for id in world
        .service
        .store()
        .transfer_out()
        .await
        .unwrap()
        .match_ids()
        .await
        .unwrap()
    {
        assert_eq!(text_of(&elsewhere, id).await, text_of(&world, id).await);
    }
    assert!(file.contains("cheats"), "hidden texts stay for moderators");
    let sprites = elsewhere.service.sprites(&cast.guest).await.unwrap();
    assert_eq!(sprites, world.service.sprites(&cast.guest).await.unwrap());
}

fn before(file: &str, end: usize) -> String {
    let end = (0..=end).rev().find(|end| file.is_char_boundary(*end));
    file.split_at(end.unwrap()).0.to_owned()
}

/// The number of the line in which some words first stand.
fn lines_to(file: &str, words: &str) -> usize {
    before(file, file.find(words).unwrap()).split('\n').count()
}

/// Files that are not as they were written, the line that is named, and words of the reason.
fn edits(file: &str) -> Vec<(String, Option<usize>, &'static str)> {
    vec![
        (before(file, file.len() / 2), None, "breaks off"),
        (
            before(file, file.rfind("== end").unwrap()),
            None,
            "breaks off",
        ),
        (format!("{file}\n"), None, "has ended before"),
        (
            file.replacen("archive 1", "archive 2", 1),
            Some(1),
            "no archive that this version reads",
        ),
        (
            file.replacen("== drafts", "== drifts", 1),
            None,
            "no archive has a part “drifts”",
        ),
        (
            file.replacen("\"role\":\"player\"", "\"role\":\"emperor\"", 1),
            None,
            "no line of accounts",
        ),
        (
            file.replacen("\"role\":\"player\"", "\"role\":\"admin\"", 1),
            None,
            "not as it was written",
        ),
        (
            file.replacen("You are all", "You were all", 1),
            None,
            "a text is kept that the record does not name",
        ),
        (
            file.replacen("join a13", "join a14", 1),
            Some(lines_to(file, "join a13")),
            "not legal",
        ),
        (
            file.replacen("[Match \"", "[Match \"x", 1),
            Some(lines_to(file, "[Match")),
            "cannot be read",
        ),
    ]
}

#[tokio::test]
async fn what_is_not_whole_is_not_taken_in() {
    let (world, _) = a_site().await;
    let elsewhere = World::new().await;
    let file = file_of(&world).await;
    for (edited, line, reason) in edits(&file) {
        let refused = take_in(&elsewhere, &edited).await.unwrap_err().to_string();
        assert!(
            refused.contains(reason),
            "{refused:?} instead of {reason:?}"
        );
        if let Some(line) = line {
            assert!(
                refused.starts_with(&format!("line {line}: ")),
                "{refused:?} instead of {line}"
            );
        }
    }
    assert_eq!(
        take_in(&elsewhere, &file).await.unwrap(),
        4,
        "nothing was left behind"
    );
    assert!(matches!(
        take_in(&elsewhere, &file).await,
        Err(RestoreError::NotEmpty)
    ));
}

#[tokio::test]
async fn the_program_moves_a_site() {
    let (world, _) = a_site().await;
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_daykeeper"));
        let ended = command
            .args(arguments)
            .current_dir(folder.path())
            .output()
            .unwrap();
        let said = [ended.stdout.as_slice(), &ended.stderr].concat();
        (
            ended.status.code(),
            String::from_utf8_lossy(&said).into_owned(),
        )
    };
    let (status, said) = run(&[
        "export",
        "--all",
        "--out",
        "site.txt",
        "--database-url",
        &world.url(),
    ]);
    assert_eq!(status, Some(0), "{said}");
    assert!(said.contains("4 matches"), "{said}");
    let (status, said) = run(&["import", "site.txt"]);
    assert_eq!(status, Some(0), "{said}");
    let (_, again) = run(&["export", "--all"]);
    assert_eq!(again, file_of(&world).await);
    let (status, said) = run(&["import", "site.txt"]);
    assert_eq!(status, Some(1));
    assert!(said.contains("empty database"), "{said}");
    assert_eq!(run(&["verify"]).0, Some(0));
    // A path that was mistyped is no empty site where everything fits.
    for command in [&["verify"][..], &["export", "--all"]] {
        let mistyped = ["--database-url", "sqlite:nowhere.db"];
        let (status, said) = run(&[command, &mistyped].concat());
        assert_ne!(status, Some(0), "{command:?}");
        assert!(said.contains("nowhere.db"), "{said}");
        assert!(!folder.path().join("nowhere.db").exists());
    }
}

/// Tables and columns that no archive holds line by line: matches come as record texts, and are derived
/// anew; what proves who somebody is, and what only this machine needs, stays behind.
const NOT_AS_LINES: &[&str] = &[
    "_sqlx_migrations",
    "events",
    "matches",
    "members",
    "network_keys",
    "password_resets",
    "refusals",
    "sessions",
    "sightings",
    "snapshots",
    "texts",
    "tokens",
    "turn_sprites",
    "turns",
];

#[tokio::test]
async fn every_table_is_in_the_archive_or_left_out_on_purpose() {
    let world = World::new().await;
    let found = sqlx::query(
        "SELECT tables.name AS table_name, columns.name AS column_name FROM sqlite_master AS tables \
         JOIN pragma_table_info(tables.name) AS columns WHERE tables.type = 'table'",
    )
    .fetch_all(&world.file().await)
    .await
    .unwrap();
    let mut there = BTreeMap::<String, Vec<String>>::new();
    for row in &found {
        there
            .entry(row.get("table_name"))
            .or_default()
            .push(row.get("column_name"));
    }
    for name in NOT_AS_LINES {
        assert!(there.remove(*name).is_some(), "there is no table {name}");
    }
    let columns = |table: &Table| {
        table
            .columns
            .iter()
            .map(|column| column.name().to_owned())
            .collect()
    };
    let archived: BTreeMap<String, Vec<String>> = (BEFORE_MATCHES.iter().chain(&AFTER_MATCHES))
        .map(|table| (table.name.to_owned(), columns(table)))
        .collect();
    assert_eq!(there, archived);
}
