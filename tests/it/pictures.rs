//! Board pictures over HTTP, as forums ask for them.

use axum::body::Body;
use axum::http::{Method, Request, header};
use daykeeper::ids::Role;
use serde_json::json;

use crate::api::server::{Answer, BLUE, Client, GREEN, Server};

const FOR_GOOD: &str = "public, max-age=31536000, immutable";

/// The address of a match's pictures.
fn pictures_of(at: &str) -> String {
    at.replace("/api/v1", "")
}

async fn asked_again(client: &Client, path: &str, known: &str) -> Answer {
    let request = Request::get(path).header(header::IF_NONE_MATCH, known);
    client.send(request.body(Body::empty()).unwrap()).await
}

/// Width, height and text chunks of a PNG.
fn read(answer: &Answer) -> (u32, u32, Vec<(String, String)>) {
    assert_eq!(answer.status, 200);
    let mut reader = png::Decoder::new(std::io::Cursor::new(&answer.bytes))
        .read_info()
        .unwrap();
    reader.finish().unwrap();
    let info = reader.info();
    let texts = info.uncompressed_latin1_text.iter();
    let texts = texts.map(|chunk| (chunk.keyword.clone(), chunk.text.clone()));
    (info.width, info.height, texts.collect())
}

#[tokio::test]
async fn a_turns_picture_may_be_kept_for_good() {
    let server = Server::new().await;
    let (_, _, at) = server.joined(json!({})).await;
    let picture = server
        .visitor()
        .get(&format!("{}/turns/2.png", pictures_of(&at)))
        .await;
    let (width, height, texts) = read(&picture);
    assert_eq!((width, height), (822, 630));
    assert_eq!(picture.header(header::CONTENT_TYPE), "image/png");
    assert_eq!(picture.header(header::CACHE_CONTROL), FOR_GOOD);
    assert_eq!(picture.header(header::ACCESS_CONTROL_ALLOW_ORIGIN), "*");
    assert_eq!(
        picture.header(header::CONTENT_LENGTH),
        picture.bytes.len().to_string()
    );
    for absent in [
        header::SET_COOKIE,
        header::LOCATION,
        header::CONTENT_ENCODING,
        header::VARY,
    ] {
        assert_eq!(picture.header(absent.clone()), "", "{absent}");
    }
    assert!(
        picture.bytes.len() < 20_000,
        "{} bytes",
        picture.bytes.len()
    );
    let id = at.rsplit('/').next().unwrap();
    let named = |keyword: &str| {
        let found = texts.iter().find(|(key, _)| key == keyword);
        found
            .unwrap_or_else(|| panic!("no {keyword}: {texts:?}"))
            .1
            .clone()
    };
    assert_eq!(named("Title"), "Halls of Abaddon, turn 2");
    assert!(named("Software").starts_with("Daykeeper"), "{texts:?}");
    let daykeeper = named("daykeeper");
    let hash = daykeeper
        .strip_prefix(&format!("match={id} turn=2 position="))
        .unwrap();
    assert_eq!(hash.len(), 64);
}

