//! The demonstration is a match like any other.

use daykeeper::cli::verify::verify;
use daykeeper::clock::Clock;
use daykeeper::service::accounts::{AccountError, Accounts, Registration};

use crate::world::World;

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
    assert!(view.position.walls().count() > 0);
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
        .flat_map(|turn| &turn.steps)
        .map(|step| step.notation.clone() + "\n")
        .collect();
    for word in ["attack", "build", "jump", "transform", "claim"] {
        assert!(said.contains(word), "no {word} in {said}");
    }
    assert!(thread.iter().all(|turn| turn.at < view.now));
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
