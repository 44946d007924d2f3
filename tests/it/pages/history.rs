//! The history of a match, and rulings made on a page, as without a script.

use axum::http::StatusCode;
use daykeeper::ids::MatchId;

use super::html::assert_sound;
use super::site::{Site, User};

struct Dispute {
    site: Site,
    host: User,
    other: User,
    judge: User,
    id: MatchId,
}

impl Dispute {
    /// Brindle and `tin_orchard` have played; wickerlamp moderates.
    async fn new() -> Self {
        let site = Site::new().await;
        let (host, other) = (site.user("Brindle").await, site.user("tin_orchard").await);
        let judge = site.moderator("wickerlamp").await;
        let id = site.a_match(&host, "The Ninth Door").await;
        site.play(&host, id, "join g1; spawn g1>h1", "mine").await;
        site.play(&other, id, "join a1; spawn a1>a2", "an insult")
            .await;
        Self {
            site,
            host,
            other,
            judge,
            id,
        }
    }

    fn path(&self, rest: &str) -> String {
        format!("/matches/{}{rest}", self.id)
    }

    /// Looks at a ruling and confirms it.
    async fn rule_for_sure(&self, fields: &[(&str, &str)]) -> super::site::Answer {
        let preview = self.rule(fields).await;
        let (_, seen) = preview.body.split_once("name=\"seen\" value=\"").unwrap();
        let seen = seen.split('"').next().unwrap();
        let confirmed = [fields, &[("sure", "1"), ("seen", seen)]].concat();
        self.rule(&confirmed).await
    }

    async fn rule(&self, fields: &[(&str, &str)]) -> super::site::Answer {
        let path = self.path("/ruling");
        self.site.post(Some(&self.judge), &path, fields).await
    }
}

#[tokio::test]
async fn a_revert_is_looked_at_confirmed_and_told_everywhere() {
    let dispute = Dispute::new().await;
    let fields = [
        ("do", "revert"),
        ("turn", "1"),
        ("reason", "A wrong picture."),
    ];
    let preview = dispute.rule(&fields).await;
    assert_eq!(preview.status, StatusCode::OK);
    assert_sound(&preview);
    preview
        .shows("It concerns tin_orchard.")
        .shows("data:image/png;base64,")
        .shows("A wrong picture.</textarea>");
    assert_eq!(
        dispute
            .site
            .service
            .view(&None, dispute.id)
            .await
            .unwrap()
            .newest_turn,
        2
    );

    // A confirmation of another ruling, or of another board, only shows it again.
    let unseen = [fields[0], fields[1], fields[2], ("sure", "1")];
    assert_eq!(dispute.rule(&unseen).await.status, StatusCode::OK);
    let done = dispute.rule_for_sure(&fields).await;
    let entry = dispute.path("/audit#e6");
    assert_eq!((done.status, done.location), (StatusCode::SEE_OTHER, entry));

    let page = dispute.site.get(None, &dispute.path("")).await;
    assert_sound(&page);
    page.shows("Struck through.")
        .shows("undone by wickerlamp (moderator), “A wrong picture.” (<a href=\"")
        .shows("audit?seq=6#e6");
    let turn = dispute.site.get(None, &dispute.path("/turns/2")).await;
    assert_sound(&turn);
    turn.shows("Struck through.");
    let history = dispute.site.get(None, &dispute.path("/audit")).await;
    assert_sound(&history);
    history
        .shows("Reverted the match from turn 2 to after turn 1.")
        .shows("<b>Reason:</b> A wrong picture.")
        .shows("moderator")
        .hides("Make a ruling");
}

#[tokio::test]
async fn a_turn_after_a_revert_is_shown_beside_the_board_that_it_was_played_on() {
    let dispute = Dispute::new().await;
    let fields = [
        ("do", "revert"),
        ("turn", "1"),
        ("reason", "It was agreed."),
    ];
    dispute.rule_for_sure(&fields).await;
    let (site, host) = (&dispute.site, &dispute.host);
    site.set("02T12:00:00");
    site.play(host, dispute.id, "move h1 h2", "").await;
    let first = dispute.path("/turns/1.png");
    for (path, lazy) in [("", " loading=\"lazy\""), ("/turns/3", "")] {
        let page = site.get(None, &dispute.path(path)).await;
        page.shows(&format!(
            "src=\"{first}\" width=\"822\" height=\"630\"{lazy} alt=\"The board before turn 3"
        ));
    }
}

#[tokio::test]
async fn whoever_is_replaced_has_played_their_turns_all_the_same() {
    let dispute = Dispute::new().await;
    let newcomer = dispute.site.user("Ossa").await;
    let fields = [
        ("do", "replace"),
        ("seat", "1"),
        ("name", newcomer.person.name.as_str()),
        ("reason", "They are on holiday."),
    ];
    let done = dispute.rule_for_sure(&fields).await;
    assert_eq!(done.status, StatusCode::SEE_OTHER, "{}", done.body);
    let page = dispute.site.get(None, &dispute.path("")).await;
    page.shows("<strong>tin_orchard</strong>")
        .hides("<strong>former player</strong>");
}

