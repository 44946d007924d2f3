//! Starting a match.

use axum::http::StatusCode;

use super::html::assert_sound;
use super::site::Site;

#[tokio::test]
async fn a_match_is_started_by_its_title_alone() {
    let site = Site::new().await;
    let host = site.user("Brindle").await;
    let page = site.get(Some(&host), "/matches/new").await;
    page.shows("Halls of Abaddon (9 Airlocks, 2 Armories)")
        .shows("2–11, published 6.");
    assert_sound(&page);
    let answer = site
        .post(Some(&host), "/matches/new", &[("title", "Tea")])
        .await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER);
    site.get(None, &answer.location).await.shows("<h1>Tea</h1>");
}

#[tokio::test]
async fn each_refusal_stands_beside_its_field_and_nothing_is_lost() {
    let site = Site::new().await;
    let host = site.user("Brindle").await;
    let typed = [
        ("title", "A <title>"),
        ("window_minutes", "45"),
        ("players", "Quillon"),
        ("clock", "hourly"),
    ];
    for (field, value, said) in [
        ("actions", "9", "is a number from 1 to 4, not 9"),
        ("seats", "many", "“many” is not a number."),
        ("level", "nowhere", "There is no level “nowhere”."),
        ("visibility", "private", "Nobody is called “Quillon”."),
        ("period", "minutes", "Say how many minutes."),
        ("doors_to_win", "12", "is a number from 2 to 11, not 12"),
    ] {
        let mut fields = typed.to_vec();
        fields.push((field, value));
        let page = site.post(Some(&host), "/matches/new", &fields).await;
        assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY, "{field}");
        let beside = if field == "visibility" {
            "players"
        } else {
            field
        };
        let (_, after) = page.body.split_once(&format!("id=\"{beside}-e\"")).unwrap();
        assert!(
            after.split("</p>").next().unwrap().contains(said),
            "{field}: {after}"
        );
        page.shows("value=\"A &#60;title&#62;\"")
            .shows("value=\"45\"")
            .shows("Quillon</textarea>");
        page.shows("value=\"hourly\" checked");
        assert_sound(&page);
    }
}

#[tokio::test]
async fn a_title_is_needed() {
    let site = Site::new().await;
    let host = site.user("Brindle").await;
    let page = site
        .post(
            Some(&host),
            "/matches/new",
            &[("title", " "), ("clock", "free")],
        )
        .await;
    assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY);
    page.shows("A title has 1 to 80 characters.")
        .shows("value=\"free\" checked");
}

#[tokio::test]
async fn a_visitor_is_asked_to_log_in_first() {
    let site = Site::new().await;
    let page = site.get(None, "/matches/new").await;
    assert_eq!(page.status, StatusCode::UNAUTHORIZED);
    page.shows("<h1>Log in</h1>");
}
