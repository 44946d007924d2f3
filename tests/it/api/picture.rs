//! Turns handed in as pictures.

use axum::body::Body;
use axum::http::{Request, header};
use daykeeper::cli::render::render;
use daykeeper::ids::Role;
use serde_json::{Value, json};

use super::server::{Answer, BLUE, Client, ORANGE, Server};
use crate::paint::{Painting, chunk, opened, paint};

impl Client {
    async fn hand_in(&self, at: &str, file: Vec<u8>) -> Answer {
        let request = Request::post(format!("{at}/picture"));
        let request = request.header(header::CONTENT_TYPE, "image/png");
        self.send(request.body(Body::from(file)).unwrap()).await
    }

    /// The newest picture, as its match sends it.
    async fn board(&self, at: &str) -> Vec<u8> {
        let page = at.strip_prefix("/api/v1").unwrap();
        let answer = self.get(&format!("{page}/board.png?scale=2")).await;
        assert_eq!(answer.status, 200);
        answer.bytes.to_vec()
    }

    /// What the board shows after some steps, painted in the newest picture.
    async fn painted(&self, at: &str, steps: &[&str]) -> Painting {
        let checked = self
            .post(&format!("{at}/check"), &json!({"turn": steps}))
            .await;
        assert_eq!(checked.is(200)["ok"], true, "{}", checked.body);
        paint(&checked.body["position"], &[BLUE, ORANGE, GREEN], 2)
    }
}

const GREEN: &str = "#2e9e44";

#[tokio::test]
async fn a_picture_of_the_newest_board_shows_its_turn() {
    let server = Server::new().await;
    let (ada, _, at) = server.joined(json!({})).await;
    server.set("02T12:00:00.000");
    let steps = &["move b13 b12"];
    let board = chunk(&ada.board(&at).await);
    let painting = ada.painted(&at, steps).await;
    for chunk in [None, Some(board.as_str())] {
        let found = ada.hand_in(&at, painting.saved(chunk)).await;
        let found = found.is(200);
        assert_eq!(found["turn"], json!(steps));
        assert_eq!(
            (&found["made_from"], &found["rebased"]),
            (&json!(2), &json!(false))
        );
        assert_eq!(found["seq"], ada.seq(&at).await);
        assert_eq!(found["position"]["units"][0]["at"], "b12");
        assert!(found.get("color").is_none());
    }
    assert_eq!(ada.get(&at).await.is(200)["turns"], 2, "nothing is played");
    assert_eq!(ada.play(&at, steps).await.is(201)["turn"], 3);
}

#[tokio::test]
async fn an_unchanged_picture_says_so() {
    let server = Server::new().await;
    let (ada, ben, at) = server.joined(json!({})).await;
    server.set("02T12:00:00.000");
    let board = ada.board(&at).await;
    let answer = ada.hand_in(&at, board.clone()).await;
    let problem = answer.is_problem(422, "unreachable");
    assert!(
        problem["detail"]
            .as_str()
            .unwrap()
            .starts_with("Nothing was changed")
    );
    assert_eq!(problem["differences"], json!([]));
    ben.play(&at, &["move g12 g11"]).await.is(201);
    let answer = ada.hand_in(&at, opened(&board).saved(None)).await;
    let detail = &answer.is_problem(422, "unreachable")["detail"];
    assert_eq!(
        detail,
        "Nothing was changed in this picture: it is the board after turn 2."
    );
}

#[tokio::test]
async fn a_picture_of_an_older_board_is_rebased_where_its_turn_is_still_legal() {
    let server = Server::new().await;
    let (ada, ben, at) = server.joined(json!({})).await;
    server.set("02T12:00:00.000");
    let board = chunk(&ada.board(&at).await);
    let painting = ada.painted(&at, &["move b13 b12"]).await;
    ben.play(&at, &["move g12 g11"]).await.is(201);
    for chunk in [None, Some(board.as_str())] {
        let answer = ada.hand_in(&at, painting.saved(chunk)).await;
        let found = answer.is(200);
        assert_eq!(found["turn"], json!(["move b13 b12"]));
        assert_eq!(
            (&found["made_from"], &found["rebased"]),
            (&json!(2), &json!(true))
        );
        assert_eq!(
            found["position"]["units"][1]["at"], "g11",
            "ben's turn stays"
        );
    }
}

