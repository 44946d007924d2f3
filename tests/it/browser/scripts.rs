//! What pages do with JavaScript beyond their forms.

use super::driver::{Theme, browse};
use super::scene::Scene;

#[tokio::test]
async fn typed_steps_are_checked_without_a_new_page() {
    let scene = Scene::new().await;
    let path = scene.played.clone();
    browse(&scene.server, |browser| async move {
        browser.log_in("Ada").await?;
        browser.open(&path).await?;
        browser.ask("window.sameDocument = true").await?;
        browser.fill("#steps-text", "move b13 b11").await?;
        browser.see_text("#why", "not_accessible").await?;
        browser.see_text(".unsent", "NOT SENT").await?;
        assert_eq!(browser.typed("#steps-text").await?, "move b13 b11");

        browser.click(".why button", "move b13 c13").await?;
        browser
            .see_text("[data-verdict] .steps code", "move b13 c13")
            .await?;
        assert_eq!(browser.typed("#steps-text").await?, "move b13 c13");
        browser
            .until("return document.querySelector('[data-board]').src.startsWith('data:')")
            .await?;
        assert_eq!(browser.ask("return window.sameDocument").await?, true);
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn the_theme_button_goes_through_three_themes_and_is_remembered() {
    const PAPER: &str = "return getComputedStyle(document.body).backgroundColor";
    let scene = Scene::new().await;
    browse(&scene.server, |browser| async move {
        browser.open("/").await?;
        let light = browser.ask(PAPER).await?;
        let button = browser.see("[data-theme-button]").await?;
        button.click().await?;
        assert_eq!(browser.ask(PAPER).await?, light, "first press: light");
        button.click().await?;
        let dark = browser.ask(PAPER).await?;
        assert_ne!(dark, light, "second press: dark");
        browser.open("/rules/abaddon").await?;
        assert_eq!(browser.ask(PAPER).await?, dark, "kept on another page");

        browser.see("[data-theme-button]").await?.click().await?;
        assert_eq!(
            browser.ask(PAPER).await?,
            light,
            "third press: as the system"
        );
        browser.look(1440, Theme::Dark).await?;
        assert_eq!(
            browser.ask(PAPER).await?,
            dark,
            "and the system is dark now"
        );
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn the_time_left_counts_down_and_is_told_in_the_readers_time() {
    let scene = Scene::new().await;
    let path = scene.played.clone();
    scene.ada.announce(&path).await;
    scene.server.set_clock("2026-03-02 10:25:01");
    browse(&scene.server, |browser| async move {
        browser.live_in("Asia/Tokyo").await?;
        browser.log_in("Ada").await?;
        browser.open(&path).await?;
        browser.see_text(".left", "19:30 your time").await?;
        let left = browser.see(".left [data-left]").await?.text().await?;
        assert!(left.starts_with("4:5"), "{left}");
        browser
            .until(&format!(
                "return document.querySelector('.left [data-left]').textContent < '{left}'"
            ))
            .await?;
        browser
            .see_text("[data-warning]", "Less than five minutes")
            .await?;
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn the_copy_button_copies_what_its_box_shows() {
    let scene = Scene::new().await;
    let path = format!("{}/turns/3", scene.played);
    browse(&scene.server, |browser| async move {
        browser.open(&path).await?;
        browser.click("summary", "Copy for the forum").await?;
        browser.click("[data-copy-box] label", "Markdown").await?;
        browser
            .ask("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
            .await?;
        browser.click("[data-copy]", "Copy").await?;
        browser.see_text("[data-copy]", "Copied").await?;
        let shown = browser.see(".panel.pb pre").await?.text().await?;
        assert_eq!(
            browser.ask("return window.copied.trim()").await?,
            shown.trim()
        );
        assert!(shown.contains("[![Turn 3](http"), "{shown}");
        Ok(())
    })
    .await;
}
