//! Pages keep still, fit a narrow phone, and are used by keyboard alone.

use serde_json::json;
use thirtyfour::prelude::*;

use super::driver::{Browser, Theme, browse};
use super::pointing::Do::{Square, Words};
use super::scene::Scene;

/// What sticks out to the right of the page; null when nothing makes it scroll sideways.
const STICKS_OUT: &str = "
    const page = document.documentElement;
    if (page.scrollWidth <= page.clientWidth) return null;
    const out = [...document.body.querySelectorAll('*')]
        .filter((node) => node.getBoundingClientRect().right > page.clientWidth)
        .map((node) => node.outerHTML.slice(0, 100));
    return page.scrollWidth + ' px: ' + out.slice(-3).join(' … ');";

/// What has moved since it was painted, with Chromium's score of it.
const SHIFTS: &str = "
    const done = arguments[0];
    const moved = [];
    new PerformanceObserver((list) => {
        for (const { hadRecentInput, value, sources } of list.getEntries()) {
            if (hadRecentInput || value < 0.005) continue;
            moved.push({ value, what: sources.map(({ node }) => node?.parentElement?.outerHTML.slice(0, 120)) });
        }
    }).observe({ type: 'layout-shift', buffered: true });
    requestAnimationFrame(() => requestAnimationFrame(() => done(moved)));";

const LOADED: &str = "
    return [...document.images].every((image) => image.complete || image.loading === 'lazy');";

/// Images that the page makes room for only when they have come.
const SIZELESS: &str = "
    return [...document.images]
        .filter((image) => !image.getAttribute('width') || !image.getAttribute('height'))
        .map((image) => image.outerHTML);";

/// Whether the focused element shows that it is, by an outline.
const OUTLINED: &str = "
    const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
    return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;";

#[tokio::test]
async fn no_page_scrolls_sideways_or_shifts() {
    let scene = Scene::new().await;
    let turn = format!("{}/turns/3", scene.played);
    browse(&scene.server, |browser| async move {
        let everybodys = [
            "/",
            "/login",
            "/register",
            "/rules",
            "/rules/abaddon",
            "/nowhere",
        ];
        for path in everybodys.into_iter().chain([scene.played.as_str(), &turn]) {
            keeps_still(&browser, path).await?;
        }
        browser.log_in("Ada").await?;
        for path in ["/", "/me", "/matches/new", &scene.played, &scene.fresh] {
            keeps_still(&browser, path).await?;
        }
        Ok(())
    })
    .await;
}

pub(super) async fn keeps_still(browser: &Browser, path: &str) -> WebDriverResult<()> {
    for width in [1440, 320] {
        browser.look(width, Theme::Light).await?;
        browser.open(path).await?;
        browser.until(LOADED).await?;
        let sizeless = browser.ask(SIZELESS).await?;
        assert_eq!(sizeless, serde_json::json!([]), "{path}");
        let out = browser.ask(STICKS_OUT).await?;
        assert!(out.is_null(), "{path} at {width} px is {out}");
        let shifts = browser.driver.execute_async(SHIFTS, Vec::new()).await?;
        let moved = shifts.json();
        assert_eq!(moved, &serde_json::json!([]), "{path} at {width} px shifts");
    }
    Ok(())
}

/// Kilobytes of style and scripts that a page may load, compressed.
const BUDGET: u64 = 60;

/// What a page has loaded: its address, its kind, and its bytes as they came.
const RESOURCES: &str = "
    return performance.getEntriesByType('resource')
        .map(({ name, initiatorType, encodedBodySize }) => [name, initiatorType, encodedBodySize]);";

