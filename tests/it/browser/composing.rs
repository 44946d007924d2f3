//! A turn composed by pointing at the board, by mouse, finger and keyboard.

use thirtyfour::prelude::*;

use super::driver::browse;
use super::pointing::Do::{Above, Square, Words};
use super::pointing::{DRAWN, Do};
use super::scene::Scene;

#[tokio::test]
async fn a_step_of_every_kind_is_composed_by_clicks() {
    let scene = Scene::new().await;
    let path = scene.stage().await;
    let cases: [(&[Do], &[&str]); 8] = [
        (&[Square("j1"), Square("j2")], &["move j1 j2"]),
        (&[Square("f1"), Square("e1")], &["breach f1 e1"]),
        (&[Square("d2"), Square("n13")], &["jump d2 d1>n13"]),
        (
            &[Square("f1"), Above("f1"), Above("f1")],
            &["build f1 up", "break f1 up"],
        ),
        (
            &[Square("j1"), Square("k1"), Square("k1")],
            &["disown j1 k1", "claim j1 k1"],
        ),
        (&[Square("i3"), Square("i2")], &["attack i3 down"]),
        (
            &[Square("i3"), Words("becomes an Engineer")],
            &["transform i3 engineer"],
        ),
        (
            &[Square("g1"), Square("g2"), Square("a1"), Square("b1")],
            &["spawn g1>g2 a1>b1"],
        ),
    ];
    browse(&scene.server, |browser| async move {
        browser.log_in("Ada").await?;
        for (deeds, steps) in cases {
            browser.open(&path).await?;
            browser.ask("window.sameDocument = true").await?;
            browser.compose(deeds).await?;
            browser.has_steps(steps).await?;
            browser.until(DRAWN).await?;
            browser.see_text(".unsent", "NOT SENT").await?;
            browser.start_over().await?;
            assert_eq!(browser.ask("return window.sameDocument").await?, true);
        }
        browser.compose(&[Square("j1"), Square("j2")]).await?;
        browser.has_steps(&["move j1 j2"]).await?;
        browser.click(".send button", "Send turn").await?;
        browser.see_text("#turn-15", "move j1 j2").await?;
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_square_that_means_two_things_asks_which_and_warns_of_friendly_fire() {
    let scene = Scene::new().await;
    let path = scene.stage().await;
    browse(&scene.server, |browser| async move {
        browser.log_in("Ada").await?;
        browser.open(&path).await?;
        browser.compose(&[Square("h3"), Square("i3")]).await?;
        browser
            .see_text(".menu", "Friendly fire: you lose your Soldier on i3")
            .await?;
        browser.press(&[Key::Escape]).await?;
        browser.is_on("i3").await?;
        browser
            .until("return !document.querySelector('.menu')")
            .await?;
        browser
            .see_text("[data-say]", "h3, your Flamebat, is selected")
            .await?;

        browser.compose(&[Square("i3"), Words("Select i3")]).await?;
        browser
            .see_text("[data-say]", "i3, your Soldier, is selected")
            .await?;
        browser.compose(&[Square("i3")]).await?;
        browser.see_text("[data-say]", "Choose who acts").await?;

        browser
            .compose(&[Square("h3"), Square("i3"), Words("breathes fire right")])
            .await?;
        browser.has_steps(&["attack h3 right"]).await?;
        browser
            .see_text(".steps .warn", "you lose your Soldier on i3")
            .await?;
        browser.see_text(".budget", "Flamebat h3 used").await?;

        browser
            .compose(&[Square("d2"), Square("d1"), Words("leaves d13")])
            .await?;
        browser
            .has_steps(&["attack h3 right", "jump d2 d1>d13"])
            .await?;
        browser
            .see_text("[data-say]", "d12, your Engineer, is selected")
            .await?;
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn steps_are_moved_taken_back_and_mended() {
    let scene = Scene::new().await;
    let path = scene.stage().await;
    browse(&scene.server, |browser| async move {
        browser.log_in("Ada").await?;
        browser.open(&path).await?;
        browser.compose(&[Square("j1"), Square("j2"), Square("f1"), Square("f2")]).await?;
        browser.has_steps(&["move j1 j2", "move f1 f2"]).await?;
        browser.see("[aria-label='Move step 2 up']").await?.click().await?;
        browser.has_steps(&["move f1 f2", "move j1 j2"]).await?;
        browser.see("[aria-label='Move step 1 down']").await?.click().await?;
        browser.has_steps(&["move j1 j2", "move f1 f2"]).await?;
        browser.see("[aria-label='Take back step 1']").await?.click().await?;
        browser.has_steps(&["move f1 f2"]).await?;
        let focused = "return document.activeElement.getAttribute('aria-label')";
        assert_eq!(browser.ask(focused).await?, "Take back step 1");

        browser.fill("#steps-text", "move f1 e1").await?;
        browser.see_text("#why", "not_accessible").await?;
        browser.compose(&[Square("j1"), Square("j2")]).await?;
        browser.has_steps(&["move j1 j2"]).await?;
        browser.until("return !document.querySelector('#why')").await?;

        browser.fill("#steps-text", "move i3 j3").await?;
        browser.until("return document.querySelector('[data-square=j3]').ariaLabel.includes('your Soldier')").await?;
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn the_last_door_is_claimed_and_nothing_may_follow() {
    let scene = Scene::new().await;
    let path = scene.eve_of_victory().await;
    browse(&scene.server, |browser| async move {
        browser.log_in("Ada").await?;
        browser.open(&path).await?;
        let deeds = [Square("i2"), Square("i3"), Square("i4")];
        browser.compose(&deeds).await?;
        browser.has_steps(&["move i2 i3", "claim i3 i4"]).await?;
        browser.see_text(".steps", "gives its life").await?;
        browser
            .see_text("[data-say]", "No further step is legal. Send the turn")
            .await?;
        browser
            .until("return !document.querySelector('[data-lit]')")
            .await?;
        browser.click("#send", "Send turn").await?;
        browser
            .see_text("#turn-3", "This turn won the match")
            .await?;
        browser.see_text("#c-h", "Ada has won the match.").await?;
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_draft_that_is_too_long_to_keep_is_said_to_be() {
    let scene = Scene::new().await;
    let path = scene.played.clone();
    browse(&scene.server, |browser| async move {
        browser.log_in("Ada").await?;
        browser.open(&path).await?;
        let long = "const post = document.querySelector('#post-text');
            post.value = 'é'.repeat(9_000);
            post.dispatchEvent(new Event('input', { bubbles: true }));";
        browser.ask(long).await?;
        browser.see_text(".unsent", "not kept:").await?;
        browser.fill("#post-text", "Shorter.").await?;
        browser.see_text(".unsent", "kept at").await?;
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_newcomer_joins_by_clicks() {
    let scene = Scene::new().await;
    browse(&scene.server, |browser| async move {
        browser.log_in("Cleo").await?;
        browser.open(&scene.played).await?;
        browser
            .see_text("[data-say]", "Framed doors are free Airlocks")
            .await?;
        browser.fill("#colour-text", "#3388fe").await?;
        browser.see_text("#colour-e", "Nearest free colour").await?;
        browser.click(".dye label", "Violet").await?;
        browser
            .until("return !document.querySelector('#colour-e')")
            .await?;
        assert_eq!(browser.typed("#colour-text").await?, "");
        browser.compose(&[Square("k13"), Square("k12")]).await?;
        browser.has_steps(&["join k13", "spawn k13>k12"]).await?;
        browser.see_text(".budget", "0 of 2").await?;
        browser.click(".send button", "Join and send turn").await?;
        browser
            .see_text("#turn-4", "Cleo joins and claims Airlock k13")
            .await?;
        browser.see_text(".seats", "Cleo (you)").await?;
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_draft_follows_to_another_browser() {
    let scene = Scene::new().await;
    let path = &scene.stage().await;
    browse(&scene.server, |browser| async move {
        browser.log_in("Ada").await?;
        browser.open(path).await?;
        browser.compose(&[Square("d2"), Square("n13")]).await?;
        browser.has_steps(&["jump d2 d1>n13"]).await
    })
    .await;
    browse(&scene.server, |browser| async move {
        browser.log_in("Ada").await?;
        browser.open(path).await?;
        browser.has_steps(&["jump d2 d1>n13"]).await?;
        browser.see_text(".unsent", "NOT SENT").await?;
        browser.click("[data-standing]", "As it stands").await?;
        assert_eq!(browser.ask(DRAWN).await?, false);
        browser.compose(&[Square("n12"), Square("n11")]).await?;
        browser
            .has_steps(&["jump d2 d1>n13", "move n12 n11"])
            .await?;
        browser.until(DRAWN).await
    })
    .await;
}

#[tokio::test]
async fn an_announced_turn_lapses_and_its_steps_stay() {
    let scene = &Scene::new().await;
    browse(&scene.server, |browser| async move {
        browser.log_in("Ada").await?;
        browser.open(&scene.played).await?;
        browser.compose(&[Square("b13"), Square("c13")]).await?;
        let walks = browser.driver.find_all(By::Css(".menu button")).await?;
        if let Some(walk) = walks.first() {
            walk.click().await?;
        }
        browser.has_steps(&["move b13 c13"]).await?;
        browser.click(".send button", "Announce").await?;
        browser.see_text("#c-h", "You hold the board").await?;
        browser.see(".left.calm").await?;

        scene.server.set_clock("2026-03-02 10:29:57");
        browser.open(&scene.played).await?;
        browser.see(".left:not(.calm)").await?;
        browser
            .see_text("[data-warning]", "Less than five minutes")
            .await?;
        browser.see_text("[data-warning]", "NOT SENT").await?;
        browser.has_steps(&["move b13 c13"]).await?;

        scene.server.set_clock("2026-03-02 10:30:01");
        browser.click(".send button", "Send turn").await?;
        browser.see_text(".composer.refused", "lapsed").await?;
        browser.see_text(".unsent", "NOT SENT").await?;
        browser.has_steps(&["move b13 c13"]).await?;
        browser
            .click(".send button", "Send as an unannounced turn")
            .await?;
        browser.see_text("#turn-4", "move b13 c13").await?;
        Ok(())
    })
    .await;
}
