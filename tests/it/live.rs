//! Following a match as it happens.

use axum::body::Body;
use axum::http::{Request, header};
use daykeeper::ids::Role;
use http_body_util::BodyExt;
use serde_json::{Value, json};

use crate::api::server::{BLUE, Client, GREEN, Server};

/// An event as it came: id, name, data.
type Heard = (String, String, Value);

/// A stream that somebody has opened.
struct Stream {
    body: Body,
    text: String,
}

impl Stream {
    async fn open(client: &Client, path: &str, last: Option<&str>) -> Self {
        let mut request = Request::get(path).header(header::ACCEPT_ENCODING, "br, gzip");
        if let Some(last) = last {
            request = request.header("Last-Event-ID", last);
        }
        let answer = client.open(request.body(Body::empty()).unwrap()).await;
        assert_eq!(answer.status(), 200);
        let headers = answer.headers();
        assert_eq!(headers[header::CONTENT_TYPE], "text/event-stream");
        assert_eq!(headers["x-accel-buffering"], "no");
        assert!(!headers.contains_key(header::CONTENT_ENCODING));
        assert!(!headers.contains_key(header::CONTENT_LENGTH));
        let mut stream = Self {
            body: answer.into_body(),
            text: String::new(),
        };
        let (id, name, _) = stream.next().await.unwrap();
        assert_eq!((id.as_str(), name.as_str()), ("", "watching"));
        stream
    }

    /// The next event; `None` at the stream's end.
    async fn next(&mut self) -> Option<Heard> {
        while !self.text.contains("\n\n") {
            let frame = self.body.frame().await?.unwrap();
            let data = frame.into_data().unwrap();
            self.text.push_str(std::str::from_utf8(&data).unwrap());
        }
        let (event, rest) = self.text.split_once("\n\n").unwrap();
        let field = |name: &str| {
            let lines = event.lines().filter_map(|line| line.split_once(": "));
            let found = lines.clone().find(|(field, _)| *field == name);
            found.map_or_else(String::new, |(_, value)| value.to_owned())
        };
        let data = serde_json::from_str(&field("data")).unwrap_or_default();
        let heard = (field("id"), field("event"), data);
        self.text = rest.to_owned();
        Some(heard)
    }
}

fn live(at: &str) -> String {
    format!("{}/live", at.replace("/api/v1", ""))
}

fn heard(seq: u64, name: &str) -> Heard {
    (seq.to_string(), name.to_owned(), json!({"seq": seq}))
}

fn turn(seq: u64, turn: u32) -> Heard {
    let data = json!({"seq": seq, "turn": turn});
    (seq.to_string(), "moved".to_owned(), data)
}

#[tokio::test]
async fn a_follower_hears_every_event_once_and_in_order() {
    let server = Server::new().await;
    let (ada, ben, at) = server.joined(json!({})).await;
    let seq = ada.seq(&at).await;
    let mut stream = Stream::open(&server.visitor(), &live(&at), None).await;
    server.set("02T10:00:00.000");
    ada.announce(&at, json!({})).await.is(201);
    assert_eq!(stream.next().await.unwrap(), heard(seq + 1, "announced"));
    ada.play(&at, &["move b13 c13"]).await.is(201);
    ben.announce(&at, json!({})).await.is(201);
    ben.delete(&format!("{at}/announcement")).await.is(204);
    assert_eq!(stream.next().await.unwrap(), turn(seq + 2, 3));
    assert_eq!(stream.next().await.unwrap(), heard(seq + 3, "announced"));
    assert_eq!(stream.next().await.unwrap(), heard(seq + 4, "withdrawn"));
}

#[tokio::test]
async fn a_stream_goes_on_where_it_broke_off() {
    let server = Server::new().await;
    let (ada, _, at) = server.joined(json!({})).await;
    let seq = ada.seq(&at).await;
    let visitor = server.visitor();
    let mut again = Stream::open(&visitor, &live(&at), Some("1")).await;
    for (number, first) in [(2, 1), (4, 2)] {
        assert_eq!(again.next().await.unwrap(), heard(number, "seated"));
        assert_eq!(again.next().await.unwrap(), turn(number + 1, first));
    }
    server.set("02T10:00:00.000");
    ada.play(&at, &["move b13 c13"]).await.is(201);
    assert_eq!(again.next().await.unwrap(), turn(seq + 1, 3));
    // Without the header the address says it; the header, which browsers send by themselves, is newer.
    let after = format!("{}?after={seq}", live(&at));
    let mut asked = Stream::open(&visitor, &after, None).await;
    assert_eq!(asked.next().await.unwrap(), turn(seq + 1, 3));
    let mut both = Stream::open(&visitor, &after, Some("4")).await;
    assert_eq!(both.next().await.unwrap(), turn(5, 2));
    let mut ahead = Stream::open(&visitor, &live(&at), Some("999")).await;
    ada.post(&format!("{at}/announcement"), &json!({})).await;
    server.set("03T10:00:00.000");
    ada.announce(&at, json!({})).await.is(201);
    assert_eq!(ahead.next().await.unwrap(), heard(seq + 2, "announced"));
}

