//! Helios played on its page: with the mouse, with the keyboard alone, and without a script.

use serde_json::{Value, json};
use thirtyfour::prelude::*;

use super::accessibility::faultless;
use super::driver::{Browser, Theme, browse};
use super::layout::{focused, keeps_still, press, tab_to};
use super::screens::keep;
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

fn square(name: &str) -> String {
    format!("[data-square={name}]")
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
