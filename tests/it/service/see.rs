//! What is shown, and to whom.

use daykeeper::ids::{MatchId, Role};
use daykeeper::referee::event::Visibility;
use daykeeper::service::views::{BoardScene, MatchState, Person};
use daykeeper::service::{BoardAt, Draft, ListAsked, NewMatch, Service, ServiceError, Submit};
use daykeeper::store::lists::Scope;

use crate::world::{World, at, colour, steps_of, steps_tried, turn};

async fn a_match_seen_by(
    world: &World,
    host: &Person,
    visibility: Visibility,
    players: &[&str],
) -> MatchId {
    let players = players.iter().map(|name| (*name).to_owned()).collect();
    let asked = NewMatch {
        title: "Hidden halls".to_owned(),
        visibility,
        players,
        ..NewMatch::default()
    };
    world.service.create_match(host, asked).await.unwrap()
}

async fn listed(service: &Service, viewer: Option<&Person>, scope: Scope) -> Vec<MatchId> {
    let asked = ListAsked {
        scope,
        ..ListAsked::default()
    };
    let page = service.list(&viewer.cloned(), &asked).await.unwrap();
    page.items.into_iter().map(|card| card.id).collect()
}

#[tokio::test]
async fn a_private_match_is_missing_to_everybody_else() {
    let world = World::new().await;
    let (host, named, stranger) = (
        world.player(1).await,
        world.player(2).await,
        world.player(3).await,
    );
    let id = a_match_seen_by(&world, &host, Visibility::Private, &["Player 2"]).await;
    for viewer in [Some(host.clone()), Some(named.clone())] {
        assert_eq!(world.service.view(&viewer, id).await.unwrap().id, id);
    }
    let service = &world.service;
    for viewer in [None, Some(stranger.clone())] {
        assert!(matches!(
            service.view(&viewer, id).await,
            Err(ServiceError::Missing)
        ));
        assert!(matches!(
            service.thread(&viewer, id, None, 20).await,
            Err(ServiceError::Missing)
        ));
        assert!(matches!(
            service.turn(&viewer, id, 1).await,
            Err(ServiceError::Missing)
        ));
        assert!(matches!(
            service.board(&viewer, id, BoardAt::Newest).await,
            Err(ServiceError::Missing)
        ));
        assert!(matches!(
            service.events(&viewer, id, 0, 10).await,
            Err(ServiceError::Missing)
        ));
        assert!(matches!(
            service.check(&viewer, id, &[], None).await,
            Err(ServiceError::Missing)
        ));
    }
    let sent = Submit {
        colour: colour(0),
        ..turn(1, &["join a13"])
    };
    assert!(matches!(
        service.announce(&stranger, id, colour(0)).await,
        Err(ServiceError::Missing)
    ));
    assert!(matches!(
        service.withdraw(&stranger, id).await,
        Err(ServiceError::Missing)
    ));
    assert!(matches!(
        service.submit(&stranger, id, sent.clone()).await,
        Err(ServiceError::Missing)
    ));
    assert!(matches!(
        service.save_draft(&stranger, id, &Draft::default()).await,
        Err(ServiceError::Missing)
    ));
    service.submit(&named, id, sent).await.unwrap();
}

#[tokio::test]
async fn a_moderator_sees_a_private_match_and_does_not_play_in_it() {
    let world = World::new().await;
    let (host, moderator) = (
        world.player(1).await,
        world.person(2, Role::Moderator).await,
    );
    let id = a_match_seen_by(&world, &host, Visibility::Private, &[]).await;
    let view = world
        .service
        .view(&Some(moderator.clone()), id)
        .await
        .unwrap();
    assert_eq!(view.mine.unwrap().may_play.unwrap_err().code, "not_yours");
    let answer = world.service.announce(&moderator, id, colour(0)).await;
    assert!(
        matches!(answer, Err(ServiceError::NotYours(_))),
        "{answer:?}"
    );
}

#[tokio::test]
async fn lists_show_what_the_viewer_may_find() {
    let world = World::new().await;
    let (host, named, stranger) = (
        world.player(1).await,
        world.player(2).await,
        world.player(3).await,
    );
    let public = a_match_seen_by(&world, &host, Visibility::Public, &[]).await;
    world.set("03-01T12:00:01.000");
    let unlisted = a_match_seen_by(&world, &host, Visibility::Unlisted, &[]).await;
    world.set("03-01T12:00:02.000");
    let private = a_match_seen_by(&world, &host, Visibility::Private, &["Player 2"]).await;
    let service = &world.service;
    assert_eq!(listed(service, None, Scope::All).await, [public]);
    assert_eq!(listed(service, Some(&stranger), Scope::All).await, [public]);
    assert_eq!(
        listed(service, Some(&named), Scope::All).await,
        [private, public]
    );
    assert_eq!(listed(service, Some(&named), Scope::Mine).await, [private]);
    assert_eq!(
        listed(service, Some(&host), Scope::Mine).await,
        [private, unlisted, public]
    );
    assert_eq!(listed(service, None, Scope::Mine).await, []);
}

