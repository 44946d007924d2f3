//! Links to a new password, and links to register by.

use axum::http::StatusCode;
use daykeeper::ids::Role;
use daykeeper::service::accounts::Registration;
use daykeeper::service::secret::Secret;
use serde_json::json;

use super::{Town, between};
use crate::app::{Answer, App, Client, PASSWORD, Settings};

/// A site on which only invited people register, perhaps with a word.
async fn by_invitation(word: Option<&str>) -> App {
    App::with(Settings {
        registration: Registration::Invite(word.map(Secret::from_client)),
        ..Settings::default()
    })
    .await
}

/// Makes an invitation by the moderators' form, and gives what stands behind `?invite=` in its link.
async fn invitation(judge: &Client<'_>, uses: &str) -> String {
    let fields = [("uses", uses), ("days", "7")];
    let page = judge.post_form("/moderation/invites", &fields).await;
    assert_eq!(page.status, StatusCode::OK, "{}", page.body);
    between(&page, "/register?invite=", "<").to_owned()
}

/// Somebody with a role on a site where nobody registers without an invitation.
async fn staff<'a>(app: &'a App, name: &str, role: Role) -> Client<'a> {
    app.accounts.add(name, PASSWORD, role).await.unwrap();
    let fields = [("name", name), ("password", PASSWORD)];
    let answer = app.visitor().post_form("/login", &fields).await;
    app.visitor().with("cookie", &answer.cookie())
}

async fn register(app: &App, name: &str, invite: &str) -> Answer {
    let body = json!({"name": name, "password": PASSWORD, "invite": invite});
    app.visitor().post("/api/v1/accounts", &body).await
}

#[tokio::test]
async fn an_invitation_is_good_for_so_many_accounts() {
    let app = by_invitation(None).await;
    let judge = staff(&app, "wickerlamp", Role::Moderator).await;
    let invite = invitation(&judge, "2").await;
    let link = format!("/register?invite={invite}");
    app.visitor()
        .get(&link)
        .await
        .assert_page(200, &format!("value=\"{invite}\""));

    let fields = [
        ("name", "Brindle"),
        ("password", PASSWORD),
        ("invite", &invite),
    ];
    app.visitor()
        .post_form("/register", &fields)
        .await
        .assert_leads_to("/");
    // A name that is taken uses nothing up.
    register(&app, "Br1ndle", &invite)
        .await
        .assert_problem(409, "name_taken");
    assert_eq!(register(&app, "tin orchard", &invite).await.status, 201);
    let third = register(&app, "Ossa", &invite).await;
    third.assert_problem(403, "registration_closed");
    assert_eq!(third.json()["field"], "invite");
    judge
        .get("/moderation/invites")
        .await
        .assert_page(200, "2 of 2");
    let log = judge.get("/moderation/log").await;
    log.assert_page(200, "tin orchard registered by invitation");
    assert!(!log.body.contains(&invite), "a secret is shown once");
    app.store.verify_site_log().await.unwrap();
}

#[tokio::test]
async fn an_invitation_ends_with_its_days_by_being_revoked_and_with_its_maker() {
    let app = by_invitation(Some("lantern")).await;
    let judge = staff(&app, "wickerlamp", Role::Moderator).await;
    let [old, revoked, orphaned] = [
        invitation(&judge, "1").await,
        invitation(&judge, "1").await,
        invitation(&judge, "1").await,
    ];
    let page = judge.get("/moderation/invites").await;
    // The newest three were made at one instant, so that their order is that of their ids.
    assert_eq!(page.body.matches("/revoke").count(), 3);
    let by = app.accounts.find("wickerlamp").await.unwrap().unwrap();
    let invites = app.matches.invites(&by).await.unwrap();
    for line in &invites {
        let hash: String = sqlx::query_scalar("SELECT secret_hash FROM invites WHERE id = $1")
            .bind(line.invite.id.as_str())
            .fetch_one(&app.file().await)
            .await
            .unwrap();
        if hash == Secret::from_client(&revoked).hash() {
            let path = format!("/moderation/invites/{}/revoke", line.invite.id);
            judge
                .post_form(&path, &[])
                .await
                .assert_leads_to("/moderation/invites");
            assert_eq!(judge.post_form(&path, &[]).await.status, 404);
        }
    }
    register(&app, "Ada", &revoked)
        .await
        .assert_problem(403, "registration_closed");

    app.set("2026-03-08T12:00:00Z");
    register(&app, "Ada", &old)
        .await
        .assert_problem(403, "registration_closed");
    app.set("2026-03-08T11:59:59Z");
    assert_eq!(register(&app, "Ada", &old).await.status, 201);
    app.accounts.close(&by, PASSWORD).await.unwrap();
    register(&app, "Ben", &orphaned)
        .await
        .assert_problem(403, "registration_closed");
    // The site's own word goes on working.
    assert_eq!(register(&app, "Ben", "lantern").await.status, 201);
    app.store.verify_site_log().await.unwrap();
}

