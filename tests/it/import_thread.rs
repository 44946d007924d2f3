//! `daykeeper import-thread`: a match rebuilt from the pictures of a thread.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use daykeeper::clock::Clock;
use daykeeper::ids::{MatchId, Role};
use daykeeper::picture::abaddon::{View, draw};
use daykeeper::picture::encode::{Chunks, Scale, encode};
use daykeeper::picture::frame::Options;
use daykeeper::picture::sprite::Sprites;
use daykeeper::rules::abaddon::level::Level;
use daykeeper::rules::abaddon::position::{Kind, Position};
use daykeeper::rules::abaddon::setup::Setup;
use daykeeper::rules::colour::Colour;
use daykeeper::rules::seat::{BySeat, Seat};
use daykeeper::service::views::TurnView;
use daykeeper::service::{BoardAt, HistoryAsked, Service};
use daykeeper::store::Store;
use daykeeper::store::site::Signed;
use daykeeper::store::site::deed::Doer;
use daykeeper::time::Instant;
use serde_json::{Value, json};
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

/// Adds lines to the text of a thread, below the line of a picture.
fn add_below(folder: &Path, file: &str, line: &str) {
    let path = folder.join("thread.txt");
    let text = fs::read_to_string(&path).unwrap();
    let mut lines: Vec<&str> = text.lines().collect();
    let at = lines
        .iter()
        .position(|line| line.starts_with(file))
        .unwrap();
    lines.insert(at + 1, line);
    fs::write(path, lines.join("\n")).unwrap();
}

async fn add_user(folder: &Path, name: &str, role: Role) {
    let store = Store::open(&url(folder)).await.unwrap();
    let service = Service::open(store.clone(), Clock::System);
    let player = service
        .player_called(&name.parse().unwrap(), Instant::from_millis(0))
        .await
        .unwrap();
    let signed = Signed {
        by: Doer::Operator,
        at: Instant::from_millis(0),
    };
    store.give_role(signed, player.id, role).await.unwrap();
    store.close().await;
}

/// The demonstration's thread, with a unit on the fifth picture that no legal turn brings there.
async fn a_thread_with_a_mistake() -> (TempDir, Value) {
    let (folder, turns) = a_thread().await;
    let fifth = turns.iter().find(|turn| turn.turn == 5).unwrap();
    let mut state = fifth.play.board().to_json();
    let unit = json!({"at": "i1", "owner": 0, "kind": "flamebat"});
    state["units"].as_array_mut().unwrap().push(unit);
    let colours: Vec<String> = Colour::SUGGESTED.iter().map(ToString::to_string).collect();
    let colours: Vec<&str> = colours.iter().map(String::as_str).collect();
    let picture = paint(&state, &colours, 2).saved(None);
    fs::write(folder.path().join("5.png"), picture).unwrap();
    (folder, state)
}

#[tokio::test]
async fn a_moderator_accepts_what_no_legal_turn_explains() {
    let (folder, state) = a_thread_with_a_mistake().await;
    let (status, said) = import(folder.path(), &[]);
    assert_eq!(status, Some(1), "{said}");
    assert!(
        said.contains("accept it as a ruling by the line “accept: ”"),
        "{said}"
    );
    let id = id_in(said.split_once("are in ").unwrap().1);

    // Who accepts must be a moderator here.
    add_below(folder.path(), "title", "moderator: Ann");
    add_below(
        folder.path(),
        "5.png",
        "accept: The extra Flamebat was agreed in post 31.",
    );
    let (status, said) = import(folder.path(), &["--match", &id.to_string()]);
    assert_eq!(status, Some(1), "{said}");
    assert!(
        said.contains("“Ann” is no moderator of this server"),
        "{said}"
    );

    add_user(folder.path(), "Ann", Role::Moderator).await;
    let (status, said) = import(folder.path(), &["--match", &id.to_string()]);
    assert_eq!(
        status,
        Some(1),
        "the Flamebat is gone in the next picture: {said}"
    );
    assert!(
        said.starts_with("6.png, picture 6: no legal turn of"),
        "{said}"
    );

    let store = Store::open(&url(folder.path())).await.unwrap();
    store.verify(id, |_| ()).await.unwrap();
    let service = Service::open(store, Clock::System);
    let thread = service.thread(&None, id, None, 100).await.unwrap();
    let fifth = &thread.items[0];
    assert_eq!(fifth.turn, 5);
    let units = fifth.play.board().to_json()["units"].clone();
    assert_eq!(
        units.as_array().map(Vec::len),
        state["units"].as_array().map(Vec::len)
    );
    assert!(
        units
            .as_array()
            .unwrap()
            .contains(&json!({"at": "i1", "owner": 0, "kind": "flamebat"}))
    );
    let history = service
        .history(&None, id, &HistoryAsked::default())
        .await
        .unwrap();
    let reasons: Vec<String> = crate::world::entries(history)
        .filter_map(|entry| entry.reason)
        .collect();
    assert_eq!(reasons, ["The extra Flamebat was agreed in post 31."]);
}

#[tokio::test]
async fn sprites_of_the_thread_are_recognised_and_kept() {
    let (folder, turns) = a_thread().await;
    // The default Engineer turned upside down is what seat 0 wore.
    let engineer = include_str!("../../static/sprites/engineer.txt");
    let turned: Vec<&str> = engineer.lines().rev().collect();
    let worn = folder.path().join("sprites");
    fs::create_dir(&worn).unwrap();
    fs::write(worn.join("0-engineer.txt"), turned.join("\n")).unwrap();
    let mut sprites = Sprites::default();
    let seat = Seat::new(0).unwrap();
    let sprite = turned.join("\n").parse().unwrap();
    sprites[seat].put(Kind::Engineer, sprite).unwrap();
    let mut suggested = Colour::SUGGESTED.into_iter();
    let colours = BySeat::from_fn(|_| suggested.next());
    let level = Level::shipped("halls-of-abaddon").unwrap();
    for turn in &turns {
        let setup: Setup = serde_json::from_value(turn.play.board().to_json()).unwrap();
        let position = Position::new(setup, &level).unwrap();
        let view = View::new(&level, &position, &colours, &sprites).unwrap();
        let chunks = Chunks {
            title: None,
            daykeeper: String::new(),
        };
        let file = encode(&draw(&view, &Options::default()), Scale::default(), &chunks);
        fs::write(folder.path().join(format!("{}.png", turn.turn)), file).unwrap();
    }
    let (status, said) = import(folder.path(), &[]);
    assert_eq!(status, Some(1), "{said}");
    assert!(
        said.contains("neither Demo Brindle’s Engineer nor"),
        "{said}"
    );
    let worn = worn.display().to_string();
    let (status, said) = import(folder.path(), &["--sprites", &worn]);
    assert_eq!(status, Some(0), "{said}");
    let service = Service::open(
        Store::open(&url(folder.path())).await.unwrap(),
        Clock::System,
    );
    let board = service
        .board(&None, id_in(&said), BoardAt::Newest)
        .await
        .unwrap();
    assert_eq!(
        board.sprites.len(),
        1,
        "the match goes on in the same sprites"
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
            "accept: It was agreed.\n",
            "line 1: there is no picture above",
        ),
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
