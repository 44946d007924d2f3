//! Replays: one file that shows a match turn by turn.

use std::io::Cursor;

use axum::body::Body;
use axum::http::{Request, header};
use daykeeper::ids::Role;
use serde_json::json;

use crate::api::server::{Answer, GREEN, Server};

fn of(at: &str, rest: &str) -> String {
    format!("{}/{rest}", at.replace("/api/v1", ""))
}

/// Every board of a picture as RGB, animated or not.
fn boards(file: &[u8]) -> Vec<Vec<u8>> {
    let mut decoder = png::Decoder::new(Cursor::new(file));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().unwrap();
    let (width, height) = (reader.info().width as usize, reader.info().height as usize);
    let count = reader
        .info()
        .animation_control()
        .map_or(1, |animation| animation.num_frames);
    let mut board = vec![0; width * height * 3];
    let mut frame = vec![0; width * height * 3];
    let mut boards = Vec::new();
    for _ in 0..count {
        let info = reader.next_frame(&mut frame).unwrap();
        let place = reader.info().frame_control().copied();
        let (left, top) = place.map_or((0, 0), |place| {
            (place.x_offset as usize, place.y_offset as usize)
        });
        for row in 0..info.height as usize {
            let line = info.width as usize * 3;
            let from = row * line;
            let to = ((top + row) * width + left) * 3;
            board[to..to + line].copy_from_slice(&frame[from..from + line]);
        }
        boards.push(board.clone());
    }
    boards
}

fn gif_boards(file: &[u8]) -> Vec<Vec<u8>> {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::Indexed);
    let mut decoder = options.read_info(Cursor::new(file)).unwrap();
    let palette = decoder.global_palette().unwrap().to_vec();
    let width = usize::from(decoder.width());
    let mut board = vec![0; width * usize::from(decoder.height()) * 3];
    let mut boards = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        for (index, ink) in frame.buffer.iter().enumerate() {
            let (x, y) = (
                index % usize::from(frame.width),
                index / usize::from(frame.width),
            );
            let to = ((usize::from(frame.top) + y) * width + usize::from(frame.left) + x) * 3;
            let colour = usize::from(*ink) * 3;
            board[to..to + 3].copy_from_slice(&palette[colour..colour + 3]);
        }
        boards.push(board.clone());
    }
    boards
}

#[tokio::test]
async fn both_files_show_every_turns_picture() {
    let server = Server::new().await;
    let (ada, ben, at) = server.joined(json!({})).await;
    server.set("02T09:00:00.000");
    ada.play(&at, &["move b13 c13", "move c13 c12"])
        .await
        .is(201);
    ben.play(&at, &["move g12 f12"]).await.is(201);
    // A small change at the right edge, then a wide one.
    let cleo = server.player("cleo").await;
    let steps = ["join q1", "spawn q1>p1"];
    cleo.join(&at, GREEN, &steps).await.is(201);
    server.set("03T09:00:00.000");
    let steps = ["move c12 c13", "move c13 b13"];
    ada.play(&at, &steps).await.is(201);
    let visitor = server.visitor();
    for extras in ["?scale=1", "?scale=2&labels=1&mark=1"] {
        let mut single = Vec::new();
        for turn in 0..=6 {
            let picture = visitor
                .get(&of(&at, &format!("turns/{turn}.png{extras}")))
                .await;
            single.extend(boards(&picture.bytes));
        }
        let apng = visitor.get(&of(&at, &format!("replay.png{extras}"))).await;
        assert_eq!(apng.header(header::CONTENT_TYPE), "image/png");
        assert!(boards(&apng.bytes) == single, "{extras}");
        let gif = visitor.get(&of(&at, &format!("replay.gif{extras}"))).await;
        assert_eq!(gif.header(header::CONTENT_TYPE), "image/gif");
        assert!(gif_boards(&gif.bytes) == single, "{extras}");
        assert!(apng.bytes.len() < gif.bytes.len());
    }
}

#[tokio::test]
async fn a_match_of_helios_is_replayed_and_fed_as_well() {
    let server = Server::new().await;
    let (ada, ben) = (server.player("ada").await, server.player("ben").await);
    let wanted = json!({"game": "helios", "title": "Noon", "options": {"side": "bottom"}});
    let made = ada.post("/api/v1/matches", &wanted).await;
    let id = made.is(201)["id"].as_str().unwrap().to_owned();
    let at = format!("/api/v1/matches/{id}");
    let seats = format!("{at}/seats");
    ben.post(&seats, &json!({})).await.is(201);
    let visitor = server.visitor();
    let seq = visitor.get(&at).await.is(200)["seq"].clone();
    let action = json!({"seq": seq, "action": "c1-c2"});
    ada.post(&format!("{at}/turns"), &action).await.is(201);
    let mut single = Vec::new();
    for turn in 0..=1 {
        let picture = visitor.get(&of(&at, &format!("turns/{turn}.png"))).await;
        single.extend(boards(&picture.bytes));
    }
    let apng = visitor.get(&of(&at, "replay.png")).await;
    assert!(boards(&apng.bytes) == single);
    let gif = visitor.get(&of(&at, "replay.gif")).await;
    assert!(gif_boards(&gif.bytes) == single);
    for feed in [of(&at, "feed.atom"), "/feed.atom".to_owned()] {
        let told = visitor.get(&feed).await;
        let text = String::from_utf8_lossy(&told.bytes).into_owned();
        assert!(text.contains("Noon, turn 1"), "{text}");
        assert!(text.contains("c1-c2"), "{text}");
    }
    let page = visitor.get(&of(&at, "replay?turn=1")).await;
    assert_eq!(page.status, 200);
}

