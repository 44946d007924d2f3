//! A scripted GMT day against the binary, whose wall clock the test sets.

use serde_json::{Value, json};

use crate::process::{Answer, Client, Server};

/// A match on the server, as one player drives it.
struct Table {
    id: String,
}

impl Table {
    async fn create(host: &Client, options: Value) -> Self {
        let asked = json!({"game": "abaddon", "title": "A scripted day", "options": options});
        let made = host.post("/api/v1/matches", &asked).await;
        assert_eq!(made.status, 201, "{made:?}");
        Self {
            id: made.body["id"].as_str().expect("an id").to_owned(),
        }
    }

    fn path(&self, rest: &str) -> String {
        format!("/api/v1/matches/{}{rest}", self.id)
    }

    async fn seq(&self, who: &Client) -> u64 {
        who.get(&self.path("")).await.body["seq"]
            .as_u64()
            .expect("a seq")
    }

    async fn play(&self, who: &Client, colour: &str, steps: &[&str]) -> Answer {
        let seq = self.seq(who).await;
        self.play_on(who, seq, colour, steps).await
    }

    async fn play_on(&self, who: &Client, seq: u64, colour: &str, steps: &[&str]) -> Answer {
        who.post(
            &self.path("/turns"),
            &json!({"seq": seq, "color": colour, "turn": steps}),
        )
        .await
    }

    async fn announce(&self, who: &Client) -> Answer {
        who.post(&self.path("/announcement"), &json!({})).await
    }
}

const BLUE: &str = "#3388ff";
const ORANGE: &str = "#f0a000";

/// A server at noon with a match in which ada (blue) and ben (orange) have joined on 1 March.
async fn noon() -> (Server, Table, Client, Client) {
    let server = Server::start_at("2026-03-01 12:00:00");
    let ada = Client::register(&server, "ada").await;
    let ben = Client::register(&server, "ben").await;
    let table = Table::create(&ada, json!({})).await;
    let joined = table.play(&ada, BLUE, &["join a13", "spawn a13>b13"]).await;
    assert_eq!(joined.status, 201, "{joined:?}");
    let joined = table
        .play(&ben, ORANGE, &["join g13", "spawn g13>g12"])
        .await;
    assert_eq!(joined.status, 201, "{joined:?}");
    (server, table, ada, ben)
}

#[tokio::test]
async fn a_second_turn_of_one_day_is_refused_until_midnight() {
    let (server, table, ada, _ben) = noon().await;
    let refused = table.play(&ada, BLUE, &["move b13 c13"]).await;
    assert_eq!((refused.status, refused.code()), (409, "turn_spent"));
    assert_eq!(refused.body["opens_at"], "2026-03-02T00:00:00.000Z");
    server.set_clock("2026-03-01 23:59:59");
    assert_eq!(table.play(&ada, BLUE, &["move b13 c13"]).await.status, 409);
    server.set_clock("2026-03-02 00:00:00");
    let played = table.play(&ada, BLUE, &["move b13 c13"]).await;
    assert_eq!(played.status, 201, "{played:?}");
}

#[tokio::test]
async fn a_turn_announced_before_midnight_uses_up_the_day_of_its_announcement() {
    let (server, table, ada, ben) = noon().await;
    server.set_clock("2026-03-02 23:50:00");
    let announced = table.announce(&ada).await;
    assert_eq!(announced.status, 201, "{announced:?}");
    assert_eq!(announced.body["held_until"], "2026-03-03T00:20:00.000Z");
    let reserved = table.play(&ben, ORANGE, &["move g12 f12"]).await;
    assert_eq!((reserved.status, reserved.code()), (409, "board_reserved"));
    server.set_clock("2026-03-03 00:10:00");
    let finished = table.play(&ada, BLUE, &["move b13 c13"]).await;
    assert_eq!(finished.status, 201, "{finished:?}");
    let turn = ada.get(&table.path("/turns/3")).await;
    assert_eq!(turn.body["day"], "2026-03-02");
    let again = table.play(&ada, BLUE, &["move c13 b13"]).await;
    assert_eq!(
        again.status, 201,
        "the third day's turn is still there: {again:?}"
    );
}

#[tokio::test]
async fn a_hold_ends_after_exactly_thirty_minutes() {
    let (server, table, ada, ben) = noon().await;
    server.set_clock("2026-03-02 10:00:00");
    assert_eq!(table.announce(&ada).await.status, 201);
    assert_eq!(
        table.announce(&ada).await.status,
        200,
        "announcing again changes nothing"
    );
    let seen = table.seq(&ada).await;
    server.set_clock("2026-03-02 10:30:00");
    let reserved = table.play(&ben, ORANGE, &["move g12 f12"]).await;
    assert_eq!((reserved.status, reserved.code()), (409, "board_reserved"));
    server.set_clock("2026-03-02 10:30:01");
    let late = table.play_on(&ada, seen, BLUE, &["move b13 c13"]).await;
    assert_eq!((late.status, late.code()), (409, "lapsed"));
    assert_eq!(late.body["check"]["ok"], true, "{late:?}");
    let seq = late.body["current"]["seq"]
        .as_u64()
        .expect("the newest seq");
    assert_eq!(
        table
            .play_on(&ada, seq, BLUE, &["move b13 c13"])
            .await
            .status,
        201
    );
}

