//! Composing a turn: the page offers every legal step with what it would do, and keeps the steps in
//! the order that the player wants, with a script and without.

use daykeeper::ids::MatchId;
use daykeeper::referee::options::Preset;
use daykeeper::rules::abaddon::position::Kind;
use daykeeper::service::{NewAbaddon, NewGame, NewMatch};

use super::html::assert_sound;
use super::site::{Answer, Site, User};
use crate::stage::{TURNS, Who, numbers};

struct Stage {
    site: Site,
    host: User,
    guest: User,
    id: MatchId,
}

impl Stage {
    async fn new() -> Self {
        let site = Site::new().await;
        let (host, guest) = (site.user("Ada").await, site.user("Bert").await);
        let asked = NewMatch {
            title: "The stage".to_owned(),
            game: NewGame::Abaddon(NewAbaddon {
                clock: Preset::Free,
                twice_in_a_row: Some(true),
                options: serde_json::from_value(numbers()).unwrap(),
                ..NewAbaddon::default()
            }),
            ..NewMatch::default()
        };
        let id = site
            .service
            .create_match(&host.person, asked)
            .await
            .unwrap();
        for (who, steps) in TURNS {
            let player = match who {
                Who::Host => &host,
                Who::Guest => &guest,
            };
            site.play(player, id, steps, "").await;
        }
        Self {
            site,
            host,
            guest,
            id,
        }
    }

    /// The number of the newest event.
    async fn seq(&self) -> u64 {
        self.site.service.view(&None, self.id).await.unwrap().seq
    }

    /// The part of the page that a script asks for, with one of its buttons pressed.
    async fn press(&self, steps: &str, button: (&str, &str)) -> Answer {
        let path = format!("/matches/{}/check?part=verdict", self.id);
        let fields = [("steps", steps), button];
        self.site.post(Some(&self.host), &path, &fields).await
    }

    async fn check(&self, steps: &str) -> Answer {
        self.press(steps, ("instead", "")).await
    }
}

/// The button of an offer, as the page has it.
fn offer<'a>(page: &'a Answer, notation: &str) -> &'a str {
    let value = format!("value=\"{}\"", notation.replace('>', "&#62;"));
    (page
        .body
        .split("<button ")
        .find(|button| button.contains(&value)))
    .unwrap_or_else(|| panic!("{notation} is not offered:\n{}", page.body))
}

fn assert_steps(page: &Answer, steps: &str) {
    page.shows(&format!(
        "<pre data-steps>{}</pre>",
        steps.replace('>', "&#62;")
    ));
}

#[tokio::test]
async fn every_legal_step_is_offered_with_what_it_would_do() {
    let stage = Stage::new().await;
    let page = stage.check("").await;
    let legal = stage
        .site
        .service
        .check(&Some(stage.host.person.clone()), stage.id, &[], None)
        .await
        .unwrap();
    for choice in &legal.next {
        offer(&page, &choice.notation);
    }
    for kind in "move breach jump disown transform build attack spawn".split(' ') {
        assert!(page.body.contains(&format!("value=\"{kind} ")), "{kind}");
    }
    let jump = offer(&page, "jump d2 d1>n13");
    assert!(jump.contains("data-then=\"n12\""), "{jump}");
    assert!(jump.contains("data-cost=\"1 action\""), "{jump}");
    let shot = offer(&page, "attack i3 down");
    assert!(shot.contains("data-hits=\"i2\" data-own=\"\""), "{shot}");
    assert!(
        shot.contains("Bert’s Engineer on i2 is destroyed."),
        "{shot}"
    );
    assert!(!shot.contains("data-warning"), "{shot}");
    let fire = offer(&page, "attack h3 right");
    assert!(fire.contains("data-own=\"i3\""), "{fire}");
    assert!(fire.contains("you lose your Soldier on i3"), "{fire}");
}

#[tokio::test]
async fn squares_are_told_as_they_are_after_the_steps() {
    let stage = Stage::new().await;
    let page = stage.check("move j1 j2").await;
    page.shows("<li data-at=\"j2\" data-walls=\"wall above\">your Engineer</li>")
        .shows("<li data-at=\"k1\">Bert’s Airlock</li>")
        .shows("<li data-at=\"q1\">Airlock, unclaimed</li>")
        .shows("<li data-at=\"d1\" data-walls=\"wall on the left\">teleporter</li>")
        .shows("<li data-at=\"j1\" data-walls=\"wall on the left\"></li>");
    let page = stage.check("build j1 up").await;
    page.shows("<li data-at=\"j1\" data-walls=\"your wall above, wall on the left\">")
        .shows("<li data-at=\"j2\" data-walls=\"wall above, your wall below\">");
}

