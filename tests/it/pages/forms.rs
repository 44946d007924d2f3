//! The turn form: nothing that somebody typed is lost, whatever the answer.

use axum::http::StatusCode;
use daykeeper::ids::MatchId;

use super::html::assert_sound;
use super::site::{Answer, Site, User};

/// A match in which Brindle's turn is open and `tin_orchard` has played.
async fn a_game() -> (Site, User, User, MatchId) {
    let site = Site::new().await;
    let (host, other) = (site.user("Brindle").await, site.user("tin_orchard").await);
    let id = site.a_match(&host, "The Ninth Door").await;
    site.play(&host, id, "join g1; spawn g1>h1", "").await;
    site.set("02T10:00:00");
    site.play(&other, id, "join a1; spawn a1>a2", "").await;
    (site, host, other, id)
}

async fn seq(site: &Site, id: MatchId) -> String {
    site.service.view(&None, id).await.unwrap().seq.to_string()
}

/// Asserts that a page has the form with everything that was typed.
fn assert_kept(page: &Answer) {
    page.shows("Mine &#60;now&#62; &#38; \u{201c}ever\u{201d}</textarea>")
        .shows("NOT SENT");
    page.shows("name=\"key\" value=\"once\"");
    assert_sound(page);
}

const POST: &str = "Mine <now> & \u{201c}ever\u{201d}";

#[tokio::test]
async fn a_turn_is_sent_once_however_often_its_form_is() {
    let (site, host, _, id) = a_game().await;
    let seq = seq(&site, id).await;
    let fields = [
        ("seq", seq.as_str()),
        ("key", "once"),
        ("steps", "move h1 h2"),
        ("post", POST),
    ];
    for _ in 0..2 {
        let answer = site
            .post(Some(&host), &format!("/matches/{id}/turns"), &fields)
            .await;
        assert_eq!(
            (answer.status, answer.location),
            (StatusCode::SEE_OTHER, format!("/matches/{id}#turn-3"))
        );
    }
    assert_eq!(site.service.view(&None, id).await.unwrap().turns, 3);
}

#[tokio::test]
async fn every_refusal_keeps_what_was_typed() {
    let (site, host, other, id) = a_game().await;
    let newest = seq(&site, id).await;
    let cases = [
        (&host, newest.as_str(), "move h1 i1", 422, "not_accessible"),
        (&host, newest.as_str(), "fly h1", 422, "unknown_step"),
        (&host, newest.as_str(), "# nothing", 422, "empty_turn"),
        (&host, "1", "move h1 h2", 409, "moved_on"),
        (&host, "999", "move h1 h2", 400, "malformed"),
        (&host, "soon", "move h1 h2", 400, "malformed"),
        (&other, newest.as_str(), "move a2 b2", 409, "turn_spent"),
    ];
    for (user, seq, steps, status, code) in cases {
        let fields = [
            ("seq", seq),
            ("key", "once"),
            ("steps", steps),
            ("post", POST),
        ];
        let page = site
            .post(Some(user), &format!("/matches/{id}/turns"), &fields)
            .await;
        assert_eq!(page.status.as_u16(), status, "{steps}");
        page.shows(&format!("<code>{code}</code>"))
            .shows(&format!("\n{steps}</textarea>"));
        page.shows(&format!("name=\"seq\" value=\"{newest}\""));
        assert_kept(&page);
    }
}

