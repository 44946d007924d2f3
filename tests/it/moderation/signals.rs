//! Accounts that came from the same network.

use std::net::IpAddr;

use super::Town;
use crate::app::{App, Client, Settings};

/// A site behind a proxy, so that requests say where they come from.
async fn a_site() -> App {
    App::with(Settings {
        trusted_proxies: vec![IpAddr::from([0, 0, 0, 0])],
        ..Settings::default()
    })
    .await
}

async fn seen(client: &Client<'_>, from: &str) {
    let come = client.clone().with("x-forwarded-for", from);
    assert_eq!(come.get("/me").await.status, 200);
}

const WORDS: &str = "came from the same network on";

#[tokio::test]
async fn who_shares_a_network_on_a_day_is_told_of_to_moderators() {
    let app = a_site().await;
    let town = Town::of(&app).await;
    seen(&town.player, "203.0.113.9").await;
    seen(&town.other, "203.0.113.10").await;
    let overview = town.judge.get("/moderation").await;
    assert!(!overview.body.contains(WORDS));

    seen(&town.other, "203.0.113.9").await;
    app.set("2026-03-03T08:00:00Z");
    // Of an IPv6 address the first half counts.
    seen(&town.player, "2001:db8:1:2:3:4:5:6").await;
    seen(&town.other, "2001:db8:1:2:ffff::1").await;
    let overview = town.judge.get("/moderation").await;
    overview.assert_page(200, "same network on Sun 1 Mar and Tue 3 Mar");
    let account = town
        .judge
        .get(&format!("/moderation/accounts/{}", town.brindle.id))
        .await;
    account.assert_page(200, WORDS);
    let another = town
        .judge
        .get(&format!("/moderation/accounts/{}", town.ossa.id))
        .await;
    assert!(!another.body.contains(WORDS));
}

#[tokio::test]
async fn neither_addresses_nor_what_could_link_them_is_kept() {
    let app = a_site().await;
    let town = Town::of(&app).await;
    let file = app.file().await;
    let count = async |table: &str| -> i64 {
        let text = format!("SELECT COUNT(*) FROM {table}");
        let count = sqlx::query_scalar(sqlx::AssertSqlSafe(text));
        count.fetch_one(&file).await.unwrap()
    };
    for day in ["2026-03-01", "2026-03-02"] {
        app.set(&format!("{day}T12:00:00Z"));
        seen(&town.player, "203.0.113.9").await;
        seen(&town.player, "203.0.113.9").await;
        seen(&town.other, "203.0.113.9").await;
    }
    assert_eq!(
        (count("sightings").await, count("network_keys").await),
        (4, 2)
    );
    let hashes: Vec<String> = sqlx::query_scalar("SELECT DISTINCT network FROM sightings")
        .fetch_all(&file)
        .await
        .unwrap();
    // The same network on two days has nothing in common.
    assert_eq!(hashes.len(), 2);
    app.set("2026-03-31T23:59:59Z");
    app.matches.forget_traces().await.unwrap();
    assert_eq!(
        (count("sightings").await, count("network_keys").await),
        (4, 2)
    );
    app.set("2026-04-01T00:00:00Z");
    app.matches.forget_traces().await.unwrap();
    assert_eq!(
        (count("sightings").await, count("network_keys").await),
        (2, 1)
    );
}

#[tokio::test]
async fn a_proxy_that_is_not_configured_is_nobodys_network() {
    let app = App::new().await;
    let town = Town::of(&app).await;
    seen(&town.player, "203.0.113.9").await;
    seen(&town.other, "203.0.113.9").await;
    let overview = town.judge.get("/moderation").await;
    assert!(!overview.body.contains(WORDS));
}
