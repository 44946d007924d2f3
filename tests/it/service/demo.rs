//! The demonstration is a match like any other.

use daykeeper::cli::verify::verify;
use daykeeper::clock::Clock;
use daykeeper::service::accounts::{AccountError, Accounts, Registration};

use daykeeper::rules::helios::position::EndedBy;
use daykeeper::rules::seat::Seat;
use daykeeper::service::views::TableView;

use crate::world::{World, hall, steps_of};

#[tokio::test]
async fn the_demonstration_is_played_once_and_by_the_rules() {
    let world = World::new().await;
    let id = world.service.play_demo().await.unwrap().unwrap();
    assert_eq!(world.service.play_demo().await.unwrap(), None);
    verify(world.service.store(), Some(id)).await.unwrap();
    let view = world.service.view(&None, id).await.unwrap();
    assert!(view.title.starts_with("Demonstration"), "{}", view.title);
    assert_eq!((view.turns, view.seats.len(), view.joinable), (21, 3, true));
    assert!(view.seats.iter().all(|seat| seat.next_turn_opens.is_none()));
    assert!(hall(&view).position.walls().count() > 0);
    let kinds = world.kinds(id).await;
    assert!(kinds.contains(&"lapsed".to_owned()), "{kinds:?}");
    let thread = world
        .service
        .thread(&None, id, None, 50)
        .await
        .unwrap()
        .items;
    let said: String = thread
        .iter()
        .flat_map(|turn| steps_of(turn).0)
        .map(|step| step.notation.clone() + "\n")
        .collect();
    for word in ["attack", "build", "jump", "transform", "claim"] {
        assert!(said.contains(word), "no {word} in {said}");
    }
    assert!(thread.iter().all(|turn| turn.at < view.now));
}

#[tokio::test]
async fn a_match_of_helios_is_shown_beside_it_from_start_to_end() {
    let world = World::new().await;
    world.service.play_demo().await.unwrap();
    let over = world.service.lobby(&None).await.unwrap().over.items;
    let [card] = over.as_slice() else {
        panic!("one match is over, not {}", over.len());
    };
    assert!(card.title.starts_with("Demonstration"), "{}", card.title);
    verify(world.service.store(), Some(card.id)).await.unwrap();
    let view = world.service.view(&None, card.id).await.unwrap();
    let TableView::Helios(table) = &view.table else {
        panic!("the match that is over is one of Helios");
    };
    let position = &table.position;
    assert_eq!(position.ending().unwrap().by, EndedBy::Suns);
    assert_eq!((view.turns, view.winner), (37, Seat::new(0)));
    let thread = world.service.thread(&None, card.id, None, 50).await;
    let turns = thread.unwrap().items;
    assert!(turns.iter().all(|turn| turn.at < view.now));
    assert!(turns.iter().rev().is_sorted_by_key(|turn| turn.at));
}

#[tokio::test]
async fn nobody_can_log_in_as_a_player_of_the_demonstration() {
    let world = World::new().await;
    world.service.play_demo().await.unwrap();
    let store = world.service.store().clone();
    let accounts = Accounts::new(store, Clock::Fixed(world.clock.clone()), Registration::Open);
    for password in ["none", "", "Demo Brindle"] {
        let answer = accounts.log_in("Demo Brindle", password).await;
        assert!(
            matches!(answer, Err(AccountError::BadCredentials)),
            "{answer:?}"
        );
    }
}
