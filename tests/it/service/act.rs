//! Creating, announcing, withdrawing and sending turns.

use daykeeper::service::views::MatchState;

use super::world::{World, at};

#[tokio::test]
async fn a_match_begins_open_and_runs_after_the_first_turn() {
    let world = World::new().await;
    let host = world.player(1).await;
    let id = world.a_match(&host).await;
    let view = world.service.view(&None, id).await.unwrap();
    assert_eq!(
        (view.state, view.seq, view.joinable),
        (MatchState::Open, 1, true)
    );
    assert_eq!(
        (view.title.as_str(), view.host.name.as_str()),
        ("Spring halls", "Player 1")
    );
    assert_eq!(world.join(&host, id, 0).await.unwrap(), 1);
    let view = world.service.view(&Some(host), id).await.unwrap();
    assert_eq!(
        (view.state, view.seq, view.turns),
        (MatchState::Running, 3, 1)
    );
    assert_eq!(
        view.seats[0].next_turn_opens,
        Some(at("03-02T00:00:00.000"))
    );
    let hindrance = view.mine.unwrap().may_play.unwrap_err();
    assert_eq!(
        (hindrance.code, hindrance.opens_at),
        ("turn_spent", Some(at("03-02T00:00:00.000")))
    );
    assert_eq!(world.kinds(id).await, ["created", "seated", "moved"]);
}