#[tokio::test]
async fn with_names_every_board_has_room_for_all() {
    let server = Server::new().await;
    let (_, _, at) = server.joined(json!({})).await;
    let replay = server
        .visitor()
        .get(&of(&at, "replay.png?scale=1&legend=1"))
        .await;
    let boards = boards(&replay.bytes);
    assert_eq!(boards.len(), 3);
    // Two players: a strip of 26 pixels.
    assert_eq!(boards[0].len(), 274 * (210 + 26) * 3);
}

#[tokio::test]
async fn a_replay_is_asked_for_each_time_and_sent_when_it_changed() {
    let server = Server::new().await;
    let (ada, _, at) = server.joined(json!({})).await;
    let visitor = server.visitor();
    let path = of(&at, "replay.gif");
    let first = visitor.get(&path).await;
    assert_eq!(first.header(header::CACHE_CONTROL), "no-cache");
    assert_eq!(first.header(header::ACCESS_CONTROL_ALLOW_ORIGIN), "*");
    let etag = first.header(header::ETAG).to_owned();
    let again = || Request::get(&path).header(header::IF_NONE_MATCH, &etag);
    let same = visitor.send(again().body(Body::empty()).unwrap()).await;
    assert_eq!((same.status, same.bytes.len()), (304, 0));
    server.set("02T09:00:00.000");
    ada.play(&at, &["move b13 c13"]).await.is(201);
    let longer = visitor.send(again().body(Body::empty()).unwrap()).await;
    assert_eq!(longer.status, 200);
    assert_ne!(longer.header(header::ETAG), etag);
    let apng = visitor.get(&of(&at, "replay.png")).await;
    assert_ne!(apng.header(header::ETAG), longer.header(header::ETAG));
    assert_eq!(
        visitor.get(&of(&at, "replay.gif?scale=9")).await.status,
        400
    );
}

#[tokio::test]
async fn a_private_matchs_replay_is_for_its_people() {
    let server = Server::new().await;
    let ada = server.player("ada").await;
    let at = server.a_match(&ada, json!({"visibility": "private"})).await;
    for rest in ["replay", "replay.gif", "replay.png"] {
        let own: Answer = ada.get(&of(&at, rest)).await;
        assert_eq!(own.status, 200, "{rest}");
        assert_eq!(own.header(header::CACHE_CONTROL), "private, no-cache");
        assert_eq!(own.header(header::ACCESS_CONTROL_ALLOW_ORIGIN), "");
        assert_eq!(server.visitor().get(&of(&at, rest)).await.status, 404);
    }
}

#[tokio::test]
async fn the_player_is_a_form_and_links_without_a_script() {
    let server = Server::new().await;
    let (_, _, at) = server.joined(json!({})).await;
    let visitor = server.visitor();
    let page = visitor.get(&of(&at, "replay?turn=1")).await;
    let text = String::from_utf8_lossy(&page.bytes).into_owned();
    let game = of(&at, "");
    assert!(
        text.contains(&format!("src=\"{game}turns/1.png?mark=1\"")),
        "{text}"
    );
    assert!(
        text.contains(&format!("href=\"{game}replay?turn=2\"")),
        "{text}"
    );
    assert!(text.contains("turn 1 of 2"), "{text}");
    assert_eq!(visitor.get(&of(&at, "replay?turn=3")).await.status, 404);
    assert_eq!(visitor.get(&of(&at, "replay?turn=x")).await.status, 400);
}

#[tokio::test]
async fn struck_turns_are_left_out() {
    let server = Server::new().await;
    let (ada, _, at) = server.joined(json!({})).await;
    let judge = server.person("judge", Role::Moderator).await;
    let visitor = server.visitor();
    let two = visitor.get(&of(&at, "replay.png")).await;
    server.set("02T09:00:00.000");
    ada.play(&at, &["move b13 c13"]).await.is(201);
    let three = visitor.get(&of(&at, "replay.png")).await;
    assert_eq!(boards(&three.bytes).len(), 4);

    let revert = json!({"do": "revert", "to": 2, "reason": "It was agreed in the thread."});
    let rulings = format!("{at}/rulings");
    judge.post(&rulings, &revert).await.is(201);
    let again = visitor.get(&of(&at, "replay.png")).await;
    assert!(boards(&again.bytes) == boards(&two.bytes));

    ada.play(&at, &["move b13 b12"]).await.is(201);
    let four = visitor.get(&of(&at, "replay.png")).await;
    assert_eq!(boards(&four.bytes).len(), 4);
    let page = visitor.get(&of(&at, "replay?turn=2")).await;
    let text = String::from_utf8_lossy(&page.bytes).into_owned();
    let game = of(&at, "");
    assert!(text.contains(&format!("href=\"{game}replay?turn=4\"")));
    assert!(!text.contains(&format!("href=\"{game}replay?turn=3\"")));
    assert!(text.contains("data-struck=\"3\""), "{text}");
}
