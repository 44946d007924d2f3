//! A match of Helios on its pages and by its forms, as without a script.

use axum::http::StatusCode;
use daykeeper::ids::MatchId;

use super::html::assert_sound;
use super::site::{Answer, Site, User};

struct Pair {
    site: Site,
    bottom: User,
    top: User,
    id: MatchId,
}

impl Pair {
    /// A challenge made by the form, its host at the bottom.
    async fn challenge() -> Self {
        let site = Site::new().await;
        let (bottom, top) = (site.user("Brindle").await, site.user("Pellucid").await);
        let fields = [("title", "Noon"), ("game", "helios"), ("side", "bottom")];
        let made = site.post(Some(&bottom), "/matches/new", &fields).await;
        assert_eq!(made.status, StatusCode::SEE_OTHER, "{}", made.body);
        let id = made.location.rsplit('/').next().unwrap().parse().unwrap();
        Self {
            site,
            bottom,
            top,
            id,
        }
    }

    async fn begun() -> Self {
        let pair = Self::challenge().await;
        let seated = pair.post(&pair.top, "seat", &[]).await;
        assert_eq!(seated.status, StatusCode::SEE_OTHER, "{}", seated.body);
        pair
    }

    fn path(&self) -> String {
        format!("/matches/{}", self.id)
    }

    async fn page(&self, user: Option<&User>) -> Answer {
        let page = self.site.get(user, &self.path()).await;
        assert_sound(&page);
        page
    }

    async fn post(&self, user: &User, form: &str, fields: &[(&str, &str)]) -> Answer {
        let path = format!("{}/{form}", self.path());
        self.site.post(Some(user), &path, fields).await
    }

    /// Plays on what the page shows.
    async fn play(&self, user: &User, fields: &[(&str, &str)]) -> Answer {
        let page = self.page(Some(user)).await;
        let value = |name: &str| {
            let (_, rest) = page
                .body
                .split_once(&format!("name=\"{name}\" value=\""))
                .unwrap();
            rest.split('"').next().unwrap().to_owned()
        };
        let (seq, key) = (value("seq"), value("key"));
        let mut fields = fields.to_vec();
        fields.extend([("seq", seq.as_str()), ("key", key.as_str())]);
        self.post(user, "action", &fields).await
    }
}

#[tokio::test]
async fn a_challenge_waits_for_an_opponent_and_begins_when_one_sits_down() {
    let pair = Pair::challenge().await;
    pair.page(Some(&pair.bottom))
        .await
        .shows("Waiting for an opponent")
        .shows("Withdraw this challenge");
    pair.page(None).await.shows("The top side is free");
    let lobby = pair.site.get(Some(&pair.top), "/").await;
    lobby
        .shows("Helios, 7 × 7, 3 days a turn")
        .shows("The top side is free.");
    pair.page(Some(&pair.top)).await.shows("Take the top side");
    pair.post(&pair.top, "seat", &[]).await;
    pair.page(Some(&pair.bottom))
        .await
        .shows("Your action")
        .shows("Until <time datetime=\"2026-03-04T12:00:00.000Z\"")
        .shows("<option value=\"c1-c2\">");
    pair.page(Some(&pair.top))
        .await
        .shows("Brindle to move")
        .hides("data-action-form");
}

