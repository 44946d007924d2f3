//! A match leaves as a text, comes in elsewhere, and is the same match with the same text.

use std::process::Command;

use daykeeper::cli::verify::verify;
use daykeeper::ids::{AccountId, MatchId, PlayerName, Role};
use daykeeper::service::BoardAt;
use daykeeper::service::record::{ImportError, import};
use daykeeper::service::views::Person;
use daykeeper::store::accounts::NewAccount;

use super::played::{Cast, delete_account, full_match, helios_match, private_match, text_of};
use crate::world::{World, at, entries};

/// Takes a text into a store, and compares what it is there with what it was.
async fn comes_in(from: &World, into: &World, id: MatchId) {
    let text = text_of(from, id).await;
    import(into.service.store(), &text).await.unwrap();
    assert_eq!(text_of(into, id).await, text);
    verify(into.service.store(), Some(id)).await.unwrap();
    let viewer = Some(Person {
        id: AccountId::from_random([200; 10]),
        name: "A moderator".to_owned(),
        role: Role::Moderator,
    });
    let (here, there) = (&from.service, &into.service);
    let turns = here.view(&viewer, id).await.unwrap().turns;
    assert_eq!(there.view(&viewer, id).await.unwrap().turns, turns);
    for turn in 0..=turns {
        let at = BoardAt::Turn(turn);
        let board = there.board(&viewer, id, at).await.unwrap();
        let was = here.board(&viewer, id, at).await.unwrap();
        assert_eq!(format!("{board:?}"), format!("{was:?}"), "turn {turn}");
    }
    let kinds = |history: daykeeper::service::History| -> Vec<_> {
        entries(history)
            .map(|mut entry| {
                // A hidden text, which moderators read here, does not travel.
                if entry.stored.kind == "post_hidden" {
                    entry.words.truncate(1);
                }
                (entry.stored, entry.who, entry.words, entry.reason)
            })
            .collect()
    };
    let asked = daykeeper::service::HistoryAsked::default();
    assert_eq!(
        kinds(there.history(&viewer, id, &asked).await.unwrap()),
        kinds(here.history(&viewer, id, &asked).await.unwrap())
    );
}

#[tokio::test]
async fn every_match_comes_back_byte_for_byte() {
    let (world, elsewhere) = (World::new().await, World::new().await);
    let cast = Cast::of(&world).await;
    for id in [
        full_match(&world, &cast).await,
        private_match(&world, &cast).await,
        helios_match(&world, &cast).await,
    ] {
        comes_in(&world, &elsewhere, id).await;
    }
}

#[tokio::test]
async fn accounts_that_were_deleted_stay_deleted() {
    let (world, elsewhere) = (World::new().await, World::new().await);
    let cast = Cast::of(&world).await;
    let id = full_match(&world, &cast).await;
    delete_account(&world, &cast.host).await;
    verify(world.service.store(), Some(id)).await.unwrap();
    comes_in(&world, &elsewhere, id).await;
    let text = text_of(&elsewhere, id).await;
    assert!(text.contains(&format!("[Account \"{} former player\"]", cast.host.id)));
    assert!(!text.contains(&cast.host.name) && !text.contains("A slip, sorry."));
}

#[tokio::test]
async fn the_text_has_what_the_specification_names() {
    let world = World::new().await;
    let cast = Cast::of(&world).await;
    let id = full_match(&world, &cast).await;
    let text = text_of(&world, id).await;
    let header: Vec<&str> = text.lines().take_while(|line| !line.is_empty()).collect();
    let keys: Vec<_> = header
        .iter()
        .map(|line| line.trim_start_matches('[').split(' ').next().unwrap())
        .collect();
    assert_eq!(
        keys[..6],
        ["Game", "Title", "Match", "Rules", "Level", "Options"]
    );
    assert_eq!(keys[6..11], ["Account"; 5]);
    assert_eq!(keys[11..], ["Seat", "Seat", "Seat", "Result"]);
    assert_eq!(header[1], "[Title \"Another title \\\"x\\\"\"]");
    assert_eq!(header[11], "[Seat \"0 vacant #3388ff\"]");
    assert_eq!(header[12], "[Seat \"1 Player 4 #f0a000\"]");
    assert_eq!(header[14], "[Result \"won by seat 1\"]");
    for line in [
        "  {1} join a13; spawn a13>b13",
        "  = 0 engineer",
        "  : cccccccccccc",
        "  = 0 engineer default",
        "  > # 12",
        "  > ",
        "  >   > quoted",
        "  ~",
        "  {7}",
    ] {
        assert!(
            text.lines().any(|written| written == line),
            "{line:?} in\n{text}"
        );
    }
    assert!(!text.contains("cheats"), "a hidden post stays hidden");
    assert!(
        !text.contains(": cwwwwwwwwwwc"),
        "and so does a hidden sprite"
    );
    let events = text
        .lines()
        .filter(|line| line.starts_with(|c: char| c.is_ascii_digit()));
    assert_eq!(events.count() as u64, world.seq(id).await);
    assert!(text.ends_with('\n') && text.lines().last().unwrap().starts_with("# "));
}

