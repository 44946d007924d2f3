//! The record of a match by HTTP, and a match on the pages of the site to which it came.

use axum::http::header;
use daykeeper::ids::Role;
use daykeeper::service::record::import;
use serde_json::json;

use super::played::frame;
use crate::api::server::{BLUE, Client, Server};

async fn record(client: &Client, at: &str) -> String {
    let answer = client.get(&format!("{at}/record")).await;
    assert_eq!(answer.status, 200);
    assert_eq!(
        answer.header(header::CONTENT_TYPE),
        "text/plain; charset=utf-8"
    );
    String::from_utf8(answer.bytes.to_vec()).unwrap()
}

#[tokio::test]
async fn everybody_reads_the_record_of_a_public_match_without_what_is_hidden() {
    let server = Server::new().await;
    let (ada, _, at) = server
        .joined(json!({"clock": "free", "twice_in_a_row": true}))
        .await;
    let moderator = server.person("mo", Role::Moderator).await;
    let insult = json!({"seq": ada.seq(&at).await, "turn": ["move b13 c13"], "post": "Cheats!"});
    ada.post(&format!("{at}/turns"), &insult).await.is(201);
    assert!(record(&server.visitor(), &at).await.contains("> Cheats!"));
    let ruling = json!({"do": "hide_post", "turn": 3, "reason": "Be kind."});
    moderator
        .post(&format!("{at}/rulings"), &ruling)
        .await
        .is(201);
    let text = record(&server.visitor(), &at).await;
    assert!(
        !text.contains("Cheats!") && text.contains("> Be kind."),
        "{text}"
    );
    assert_eq!(
        record(&moderator, &at).await,
        text,
        "there is one record, for all"
    );
    let page = at.replace("/api/v1", "") + "/audit";
    let page = server.visitor().get(&page).await;
    let link = format!("href=\"{at}/record\"");
    assert!(String::from_utf8_lossy(&page.bytes).contains(&link));
}

#[tokio::test]
async fn the_record_of_a_private_match_is_for_those_who_may_see_it() {
    let server = Server::new().await;
    let (ada, ben) = (server.player("ada").await, server.player("ben").await);
    let cleo = server.player("cleo").await;
    let wanted = json!({"game": "abaddon", "title": "Ours", "options": {"visibility": "private", "players": ["ben"]}});
    let made = ada.post("/api/v1/matches", &wanted).await;
    let at = format!("/api/v1/matches/{}", made.is(201)["id"].as_str().unwrap());
    assert_eq!(record(&ada, &at).await, record(&ben, &at).await);
    for outsider in [&server.visitor(), &cleo] {
        outsider
            .get(&format!("{at}/record"))
            .await
            .is_problem(404, "not_found");
    }
}

#[tokio::test]
async fn a_match_that_came_has_the_same_pictures_and_goes_on() {
    let (server, elsewhere) = (Server::new().await, Server::new().await);
    let ada = server.player("ada").await;
    for inside in ['.', 'o'] {
        let lines: Vec<_> = frame(inside).lines().map(str::to_owned).collect();
        ada.put("/api/v1/me/sprites/engineer", &json!({"lines": lines}))
            .await
            .is(200);
    }
    let at = server.a_match(&ada, json!({})).await;
    ada.join(&at, BLUE, &["join a13", "spawn a13>b13"])
        .await
        .is(201);
    server.set("02T12:00:00.000");
    ada.delete("/api/v1/me/sprites/engineer").await.is(204);
    ada.play(&at, &["move b13 c13"]).await.is(201);
    let text = record(&server.visitor(), &at).await;
    import(&elsewhere.app.store, &text).await.unwrap();
    let pages = at.replace("/api/v1", "");
    for picture in [
        "turns/0.png",
        "turns/1.png?mark=1",
        "turns/2.png",
        "board.png",
        "replay.gif",
    ] {
        let path = format!("{pages}/{picture}");
        let (was, is) = (ada.get(&path).await, elsewhere.visitor().get(&path).await);
        assert_eq!((was.status, is.status), (200, 200), "{picture}");
        assert!(was.bytes == is.bytes, "{picture} is another one");
    }
    for page in ["", "/turns/1", "/audit?verify=1", "/feed.atom"] {
        let answer = elsewhere.visitor().get(&format!("{pages}{page}")).await;
        assert_eq!(answer.status, 200, "{page}");
    }
    elsewhere.set("03T12:00:00.000");
    let ben = elsewhere.player("ben").await;
    ben.join(&at, "#f0a000", &["join g13", "spawn g13>g12"])
        .await
        .is(201);
    assert_eq!(ben.get(&at).await.is(200)["turns"], 3);
}
