//! What each page shows.

use axum::http::StatusCode;
use daykeeper::referee::event::Visibility;
use daykeeper::referee::options::PeriodText;
use daykeeper::service::{Draft, NewAbaddon, NewGame, NewMatch};

use super::html::assert_sound;
use super::site::Site;

#[tokio::test]
async fn the_lobby_greets_a_visitor_and_lists_matches() {
    let site = Site::new().await;
    let host = site.user("Brindle").await;
    site.a_match(&host, "<b>Tea</b> in [url]Three[/url] Rooms")
        .await;
    let page = site.get(None, "/").await;
    page.shows("One turn a day, refereed")
        .shows("&#60;b&#62;Tea&#60;/b&#62;")
        .hides("<b>Tea");
    page.shows("The GMT day turns in <b class=\"tab\" data-left>12 h 0 min</b>");
    assert_sound(&page);
}

#[tokio::test]
async fn the_lobby_shows_first_what_waits_and_what_is_not_sent() {
    let site = Site::new().await;
    let host = site.user("Brindle").await;
    let id = site.a_match(&host, "The Ninth Door").await;
    site.play(&host, id, "join g1; spawn g1>h1", "").await;
    site.get(Some(&host), "/")
        .await
        .shows("Nothing waits for you.");
    site.set("02T00:00:00");
    let steps = vec!["move h1 h2".to_owned()];
    let draft = Draft {
        steps,
        ..Draft::default()
    };
    site.service
        .save_draft(&host.person, id, &draft)
        .await
        .unwrap();
    let page = site.get(Some(&host), "/").await;
    page.shows("Play your turn").shows("1 step <b>NOT SENT</b>");
    assert_sound(&page);
}

#[tokio::test]
async fn one_list_can_be_seen_alone_page_by_page() {
    let site = Site::new().await;
    let host = site.user("Brindle").await;
    for number in 0..21 {
        site.set(&format!("01T12:{number:02}:00"));
        site.a_match(&host, &format!("Match {number}.")).await;
    }
    let page = site.get(None, "/?state=open").await;
    page.shows("More of these").hides("Finished</h2>");
    let (_, rest) = page
        .body
        .split_once("href=\"/?state=open&#38;after=")
        .unwrap();
    let after = rest.split('"').next().unwrap();
    site.get(None, &format!("/?state=open&after={after}"))
        .await
        .shows("Match 0.")
        .hides("Match 20.");
    assert_sound(&page);
}

#[tokio::test]
async fn free_seats_of_open_and_running_matches_come_first_and_once() {
    let site = Site::new().await;
    let (host, new) = (site.user("Brindle").await, site.user("Ossa").await);
    let id = site.a_match(&host, "The Ninth Door").await;
    site.play(&host, id, "join g1; spawn g1>h1", "").await;
    site.a_match(&host, "The Tenth Door").await;
    for viewer in [None, Some(&new)] {
        let page = site.get(viewer, "/").await;
        page.shows("<section class=\"of-2\" aria-labelledby=\"free\">")
            .hides("aria-labelledby=\"running\"")
            .hides("aria-labelledby=\"open\"");
        assert_eq!(page.body.matches("seats free: join").count(), 2);
    }
    site.get(None, "/").await.shows("href=\"#free\"");
    site.get(Some(&host), "/")
        .await
        .shows("aria-labelledby=\"running\"");
}

#[tokio::test]
async fn who_is_signed_in_can_see_their_own_matches_alone() {
    let site = Site::new().await;
    let (host, other) = (site.user("Brindle").await, site.user("Ossa").await);
    site.a_match(&host, "The Ninth Door").await;
    site.a_match(&other, "The Tenth Door").await;
    let page = site.get(Some(&other), "/?mine=1").await;
    page.shows("The Tenth Door").hides("The Ninth Door");
    page.shows("href=\"/?mine=1\" aria-current=\"page\"");
    assert_sound(&page);
    site.get(None, "/?mine=1")
        .await
        .shows("The Ninth Door")
        .hides("/?mine=1");
}

