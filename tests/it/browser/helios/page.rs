//! What the page of a match shows, keeps still, and asks twice for.

use serde_json::{Value, json};
use thirtyfour::prelude::*;

use super::super::accessibility::faultless;
use super::super::driver::{Browser, Theme, browse};
use super::super::layout::{keeps_still, press};
use super::super::screens::keep;
use super::{Duel, point_at, square, turn_to_mode, with_the_mouse};

/// How the marks of a kind there are on the board.
async fn marks(browser: &Browser, kind: &str) -> WebDriverResult<usize> {
    let found = browser
        .driver
        .find_all(By::Css(format!("[data-marks] .h-{kind}")));
    Ok(found.await?.len())
}

#[tokio::test]
async fn what_is_legal_is_shown_and_a_second_click_cancels() {
    let duel = &Duel::new().await;
    duel.begin("a1-a2 d4-d3 a2-a3 d3-d2").await;
    browse(&duel.server, |browser| async move {
        browser.log_in("Ada").await?;
        browser.open(&duel.path).await?;
        browser.see_text("[data-said]", "Choose a piece").await?;
        assert_eq!(marks(&browser, "may").await?, 4);
        point_at(&browser, &square("d1")).await?;
        let selected = "d1, your sun carrier: selected.";
        browser.see_text("[data-said]", selected).await?;
        assert_eq!(marks(&browser, "selected").await?, 1);
        let places = marks(&browser, "cross").await?;
        assert_eq!(places, 2, "the piece and the square behind it");
        keep(&browser, "helios-selected").await?;
        faultless(&browser, "a selected piece").await?;

        point_at(&browser, &square("a4")).await?;
        browser.see_text("[data-said]", "not legal from d1").await?;
        point_at(&browser, &square("d1")).await?;
        browser
            .see_text("[data-said]", "Nothing is selected.")
            .await?;
        assert_eq!(marks(&browser, "selected").await?, 0);

        point_at(&browser, &square("b1")).await?;
        press(&browser, Key::Escape).await?;
        browser
            .see_text("[data-said]", "Nothing is selected.")
            .await?;
        turn_to_mode(&browser, true).await?;
        browser.see_text("[data-said]", "Sun mode.").await?;
        assert_eq!(marks(&browser, "may").await?, 0, "nobody is a carrier");
        Ok(())
    })
    .await;
}

/// Where the priest's two pictures stand: hidden or not, and whether they move.
const ARMS: &str = "
    return ['.arm-a', '.arm-b'].map((arm) => {
        const { display, animationName } = getComputedStyle(document.querySelector(arm));
        return [display, animationName];
    });";

#[tokio::test]
async fn the_priest_waves_when_a_sacrifice_is_possible() {
    let duel = &Duel::new().await;
    duel.begin("a1-a2 a4-a3 a2xa4").await;
    browse(&duel.server, |browser| async move {
        browser.log_in("Ada").await?;
        browser.open(&duel.path).await?;
        browser.see_text("#c-h", "Bert to move").await?;
        assert!(browser.driver.find_all(By::Css(".wave")).await?.is_empty());
        duel.answer("d4-d3").await;
        browser.open(&duel.path).await?;
        browser.see_text(".note.good", "choose a4").await?;
        let still = json!([["none", "none"], ["block", "none"]]);
        assert_eq!(browser.ask(ARMS).await?, still);
        browser.let_things_move().await?;
        let waves = json!([["block", "wave"], ["block", "wave"]]);
        assert_eq!(browser.ask(ARMS).await?, waves);

        turn_to_mode(&browser, true).await?;
        point_at(&browser, &square("a4")).await?;
        keep(&browser, "helios-sacrifice").await?;
        faultless(&browser, "a sacrifice in sun mode").await?;
        point_at(&browser, "[data-priest='1']").await?;
        assert_eq!(browser.typed("#act").await?, "", "that priest is Bert’s");
        point_at(&browser, "[data-priest='0']").await?;
        assert_eq!(browser.typed("#act").await?, "a4*");
        browser.click("[data-send]", "Play a4*").await?;
        browser.see_text("#turn-5", "a4*").await?;
        Ok(())
    })
    .await;
}

/// How far a button is from its square in the picture, at most, in pixels of the page.
const OFF: &str = "
    const picture = document.querySelector('.helios img').getBoundingClientRect();
    const pixel = picture.width / (16 * 4 + 2);
    const lines = [...document.querySelectorAll('[data-squares] [role=row]')];
    return Math.max(...lines.flatMap((line, y) => [...line.children].flatMap((button, x) => {
        const { left, top, width, height } = button.getBoundingClientRect();
        const wanted = [picture.left + (16 * x + 1) * pixel, picture.top + (16 * y + 1) * pixel, 16 * pixel, 16 * pixel];
        return [left, top, width, height].map((side, n) => Math.abs(side - wanted[n]));
    })));";

