//! Players' own sprites, through the API, the page and the pictures.

use axum::body::Body;
use axum::http::{Request, header};
use serde_json::{Value, json};

use crate::api::server::{Answer, BLUE, Client, Server};

/// A sprite like no default one: a frame in the player's colour.
fn frame() -> Vec<String> {
    let mut lines = vec!["cccccccccccc".to_owned()];
    lines.extend(std::iter::repeat_n("c..........c".to_owned(), 10));
    lines.push("cccccccccccc".to_owned());
    lines
}

/// Another one: a block.
fn block() -> Vec<String> {
    let mut lines = vec!["............".to_owned(); 3];
    lines.extend(vec!["...oooooo...".to_owned(); 3]);
    lines.extend(vec!["...cccccc...".to_owned(); 3]);
    lines.extend(vec!["............".to_owned(); 3]);
    lines
}

async fn put(client: &Client, kind: &str, lines: &[String]) -> Answer {
    let path = format!("/api/v1/me/sprites/{kind}");
    client.put(&path, &json!({"lines": lines})).await
}

async fn put_as(client: &Client, media: &str, body: impl Into<Body>) -> Answer {
    let request = Request::put("/api/v1/me/sprites/engineer").header(header::CONTENT_TYPE, media);
    client.send(request.body(body.into()).unwrap()).await
}

async fn shown(client: &Client, kind: &str) -> Value {
    let all = client.get("/api/v1/me/sprites").await;
    let sprites = all.is(200)["sprites"].as_array().unwrap().clone();
    sprites
        .into_iter()
        .find(|sprite| sprite["kind"] == kind)
        .unwrap()
}

async fn picture(client: &Client, at: &str, rest: &str) -> Vec<u8> {
    let path = format!("{}/{rest}", at.replace("/api/v1", ""));
    let answer = client.get(&path).await;
    assert_eq!(answer.status, 200, "{path}");
    answer.bytes.to_vec()
}

#[tokio::test]
async fn a_sprite_is_kept_shown_and_reset() {
    let server = Server::new().await;
    let ada = server.player("ada").await;
    assert_eq!(shown(&ada, "engineer").await["own"], false);
    let kept = put(&ada, "engineer", &frame()).await;
    assert_eq!(
        *kept.is(200),
        json!({"kind": "engineer", "lines": frame(), "own": true})
    );
    assert_eq!(shown(&ada, "engineer").await["lines"], json!(frame()));
    let text = format!("{}\r\n", block().join("\r\n"));
    put_as(&ada, "text/plain; charset=utf-8", text)
        .await
        .is(200);
    assert_eq!(shown(&ada, "engineer").await["lines"], json!(block()));
    for _ in 0..2 {
        ada.delete("/api/v1/me/sprites/engineer").await.is(204);
    }
    assert_eq!(shown(&ada, "engineer").await["own"], false);
    let ben = server.player("ben").await;
    assert_eq!(shown(&ben, "engineer").await["own"], false);
}

/// A PNG whose pixels are written as in sprites; `r` is a red, which nothing of a blue sprite is.
fn painted(lines: &[String]) -> Vec<u8> {
    let (width, height) = (lines[0].len(), lines.len());
    let (width, height) = (width.try_into().unwrap(), height.try_into().unwrap());
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::Rgba);
    let pixel = |dot| match dot {
        'c' => [0x33, 0x88, 0xff, 0xff],
        'r' => [0xd0, 0x20, 0x20, 0xff],
        'o' => [0, 0, 0, 0xff],
        _ => [0; 4],
    };
    let pixels: Vec<u8> = lines.concat().chars().flat_map(pixel).collect();
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&pixels).unwrap();
    writer.finish().unwrap();
    file
}

#[tokio::test]
async fn a_sprite_comes_from_a_png_too() {
    let server = Server::new().await;
    let ada = server.player("ada").await;
    put_as(&ada, "image/png", painted(&block())).await.is(200);
    assert_eq!(shown(&ada, "engineer").await["lines"], json!(block()));
    put_as(&ada, "image/png", "no picture")
        .await
        .is_problem(422, "bad_sprite");
    put_as(&ada, "image/gif", "GIF89a")
        .await
        .is_problem(415, "unsupported_media");
}

/// Files, and what is said to each; nothing to a good one.
fn files() -> Vec<(Vec<u8>, &'static str)> {
    let with_red = [vec!["r...........".to_owned()], block()[1..].to_vec()].concat();
    vec![
        (painted(&block()), ""),
        (painted(&with_red), "pixel in row 1, column 1"),
        (painted(&block()[1..]), "12 × 12 pixels"),
        (b"\xff\xd8\xff\xe0 a photograph".to_vec(), "not a PNG"),
    ]
}