#[tokio::test]
async fn a_turn_that_others_have_made_impossible_is_told_so() {
    let server = Server::new().await;
    let (_, _, at) = server.joined(json!({})).await;
    let (cleo, dora) = (server.player("cleo").await, server.player("dora").await);
    let painting = cleo.painted(&at, &["join q13", "spawn q13>q12"]).await;
    let steps = ["join q13"];
    dora.join(&at, "#a046c8", &steps).await.is(201);
    let answer = cleo.hand_in(&at, painting.saved(None)).await;
    let problem = answer.is_problem(422, "unreachable");
    let detail = problem["detail"].as_str().unwrap();
    assert!(
        detail.starts_with("Made from turn 2; turn 3 by dora came in between"),
        "{detail}"
    );
    let differences = json!(["q13: door claimed by cleo", "q12: unit appeared"]);
    assert_eq!(problem["differences"], differences);
}

#[tokio::test]
async fn a_struck_turn_is_no_board_and_comes_in_between_nowhere() {
    let server = Server::new().await;
    let (ada, _, at) = server.joined(json!({})).await;
    let judge = server.person("judge", Role::Moderator).await;
    let cid = server.player("cid").await;
    server.set("02T12:00:00.000");
    let picture = || async {
        let chunk = chunk(&ada.board(&at).await);
        let painting = ada.painted(&at, &["move b13 b12"]).await;
        painting.saved(Some(&chunk))
    };
    let on_two = picture().await;
    cid.join(&at, GREEN, &["join a1"]).await.is(201);
    let on_three = picture().await;
    let revert = json!({"do": "revert", "to": 2, "reason": "It was agreed in the thread."});
    let rulings = format!("{at}/rulings");
    judge.post(&rulings, &revert).await.is(201);

    let answer = ada.hand_in(&at, on_three).await;
    assert_eq!(
        answer.is_problem(422, "unreachable")["detail"],
        "No legal turn of yours leads from the board after turn 2 to this picture."
    );
    let answer = ada.hand_in(&at, on_two.clone()).await;
    let found = answer.is(200);
    assert_eq!(
        (&found["made_from"], &found["rebased"]),
        (&json!(2), &json!(false))
    );
    let farther = ["move b13 b12", "move b12 b11"];
    assert_eq!(ada.play(&at, &farther).await.is(201)["turn"], 4);
    let answer = ada.hand_in(&at, on_two).await;
    let problem = answer.is_problem(422, "unreachable");
    let detail = problem["detail"].as_str().unwrap();
    assert!(
        detail.starts_with("Made from turn 2; turn 4 by ada came in between"),
        "{detail}"
    );
}

#[tokio::test]
async fn what_no_turn_explains_is_told_in_differences() {
    let server = Server::new().await;
    let (ada, _, at) = server.joined(json!({})).await;
    let mut state = ada.get(&at).await.is(200)["position"].clone();
    state["units"][0]["at"] = "p1".into();
    let impossible = paint(&state, &[BLUE, ORANGE], 3).saved(None);
    let answer = ada.hand_in(&at, impossible).await;
    let problem = answer.is_problem(422, "unreachable");
    assert_eq!(
        problem["differences"],
        json!(["b13: unit disappeared", "p1: unit appeared"])
    );
}

#[tokio::test]
async fn a_newcomer_s_colour_is_named_or_painted() {
    let server = Server::new().await;
    let (_, _, at) = server.joined(json!({})).await;
    let cleo = server.player("cleo").await;
    let painting = cleo.painted(&at, &["join q13", "spawn q13>q12"]).await;
    let found = cleo.hand_in(&at, painting.saved(None)).await;
    let found = found.is(200);
    assert_eq!(found["turn"], json!(["join q13", "spawn q13>q12"]));
    assert_eq!(found["color"], GREEN);
    let answer = cleo
        .send(
            Request::post(format!("{at}/picture?color=%232e9e44"))
                .header(header::CONTENT_TYPE, "image/png")
                .body(Body::from(painting.saved(None)))
                .unwrap(),
        )
        .await;
    assert_eq!(answer.is(200)["color"], GREEN);
}

#[tokio::test]
async fn what_cannot_be_read_is_named() {
    let server = Server::new().await;
    let (ada, _, at) = server.joined(json!({})).await;
    let mut painting = opened(&ada.board(&at).await);
    // The upper half of the Engineer on b13.
    painting.fill((2 * 18, 4), (28, 14), [255; 3]);
    let answer = ada.hand_in(&at, painting.saved(None)).await;
    let problem = answer.is_problem(422, "unreadable");
    assert_eq!(problem["squares"][0]["at"], "b13");
    assert!(problem["squares"][0]["why"].is_string());
    let answer = ada.hand_in(&at, b"GIF89a".to_vec()).await;
    answer.is_problem(422, "not_a_board");
    let answer = ada.hand_in(&at, vec![0; 8 * 1024 * 1024 + 1]).await;
    answer.is_problem(413, "too_large");
    let answer = ada.hand_in(&at, vec![0; 9 * 1024 * 1024]).await;
    answer.is_problem(413, "too_large");
}

