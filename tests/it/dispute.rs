//! A dispute from its first slip to the closed match, through HTTP alone: what everybody sees after
//! each ruling, and that the record holds at the end.

use axum::body::{Body, Bytes};
use axum::http::{Request, header};
use daykeeper::ids::{MatchId, Role};
use serde_json::{Value, json};

use crate::api::server::{Answer, BLUE, Client, GREEN, ORANGE, Server};
use crate::paint::paint;

/// The people, and the match that they quarrel about.
struct Dispute {
    server: Server,
    ada: Client,
    ben: Client,
    cid: Client,
    dan: Client,
    judge: Client,
    /// The match's address in the API.
    at: String,
}

impl Dispute {
    /// Ada (blue), Ben (orange) and Cid (green) have joined on 1 March; a turn a day each.
    async fn new() -> Self {
        let server = Server::new().await;
        let (ada, ben, at) = server.joined(json!({})).await;
        let cid = server.player("cid").await;
        cid.join(&at, GREEN, &["join a1", "spawn a1>b1"])
            .await
            .is(201);
        let dan = server.player("dan").await;
        let judge = server.person("judge", Role::Moderator).await;
        Self {
            server,
            ada,
            ben,
            cid,
            dan,
            judge,
            at,
        }
    }

    async fn rule(&self, mut ruling: Value, reason: &str) -> u64 {
        ruling["reason"] = json!(reason);
        let foreseen = {
            let mut preview = ruling.clone();
            preview["preview"] = json!(true);
            self.judge.post(&self.to("/rulings"), &preview).await
        };
        let before = self.shown().await;
        foreseen.is(200);
        let made = self.judge.post(&self.to("/rulings"), &ruling).await;
        let seq = made.is(201)["seq"].as_u64().unwrap();
        assert!(before["seq"].as_u64().unwrap() < seq);
        // What was foreseen is what has come.
        assert_eq!(self.shown().await["position"], foreseen.body["position"]);
        let history = self.page(&format!("/audit?seq={seq}")).await;
        assert!(
            history.contains(&format!("id=\"e{seq}\"")) && history.contains(reason),
            "{history}"
        );
        seq
    }

    fn to(&self, rest: &str) -> String {
        format!("{}{rest}", self.at)
    }

    async fn shown(&self) -> Value {
        self.server.visitor().get(&self.at).await.is(200).clone()
    }

    /// A page of the match, as a visitor sees it.
    async fn page(&self, rest: &str) -> String {
        let answer = self.file(rest).await;
        String::from_utf8_lossy(&answer.bytes).into_owned()
    }

    async fn file(&self, rest: &str) -> Answer {
        let path = format!("{}{rest}", self.at.replace("/api/v1", ""));
        let answer = self.server.visitor().get(&path).await;
        assert_eq!(answer.status, 200, "{path}");
        answer
    }

    async fn turn(&self, number: u32) -> Value {
        let path = self.to(&format!("/turns/{number}"));
        self.server.visitor().get(&path).await.is(200).clone()
    }

    /// Hands in the newest board with a unit where the rules do not let it go.
    async fn hand_in_a_wrong_picture(&self) -> Answer {
        let mut position = self.shown().await["position"].clone();
        for unit in position["units"].as_array_mut().unwrap() {
            if unit["at"] == "b1" {
                unit["at"] = json!("l7");
            }
        }
        let file = paint(&position, &[BLUE, ORANGE, GREEN], 3).saved(None);
        let request = Request::post(self.to("/picture")).header(header::CONTENT_TYPE, "image/png");
        self.cid.send(request.body(Body::from(file)).unwrap()).await
    }
}

/// The story, one part after the other.
impl Dispute {
    /// A wrong picture explains no turn, and changes nothing.
    async fn a_wrong_picture_changes_nothing(&self) {
        let Self { server, .. } = self;
        server.set("02T08:00:00.000");
        let before = self.shown().await;
        self.hand_in_a_wrong_picture()
            .await
            .is_problem(422, "unreachable");
        assert_eq!(self.shown().await, before);
    }

    /// What the players then agree to be wrong is played, and Ada plays on: the pictures after turns 3, 4
    /// and 5.
    async fn turns_are_played_that_should_not_stand(&self) -> [Bytes; 3] {
        let Self {
            server,
            ada,
            cid,
            at,
            ..
        } = self;
        let good = self.file("/turns/3.png").await.bytes;
        cid.play(at, &["move b1 c1"]).await.is(201);
        let wrong = self.file("/turns/4.png").await.bytes;
        server.set("02T09:00:00.000");
        let post =
            json!({"seq": ada.seq(at).await, "turn": ["move b13 c13"], "post": "You cheat!"});
        ada.post(&self.to("/turns"), &post).await.is(201);
        let on_top = self.file("/turns/5.png").await.bytes;
        assert_eq!(self.file("/board.png").await.bytes, on_top);
        [good, wrong, on_top]
    }