#[tokio::test]
async fn a_painted_file_is_read_into_the_editor_or_refused_in_words() {
    let server = Server::new().await;
    let ada = server.player("ada").await;
    for (file, words) in files() {
        let request = Request::post("/me/sprites/from-png").body(Body::from(file));
        let answer = ada.send(request.unwrap()).await;
        let text = String::from_utf8_lossy(&answer.bytes).into_owned();
        let wanted = if words.is_empty() { 200 } else { 422 };
        assert_eq!(answer.status, wanted, "{text}");
        assert!(text.contains(words), "{words}: {text}");
        if words.is_empty() {
            assert_eq!(text, format!("{}\n", block().join("\n")));
        }
    }
}

#[tokio::test]
async fn a_painted_file_is_handed_in_without_a_script() {
    let server = Server::new().await;
    let ada = server.player("ada").await;
    for (file, words) in files() {
        let head = "--edge\r\nContent-Disposition: form-data; name=\"picture\"; \
            filename=\"mine.png\"\r\n\r\n";
        let body = [head.as_bytes(), &file, b"\r\n--edge--\r\n"].concat();
        let request = Request::post("/me/sprites/engineer/png")
            .header(header::CONTENT_TYPE, "multipart/form-data; boundary=edge");
        let answer = ada.send(request.body(Body::from(body)).unwrap()).await;
        let page = String::from_utf8_lossy(&answer.bytes).into_owned();
        let open = "<details open><summary id=\"engineer-h\">";
        assert!(page.contains(open), "{page}");
        if words.is_empty() {
            assert_eq!(answer.status, 200);
            assert!(page.contains(&block().join("\n")), "{page}");
        } else {
            assert_eq!(answer.status, 422);
            assert!(page.contains("It cannot be yours: "), "{page}");
            assert!(page.contains(words), "{words}: {page}");
        }
    }
    assert_eq!(
        shown(&ada, "engineer").await["own"],
        false,
        "nothing is saved"
    );
}

#[tokio::test]
async fn a_bad_sprite_is_refused_and_says_why() {
    let server = Server::new().await;
    let ada = server.player("ada").await;
    let refused = |lines: Vec<String>| {
        let ada = ada.clone();
        async move {
            let answer = put(&ada, "engineer", &lines).await;
            answer.is_problem(422, "bad_sprite")["detail"]
                .as_str()
                .unwrap()
                .to_owned()
        }
    };
    assert!(refused(frame()[..11].to_vec()).await.contains("12 lines"));
    let with = |row: usize, line: &str| {
        let mut lines = frame();
        lines[row] = line.to_owned();
        lines
    };
    assert!(
        refused(with(2, "c....x.....c"))
            .await
            .contains("ine 3, character 6")
    );
    assert!(
        refused(with(2, "c....g.....c"))
            .await
            .contains("ine 3, character 6")
    );
    assert!(
        refused(vec![".".repeat(12); 12])
            .await
            .contains("nly 0 pixels")
    );
    put(&ada, "soldier", &frame()).await.is(200);
    assert!(refused(frame()).await.contains("Soldier"));
    assert!(refused(with(5, "c..ccc.....c")).await.contains("3 pixels"));
    put(&ada, "engineer", &block()).await.is(200);
    put(&ada, "archer", &block())
        .await
        .is_problem(404, "not_found");
    let visitor = put(&server.visitor(), "engineer", &block()).await;
    visitor.is_problem(401, "not_signed_in");
    put_as(&ada, "application/json", "[]")
        .await
        .is_problem(400, "malformed");
}

#[tokio::test]
async fn old_turns_keep_the_sprites_they_were_drawn_with() {
    let server = Server::new().await;
    let (ada, ben, at) = server.joined(json!({})).await;
    let before = picture(&ada, &at, "turns/2.png").await;
    put(&ada, "engineer", &frame()).await.is(200);
    assert_eq!(picture(&ada, &at, "turns/2.png").await, before);
    server.set("02T09:00:00.000");
    ben.play(&at, &["move g12 f12"]).await.is(201);
    // Ada's Engineer has not moved, and looks otherwise since somebody's turn.
    let third = picture(&ada, &at, "turns/3.png").await;
    put(&ada, "engineer", &block()).await.is(200);
    ada.play(&at, &["move b13 c13"]).await.is(201);
    ada.delete("/api/v1/me/sprites/engineer").await.is(204);
    // Asked for the first time only now, and kept in no cache.
    let fourth = picture(&ada, &at, "turns/4.png").await;
    assert_eq!(picture(&ada, &at, "turns/3.png").await, third);
    let counts =
        |file: &[u8], ink: [u8; 3]| pixels(file).iter().filter(|pixel| **pixel == ink).count();
    let blue = [0x33, 0x88, 0xff];
    // At scale 3 the frame has 44 pixels of blue and the block 18.
    assert_eq!(counts(&third, blue) - counts(&fourth, blue), (44 - 18) * 9);
    assert_ne!(third, before);
    let replay = picture(&ada, &at, "replay.png").await;
    assert!(!replay.is_empty());
}

