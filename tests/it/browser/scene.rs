//! A site with people and matches in the states that pages tell apart.

use serde_json::{Value, json};

use crate::process::{Client, Server};
use crate::stage;

/// A site in the middle of the GMT day of 2 March 2026. `Cleo` has an account and plays nowhere.
pub(super) struct Scene {
    pub(super) server: Server,
    pub(super) ada: Player,
    pub(super) bert: Player,
    /// The path of a match with three turns: yesterday's of Ada and Bert, and today's of Bert.
    pub(super) played: String,
    /// The path of a match that nobody has joined.
    pub(super) fresh: String,
}

/// Somebody who plays in one colour wherever they play.
pub(super) struct Player {
    client: Client,
    colour: &'static str,
}

impl Scene {
    pub(super) async fn new() -> Self {
        let server = Server::start_at("2026-03-01 10:00:00");
        let ada = Player::register(&server, "Ada", "#3388ff").await;
        let bert = Player::register(&server, "Bert", "#d55e00").await;
        Client::register(&server, "Cleo").await;
        let played = ada.host("The long night", json!({})).await;
        let fresh = bert.host("Spring in the halls", json!({})).await;
        ada.play(
            &played,
            &["join a13", "spawn a13>b13"],
            "I come from the west.",
        )
        .await;
        bert.play(&played, &["join q1", "spawn q1>p1"], "").await;
        server.set_clock("2026-03-02 06:40:00");
        let plan = "See https://example.org/map for my plan.\nIt is long.";
        bert.play(&played, &["move p1 p2", "move p2 p3"], plan)
            .await;
        server.set_clock("2026-03-02 10:00:00");
        Self {
            server,
            ada,
            bert,
            played,
            fresh,
        }
    }
}

impl Scene {
    /// The path of a match of Ada's in which she can play steps of every kind against Bert.
    pub(super) async fn stage(&self) -> String {
        let mut options = stage::numbers();
        options["clock"] = "free".into();
        options["twice_in_a_row"] = true.into();
        let path = self.ada.host("The stage", options).await;
        for (who, steps) in stage::TURNS {
            let player = match who {
                stage::Who::Host => &self.ada,
                stage::Who::Guest => &self.bert,
            };
            let steps: Vec<&str> = steps.split("; ").collect();
            player.play(&path, &steps, "").await;
        }
        path
    }
}

impl Player {
    pub(super) async fn register(server: &Server, name: &str, colour: &'static str) -> Self {
        let client = Client::register(server, name).await;
        Self { client, colour }
    }

    /// Starts a match and gives the path of its page.
    pub(super) async fn host(&self, title: &str, options: Value) -> String {
        let wanted = json!({"game": "abaddon", "title": title, "options": options});
        let made = self.client.post("/api/v1/matches", &wanted).await;
        assert_eq!(made.status, 201, "{made:?}");
        format!("/matches/{}", made.body["id"].as_str().expect("an id"))
    }

    /// Sends a turn that is legal.
    pub(super) async fn play(&self, path: &str, steps: &[&str], post: &str) {
        let api = format!("/api/v1{path}");
        let seq = self.client.get(&api).await.body["seq"].clone();
        let turn = json!({"seq": seq, "turn": steps, "post": post, "color": self.colour});
        let sent = self.client.post(&format!("{api}/turns"), &turn).await;
        assert_eq!(sent.status, 201, "{sent:?}");
    }

    /// Announces a turn.
    pub(super) async fn announce(&self, path: &str) {
        let announcement = format!("/api/v1{path}/announcement");
        let made = self.client.post(&announcement, &json!({})).await;
        assert_eq!(made.status, 201, "{made:?}");
    }
}