#[tokio::test]
async fn a_spawn_takes_one_more_airlock_for_no_further_action() {
    let stage = Stage::new().await;
    let page = stage.check("move j1 j2\nspawn g1>g2").await;
    page.shows("2 of 4");
    let longer = offer(&page, "spawn g1>g2 a1>b1");
    assert!(longer.contains("name=\"extend\""), "{longer}");
    let page = stage
        .press("move j1 j2\nspawn G1>G2", ("extend", "spawn g1>g2 a1>b1"))
        .await;
    assert_steps(&page, "move j1 j2\nspawn g1>g2 a1>b1");
    page.shows("2 of 4").hides("name=\"extend\"");
    let stale = ("extend", "spawn g1>h1 a1>b1");
    let page = stage.press("spawn g1>g2", stale).await;
    assert_steps(&page, "spawn g1>g2");
}

#[tokio::test]
async fn steps_are_moved_and_taken_back_by_buttons_that_name_them() {
    let stage = Stage::new().await;
    let steps = "move j1 j2\nmove f1 f2\nmove i3 j3";
    let page = stage.check(steps).await;
    page.shows("name=\"earlier\" value=\"2 move f1 f2\"")
        .shows("name=\"later\" value=\"2 move f1 f2\"")
        .shows("name=\"take_back\" value=\"3 move i3 j3\"")
        .hides("name=\"earlier\" value=\"1 ")
        .hides("name=\"later\" value=\"3 ");
    for (button, left) in [
        (
            ("earlier", "2 move f1 f2"),
            "move f1 f2\nmove j1 j2\nmove i3 j3",
        ),
        (
            ("later", "2 move f1 f2"),
            "move j1 j2\nmove i3 j3\nmove f1 f2",
        ),
        (("take_back", "1 move j1 j2"), "move f1 f2\nmove i3 j3"),
        (("take_back", "1 move f1 f2"), steps),
        (("take_back", "4 move f1 f2"), steps),
        (("take_back", "0 "), steps),
        (("earlier", "1 move j1 j2"), steps),
        (("later", "3 move i3 j3"), steps),
        (("later", "move i3 j3"), steps),
    ] {
        let page = stage.press(steps, button).await;
        assert_steps(&page, left);
    }
}

#[tokio::test]
async fn moved_steps_are_checked_again() {
    let stage = Stage::new().await;
    let page = stage
        .press("move j1 j2\nmove j2 j1", ("earlier", "2 move j2 j1"))
        .await;
    page.shows("<code>no_unit</code>")
        .shows("move j1 j2 · not looked at yet")
        .shows("name=\"take_back\" value=\"1 move j2 j1\"")
        .shows("name=\"take_back\" value=\"2 move j1 j2\"");
}

#[tokio::test]
async fn a_step_that_hits_ones_own_is_warned_of_and_attacks_are_counted() {
    let stage = Stage::new().await;
    let page = stage.check("attack h3 right").await;
    page.shows("<li data-hits=\"i3\">")
        .shows("<b>Friendly fire:</b> you lose your Soldier on i3.")
        .shows("Engineer d2, f1, j1")
        .shows("<span class=\"spent\">Flamebat h3 used</span>");
}

#[tokio::test]
async fn without_a_script_the_same_buttons_give_the_whole_page() {
    let stage = Stage::new().await;
    let path = format!("/matches/{}/check", stage.id);
    let fields = [
        ("steps", "move j1 j2\nmove f1 f2"),
        ("take_back", "1 move j1 j2"),
        ("post", "Hi"),
    ];
    let page = stage.site.post(Some(&stage.host), &path, &fields).await;
    page.shows("\nmove f1 f2</textarea>").shows("Hi</textarea>");
    assert_sound(&page);
}

