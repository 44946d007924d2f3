//! A match of Helios, from the challenge to its end.

use daykeeper::ids::Role;
use serde_json::{Value, json};

use super::server::{Client, Server};

/// Two players, and a match of the first one's that the second has joined.
struct Pair {
    server: Server,
    bottom: Client,
    top: Client,
    at: String,
}

impl Pair {
    async fn challenge(options: Value) -> Self {
        let server = Server::new().await;
        let (bottom, top) = (server.player("ada").await, server.player("bo").await);
        let mut wanted = json!({"game": "helios", "title": "Noon", "options": options});
        wanted["options"]["side"] = json!("bottom");
        let made = bottom.post("/api/v1/matches", &wanted).await;
        let id = made.is(201)["id"].as_str().unwrap().to_owned();
        let at = format!("/api/v1/matches/{id}");
        Self {
            server,
            bottom,
            top,
            at,
        }
    }

    async fn begun() -> Self {
        let pair = Self::challenge(json!({})).await;
        pair.top.post(&pair.to("seats"), &json!({})).await.is(201);
        pair
    }

    fn to(&self, path: &str) -> String {
        format!("{}/{path}", self.at)
    }

    async fn shown(&self) -> Value {
        self.server.visitor().get(&self.at).await.is(200).clone()
    }

    async fn play(&self, player: &Client, action: &str) -> Value {
        let seq = self.shown().await["seq"].clone();
        let sent = json!({"seq": seq, "action": action});
        let answer = player.post(&self.to("turns"), &sent).await;
        answer.is(201).clone()
    }
}

#[tokio::test]
async fn a_challenge_is_open_until_somebody_sits_down() {
    let pair = Pair::challenge(json!({"width": 5, "days_per_turn": null})).await;
    let shown = pair.shown().await;
    let (state, joinable, seq) = (&shown["state"], &shown["joinable"], &shown["seq"]);
    assert_eq!(
        (state, joinable, seq),
        (&json!("open"), &json!(true), &json!(2))
    );
    assert_eq!(
        shown["options"],
        json!({"width": 5, "height": 7, "quiet_limit": 60, "days_per_turn": null,
            "opponent": null, "host_moderates": false, "visibility": "public"})
    );
    assert_eq!(
        shown["seats"],
        json!([
            {"seat": 0, "name": "ada", "color": "#3a5cd6", "points": 0, "suns": 5, "layers": 15,
                "next_turn_opens": null},
            {"seat": 1, "name": null, "color": "#e86042", "points": 0, "suns": 5, "layers": 15,
                "next_turn_opens": null},
        ])
    );
    assert_eq!(
        (&shown["deadline"], &shown["offer"]),
        (&Value::Null, &Value::Null)
    );
    let sent = json!({"seq": 2, "action": "c1-c2"});
    let early = pair.bottom.post(&pair.to("turns"), &sent).await;
    early.is_problem(409, "not_started");
    let joined = pair.top.post(&pair.to("seats"), &json!({})).await;
    assert_eq!(joined.is(201)["state"], "running");
    let again = pair.top.post(&pair.to("seats"), &json!({})).await;
    again.is_problem(409, "already_seated");
    let third = pair.server.player("cy").await;
    let late = third.post(&pair.to("seats"), &json!({})).await;
    late.is_problem(409, "seat_taken");
    let visitor = pair.server.visitor();
    let stranger = visitor.post(&pair.to("seats"), &json!({})).await;
    stranger.is_problem(401, "not_signed_in");
}

#[tokio::test]
async fn somebody_challenged_by_name_is_the_only_one_who_may_sit_down() {
    let pair = Pair::challenge(json!({"opponent": "bo"})).await;
    let third = pair.server.player("cy").await;
    let other = third.post(&pair.to("seats"), &json!({})).await;
    other.is_problem(403, "not_yours");
    let mine = pair.top.get("/api/v1/matches?mine=1&game=helios").await;
    assert_eq!(mine.is(200)["matches"].as_array().unwrap().len(), 1);
    let none = pair.top.get("/api/v1/matches?mine=1&game=abaddon").await;
    assert_eq!(none.is(200)["matches"], json!([]));
    pair.top.post(&pair.to("seats"), &json!({})).await.is(201);
}

#[tokio::test]
async fn options_that_there_are_not_are_named() {
    let server = Server::new().await;
    let ada = server.player("ada").await;
    for (options, field) in [
        (json!({"width": 3}), "width"),
        (json!({"height": 13}), "height"),
        (json!({"height": 12, "quiet_limit": 40}), "quiet_limit"),
        (json!({"days_per_turn": 0}), "days_per_turn"),
        (json!({"days_per_turn": 15}), "days_per_turn"),
        (json!({"side": "left"}), "side"),
        (json!({"opponent": "nobody"}), "opponent"),
        (json!({"opponent": "ada"}), "opponent"),
    ] {
        let wanted = json!({"game": "helios", "title": "Noon", "options": options});
        let refused = ada.post("/api/v1/matches", &wanted).await;
        assert_eq!(refused.is_problem(422, "bad_options")["field"], field);
    }
}

