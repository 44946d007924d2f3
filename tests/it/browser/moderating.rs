//! A moderator at work in a real browser: the history, a ruling looked at and recorded, the guide.
//! The pictures that it keeps are those of `docs/moderators.md` (`tests/draw-guide`).

use std::process::Stdio;

use crate::process::daykeeper;

use super::accessibility::faultless;
use super::driver::{Theme, browse};
use super::scene::Scene;
use super::screens::keep;

#[tokio::test]
async fn a_revert_is_looked_at_and_recorded() {
    let Scene {
        server,
        ada,
        played,
        ..
    } = Scene::new().await;
    let made = daykeeper()
        .args(["user", "role", "Cleo", "moderator"])
        .current_dir(server.folder())
        .stdout(Stdio::null())
        .status();
    assert!(made.expect("the binary runs").success());
    let audit = format!("{played}/audit");
    let ruling = format!("{played}/ruling?do=revert");
    browse(&server, |browser| async move {
        // What is refused here stands in the history of a moderator.
        browser.log_in("Ada").await?;
        browser.open(&played).await?;
        browser
            .fill("#steps-text", "move b13 c13\nmove c13 c15")
            .await?;
        browser.click(".send button", "Send turn").await?;
        browser.see(".refused #why").await?;
        ada.play(&played, &["move b13 c13"], "I was faster.").await;
        browser.driver.delete_all_cookies().await?;

        browser.log_in("Cleo").await?;
        browser.look(1440, Theme::Light).await?;
        browser.open(&ruling).await?;
        browser.fill("#turn", "3").await?;
        browser
            .fill(
                "#reason",
                "Ada’s picture showed another move; see the thread.",
            )
            .await?;
        browser.click("main button", "See what will happen").await?;
        browser.see_text("#then-h", "What will happen").await?;
        faultless(&browser, "a ruling").await?;
        keep(&browser, "ruling").await?;
        browser
            .click(".check", "I have looked at both boards")
            .await?;
        browser.click("main button", "Record the ruling").await?;
        browser
            .see_text(".log", "Reverted the match from turn 4")
            .await?;
        browser.see_text(".log", "Refused").await?;
        assert!(browser.path().await?.starts_with(&audit));
        faultless(&browser, "the history").await?;
        keep(&browser, "history").await?;
        browser.open("/guide/moderators").await?;
        browser.see_text("h1", "Guide for moderators").await?;
        faultless(&browser, "the guide").await?;
        keep(&browser, "guide").await
    })
    .await;
}
