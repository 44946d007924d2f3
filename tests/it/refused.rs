//! Refused attempts: kept for those who may rule, outside of the record, and never without bounds.

use daykeeper::ids::{AccountId, MatchId, Role};
use daykeeper::store::refusals::{
    DAYS_KEPT, KEPT_A_MATCH, KEPT_AN_ACCOUNT, RefusalQuery, RefusalRow,
};
use daykeeper::time::Instant;
use serde_json::{Value, json};

use crate::api::server::{Client, Server};
use crate::world::World;

async fn refusals(client: &Client, at: &str) -> Value {
    let answer = client.get(&format!("{at}/refusals")).await;
    answer.is(200)["refusals"].clone()
}

fn number(refusals: &Value) -> usize {
    refusals.as_array().unwrap().len()
}

async fn history(client: &Client, at: &str, query: &str) -> String {
    let page = format!("{}/audit{query}", at.replace("/api/v1", ""));
    let answer = client.get(&page).await;
    assert_eq!(answer.status, 200);
    String::from_utf8_lossy(&answer.bytes).into_owned()
}

#[tokio::test]
async fn moderators_read_who_tried_what_and_why_it_was_refused() {
    let server = Server::new().await;
    let (ada, ben, at) = server.joined(json!({})).await;
    let judge = server.person("judge", Role::Moderator).await;
    let before = ada.seq(&at).await;
    ben.play(&at, &["move g12 g9"])
        .await
        .is_problem(409, "turn_spent");
    server.set("01T13:00:00.000");
    ada.post(&format!("{at}/announcement"), &json!({}))
        .await
        .is_problem(409, "turn_spent");
    let closing = json!({"do": "close", "winner": 1, "reason": "I win."});
    ben.post(&format!("{at}/rulings"), &closing)
        .await
        .is_problem(403, "moderators_only");

    let found = refusals(&judge, &at).await;
    let told: Vec<_> = (found.as_array().unwrap().iter())
        .map(|one| {
            [&one["name"], &one["tried"], &one["said"], &one["code"]]
                .map(|text| text.as_str().unwrap().to_owned())
        })
        .collect();
    let mut newest: Vec<_> = told[..2].to_vec();
    newest.sort();
    assert_eq!(newest[0], ["ada", "announce", "", "turn_spent"]);
    assert_eq!(newest[1], ["ben", "ruling", "close", "moderators_only"]);
    assert_eq!(told[2], ["ben", "turn", "move g12 g9", "turn_spent"]);
    assert_eq!(found[2]["at"], "2026-03-01T12:00:00.000Z");
    assert!(
        found[2]["message"].as_str().unwrap().ends_with('.'),
        "{found}"
    );
    // They are no events.
    assert_eq!(ada.seq(&at).await, before);
    let all = server
        .app
        .matches
        .newest_refusals(&person(&server, "judge").await, 2)
        .await
        .unwrap();
    assert_eq!(all.len(), 2);
    assert_eq!(all[0].0, "Spring halls");
}

async fn person(server: &Server, name: &str) -> daykeeper::service::accounts::Person {
    server.app.accounts.find(name).await.unwrap().unwrap()
}

#[tokio::test]
async fn the_history_has_them_between_the_entries_for_those_who_may_rule() {
    let server = Server::new().await;
    let (ada, ben, at) = server.joined(json!({})).await;
    let judge = server.person("judge", Role::Moderator).await;
    let cid = server.player("cid").await;
    server.set("01T13:00:00.000");
    ben.play(&at, &["move g12 g9"])
        .await
        .is_problem(409, "turn_spent");
    server.set("01T13:30:00.000");
    cid.join(&at, "#2e9e44", &["join b2"])
        .await
        .is_problem(422, "not_an_airlock");
    server.set("02T09:00:00.000");
    ada.play(&at, &["move b13 c13"]).await.is(201);

    let page = history(&judge, &at, "").await;
    let place = |text: &str| {
        page.find(text)
            .unwrap_or_else(|| panic!("no {text:?} in {page}"))
    };
    assert!(place("id=\"e6\"") < place("turn: join b2 · not_an_airlock"));
    assert!(place("turn: join b2 · not_an_airlock") < place("turn: move g12 g9 · turn_spent"));
    assert!(place("turn: move g12 g9 · turn_spent") < place("id=\"e5\""));
    assert!(page.contains("<option>cid</option>"));
    for (query, shown) in [
        ("?person=cid", [false, true]),
        ("?person=ben", [true, false]),
        ("?text=G9", [true, false]),
        ("?day=2026-03-01", [true, true]),
        ("?day=2026-03-02", [false, false]),
        ("?kind=moved", [false, false]),
        ("?refused=none", [false, false]),
        ("?refused=alone", [true, true]),
        // They came after entry 5 and before entry 6.
        ("?seq=5", [true, true]),
        ("?seq=4", [false, false]),
    ] {
        let page = history(&judge, &at, query).await;
        let is = ["move g12 g9 · turn_spent", "join b2 ·"].map(|text| page.contains(text));
        assert_eq!(is, shown, "{query}");
    }
    assert!(
        !history(&judge, &at, "?refused=alone")
            .await
            .contains("id=\"e5\"")
    );
    for client in [&ada, &ben, &server.visitor()] {
        let page = history(client, &at, "?refused=alone").await;
        assert!(!page.contains("turn_spent"), "{page}");
    }
}

