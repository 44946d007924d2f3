//! The moderation of the site: suspensions, roles, links, deleted accounts, signals, and the log of it.

mod farewell;
mod links;
mod log;
mod signals;
mod suspensions;

use daykeeper::ids::{MatchId, Role};
use daykeeper::service::accounts::Person;
use daykeeper::service::{NewAbaddon, NewGame, NewMatch};
use serde_json::{Value, json};

use crate::app::{Answer, App, Client};

/// A site with a player, somebody else who plays, a moderator and an administrator, all logged in.
struct Town<'a> {
    app: &'a App,
    player: Client<'a>,
    brindle: Person,
    other: Client<'a>,
    judge: Client<'a>,
    wickerlamp: Person,
    admin: Client<'a>,
    ossa: Person,
}

impl<'a> Town<'a> {
    async fn of(app: &'a App) -> Self {
        let (player, brindle) = app.user_with_role("Brindle", Role::Player).await;
        let other = app.cookie_user("tin orchard").await;
        let (judge, wickerlamp) = app.user_with_role("wickerlamp", Role::Moderator).await;
        let (admin, ossa) = app.user_with_role("Ossa", Role::Admin).await;
        Self {
            app,
            player,
            brindle,
            other,
            judge,
            wickerlamp,
            admin,
            ossa,
        }
    }

    /// A match of Brindle's, in which nobody plays twice in a row.
    async fn a_match(&self) -> MatchId {
        let asked = NewMatch {
            title: "The Ninth Door".to_owned(),
            game: NewGame::Abaddon(NewAbaddon {
                twice_in_a_row: Some(false),
                ..NewAbaddon::default()
            }),
            ..NewMatch::default()
        };
        let made = self.app.matches.create_match(&self.brindle, asked).await;
        made.unwrap()
    }

    /// Does something to an account by the moderators' form.
    async fn measure(&self, by: &Client<'_>, measure: &str, on: &Person, reason: &str) -> Answer {
        let path = format!("/moderation/accounts/{}/{measure}", on.id);
        by.post_form(&path, &[("reason", reason)]).await
    }

    /// The kinds of all events of a match, in order.
    async fn kinds(&self, id: MatchId) -> Vec<String> {
        let events = self.app.matches.events(&None, id, 0, 100).await.unwrap();
        events.into_iter().map(|event| event.kind).collect()
    }
}

/// Sends a turn on the newest board.
async fn play(client: &Client<'_>, id: MatchId, steps: &[&str], more: Value) -> Answer {
    let path = format!("/api/v1/matches/{id}");
    let seq = client.get(&path).await.json()["seq"].clone();
    let mut turn = json!({"seq": seq, "turn": steps});
    for (name, value) in more.as_object().unwrap() {
        turn[name] = value.clone();
    }
    client.post(&format!("{path}/turns"), &turn).await
}

/// The part of a page between two texts.
#[track_caller]
fn between<'a>(page: &'a Answer, before: &str, after: &str) -> &'a str {
    let (_, rest) = page.body.split_once(before).unwrap();
    rest.split_once(after).unwrap().0
}