#[tokio::test]
async fn a_picture_of_another_match_is_refused() {
    let server = Server::new().await;
    let (ada, _, at) = server.joined(json!({})).await;
    let other = server.a_match(&ada, json!({})).await;
    let board = ada.board(&other).await;
    ada.hand_in(&at, board.clone())
        .await
        .is_problem(422, "other_level");
    // It is of another match before anything in it is strange.
    let mut painting = opened(&board);
    painting.fill((36, 4), (28, 14), [1, 2, 3]);
    let strange = painting.saved(Some(&chunk(&board)));
    let answer = ada.hand_in(&at, strange).await;
    let detail = answer.is_problem(422, "other_level")["detail"].clone();
    let detail = detail.as_str().unwrap();
    assert!(
        detail.starts_with("This picture is a board of another match ("),
        "{detail}"
    );
}

#[tokio::test]
async fn boards_of_other_games_and_levels_are_told_apart() {
    let server = Server::new().await;
    let (ada, _, at) = server.joined(json!({})).await;
    let small = "name: Small\n\n+---+---+\n| A   M |\n+   +   +\n| .   . |\n+---+---+\n";
    for (asked, why) in [
        (
            json!({"game": "helios", "state": null, "colors": []}),
            "This is a board of Helios;",
        ),
        (
            json!({"game": "abaddon", "level": small, "state": null, "colors": []}),
            "This board has 2 × 2 squares, and the match is played on 17 × 13.",
        ),
    ] {
        let mut file = Vec::new();
        render(asked.to_string().as_bytes(), &mut file).unwrap();
        let answer = ada.hand_in(&at, file).await;
        let detail = answer.is_problem(422, "other_level")["detail"].clone();
        assert!(detail.as_str().unwrap().starts_with(why), "{detail}");
    }
}

#[tokio::test]
async fn a_newcomer_s_colour_that_is_too_close_is_named_with_the_nearest() {
    let server = Server::new().await;
    let (_, _, at) = server.joined(json!({})).await;
    let cleo = server.player("cleo").await;
    let checked = cleo
        .post(&format!("{at}/check"), &json!({"turn": ["join q13"]}))
        .await;
    let painting = paint(&checked.is(200)["position"], &[BLUE, ORANGE, "#33b0ff"], 2);
    let answer = cleo.hand_in(&at, painting.saved(None)).await;
    let squares = answer.is_problem(422, "unreadable")["squares"].clone();
    let why = squares[0]["why"].as_str().unwrap();
    assert_eq!(squares[0]["at"], "q13");
    assert!(
        why.contains("too close") && why.contains("the nearest free colour is #"),
        "{why}"
    );
}

#[tokio::test]
async fn an_older_board_is_read_with_the_sprites_that_it_was_drawn_with() {
    let server = Server::new().await;
    let (ada, ben, at) = server.joined(json!({})).await;
    server.set("02T12:00:00.000");
    let turned: Vec<&str> = ENGINEER.lines().rev().collect();
    let put = ada
        .put("/api/v1/me/sprites/engineer", &json!({"lines": turned}))
        .await;
    put.is(200);
    // Ada's own units are drawn in her new sprite from the next turn on.
    let old = ada.board(&at).await;
    let mut painting = opened(&old);
    let square = |column: u32, row: u32| (2 * (16 * column + 2), 2 * (16 * (13 - row) + 2));
    painting.copy(square(1, 13), square(1, 12), (28, 28));
    painting.fill(square(1, 13), (28, 28), [255; 3]);
    let on_old = painting.saved(Some(&chunk(&old)));
    ben.play(&at, &["move g12 g11"]).await.is(201);
    let answer = ada.hand_in(&at, on_old).await;
    let found = answer.is(200);
    assert_eq!(found["turn"], json!(["move b13 b12"]));
    assert_eq!(
        (&found["made_from"], &found["rebased"]),
        (&json!(2), &json!(true))
    );
}

const ENGINEER: &str = include_str!("../../../static/sprites/engineer.txt");

#[tokio::test]
async fn whoever_may_not_play_hands_nothing_in() {
    let server = Server::new().await;
    let (ada, ben, at) = server.joined(json!({"seats": 2})).await;
    let board = ada.board(&at).await;
    let visitor = server.visitor();
    visitor
        .hand_in(&at, board.clone())
        .await
        .is_problem(401, "not_signed_in");
    let cleo = server.player("cleo").await;
    cleo.hand_in(&at, board.clone())
        .await
        .is_problem(409, "match_full");
    let json = Value::Null;
    ben.post(&format!("{at}/picture"), &json)
        .await
        .is_problem(415, "unsupported_media");
    let nowhere = "/api/v1/matches/0000000000000000";
    let lost = ada.hand_in(nowhere, board).await;
    assert_eq!(lost.status, 404);
}