#[tokio::test]
async fn of_simultaneous_announcements_one_gets_the_board() {
    let server = Server::start_at("2026-03-01 12:00:00");
    let host = Client::register(&server, "host").await;
    let table = Table::create(&host, json!({})).await;
    let mut crowd = Vec::new();
    for number in 0..24 {
        crowd.push(Client::register(&server, &format!("player {number}")).await);
    }
    let asking: Vec<_> = (crowd.into_iter())
        .map(|client| {
            let path = table.path("/announcement");
            tokio::spawn(async move { client.post(&path, &json!({"color": BLUE})).await })
        })
        .collect();
    let mut statuses = Vec::new();
    for answer in asking {
        let answer = answer.await.expect("the request was made");
        assert!(
            answer.status == 201 || answer.code() == "board_reserved",
            "{answer:?}"
        );
        statuses.push(answer.status);
    }
    assert_eq!(
        statuses.iter().filter(|status| **status == 201).count(),
        1,
        "{statuses:?}"
    );
}

#[tokio::test]
async fn the_same_key_gets_the_same_answer_for_good() {
    let (server, table, ada, ben) = noon().await;
    server.set_clock("2026-03-02 09:00:00");
    let seq = table.seq(&ada).await;
    let body = json!({"seq": seq, "turn": ["move b13 c13"], "post": "Off we go."});
    let path = table.path("/turns");
    let first = ada.send("POST", &path, Some("k-1"), Some(&body)).await;
    assert_eq!(first.status, 201, "{first:?}");
    assert_eq!(
        table.play(&ben, ORANGE, &["move g12 f12"]).await.status,
        201
    );
    server.set_clock("2026-03-05 09:00:00");
    let again = ada.send("POST", &path, Some("k-1"), Some(&body)).await;
    assert_eq!((again.status, &again.body), (201, &first.body));
    let other = json!({"seq": seq, "turn": ["move b13 b12"]});
    let reused = ada.send("POST", &path, Some("k-1"), Some(&other)).await;
    assert_eq!((reused.status, reused.code()), (422, "key_reused"));
}

#[tokio::test]
async fn a_turn_on_a_position_that_is_gone_is_refused_with_the_new_one() {
    let (server, table, ada, ben) = noon().await;
    server.set_clock("2026-03-02 09:00:00");
    let seen = table.seq(&ada).await;
    assert_eq!(
        table.play(&ben, ORANGE, &["move g12 f12"]).await.status,
        201
    );
    let stale = table.play_on(&ada, seen, BLUE, &["move b13 c13"]).await;
    assert_eq!((stale.status, stale.code()), (409, "moved_on"));
    assert_eq!(
        stale.body["current"]["seq"].as_u64(),
        Some(table.seq(&ada).await)
    );
    assert_eq!(stale.body["check"]["ok"], true);
    let future = table
        .play_on(&ada, seen + 100, BLUE, &["move b13 c13"])
        .await;
    assert_eq!((future.status, future.code()), (400, "malformed"));
}

#[tokio::test]
async fn a_clock_that_steps_back_gives_nobody_a_second_turn() {
    let (server, table, ada, _ben) = noon().await;
    server.set_clock("2026-02-27 12:00:00");
    let refused = table.play(&ada, BLUE, &["move b13 c13"]).await;
    assert_eq!((refused.status, refused.code()), (409, "turn_spent"));
}

#[tokio::test]
async fn the_day_is_a_gmt_day_wherever_the_server_stands() {
    let (server, table, ada, _ben) = noon().await;
    let match_now = ada.get(&table.path("")).await;
    assert_eq!(
        match_now.body["seats"][0]["next_turn_opens"],
        "2026-03-02T00:00:00.000Z"
    );
    assert!(
        server.folder().join("daykeeper.db").exists(),
        "the database is a file beside it"
    );
}

#[tokio::test]
async fn withdrawing_frees_the_board_and_keeps_the_turn() {
    let (server, table, ada, ben) = noon().await;
    server.set_clock("2026-03-02 09:00:00");
    assert_eq!(table.announce(&ada).await.status, 201);
    assert_eq!(ada.delete(&table.path("/announcement")).await.status, 204);
    let again = ada.delete(&table.path("/announcement")).await;
    assert_eq!((again.status, again.code()), (409, "not_announced"));
    let spent = table.announce(&ada).await;
    assert_eq!((spent.status, spent.code()), (409, "announcement_spent"));
    assert_eq!(spent.body["opens_at"], "2026-03-03T00:00:00.000Z");
    assert_eq!(
        table.play(&ben, ORANGE, &["move g12 f12"]).await.status,
        201
    );
    assert_eq!(table.play(&ada, BLUE, &["move b13 c13"]).await.status, 201);
}