#[tokio::test]
async fn squares_lie_on_the_picture_and_nothing_shifts() {
    let duel = &Duel::new().await;
    duel.begin("a1-a2 a4-a3 a2xa4 d4-d3").await;
    browse(&duel.server, |browser| async move {
        keeps_still(&browser, &duel.path).await?;
        keeps_still(&browser, "/rules/helios").await?;
        faultless(&browser, "/rules/helios").await?;
        browser.open("/rules/helios").await?;
        keep(&browser, "rules-helios").await?;
        browser.log_in("Ada").await?;
        keeps_still(&browser, &duel.path).await?;
        for width in [360, 768, 1440] {
            browser.look(width, Theme::Light).await?;
            let off = browser.ask(OFF).await?.as_f64().expect("a number");
            assert!(off < 0.5, "{off} px at {width} px");
            for target in [".switch", ".send .btn", "[data-square=a1]"] {
                let size = browser.see(target).await?.rect().await?;
                let least = size.width.min(size.height);
                assert!(least >= 32.0, "{target} at {width} px: {size:?}");
            }
        }
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_challenge_is_taken_a_draw_answered_and_a_match_resigned() {
    let duel = &Duel::new().await;
    browse(&duel.server, |browser| async move {
        browser.log_in("Bert").await?;
        browser.open("/matches/new").await?;
        browser.click("label.check", "Helios: you").await?;
        browser.fill("#title", "Dusk").await?;
        browser.click(".send button", "Start the match").await?;
        browser.see_text("#c-h", "Waiting for an opponent").await?;
        let dusk = browser.path().await?;
        browser.driver.delete_all_cookies().await?;
        browser.log_in("Ada").await?;
        browser.open(&dusk).await?;
        faultless(&browser, "a challenge").await?;
        browser.click("main button", "Take the").await?;
        browser.see_text(".tag", "Running").await?;
        resign(&browser).await?;
        browser.see_text("#c-h", "Bert has won the match").await?;

        duel.begin("a1-a2").await;
        let offer = json!({"action": "d4-d3", "offer_draw": true});
        duel.send(&duel.bert, &offer).await;
        browser.open(&duel.path).await?;
        browser.see_text("form.note", "Bert offers a draw").await?;
        faultless(&browser, "the offer of a draw").await?;
        browser.click("form.note button", "Decline").await?;
        browser.see_text("#c-h", "Your action").await?;
        let offers = browser.driver.find_all(By::Css("form.note")).await?;
        assert!(offers.is_empty());
        browser.click("label.check", "Offer a draw").await?;
        with_the_mouse(browser.clone(), "a2-a3").await?;
        browser.see_text("#turn-3", "a2-a3").await?;
        duel.send(&duel.bert, &offer_again()).await;
        browser.open(&duel.path).await?;
        browser.click("form.note button", "Accept").await?;
        browser.see_text("#c-h", "The match is a draw").await?;
        Ok(())
    })
    .await;
}

fn offer_again() -> Value {
    json!({"action": "d3-d2", "offer_draw": true})
}

/// Takes both steps; the first alone does nothing.
async fn resign(browser: &Browser) -> WebDriverResult<()> {
    browser.click("summary", "Resign this match").await?;
    browser.click(".risk", "Resign").await?;
    let unsure = "return document.querySelector('[name=sure]').matches(':invalid');";
    assert_eq!(browser.ask(unsure).await?, true);
    browser.see_text(".tag", "Running").await?;
    browser.click("label.check", "I am sure").await?;
    browser.click(".risk", "Resign").await
}

#[tokio::test]
async fn what_is_typed_signed_out_becomes_a_draft_after_logging_in() {
    let duel = &Duel::new().await;
    browse(&duel.server, |browser| async move {
        browser.log_in("Ada").await?;
        browser.open(&duel.path).await?;
        browser.fill("#act", "b1-b2").await?;
        browser.fill("#post-text", "Slowly.").await?;
        browser.driver.delete_all_cookies().await?;
        browser.click("[data-send]", "Play b1-b2").await?;
        browser.see_text(".note", "NOTHING IS SENT").await?;
        browser.fill("#n", "Ada").await?;
        browser.fill("#p", "the password of Ada").await?;
        browser.click("main button", "Log in").await?;

        browser.see_text("[data-tried]", "NOT SENT").await?;
        assert_eq!(browser.path().await?, duel.path);
        assert_eq!(browser.typed("#act").await?, "b1-b2");
        assert_eq!(browser.typed("#post-text").await?, "Slowly.");
        browser.click("[data-send]", "Play b1-b2").await?;
        browser.see_text("#turn-1", "Slowly.").await?;
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_match_is_replayed_beside_its_board() {
    let duel = &Duel::new().await;
    duel.begin("a1-a2 d4-d3 a2-a3").await;
    browse(&duel.server, |browser| async move {
        browser.open(&duel.path).await?;
        browser.click(".again summary", "Replay").await?;
        let slider = browser.see(".again input[type=range]").await?;
        browser.see_text(".again output", "turn 3 of 3").await?;
        for (key, shown) in [(Key::Home, "turn 0 of 3"), (Key::Right, "turn 1 of 3")] {
            slider.send_keys(key + "").await?;
            browser.see_text(".again output", shown).await?;
        }
        // A turn that comes in between makes it longer, and leaves it where it is.
        browser
            .until("return document.querySelector('[data-watching]').textContent !== ''")
            .await?;
        duel.answer("d3-d2").await;
        browser
            .until("return document.querySelector('.again input').max === '4'")
            .await?;
        browser.see_text(".again output", "turn 1 of 4").await?;
        faultless(&browser, "an open replay of Helios").await?;
        keep(&browser, "helios-thread").await
    })
    .await;
}
