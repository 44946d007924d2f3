//! Feeds, as a feed reader sees them.

use axum::body::Body;
use axum::http::{Request, header};
use serde_json::json;

use crate::api::server::{Answer, Client, Server};

fn feed_of(at: &str) -> String {
    format!("{}/feed.atom", at.replace("/api/v1", ""))
}

fn text(answer: &Answer) -> String {
    assert_eq!(answer.status, 200);
    assert_eq!(
        answer.header(header::CONTENT_TYPE),
        "application/atom+xml; charset=utf-8"
    );
    String::from_utf8(answer.bytes.to_vec()).unwrap()
}

async fn read(client: &Client, path: &str) -> String {
    text(&client.get(path).await)
}

/// What stands between the tags of an element, each time that it is there.
fn all<'a>(feed: &'a str, element: &str) -> Vec<&'a str> {
    let (open, close) = (format!("<{element}"), format!("</{element}>"));
    let parts = feed.split(open.as_str()).skip(1);
    parts
        .filter_map(|part| part.split_once('>')?.1.split_once(close.as_str()))
        .map(|(inside, _)| inside)
        .collect()
}

/// Every tag is closed in order: what a strict reader looks at first.
fn assert_well_formed(feed: &str) {
    let mut open = Vec::new();
    for tag in feed.split('<').skip(1) {
        let (tag, _) = tag.split_once('>').unwrap();
        if tag.starts_with('?') || tag.ends_with('/') {
            continue;
        }
        match tag.strip_prefix('/') {
            Some(closed) => assert_eq!(open.pop(), Some(closed)),
            None => open.push(tag.split(' ').next().unwrap()),
        }
    }
    assert_eq!(open, Vec::<&str>::new());
    for after in feed.split('&').skip(1) {
        let (entity, _) = after.split_once(';').unwrap();
        let known = ["amp", "lt", "gt", "quot"].contains(&entity) || entity.starts_with('#');
        assert!(known, "&{entity};");
    }
}

#[tokio::test]
async fn a_match_is_told_turn_by_turn_with_pictures() {
    let server = Server::new().await;
    let (ada, _, at) = server.joined(json!({})).await;
    server.set("02T09:00:00.000");
    let sent = json!({
        "seq": ada.seq(&at).await, "turn": ["move b13 c13"],
        "post": "</content><b>\"ahoy\" & ]]>\nall",
    });
    ada.post(&format!("{at}/turns"), &sent).await.is(201);
    let feed = read(&server.visitor(), &feed_of(&at)).await;
    assert_well_formed(&feed);
    let id = at.rsplit('/').next().unwrap();
    let page = format!("https://play.example/matches/{id}");
    let ids: Vec<String> = [3, 2, 1].map(|turn| format!("{page}/turns/{turn}")).into();
    assert_eq!(all(&feed, "id")[1..], ids);
    assert_eq!(all(&feed, "title")[1], "Spring halls, turn 3");
    assert_eq!(all(&feed, "name"), ["ada", "ben", "ada"]);
    assert_eq!(all(&feed, "updated")[0], "2026-03-02T09:00:00.000Z");
    let picture = format!("src=&#34;{page}/turns/3.png&#34;");
    assert!(all(&feed, "content")[0].contains(&picture), "{feed}");
    // Escaped once for HTML and once more for XML.
    assert!(
        all(&feed, "content")[0].contains("&#38;#60;b&#38;#62;"),
        "{feed}"
    );
}

#[tokio::test]
async fn a_feed_that_is_known_is_not_sent_again() {
    let server = Server::new().await;
    let (ada, _, at) = server.joined(json!({})).await;
    let visitor = server.visitor();
    let etag = visitor
        .get("/feed.atom")
        .await
        .header(header::ETAG)
        .to_owned();
    let ask = || Request::get("/feed.atom").header(header::IF_NONE_MATCH, &etag);
    let again = visitor.send(ask().body(Body::empty()).unwrap()).await;
    assert_eq!((again.status, again.bytes.len()), (304, 0));
    server.set("02T09:00:00.000");
    ada.play(&at, &["move b13 c13"]).await.is(201);
    let changed = visitor.send(ask().body(Body::empty()).unwrap()).await;
    assert_eq!(changed.status, 200);
}

#[tokio::test]
async fn the_site_tells_of_public_matches_only() {
    let server = Server::new().await;
    let (ada, _, shown) = server.joined(json!({})).await;
    let unlisted = server
        .a_match(&ada, json!({"visibility": "unlisted"}))
        .await;
    let private = server.a_match(&ada, json!({"visibility": "private"})).await;
    for at in [&unlisted, &private] {
        let steps = ["join a13", "spawn a13>b13"];
        ada.join(at, "#3388ff", &steps).await.is(201);
    }
    let site = read(&ada, "/feed.atom").await;
    assert_well_formed(&site);
    let id = shown.rsplit('/').next().unwrap();
    let entries = &all(&site, "id")[1..];
    assert_eq!(entries.len(), 2);
    assert!(entries.iter().all(|entry| entry.contains(id)), "{site}");
    let visitor = server.visitor();
    assert_eq!(
        all(&read(&visitor, &feed_of(&unlisted)).await, "entry").len(),
        1
    );
    assert_eq!(visitor.get(&feed_of(&private)).await.status, 404);
    let own = ada.get(&feed_of(&private)).await;
    assert_eq!(own.header(header::CACHE_CONTROL), "private, no-cache");
    assert_eq!(all(&text(&own), "entry").len(), 1);
}
