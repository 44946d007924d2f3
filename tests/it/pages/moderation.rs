//! Moderators' pages, as without a script.

use axum::http::StatusCode;
use daykeeper::ids::Role;
use daykeeper::service::{NewGame, NewHelios, NewMatch, RulingAsked, Wish};

use super::html::assert_sound;
use super::site::{Site, User};

/// A site with a player, a moderator and an administrator.
async fn a_site() -> (Site, [User; 3]) {
    let site = Site::new().await;
    let player = site.user("Brindle").await;
    let judge = site.moderator("wickerlamp").await;
    let admin = site.user_with_role("Ossa", Role::Admin).await;
    (site, [player, judge, admin])
}

#[tokio::test]
async fn the_overview_tells_what_waits_for_a_moderator_and_links_there() {
    let (site, [player, judge, _]) = a_site().await;
    let empty = site.get(Some(&judge), "/moderation").await;
    assert_sound(&empty);
    empty.shows("aria-current=\"page\">Moderation");

    let id = site.a_match(&player, "The Ninth Door").await;
    site.service
        .announce(
            &player.person,
            id,
            daykeeper::rules::colour::Colour::SUGGESTED.first().copied(),
        )
        .await
        .unwrap();
    let suns = NewMatch {
        title: "Suns".to_owned(),
        game: NewGame::Helios(NewHelios::default()),
        ..NewMatch::default()
    };
    let helios = site
        .service
        .create_match(&player.person, suns)
        .await
        .unwrap();
    let opponent = site.user("tin_orchard").await;
    site.service
        .take_seat(&opponent.person, helios)
        .await
        .unwrap();
    site.set("01T12:30:01");
    site.service.record_due().await.unwrap();
    // The announcement of the day is spent.
    let again = site.service.announce(&player.person, id, None).await;
    assert!(again.is_err());
    let hide = RulingAsked {
        reason: "Nobody plays it.".to_owned(),
        wish: Wish::HideMatch,
    };
    site.service.rule(&judge.person, id, &hide).await.unwrap();
    // Three days are the usual time for an action of Helios.
    site.set("04T12:00:01");
    site.service
        .suspend(&judge.person, player.person.id, "Insults & <b>worse</b>.")
        .await
        .unwrap();

    let page = site.get(Some(&judge), "/moderation").await;
    assert_sound(&page);
    page.shows(&format!(
        "/moderation/accounts/{}\">Brindle</a>",
        player.person.id
    ))
    .shows("Insults &#38; &#60;b&#62;worse&#60;/b&#62;.")
    .shows(&format!("/matches/{id}/audit?seq=3#e3"))
    .shows("Nobody plays it.")
    .shows(&format!("<a href=\"/matches/{helios}\">Suns</a>"))
    .shows("was in time until")
    .shows("<code>announcement_spent</code>");
}

#[tokio::test]
async fn every_page_is_sound_in_every_state() {
    let (site, [player, judge, admin]) = a_site().await;
    let account = format!("/moderation/accounts/{}", player.person.id);
    for by in [&judge, &admin] {
        let page = site.get(Some(by), &account).await;
        assert_sound(&page);
        page.shows("Suspend this account");
    }
    let suspend = format!("{account}/suspend");
    assert_sound(&site.post(Some(&judge), &suspend, &[("reason", "")]).await);
    site.post(Some(&judge), &suspend, &[("reason", "Insults.")])
        .await;
    for path in [account.as_str(), "/moderation/log", "/moderation/invites"] {
        let page = site.get(Some(&admin), path).await;
        assert_eq!(page.status, StatusCode::OK, "{path}");
        assert_sound(&page);
    }
    site.get(Some(&admin), &account)
        .await
        .shows("End the suspension");
    assert_sound(
        &site
            .post(Some(&admin), &format!("{account}/reset"), &[])
            .await,
    );
    let fields = [("uses", "0"), ("days", "1")];
    assert_sound(
        &site
            .post(Some(&admin), "/moderation/invites", &fields)
            .await,
    );
    let fields = [("uses", "2"), ("days", "1")];
    let made = site
        .post(Some(&admin), "/moderation/invites", &fields)
        .await;
    assert_sound(&made);
    made.shows("http://play.example/register?invite=");
    assert_sound(&site.get(Some(&player), "/me").await);
    assert_sound(&site.get(Some(&player), "/me/delete").await);
}

#[tokio::test]
async fn others_read_in_plain_words_that_it_is_not_for_them() {
    let (site, [player, judge, _]) = a_site().await;
    let account = format!("/moderation/accounts/{}", player.person.id);
    for path in [
        "/moderation",
        "/moderation/log",
        "/moderation/invites",
        "/moderation/accounts?name=Ossa",
        account.as_str(),
    ] {
        let refused = site.get(Some(&player), path).await;
        assert_eq!(refused.status, StatusCode::FORBIDDEN, "{path}");
        assert_sound(&refused);
        refused
            .shows("Only moderators see this.")
            .hides("wickerlamp");
        let visitor = site.get(None, path).await;
        assert_eq!(visitor.status, StatusCode::UNAUTHORIZED, "{path}");
        visitor.shows("Log in");
    }
    site.get(Some(&player), "/")
        .await
        .hides("href=\"/moderation\"");
    site.get(None, "/").await.hides("href=\"/moderation\"");
    site.get(Some(&judge), "/")
        .await
        .shows("href=\"/moderation\"");
}
