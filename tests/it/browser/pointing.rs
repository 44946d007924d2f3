//! Pointing at the board as people do: with a mouse, with a finger, and by keys.

use serde_json::json;
use thirtyfour::prelude::*;

use super::driver::Browser;
use super::layout::press;

/// Whether the board shows steps that are not sent.
pub(super) const DRAWN: &str =
    "return document.querySelector('[data-board]').src.startsWith('data:')";
/// Whether every answer has come that a step asked for.
const SETTLED: &str = "return !document.querySelector('form[aria-busy]')";
/// What is offered in words, below the board and in a menu.
const OFFERS: &str = ".menu button, [data-tools] button";
/// From the middle of a square of 48 pixels to its upper edge.
const UPPER_EDGE: i64 = -22;

/// What somebody does on the board.
#[derive(Clone, Copy, Debug)]
pub(super) enum Do {
    /// Points at a square, in its middle.
    Square(&'static str),
    /// Points at the upper edge of a square.
    Above(&'static str),
    /// Chooses what is offered with these words.
    Words(&'static str),
}

/// Turns on the [stage](super::scene::Scene::stage), as fingers and keys alike compose them: what lies at
/// an edge they choose by its words.
pub(super) const WITHOUT_A_MOUSE: [(&[Do], &[&str]); 7] = [
    (
        &[
            Do::Square("j1"),
            Do::Square("j2"),
            Do::Words("walks from j1 to j2"),
        ],
        &["move j1 j2"],
    ),
    (&[Do::Square("f1"), Do::Square("e1")], &["breach f1 e1"]),
    (&[Do::Square("d2"), Do::Square("n13")], &["jump d2 d1>n13"]),
    (
        &[
            Do::Square("f1"),
            Do::Square("f2"),
            Do::Words("builds a wall above f1"),
            Do::Square("f2"),
            Do::Words("breaks"),
        ],
        &["build f1 up", "break f1 up"],
    ),
    (
        &[
            Do::Square("j1"),
            Do::Square("k1"),
            Do::Words("takes Airlock k1 away"),
            Do::Square("k1"),
            Do::Words("gives its life"),
        ],
        &["disown j1 k1", "claim j1 k1"],
    ),
    (
        &[Do::Square("i3"), Do::Words("becomes an Engineer")],
        &["transform i3 engineer"],
    ),
    (
        &[
            Do::Square("g1"),
            Do::Square("g2"),
            Do::Square("a1"),
            Do::Square("b1"),
        ],
        &["spawn g1>g2 a1>b1"],
    ),
];

impl Browser {
    /// Composes with the mouse.
    pub(super) async fn compose(&self, deeds: &[Do]) -> WebDriverResult<()> {
        for deed in deeds {
            self.until(SETTLED).await?;
            match deed {
                Do::Square(square) => self.square(square).await?.click().await?,
                Do::Above(square) => {
                    let cell = self.square(square).await?;
                    let chain = self.driver.action_chain();
                    let chain = chain.move_to_element_with_offset(&cell, 0, UPPER_EDGE);
                    chain.click().perform().await?;
                }
                Do::Words(words) => self.click(OFFERS, words).await?,
            }
        }
        Ok(())
    }

    /// Composes with keys alone: arrows, Enter and Tab.
    pub(super) async fn compose_by_keys(&self, deeds: &[Do]) -> WebDriverResult<()> {
        for deed in deeds {
            self.until(SETTLED).await?;
            match deed {
                Do::Square(square) => self.walk_to(square).await?,
                Do::Words(words) => self.go_to_words(words).await?,
                Do::Above(_) => panic!("keys reach no edge"),
            }
            press(self, Key::Enter).await?;
        }
        Ok(())
    }

    /// Composes with a finger, on a screen that knows [`touch`](Self::hold_a_phone).
    pub(super) async fn compose_by_touch(&self, deeds: &[Do]) -> WebDriverResult<()> {
        for deed in deeds {
            self.until(SETTLED).await?;
            match deed {
                Do::Square(square) => self.tap(&self.square(square).await?).await?,
                Do::Words(words) => self.tap(&self.see_text(OFFERS, words).await?).await?,
                Do::Above(_) => panic!("fingers reach no edge"),
            }
        }
        Ok(())
    }

    /// From here on the window is a phone's, 360 pixels wide, under a finger.
    pub(super) async fn hold_a_phone(&self) -> WebDriverResult<()> {
        let cdp = self.driver.cdp();
        let window = json!({"width": 360, "height": 740, "deviceScaleFactor": 2, "mobile": true});
        cdp.send_raw("Emulation.setDeviceMetricsOverride", window)
            .await?;
        let touch = json!({"enabled": true, "maxTouchPoints": 1});
        cdp.send_raw("Emulation.setTouchEmulationEnabled", touch)
            .await?;
        Ok(())
    }

    /// Touches the middle of an element for a moment.
    pub(super) async fn tap(&self, element: &WebElement) -> WebDriverResult<()> {
        element.scroll_into_view().await?;
        let middle = "const box = arguments[0].getBoundingClientRect();
            return { x: box.x + box.width / 2, y: box.y + box.height / 2 };";
        let middle = self
            .driver
            .execute(middle, vec![element.to_json()?])
            .await?;
        let cdp = self.driver.cdp();
        for (kind, points) in [
            ("touchStart", json!([middle.json()])),
            ("touchEnd", json!([])),
        ] {
            let touch = json!({"type": kind, "touchPoints": points});
            cdp.send_raw("Input.dispatchTouchEvent", touch).await?;
        }
        Ok(())
    }

    async fn square(&self, square: &str) -> WebDriverResult<WebElement> {
        let cell = self.see(&format!("[data-square='{square}']")).await?;
        cell.scroll_into_view().await?;
        Ok(cell)
    }

    /// Goes to a square by Tab and arrow keys, from wherever the focus is.
    async fn walk_to(&self, square: &str) -> WebDriverResult<()> {
        if self.focused_square().await?.is_empty() {
            self.see("[name=size]:checked").await?.focus().await?;
            press(self, Key::Tab).await?;
        }
        let here = self.focused_square().await?;
        let (from, to) = (place(&here), place(square));
        let steps = |distance: i32, back: Key, on: Key| {
            let key = if distance < 0 { back } else { on };
            std::iter::repeat_n(key, distance.unsigned_abs() as usize)
        };
        let columns = steps(to.0 - from.0, Key::Left, Key::Right);
        for key in columns.chain(steps(to.1 - from.1, Key::Down, Key::Up)) {
            press(self, key).await?;
        }
        assert_eq!(self.focused_square().await?, square);
        Ok(())
    }

    /// Goes to what is offered with these words: in a menu by arrow keys, else by Tab.
    async fn go_to_words(&self, words: &str) -> WebDriverResult<()> {
        const MOST: usize = 20;
        self.see_text(OFFERS, words).await?;
        let in_menu = "return Boolean(document.activeElement.closest('.menu'))";
        let key = match self.ask(in_menu).await?.as_bool() {
            Some(true) => Key::Down,
            _ => Key::Tab,
        };
        for _ in 0..MOST {
            let here = self.driver.active_element().await?.text().await?;
            if here.contains(words) {
                return Ok(());
            }
            press(self, key.clone()).await?;
        }
        panic!("no key leads to {words}");
    }

    async fn focused_square(&self) -> WebDriverResult<String> {
        let here = "return document.activeElement.dataset.square ?? ''";
        let here = self.ask(here).await?;
        Ok(here.as_str().unwrap_or_default().to_owned())
    }

    /// Waits until the text box has these steps, and the list beside the board as many.
    pub(super) async fn has_steps(&self, steps: &[&str]) -> WebDriverResult<()> {
        self.until(&format!(
            "return document.querySelector('#steps-text').value === {:?}
                && document.querySelectorAll('[data-verdict] .steps > li').length === {}
                && !document.querySelector('form[aria-busy]');",
            steps.join("\n"),
            steps.len()
        ))
        .await
    }

    /// Takes every step back, the last one first.
    pub(super) async fn start_over(&self) -> WebDriverResult<()> {
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
    pub(super) async fn press(&self, keys: &[Key]) -> WebDriverResult<()> {
        for key in keys {
            press(self, key.clone()).await?;
        }
        Ok(())
    }

    /// Waits until the focus is on a square.
    pub(super) async fn is_on(&self, square: &str) -> WebDriverResult<()> {
        self.until(&format!(
            "return document.activeElement.dataset.square === '{square}'"
        ))
        .await
    }
}

/// Column and row of a square's name.
fn place(square: &str) -> (i32, i32) {
    let (column, row) = square.split_at(1);
    let column = column.bytes().next().unwrap_or_default();
    (i32::from(column), row.parse().expect("a row's number"))
}
