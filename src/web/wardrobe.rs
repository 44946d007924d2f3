//! Players' own sprites: what one has, and whether a new one may be worn (picture.md, Custom sprites).

use std::sync::{Arc, LazyLock};

use crate::picture::sprite::{BadSprite, Sprite, SpriteSet, Sprites};
use crate::rules::abaddon::level::Level;
use crate::rules::abaddon::position::{Kind, Position};
use crate::rules::abaddon::setup::Setup;
use crate::rules::colour::Colour;
use crate::rules::seat::Seat;
use crate::service::accounts::Person;
use crate::web::drawing::{self, Style};
use crate::web::error::Error;
use crate::web::state::AppState;

/// The sprites that a player has now.
///
/// # Errors
/// When the database does not answer.
pub async fn of(state: &AppState, person: &Person) -> Result<SpriteSet, Error> {
    let mut set = SpriteSet::default();
    for (kind, lines) in state.matches.sprites(person).await? {
        // One that could not be kept today looks as its kind does by default.
        drop(lines.parse().and_then(|sprite| set.put(kind, sprite)));
    }
    Ok(set)
}

/// Gives a player's units of a kind a sprite, from each match's next turn on.
///
/// # Errors
/// [`Error::Sprite`] for one that cannot be the player's own.
pub async fn put(
    state: &AppState,
    person: &Person,
    kind: Kind,
    sprite: Sprite,
) -> Result<(), Error> {
    let lines = sprite.to_string();
    of(state, person).await?.put(kind, sprite)?;
    Ok(state.matches.put_sprite(person, kind, &lines).await?)
}

/// A sprite on a real board, between units of both sides, as a `data:` address. One that cannot be
/// a player's own is not drawn: the board shows what the player has.
pub fn fitted(
    set: &SpriteSet,
    kind: Kind,
    sprite: Sprite,
) -> (Option<String>, Result<(), BadSprite>) {
    let mut set = set.clone();
    let verdict = set.put(kind, sprite);
    let mut sprites = Sprites::default();
    for seat in Seat::all().take(1) {
        sprites[seat].clone_from(&set);
    }
    let style = Style {
        level: Arc::clone(&ROOM.level),
        colours: drawing::colours([Colour::SUGGESTED[0], Colour::SUGGESTED[2]]),
        sprites,
    };
    (
        drawing::data_url(&style, &ROOM.position, &ROOM.position),
        verdict,
    )
}

/// Where sprites are tried on.
struct FittingRoom {
    level: Arc<Level>,
    position: Position,
}

const MAP: &str = "\
+---+---+---+---+---+---+
| A   .   .   .   .   A |
+   +   +   +   +   +   +
| .   .   .   .   .   . |
+   +   +   +   +   +   +
| M   .   .   .   .   # |
+---+---+---+---+---+---+
";

const STANDING: &str = r#"{"doors":{"a3":0,"f3":1},"walls":[{"at":"c3","side":"right","owner":0}],
"units":[{"at":"b3","owner":0,"kind":"engineer"},{"at":"b2","owner":0,"kind":"soldier"},
{"at":"b1","owner":0,"kind":"flamebat"},{"at":"d2","owner":0,"kind":"engineer"},
{"at":"e3","owner":1,"kind":"engineer"},{"at":"e2","owner":1,"kind":"soldier"},
{"at":"e1","owner":1,"kind":"flamebat"}]}"#;

static ROOM: LazyLock<FittingRoom> = LazyLock::new(|| {
    let level = Level::parse(&format!("name: Fitting room\n\n{MAP}"))
        .expect("the fitting room's map is written here, and a test reads it");
    let setup: Setup = serde_json::from_str(STANDING)
        .expect("the fitting room's position is written here, and a test reads it");
    let position = Position::new(setup, &level)
        .expect("the fitting room's position fits its map, and a test tries it");
    FittingRoom {
        level: Arc::new(level),
        position,
    }
});

/// The pixels of a fitted board.
pub fn room_size() -> (u32, u32) {
    crate::web::pages::board::level_size(&ROOM.level, crate::web::pages::board::SCALE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_sprite_can_be_seen_in_the_fitting_room() {
        for kind in Kind::ALL {
            let sprite = Sprite::of_kind(kind).clone();
            let (board, verdict) = fitted(&SpriteSet::default(), kind, sprite);
            assert!(board.is_some());
            assert_eq!(verdict, Ok(()));
        }
    }
}
