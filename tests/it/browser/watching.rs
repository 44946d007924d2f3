//! Watching a match from a second browser.

use serde_json::json;
use thirtyfour::prelude::*;

use super::driver::{Browser, browse, browse_at};
use super::scene::{Player, Scene};
use crate::process::Server;

/// Whether the page is still the one that was opened, and not a new one.
const SAME: &str = "return window.sameDocument === true";

async fn watch(browser: &Browser, path: &str) -> WebDriverResult<()> {
    browser.open(path).await?;
    browser.ask("window.sameDocument = true").await?;
    // The stream is open once it has said how many are watching.
    browser
        .until("return document.querySelector('[data-watching]').textContent !== ''")
        .await
}

#[tokio::test]
async fn a_new_turn_appears_for_whoever_watches() {
    let scene = Scene::new().await;
    let (path, ada) = (scene.played.clone(), &scene.ada);
    browse(&scene.server, |browser| async move {
        watch(&browser, &path).await?;
        ada.announce(&path).await;
        browser.see_text(".seats", "Holds the board").await?;
        ada.play(&path, &["move b13 c13"], "There. [b]Bold[/b] enough?")
            .await;
        browser.see_text("#turn-4 .words b", "Bold").await?;
        browser
            .until(
                "return document.querySelector('[data-news]').textContent.includes('New: Turn 4')",
            )
            .await?;
        browser
            .until("return document.querySelector('[data-board]').src.includes('/turns/4.png')")
            .await?;
        assert_eq!(browser.ask(SAME).await?, true);
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn what_somebody_types_is_left_alone() {
    let scene = Scene::new().await;
    let (path, ada) = (scene.played.clone(), &scene.ada);
    browse(&scene.server, |browser| async move {
        browser.log_in("Cleo").await?;
        watch(&browser, &path).await?;
        browser.fill("#post-text", "Half a sent").await?;
        ada.play(&path, &["move b13 c13"], "").await;
        browser.see("#turn-4").await?;
        assert_eq!(browser.typed("#post-text").await?, "Half a sent");
        assert_eq!(browser.ask(SAME).await?, true);
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn the_title_says_that_the_turn_is_open() {
    let scene = Scene::new().await;
    let path = scene.played.clone();
    let ada = &scene.ada;
    browse(&scene.server, |browser| async move {
        ada.announce(&path).await;
        browser.log_in("Cleo").await?;
        watch(&browser, &path).await?;
        let before = browser.driver.title().await?;
        ada.play(&path, &["move b13 c13"], "").await;
        browser.see("#turn-4").await?;
        let after = browser.driver.title().await?;
        assert_ne!(before, after, "the board is free again");
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_restarted_server_is_followed_again() {
    let mut server = Server::start();
    let ada = Player::register(&server, "Ada", "#3388ff").await;
    let path = ada.host("The long night", json!({})).await;
    let site = server.site.clone();
    browse_at(&site, |browser| async move {
        watch(&browser, &path).await?;
        server.kill();
        server.come_back();
        let api = format!("{}/healthz", server.site);
        while reqwest::get(&api).await.is_err() {
            tokio::task::yield_now().await;
        }
        ada.play(&path, &["join a13", "spawn a13>b13"], "").await;
        browser.see("#turn-1").await?;
        assert_eq!(browser.ask(SAME).await?, true);
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_board_that_was_looked_at_anew_has_one_grid_to_point_at() {
    let scene = Scene::new().await;
    let (path, ada) = (scene.played.clone(), &scene.ada);
    browse(&scene.server, |browser| async move {
        browser.log_in("Cleo").await?;
        watch(&browser, &path).await?;
        ada.play(&path, &["move b13 c13"], "").await;
        browser.see("#turn-4").await?;
        browser
            .until("return document.querySelectorAll('.pic > .squares').length === 1")
            .await?;
        browser
            .until("return document.querySelectorAll('.pic > svg').length === 1")
            .await?;
        browser
            .see_text("[data-say]", "Choose one to start")
            .await?;
        assert_eq!(browser.ask(SAME).await?, true);
        Ok(())
    })
    .await;
}
