//! What somebody does who has never been here: register, take a seat, play, and post the turn.

use thirtyfour::prelude::*;

use super::driver::{Browser, browse};
use super::pointing::Do::Square;
use super::scene::Scene;
use super::screens::keep;

/// Whether pages may run scripts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scripts {
    On,
    Off,
}

#[tokio::test]
async fn a_newcomer_registers_joins_and_posts_a_turn() {
    let scene = Scene::new().await;
    browse(&scene.server, |browser| {
        plays_first_turn(browser, Scripts::On)
    })
    .await;
}

#[tokio::test]
async fn a_newcomer_without_javascript_does_the_same() {
    let scene = Scene::new().await;
    browse(&scene.server, |browser| {
        plays_first_turn(browser, Scripts::Off)
    })
    .await;
}

/// Clicks from the lobby to the picture's address in the clipboard: Register (on the log-in page too),
/// the form's button, the match, a door, a square, the button that sends, the box, and its button.
#[tokio::test]
async fn a_newcomer_needs_nine_clicks_and_two_words() {
    let scene = Scene::new().await;
    browse(&scene.server, |browser| async move {
        browser.open("/").await?;
        keep(&browser, "newcomer-1-lobby").await?;
        browser.click("header nav a", "Register").await?;
        keep(&browser, "newcomer-2-register").await?;
        browser.fill("#n", "Nell").await?;
        browser.fill("#p", "a phrase of mine").await?;
        browser.click("main button", "Register").await?;
        browser.see_text("header .who", "Nell").await?;
        keep(&browser, "newcomer-3-registered").await?;
        browser.click("header nav a", "Matches").await?;
        browser.click(".cards h3 a", "The long night").await?;
        browser
            .see_text("[data-say]", "Framed doors are free Airlocks")
            .await?;
        keep(&browser, "newcomer-4-match").await?;
        browser.compose(&[Square("k13")]).await?;
        browser.has_steps(&["join k13"]).await?;
        keep(&browser, "newcomer-5-joined").await?;
        browser.compose(&[Square("k12")]).await?;
        browser.has_steps(&["join k13", "spawn k13>k12"]).await?;
        keep(&browser, "newcomer-6-ready").await?;
        browser.click("#send", "Join and send turn").await?;
        browser
            .see_text("#turn-4", "Nell joins and claims Airlock k13")
            .await?;
        browser
            .click("#turn-4 summary", "Copy for the forum")
            .await?;
        browser.click("#turn-4 [data-copy]", "Copy").await?;
        browser
            .see_text("#turn-4 .panel.pa pre", "/turns/4.png")
            .await?;
        keep(&browser, "newcomer-7-posted").await
    })
    .await;
}

async fn plays_first_turn(browser: Browser, scripts: Scripts) -> WebDriverResult<()> {
    if scripts == Scripts::Off {
        browser.without_scripts().await?;
    }
    browser.open("/").await?;
    browser.click("header a", "Log in").await?;
    browser.click("main a", "Register").await?;
    browser.fill("#n", "Nell").await?;
    browser.fill("#p", "a phrase of mine").await?;
    browser.click("main button", "Register").await?;
    browser.see_text("header .who", "Nell").await?;

    browser.open("/").await?;
    browser.click(".cards h3 a", "The long night").await?;
    browser
        .see_text("#c-h", "Join with your first turn")
        .await?;
    choose_colour(&browser, "#009e73").await?;

    browser
        .fill("#steps-text", "join k13\nspawn k13>k11")
        .await?;
    browser.fill("#post-text", "Hello, halls!").await?;
    browser.click(".send button", "Join and send turn").await?;
    browser.see_text(".refused #why", "not_accessible").await?;
    browser.see_text(".unsent", "NOT SENT").await?;
    assert_eq!(
        browser.typed("#steps-text").await?,
        "join k13\nspawn k13>k11"
    );
    assert_eq!(browser.typed("#post-text").await?, "Hello, halls!");

    browser
        .fill("#steps-text", "join k13\nspawn k13>k12")
        .await?;
    browser.click(".send button", "Join and send turn").await?;
    browser.see_text("#turn-4", "Hello, halls!").await?;
    browser.see_text(".seats", "Nell (you)").await?;
    browser.click("#turn-4 h3 a", "Turn 4").await?;
    has_a_text_for_the_forum(&browser).await
}

async fn choose_colour(browser: &Browser, colour: &str) -> WebDriverResult<()> {
    browser.fill("#colour-text", colour).await
}

/// The copy box of a turn's page shows `BBCode` with the address of a picture that is a PNG.
async fn has_a_text_for_the_forum(browser: &Browser) -> WebDriverResult<()> {
    browser.see_text("h1", "Turn 4").await?;
    browser.click("summary", "Copy for the forum").await?;
    let bbcode = browser
        .see_text(".panel.pa pre", "[img")
        .await?
        .text()
        .await?;
    let picture = (bbcode.split_once("[img"))
        .and_then(|(_, rest)| rest.split_once(']')?.1.split_once("[/img]"))
        .map(|(address, _)| address.to_owned())
        .expect("a picture's address between [img] tags");
    let answer = reqwest::get(&picture).await.expect("the server answers");
    assert_eq!(answer.headers()["content-type"], "image/png", "{picture}");
    let bytes = answer.bytes().await.expect("a body");
    let read = image::load_from_memory_with_format(&bytes, image::ImageFormat::Png);
    assert_eq!(read.expect("a PNG").width(), 822, "{picture}");
    Ok(())
}

#[tokio::test]
async fn what_is_typed_signed_out_becomes_a_draft_after_logging_in() {
    let scene = Scene::new().await;
    let path = scene.played.clone();
    browse(&scene.server, |browser| async move {
        browser.log_in("Ada").await?;
        browser.open(&path).await?;
        browser.fill("#steps-text", "move b13 c13").await?;
        browser.driver.delete_all_cookies().await?;
        browser
            .fill("#post-text", "Typed while my log-in ended.")
            .await?;
        browser.click(".send button", "Send turn").await?;

        browser.see_text("h1", "Log in").await?;
        browser.see_text(".note", "NOTHING IS SENT").await?;
        browser.fill("#n", "Ada").await?;
        browser.fill("#p", "the password of Ada").await?;
        browser.click("main button", "Log in").await?;

        browser.see_text(".unsent", "NOT SENT").await?;
        assert_eq!(browser.path().await?, path);
        assert_eq!(browser.typed("#steps-text").await?, "move b13 c13");
        assert_eq!(
            browser.typed("#post-text").await?,
            "Typed while my log-in ended."
        );
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_player_announces_and_withdraws() {
    let scene = Scene::new().await;
    let path = scene.played.clone();
    browse(&scene.server, |browser| async move {
        browser.log_in("Ada").await?;
        browser.open(&path).await?;
        browser.fill("#steps-text", "move b13 c13").await?;
        browser.click(".send button", "Announce").await?;
        browser.see_text("#c-h", "You hold the board").await?;
        browser.see_text(".left time", "10:30:00 GMT").await?;
        browser.see_text(".seats tr", "Holds the board").await?;
        assert_eq!(browser.typed("#steps-text").await?, "move b13 c13");

        browser.click(".send button", "Withdraw").await?;
        browser.see_text("#c-h", "Your turn is open").await?;
        browser.see_text("#announce-h", "announced").await?;
        assert_eq!(browser.typed("#steps-text").await?, "move b13 c13");

        browser.click(".send button", "Send turn").await?;
        browser.see_text("#turn-4", "move b13 c13").await?;
        Ok(())
    })
    .await;
}