    /// They stay, struck through, with their pictures; their day comes back.
    async fn two_turns_are_reverted(&self, [good, wrong, on_top]: &[Bytes; 3]) {
        let Self {
            server, cid, at, ..
        } = self;
        server.set("02T10:00:00.000");
        let revert = self
            .rule(
                json!({"do": "revert", "to": 3}),
                "Turn 4 was another than the picture.",
            )
            .await;
        for (turn, struck) in [(3, false), (4, true), (5, true)] {
            assert_eq!(self.turn(turn).await["struck"], struck, "turn {turn}");
        }
        assert_eq!(self.file("/turns/4.png").await.bytes, *wrong);
        assert_eq!(self.file("/turns/5.png").await.bytes, *on_top);
        assert_eq!(self.file("/board.png").await.bytes, *good);
        let thread = self.page("").await;
        assert_eq!(thread.matches("Struck through.").count(), 2);
        assert_eq!(
            thread
                .matches(&format!("audit?seq={revert}#e{revert}"))
                .count(),
            2
        );
        assert_eq!(
            self.shown().await["position"],
            self.turn(3).await["position"]
        );
        let stale = json!({"seq": 1, "turn": ["move b1 b2"]});
        cid.post(&self.to("/turns"), &stale)
            .await
            .is_problem(409, "moved_on");
        cid.play(at, &["move b1 b2"]).await.is(201);
        assert_eq!(self.shown().await["turns"], 6);
    }

    /// Seat, colour and belongings stay, and the day is the seat's.
    async fn a_player_is_replaced(&self) {
        let Self {
            server,
            ben,
            dan,
            at,
            ..
        } = self;
        server.set("02T11:00:00.000");
        ben.announce(at, json!({})).await.is(201);
        self.rule(
            json!({"do": "replace", "seat": 1, "name": "dan"}),
            "Ben asked to be replaced.",
        )
        .await;
        let shown = self.shown().await;
        assert_eq!(
            (&shown["seats"][1]["name"], &shown["seats"][1]["color"]),
            (&json!("dan"), &json!(ORANGE))
        );
        assert_eq!(shown["announcement"], Value::Null);
        ben.play(at, &["move g12 f12"])
            .await
            .is_problem(409, "already_left");
        dan.play(at, &["move g12 f12"]).await.is(201);
        assert_eq!(self.turn(2).await["name"], "ben");
        assert_eq!(self.turn(7).await["name"], "dan");
    }

    /// From everybody; the picture and the record stay.
    async fn a_post_is_hidden(&self, picture: &Bytes) {
        let hidden = self
            .rule(json!({"do": "hide_post", "turn": 5}), "An insult.")
            .await;
        assert_eq!(
            (
                &self.turn(5).await["post"],
                &self.turn(5).await["post_hidden"]
            ),
            (&Value::Null, &json!(true))
        );
        for page in [
            "",
            "/turns/5",
            "/audit?text=cheat",
            "/audit.csv",
            "/feed.atom",
        ] {
            assert!(!self.page(page).await.contains("You cheat!"), "{page}");
        }
        assert!(
            self.page("")
                .await
                .contains(&format!("audit?seq={hidden}#e{hidden}"))
        );
        assert_eq!(self.file("/turns/5.png").await.bytes, *picture);
    }

    /// With a winner; nobody plays on.
    async fn the_match_is_closed(&self) {
        let Self {
            server, ada, at, ..
        } = self;
        server.set("03T08:00:00.000");
        self.rule(
            json!({"do": "close", "winner": 0}),
            "The others have given up.",
        )
        .await;
        assert_eq!(self.shown().await["state"], "over");
        assert!(self.page("").await.contains("ada has won the match."));
        ada.play(at, &["move b13 c13"])
            .await
            .is_problem(409, "match_over");
    }

    /// The rulings together, in order, each with its moderator and reason; and the record holds.
    async fn everything_is_found_again(&self) {
        let Self {
            server, judge, at, ..
        } = self;
        let rulings = self.page("/audit?kind=rulings").await;
        assert_eq!(rulings.matches("<b>Reason:</b>").count(), 4);
        assert_eq!(
            rulings
                .matches("<span class=\"small soft\">moderator</span>")
                .count(),
            4
        );
        let refused = judge.get(&self.to("/refusals")).await;
        let codes: Vec<&str> = (refused.is(200)["refusals"].as_array().unwrap().iter())
            .map(|refusal| refusal["code"].as_str().unwrap())
            .collect();
        assert_eq!(codes, ["match_over", "already_left", "moved_on"]);
        let id: MatchId = at.rsplit('/').next().unwrap().parse().unwrap();
        server.app.store.verify(id, |_| {}).await.unwrap();
        assert!(
            self.page("/audit?verify=1")
                .await
                .contains("The chain holds.")
        );
    }
}

#[tokio::test]
async fn a_dispute_is_settled_step_by_step_and_the_record_holds() {
    let dispute = Dispute::new().await;
    dispute.a_wrong_picture_changes_nothing().await;
    let pictures = dispute.turns_are_played_that_should_not_stand().await;
    dispute.two_turns_are_reverted(&pictures).await;
    dispute.a_player_is_replaced().await;
    dispute.a_post_is_hidden(&pictures[2]).await;
    dispute.the_match_is_closed().await;
    dispute.everything_is_found_again().await;
}