#[tokio::test]
async fn a_post_has_the_sprite_that_its_turn_was_drawn_with() {
    let server = Server::new().await;
    let (ada, ben, at) = server.joined(json!({})).await;
    put(&ada, "engineer", &frame()).await.is(200);
    server.set("02T09:00:00.000");
    ada.play(&at, &["move b13 c13"]).await.is(201);
    ben.play(&at, &["move g12 f12"]).await.is(201);
    put(&ada, "engineer", &block()).await.is(200);
    let page = ada.get(&at.replace("/api/v1", "")).await;
    let page = String::from_utf8_lossy(&page.bytes).into_owned();
    let face = |turn: u32| {
        let (_, post) = page.split_once(&format!("id=\"turn-{turn}\"")).unwrap();
        let (_, face) = post.split_once("<span class=\"av\">").unwrap();
        face.split_once("</span>").unwrap().0.to_owned()
    };
    let icon = "<use href=\"/static/icons.svg#engineer\"/>";
    let framed = "<path fill=\"var(--c)\" d=\"M0 0h12v1h-12zM0 1h1v1h-1zM11 1h1v1h-1z";
    assert!(face(1).contains(icon), "{}", face(1));
    assert!(face(3).contains(framed), "{}", face(3));
    assert!(face(4).contains(icon), "{}", face(4));
    // Beside the board are the sprites of the next turn.
    assert!(
        page.contains("<path fill=\"#000\" d=\"M3 3h6v1h-6z"),
        "{page}"
    );
}

fn pixels(file: &[u8]) -> Vec<[u8; 3]> {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(file));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut bytes).unwrap();
    bytes.as_chunks().0.to_vec()
}

#[tokio::test]
async fn a_newcomers_first_picture_has_their_sprites() {
    let server = Server::new().await;
    let (ada, ben) = (server.player("ada").await, server.player("ben").await);
    put(&ada, "engineer", &frame()).await.is(200);
    let mut pictures = Vec::new();
    for player in [&ada, &ben] {
        let at = server.a_match(player, json!({})).await;
        player
            .join(&at, BLUE, &["join a13", "spawn a13>b13"])
            .await
            .is(201);
        pictures.push(pixels(&picture(player, &at, "turns/1.png").await));
    }
    assert!(pictures[0] != pictures[1]);
}

#[tokio::test]
async fn the_page_is_painted_on_without_a_script() {
    let server = Server::new().await;
    let ada = server.player("ada").await;
    let form = |lines: &[String]| format!("lines={}", lines.join("%0D%0A"));
    let post = |path: &'static str, body: String| {
        let media = "application/x-www-form-urlencoded";
        let request = Request::post(path).header(header::CONTENT_TYPE, media);
        let ada = ada.clone();
        async move { ada.send(request.body(Body::from(body)).unwrap()).await }
    };
    let saved = post("/me/sprites/engineer", form(&frame())).await;
    assert_eq!(
        (saved.status, saved.header(header::LOCATION)),
        (303, "/me#sprites")
    );
    let page = ada.get("/me").await;
    let text = String::from_utf8_lossy(&page.bytes).into_owned();
    assert!(text.contains(&frame().join("\n")), "{text}");
    let refused = post("/me/sprites/soldier", form(&frame())).await;
    assert_eq!(refused.status, 422);
    let text = String::from_utf8_lossy(&refused.bytes).into_owned();
    assert!(
        text.contains("It cannot be yours: it differs from your Engineer"),
        "{text}"
    );
    assert!(
        text.matches(&frame().join("\n")).count() >= 2,
        "what was typed is kept"
    );
    let checked = post("/me/sprites/soldier/check", form(&block())).await;
    let text = String::from_utf8_lossy(&checked.bytes).into_owned();
    assert!(text.contains("This sprite can be yours"), "{text}");
    assert!(text.contains("data:image/png;base64,"), "{text}");
    post("/me/sprites/engineer/reset", String::new()).await;
    assert_eq!(shown(&ada, "engineer").await["own"], false);
}