#[tokio::test]
async fn a_newcomer_s_colour_is_refused_beside_its_field() {
    let (site, _, _, id) = a_game().await;
    let new = site.user("Ossa").await;
    let seq = seq(&site, id).await;
    for (colour, status, said) in [
        ("#3388ff", 422, "Nearest free colour: <code>#"),
        ("bluish", 400, "No colour of that name is known here"),
        ("", 422, "Choose a colour for your first turn."),
    ] {
        let fields = [
            ("seq", seq.as_str()),
            ("key", "once"),
            ("steps", "join k1"),
            ("post", POST),
            ("color_text", colour),
        ];
        let page = site
            .post(Some(&new), &format!("/matches/{id}/turns"), &fields)
            .await;
        assert_eq!(page.status.as_u16(), status, "{colour}");
        let (_, beside) = page.body.split_once("id=\"colour-e\"").unwrap();
        assert!(beside.contains(said), "{beside}");
        page.shows(&format!(
            "name=\"color_text\" type=\"text\" class=\"code\" value=\"{colour}\""
        ));
        assert_kept(&page);
    }
}

#[tokio::test]
async fn a_newcomer_types_a_colour_by_name_and_a_draft_without_steps_is_called_one() {
    let (site, _, _, id) = a_game().await;
    let new = site.user("Ossa").await;
    site.get(Some(&new), &format!("/matches/{id}"))
        .await
        .shows("<details data-next open><summary>What is legal now")
        .hides("placeholder=\"#3388ff\"");
    let fields = [("color_text", "Lilac"), ("key", "once")];
    let check = format!("/matches/{id}/check");
    site.post(Some(&new), &check, &fields)
        .await
        .shows("value=\"#a899c8\"")
        .shows("a draft without steps, kept at")
        .hides("0 steps");
}

#[tokio::test]
async fn a_refused_step_does_not_redden_the_board_that_its_player_holds() {
    let (site, host, other, id) = a_game().await;
    let fields = [("steps", "move h1 h9"), ("key", "once")];
    let announce = format!("/matches/{id}/announce");
    let announced = site.post(Some(&host), &announce, &fields).await;
    assert_eq!(announced.status, StatusCode::SEE_OTHER);
    let path = format!("/matches/{id}");
    site.get(Some(&host), &path)
        .await
        .shows("You hold the board")
        .shows("class=\"card composer open\"")
        .shows("id=\"why\"");
    site.set("02T11:00:00");
    // A spent turn names the instant at which the next one opens once.
    site.get(Some(&other), &path)
        .await
        .shows("your next one opens at")
        .hides("From <time");
}

#[tokio::test]
async fn whoever_waits_is_told_who_holds_the_board_and_keeps_what_they_typed() {
    let (site, host, _, id) = a_game().await;
    let new = site.user("Ossa").await;
    let fields = [
        ("steps", "join k1"),
        ("color", "#a899c8"),
        ("post", POST),
        ("key", "once"),
    ];
    let answer = site
        .post(Some(&new), &format!("/matches/{id}/announce"), &fields)
        .await;
    assert_eq!(
        (answer.status, answer.location),
        (StatusCode::SEE_OTHER, format!("/matches/{id}"))
    );
    let page = site.get(Some(&new), &format!("/matches/{id}")).await;
    page.shows("You hold the board")
        .shows("30:00")
        .shows("join k1</textarea>")
        .shows("/withdraw\"");

    let visitor = site.get(None, &format!("/matches/{id}")).await;
    visitor
        .shows("data-until=\"2026-03-02T10:30:00")
        .hides("data-warns");

    let seq = seq(&site, id).await;
    let fields = [
        ("seq", seq.as_str()),
        ("key", "once"),
        ("steps", "move h1 h2"),
        ("post", POST),
    ];
    let page = site
        .post(Some(&host), &format!("/matches/{id}/turns"), &fields)
        .await;
    assert_eq!(page.status, StatusCode::CONFLICT);
    page.shows("Ossa has announced a turn")
        .shows("<code>board_reserved</code>");
    assert_kept(&page);

    let answer = site
        .post(
            Some(&new),
            &format!("/matches/{id}/withdraw"),
            &[("steps", "join k1")],
        )
        .await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER);
    let page = site
        .post(
            Some(&new),
            &format!("/matches/{id}/withdraw"),
            &[("post", POST), ("key", "once"), ("steps", "join k1")],
        )
        .await;
    page.shows("<code>not_announced</code>");
    assert_kept(&page);
}

