//! Accounts, sessions and tokens, by page and by API.

use axum::body::Body;
use axum::http::Method;
use daykeeper::ids::Role;
use daykeeper::service::accounts::Registration;
use daykeeper::service::secret::Secret;
use daykeeper::service::{Draft, NewMatch};
use serde_json::{Value, json};

use crate::app::{App, PASSWORD, Settings};

fn account(name: &str) -> Value {
    json!({"name": name, "password": PASSWORD})
}

#[tokio::test]
async fn somebody_registers_and_is_known_by_their_token() {
    let app = App::new().await;
    let made = app
        .visitor()
        .post("/api/v1/accounts", &account("  Tin   Orchard "))
        .await;
    assert_eq!(made.status, 201);
    let made = made.json();
    assert_eq!(
        (&made["name"], &made["role"]),
        (&json!("Tin Orchard"), &json!("player"))
    );

    let wanted = json!({"name": "tin orchard", "password": PASSWORD, "label": "bot"});
    let token = app.visitor().post("/api/v1/tokens", &wanted).await;
    assert_eq!(token.status, 201);
    let token = token.json();
    assert!(token["token"].as_str().unwrap().starts_with("dk_"));

    let bearer = format!("bearer {}", token["token"].as_str().unwrap());
    let client = app.visitor().with("authorization", &bearer);
    let me = client.get("/api/v1/me").await.json();
    assert_eq!((&me["id"], &me["name"]), (&made["id"], &made["name"]));
    assert_eq!(me["matches"], json!([]));
}

#[tokio::test]
async fn names_that_hide_something_or_look_like_others_are_refused() {
    let app = App::new().await;
    app.register("Brindle").await;
    for name in [
        "x",
        "a\u{202e}b",
        "zero\u{200b}width",
        "<b>bold</b>",
        "--",
        "",
    ] {
        let refused = app.visitor().post("/api/v1/accounts", &account(name)).await;
        refused.assert_problem(422, "bad_name");
        assert_eq!(refused.json()["field"], "name", "{name:?}");
    }
    for name in ["Brindle", "BRINDLE", "Br1ndle", "Вrindlе", "Ｂrindle"] {
        let refused = app.visitor().post("/api/v1/accounts", &account(name)).await;
        refused.assert_problem(409, "name_taken");
    }
}

#[tokio::test]
async fn passwords_have_ten_to_two_hundred_characters() {
    let app = App::new().await;
    for (length, status) in [(9, 422), (10, 201), (200, 201), (201, 422)] {
        let name = format!("Player {length}");
        let body = json!({"name": name, "password": "é".repeat(length)});
        let answer = app.visitor().post("/api/v1/accounts", &body).await;
        assert_eq!(answer.status, status, "{length}");
        if status == 422 {
            answer.assert_problem(422, "weak_password");
        }
    }
}

#[tokio::test]
async fn a_closed_site_lets_nobody_register_and_an_invitation_opens_it() {
    let closed = App::with(Settings {
        registration: Registration::Closed,
        ..Settings::default()
    })
    .await;
    let refused = closed
        .visitor()
        .post("/api/v1/accounts", &account("Brindle"))
        .await;
    refused.assert_problem(403, "registration_closed");
    closed
        .visitor()
        .get("/register")
        .await
        .assert_page(200, "Registration is closed here");

    let invited = App::with(Settings {
        registration: Registration::Invite(Some(Secret::from_client("lantern"))),
        ..Settings::default()
    })
    .await;
    for (invite, status) in [
        (json!(null), 403),
        (json!("candle"), 403),
        (json!("lantern"), 201),
    ] {
        let body = json!({"name": "Brindle", "password": PASSWORD, "invite": invite});
        let answer = invited.visitor().post("/api/v1/accounts", &body).await;
        assert_eq!(answer.status, status, "{invite}");
    }
}