#[tokio::test]
async fn pages_of_a_list_follow_each_other_without_gap_or_repetition() {
    let world = World::new().await;
    let host = world.player(1).await;
    for second in 0..7 {
        world.set(&format!("03-01T12:00:0{}.000", second / 2));
        world.a_match(&host).await;
    }
    let (mut seen, mut after) = (Vec::new(), None);
    loop {
        let asked = ListAsked {
            after,
            limit: Some(3),
            ..ListAsked::default()
        };
        let page = world.service.list(&None, &asked).await.unwrap();
        seen.extend(page.items.iter().map(|card| (card.created_at, card.id)));
        after = page.next;
        if after.is_none() {
            break;
        }
    }
    assert_eq!(seen.len(), 7);
    assert!(seen.windows(2).all(|pair| pair[1] < pair[0]), "{seen:?}");
    let nonsense = ListAsked {
        after: Some("x".to_owned()),
        ..ListAsked::default()
    };
    assert!(matches!(
        world.service.list(&None, &nonsense).await,
        Err(ServiceError::Malformed(_))
    ));
}

#[tokio::test]
async fn lists_keep_to_the_state_that_is_asked_for() {
    let world = World::new().await;
    let host = world.player(1).await;
    let (open, running) = (world.a_match(&host).await, world.a_match(&host).await);
    world.join(&host, running, 0).await.unwrap();
    let lobby = world.service.lobby(&Some(host.clone())).await.unwrap();
    let ids = |cards: &[daykeeper::service::views::MatchCard]| {
        cards.iter().map(|card| card.id).collect::<Vec<_>>()
    };
    assert_eq!(
        (ids(&lobby.open.items), ids(&lobby.running.items)),
        (vec![open], vec![running])
    );
    assert_eq!(
        (ids(&lobby.over.items), ids(&lobby.waiting)),
        (vec![], vec![])
    );
    world.set("03-02T00:00:00.000");
    let lobby = world.service.lobby(&Some(host)).await.unwrap();
    assert_eq!(ids(&lobby.waiting), [running]);
    assert_eq!(lobby.running.items[0].state, MatchState::Running);
    assert_eq!(lobby.running.items[0].picture_size, (274, 210));
}

#[tokio::test]
async fn the_thread_tells_every_turn() {
    let world = World::new().await;
    let (one, two) = (world.player(1).await, world.player(2).await);
    let id = world.a_match(&one).await;
    let first = Submit {
        post: Some("Good luck!\r\nHave fun.".to_owned()),
        colour: colour(0),
        ..turn(1, &["JOIN A13", "spawn a13>b13"])
    };
    world.service.submit(&one, id, first).await.unwrap();
    world.service.announce(&two, id, colour(1)).await.unwrap();
    world.set("03-01T12:10:00.000");
    world.join(&two, id, 1).await.unwrap();
    let page = world.service.thread(&None, id, None, 1).await.unwrap();
    assert_eq!(
        (page.items[0].turn, page.items[0].announced_at),
        (2, Some(at("03-01T12:00:00.000")))
    );
    assert_eq!(page.next.as_deref(), Some("2"));
    let page = world.service.thread(&None, id, Some(2), 20).await.unwrap();
    let told = &page.items[0];
    assert_eq!(page.next, None);
    assert_eq!(
        (told.player.name.as_str(), told.post.as_deref()),
        ("Player 1", Some("Good luck!\nHave fun."))
    );
    let (steps, before, position) = steps_of(told);
    let notation: Vec<_> = steps.iter().map(|step| step.notation.as_str()).collect();
    assert_eq!(notation, ["join a13", "spawn a13>b13"]);
    assert_eq!(steps[1].after, *position);
    assert_eq!((before.units().count(), position.units().count()), (0, 1));
    assert!(matches!(
        world.service.turn(&None, id, 3).await,
        Err(ServiceError::Missing)
    ));
}

