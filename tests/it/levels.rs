//! A host's own levels, from a folder.

use std::fs;

use serde_json::json;

use crate::process::{Client, Server, daykeeper};

const YARD: &str = "\
name: Yard

+---+---+---+---+
| A   .   .   A |
+   +   +   +   +
| M   .   .   M |
+   +   +   +   +
| A   .   .   A |
+---+---+---+---+
";

#[tokio::test]
async fn a_match_is_played_on_a_level_of_the_hosts_own() {
    let levels = tempfile::tempdir().unwrap();
    fs::write(levels.path().join("yard.txt"), YARD).unwrap();
    fs::write(levels.path().join("notes.md"), "no level").unwrap();
    let server = Server::start_with("DAYKEEPER_LEVELS", levels.path());
    let ada = Client::register(&server, "ada").await;
    let asked = json!({"game": "abaddon", "title": "In the yard", "options": {"level": "yard"}});
    let made = ada.post("/api/v1/matches", &asked).await;
    assert_eq!(made.status, 201, "{made:?}");
    assert_eq!(made.body["options"]["level"], "yard");
    assert_eq!(
        made.body["options"]["seats"], 4,
        "as many as it has Airlocks"
    );
    let path = format!(
        "/api/v1/matches/{}/turns",
        made.body["id"].as_str().unwrap()
    );
    let turn = json!({"seq": 1, "color": "#3388ff", "turn": ["join a1", "spawn a1>b1"]});
    let played = ada.post(&path, &turn).await;
    assert_eq!(played.status, 201, "{played:?}");
    // Its text is in the record: the match stands without the folder.
    let verified = daykeeper()
        .arg("verify")
        .current_dir(server.folder())
        .output()
        .unwrap();
    assert!(verified.status.success(), "{verified:?}");
}

#[test]
fn a_level_that_cannot_be_played_is_named_at_the_start() {
    for (file, text, named) in [
        (
            "broken.txt",
            "name: Broken\n\n+---+---+\n| A   ? |\n+   +   +\n| .   . |\n+---+---+\n",
            "line 4",
        ),
        (
            "lonely.txt",
            "name: Lonely\n\n+---+---+\n| A   . |\n+   +   +\n| .   . |\n+---+---+\n",
            "Armory",
        ),
        ("Yard One.txt", YARD, "small letters"),
        ("halls-of-abaddon.txt", YARD, "ships"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(file), text).unwrap();
        let arguments = ["serve", "--listen", "127.0.0.1:0", "--levels"];
        let ended = daykeeper()
            .args(arguments)
            .arg(folder.path())
            .current_dir(folder.path())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert_eq!(ended.status.code(), Some(1), "{said}");
        assert!(said.contains(file) && said.contains(named), "{said}");
    }
}
