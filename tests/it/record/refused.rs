//! What is no record is refused with its line, and leaves nothing behind.

use daykeeper::cli::verify::verify;
use daykeeper::service::record::{ImportError, import};

use super::played::{Cast, full_match, text_of};
use crate::world::World;

/// What somebody does to a text, the line that is named, and words of the reason.
type Case = (&'static str, fn(&str) -> String, &'static str, &'static str);

fn without(text: &str, line: &str) -> String {
    let kept = text.split('\n').filter(|other| *other != line);
    kept.collect::<Vec<_>>().join("\n")
}

const CASES: &[Case] = &[
    (
        "nothing at all",
        |_| String::new(),
        "",
        "the record breaks off",
    ),
    (
        "another file",
        |_| "Dear diary,\n".to_owned(),
        "",
        "no line of a header",
    ),
    (
        "half of it",
        |text| text.rsplit_once("  {2}").unwrap().0.to_owned(),
        "",
        "breaks off",
    ),
    (
        "no line feed at its end",
        |text| text.trim_end().to_owned(),
        "",
        "breaks off",
    ),
    (
        "more behind it",
        |text| format!("{text}[Game \"abaddon\"]\n"),
        "",
        "has ended before",
    ),
    (
        "Windows' line ends",
        |text| text.replace('\n', "\r\n"),
        "",
        "no line of a header",
    ),
    (
        "another title in the header",
        |text| text.replacen("[Title \"A", "[Title \"a", 1),
        "",
        "title",
    ),
    (
        "another result",
        |text| text.replace("won by seat 1", "no winner"),
        "[Result",
        "won by seat 1",
    ),
    (
        "another rules version",
        |text| text.replace("[Rules \"1\"]", "[Rules \"2\"]"),
        "[Rules",
        "Rules \"1\"",
    ),
    (
        "no match",
        |text| text.replacen("[Match", "[Moot", 1),
        "",
        "no Match",
    ),
    (
        "an account too few",
        |text| {
            let line = text
                .lines()
                .find(|line| line.starts_with("[Account"))
                .unwrap();
            without(text, line)
        },
        "[Account",
        "former player",
    ),
    (
        "a name that is none",
        |text| text.replace("Player 3\"]", "<b>\"]"),
        "<b>",
        "is no name",
    ),
    (
        "an event too few",
        |text| {
            let line = text.lines().find(|line| line.starts_with("9 ")).unwrap();
            without(text, line)
        },
        "10 ",
        "event 9 comes here",
    ),
    (
        "a byte of an event",
        |text| text.replacen("\"b13\"", "\"b12\"", 1),
        "",
        "",
    ),
    (
        "another step",
        |text| text.replacen("move b13 b12\"]", "move b13 b11\"]", 1),
        "moved",
        "not legal",
    ),
    (
        "another instant",
        |text| text.replacen("1 2026-03-01T12", "1 2026-03-01T11", 1),
        "# ",
        "another hash",
    ),
    (
        "an instant that runs backwards",
        |text| text.replacen("3 2026-03-01T12", "3 2026-02-01T12", 1),
        "3 2026",
        "before the event before",
    ),
    (
        "somebody else's turn",
        |text| {
            let line = text.lines().find(|line| line.contains(" moved ")).unwrap();
            let parts: Vec<_> = line.split(' ').collect();
            text.replacen(
                &format!("moved {} 0", parts[3]),
                &format!("moved {} 1", parts[3]),
                1,
            )
        },
        "moved",
        "does not sit there",
    ),
    (
        "a kind of the future",
        |text| text.replacen(" annotated ", " applauded ", 1),
        "applauded",
        "no kind of event",
    ),
    (
        "another post",
        |text| text.replacen("> A slip", "> A trip", 1),
        "moved",
        "missing",
    ),
    (
        "a post that is gone",
        |text| {
            let salt = text
                .lines()
                .zip(text.lines().skip(1))
                .find(|(_, next)| next.contains("A slip"));
            text.replace(&format!("{}\n  > A slip, sorry.", salt.unwrap().0), "  ~")
        },
        "moved",
        "missing",
    ),
    (
        "no salt",
        |text| text.replacen("  $ ", "  $ zz", 1),
        "$",
        "no salt",
    ),
    (
        "another notation",
        |text| text.replacen("{1} join a13", "{1} join a14", 1),
        "join",
        "{1} join a13",
    ),
    (
        "something else beside an event",
        |text| text.replacen("  {1}", "  !1", 1),
        "!1",
        "beside an event",
    ),
    (
        "another hash",
        |text| {
            let (events, _) = text.rsplit_once("# ").unwrap();
            format!("{events}# {}\n", "0".repeat(64))
        },
        "# 000",
        "another hash",
    ),
];

#[tokio::test]
async fn whatever_is_not_as_it_was_written_is_refused() {
    let (world, elsewhere) = (World::new().await, World::new().await);
    let cast = Cast::of(&world).await;
    let id = full_match(&world, &cast).await;
    let text = text_of(&world, id).await;
    for (what, edit, shown, reason) in CASES {
        let edited = edit(&text);
        assert_ne!(edited, text, "{what}: nothing was edited");
        match import(elsewhere.service.store(), &edited).await {
            Err(ImportError::Line(bad)) => {
                let line = edited.split('\n').nth(bad.line - 1).unwrap_or_default();
                assert!(line.contains(shown), "{what}: {bad} names {line:?}");
                assert!(bad.why.contains(reason), "{what}: {bad}");
            }
            other => panic!("{what}: {other:?}"),
        }
    }
    let left = verify(elsewhere.service.store(), None).await.unwrap();
    assert_eq!((left.matches, left.events), (0, 0));
    let accounts: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM accounts")
        .fetch_one(&elsewhere.file().await)
        .await
        .unwrap();
    assert_eq!(accounts, 0, "nothing is left behind");
    import(elsewhere.service.store(), &text).await.unwrap();
}

#[tokio::test]
async fn an_account_that_was_deleted_here_does_not_come_back() {
    let (world, elsewhere) = (World::new().await, World::new().await);
    let cast = Cast::of(&world).await;
    let id = full_match(&world, &cast).await;
    let text = text_of(&world, id).await;
    let person = elsewhere.player(1).await;
    elsewhere
        .service
        .store()
        .anonymise(person.id, elsewhere.service.now())
        .await
        .unwrap();
    let refused = import(elsewhere.service.store(), &text).await.unwrap_err();
    assert!(
        refused
            .to_string()
            .contains("has deleted this account here"),
        "{refused}"
    );
}
