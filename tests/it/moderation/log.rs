//! The site log: what stands in it, and that tampering is found.

use daykeeper::cli::verify::verify;
use daykeeper::store::verify::VerifyError;

use super::{Town, between};
use crate::app::{App, PASSWORD};

/// Seven entries: two roles, two suspensions, the end of one, an invitation, a link to a new password.
async fn a_log(app: &App) -> Town<'_> {
    let town = Town::of(app).await;
    let orchard = app.accounts.find("tin orchard").await.unwrap().unwrap();
    town.measure(&town.judge, "suspend", &town.brindle, "Insults.")
        .await;
    town.measure(&town.judge, "suspend", &orchard, "Spam.")
        .await;
    town.measure(&town.admin, "unsuspend", &orchard, "It was none.")
        .await;
    let secret = app.matches.invite(&town.wickerlamp, 3, 7).await.unwrap();
    assert!(!secret.reveal().is_empty());
    town.measure(&town.judge, "reset", &orchard, "").await;
    town
}

/// Does something to the file behind the program's back, and says which entry is named.
async fn fault_after(tampering: &str) -> (u64, String) {
    let app = App::new().await;
    a_log(&app).await;
    let statements = format!(
        "PRAGMA foreign_keys = OFF; DROP TRIGGER site_log_is_never_changed; \
         DROP TRIGGER site_log_is_never_removed; {tampering}"
    );
    sqlx::raw_sql(sqlx::AssertSqlSafe(statements))
        .execute(&app.file().await)
        .await
        .unwrap();
    match verify(&app.store, None).await {
        Err(VerifyError::SiteLog(fault)) => (fault.seq, fault.what),
        other => panic!("no fault after {tampering}: {other:?}"),
    }
}

#[tokio::test]
async fn everything_that_was_done_stands_in_the_log_with_its_reason() {
    let app = App::new().await;
    let town = a_log(&app).await;
    assert_eq!(app.store.verify_site_log().await.unwrap(), 7);
    let page = town.judge.get("/moderation/log").await;
    for words in [
        "Made wickerlamp moderator, from player.",
        "the operator",
        "Suspended Brindle.",
        "<b>Reason:</b> Insults.",
        "Ended the suspension of tin orchard.",
        "Made a link to a new password for tin orchard",
        "for 3, good until 8 March 2026",
    ] {
        page.assert_page(200, words);
    }
    let older = town.judge.get("/moderation/log?before=3").await;
    older.assert_page(200, "Made wickerlamp moderator");
    assert!(!older.body.contains("Insults."));
    let account = town
        .judge
        .get(&format!("/moderation/accounts/{}", town.brindle.id))
        .await;
    assert!(!between(&account, "In the site log", "</section>").contains("tin orchard"));
}

#[tokio::test]
async fn no_entry_is_ever_changed_or_removed() {
    let app = App::new().await;
    a_log(&app).await;
    let file = app.file().await;
    for statement in [
        "UPDATE site_log SET at = at + 1 WHERE seq = 2",
        "DELETE FROM site_log WHERE seq = 7",
    ] {
        let refused = sqlx::query(statement).execute(&file).await;
        let why = refused.unwrap_err().to_string();
        assert!(why.contains("the site log is only ever added to"), "{why}");
    }
}

#[tokio::test]
async fn tampering_with_an_entry_is_named() {
    for (tampering, seq, what) in [
        (
            "UPDATE site_log SET at = at + 1 WHERE seq = 2",
            2,
            "its hash is not that of what it says",
        ),
        (
            "UPDATE site_log SET payload = payload || ' ' WHERE seq = 3",
            3,
            "its payload is not written as it was",
        ),
        (
            "UPDATE site_log SET kind = 'forgotten' WHERE seq = 3",
            3,
            "",
        ),
        ("DELETE FROM site_log WHERE seq = 4", 4, "it is missing"),
        (
            "UPDATE site_log SET seq = 99 WHERE seq = 3; UPDATE site_log SET seq = 3 WHERE seq = 4;
             UPDATE site_log SET seq = 4 WHERE seq = 99",
            3,
            "it does not follow the entry before it",
        ),
    ] {
        let (found, why) = fault_after(tampering).await;
        assert_eq!(found, seq, "{tampering}: {why}");
        assert!(why.contains(what), "{tampering}: {why}");
    }
}

#[tokio::test]
async fn whatever_follows_from_the_log_is_compared() {
    for (tampering, seq) in [
        ("DELETE FROM suspensions", 3),
        ("UPDATE suspensions SET at = at + 1", 3),
        (
            "INSERT INTO suspensions SELECT id, 0, id, '' FROM accounts WHERE name = 'tin orchard'",
            7,
        ),
        (
            "UPDATE site_texts SET body = 'Nothing.' WHERE body = 'Spam.'",
            4,
        ),
        ("DELETE FROM site_texts WHERE body = 'Insults.'", 3),
        (
            "UPDATE accounts SET role = 'admin' WHERE name = 'wickerlamp'",
            1,
        ),
        ("UPDATE invites SET used = 2", 6),
        ("DELETE FROM invites", 6),
    ] {
        assert_eq!(fault_after(tampering).await.0, seq, "{tampering}");
    }
}

#[tokio::test]
async fn deleting_an_account_leaves_the_chain_whole_and_no_word_about_it() {
    let app = App::new().await;
    let town = a_log(&app).await;
    let by = (&town.brindle, &town.wickerlamp);
    app.accounts.close(by.0, PASSWORD).await.unwrap();
    app.accounts.close(by.1, PASSWORD).await.unwrap();
    assert_eq!(app.store.verify_site_log().await.unwrap(), 9);
    let page = town.admin.get("/moderation/log").await;
    page.assert_page(200, "Suspended former player.");
    for gone in ["Brindle", "wickerlamp", "Insults."] {
        assert!(!page.body.contains(gone), "{gone}");
    }
    // What was said about somebody who is still here stays.
    page.assert_page(200, "It was none.");
}
