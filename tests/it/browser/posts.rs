//! Posts, replays and sprites: looked at by pointer and by keys, on a desk and on a phone.

use thirtyfour::prelude::*;

use super::accessibility::faultless;
use super::driver::{Browser, browse};
use super::layout::{keeps_still, press};
use super::scene::Scene;
use super::screens::keep;

/// The addresses of the pictures that a part of the page shows.
async fn shown(browser: &Browser, css: &str) -> WebDriverResult<Vec<String>> {
    let visible = format!(
        "return [...document.querySelectorAll('{css} img')]
            .filter((image) => image.offsetParent)
            .map((image) => image.getAttribute('src').split('/').at(-1));"
    );
    let sources = browser.ask(&visible).await?;
    Ok(serde_json::from_value(sources).expect("addresses"))
}

#[tokio::test]
async fn a_post_shows_the_board_before_and_after_even_without_a_script() {
    let scene = Scene::new().await;
    let path = scene.played.clone();
    browse(&scene.server, |browser| async move {
        browser.without_scripts().await?;
        browser.open(&path).await?;
        let post = browser.see("#turn-3 .seg").await?;
        post.scroll_into_view().await?;
        for (choice, picture) in [
            ("Before", "2.png"),
            ("After", "3.png"),
            ("Changes", "3.png?mark=1"),
        ] {
            browser.click("#turn-3 .seg label", choice).await?;
            assert_eq!(shown(&browser, "#turn-3 .views").await?, [picture]);
        }
        browser.click("#turn-3 h3 a", "Turn 3").await?;
        browser.see_text("h1", "Turn 3").await?;
        browser.click("main a", "In the thread").await?;
        assert_eq!(browser.path().await?, format!("{path}#turn-3"));
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_replay_is_played_by_keys() {
    let scene = Scene::new().await;
    let path = format!("{}/replay", scene.played);
    browse(&scene.server, |browser| async move {
        browser.open(&path).await?;
        let body = browser.see("body").await?;
        for (key, shown) in [
            (Key::End, "turn 3 of 3"),
            (Key::Left, "turn 2 of 3"),
            (Key::Home, "turn 0 of 3"),
            (Key::Right, "turn 1 of 3"),
        ] {
            body.send_keys(key + "").await?;
            browser.see_text(".replay output", shown).await?;
        }
        browser
            .until("return document.querySelector('.film img').src.includes('/turns/1.png')")
            .await?;
        body.send_keys(" ").await?;
        browser.see_text(".replay output", "turn 3 of 3").await?;
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn the_steps_of_a_turn_are_played_by_keys_and_slider() {
    let scene = Scene::new().await;
    let path = format!("{}/turns/3", scene.played);
    browse(&scene.server, |browser| async move {
        keeps_still(&browser, &path).await?;
        browser.open(&path).await?;
        let output = "[data-walk] output";
        browser.see_text(output, "before the first step").await?;
        assert_eq!(shown(&browser, "[data-walk]").await?, ["2.png"]);
        for (key, words) in [
            (Key::End, "step 2 of 2"),
            (Key::Left, "step 1 of 2: Engineer"),
            (Key::Home, "before the first step"),
            (Key::Right, "step 1 of 2"),
        ] {
            press(&browser, key).await?;
            browser.see_text(output, words).await?;
        }
        assert_eq!(shown(&browser, "[data-walk]").await?.len(), 1);
        let listed = shown(&browser, ".walk").await?;
        assert!(
            listed.is_empty(),
            "the list leaves its pictures to the player"
        );
        press(&browser, Key::Space).await?;
        browser.see_text(output, "step 2 of 2").await?;
        browser.see("[data-play][aria-pressed=false]").await?;
        let slider = browser.see("[data-walk] input").await?;
        slider.send_keys(Key::Home + "").await?;
        browser.see_text(output, "before the first step").await?;
        faultless(&browser, "a turn step by step").await
    })
    .await;
}

#[tokio::test]
async fn a_sprite_is_painted_with_the_keyboard() {
    let scene = Scene::new().await;
    browse(&scene.server, |browser| async move {
        browser.log_in("Cleo").await?;
        browser.open("/me").await?;
        browser.click("#engineer-h", "Engineer").await?;
        browser
            .ask("document.querySelector('[data-easel=engineer] .canvas button').focus()")
            .await?;
        let dot = browser.driver.active_element().await?;
        dot.send_keys("3").await?;
        dot.send_keys(Key::Enter + "").await?;
        let next = browser.driver.active_element().await?;
        next.send_keys(Key::Right + "").await?;
        browser
            .driver
            .active_element()
            .await?
            .send_keys(" ")
            .await?;
        let lines = browser.typed("#engineer-t").await?;
        assert!(lines.starts_with("oo"), "{lines}");
        browser
            .see_text("[data-easel=engineer] [data-fit]", "can be yours")
            .await?;
        browser
            .click("[data-easel=engineer] button", "Save Engineer")
            .await?;
        browser.see("#sprites").await?;
        assert!(browser.typed("#engineer-t").await?.starts_with("oo"));
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn posts_replays_and_sprites_are_kept_as_pictures() {
    let scene = Scene::new().await;
    let path = scene.played.clone();
    let text = "[b]There.[/b] See [url=https://example.org]the map[/url]:\n[quote=Bert]It is \
        long.[/quote][spoiler=My plan]West, [color=red]then[/color] [s]east[/s] north.[/spoiler]";
    browse(&scene.server, |browser| async move {
        browser.log_in("Ada").await?;
        browser.open("/me").await?;
        browser.click("#engineer-h", "Engineer").await?;
        browser
            .click("[data-easel=engineer] summary", "As twelve lines")
            .await?;
        browser.fill("#engineer-t", &ring()).await?;
        browser
            .see_text("[data-easel=engineer] [data-fit]", "can be yours")
            .await?;
        faultless(&browser, "the sprite editor").await?;
        keep(&browser, "me-sprites").await?;
        browser
            .click("[data-easel=engineer] button", "Save")
            .await?;
        browser.see("#sprites").await?;
        scene
            .ada
            .play(&path, &["move b13 c13", "move c13 c12"], text)
            .await;
        browser.open(&path).await?;
        browser.see("#turn-4 .av path").await?;
        browser.click(".again summary", "Replay").await?;
        browser.click("#turn-4 summary", "My plan").await?;
        faultless(&browser, "a thread with a player's own sprite").await?;
        keep(&browser, "thread").await?;
        for (name, rest) in [("turn-steps", "/turns/4"), ("replay", "/replay?turn=2")] {
            let page = format!("{path}{rest}");
            keeps_still(&browser, &page).await?;
            faultless(&browser, &page).await?;
            keep(&browser, name).await?;
        }
        Ok(())
    })
    .await;
}

/// A sprite like no default one: a ring in the player's colour around a black one.
fn ring() -> String {
    let mut lines = vec!["cccccccccccc", "cooooooooooc"];
    lines.extend(std::iter::repeat_n("co........oc", 8));
    lines.extend(["cooooooooooc", "cccccccccccc"]);
    lines.join("\n")
}
