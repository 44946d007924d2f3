//! axe-core finds nothing serious on any page, on a phone and on a desk, in both themes.

use serde_json::Value;
use thirtyfour::prelude::*;

use super::driver::{Browser, Theme, browse};
use super::scene::Scene;

const AXE: &str = include_str!("../../data/axe/axe.min.js");
const RUN: &str = "
    const done = arguments[0];
    axe.run(document, { resultTypes: ['violations'] }).then(
        ({ violations }) => done(violations.map(({ id, impact, nodes }) =>
            ({ id, impact, where: nodes.map((node) => node.html) }))),
        (error) => done([{ id: 'axe failed', impact: 'critical', where: [String(error)] }]));";

#[tokio::test]
async fn a_visitors_pages() {
    let scene = Scene::new().await;
    let turn = format!("{}/turns/3", scene.played);
    browse(&scene.server, |browser| async move {
        let paths = [
            "/",
            "/login",
            "/register",
            "/rules",
            "/rules/abaddon",
            "/nowhere",
        ];
        for path in paths.into_iter().chain([scene.played.as_str(), &turn]) {
            browser.open(path).await?;
            faultless(&browser, path).await?;
        }
        browser.open("/login").await?;
        browser.fill("#n", "Ada").await?;
        browser.fill("#p", "not her password").await?;
        browser.click("main button", "Log in").await?;
        browser.see("#pe").await?;
        faultless(&browser, "a refused log-in").await?;

        browser.open("/register").await?;
        browser.fill("#n", "Ada").await?;
        browser.fill("#p", "a phrase of mine").await?;
        browser.click("main button", "Register").await?;
        browser.see("#ne").await?;
        faultless(&browser, "a refused name").await
    })
    .await;
}

#[tokio::test]
async fn a_players_pages() {
    let scene = Scene::new().await;
    browse(&scene.server, |browser| async move {
        browser.log_in("Ada").await?;
        for path in ["/", "/me", "/matches/new", &scene.played, &scene.fresh] {
            browser.open(path).await?;
            faultless(&browser, path).await?;
        }
        browser.open("/matches/new").await?;
        browser.fill("#title", "  ").await?;
        browser.click(".send button", "Start the match").await?;
        browser.see("#title-e").await?;
        faultless(&browser, "a refused match").await?;

        browser.open(&scene.played).await?;
        browser.fill("#steps-text", "move b13 b11").await?;
        browser.click(".send button", "Send turn").await?;
        browser.see(".refused #why").await?;
        faultless(&browser, "a refused step").await?;

        browser.click(".send button", "Announce").await?;
        browser.see_text("#c-h", "You hold the board").await?;
        faultless(&browser, "a board that is held").await
    })
    .await;
}

#[tokio::test]
async fn pages_of_others_than_whose_turn_it_is() {
    let scene = Scene::new().await;
    scene.ada.announce(&scene.played).await;
    browse(&scene.server, |browser| async move {
        browser.log_in("Bert").await?;
        browser.open(&scene.played).await?;
        browser.see_text("#c-h", "Ada holds the board").await?;
        faultless(&browser, "a board that another holds").await?;

        browser.driver.delete_all_cookies().await?;
        browser.log_in("Cleo").await?;
        browser.open(&scene.played).await?;
        browser.fill("#colour-text", "#3388fe").await?;
        browser.fill("#steps-text", "join k13").await?;
        browser.click(".send button", "Join and send turn").await?;
        browser.see(".composer.refused").await?;
        faultless(&browser, "a newcomer who is refused").await
    })
    .await;
}

#[tokio::test]
async fn moderators_pages() {
    let scene = Scene::new().await;
    scene.server.give_role("Cleo", "admin");
    browse(&scene.server, |browser| async move {
        browser.log_in("Cleo").await?;
        for path in [
            "/moderation",
            "/moderation/invites",
            "/moderation/log",
            "/me/delete",
        ] {
            browser.open(path).await?;
            faultless(&browser, path).await?;
        }
        browser.open("/moderation/invites").await?;
        browser.click("main button", "Make the invitation").await?;
        browser
            .see_text("main [role=status]", "shown this once")
            .await?;
        faultless(&browser, "a new invitation").await?;

        browser.open("/moderation/accounts?name=Ada").await?;
        faultless(&browser, "an account").await?;
        browser.fill("#reason", "Insults.").await?;
        browser.click("main button", "Suspend this account").await?;
        browser.see_text("#suspend", "End the suspension").await?;
        faultless(&browser, "a suspended account").await?;
        browser.click("main button", "Make a link").await?;
        browser
            .see_text("main [role=status]", "shown this once")
            .await?;
        faultless(&browser, "a link to a new password").await
    })
    .await;
}

/// Fails unless axe-core finds the page that is open free of serious faults in every look.
pub(super) async fn faultless(browser: &Browser, page: &str) -> WebDriverResult<()> {
    browser.driver.execute(AXE, Vec::new()).await?;
    for width in [360, 1440] {
        for theme in Theme::BOTH {
            browser.look(width, theme).await?;
            let answer = browser.driver.execute_async(RUN, Vec::new()).await?;
            let serious =
                |fault: &&Value| fault["impact"] == "serious" || fault["impact"] == "critical";
            let found: Vec<_> = (answer.json().as_array().into_iter().flatten())
                .filter(serious)
                .collect();
            assert!(
                found.is_empty(),
                "{page} at {width} px, {}: {found:#?}",
                theme.word()
            );
        }
    }
    Ok(())
}
