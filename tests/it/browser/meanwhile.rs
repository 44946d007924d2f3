//! What others do while somebody composes: it is told, and nothing that is written is lost.

use serde_json::json;
use thirtyfour::prelude::*;

use super::driver::{Browser, browse};
use super::pointing::DRAWN;
use super::pointing::Do::Square;
use super::scene::Scene;
use super::watching::{SAME, watch};

const NEWS: &str = "[data-news-of-board]";

#[tokio::test]
async fn a_turn_that_was_played_meanwhile_is_told_and_ones_own_can_be_sent_at_once() {
    let scene = Scene::new().await;
    let path = scene.stage().await;
    let bert = &scene.bert;
    browse(&scene.server, |browser| async move {
        browser.log_in("Ada").await?;
        watch(&browser, &path).await?;
        browser.compose(&[Square("j1"), Square("j2")]).await?;
        browser.has_steps(&["move j1 j2"]).await?;
        let post = browser.see("#post-text").await?;
        post.send_keys("Half a sent").await?;
        bert.play(&path, &["move l1 l2"], "").await;
        browser
            .see_text(
                NEWS,
                "Bert played turn 15 while you were composing. Your step still works.",
            )
            .await?;
        post.send_keys("ence, and").await?;
        bert.play(&path, &["move l2 l1"], "").await;
        browser.see_text(NEWS, "turn 16").await?;
        post.send_keys(" the rest.").await?;
        assert_eq!(
            browser.typed("#post-text").await?,
            "Half a sentence, and the rest."
        );
        assert_eq!(
            browser.ask("return document.activeElement.id").await?,
            "post-text"
        );
        browser.has_steps(&["move j1 j2"]).await?;
        browser.until(DRAWN).await?;
        assert_eq!(browser.ask(SAME).await?, true);

        browser.click("#send", "Send turn").await?;
        browser.see_text("#turn-17", "the rest.").await?;
        browser.see_text("#turn-17", "move j1 j2").await?;
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_step_that_works_no_more_is_named_and_can_be_mended() {
    let scene = Scene::new().await;
    let path = scene.stage().await;
    let bert = &scene.bert;
    browse(&scene.server, |browser| async move {
        browser.log_in("Ada").await?;
        watch(&browser, &path).await?;
        let deeds = [Square("f1"), Square("f2"), Square("j1"), Square("j2")];
        browser.compose(&deeds).await?;
        browser.has_steps(&["move f1 f2", "move j1 j2"]).await?;
        bert.play(&path, &["move i2 j2"], "").await;
        browser
            .see_text(NEWS, "Bert played turn 15 while you were composing. Step 2 does not work on the new board:")
            .await?;
        browser.see_text("#why", "occupied").await?;
        browser.has_steps(&["move f1 f2", "move j1 j2"]).await?;
        browser.see("[aria-label='Take back step 2']").await?.click().await?;
        browser.has_steps(&["move f1 f2"]).await?;
        browser
            .until("return !document.querySelector('[data-therefore]')")
            .await?;
        browser.click("#send", "Send turn").await?;
        browser.see_text("#turn-16", "move f1 f2").await?;
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_board_that_is_held_meanwhile_and_free_again_is_said_on_a_form_in_use() {
    let scene = Scene::new().await;
    let path = scene.stage().await;
    let bert = &scene.bert;
    browse(&scene.server, |browser| async move {
        browser.log_in("Ada").await?;
        watch(&browser, &path).await?;
        is_titled(&browser, "Your turn is open – The stage").await?;
        browser.compose(&[Square("j1"), Square("j2")]).await?;
        browser.has_steps(&["move j1 j2"]).await?;
        bert.announce(&path).await;
        browser.see_text("#c-h", "Bert holds the board").await?;
        browser
            .see_text(".composer .left", "until 10:30:00 GMT")
            .await?;
        is_titled(&browser, "Bert holds the board – The stage").await?;
        browser.has_steps(&["move j1 j2"]).await?;
        browser.see("#send[aria-disabled=true]").await?;
        bert.withdraw(&path).await;
        browser.see_text("#c-h", "Your turn is open").await?;
        is_titled(&browser, "Your turn is open – The stage").await?;
        browser
            .until("return !document.querySelector('.composer .left')")
            .await?;
        browser.see("#send:not([aria-disabled])").await?;
        assert_eq!(
            browser.see(NEWS).await?.text().await?,
            "",
            "the board is as it was"
        );
        browser.has_steps(&["move j1 j2"]).await
    })
    .await;
}

#[tokio::test]
async fn a_match_that_was_over_runs_again_on_the_page() {
    let scene = Scene::new().await;
    let path = scene.eve_of_victory().await;
    let bert = &scene.bert;
    browse(&scene.server, |browser| async move {
        browser.log_in("Ada").await?;
        watch(&browser, &path).await?;
        bert.play(&path, &["move i12 i11", "claim i11 i10"], "")
            .await;
        browser.see_text("#c-h", "Bert has won the match.").await?;
        is_titled(&browser, "The last door · Daykeeper").await?;
        browser
            .until("return !document.querySelector('form[data-composer]')")
            .await?;
        browser.see("div[data-square=i11]").await?.focus().await?;

        bert.take_back(&path, 3).await;
        browser.see_text("#c-h", "Your turn is open").await?;
        is_titled(&browser, "Your turn is open – The last door").await?;
        browser.see_text("[data-say]", "Choose who acts").await?;
        browser.is_on("i11").await?;
        browser
            .compose(&[Square("i2"), Square("i3"), Square("i4")])
            .await?;
        browser.has_steps(&["move i2 i3", "claim i3 i4"]).await?;
        browser
            .see_text("[data-say]", "No further step is legal")
            .await?;
        assert_eq!(browser.ask(SAME).await?, true);
        browser.click("#send", "Send turn").await?;
        browser
            .see_text("#turn-4", "This turn won the match")
            .await?;
        browser.see_text("#c-h", "Ada has won the match.").await?;
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn what_is_written_outlives_the_end_of_a_match_and_its_revert() {
    let scene = Scene::new().await;
    let path = scene.eve_of_victory().await;
    let (bert, cleo) = (&scene.bert, &scene.cleo);
    scene.server.give_role("Cleo", "moderator");
    browse(&scene.server, |browser| async move {
        browser.log_in("Ada").await?;
        watch(&browser, &path).await?;
        browser.fill("#post-text", "I nearly had it.").await?;
        browser.see_text(".unsent", "kept at").await?;
        bert.play(&path, &["move i12 i11", "claim i11 i10"], "")
            .await;
        browser.see_text("#c-h", "Bert has won the match.").await?;
        browser.see_text(NEWS, "Bert played turn 3").await?;
        assert_eq!(browser.typed("#post-text").await?, "I nearly had it.");

        cleo.rule(&path, json!({"do": "revert", "to": 2})).await;
        browser.see_text("#c-h", "Your turn is open").await?;
        browser.see("#turn-3.struck").await?;
        browser.compose(&[Square("i2"), Square("i3")]).await?;
        browser.has_steps(&["move i2 i3"]).await?;
        browser.click("#send", "Send turn").await?;
        browser.see_text("#turn-4", "I nearly had it.").await?;
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_pause_is_said_and_its_end_too() {
    let scene = Scene::new().await;
    let path = scene.eve_of_victory().await;
    let cleo = &scene.cleo;
    browse(&scene.server, |browser| async move {
        browser.log_in("Ada").await?;
        watch(&browser, &path).await?;
        cleo.rule(&path, json!({"do": "pause"})).await;
        browser.see_text("#c-h", "The match is paused").await?;
        is_titled(&browser, "The match is paused – The last door").await?;
        browser.see("#send[aria-disabled=true]").await?;
        cleo.rule(&path, json!({"do": "resume"})).await;
        browser.see_text("#c-h", "Your turn is open").await?;
        is_titled(&browser, "Your turn is open – The last door").await
    })
    .await;
}

#[tokio::test]
async fn a_hold_ends_on_the_page_by_itself() {
    let scene = &Scene::new().await;
    browse(&scene.server, |browser| async move {
        scene.ada.announce(&scene.played).await;
        scene.server.set_clock("2026-03-02 10:29:57");
        browser.block("*/live?*").await?;
        browser.open(&scene.played).await?;
        browser
            .see_text(".composer .left", "until 10:30:00")
            .await?;
        scene.server.set_clock("2026-03-02 10:30:01");
        browser
            .see_text("[data-warning]", "The time is over: the board is free.")
            .await?;
        browser
            .until("return !document.querySelector('.composer .left')")
            .await?;

        scene.server.set_clock("2026-03-02 10:40:00");
        browser.log_in("Bert").await?;
        scene
            .bert
            .rule(
                &scene.fresh,
                json!({"do": "pause", "until": "2026-03-02T10:45:00.000Z"}),
            )
            .await;
        scene.server.set_clock("2026-03-02 10:44:57");
        browser.open(&scene.fresh).await?;
        browser.see_text("#c-h", "The match is paused").await?;
        scene.server.set_clock("2026-03-02 10:45:01");
        browser
            .see_text("#c-h", "Join with your first turn")
            .await?;
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_turn_sent_from_another_browser_leaves_no_draft_behind() {
    let scene = &Scene::new().await;
    let path = &scene.stage().await;
    browse(&scene.server, |browser| async move {
        browser.log_in("Ada").await?;
        watch(&browser, path).await?;
        browser.compose(&[Square("f1"), Square("f2")]).await?;
        browser.has_steps(&["move f1 f2"]).await?;
        scene.ada.play(path, &["move f1 f2"], "").await;
        browser.see("#turn-15").await?;
        browser.has_steps(&[]).await?;
        browser.open(path).await?;
        browser.has_steps(&[]).await
    })
    .await;
}

async fn is_titled(browser: &Browser, title: &str) -> WebDriverResult<()> {
    browser
        .until(&format!("return document.title.startsWith({title:?})"))
        .await
}
