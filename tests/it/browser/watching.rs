//! Watching a match from a second browser.

use serde_json::json;
use thirtyfour::prelude::*;

use super::driver::{Browser, browse, browse_at};
use super::layout::press;
use super::scene::{Player, Scene};
use crate::process::Server;

/// Whether the page is still the one that was opened, and not a new one.
pub(super) const SAME: &str = "return window.sameDocument === true";

/// Opens the page of a match and waits until it is followed.
pub(super) async fn watch(browser: &Browser, path: &str) -> WebDriverResult<()> {
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
async fn the_title_says_that_the_turn_is_open_exactly_when_it_is() {
    let scene = Scene::new().await;
    let (path, ada, server) = (&scene.played, &scene.ada, &scene.server);
    browse(server, |browser| async move {
        let is_titled = async |title: &str| {
            let is_so = format!("return document.title === '{title} – The long night · Daykeeper'");
            browser.until(&is_so).await
        };
        browser.log_in("Ada").await?;
        watch(&browser, path).await?;
        is_titled("Your turn is open").await?;
        ada.announce(path).await;
        is_titled("You hold the board").await?;
        ada.play(path, &["move b13 c13"], "").await;
        is_titled("Not your turn yet").await?;
        server.set_clock("2026-03-02 23:59:58");
        watch(&browser, path).await?;
        is_titled("Not your turn yet").await?;
        server.set_clock("2026-03-03 00:00:01");
        is_titled("Your turn is open").await?;
        assert_eq!(browser.ask(SAME).await?, true);
        Ok(())
    })
    .await;
}

/// Makes what a page does after half a minute happen soon.
const HURRY: &str = "
    const wait = window.setTimeout;
    window.setTimeout = (act, millis, ...rest) => wait(act, millis > 20_000 ? 1_000 : millis, ...rest);";

#[tokio::test]
async fn who_can_have_no_stream_asks_now_and_then() {
    let scene = Scene::new().await;
    let (path, ada) = (scene.played.clone(), &scene.ada);
    browse(&scene.server, |browser| async move {
        browser.block("*/live?*").await?;
        browser.begin_with(HURRY).await?;
        browser.log_in("Cleo").await?;
        browser.open(&path).await?;
        browser.ask("window.sameDocument = true").await?;
        ada.play(&path, &["move b13 c13"], "").await;
        browser.see_text("#turn-4", "move b13 c13").await?;
        let watching = "return document.querySelector('[data-watching]').textContent";
        assert_eq!(browser.ask(watching).await?, "", "no stream said anything");
        assert_eq!(browser.ask(SAME).await?, true);
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_page_that_could_not_be_had_is_asked_for_again() {
    let scene = Scene::new().await;
    let (path, ada) = (scene.played.clone(), &scene.ada);
    browse(&scene.server, |browser| async move {
        watch(&browser, &path).await?;
        browser.block(&format!("*{path}")).await?;
        ada.play(&path, &["move b13 c13"], "").await;
        let asked = "return performance.getEntriesByType('resource').filter(({ name }) => name.endsWith(location.pathname)).length > 0";
        browser.until(asked).await?;
        browser.block("nothing").await?;
        browser.see("#turn-4").await?;
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn who_looks_on_walks_over_the_board_and_hears_what_is_there() {
    let scene = Scene::new().await;
    let (path, ada) = (scene.played.clone(), &scene.ada);
    browse(&scene.server, |browser| async move {
        watch(&browser, &path).await?;
        assert_eq!(
            browser
                .driver
                .find_all(By::Css(".squares button"))
                .await?
                .len(),
            0
        );
        browser.see("[name=size]:checked").await?.focus().await?;
        press(&browser, Key::Tab).await?;
        press(&browser, Key::Right).await?;
        let heard = "return document.activeElement.getAttribute('aria-label')";
        assert_eq!(browser.ask(heard).await?, "b13, Ada’s Engineer");
        press(&browser, Key::Enter).await?;
        ada.play(&path, &["move b13 c13"], "").await;
        browser.see("#turn-4").await?;
        assert_eq!(browser.ask(heard).await?, "b13");
        press(&browser, Key::Right).await?;
        let wall = "c13, Ada’s Engineer, wall on the right";
        assert_eq!(browser.ask(heard).await?, wall);
        press(&browser, Key::Left).await?;
        press(&browser, Key::Left).await?;
        assert_eq!(browser.ask(heard).await?, "a13, Ada’s Airlock");
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_server_that_is_killed_mid_draft_costs_nothing() {
    let mut server = Server::start();
    let ada = Player::register(&server, "Ada", "#3388ff").await;
    Player::register(&server, "Bert", "#d55e00").await;
    let path = &ada.host("The long night", json!({})).await;
    let site = server.site.clone();
    browse_at(&site, |browser| async move {
        browser.log_in("Bert").await?;
        watch(&browser, path).await?;
        browser.fill("#steps-text", "join q1").await?;
        browser.see_text(".unsent", "kept at").await?;
        server.kill();
        browser.fill("#post-text", "Typed into the void.").await?;
        browser
            .see_text(".unsent", "not kept: the server did not take it")
            .await?;
        server.come_back();
        let api = format!("{}/healthz", server.site);
        while reqwest::get(&api).await.is_err() {
            tokio::task::yield_now().await;
        }
        browser.see_text(".unsent", "kept at").await?;
        ada.play(path, &["join a13", "spawn a13>b13"], "").await;
        browser.see("#turn-1").await?;
        browser
            .see_text(
                "[data-news-of-board]",
                "Ada played turn 1 while you were composing. Your step still works.",
            )
            .await?;
        assert_eq!(browser.typed("#steps-text").await?, "join q1");
        assert_eq!(browser.typed("#post-text").await?, "Typed into the void.");
        assert_eq!(browser.ask(SAME).await?, true);

        let other = &browser;
        browse_at(&server.site, |browser| async move {
            browser.log_in("Bert").await?;
            browser.open(path).await?;
            assert_eq!(browser.typed("#steps-text").await?, "join q1");
            assert_eq!(browser.typed("#post-text").await?, "Typed into the void.");
            browser.see_text(".unsent", "NOT SENT").await?;
            browser.click("#send", "Join and send turn").await?;
            browser.see_text("#turn-2", "Typed into the void.").await?;
            other.see("#turn-2").await?;
            Ok(())
        })
        .await;
        assert_eq!(
            browser.typed("#post-text").await?,
            "",
            "it was sent elsewhere"
        );
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
