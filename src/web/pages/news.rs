//! What has happened to the board since somebody began to compose a turn, in words (T9).

use crate::service::Told;
use crate::service::views::{MatchView, Viewer};
use crate::web::error::Error;
use crate::web::human;
use crate::web::state::AppState;

/// So many events are looked at; whoever missed more is told of these.
const MOST: u32 = 100;
/// So many of them are named one by one.
const NAMED: usize = 3;

/// What has changed the board of a match since event `seen`, as a sentence; nothing where nothing has.
///
/// # Errors
/// When the database does not answer.
pub(super) async fn since(
    state: &AppState,
    viewer: &Viewer,
    view: &MatchView,
    seen: u64,
) -> Result<Option<String>, Error> {
    if view.seq <= seen {
        return Ok(None);
    }
    let told = state.matches.told_since(viewer, view.id, seen, MOST);
    let mut deeds = Vec::new();
    for event in told.await? {
        deeds.extend(deed(state, viewer, view, &event).await?);
    }
    Ok(match deeds.len() {
        0 => None,
        few if few <= NAMED => {
            let deeds = human::capital(&human::list(&deeds));
            Some(format!("{deeds} while you were composing."))
        }
        _ => Some(format!(
            "Much has happened while you were composing: the board now shows turn {}.",
            view.newest_turn
        )),
    })
}

/// What an event did to the board: “Bert played turn 13”. Most events leave it as it is.
async fn deed(
    state: &AppState,
    viewer: &Viewer,
    view: &MatchView,
    event: &Told,
) -> Result<Option<String>, Error> {
    let deed = match (event.kind, event.turn) {
        ("moved", Some(turn)) => {
            let played = state.matches.turn(viewer, view.id, turn).await?;
            let is_own = (viewer.as_ref()).is_some_and(|person| person.id == played.player.id);
            let who = if is_own { "you" } else { &played.player.name };
            format!("{who} played turn {turn}")
        }
        ("position_set", _) => "a moderator set the position".to_owned(),
        ("taken_back", _) => "a turn was taken back".to_owned(),
        ("reverted", _) => "a moderator struck turns through".to_owned(),
        ("removed", _) => "a moderator removed a player".to_owned(),
        _ => return Ok(None),
    };
    Ok(Some(deed))
}