#[tokio::test]
async fn actions_are_checked_kept_and_played() {
    let pair = Pair::begun().await;
    let check = pair.to("check");
    let legal = pair.bottom.post(&check, &json!({})).await;
    let legal = legal.is(200);
    assert_eq!((&legal["ok"], &legal["passes"]), (&json!(true), &json!(0)));
    assert_eq!(legal["next"].as_array().unwrap().len(), 7);
    let tried = pair.bottom.post(&check, &json!({"action": "c1-c3"})).await;
    let tried = tried.is(200);
    assert_eq!(
        (&tried["ok"], &tried["code"]),
        (&json!(false), &json!("not_adjacent"))
    );
    let draft = json!({"action": "c1-c2", "post": "Soon."});
    let kept = pair.bottom.put(&pair.to("draft"), &draft).await;
    assert_eq!(kept.is(200)["position"]["to_move"], 1);
    let shown = pair.bottom.get(&pair.to("draft")).await;
    assert_eq!(shown.is(200)["action"], "c1-c2");

    let sent = json!({"seq": 3, "action": "c1-c2", "post": "Up."});
    let played = pair.bottom.post(&pair.to("turns"), &sent).await;
    let played = played.is(201);
    assert_eq!((&played["turn"], &played["seq"]), (&json!(1), &json!(4)));
    assert_eq!(played["position"]["to_move"], 1);
    let gone = pair.bottom.get(&pair.to("draft")).await;
    gone.is_problem(404, "not_found");
    let turn = pair.bottom.get(&pair.to("turns/1")).await;
    let turn = turn.is(200);
    assert_eq!(
        (&turn["action"], &turn["passes"], &turn["post"]),
        (&json!("c1-c2"), &json!(0), &json!("Up."))
    );
    assert_eq!(
        turn["words"],
        json!(["ada's sun carrier on c1 moves to c2"])
    );

    let again = json!({"seq": 4, "action": "c2-c3"});
    let refused = pair.bottom.post(&pair.to("turns"), &again).await;
    refused.is_problem(409, "not_your_turn");
    let stale = json!({"seq": 3, "action": "c7-c6"});
    let refused = pair.top.post(&pair.to("turns"), &stale).await;
    let problem = refused.is_problem(409, "moved_on");
    assert_eq!(problem["current"]["seq"], 4);
    assert_eq!(problem["check"]["ok"], true);
    let illegal = json!({"seq": 4, "action": "c7-c5"});
    let refused = pair.top.post(&pair.to("turns"), &illegal).await;
    refused.is_problem(422, "not_adjacent");
    let steps = json!({"seq": 4, "turn": ["c7-c6"]});
    let refused = pair.top.post(&pair.to("turns"), &steps).await;
    refused.is_problem(400, "malformed");
}

#[tokio::test]
async fn one_key_plays_one_action() {
    let pair = Pair::begun().await;
    let sent = json!({"seq": 3, "action": "c1-c2"});
    let first = pair.bottom.post_keyed(&pair.to("turns"), "k", &sent).await;
    let again = pair.bottom.post_keyed(&pair.to("turns"), "k", &sent).await;
    assert_eq!(first.is(201), again.is(201));
    let other = json!({"seq": 3, "action": "d1-d2"});
    let reused = pair.bottom.post_keyed(&pair.to("turns"), "k", &other).await;
    reused.is_problem(422, "key_reused");
    assert_eq!(pair.shown().await["turns"], 1);
}

#[tokio::test]
async fn a_draw_is_offered_and_agreed() {
    let pair = Pair::begun().await;
    let none = pair
        .top
        .post(&pair.to("draw"), &json!({"accept": true}))
        .await;
    none.is_problem(409, "no_offer");
    let sent = json!({"seq": 3, "action": "c1-c2", "offer_draw": true});
    pair.bottom.post(&pair.to("turns"), &sent).await.is(201);
    assert_eq!(pair.shown().await["offer"], 0);
    let agreed = pair
        .top
        .post(&pair.to("draw"), &json!({"accept": true}))
        .await;
    let agreed = agreed.is(201);
    assert_eq!(agreed["state"], "over");
    let position = &agreed["position"];
    assert_eq!(
        (&position["ended_by"], &position["winner"]),
        (&json!("agreement"), &Value::Null)
    );
}

