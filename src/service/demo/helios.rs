//! A short match of Helios, from the first step to the last sun.

use crate::ids::MatchId;
use crate::referee::command::{Act, DrawOffer};
use crate::rules::helios::ruleset::OptionsAsked;
use crate::service::create::SideAsked;
use crate::service::views::Person;
use crate::service::{NewGame, NewHelios, NewMatch, Service, ServiceError, SubmitAction};
use crate::time::Instant;

const TITLE: &str = "Demonstration: four suns each";

/// What is played, the bottom side first, and what is written with it.
#[rustfmt::skip]
const ACTIONS: [(&str, &str); 37] = [
    ("c1-c2", "Good morning. One step at a time."),
    ("d4-d3", "To you as well."),
    ("a1-a2", ""),
    ("b4-b3", ""),
    ("c2-d2", ""),
    ("d3-c3", ""),
    ("d2-d3", ""),
    ("c3-c2", ""),
    ("d1-d2", ""),
    ("c2-c3", ""),
    ("d3-d4", ""),
    ("b3-b2", ""),
    ("d4*", "The first one is up."),
    ("c4-b4", ""),
    ("d2-d3", ""),
    ("b2-b3", ""),
    ("d3>d4", "Passed on while nobody looked. Mine is locked now, but so is your way to it."),
    ("a4-a3", ""),
    ("d4*", ""),
    ("a3xa1", "That was in reach, I am afraid."),
    ("a1>a2", "And this is mine now, thank you."),
    ("c3-c2", ""),
    ("a2-a3", ""),
    ("b1>a1", "Two can rob."),
    ("a3xc3", ""),
    ("a1*", ""),
    ("c3xa3", ""),
    ("a1xc1", "Eye for an eye."),
    ("b1xd1", ""),
    ("c1-b1", ""),
    ("a3-a4", ""),
    ("c2-c1", ""),
    ("a4*", ""),
    ("c1*", ""),
    ("b4>a4", "You left it lying there."),
    ("c1-c2", ""),
    ("a4*", "Four to two. Well played!"),
];

impl Service {
    pub(super) async fn play_demo_of_helios(
        &self,
        players: &[Person],
        made: Instant,
    ) -> Result<MatchId, ServiceError> {
        let id = self.create_match_at(&players[1], asked(), made).await?;
        let seated = made.plus_minutes(95);
        self.act(&players[2], id, Act::TakeSeat, seated).await?;
        for ((number, (action, post)), player) in
            (0_i64..).zip(ACTIONS).zip(players[1..].iter().cycle())
        {
            let seq = self.record_due_in(id, seated).await?.game.seq;
            let sent = SubmitAction {
                seq,
                action: action.to_owned(),
                draw: DrawOffer::None,
                post: Some(post.to_owned()),
                key: None,
            };
            self.play_at(player, id, sent, acted(seated, number))
                .await?;
        }
        Ok(id)
    }
}

fn asked() -> NewMatch {
    let helios = NewHelios {
        options: OptionsAsked {
            width: Some(4),
            height: Some(4),
            ..OptionsAsked::default()
        },
        side: SideAsked::Bottom,
        ..NewHelios::default()
    };
    NewMatch {
        title: TITLE.to_owned(),
        game: NewGame::Helios(helios),
        ..NewMatch::default()
    }
}

/// About five actions a day, at no regular hours.
fn acted(seated: Instant, number: i64) -> Instant {
    seated.plus_minutes(30 + number * 290 + number * number % 97)
}