#[tokio::test]
async fn every_page_leads_to_both_games_rules_and_visitors_to_an_account() {
    let site = Site::new().await;
    let page = site.get(None, "/rules").await;
    page.shows("href=\"/rules/abaddon\"")
        .shows("href=\"/rules/helios\"")
        .shows("href=\"/register\"");
    assert_sound(&page);
    let user = site.user("Brindle").await;
    site.get(Some(&user), "/rules")
        .await
        .hides("href=\"/register\"");
}

#[tokio::test]
async fn the_start_of_a_match_leads_to_the_match() {
    let site = Site::new().await;
    let host = site.user("Brindle").await;
    let id = site.a_match(&host, "The Ninth Door").await;
    let start = site.get(None, &format!("/matches/{id}/turns/0")).await;
    assert_eq!(start.location, format!("/matches/{id}"));
    let nowhere = site.get(None, "/matches/nothing/turns/0").await;
    assert_eq!(nowhere.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_visitor_sees_board_seats_and_thread() {
    let site = Site::new().await;
    let (host, other) = (site.user("Brindle").await, site.user("tin_orchard").await);
    let id = site.a_match(&host, "The Ninth Door").await;
    site.play(&host, id, "join g1; spawn g1>h1", "").await;
    site.play(&other, id, "join a1; spawn a1>a2", "").await;
    let page = site.get(None, &format!("/matches/{id}")).await;
    page.shows("You are looking on")
        .shows(&format!("/login?next=/matches/{id}"));
    page.shows("Brindle: doors g1, Engineer h1.")
        .shows("Unclaimed doors: a13,");
    page.shows("Played today: Brindle and tin_orchard.");
    page.shows("Brindle joins and claims Airlock g1.")
        .shows("<code>join g1 · ");
    let (newest, oldest) = (
        page.body.find("id=\"turn-2\""),
        page.body.find("id=\"turn-1\""),
    );
    assert!(newest < oldest, "the newest turn comes first");
    assert_sound(&page);
}

#[tokio::test]
async fn what_players_write_is_text_and_links_and_nothing_else() {
    let site = Site::new().await;
    let host = site.user("Brindle").await;
    let id = site.a_match(&host, "Door [/b][img]x[/img]").await;
    let post = "<script>alert(1)</script>\nsee https://a.example/?x=\"><b> [/quote]";
    site.play(&host, id, "join g1; spawn g1>h1", post).await;
    for path in [format!("/matches/{id}"), format!("/matches/{id}/turns/1")] {
        let page = site.get(None, &path).await;
        page.hides("<script>alert")
            .shows("&#60;script&#62;alert(1)");
        page.shows("<a href=\"https://a.example/?x=\" rel=\"nofollow noopener ugc\">");
        page.shows("[b]Door (/b)(img)x(/img), turn 1[/b] by Brindle")
            .shows("(/quote)");
        page.shows("[img width=822 height=630]http://play.example/matches/");
        assert_sound(&page);
    }
}

#[tokio::test]
async fn the_thread_has_twenty_turns_a_page() {
    let site = Site::new().await;
    let host = site.user("Brindle").await;
    let id = site.a_quick_match(&host).await;
    site.play(&host, id, "join g1; spawn g1>h1", "").await;
    for number in 0..24 {
        let step = if number % 2 == 0 {
            "move h1 h2"
        } else {
            "move h2 h1"
        };
        site.play(&host, id, step, "").await;
    }
    let newest = site.get(None, &format!("/matches/{id}")).await;
    newest
        .shows("Turns 25–6 of 25")
        .shows("id=\"turn-6\"")
        .hides("id=\"turn-5\"");
    newest.shows(&format!("href=\"/matches/{id}?before=6#thread\""));
    let older = site.get(None, &format!("/matches/{id}?before=6")).await;
    older.shows("Turns 5–1 of 25").hides("id=\"turn-6\"");
    older.shows("aria-current=\"page\">5–1</a>");
    site.get(None, &format!("/matches/{id}/turns/3"))
        .await
        .shows(&format!("href=\"/matches/{id}?before=6#turn-3\""));
    assert!(newest.body.len() < 120_000, "{} bytes", newest.body.len());
    assert_sound(&older);
}

#[tokio::test]
async fn a_turn_that_crossed_midnight_says_for_which_day_it_counts() {
    let site = Site::new().await;
    let host = site.user("Brindle").await;
    let id = site.a_match(&host, "Late").await;
    site.play(&host, id, "join g1; spawn g1>h1", "").await;
    site.set("02T23:50:00");
    site.service.announce(&host.person, id, None).await.unwrap();
    let page = site.get(None, &format!("/matches/{id}")).await;
    page.shows("Brindle holds the board until 00:20:00 GMT.")
        .shows("class=\"held\"");
    site.set("03T00:10:00");
    site.play(&host, id, "move h1 h2", "").await;
    site.get(None, &format!("/matches/{id}/turns/2"))
        .await
        .shows("Counts for Mon 2 Mar: announced at 23:50 GMT.");
}

#[tokio::test]
async fn a_turn_is_shown_step_by_step_with_its_neighbours() {
    let site = Site::new().await;
    let (host, other) = (site.user("Brindle").await, site.user("tin_orchard").await);
    let id = site.a_match(&host, "The Ninth Door").await;
    site.play(&host, id, "join g1; spawn g1>h1", "").await;
    site.play(&other, id, "join a1; spawn a1>a2", "").await;
    let page = site.get(None, &format!("/matches/{id}/turns/1")).await;
    page.shows(&format!("/matches/{id}/turns/0.png"))
        .shows(&format!("/matches/{id}/turns/1.png?mark=1"));
    page.shows("rel=\"next\"").hides("rel=\"prev\"");
    assert_eq!(
        page.body.matches("src=\"data:image/png;base64,").count(),
        2,
        "a picture a step"
    );
    assert_sound(&page);
    let missing = site.get(None, &format!("/matches/{id}/turns/3")).await;
    assert_eq!(missing.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_private_match_gives_forums_words_only_and_outsiders_nothing() {
    let site = Site::new().await;
    let (host, other) = (site.user("Brindle").await, site.user("tin_orchard").await);
    let private = NewMatch {
        visibility: Visibility::Private,
        ..NewMatch::default()
    };
    let id = site.a_match_with(&host, "Ours", private).await;
    site.play(&host, id, "join g1; spawn g1>h1", "").await;
    let page = site.get(Some(&host), &format!("/matches/{id}")).await;
    page.shows("no forum can show its pictures")
        .shows("join g1; spawn g1&#62;h1");
    page.hides("[img").hides("http://play.example");
    for (user, path) in [(None, ""), (Some(&other), ""), (Some(&other), "/turns/1")] {
        let answer = site.get(user, &format!("/matches/{id}{path}")).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND);
    }
}

#[tokio::test]
async fn a_clock_of_ones_own_is_told_in_words() {
    let site = Site::new().await;
    let host = site.user("Brindle").await;
    let asked = NewMatch {
        game: NewGame::Abaddon(NewAbaddon {
            period: Some(Some(PeriodText::Minutes(90))),
            window_minutes: Some(45),
            ..NewAbaddon::default()
        }),
        ..NewMatch::default()
    };
    let id = site.a_match_with(&host, "Own", asked).await;
    let page = site.get(None, &format!("/matches/{id}")).await;
    page.shows("One turn a player every 90 minutes, 45 minutes to finish an announced one.");
}

#[tokio::test]
async fn every_rule_that_a_refusal_names_has_its_place_on_the_rules_page() {
    let site = Site::new().await;
    let page = site.get(None, "/rules/abaddon").await;
    let rulings = (1..=18).map(|number| format!("R{number}"));
    let clock = (1..=14).chain(18..=18).map(|number| format!("T{number}"));
    let headings = [
        "level",
        "accessible",
        "turn",
        "attacks",
        "options",
        "colours",
        "winning",
    ];
    for id in rulings.chain(clock).chain(headings.map(str::to_owned)) {
        page.shows(&format!("id=\"{id}\""));
    }
    assert_sound(&page);
}

#[tokio::test]
async fn the_rules_have_pictures() {
    let site = Site::new().await;
    let picture = site.get(None, "/rules/abaddon/jump.png").await;
    assert_eq!(picture.status, StatusCode::OK);
    assert!(picture.body.contains("PNG"));
    let missing = site.get(None, "/rules/abaddon/nothing.png").await;
    assert_eq!(missing.status, StatusCode::NOT_FOUND);
}
