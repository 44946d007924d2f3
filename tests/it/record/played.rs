//! Matches in which everything has happened that can.

use daykeeper::ids::{MatchId, Role};
use daykeeper::referee::ruling::Belongings;
use daykeeper::referee::state::Board;
use daykeeper::rules::abaddon::level::{Level, Levels};
use daykeeper::rules::abaddon::position::Kind;
use daykeeper::rules::seat::Seat;
use daykeeper::service::record;
use daykeeper::service::views::Person;
use daykeeper::service::{
    NewAbaddon, NewGame, NewHelios, NewMatch, RulingAsked, SideAsked, Submit, SubmitAction, Wish,
};
use serde_json::json;

use crate::world::{World, colour, hall, turn};

/// Who has to do with a match of these tests.
pub(crate) struct Cast {
    pub(crate) host: Person,
    pub(crate) guest: Person,
    pub(crate) third: Person,
    pub(crate) moderator: Person,
}

impl Cast {
    pub(crate) async fn of(world: &World) -> Self {
        Self {
            host: world.player(1).await,
            guest: world.player(2).await,
            third: world.player(3).await,
            moderator: world.person(9, Role::Moderator).await,
        }
    }
}

/// A seat by its number.
pub(crate) fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

/// A sprite like no default one.
pub(crate) fn frame(inside: char) -> String {
    let row = |middle: char| format!("c{}c\n", middle.to_string().repeat(10));
    let rows = (0..10).map(|_| row(inside)).collect::<String>();
    format!("{}{rows}{}", row('c'), row('c'))
}

/// Makes a ruling with a reason of several lines.
pub(crate) async fn rule(world: &World, by: &Person, id: MatchId, wish: Wish) {
    let reason = "Because:\n\n> it was \"agreed\" \\ so\n  ~".to_owned();
    let asked = RulingAsked { reason, wish };
    world.service.rule(by, id, &asked).await.unwrap();
}

async fn play(world: &World, by: &Person, id: MatchId, steps: &[&str], post: &str) {
    let sent = Submit {
        post: Some(post.to_owned()),
        ..turn(world.seq(id).await, steps)
    };
    world.service.submit(by, id, sent).await.unwrap();
}

/// A match of Abaddon with every kind of ruling, something taken back, a seat that was left and one
/// that was replaced, hidden and odd posts, and sprites that come and go.
pub(crate) async fn full_match(world: &World, cast: &Cast) -> MatchId {
    let Cast {
        host, guest, third, ..
    } = cast;
    let service = &world.service;
    let asked = NewMatch {
        title: "The \"Ninth\" Door \\ [b]é[/b] 🜂".to_owned(),
        ..NewMatch::default()
    };
    let id = service.create_match(host, asked).await.unwrap();
    service
        .put_sprite(host, Kind::Engineer, &frame('.'))
        .await
        .unwrap();
    world.join(host, id, 0).await.unwrap();
    service.announce(guest, id, colour(1)).await.unwrap();
    world.join(guest, id, 1).await.unwrap();
    service
        .put_sprite(guest, Kind::Soldier, &frame('w'))
        .await
        .unwrap();
    world.join(third, id, 2).await.unwrap();
    world.set("03-02T12:00:00.000");
    service
        .put_sprite(host, Kind::Engineer, &frame('o'))
        .await
        .unwrap();
    play(
        world,
        host,
        id,
        &["move b13 c13"],
        "\n# 12\n\n  > quoted\n\n$ 00",
    )
    .await;
    service.take_back(host, id, 4).await.unwrap();
    play(world, host, id, &["move b13 b12"], "A slip, sorry.").await;
    service.reset_sprite(host, Kind::Engineer).await.unwrap();
    play(world, guest, id, &["move p1 o1"], "You are all cheats!").await;
    rule_in(world, cast, id).await;
    id
}

/// Every kind of ruling, an announcement that is lifted, and a seat that is left.
async fn rule_in(world: &World, cast: &Cast, id: MatchId) {
    let Cast {
        third, moderator, ..
    } = cast;
    let service = &world.service;
    rule(world, moderator, id, Wish::HidePost(6)).await;
    rule(
        world,
        moderator,
        id,
        Wish::Annotate(2, "A note\n\non two lines".to_owned()),
    )
    .await;
    service.announce(third, id, None).await.unwrap();
    rule(world, moderator, id, Wish::Lift).await;
    rule(world, moderator, id, Wish::Revert(3)).await;
    rule(world, moderator, id, Wish::Revert(6)).await;
    rule(world, moderator, id, Wish::Pause(None)).await;
    rule(world, moderator, id, Wish::Resume).await;
    set_positions(world, moderator, id).await;
    service.leave(third, id).await.unwrap();
    let fourth = world.player(4).await;
    rule(
        world,
        moderator,
        id,
        Wish::Replace(seat(1), fourth.name.clone()),
    )
    .await;
    rule(
        world,
        moderator,
        id,
        Wish::Remove(seat(0), Belongings::GivenUp),
    )
    .await;
    rule(world, moderator, id, Wish::ResetSprites(seat(1), None)).await;
    rule(
        world,
        moderator,
        id,
        Wish::Retitle("Another\ttitle \"x\"".to_owned()),
    )
    .await;
    rule(world, moderator, id, Wish::HideMatch).await;
    rule(world, moderator, id, Wish::Close(Some(seat(1)))).await;
}

