//! A turn composed and sent without a mouse.

use thirtyfour::prelude::*;

use super::driver::browse;
use super::layout::{focused, press, tab_to};
use super::pointing::Do::{self, Square, Words};
use super::pointing::WITHOUT_A_MOUSE;
use super::scene::Scene;

#[tokio::test]
async fn a_step_of_every_kind_is_composed_by_keys() {
    let scene = Scene::new().await;
    let path = scene.stage().await;
    let menus: [(&[Do], &[&str]); 2] = [
        (
            &[Square("d2"), Square("d1"), Words("leaves d13")],
            &["jump d2 d1>d13"],
        ),
        (&[Square("i3"), Words("shoots down")], &["attack i3 down"]),
    ];
    browse(&scene.server, |browser| async move {
        browser.log_in("Ada").await?;
        for (deeds, steps) in WITHOUT_A_MOUSE.into_iter().chain(menus) {
            browser.open(&path).await?;
            browser.compose_by_keys(deeds).await?;
            browser.has_steps(steps).await?;
            browser.see_text(".unsent", "NOT SENT").await?;
            let lost = "return document.activeElement === document.body";
            assert_eq!(browser.ask(lost).await?, false, "after {steps:?}");
            browser.start_over().await?;
        }
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_menu_is_walked_and_left_by_keys() {
    let scene = Scene::new().await;
    let path = scene.stage().await;
    browse(&scene.server, |browser| async move {
        browser.log_in("Ada").await?;
        browser.open(&path).await?;
        browser.compose_by_keys(&[Square("j1")]).await?;
        browser
            .see_text("[data-say]", "j1, your Engineer, is selected")
            .await?;
        browser.press(&[Key::Up, Key::Enter]).await?;
        browser
            .see_text(".menu button:focus", "walks from j1 to j2")
            .await?;
        browser.press(&[Key::Down]).await?;
        browser
            .see_text(".menu button:focus", "builds a wall above j1")
            .await?;
        browser.press(&[Key::Escape]).await?;
        browser.is_on("j2").await?;
        browser.press(&[Key::Enter, Key::Down, Key::Enter]).await?;
        browser.has_steps(&["build j1 up"]).await?;
        browser.is_on("j2").await?;
        browser
            .see_text("[data-say]", "j1, your Engineer, is selected")
            .await?;
        browser.press(&[Key::Escape]).await?;
        browser.see_text("[data-say]", "Choose who acts").await?;
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_newcomer_joins_reorders_takes_back_and_sends_by_keys() {
    let scene = Scene::new().await;
    browse(&scene.server, |browser| async move {
        browser.log_in("Cleo").await?;
        browser.open(&scene.played).await?;
        browser
            .compose_by_keys(&[Square("k13"), Square("k12")])
            .await?;
        browser.has_steps(&["join k13", "spawn k13>k12"]).await?;

        browser
            .see("[aria-label='Move step 2 up']")
            .await?
            .focus()
            .await?;
        press(&browser, Key::Enter).await?;
        browser.has_steps(&["spawn k13>k12", "join k13"]).await?;
        browser.see_text("#why", "not_your_door").await?;
        assert_eq!(focused_label(&browser).await?, "Move step 2 up");
        press(&browser, Key::Enter).await?;
        browser.has_steps(&["join k13", "spawn k13>k12"]).await?;

        browser
            .see("[aria-label='Take back step 2']")
            .await?
            .focus()
            .await?;
        press(&browser, Key::Enter).await?;
        browser.has_steps(&["join k13"]).await?;
        assert_eq!(focused_label(&browser).await?, "Take back step 1");
        browser
            .compose_by_keys(&[Square("k13"), Square("k12")])
            .await?;
        browser.has_steps(&["join k13", "spawn k13>k12"]).await?;
        tab_to(&browser, "post-text").await?;
        browser
            .driver
            .active_element()
            .await?
            .send_keys("By keys.")
            .await?;
        tab_to(&browser, "send").await?;
        assert_eq!(focused(&browser).await?, "send");
        press(&browser, Key::Enter).await?;
        browser.see_text("#turn-4", "By keys.").await?;
        Ok(())
    })
    .await;
}

async fn focused_label(browser: &super::driver::Browser) -> WebDriverResult<String> {
    let label = browser
        .ask("return document.activeElement.getAttribute('aria-label')")
        .await?;
    Ok(label.as_str().unwrap_or_default().to_owned())
}