#[tokio::test]
async fn helios_and_levels_of_ones_own_have_headers_of_their_own() {
    let world = World::new().await;
    let cast = Cast::of(&world).await;
    let helios = helios_match(&world, &cast).await;
    let suns = text_of(&world, helios).await;
    assert!(suns.starts_with("[Game \"helios\"]\n") && !suns.contains("[Level "));
    assert!(suns.contains("\n[Result \"won by seat 0\"]\n"));
    let private = private_match(&world, &cast).await;
    let yard = text_of(&world, private).await;
    assert!(yard.contains("[Level \"yard\"]\n% name: Yard\n"), "{yard}");
    assert!(
        yard.contains(&format!("[Account \"{} Player 3\"]", cast.third.id)),
        "{yard}"
    );
}

#[tokio::test]
async fn people_who_are_here_already_keep_their_accounts() {
    let (world, elsewhere) = (World::new().await, World::new().await);
    let cast = Cast::of(&world).await;
    let id = full_match(&world, &cast).await;
    elsewhere.player(1).await;
    let text = text_of(&world, id).await;
    let imported = import(elsewhere.service.store(), &text).await.unwrap();
    let made: Vec<_> = imported
        .accounts
        .iter()
        .map(|(name, _)| name.as_str())
        .collect();
    assert_eq!(made, ["Player 2", "Player 3", "Player 9", "Player 4"]);
    assert_eq!(text_of(&elsewhere, id).await, text);
    let again = import(elsewhere.service.store(), &text).await;
    assert!(matches!(again, Err(ImportError::Here(here)) if here == id));
}

#[tokio::test]
async fn somebody_elses_name_is_not_taken_away() {
    let (world, elsewhere) = (World::new().await, World::new().await);
    let cast = Cast::of(&world).await;
    let id = full_match(&world, &cast).await;
    let name: PlayerName = "player 1".parse().unwrap();
    let namesake = NewAccount {
        id: AccountId::from_random([77; 10]),
        name: &name,
        password_hash: "none",
        role: Role::Player,
        created_at: at("01-01T00:00:00.000"),
    };
    elsewhere
        .service
        .store()
        .insert_account(namesake)
        .await
        .unwrap();
    let text = text_of(&world, id).await;
    let imported = import(elsewhere.service.store(), &text).await.unwrap();
    assert_eq!(
        imported.accounts[0],
        ("Player 1".to_owned(), "Player 1 2".to_owned())
    );
    assert_eq!(text_of(&elsewhere, id).await, text);
    let host = elsewhere
        .service
        .store()
        .account(cast.host.id)
        .await
        .unwrap();
    assert_eq!(host.unwrap().name.as_deref(), Some("Player 1 2"));
    // The other name in records goes with the account.
    elsewhere
        .service
        .store()
        .anonymise(cast.host.id, at("03-02T00:00:00.000"))
        .await
        .unwrap();
    assert!(!text_of(&elsewhere, id).await.contains("Player 1\""));
}

#[tokio::test]
async fn the_program_exports_and_imports() {
    let world = World::new().await;
    let cast = Cast::of(&world).await;
    let id = full_match(&world, &cast).await;
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
    let url = world.url();
    let (status, _) = run(&[
        "export",
        id.as_str(),
        "--out",
        "match.txt",
        "--database-url",
        &url,
    ]);
    assert_eq!(status, Some(0));
    let (status, said) = run(&["import", "match.txt"]);
    assert_eq!(status, Some(0), "{said}");
    assert!(said.contains(&format!("Match {id} is here")), "{said}");
    let (_, again) = run(&["export", id.as_str()]);
    assert_eq!(again, text_of(&world, id).await);
    let (status, said) = run(&["import", "match.txt"]);
    assert_eq!(status, Some(1));
    assert!(said.contains("is here already"), "{said}");
    assert_eq!(run(&["verify", "--match", id.as_str()]).0, Some(0));
    assert_eq!(
        run(&["export", MatchId::from_random([0; 10]).as_str()]).0,
        Some(1)
    );
    assert_eq!(run(&["import", "nothing.txt"]).0, Some(2));
    assert_eq!(run(&["export"]).0, Some(2));
}