#[tokio::test]
async fn wrong_names_and_wrong_passwords_are_answered_alike() {
    let app = App::new().await;
    app.register("Brindle").await;
    let mut answers = Vec::new();
    for (name, password) in [
        ("Brindle", "another password"),
        ("Nobody", PASSWORD),
        ("\u{202e}", PASSWORD),
    ] {
        let wanted = json!({"name": name, "password": password, "label": "x"});
        let answer = app.visitor().post("/api/v1/tokens", &wanted).await;
        answer.assert_problem(401, "bad_credentials");
        answers.push(answer.body);
    }
    answers.dedup();
    assert_eq!(answers.len(), 1);
}

#[tokio::test]
async fn tokens_are_listed_without_their_secret_and_revoked() {
    let app = App::new().await;
    let client = app.token_user("Brindle").await;
    let other = app.token_user("Ossa").await;
    app.set("2026-03-01T12:30:00Z");
    let listed = client.get("/api/v1/tokens").await.json();
    let token = &listed["tokens"][0];
    assert_eq!(token["label"], "test");
    assert_eq!(token["last_used_at"], "2026-03-01T12:30:00.000Z");
    assert!(!listed.to_string().contains("dk_"));

    let path = format!("/api/v1/tokens/{}", token["id"].as_str().unwrap());
    other.delete(&path).await.assert_problem(404, "not_found");
    app.visitor()
        .delete(&path)
        .await
        .assert_problem(401, "not_signed_in");
    assert_eq!(client.delete(&path).await.status, 204);
    client
        .get("/api/v1/me")
        .await
        .assert_problem(401, "not_signed_in");
    assert_eq!(other.get("/api/v1/me").await.status, 200);
}

#[tokio::test]
async fn a_label_has_one_to_sixty_characters() {
    let app = App::new().await;
    app.register("Brindle").await;
    for label in [
        String::new(),
        "  ".to_owned(),
        "x".repeat(61),
        "a\nb".to_owned(),
    ] {
        let wanted = json!({"name": "Brindle", "password": PASSWORD, "label": label});
        let answer = app.visitor().post("/api/v1/tokens", &wanted).await;
        answer.assert_problem(422, "bad_text");
        assert_eq!(answer.json()["field"], "label");
    }
}

#[tokio::test]
async fn only_hashes_of_secrets_are_kept() {
    let app = App::new().await;
    let client = app.token_user("Brindle").await;
    let cookie = app.cookie_user("Ossa").await;
    assert_eq!(client.get("/api/v1/me").await.status, 200);
    assert_eq!(cookie.get("/api/v1/me").await.status, 200);
    // No session and no token is found by anything but the hash of the secret itself.
    let secret = Secret::from_client("dk_0000");
    assert!(
        app.store
            .token_account(secret.reveal())
            .await
            .unwrap()
            .is_none()
    );
    assert!(app.accounts.by_token(&secret).await.unwrap().is_none());
    assert!(
        app.accounts
            .by_session(&Secret::from_client(""))
            .await
            .unwrap()
            .is_none()
    );
}

#[tokio::test]
async fn deleting_an_account_takes_the_password_and_leaves_no_name() {
    let app = App::new().await;
    let client = app.token_user("Brindle").await;
    let id = client.get("/api/v1/me").await.json()["id"].clone();
    let json = client.clone().with("content-type", "application/json");
    let wrong = Body::from(json!({"password": "another password"}).to_string());
    let refused = json.send(Method::DELETE, "/api/v1/me", wrong).await;
    refused.assert_problem(401, "bad_credentials");
    let right = Body::from(json!({"password": PASSWORD}).to_string());
    assert_eq!(
        json.send(Method::DELETE, "/api/v1/me", right).await.status,
        204
    );

    client
        .get("/api/v1/me")
        .await
        .assert_problem(401, "not_signed_in");
    let id = id.as_str().unwrap().parse().unwrap();
    let gone = app.accounts.person(id).await.unwrap().unwrap();
    assert_eq!(
        (gone.name.as_str(), gone.role),
        ("former player", Role::Player)
    );
    app.register("Brindle").await;
}