#[tokio::test]
async fn a_colour_is_refused_while_it_is_chosen() {
    let stage = Stage::new().await;
    let new = stage.site.user("Ossa").await;
    let path = format!("/matches/{}/check?part=verdict", stage.id);
    for (colour, refused) in [("#3388fe", true), ("#a899c8", false), ("blu", false)] {
        let fields = [("steps", "join q1"), ("color_text", colour)];
        let page = stage.site.post(Some(&new), &path, &fields).await;
        page.shows("data-dye-refusal");
        assert_eq!(
            page.body.contains("Nearest free colour"),
            refused,
            "{colour}"
        );
    }
}

#[tokio::test]
async fn a_newcomer_is_drawn_as_they_have_painted_themselves() {
    let stage = Stage::new().await;
    let (plain, painter) = (stage.site.user("Ossa").await, stage.site.user("Vale").await);
    let frame = format!(
        "cccccccccccc\n{}cccccccccccc\n",
        "c..........c\n".repeat(10)
    );
    (stage.site.service)
        .put_sprite(&painter.person, Kind::Engineer, &frame)
        .await
        .unwrap();
    let path = format!("/matches/{}/check?part=verdict", stage.id);
    let fields = [("steps", "join q1\nspawn q1>p1"), ("color", "#009e73")];
    let drawn = async |who| {
        let page = stage.site.post(Some(who), &path, &fields).await;
        let preview = page.body.split("data-preview=\"").nth(1).unwrap();
        preview.split('"').next().unwrap().to_owned()
    };
    assert_ne!(drawn(&plain).await, drawn(&painter).await);
}

#[tokio::test]
async fn a_colour_that_was_chosen_beforehand_gives_way_and_is_no_draft() {
    let stage = Stage::new().await;
    let (first, second) = (stage.site.user("Ossa").await, stage.site.user("Vale").await);
    let path = format!("/matches/{}", stage.id);
    let page = stage.site.get(Some(&first), &path).await;
    let chosen = suggested(&page);
    page.shows(&format!("value=\"{chosen}\" checked"));
    let join = [
        ("steps", "join q1"),
        ("color", &chosen),
        ("seq", "99"),
        ("suggested", &chosen),
    ];
    let check = format!("{path}/check");
    stage.site.post(Some(&second), &check, &join).await;
    let draft = stage
        .site
        .service
        .draft(&second.person, stage.id)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(
        (draft.colour, draft.steps),
        (None, vec!["join q1".to_owned()])
    );

    stage.site.play(&first, stage.id, "join q13", "").await;
    let page = stage.site.post(Some(&second), &check, &join).await;
    assert_ne!(suggested(&page), chosen);
    page.hides("id=\"colour-e\"");
    let insists = [("steps", "join q1"), ("color_text", &*chosen)];
    stage
        .site
        .post(Some(&second), &check, &insists)
        .await
        .shows("id=\"colour-e\"");
}

/// The colour that the page chooses for whoever does not mind.
fn suggested(page: &Answer) -> String {
    let field = page
        .body
        .split("name=\"suggested\" value=\"")
        .nth(1)
        .unwrap();
    field.split('"').next().unwrap().to_owned()
}

#[tokio::test]
async fn what_happened_while_somebody_composed_is_told_in_words() {
    let stage = Stage::new().await;
    let guest = &stage.guest;
    let path = format!("/matches/{}/check", stage.id);
    let check = async |steps: &str, seq: u64| {
        let seq = seq.to_string();
        let fields = [("steps", steps), ("seq", &seq)];
        stage.site.post(Some(&stage.host), &path, &fields).await
    };
    let seq = stage.seq().await;
    check("move j1 j2", seq)
        .await
        .hides("while you were composing");
    stage.site.play(guest, stage.id, "move l1 l2", "").await;
    let page = check("move j1 j2\nmove f1 f2", seq).await;
    page.shows("<b>Bert played turn 15 while you were composing.</b>")
        .shows("Your steps still work.")
        .shows(&format!("name=\"seq\" value=\"{}\"", stage.seq().await));
    stage
        .site
        .play(&stage.host, stage.id, "move i3 j3", "")
        .await;
    let page = check("move i3 j3", seq).await;
    page.shows("<b>Bert played turn 15 and you played turn 16 while you were composing.</b>")
        .shows("Step 1 does not work on the new board:");
    stage.site.play(guest, stage.id, "move l2 l1", "").await;
    stage.site.play(guest, stage.id, "move l1 l2", "").await;
    check("", seq)
        .await
        .shows("Much has happened while you were composing: the board now shows turn 18.");
    check("", stage.seq().await)
        .await
        .hides("while you were composing");
}