#[tokio::test]
async fn the_newest_board_is_asked_for_each_time() {
    let server = Server::new().await;
    let (ada, _, at) = server.joined(json!({})).await;
    let board = format!("{}/board.png", pictures_of(&at));
    let visitor = server.visitor();
    let first = visitor.get(&board).await;
    read(&first);
    assert_eq!(first.header(header::CACHE_CONTROL), "no-cache");
    assert_eq!(first.header(header::ACCESS_CONTROL_ALLOW_ORIGIN), "*");
    let etag = first.header(header::ETAG).to_owned();
    assert!(
        etag.starts_with('"') && etag.ends_with('"'),
        "{etag} is not strong"
    );
    for known in [
        &etag,
        &format!("W/{etag}"),
        &format!("\"other\", {etag}"),
        "*",
    ] {
        let same = asked_again(&visitor, &board, known).await;
        assert_eq!((same.status, same.bytes.len()), (304, 0), "{known}");
        assert_eq!(same.header(header::ETAG), etag);
        assert_eq!(same.header(header::CACHE_CONTROL), "no-cache");
    }
    assert_eq!(asked_again(&visitor, &board, "\"other\"").await.status, 200);
    assert_eq!(
        asked_again(&visitor, &format!("{board}?scale=2"), &etag)
            .await
            .status,
        200
    );
    // Somebody who announces and never plays changes no picture, before or after the lapse.
    server.set("02T09:00:00.000");
    ada.announce(&at, json!({})).await.is(201);
    assert_eq!(asked_again(&visitor, &board, &etag).await.status, 304);
    server.set("02T10:00:00.000");
    assert_eq!(asked_again(&visitor, &board, &etag).await.status, 304);
    ada.play(&at, &["move b13 c13"])
        .await
        .is_problem(409, "lapsed");
    assert_eq!(asked_again(&visitor, &board, &etag).await.status, 304);
    ada.play(&at, &["move b13 c13"]).await.is(201);
    let newer = asked_again(&visitor, &board, &etag).await;
    read(&newer);
    assert_ne!(newer.header(header::ETAG), etag);
    let turn = visitor
        .get(&format!("{}/turns/3.png", pictures_of(&at)))
        .await;
    assert_eq!(turn.bytes, newer.bytes);
}

#[tokio::test]
async fn a_picture_never_changes_whoever_comes_later() {
    let server = Server::new().await;
    let (_, _, at) = server.joined(json!({})).await;
    let first = format!("{}/turns/1.png", pictures_of(&at));
    let seen = server.visitor().get(&first).await;
    let cleo = server.player("cleo").await;
    cleo.join(&at, GREEN, &["join q1", "spawn q1>p1"])
        .await
        .is(201);
    // At another scale it is drawn anew, after cleo has come.
    let again = server
        .visitor()
        .get(&format!("{first}?scale=3&labels=0&mark=0&legend=0"))
        .await;
    assert_eq!(again.bytes, seen.bytes);
    let fresh = server.visitor().get(&format!("{first}?scale=1")).await;
    let (width, height, _) = read(&fresh);
    assert_eq!((width, height), (274, 210));
}

#[tokio::test]
async fn what_is_asked_for_is_drawn() {
    let server = Server::new().await;
    let (_, _, at) = server.joined(json!({})).await;
    let visitor = server.visitor();
    let turn = format!("{}/turns/2.png", pictures_of(&at));
    let sized = async |query: &str| {
        let (width, height, _) = read(&visitor.get(&format!("{turn}?{query}")).await);
        (width, height)
    };
    assert_eq!(sized("scale=1").await, (274, 210));
    assert_eq!(sized("scale=8").await, (2192, 1680));
    assert_eq!(sized("scale=1&labels=1").await, (290, 226));
    assert_eq!(sized("scale=1&legend=1").await, (274, 210 + 2 + 8 * 3));
    assert_eq!(sized("scale=1&unknown=1").await, (274, 210));
    let plain = visitor.get(&turn).await;
    let marked = visitor.get(&format!("{turn}?mark=1")).await;
    assert_ne!(marked.bytes, plain.bytes);
    let start = visitor
        .get(&format!("{}/turns/0.png?mark=1", pictures_of(&at)))
        .await;
    assert_eq!(read(&start).0, 822);
}

#[tokio::test]
async fn a_legend_shows_names_and_so_is_not_for_good() {
    let server = Server::new().await;
    let (_, _, at) = server.joined(json!({})).await;
    let visitor = server.visitor();
    let legend = format!("{}/turns/1.png?legend=1&scale=1", pictures_of(&at));
    let shown = visitor.get(&legend).await;
    assert_eq!(read(&shown).1, 210 + 2 + 8 * 2, "only ada had come");
    assert_eq!(shown.header(header::CACHE_CONTROL), "no-cache");
    let etag = shown.header(header::ETAG).to_owned();
    assert_eq!(asked_again(&visitor, &legend, &etag).await.status, 304);
}