#[tokio::test]
async fn time_runs_out_at_the_deadline_and_not_before() {
    let pair = Pair::begun().await;
    assert_eq!(pair.shown().await["deadline"], "2026-03-04T12:00:00.000Z");
    pair.server.set("04T12:00:00.000");
    let early = pair.top.post(&pair.to("flag"), &json!({})).await;
    early.is_problem(409, "not_overdue");
    pair.server.set("04T12:00:00.001");
    let flagged = pair.top.post(&pair.to("flag"), &json!({})).await;
    let position = &flagged.is(201)["position"];
    assert_eq!(
        (&position["ended_by"], &position["winner"]),
        (&json!("time"), &json!(1))
    );
    let late = pair.bottom.post(&pair.to("resignation"), &json!({})).await;
    late.is_problem(409, "match_over");
}

#[tokio::test]
async fn resigning_ends_the_match_and_the_record_tells_it_all() {
    let pair = Pair::begun().await;
    pair.play(&pair.bottom, "c1-c2").await;
    let stranger = pair.server.player("cy").await;
    let other = stranger.post(&pair.to("resignation"), &json!({})).await;
    other.is_problem(403, "not_yours");
    pair.bottom
        .post(&pair.to("resignation"), &json!({}))
        .await
        .is(201);
    let record = pair.server.visitor().get(&pair.to("events")).await;
    let events = record.is(200)["events"].as_array().unwrap().clone();
    let kinds: Vec<&str> = events
        .iter()
        .map(|event| event["kind"].as_str().unwrap())
        .collect();
    assert_eq!(
        kinds,
        ["created", "seated", "seated", "moved", "resigned", "ended"]
    );
    assert_eq!(events[0]["payload"]["game"], "helios");
    assert_eq!(events[3]["payload"]["action"], "c1-c2");
    assert_eq!(events[5]["payload"]["winner"], 1);
    let matches = daykeeper::cli::verify::verify(&pair.server.app.store, None).await;
    assert_eq!(matches.unwrap().events, 6);
}

#[tokio::test]
async fn abaddons_commands_find_nothing_in_a_match_of_helios() {
    let pair = Pair::begun().await;
    let announced = pair.bottom.post(&pair.to("announcement"), &json!({})).await;
    announced.is_problem(404, "not_found");
    let other = pair
        .server
        .a_match(&pair.bottom, json!({"level": "halls-of-abaddon"}))
        .await;
    for path in ["seats", "resignation", "flag"] {
        let asked = pair
            .bottom
            .post(&format!("{other}/{path}"), &json!({}))
            .await;
        asked.is_problem(404, "not_found");
    }
}

#[tokio::test]
async fn boards_are_drawn_after_every_turn() {
    let pair = Pair::begun().await;
    pair.play(&pair.bottom, "c1-c2").await;
    let pages = pair.at.replace("/api/v1", "");
    let visitor = pair.server.visitor();
    let newest = visitor.get(&format!("{pages}/board.png")).await;
    assert_eq!(newest.status, 200);
    let start = visitor.get(&format!("{pages}/turns/0.png")).await;
    let first = visitor.get(&format!("{pages}/turns/1.png")).await;
    assert_eq!(newest.bytes, first.bytes);
    assert_ne!(start.bytes, first.bytes);
    for extras in ["labels=1", "mark=1", "legend=1", "scale=1"] {
        let other = visitor.get(&format!("{pages}/turns/1.png?{extras}")).await;
        assert_eq!(other.status, 200);
        assert_ne!(other.bytes, first.bytes, "{extras}");
    }
}

#[tokio::test]
async fn whether_a_set_position_is_the_end_the_rules_say() {
    let pair = Pair::begun().await;
    let judge = pair.server.person("judge", Role::Moderator).await;
    let mut position = pair.shown().await["position"].clone();
    position["over"] = json!(true);
    position["ended_by"] = json!("time");
    position["winner"] = json!(1);
    let tops = |piece: &Value| piece["owner"] == 1;
    let pieces = position["pieces"].as_array().unwrap();
    position["pieces"] = pieces.iter().filter(|piece| tops(piece)).cloned().collect();
    let set = json!({"do": "set_position", "reason": "A lost board.", "position": position});
    let set = judge.post(&pair.to("rulings"), &set).await;
    assert_eq!(set.is(201)["payload"]["passes"], 1);
    let shown = pair.shown().await;
    assert_eq!(shown["state"], "running");
    assert_eq!(shown["position"]["over"], false);
    assert_eq!(shown["position"]["to_move"], 1);
    let turn = pair.bottom.get(&pair.to("turns/1")).await;
    assert_eq!(turn.is(200)["passes"], 1);
    let id = pair.at.rsplit('/').next().unwrap().parse().unwrap();
    pair.server.app.store.verify(id, |_| {}).await.unwrap();
}