#[tokio::test]
async fn the_history_is_filtered_jumped_into_verified_and_exported() {
    let dispute = Dispute::new().await;
    let get = async |query: &str| {
        let path = dispute.path(&format!("/audit{query}"));
        dispute.site.get(None, &path).await
    };
    get("?person=Brindle")
        .await
        .shows("id=\"e1\"")
        .hides("id=\"e4\"");
    get("?kind=seated")
        .await
        .shows("id=\"e2\"")
        .hides("id=\"e3\"");
    get("?day=2026-03-02").await.shows("Nothing here fits.");
    get("?text=INSULT")
        .await
        .shows("id=\"e5\"")
        .hides("id=\"e3\"");
    get("?text=join+g1")
        .await
        .shows("id=\"e3\"")
        .hides("id=\"e5\"");
    get("?seq=3").await.shows("id=\"e3\"").hides("id=\"e4\"");
    get("?seq=").await.shows("id=\"e5\"");
    get("?verify=1")
        .await
        .shows("The chain holds.")
        .shows("5 events");
    assert_eq!(get("?day=yesterday").await.status, StatusCode::BAD_REQUEST);
    let csv = get(".csv").await;
    assert_eq!(csv.body.lines().count(), 6);
    let lines = get(".jsonl").await;
    for line in lines.body.lines() {
        serde_json::from_str::<daykeeper::service::StoredEvent>(line).unwrap();
    }
    assert_eq!(lines.body.lines().count(), 5);
}

#[tokio::test]
async fn nobody_reads_or_finds_a_hidden_post() {
    let dispute = Dispute::new().await;
    let fields = [("do", "hide_post"), ("turn", "2"), ("reason", "Rude.")];
    let hidden = dispute.rule_for_sure(&fields).await;
    assert_eq!(hidden.status, StatusCode::SEE_OTHER);
    let page = dispute.site.get(None, &dispute.path("")).await;
    page.hides("an insult")
        .shows("What was written here was hidden by wickerlamp (moderator), “Rude.”");
    let found = dispute
        .site
        .get(None, &dispute.path("/audit?text=insult"))
        .await;
    found.shows("Nothing here fits.");
    // It is kept, for moderators (referee.md, The record).
    let history = dispute.path("/audit");
    let judge = dispute.site.get(Some(&dispute.judge), &history).await;
    judge.shows("an insult");
    let visitor = dispute.site.get(None, &history).await;
    visitor.hides("an insult");
}

#[tokio::test]
async fn every_ruling_has_a_form_that_says_what_is_missing() {
    let dispute = Dispute::new().await;
    let list = dispute
        .site
        .get(Some(&dispute.judge), &dispute.path("/ruling"))
        .await;
    assert_sound(&list);
    for word in [
        "lift",
        "revert",
        "remove",
        "replace",
        "pause",
        "resume",
        "close",
        "set_position",
        "annotate",
        "hide_post",
        "reset_sprites",
        "retitle",
        "hide_match",
    ] {
        list.shows(&format!("/ruling?do={word}"));
        let path = dispute.path(&format!("/ruling?do={word}"));
        let form = dispute.site.get(Some(&dispute.judge), &path).await;
        assert_sound(&form);
        form.shows("Reason, shown to everybody");
        let unreasoned = dispute.rule(&[("do", word)]).await;
        assert!(
            unreasoned.status.is_client_error(),
            "{word}: {}",
            unreasoned.status
        );
        assert_sound(&unreasoned);
    }
}

#[tokio::test]
async fn only_those_who_may_rule_see_the_form() {
    let dispute = Dispute::new().await;
    let path = dispute.path("/ruling");
    let by_player = dispute.site.get(Some(&dispute.other), &path).await;
    assert_eq!(by_player.status, StatusCode::FORBIDDEN);
    // The host plays, and the match does not say that they may rule all the same.
    let by_host = dispute.site.get(Some(&dispute.host), &path).await;
    assert_eq!(by_host.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn a_slip_is_taken_back_by_a_button_and_a_match_left_in_two_steps() {
    let dispute = Dispute::new().await;
    let (site, other) = (&dispute.site, Some(&dispute.other));
    let take_back = dispute.path("/turns/2/take-back");
    let page = site.get(other, &dispute.path("")).await;
    assert_sound(&page);
    page.shows(&format!("action=\"{take_back}\""));
    site.get(Some(&dispute.host), &dispute.path(""))
        .await
        .hides("take-back");
    let done = site.post(other, &take_back, &[]).await;
    assert_eq!(
        (done.status, done.location),
        (StatusCode::SEE_OTHER, dispute.path(""))
    );
    site.get(other, &dispute.path(""))
        .await
        .hides("take-back")
        .shows("tin_orchard took it back (<a href=\"");

    let leave = dispute.path("/leave");
    assert_eq!(
        site.post(other, &leave, &[]).await.status,
        StatusCode::BAD_REQUEST
    );
    let left = site.post(other, &leave, &[("sure", "on")]).await;
    assert_eq!(left.status, StatusCode::SEE_OTHER);
    let view = site.service.view(&None, dispute.id).await.unwrap();
    assert_eq!(view.seats[1].player, None);
}

#[tokio::test]
async fn the_history_is_searched_for_letters_of_any_script_and_not_for_whole_books() {
    let dispute = Dispute::new().await;
    dispute.site.set("02T12:00:00");
    (dispute.site)
        .play(
            &dispute.host,
            dispute.id,
            "move h1 h2",
            "Vers l\u{2019}\u{c9}cole_1",
        )
        .await;
    let found = async |text: &str| {
        let path = dispute.path(&format!("/audit?text={text}"));
        let answer = dispute.site.get(None, &path).await;
        (answer.status, answer.body.contains("id=\"e6\""))
    };
    for text in ["%C3%89COLE", "%C3%A9cole", "cole_1", "ECOLE"] {
        assert_eq!(
            found(text).await,
            (StatusCode::OK, text != "ECOLE"),
            "{text}"
        );
    }
    // A sign that stands for any other in patterns stands for itself.
    assert_eq!(found("cole%251").await, (StatusCode::OK, false));
    let (status, _) = found(&"x".repeat(100)).await;
    assert_eq!(status, StatusCode::OK);
    for letters in [101, 51_000] {
        let (status, _) = found(&"x".repeat(letters)).await;
        assert_eq!(status, StatusCode::BAD_REQUEST);
    }
}