#[tokio::test]
async fn who_cannot_keep_up_is_told_the_rest_from_the_record() {
    let server = Server::new().await;
    let (ada, _, at) = server.joined(json!({})).await;
    let seq = ada.seq(&at).await;
    let mut slow = Stream::open(&server.visitor(), &live(&at), None).await;
    // More than is kept for slow followers, of this match and of another.
    let other = server.a_match(&ada, json!({"clock": "free"})).await;
    for hour in 0..600 {
        server.set(&format!("{:02}T{:02}:00:00.000", 2 + hour / 24, hour % 24));
        let colour = json!({"color": "#3388ff"});
        ada.announce(&other, colour).await.is(201);
        ada.delete(&format!("{other}/announcement")).await.is(204);
        if hour == 300 {
            ada.announce(&at, json!({})).await.is(201);
        }
    }
    assert_eq!(slow.next().await.unwrap(), heard(seq + 1, "announced"));
}

#[tokio::test]
async fn a_private_match_is_followed_by_its_people_only() {
    let server = Server::new().await;
    let (ada, ben) = (server.player("ada").await, server.player("ben").await);
    let options = json!({"visibility": "private", "players": ["ben"]});
    let at = server.a_match(&ada, options).await;
    let cleo = server.player("cleo").await;
    for outsider in [&cleo, &server.visitor()] {
        assert_eq!(outsider.get(&live(&at)).await.status, 404);
    }
    Stream::open(&ada, &live(&at), None).await;
    Stream::open(&ben, &live(&at), Some("1")).await;
    let nowhere = "/matches/aaaaaaaaaaaaaaaa/live";
    assert_eq!(ada.get(nowhere).await.status, 404);
    let malformed = format!("{}?after=x", live(&at));
    assert_eq!(ada.get(&malformed).await.status, 400);
}

#[tokio::test]
async fn followers_are_counted_and_sent_home_when_the_server_stops() {
    let server = Server::new().await;
    let (ada, _, at) = server.joined(json!({})).await;
    let id = at.rsplit('/').next().unwrap().parse().unwrap();
    let mut stream = Stream::open(&ada, &live(&at), None).await;
    let gone = Stream::open(&ada, &live(&at), None).await;
    assert_eq!(server.followers.of(id), 2);
    drop(gone);
    assert_eq!(server.followers.of(id), 1);
    server.followers.end();
    assert_eq!(stream.next().await, None);
    drop(stream);
    assert_eq!(server.followers.of(id), 0);
}

#[tokio::test]
async fn a_position_that_is_set_is_told_as_the_turn_that_it_is() {
    let server = Server::new().await;
    let (ada, _, at) = server.joined(json!({})).await;
    let judge = server.person("judge", Role::Moderator).await;
    let shown = ada.get(&at).await.is(200).clone();
    let seq = shown["seq"].as_u64().unwrap();
    let mut stream = Stream::open(&server.visitor(), &live(&at), None).await;
    let ruling = json!({"do": "set_position", "reason": "Agreed.", "position": shown["position"]});
    judge.post(&format!("{at}/rulings"), &ruling).await.is(201);
    let (_, name, data) = stream.next().await.unwrap();
    assert_eq!(name, "position_set");
    assert_eq!(data, json!({"seq": seq + 1, "turn": 3}));
}

#[tokio::test]
async fn who_loses_their_place_in_a_private_match_hears_no_more_of_it() {
    let server = Server::new().await;
    let (ada, ben) = (server.player("ada").await, server.player("ben").await);
    let cyra = server.player("cyra").await;
    let judge = server.person("judge", Role::Moderator).await;
    let options = json!({"visibility": "private", "players": ["ben"]});
    let at = server.a_match(&ada, options).await;
    ben.join(&at, BLUE, &["join a13"]).await.is(201);
    let replace = json!({"do": "replace", "reason": "Holidays.", "seat": 0, "name": "cyra"});
    judge.post(&format!("{at}/rulings"), &replace).await.is(201);
    let mut stream = Stream::open(&cyra, &live(&at), None).await;
    let leave = json!({"confirm": true});
    cyra.post(&format!("{at}/leave"), &leave).await.is(201);
    ada.join(&at, GREEN, &["join q13"]).await.is(201);
    assert_eq!(stream.next().await, None);
}
