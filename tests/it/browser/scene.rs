//! A site with people and matches in the states that pages tell apart.

use serde_json::{Value, json};

use crate::process::{Client, Server};
use crate::stage;

/// A site in the middle of the GMT day of 2 March 2026. `Cleo` has an account and plays nowhere.
pub(super) struct Scene {
    pub(super) server: Server,
    pub(super) ada: Player,
    pub(super) bert: Player,
    pub(super) cleo: Player,
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
        let cleo = Player::register(&server, "Cleo", "#009e73").await;
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
            cleo,
            played,
            fresh,
        }
    }
}

impl Scene {
    /// The path of a match of Cleo's that two doors win. Ada has an Airlock, and an Engineer two
    /// actions away from an Armory; so has Bert.
    pub(super) async fn eve_of_victory(&self) -> String {
        let options =
            json!({"clock": "free", "twice_in_a_row": true, "actions": 4, "doors_to_win": 2});
        let path = self.cleo.host("The last door", options).await;
        let steps = ["join g1", "spawn g1>g2", "move g2 h2", "move h2 i2"];
        self.ada.play(&path, &steps, "").await;
        let steps = ["join g13", "spawn g13>g12", "move g12 h12", "move h12 i12"];
        self.bert.play(&path, &steps, "").await;
        path
    }

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

    /// Frees the board again.
    pub(super) async fn withdraw(&self, path: &str) {
        let announcement = format!("/api/v1{path}/announcement");
        assert_eq!(self.client.delete(&announcement).await.status, 204);
    }

    /// Takes back a turn of their own.
    pub(super) async fn take_back(&self, path: &str, turn: u32) {
        let turn = format!("/api/v1{path}/turns/{turn}");
        assert_eq!(self.client.delete(&turn).await.status, 204);
    }

    /// Makes a ruling such as `{"do": "pause"}`.
    pub(super) async fn rule(&self, path: &str, mut ruling: Value) {
        ruling["reason"] = "It had to be.".into();
        let rulings = format!("/api/v1{path}/rulings");
        let made = self.client.post(&rulings, &ruling).await;
        assert_eq!(made.status, 201, "{made:?}");
    }
}