#[tokio::test]
async fn boards_are_those_after_each_turn() {
    let world = World::new().await;
    let (one, two) = (world.player(1).await, world.player(2).await);
    let id = world.a_match(&one).await;
    world.join(&one, id, 0).await.unwrap();
    world.join(&two, id, 1).await.unwrap();
    let board = async |at| world.service.board(&None, id, at).await;
    for (at, units) in [
        (BoardAt::Turn(0), 0),
        (BoardAt::Turn(1), 1),
        (BoardAt::Turn(2), 2),
        (BoardAt::Newest, 2),
    ] {
        let BoardScene::Abaddon { position, .. } = board(at).await.unwrap().scene else {
            panic!("a board of another game");
        };
        assert_eq!(position.units().count(), units);
    }
    assert!(matches!(
        board(BoardAt::Turn(3)).await,
        Err(ServiceError::Missing)
    ));
    assert_eq!(
        board(BoardAt::Newest).await.unwrap().seats[1].0.as_deref(),
        Some("Player 2")
    );
}

#[tokio::test]
async fn steps_are_checked_without_playing_them() {
    let world = World::new().await;
    let one = world.player(1).await;
    let id = world.a_match(&one).await;
    let steps = |texts: &[&str]| {
        texts
            .iter()
            .map(|text| (*text).to_owned())
            .collect::<Vec<_>>()
    };
    let empty = world.service.check(&None, id, &[], None).await.unwrap();
    assert_eq!(
        (empty.refused, empty.actions_left, empty.next.len()),
        (None, 2, 9)
    );
    let sent = steps(&["join a13", "move a1 a2", "nonsense"]);
    let check = world.service.check(&None, id, &sent, None).await.unwrap();
    let refused = check.refused.unwrap();
    assert_eq!(
        (refused.step, refused.code, check.actions_left),
        (1, "no_unit", 1)
    );
    assert_eq!(check.position.doors().count(), 1);
    assert_eq!(world.kinds(id).await, ["created"]);
}

#[tokio::test]
async fn a_draft_survives_everything_but_the_turn_it_becomes() {
    let world = World::new().await;
    let (one, two) = (world.player(1).await, world.player(2).await);
    let id = world.a_match(&one).await;
    let draft = Draft {
        steps: vec!["join a13".to_owned(), "spwan".to_owned()],
        post: Some("not yet".to_owned()),
        colour: Some("bluish".to_owned()),
    };
    let check = world.service.save_draft(&one, id, &draft).await.unwrap();
    assert_eq!(steps_tried(check).refused.unwrap().code, "unknown_step");
    world.service.announce(&one, id, colour(0)).await.unwrap();
    world.set("03-02T12:00:00.000");
    world.join(&two, id, 1).await.unwrap();
    let restarted = world.another_server().await;
    let kept = restarted.draft(&one, id).await.unwrap().unwrap();
    assert_eq!(
        (kept.steps, kept.post, kept.colour),
        (draft.steps, draft.post, draft.colour)
    );
    assert_eq!(kept.saved_at, at("03-01T12:00:00.000"));
    assert_eq!(restarted.draft(&two, id).await.unwrap(), None);
    let mine = world
        .service
        .view(&Some(one.clone()), id)
        .await
        .unwrap()
        .mine
        .unwrap();
    assert!(mine.draft.is_some());
    world.join(&one, id, 0).await.unwrap();
    assert_eq!(world.service.draft(&one, id).await.unwrap(), None);
}

#[tokio::test]
async fn a_draft_has_its_limit_and_can_be_forgotten() {
    let world = World::new().await;
    let one = world.player(1).await;
    let id = world.a_match(&one).await;
    let long = Draft {
        post: Some("x".repeat(17_000)),
        ..Draft::default()
    };
    assert!(matches!(
        world.service.save_draft(&one, id, &long).await,
        Err(ServiceError::TooLarge)
    ));
    world
        .service
        .save_draft(&one, id, &Draft::default())
        .await
        .unwrap();
    world.service.delete_draft(&one, id).await.unwrap();
    assert_eq!(world.service.draft(&one, id).await.unwrap(), None);
}

#[tokio::test]
async fn who_has_played_today_goes_by_the_day_of_the_turn() {
    let world = World::new().await;
    let one = world.player(1).await;
    let id = world.a_match(&one).await;
    world.set("03-01T23:50:00.000");
    world.service.announce(&one, id, colour(0)).await.unwrap();
    world.set("03-02T00:10:00.000");
    world.join(&one, id, 0).await.unwrap();
    let view = world.service.view(&None, id).await.unwrap();
    assert_eq!(view.today, []);
    let steps = ["move b13 c13"];
    let sent = turn(world.seq(id).await, &steps);
    world.service.submit(&one, id, sent).await.unwrap();
    let view = world.service.view(&None, id).await.unwrap();
    assert_eq!(view.today.len(), 1);
}
