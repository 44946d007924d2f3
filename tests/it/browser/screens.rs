//! Pictures of the main pages, kept under `tests/out/screens/` for a person to look at.

use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;
use thirtyfour::prelude::*;

use super::driver::{Browser, Theme, browse};
use super::pointing::Do::Square;
use super::scene::Scene;

#[tokio::test]
async fn the_main_pages_are_kept_as_pictures() {
    let scene = Scene::new().await;
    let turn = format!("{}/turns/3", scene.played);
    let stage = scene.stage().await;
    browse(&scene.server, |browser| async move {
        for (name, path) in [
            ("lobby-visitor", "/"),
            ("login", "/login"),
            ("rules", "/rules"),
            ("rules-abaddon", "/rules/abaddon"),
            ("error", "/nowhere"),
            ("turn", &turn),
            ("match-visitor", &scene.played),
        ] {
            browser.open(path).await?;
            keep(&browser, name).await?;
        }
        browser.log_in("Cleo").await?;
        browser.open(&scene.played).await?;
        keep(&browser, "join").await?;
        browser.open(&stage).await?;
        keep(&browser, "match-others").await?;
        browser.driver.delete_all_cookies().await?;
        browser.log_in("Ada").await?;
        for (name, path) in [
            ("lobby", "/"),
            ("me", "/me"),
            ("new-match", "/matches/new"),
            ("match", &scene.played),
        ] {
            browser.open(path).await?;
            keep(&browser, name).await?;
        }
        browser
            .fill("#steps-text", "move b13 c13\nmove c13 c15")
            .await?;
        browser.click(".send button", "Send turn").await?;
        browser.see(".refused #why").await?;
        keep(&browser, "match-refused").await?;
        browser.click(".send button", "Announce").await?;
        browser.see_text("#c-h", "You hold the board").await?;
        keep(&browser, "match-announced").await?;
        browser.open(&stage).await?;
        browser.compose(&[Square("f1")]).await?;
        keep(&browser, "match-selected").await?;
        browser.compose(&[Square("f2"), Square("h3")]).await?;
        keep(&browser, "match-friendly-fire").await?;
        scene.bert.play(&stage, &["move i2 j2"], "").await;
        browser
            .see_text("[data-news-of-board]", "Bert played")
            .await?;
        keep(&browser, "match-news").await
    })
    .await;
}

/// Nothing waits to be scrolled into view any more.
const ALL_PICTURES: &str = "
    for (const image of document.images) image.loading = 'eager';
    return [...document.images].every((image) => image.complete);";

/// Keeps the whole page at three widths in both themes.
pub(super) async fn keep(browser: &Browser, name: &str) -> WebDriverResult<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/out/screens");
    std::fs::create_dir_all(&folder)?;
    browser.until(ALL_PICTURES).await?;
    for theme in Theme::BOTH {
        for width in [360, 768, 1440] {
            browser.look(width, theme).await?;
            let taken = browser
                .driver
                .cdp()
                .send_raw(
                    "Page.captureScreenshot",
                    json!({"captureBeyondViewport": true}),
                )
                .await?;
            let png = STANDARD.decode(taken["data"].as_str().unwrap_or_default());
            let png = png.expect("a picture in base64");
            assert!(png.starts_with(b"\x89PNG"));
            std::fs::write(
                folder.join(format!("{name}-{width}-{}.png", theme.word())),
                png,
            )?;
        }
    }
    Ok(())
}