#[tokio::test]
async fn what_cannot_be_drawn_is_told_in_words() {
    let server = Server::new().await;
    let (_, _, at) = server.joined(json!({})).await;
    let visitor = server.visitor();
    let pictures = pictures_of(&at);
    for query in [
        "scale=0",
        "scale=9",
        "scale=x",
        "scale=",
        "labels=2",
        "mark=yes",
        "legend=-1",
    ] {
        for picture in ["board.png", "turns/1.png"] {
            let refused = visitor.get(&format!("{pictures}/{picture}?{query}")).await;
            assert_eq!(refused.status, 400, "{query}");
            assert_eq!(refused.header(header::CACHE_CONTROL), "no-store");
            assert!(
                refused
                    .header(header::CONTENT_TYPE)
                    .starts_with("text/html")
            );
        }
    }
    for path in [
        "turns/3.png",
        "turns/01.png",
        "turns/+1.png",
        "turns/x.png",
        "turns/-1.png",
    ] {
        let refused = visitor.get(&format!("{pictures}/{path}")).await;
        assert_eq!(refused.status, 404, "{path}");
        assert_eq!(refused.header(header::CACHE_CONTROL), "no-store");
    }
    let nowhere = visitor.get("/matches/0123456789abcdef/board.png").await;
    assert_eq!(nowhere.status, 404);
}

#[tokio::test]
async fn head_tells_what_get_would() {
    let server = Server::new().await;
    let (_, _, at) = server.joined(json!({})).await;
    for picture in ["board.png", "turns/1.png", "turns/2.png?legend=1"] {
        let path = format!("{}/{picture}", pictures_of(&at));
        let request = Request::builder()
            .method(Method::HEAD)
            .uri(&path)
            .body(Body::empty());
        let head = server.visitor().send(request.unwrap()).await;
        let get = server.visitor().get(&path).await;
        assert_eq!((head.status, head.bytes.len()), (200, 0));
        for name in [
            header::CONTENT_LENGTH,
            header::CONTENT_TYPE,
            header::ETAG,
            header::CACHE_CONTROL,
        ] {
            assert_eq!(head.header(name.clone()), get.header(name));
        }
        assert_eq!(
            head.header(header::CONTENT_LENGTH),
            get.bytes.len().to_string()
        );
    }
}

#[tokio::test]
async fn a_private_matchs_pictures_are_for_its_people() {
    let server = Server::new().await;
    let (ada, ben, eve) = (
        server.player("ada").await,
        server.player("ben").await,
        server.player("eve").await,
    );
    let options = json!({"visibility": "private", "players": ["ben"]});
    let at = server.a_match(&ada, options).await;
    ada.join(&at, BLUE, &["join a13"]).await.is(201);
    let moderator = server.person("mona", Role::Moderator).await;
    for picture in ["board.png", "turns/1.png", "turns/1.png?legend=1"] {
        let path = format!("{}/{picture}", pictures_of(&at));
        for insider in [&ada, &ben, &moderator] {
            let shown = insider.get(&path).await;
            read(&shown);
            assert_eq!(shown.header(header::CACHE_CONTROL), "private, no-cache");
            assert_eq!(shown.header(header::ACCESS_CONTROL_ALLOW_ORIGIN), "");
            let etag = shown.header(header::ETAG).to_owned();
            let same = asked_again(insider, &path, &etag).await;
            assert_eq!(same.status, 304);
            assert_eq!(same.header(header::CACHE_CONTROL), "private, no-cache");
            for outsider in [&eve, &server.visitor()] {
                let refused = asked_again(outsider, &path, &etag).await;
                assert_eq!(refused.status, 404);
                assert_eq!(refused.header(header::CACHE_CONTROL), "no-store");
            }
        }
    }
    let unlisted = server
        .a_match(&ada, json!({"visibility": "unlisted"}))
        .await;
    let shown = server
        .visitor()
        .get(&format!("{}/turns/0.png", pictures_of(&unlisted)))
        .await;
    read(&shown);
    assert_eq!(shown.header(header::CACHE_CONTROL), FOR_GOOD);
}