#[tokio::test]
async fn a_lapsed_turn_can_be_sent_with_one_click_that_says_which_day_it_uses_up() {
    let (site, host, _, id) = a_game().await;
    site.service.announce(&host.person, id, None).await.unwrap();
    let before = seq(&site, id).await;
    site.set("02T10:30:01");
    let fields = |seq| {
        [
            ("seq", seq),
            ("key", "once"),
            ("steps", "move h1 h2"),
            ("post", POST),
        ]
    };
    let path = format!("/matches/{id}/turns");
    let page = site.post(Some(&host), &path, &fields(&before)).await;
    assert_eq!(page.status, StatusCode::CONFLICT);
    page.shows("<code>lapsed</code>")
        .shows("it uses up your turn of Monday 2 March, GMT.");
    assert_kept(&page);
    let newest = seq(&site, id).await;
    page.shows(&format!("name=\"seq\" value=\"{newest}\""));
    let answer = site.post(Some(&host), &path, &fields(&newest)).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER);
}

#[tokio::test]
async fn checking_says_what_is_wrong_and_offers_what_is_legal() {
    let (site, host, _, id) = a_game().await;
    let path = format!("/matches/{id}/check");
    let fields = [
        ("steps", "move h1 i1\nmove i1 j1"),
        ("post", POST),
        ("key", "once"),
    ];
    let page = site.post(Some(&host), &path, &fields).await;
    assert_eq!(page.status, StatusCode::OK);
    page.shows("Refused: i1 is not Accessible from h1")
        .shows("/rules/abaddon#accessible");
    page.shows("name=\"instead\" value=\"move h1 h2\"")
        .shows("move i1 j1 · not looked at yet");
    assert_kept(&page);
    let fields = [
        ("steps", "move h1 i1"),
        ("instead", "move h1 h2"),
        ("post", POST),
        ("key", "once"),
    ];
    let page = site.post(Some(&host), &path, &fields).await;
    page.shows("\nmove h1 h2</textarea>")
        .shows("data:image/png;base64,")
        .shows("Engineer walks from h1 to h2.");
    assert_kept(&page);
    let again = site.get(Some(&host), &format!("/matches/{id}")).await;
    again
        .shows("\nmove h1 h2</textarea>")
        .shows("kept at 10:00:00 GMT")
        .shows("NOT SENT");
}

#[tokio::test]
async fn a_script_gets_the_verdict_alone() {
    let (site, host, _, id) = a_game().await;
    let path = format!("/matches/{id}/check?part=verdict");
    let part = site
        .post(Some(&host), &path, &[("steps", "move h1 h2")])
        .await;
    part.shows("data-verdict")
        .shows("data-preview=\"data:image/png")
        .hides("<html");
}

#[tokio::test]
async fn a_form_of_somebody_who_is_logged_out_is_carried_to_the_log_in_page() {
    let (site, _, _, id) = a_game().await;
    let fields = [
        ("steps", "move h1 h2"),
        ("post", "Hi"),
        ("seq", "5"),
        ("color_text", "#a899c8"),
    ];
    let page = site
        .post(None, &format!("/matches/{id}/turns"), &fields)
        .await;
    assert_eq!(page.status, StatusCode::UNAUTHORIZED);
    page.shows("name=\"steps\" value=\"move h1 h2\"")
        .shows("name=\"post\" value=\"Hi\"")
        .shows("name=\"color_text\" value=\"#a899c8\"");
}

#[tokio::test]
async fn a_newcomer_reads_their_own_name_in_what_they_have_not_sent() {
    let (site, _, _, id) = a_game().await;
    let new = site.user("Ossa").await;
    let path = format!("/matches/{id}/check");
    let page = site.post(Some(&new), &path, &[("steps", "join k1")]).await;
    page.shows("Ossa joins and claims Airlock k1.");
}
