//! The script in the README does what the README says.

use std::process::Command;

use crate::process::Server;

#[test]
fn the_readmes_script_plays_a_match() {
    let readme = include_str!("../../README.md");
    let (_, rest) = readme
        .split_once("```sh\n")
        .expect("the README has a script");
    let (script, _) = rest.split_once("```").expect("the script ends");
    let server = Server::start();
    let ran = Command::new("sh")
        .args(["-eu", "-c", script])
        .env("SITE", &server.site)
        .current_dir(server.folder())
        .output()
        .expect("sh runs");
    let said = String::from_utf8_lossy(&ran.stdout).into_owned();
    assert!(
        ran.status.success(),
        "{said}\n{}",
        String::from_utf8_lossy(&ran.stderr)
    );
    let answers: Vec<serde_json::Value> = said
        .lines()
        .map(|line| serde_json::from_str(line).expect(line))
        .collect();
    let turns: Vec<_> = answers
        .iter()
        .filter_map(|answer| answer["turn"].as_u64())
        .collect();
    assert_eq!(turns, [1, 2, 3, 4]);
    let refused: Vec<_> = answers
        .iter()
        .filter_map(|answer| answer["code"].as_str())
        .collect();
    assert_eq!(refused, ["not_accessible"]);
    let picture = std::fs::read(server.folder().join("turn-4.png")).expect("the picture was saved");
    let decoded = image::load_from_memory(&picture).expect("it is a PNG");
    assert_eq!((decoded.width(), decoded.height()), (822, 630));
}
