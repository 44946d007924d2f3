//! A turn composed with a finger on a phone.

use super::driver::{Theme, browse};
use super::pointing::Do::{self, Square, Words};
use super::pointing::WITHOUT_A_MOUSE;
use super::scene::Scene;
use serde_json::json;

/// What is smaller than a fingertip, the board's squares apart: those grow with the board.
const TOO_SMALL: &str = "
    const targets = [...document.querySelectorAll('main button, main input:not([type=hidden]), main summary, main select')];
    const shown = targets.filter((node) => node.offsetParent && !node.closest('.squares, .vh, .thread'));
    return shown.map((node) => node.closest('label') ?? node)
        .map((node) => [node.getBoundingClientRect(), node])
        .filter(([box]) => box.width > 1 && (box.width < 32 || box.height < 32))
        .map(([box, node]) => `${Math.round(box.width)} × ${Math.round(box.height)}: ${node.outerHTML.slice(0, 80)}`);";

#[tokio::test]
async fn a_step_of_every_kind_is_composed_by_taps() {
    let scene = Scene::new().await;
    let path = scene.stage().await;
    let attack: (&[Do], &[&str]) = (&[Square("i3"), Square("i2")], &["attack i3 down"]);
    browse(&scene.server, |browser| async move {
        browser.log_in("Ada").await?;
        browser.hold_a_phone().await?;
        for (deeds, steps) in WITHOUT_A_MOUSE.into_iter().chain([attack]) {
            browser.open(&path).await?;
            browser.compose_by_touch(deeds).await?;
            browser.has_steps(steps).await?;
            browser.start_over().await?;
        }
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_newcomer_joins_and_sends_by_taps() {
    let scene = Scene::new().await;
    browse(&scene.server, |browser| async move {
        browser.log_in("Cleo").await?;
        browser.hold_a_phone().await?;
        browser.open(&scene.played).await?;
        browser
            .compose_by_touch(&[Square("k13"), Square("k12")])
            .await?;
        browser.has_steps(&["join k13", "spawn k13>k12"]).await?;
        let violet = browser.see_text(".dye label", "Violet").await?;
        browser.tap(&violet).await?;
        browser.until("return document.querySelector('.dye label:has(:checked)').textContent === 'Violet'").await?;
        browser.tap(&browser.see("#send").await?).await?;
        browser.see_text("#turn-4", "Cleo joins and claims Airlock k13").await?;
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_menu_stays_on_a_phone_and_everything_else_has_room_for_a_finger() {
    let scene = Scene::new().await;
    let path = scene.stage().await;
    browse(&scene.server, |browser| async move {
        browser.log_in("Ada").await?;
        for theme in Theme::BOTH {
            browser.look(360, theme).await?;
            browser.open(&path).await?;
            browser.compose(&[Square("f1"), Square("f2")]).await?;
            let menu = browser.see(".menu").await?.rect().await?;
            assert!(menu.x >= 0.0 && menu.x + menu.width <= 360.0, "{menu:?}");
            assert_eq!(browser.ask(TOO_SMALL).await?, json!([]));
            browser.compose(&[Words("builds a wall above f1")]).await?;
            browser.has_steps(&["build f1 up"]).await?;
            assert_eq!(browser.ask(TOO_SMALL).await?, json!([]));
            browser.start_over().await?;
        }
        browser.click(".seg label", "2×").await?;
        let square = browser.see("[data-square=i7]").await?.rect().await?;
        assert!(square.width >= 32.0 && square.height >= 32.0, "{square:?}");
        Ok(())
    })
    .await;
}