#[tokio::test]
async fn an_action_is_checked_and_sent_by_a_form() {
    let pair = Pair::begun().await;
    let fields = [("action", "c1-c3"), ("post", "Up.")];
    let checked = pair.post(&pair.bottom, "action/check", &fields).await;
    checked
        .shows("NOT SENT")
        .shows("not_adjacent")
        .shows("Up.</textarea>");
    let fields = [("action", "c1-c2"), ("post", "Up.")];
    let checked = pair.post(&pair.bottom, "action/check", &fields).await;
    checked
        .shows("NOT SENT")
        .shows("sun carrier on c1 moves to c2");
    // The draft is there again.
    pair.page(Some(&pair.bottom)).await.shows("value=\"c1-c2\"");
    let hasty = pair.post(&pair.bottom, "flag", &[]).await;
    assert_eq!(hasty.status, StatusCode::CONFLICT);
    hasty.shows("not_overdue").shows("value=\"c1-c2\"");
    let refused = pair
        .play(&pair.bottom, &[("action", "jump"), ("post", "Up.")])
        .await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    refused.shows("unknown_action").shows("value=\"jump\"");
    let sent = pair.play(&pair.bottom, &fields).await;
    assert_eq!(sent.status, StatusCode::SEE_OTHER, "{}", sent.body);
    let page = pair.page(Some(&pair.top)).await;
    page.shows("Your action")
        .shows("id=\"turn-1\"")
        .shows("Brindle&#39;s sun carrier on c1 moves to c2")
        .shows("turns/1.png?mark=1")
        .shows("class=\"p0\" aria-hidden=\"true\"><use href=\"/static/icons.svg#disc3\"/>")
        .shows("data-replay=\"/matches/")
        .shows("<li><span>1.</span><b>c1-c2</b>");
    let turn = pair
        .site
        .get(None, &format!("{}/turns/1", pair.path()))
        .await;
    turn.shows("Before and after").shows("<code>c1-c2");
    assert_sound(&turn);
}

#[tokio::test]
async fn a_draw_is_offered_and_answered_by_forms() {
    let pair = Pair::begun().await;
    let fields = [("action", "c1-c2"), ("offer_draw", "on")];
    pair.play(&pair.bottom, &fields).await;
    pair.page(Some(&pair.bottom)).await.hides("Accept the draw");
    pair.page(Some(&pair.top))
        .await
        .shows("Brindle offers a draw")
        .shows("Accept the draw");
    let declined = pair.post(&pair.top, "draw", &[("accept", "no")]).await;
    assert_eq!(declined.status, StatusCode::SEE_OTHER);
    let late = pair.post(&pair.top, "draw", &[("accept", "yes")]).await;
    assert_eq!(late.status, StatusCode::CONFLICT);
    late.shows("no_offer");
    pair.play(&pair.top, &[("action", "c7-c6"), ("offer_draw", "on")])
        .await;
    pair.post(&pair.bottom, "draw", &[("accept", "yes")]).await;
    pair.page(None)
        .await
        .shows("The match is a draw")
        .shows("The players agreed on a draw.");
}

#[tokio::test]
async fn resigning_takes_two_steps() {
    let pair = Pair::begun().await;
    let hasty = pair.post(&pair.top, "resign", &[]).await;
    assert_eq!(hasty.status, StatusCode::BAD_REQUEST);
    hasty.shows("Nothing has happened.");
    let resigned = pair.post(&pair.top, "resign", &[("sure", "on")]).await;
    assert_eq!(resigned.status, StatusCode::SEE_OTHER);
    pair.page(Some(&pair.bottom))
        .await
        .shows("Brindle has won the match")
        .shows("A player resigned.")
        .hides("Resign this match");
}

#[tokio::test]
async fn a_challenge_that_was_taken_meanwhile_is_not_given_up() {
    let pair = Pair::challenge().await;
    pair.page(Some(&pair.bottom))
        .await
        .shows("Withdraw this challenge");
    assert_eq!(
        pair.post(&pair.top, "seat", &[]).await.status,
        StatusCode::SEE_OTHER
    );
    let stale = [("sure", "on"), ("challenge", "1")];
    let refused = pair.post(&pair.bottom, "resign", &stale).await;
    assert_eq!(refused.status, StatusCode::BAD_REQUEST);
    refused
        .shows("somebody has taken the free side")
        .shows("Resign this match");
}

#[tokio::test]
async fn the_win_on_time_is_offered_once_the_time_is_over() {
    let pair = Pair::begun().await;
    pair.site.set("04T12:00:00");
    pair.page(Some(&pair.top))
        .await
        .hides("Claim the win on time");
    pair.site.set("04T12:00:01");
    pair.page(Some(&pair.top))
        .await
        .shows("The time of Brindle is over.")
        .shows("Claim the win on time");
    pair.post(&pair.top, "flag", &[]).await;
    pair.page(None)
        .await
        .shows("Pellucid has won the match")
        .shows("A player ran out of time.");
}