#[tokio::test]
async fn logging_in_sets_a_cookie_that_scripts_and_other_sites_cannot_use() {
    let app = App::new().await;
    app.register("Brindle").await;
    let fields = [("name", "brindle"), ("password", PASSWORD), ("next", "/me")];
    let answer = app.visitor().post_form("/login", &fields).await;
    answer.assert_leads_to("/me");
    let cookie = answer.header("set-cookie");
    for part in ["daykeeper=", "HttpOnly", "SameSite=Lax", "Path=/"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    assert!(!cookie.contains("Secure"));

    let tls = App::with(Settings {
        public_url: "https://halls.example",
        ..Settings::default()
    })
    .await;
    tls.register("Brindle").await;
    let answer = tls.visitor().post_form("/login", &fields).await;
    let cookie = answer.header("set-cookie");
    assert!(cookie.starts_with("__Host-daykeeper="), "{cookie}");
    assert!(cookie.contains("Secure"), "{cookie}");
    assert!(!answer.header("strict-transport-security").is_empty());
}

#[tokio::test]
async fn a_session_rotates_at_log_in_and_ends_at_log_out() {
    let app = App::new().await;
    let first = app.cookie_user("Brindle").await;
    let fields = [("name", "Brindle"), ("password", PASSWORD)];
    let again = first.post_form("/login", &fields).await;
    let second = app.visitor().with("cookie", &again.cookie());
    first
        .get("/api/v1/me")
        .await
        .assert_problem(401, "not_signed_in");
    assert_eq!(second.get("/api/v1/me").await.status, 200);

    let out = second.post_form("/logout", &[]).await;
    out.assert_leads_to("/");
    assert!(out.header("set-cookie").contains("Max-Age=0"));
    second
        .get("/api/v1/me")
        .await
        .assert_problem(401, "not_signed_in");
}

#[tokio::test]
async fn a_session_lives_thirty_days_from_its_last_use() {
    let app = App::new().await;
    let user = app.cookie_user("Brindle").await;
    for moment in ["2026-03-31T11:59:00Z", "2026-04-30T11:58:00Z"] {
        app.set(moment);
        assert_eq!(user.get("/api/v1/me").await.status, 200, "{moment}");
    }
    app.set("2026-05-30T11:58:00Z");
    user.get("/api/v1/me")
        .await
        .assert_problem(401, "not_signed_in");
    user.get("/me").await.assert_page(401, "Log in");
}

#[tokio::test]
async fn a_refused_log_in_keeps_the_name_and_says_why() {
    let app = App::new().await;
    let fields = [
        ("name", "\"><script>"),
        ("password", "x"),
        ("next", "//evil.example"),
    ];
    let answer = app.visitor().post_form("/login", &fields).await;
    answer.assert_page(401, "Name and password do not match.");
    assert!(
        answer.body.contains("&#34;&#62;&#60;script&#62;"),
        "{}",
        answer.body
    );
    assert!(!answer.body.contains("evil.example"));
    assert!(!answer.headers.contains_key("set-cookie"));
}

#[tokio::test]
async fn a_refused_registration_names_the_field() {
    let app = App::new().await;
    app.register("Brindle").await;
    for (name, password, status, text) in [
        ("Br1ndle", PASSWORD, 409, "too easily taken for another"),
        ("Ossa", "short", 422, "A password has 10 to 200 characters."),
    ] {
        let fields = [("name", name), ("password", password)];
        let answer = app.visitor().post_form("/register", &fields).await;
        answer.assert_page(status, text);
        assert!(answer.body.contains(&format!("value=\"{name}\"")));
    }
}

#[tokio::test]
async fn nothing_typed_is_lost_by_logging_in() {
    let app = App::new().await;
    app.register("Brindle").await;
    let host = app.accounts.find("Brindle").await.unwrap().unwrap();
    let asked = NewMatch {
        title: "The Ninth Door".to_owned(),
        ..NewMatch::default()
    };
    let id = app.matches.create_match(&host, asked).await.unwrap();
    let typed = [
        ("steps", "join b14\nmove b14 b13"),
        ("post", "I <3 this & that"),
        ("color", "#3388ff"),
        ("seq", "1"),
        ("key", "k"),
    ];
    let asked = app
        .visitor()
        .post_form(&format!("/matches/{id}/turns"), &typed)
        .await;
    asked.assert_page(401, "NOTHING IS SENT");
    for carried in ["I &#60;3 this &#38; that", "#3388ff", "move b14 b13"] {
        assert!(asked.body.contains(carried), "{carried} in {}", asked.body);
    }

    let next = format!("/matches/{id}");
    assert!(
        asked
            .body
            .contains(&format!("name=\"next\" value=\"{next}\""))
    );
    let mut fields = typed.to_vec();
    fields.extend([
        ("next", next.as_str()),
        ("name", "Brindle"),
        ("password", "wrong password"),
    ]);
    let again = app.visitor().post_form("/login", &fields).await;
    again.assert_page(401, "move b14 b13");
    fields.retain(|(name, _)| *name != "password");
    let blank = app.visitor().post_form("/register", &typed).await;
    blank.assert_page(200, "move b14 b13");

    fields.push(("password", PASSWORD));
    let done = app.visitor().post_form("/login", &fields).await;
    done.assert_leads_to(&next);
    let draft = app.matches.draft(&host, id).await.unwrap().unwrap();
    let kept = Draft {
        steps: draft.steps,
        post: draft.post,
        colour: draft.colour,
    };
    let expected = Draft {
        steps: vec!["join b14".to_owned(), "move b14 b13".to_owned()],
        post: Some("I <3 this & that".to_owned()),
        colour: Some("#3388ff".to_owned()),
    };
    assert_eq!(kept, expected);
}

#[tokio::test]
async fn one_s_own_page_makes_and_revokes_tokens() {
    let app = App::new().await;
    let user = app.cookie_user("Brindle").await;
    let made = user
        .post_form("/me/tokens", &[("label", "forum <bot>")])
        .await;
    made.assert_page(200, "dk_");
    let page = user.get("/me").await;
    page.assert_page(200, "forum &#60;bot&#62;");
    assert!(!page.body.contains("dk_"), "a secret is shown once");
    user.post_form("/me/tokens", &[("label", " ")])
        .await
        .assert_page(422, "A label has 1 to 60");

    let person = app.accounts.find("Brindle").await.unwrap().unwrap();
    let id = app.accounts.tokens(&person).await.unwrap()[0].id;
    let revoke = format!("/me/tokens/{id}/revoke");
    user.post_form(&revoke, &[])
        .await
        .assert_leads_to("/me#tokens");
    assert_eq!(user.post_form(&revoke, &[]).await.status, 404);
    assert!(app.accounts.tokens(&person).await.unwrap().is_empty());
}

#[tokio::test]
async fn one_s_own_page_deletes_the_account() {
    let app = App::new().await;
    let user = app.cookie_user("Brindle").await;
    user.get("/me")
        .await
        .assert_page(200, "href=\"/me/delete\"");
    user.get("/me/delete")
        .await
        .assert_page(200, "Delete for good");
    let send = async |fields: &[(&str, &str)]| user.post_form("/me/delete", fields).await;
    let unsure = send(&[("password", PASSWORD)]).await;
    unsure.assert_page(400, "Nothing was deleted");
    let refused = send(&[("password", "wrong password"), ("sure", "1")]).await;
    refused.assert_page(401, "This is not your password.");
    let done = send(&[("password", PASSWORD), ("sure", "1")]).await;
    done.assert_leads_to("/");
    user.get("/me").await.assert_page(401, "Log in");
}

#[tokio::test]
async fn roles_are_given_by_name() {
    let app = App::new().await;
    assert!(!app.accounts.has_admin().await.unwrap());
    let user = app.token_user("Brindle").await;
    app.accounts.set_role("BRINDLE", Role::Admin).await.unwrap();
    assert_eq!(user.get("/api/v1/me").await.json()["role"], "admin");
    assert!(app.accounts.has_admin().await.unwrap());
    assert!(app.accounts.set_role("Nobody", Role::Admin).await.is_err());
}

#[tokio::test]
async fn nobody_poses_as_the_server() {
    let app = App::new().await;
    for name in [
        "server",
        "SERVER",
        "Former Player",
        "f0rmer player",
        "a moderator",
        "seat 1",
    ] {
        let refused = app.visitor().post("/api/v1/accounts", &account(name)).await;
        refused.assert_problem(422, "bad_name");
    }
    app.register("Waiter").await;
}