#[tokio::test]
async fn pages_are_light_and_ask_nobody_else() {
    let scene = Scene::new().await;
    let site = scene.server.site.clone();
    browse(&scene.server, |browser| async move {
        browser.log_in("Ada").await?;
        for path in ["/", &scene.played, "/me", "/rules/abaddon"] {
            browser.open(path).await?;
            browser.until(LOADED).await?;
            let loaded = browser.ask(RESOURCES).await?;
            let loaded: Vec<(String, String, u64)> = serde_json::from_value(loaded).expect("rows");
            let foreign = |(address, ..): &&(String, String, u64)| {
                !address.starts_with(&site) && !address.starts_with("data:")
            };
            assert_eq!(loaded.iter().find(foreign), None, "{path}");
            let is_ours = |address: &str| address.contains(".css") || address.contains(".js");
            let sizes = (loaded.iter()).filter(|(address, ..)| is_ours(address));
            let bytes: u64 = sizes.map(|(_, _, bytes)| bytes).sum();
            assert!((1..BUDGET * 1024).contains(&bytes), "{path}: {bytes} bytes");
        }
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn nothing_jumps_while_a_turn_is_composed() {
    let scene = Scene::new().await;
    let path = scene.stage().await;
    browse(&scene.server, |browser| async move {
        browser.log_in("Ada").await?;
        for width in [1440, 360] {
            browser.look(width, Theme::Light).await?;
            browser.open(&path).await?;
            let deeds = [Square("j1"), Square("j2"), Words("walks from j1 to j2")];
            let deeds = if width == 360 {
                &deeds[..]
            } else {
                &deeds[..2]
            };
            browser.compose(deeds).await?;
            browser.has_steps(&["move j1 j2"]).await?;
            let moved = browser.driver.execute_async(SHIFTS, Vec::new()).await?;
            assert_eq!(moved.json(), &json!([]), "at {width} px");
            browser.start_over().await?;
        }
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_turn_is_written_on_a_phone() {
    let scene = Scene::new().await;
    browse(&scene.server, |browser| async move {
        browser.log_in("Ada").await?;
        browser.look(360, Theme::Light).await?;
        browser.open(&scene.played).await?;
        let order = browser
            .ask(
                "return ['.board', '.composer', '.seats', '.thread']
                    .map((part) => document.querySelector(part).getBoundingClientRect().top);",
            )
            .await?;
        let tops: Vec<f64> = serde_json::from_value(order).expect("numbers");
        assert!(tops.is_sorted(), "board, composer, seats, thread: {tops:?}");
        let steps = browser.see("#steps-text").await?.rect().await?;
        assert!(steps.x >= 0.0 && steps.x + steps.width <= 360.0 && steps.width >= 250.0);
        for button in browser.driver.find_all(By::Css(".send button")).await? {
            let size = button.rect().await?;
            assert!(size.height >= 32.0 && size.width >= 32.0, "{size:?}");
        }
        browser.fill("#steps-text", "move b13 c13").await?;
        browser.click(".send button", "Send turn").await?;
        browser.see_text("#turn-4", "move b13 c13").await?;
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn the_keyboard_alone_writes_and_sends_a_turn() {
    let scene = Scene::new().await;
    browse(&scene.server, |browser| async move {
        browser.log_in("Ada").await?;
        browser.open(&scene.played).await?;
        press(&browser, Key::Tab).await?;
        assert_eq!(focused(&browser).await?, "Skip to the page");
        press(&browser, Key::Enter).await?;
        tab_to(&browser, "steps-text").await?;
        let steps = browser.driver.active_element().await?;
        steps.send_keys("move b13 c13").await?;
        tab_to(&browser, "post-text").await?;
        tab_to(&browser, "send").await?;
        press(&browser, Key::Enter).await?;
        browser.see_text("#turn-4", "move b13 c13").await?;
        Ok(())
    })
    .await;
}

/// Goes on by the Tab key to what has an id or a text; everything on the way shows its focus.
pub(super) async fn tab_to(browser: &Browser, wanted: &str) -> WebDriverResult<()> {
    const MOST: usize = 40;
    let mut passed = Vec::new();
    for _ in 0..MOST {
        press(browser, Key::Tab).await?;
        let here = focused(browser).await?;
        let outlined = browser.ask(OUTLINED).await?;
        assert_eq!(outlined, true, "{here} does not show its focus");
        if here == wanted {
            return Ok(());
        }
        passed.push(here);
    }
    panic!("{MOST} times Tab do not lead to {wanted}, but to {passed:?}");
}

pub(super) async fn press(browser: &Browser, key: Key) -> WebDriverResult<()> {
    // A key to the page, not to an element: a file field would take it for a path.
    let keys = browser.driver.action_chain().send_keys(key + "");
    keys.perform().await
}

pub(super) async fn focused(browser: &Browser) -> WebDriverResult<String> {
    let named = "const here = document.activeElement; return here.id || here.textContent.trim();";
    let name = browser.ask(named).await?;
    Ok(name.as_str().unwrap_or_default().to_owned())
}
