//! Whole matches: with the mouse, with the keyboard alone, and without a script.

use serde_json::json;
use thirtyfour::prelude::*;

use super::super::accessibility::faultless;
use super::super::driver::{Browser, browse};
use super::super::layout::{focused, press, tab_to};
use super::super::screens::keep;
use super::{Duel, aims, square, with_the_mouse};

/// A whole match with all four actions and thefts; the bottom side wins it by 4 to 2.
const GAME: &str = "c1-c2 d4-d3 a1-a2 b4-b3 c2-d2 d3-c3 d2-d3 c3-c2 d1-d2 c2-c3 d3-d4 b3-b2 d4* c4-b4 \
    d2-d3 b2-b3 d3>d4 a4-a3 d4* a3xa1 a1>a2 c3-c2 a2-a3 b1>a1 a3xc3 a1* c3xa3 a1xc1 b1xd1 c1-b1 \
    a3-a4 c2-c1 a4* c1* b4>a4 c1-c2 a4*";

/// Plays the match, Ada's actions by a way to choose and send one.
async fn plays<F, T>(duel: &Duel, browser: &Browser, by: F) -> WebDriverResult<()>
where
    F: Fn(Browser, &'static str) -> T,
    T: Future<Output = WebDriverResult<()>>,
{
    browser.log_in("Ada").await?;
    for (before, action) in GAME.split_whitespace().enumerate() {
        if before % 2 == 1 {
            duel.answer(action).await;
            continue;
        }
        browser.open(&duel.path).await?;
        by(browser.clone(), action).await?;
        let turn = format!("#turn-{}", before + 1);
        browser.see_text(&turn, action).await?;
    }
    browser.see_text("#c-h", "Ada has won the match").await?;
    browser.see_text(".score", "Ada").await?;
    let points = browser.ask(
        "return [...document.querySelectorAll('.score .pts')].map((cell) => cell.textContent);",
    );
    assert_eq!(points.await?, json!(["4", "2"]));
    Ok(())
}

#[tokio::test]
async fn the_mouse_alone_plays_a_whole_match() {
    let duel = &Duel::new().await;
    browse(&duel.server, |browser| async move {
        plays(duel, &browser, with_the_mouse).await?;
        faultless(&browser, "a match that is over").await?;
        keep(&browser, "helios-over").await
    })
    .await;
}

/// Goes on by the Tab key to the one square that it stops at.
async fn tab_to_the_board(browser: &Browser) -> WebDriverResult<()> {
    const MOST: usize = 20;
    for _ in 0..MOST {
        press(browser, Key::Tab).await?;
        let there = "return document.activeElement.closest('[role=grid]') !== null;";
        if browser.ask(there).await? == true {
            return Ok(());
        }
    }
    panic!("{MOST} times Tab do not lead to the board");
}

/// Column and row of the focused square, from the bottom left; its priest stands above.
async fn walk_to(browser: &Browser, css: &str) -> WebDriverResult<()> {
    let way = format!(
        "const place = (button) => {{
            const line = button.closest('[role=row]');
            return [[...line.children].indexOf(button), [...line.parentNode.children].indexOf(line)];
        }};
        return [place(document.activeElement), place(document.querySelector(\"{css}\"))].flat();"
    );
    let way = browser.ask(&way).await?;
    let [x, y, to_x, to_y]: [i64; 4] = serde_json::from_value(way).expect("two places");
    let along = if x < to_x { Key::Right } else { Key::Left };
    let up = if y < to_y { Key::Down } else { Key::Up };
    for _ in 0..x.abs_diff(to_x) {
        press(browser, along.clone()).await?;
    }
    for _ in 0..y.abs_diff(to_y) {
        press(browser, up.clone()).await?;
    }
    let there = format!("return document.activeElement.matches(\"{css}\");");
    assert_eq!(browser.ask(&there).await?, true, "{css}");
    Ok(())
}

async fn with_the_keyboard(browser: Browser, action: &str) -> WebDriverResult<()> {
    let (is_sun, from, goal) = aims(action);
    if is_sun {
        tab_to(&browser, "Sun mode").await?;
        press(&browser, Key::Space).await?;
    }
    tab_to_the_board(&browser).await?;
    walk_to(&browser, &square(from)).await?;
    press(&browser, Key::Enter).await?;
    walk_to(&browser, &goal).await?;
    press(&browser, Key::Enter).await?;
    assert_eq!(focused(&browser).await?, format!("Play {action}"));
    press(&browser, Key::Enter).await
}

#[tokio::test]
async fn the_keyboard_alone_plays_a_whole_match() {
    let duel = &Duel::new().await;
    browse(&duel.server, |browser| async move {
        plays(duel, &browser, with_the_keyboard).await
    })
    .await;
}

async fn by_typing(browser: Browser, action: &str) -> WebDriverResult<()> {
    assert!(!browser.see("[data-sun-mode]").await?.is_displayed().await?);
    browser.fill("#act", action).await?;
    browser.click("[data-send]", "Send action").await
}

#[tokio::test]
async fn notation_plays_a_whole_match_without_javascript() {
    let duel = &Duel::new().await;
    browse(&duel.server, |browser| async move {
        browser.without_scripts().await?;
        plays(duel, &browser, by_typing).await
    })
    .await;
}
