//! `daykeeper import-thread`: a match rebuilt from the pictures of a thread.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use daykeeper::clock::Clock;
use daykeeper::ids::MatchId;
use daykeeper::rules::colour::Colour;
use daykeeper::service::Service;
use daykeeper::service::views::TurnView;
use daykeeper::store::Store;
use tempfile::TempDir;

use crate::paint::paint;
use crate::world::World;

/// The demonstration's turns, oldest first, and a folder with their pictures.
async fn a_thread() -> (TempDir, Vec<TurnView>) {
    let world = World::new().await;
    let id = world.service.play_demo().await.unwrap().unwrap();
    let thread = world.service.thread(&None, id, None, 100).await.unwrap();
    let mut turns = thread.items;
    turns.reverse();
    let colours: Vec<String> = Colour::SUGGESTED.iter().map(ToString::to_string).collect();
    let colours: Vec<&str> = colours.iter().map(String::as_str).collect();
    let folder = tempfile::tempdir().unwrap();
    let mut text = "# A test.\ntitle: A week elsewhere\nstarted: 2026-02-01T00:00Z\n".to_owned();
    let names = ["Demo Brindle", "Demo Marrow", "Demo Orchard"];
    for (name, colour) in names.iter().zip(&colours) {
        writeln!(text, "player: {name} {colour}").unwrap();
    }
    for (turn, scale) in turns.iter().zip([1, 2, 3, 4].into_iter().cycle()) {
        let file = format!("{}.png", turn.turn);
        let state = turn.play.board().to_json();
        let picture = paint(&state, &colours, scale).saved(None);
        fs::write(folder.path().join(&file), picture).unwrap();
        writeln!(text, "{file} {} {}", turn.at, turn.player.name).unwrap();
    }
    fs::write(folder.path().join("thread.txt"), text).unwrap();
    (folder, turns)
}

fn url(folder: &Path) -> String {
    format!("sqlite:{}", folder.join("daykeeper.db").display())
}

fn import(folder: &Path, more: &[&str]) -> (Option<i32>, String) {
    let Output {
        status,
        stdout,
        stderr,
    } = Command::new(env!("CARGO_BIN_EXE_daykeeper"))
        .arg("import-thread")
        .arg(folder)
        .args(["--database-url", &url(folder)])
        .args(more)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&[stdout, stderr].concat()).into_owned();
    (status.code(), said)
}

/// The id that stands behind “match” or “Match”.
fn id_in(said: &str) -> MatchId {
    let (_, rest) = said.split_once("atch ").unwrap();
    let id = rest.split([' ', '.']).next().unwrap();
    id.parse().unwrap()
}

#[tokio::test]
async fn a_thread_becomes_a_match_with_a_record() {
    let (folder, turns) = a_thread().await;
    let (status, said) = import(folder.path(), &[]);
    assert_eq!(status, Some(0), "{said}");
    assert!(
        said.contains("has 21 turns: every picture is explained."),
        "{said}"
    );
    let id = id_in(&said);
    let store = Store::open(&url(folder.path())).await.unwrap();
    store.verify(id, |_| ()).await.unwrap();
    let service = Service::open(store, Clock::System);
    let view = service.view(&None, id).await.unwrap();
    assert_eq!(
        (view.title.as_str(), view.seats.len()),
        ("A week elsewhere", 3)
    );
    let rebuilt = service.thread(&None, id, None, 100).await.unwrap();
    for (turn, found) in turns.iter().rev().zip(&rebuilt.items) {
        assert_eq!(
            (found.play.board(), found.at, &found.player.name),
            (turn.play.board(), turn.at, &turn.player.name)
        );
    }
}

#[tokio::test]
async fn the_first_picture_that_is_not_explained_is_named_and_the_rest_can_follow() {
    let (folder, _) = a_thread().await;
    let file = |number: u8| folder.path().join(format!("{number}.png"));
    let fifth = fs::read(file(5)).unwrap();
    fs::copy(file(9), file(5)).unwrap();
    let (status, said) = import(folder.path(), &[]);
    assert_eq!(status, Some(1), "{said}");
    assert!(
        said.starts_with("5.png, picture 5: no legal turn of Demo"),
        "{said}"
    );
    assert!(said.contains(": unit appeared"), "{said}");
    fs::write(file(5), fifth).unwrap();
    fs::copy(file(6), file(7)).unwrap();
    let id = id_in(said.split_once("are in ").unwrap().1).to_string();
    let (status, said) = import(folder.path(), &["--match", &id]);
    assert_eq!(status, Some(1), "{said}");
    assert!(
        said.starts_with("7.png, picture 7: nothing differs from the picture before"),
        "{said}"
    );
}

#[test]
fn a_text_that_cannot_be_read_is_wrong_usage() {
    let folder = tempfile::tempdir().unwrap();
    for (text, why) in [
        ("title: X\n", "there is no picture"),
        ("colour: X\n", "line 1: “colour” is not a key"),
        ("player: Ann\n", "line 1: a player is a name and a colour"),
        (
            "1.png 2026-03-01T10:00Z Ann\n",
            "“Ann” is not one of the players",
        ),
        ("actions: many\n", "line 1: "),
        (
            "player: Ann #3388ff\n1.png 2026-03-01T10:00Z Ann\n2.png 2026-03-01T09:00Z Ann\n",
            "line 3: this picture is older",
        ),
    ] {
        fs::write(folder.path().join("thread.txt"), text).unwrap();
        let (status, said) = import(folder.path(), &[]);
        assert_eq!(status, Some(2), "{said}");
        assert!(said.contains(why), "{said}");
    }
    let (status, _) = import(&folder.path().join("nowhere"), &[]);
    assert_eq!(status, Some(2));
}
