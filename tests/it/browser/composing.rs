//! A turn composed by pointing at the board, by mouse, finger and keyboard.

use thirtyfour::prelude::*;

use super::driver::{Browser, Theme, browse};
use super::scene::Scene;

/// What somebody does on the board.
#[derive(Clone, Copy)]
enum Do {
    /// Clicks a square in its middle.
    Square(&'static str),
    /// Clicks the upper edge of a square.
    Above(&'static str),
    /// Clicks what is offered below the board, or in a menu, with these words.
    Words(&'static str),
}
use Do::{Above, Square, Words};

/// From the middle of a square of 48 pixels to its upper edge.
const UPPER_EDGE: i64 = -22;

impl Browser {
    async fn compose(&self, deeds: &[Do]) -> WebDriverResult<()> {
        for deed in deeds {
            self.until("return !document.querySelector('form[aria-busy]')")
                .await?;
            match deed {
                Square(square) => self.square(square).await?.click().await?,
                Above(square) => {
                    let cell = self.square(square).await?;
                    let chain = self.driver.action_chain();
                    let chain = chain.move_to_element_with_offset(&cell, 0, UPPER_EDGE);
                    chain.click().perform().await?;
                }
                Words(words) => {
                    let offers = ".menu button, [data-tools] button";
                    self.click(offers, words).await?;
                }
            }
        }
        Ok(())
    }

    async fn square(&self, square: &str) -> WebDriverResult<WebElement> {
        let cell = self.see(&format!("[data-square='{square}']")).await?;
        cell.scroll_into_view().await?;
        Ok(cell)
    }

    /// Waits until the text box has these steps, and the list beside the board as many.
    async fn has_steps(&self, steps: &[&str]) -> WebDriverResult<()> {
        self.until(&format!(
            "return document.querySelector('#steps-text').value === {:?}
                && document.querySelectorAll('[data-verdict] .steps > li').length === {}
                && !document.querySelector('form[aria-busy]');",
            steps.join("\n"),
            steps.len()
        ))
        .await
    }

    async fn start_over(&self) -> WebDriverResult<()> {
        while let Some(button) = self.take_back_button().await? {
            let left = self
                .ask("return document.querySelectorAll('.steps > li').length")
                .await?;
            button.scroll_into_view().await?;
            button.click().await?;
            self.until(&format!(
                "return document.querySelectorAll('[data-verdict] .steps > li').length < {left}
                    && !document.querySelector('form[aria-busy]');"
            ))
            .await?;
        }
        Ok(())
    }

    async fn take_back_button(&self) -> WebDriverResult<Option<WebElement>> {
        let buttons = By::Css("[data-verdict] [name=take_back]");
        Ok(self.driver.find_all(buttons).await?.into_iter().next_back())
    }

    /// Presses keys where the focus is.
    async fn press(&self, keys: &[Key]) -> WebDriverResult<()> {
        for key in keys {
            let here = self.driver.active_element().await?;
            here.send_keys(key.clone() + "").await?;
        }
        Ok(())
    }

    async fn is_on(&self, square: &str) -> WebDriverResult<()> {
        self.until(&format!(
            "return document.activeElement.dataset.square === '{square}'"
        ))
        .await
    }
}

#[tokio::test]
async fn a_step_of_every_kind_is_composed_by_clicks() {
    let scene = Scene::new().await;
    let path = scene.stage().await;
    let cases: [(&[Do], &[&str]); 8] = [
        (&[Square("j1"), Square("j2")], &["move j1 j2"]),
        (&[Square("f1"), Square("e1")], &["breach f1 e1"]),
        (&[Square("d2"), Square("n13")], &["jump d2 d1>n13"]),
        (
            &[Square("f1"), Above("f1"), Above("f1")],
            &["build f1 up", "break f1 up"],
        ),
        (
            &[Square("j1"), Square("k1"), Square("k1")],
            &["disown j1 k1", "claim j1 k1"],
        ),
        (&[Square("i3"), Square("i2")], &["attack i3 down"]),
        (
            &[Square("i3"), Words("becomes an Engineer")],
            &["transform i3 engineer"],
        ),
        (
            &[Square("g1"), Square("g2"), Square("a1"), Square("b1")],
            &["spawn g1>g2 a1>b1"],
        ),
    ];
    browse(&scene.server, |browser| async move {
        browser.log_in("Ada").await?;
        for (deeds, steps) in cases {
            browser.open(&path).await?;
            browser.ask("window.sameDocument = true").await?;
            browser.compose(deeds).await?;
            browser.has_steps(steps).await?;
            let shown = "return document.querySelector('[data-board]').src.startsWith('data:')";
            browser.until(shown).await?;
            browser.see_text(".unsent", "NOT SENT").await?;
            browser.start_over().await?;
            assert_eq!(browser.ask("return window.sameDocument").await?, true);
        }
        browser.compose(&[Square("j1"), Square("j2")]).await?;
        browser.has_steps(&["move j1 j2"]).await?;
        browser.click(".send button", "Send turn").await?;
        browser.see_text("#turn-15", "move j1 j2").await?;
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_square_that_means_two_things_asks_which_and_warns_of_friendly_fire() {
    let scene = Scene::new().await;
    let path = scene.stage().await;
    browse(&scene.server, |browser| async move {
        browser.log_in("Ada").await?;
        browser.open(&path).await?;
        browser.compose(&[Square("h3"), Square("i3")]).await?;
        browser
            .see_text(".menu", "Friendly fire: you lose your Soldier on i3")
            .await?;
        browser.press(&[Key::Escape]).await?;
        browser.is_on("i3").await?;
        browser
            .until("return !document.querySelector('.menu')")
            .await?;
        browser
            .see_text("[data-say]", "h3, your Flamebat, is selected")
            .await?;

        browser.compose(&[Square("i3"), Words("Select i3")]).await?;
        browser
            .see_text("[data-say]", "i3, your Soldier, is selected")
            .await?;
        browser.compose(&[Square("i3")]).await?;
        browser.see_text("[data-say]", "Choose who acts").await?;

        browser
            .compose(&[Square("h3"), Square("i3"), Words("breathes fire right")])
            .await?;
        browser.has_steps(&["attack h3 right"]).await?;
        browser
            .see_text(".steps .warn", "you lose your Soldier on i3")
            .await?;
        browser.see_text(".budget", "Flamebat h3 used").await?;

        browser
            .compose(&[Square("d2"), Square("d1"), Words("leaves d13")])
            .await?;
        browser
            .has_steps(&["attack h3 right", "jump d2 d1>d13"])
            .await?;
        browser
            .see_text("[data-say]", "d12, your Engineer, is selected")
            .await?;
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn steps_are_moved_taken_back_and_mended() {
    let scene = Scene::new().await;
    let path = scene.stage().await;
    browse(&scene.server, |browser| async move {
        browser.log_in("Ada").await?;
        browser.open(&path).await?;
        browser.compose(&[Square("j1"), Square("j2"), Square("f1"), Square("f2")]).await?;
        browser.has_steps(&["move j1 j2", "move f1 f2"]).await?;
        browser.see("[aria-label='Move step 2 up']").await?.click().await?;
        browser.has_steps(&["move f1 f2", "move j1 j2"]).await?;
        browser.see("[aria-label='Move step 1 down']").await?.click().await?;
        browser.has_steps(&["move j1 j2", "move f1 f2"]).await?;
        browser.see("[aria-label='Take back step 1']").await?.click().await?;
        browser.has_steps(&["move f1 f2"]).await?;
        let focused = "return document.activeElement.getAttribute('aria-label')";
        assert_eq!(browser.ask(focused).await?, "Take back step 1");

        browser.fill("#steps-text", "move f1 e1").await?;
        browser.see_text("#why", "not_accessible").await?;
        browser.compose(&[Square("j1"), Square("j2")]).await?;
        browser.has_steps(&["move j1 j2"]).await?;
        browser.until("return !document.querySelector('#why')").await?;

        browser.fill("#steps-text", "move i3 j3").await?;
        browser.until("return document.querySelector('[data-square=j3]').ariaLabel.includes('your Soldier')").await?;
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn the_keyboard_alone_composes_a_turn_on_the_board() {
    let scene = Scene::new().await;
    let path = scene.stage().await;
    browse(&scene.server, |browser| async move {
        browser.log_in("Ada").await?;
        browser.open(&path).await?;
        browser.see("[name=size]:checked").await?.focus().await?;
        browser.press(&[Key::Tab]).await?;
        browser.is_on("a13").await?;
        for _ in 0..12 {
            browser.press(&[Key::Down]).await?;
        }
        for _ in 0..9 {
            browser.press(&[Key::Right]).await?;
        }
        browser.is_on("j1").await?;
        browser.press(&[Key::Enter]).await?;
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
        browser.press(&[Key::Enter]).await?;
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
async fn a_finger_on_a_phone_chooses_between_walking_and_building() {
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
            browser.compose(&[Words("builds a wall above f1")]).await?;
            browser.has_steps(&["build f1 up"]).await?;
            browser.start_over().await?;
        }
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_newcomer_joins_by_clicks() {
    let scene = Scene::new().await;
    browse(&scene.server, |browser| async move {
        browser.log_in("Cleo").await?;
        browser.open(&scene.played).await?;
        browser
            .see_text("[data-say]", "Framed doors are free Airlocks")
            .await?;
        browser.fill("#colour-text", "#3388fe").await?;
        browser.see_text("#colour-e", "Nearest free colour").await?;
        browser.click(".dye label", "Violet").await?;
        browser
            .until("return !document.querySelector('#colour-e')")
            .await?;
        assert_eq!(browser.typed("#colour-text").await?, "");
        browser.compose(&[Square("k13"), Square("k12")]).await?;
        browser.has_steps(&["join k13", "spawn k13>k12"]).await?;
        browser.see_text(".budget", "0 of 2").await?;
        browser.click(".send button", "Join and send turn").await?;
        browser
            .see_text("#turn-4", "Cleo joins and claims Airlock k13")
            .await?;
        browser.see_text(".seats", "Cleo (you)").await?;
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_draft_follows_to_another_browser() {
    let scene = Scene::new().await;
    let path = &scene.stage().await;
    browse(&scene.server, |browser| async move {
        browser.log_in("Ada").await?;
        browser.open(path).await?;
        browser.compose(&[Square("d2"), Square("n13")]).await?;
        browser.has_steps(&["jump d2 d1>n13"]).await
    })
    .await;
    browse(&scene.server, |browser| async move {
        browser.log_in("Ada").await?;
        browser.open(path).await?;
        browser.has_steps(&["jump d2 d1>n13"]).await?;
        browser.see_text(".unsent", "NOT SENT").await?;
        browser.click("[data-standing]", "As it stands").await?;
        let shown = "return document.querySelector('[data-board]').src.startsWith('data:')";
        assert_eq!(browser.ask(shown).await?, false);
        browser.compose(&[Square("n12"), Square("n11")]).await?;
        browser
            .has_steps(&["jump d2 d1>n13", "move n12 n11"])
            .await?;
        browser.until(shown).await
    })
    .await;
}

#[tokio::test]
async fn an_announced_turn_lapses_and_its_steps_stay() {
    let scene = &Scene::new().await;
    browse(&scene.server, |browser| async move {
        browser.log_in("Ada").await?;
        browser.open(&scene.played).await?;
        browser.compose(&[Square("b13"), Square("c13")]).await?;
        let walks = browser.driver.find_all(By::Css(".menu button")).await?;
        if let Some(walk) = walks.first() {
            walk.click().await?;
        }
        browser.has_steps(&["move b13 c13"]).await?;
        browser.click(".send button", "Announce").await?;
        browser.see_text("#c-h", "You hold the board").await?;
        browser.see(".left.calm").await?;

        scene.server.set_clock("2026-03-02 10:29:57");
        browser.open(&scene.played).await?;
        browser.see(".left:not(.calm)").await?;
        browser
            .see_text("[data-warning]", "Less than five minutes")
            .await?;
        browser.see_text("[data-warning]", "NOT SENT").await?;
        browser.has_steps(&["move b13 c13"]).await?;

        scene.server.set_clock("2026-03-02 10:30:01");
        browser.click(".send button", "Send turn").await?;
        browser.see_text(".composer.refused", "lapsed").await?;
        browser.see_text(".unsent", "NOT SENT").await?;
        browser.has_steps(&["move b13 c13"]).await?;
        browser
            .click(".send button", "Send as an unannounced turn")
            .await?;
        browser.see_text("#turn-4", "move b13 c13").await?;
        Ok(())
    })
    .await;
}