/// A position for nobody, and one as a seat's turn.
async fn set_positions(world: &World, moderator: &Person, id: MatchId) {
    let view = world.service.view(&None, id).await.unwrap();
    let board = Board::Abaddon(hall(&view).position.clone());
    let mut position = board.to_json();
    position["units"]
        .as_array_mut()
        .unwrap()
        .push(json!({"at": "c12", "owner": 1, "kind": "soldier"}));
    rule(world, moderator, id, Wish::SetPosition(position, None)).await;
    rule(
        world,
        moderator,
        id,
        Wish::SetPosition(board.to_json(), Some(seat(2))),
    )
    .await;
}

/// A match on a level that does not ship, private and with a guest who never comes.
pub(crate) async fn private_match(world: &World, cast: &Cast) -> MatchId {
    const YARD: &str = "name: Yard\nauthor: \"Ada\" \\ B\n\n\
        +---+---+---+---+\n| A   .   .   A |\n+   +   +   +   +\n| M   .   .   M |\n\
        +   +   +   +   +\n| A   .   .   A |\n+---+---+---+---+\n";
    let yard = Level::parse(YARD).unwrap();
    let mut levels = Levels::default();
    levels.offer("yard", yard).unwrap();
    let service = world.service.clone().with_levels(levels);
    let asked = NewMatch {
        title: "In the yard".to_owned(),
        visibility: daykeeper::referee::event::Visibility::Private,
        players: vec![cast.guest.name.clone(), cast.third.name.clone()],
        game: NewGame::Abaddon(NewAbaddon {
            level: Some("yard".to_owned()),
            ..NewAbaddon::default()
        }),
        ..NewMatch::default()
    };
    let id = service.create_match(&cast.host, asked).await.unwrap();
    let sent = Submit {
        colour: colour(4),
        ..turn(1, &["join a1", "spawn a1>b1"])
    };
    service.submit(&cast.host, id, sent).await.unwrap();
    id
}

/// A match of Helios with a challenge, a draw that was declined, and a side that resigned.
pub(crate) async fn helios_match(world: &World, cast: &Cast) -> MatchId {
    let service = &world.service;
    let asked = NewMatch {
        title: "Suns".to_owned(),
        game: NewGame::Helios(NewHelios {
            side: SideAsked::Bottom,
            opponent: Some(cast.guest.name.clone()),
            ..NewHelios::default()
        }),
        ..NewMatch::default()
    };
    let id = service.create_match(&cast.host, asked).await.unwrap();
    service.take_seat(&cast.guest, id).await.unwrap();
    for (by, action) in [(&cast.host, "c1-c2"), (&cast.guest, "c7-c6")] {
        let sent = SubmitAction {
            seq: world.seq(id).await,
            action: action.to_owned(),
            draw: daykeeper::referee::command::DrawOffer::Offered,
            post: Some(" ~ \n".repeat(3) + "end"),
            ..SubmitAction::default()
        };
        service.play(by, id, sent).await.unwrap();
    }
    rule(world, &cast.moderator, id, Wish::Revert(1)).await;
    service.resign(&cast.guest, id).await.unwrap();
    id
}

/// The record of a match.
pub(crate) async fn text_of(world: &World, id: MatchId) -> String {
    let text = record::export(world.service.store(), id).await.unwrap();
    text.expect("the match is there")
}

/// Deletes an account as its owner does: name, password and what they wrote go, events stay.
pub(crate) async fn delete_account(world: &World, person: &Person) {
    world
        .service
        .store()
        .anonymise(person.id, world.service.now())
        .await
        .unwrap();
    let posts = "DELETE FROM texts WHERE hash IN (SELECT json_extract(payload, '$.post') FROM events \
                 WHERE actor = $1 AND kind = 'moved')";
    sqlx::query(posts)
        .bind(person.id.to_string())
        .execute(&world.file().await)
        .await
        .unwrap();
}