#[tokio::test]
async fn an_invitation_for_nobody_or_for_ever_is_refused_in_its_field() {
    let app = App::new().await;
    let town = Town::of(&app).await;
    for (uses, days, field) in [
        ("0", "7", "uses"),
        ("101", "7", "uses"),
        ("many", "7", "uses"),
        ("1", "91", "days"),
    ] {
        let fields = [("uses", uses), ("days", days)];
        let refused = town.judge.post_form("/moderation/invites", &fields).await;
        refused.assert_page(
            422,
            &format!("id=\"{field}-e\" role=\"alert\">Write a number"),
        );
        assert!(refused.body.contains(&format!("value=\"{uses}\"")));
    }
    let by_player = town
        .player
        .post_form("/moderation/invites", &[("uses", "1"), ("days", "1")])
        .await;
    by_player.assert_page(403, "Only moderators see this.");
}

/// The link that the page shows, as an address of this site.
async fn reset_link(by: &Client<'_>, town: &Town<'_>) -> String {
    let path = format!("/moderation/accounts/{}/reset", town.brindle.id);
    let page = by.post_form(&path, &[]).await;
    page.assert_page(200, "Copy it now: it is shown this once.");
    between(&page, "http://localhost:8080", "<").to_owned()
}

fn secret_of(link: &str) -> &str {
    link.strip_prefix("/reset?link=").unwrap()
}

#[tokio::test]
async fn a_link_to_a_new_password_is_good_once_and_ends_everything_that_was_logged_in() {
    let app = App::new().await;
    let town = Town::of(&app).await;
    let wanted = json!({"name": "Brindle", "password": PASSWORD, "label": "bot"});
    let token = app.visitor().post("/api/v1/tokens", &wanted).await.json();
    let bearer = format!("Bearer {}", token["token"].as_str().unwrap());
    let bot = app.visitor().with("authorization", &bearer);

    let link = reset_link(&town.judge, &town).await;
    app.visitor()
        .get(&link)
        .await
        .assert_page(200, "For Brindle.");
    let send = async |password: &str| {
        let fields = [("link", secret_of(&link)), ("password", password)];
        app.visitor().post_form("/reset", &fields).await
    };
    send("short")
        .await
        .assert_page(422, "A password has 10 to 200 characters.");
    send("another long password")
        .await
        .assert_leads_to("/login?next=/me");
    send("a third long password")
        .await
        .assert_page(404, "no longer good");
    app.visitor()
        .get(&link)
        .await
        .assert_page(404, "no longer good");

    assert!(app.accounts.log_in("Brindle", PASSWORD).await.is_err());
    assert!(
        app.accounts
            .log_in("Brindle", "another long password")
            .await
            .is_ok()
    );
    town.player
        .get("/api/v1/me")
        .await
        .assert_problem(401, "not_signed_in");
    bot.get("/api/v1/me")
        .await
        .assert_problem(401, "not_signed_in");
    let log = town.judge.get("/moderation/log").await;
    log.assert_page(200, "Brindle chose a new password by a link.");
    assert!(!log.body.contains(secret_of(&link)));
}

#[tokio::test]
async fn a_link_ends_after_a_day_and_with_the_next_one() {
    let app = App::new().await;
    let town = Town::of(&app).await;
    let first = reset_link(&town.judge, &town).await;
    let second = reset_link(&town.admin, &town).await;
    app.visitor()
        .get(&first)
        .await
        .assert_page(404, "no longer good");
    app.set("2026-03-02T11:59:59Z");
    app.visitor()
        .get(&second)
        .await
        .assert_page(200, "For Brindle.");
    app.set("2026-03-02T12:00:00Z");
    app.visitor()
        .get(&second)
        .await
        .assert_page(404, "no longer good");
}

#[tokio::test]
async fn moderators_make_links_for_players_only() {
    let app = App::new().await;
    let town = Town::of(&app).await;
    for (by, on, status) in [
        (&town.judge, &town.ossa, 403),
        (&town.judge, &town.wickerlamp, 403),
        (&town.admin, &town.wickerlamp, 200),
        (&town.player, &town.ossa, 403),
    ] {
        let path = format!("/moderation/accounts/{}/reset", on.id);
        let answer = by.post_form(&path, &[]).await;
        assert_eq!(answer.status.as_u16(), status, "{}", on.name);
    }
}
