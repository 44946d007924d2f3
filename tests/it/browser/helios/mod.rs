//! Helios on its page.

mod page;
mod play;

use serde_json::{Value, json};
use thirtyfour::prelude::*;

use super::driver::Browser;
use crate::process::{Client, Server};

/// A match on the smallest board that has begun: `Ada` at the bottom sits in a browser, `Bert` at the
/// top plays by API.
struct Duel {
    server: Server,
    ada: Client,
    bert: Client,
    path: String,
}

impl Duel {
    async fn new() -> Self {
        let server = Server::start_at("2026-03-02 10:00:00");
        let (ada, bert) = (
            Client::register(&server, "Ada").await,
            Client::register(&server, "Bert").await,
        );
        let options = json!({"side": "bottom", "width": 4, "height": 4, "quiet_limit": 40});
        let wanted = json!({"game": "helios", "title": "Noon", "options": options});
        let made = ada.post("/api/v1/matches", &wanted).await;
        assert_eq!(made.status, 201, "{made:?}");
        let path = format!("/matches/{}", made.body["id"].as_str().expect("an id"));
        let seats = format!("/api/v1{path}/seats");
        let seated = bert.post(&seats, &json!({})).await;
        assert_eq!(seated.status, 201, "{seated:?}");
        Self {
            server,
            ada,
            bert,
            path,
        }
    }

    /// Both sides act in turn, before anybody looks.
    async fn begin(&self, actions: &str) {
        for (before, action) in actions.split_whitespace().enumerate() {
            let player = if before % 2 == 0 {
                &self.ada
            } else {
                &self.bert
            };
            self.send(player, &json!({"action": action})).await;
        }
    }

    /// The other side acts.
    async fn answer(&self, action: &str) {
        self.send(&self.bert, &json!({"action": action})).await;
    }

    async fn send(&self, player: &Client, turn: &Value) {
        let api = format!("/api/v1{}", self.path);
        let mut turn = turn.clone();
        turn["seq"] = player.get(&api).await.body["seq"].clone();
        let answer = player.post(&format!("{api}/turns"), &turn).await;
        assert_eq!(answer.status, 201, "{turn}: {answer:?}");
    }
}

fn square(name: &str) -> String {
    format!("[data-square={name}]")
}

/// An action taken apart: whether it is one of sun mode, where it begins, and the place that means it.
fn aims(action: &str) -> (bool, &str, String) {
    let (from, rest) = action.split_at(2);
    let (sign, to) = rest.split_at(1);
    let goal = match sign {
        "*" => "[data-priest='0']".to_owned(),
        "x" => square(&between(from, to)),
        _ => square(to),
    };
    (sign == ">" || sign == "*", from, goal)
}

/// The square of the piece that is hit.
fn between(from: &str, to: &str) -> String {
    let halves = from
        .bytes()
        .zip(to.bytes())
        .map(|(from, to)| from.midpoint(to));
    halves.map(char::from).collect()
}

async fn turn_to_mode(browser: &Browser, is_sun: bool) -> WebDriverResult<()> {
    let toggle = browser.see("[data-sun-mode]").await?;
    if toggle.attr("aria-checked").await? != Some(is_sun.to_string()) {
        toggle.click().await?;
    }
    Ok(())
}

async fn point_at(browser: &Browser, css: &str) -> WebDriverResult<()> {
    browser.see(css).await?.click().await
}

async fn with_the_mouse(browser: Browser, action: &str) -> WebDriverResult<()> {
    let (is_sun, from, goal) = aims(action);
    turn_to_mode(&browser, is_sun).await?;
    point_at(&browser, &square(from)).await?;
    point_at(&browser, &goal).await?;
    browser.see_text("[data-said]", "NOT SENT").await?;
    browser
        .click("[data-send]", &format!("Play {action}"))
        .await
}