#[tokio::test]
async fn only_those_who_may_rule_read_them() {
    let server = Server::new().await;
    let host = server.player("host").await;
    let ada = server.player("ada").await;
    let at = server.a_match(&host, json!({})).await;
    ada.join(&at, "#3388ff", &["join b2"])
        .await
        .is_problem(422, "not_an_airlock");
    let path = format!("{at}/refusals");
    ada.get(&path).await.is_problem(403, "moderators_only");
    server
        .visitor()
        .get(&path)
        .await
        .is_problem(401, "not_signed_in");
    assert_eq!(number(&refusals(&host, &at).await), 1);
    // Once the host plays, they are a player like others.
    host.join(&at, "#3388ff", &["join a13"]).await.is(201);
    host.get(&path).await.is_problem(403, "moderators_only");
    let ada = person(&server, "ada").await;
    assert!(server.app.matches.newest_refusals(&ada, 9).await.is_err());
}

#[tokio::test]
async fn what_is_tried_again_is_counted_and_what_is_long_is_cut_off() {
    let server = Server::new().await;
    let (ada, ben, at) = server.joined(json!({})).await;
    let judge = server.person("judge", Role::Moderator).await;
    for _ in 0..3 {
        ben.play(&at, &["move g12 g9"])
            .await
            .is_problem(409, "turn_spent");
    }
    let long = "move ".repeat(100);
    ben.play(&at, &[&long]).await.is_problem(409, "turn_spent");
    // What only looks ahead is no attempt.
    ben.post(&format!("{at}/check"), &json!({"turn": ["move g12 g9"]}))
        .await
        .is(200);
    ada.get(&format!("{at}/turns/99"))
        .await
        .is_problem(404, "not_found");
    let found = refusals(&judge, &at).await;
    assert_eq!(number(&found), 2, "{found}");
    let times = |said: &str| {
        let mut all = found.as_array().unwrap().iter();
        all.find(|one| one["said"] == said).unwrap()["times"].clone()
    };
    assert_eq!(times("move g12 g9"), 3);
    let cut: String = long.chars().take(200).collect();
    assert_eq!(times(&cut), 1);
}

fn a_refusal(match_id: MatchId, account: u8, said: u32, at: Instant) -> RefusalRow {
    RefusalRow {
        match_id,
        account: AccountId::from_random([account; 10]),
        tried: "turn".to_owned(),
        said: format!("move {said}"),
        code: "off_level".to_owned(),
        sentence: "There is no such square.".to_owned(),
        at,
        times: 1,
    }
}

#[tokio::test]
async fn no_match_no_account_and_no_age_keeps_more_than_its_share() {
    let world = World::new().await;
    let host = world.player(1).await;
    let (crowded, other) = (world.a_match(&host).await, world.a_match(&host).await);
    let store = world.service.store();
    let log = store.start_refusal_log();
    let now = world.service.now();
    let kept = async |id| {
        log.written().await;
        store
            .refusals(&RefusalQuery::of(Some(id), 9_999))
            .await
            .unwrap()
    };
    log.note(a_refusal(other, 200, 0, now));
    for said in 0..KEPT_AN_ACCOUNT + 20 {
        log.note(a_refusal(
            crowded,
            1,
            said,
            now.plus_minutes(i64::from(said)),
        ));
    }
    let of_one = kept(crowded).await;
    assert_eq!(of_one.len(), usize::try_from(KEPT_AN_ACCOUNT).unwrap());
    assert_eq!(of_one[0].said, format!("move {}", KEPT_AN_ACCOUNT + 19));
    for account in 2..9 {
        for said in 0..KEPT_AN_ACCOUNT {
            log.note(a_refusal(crowded, account, said, now.plus_minutes(1_000)));
        }
        log.written().await;
    }
    assert_eq!(
        kept(crowded).await.len(),
        usize::try_from(KEPT_A_MATCH).unwrap()
    );
    assert_eq!(kept(other).await.len(), 1);
    log.note(a_refusal(
        crowded,
        9,
        0,
        now.plus_minutes((DAYS_KEPT + 1) * 24 * 60),
    ));
    assert_eq!(kept(crowded).await.len(), 1);
    assert_eq!(kept(other).await.len(), 0);
}
