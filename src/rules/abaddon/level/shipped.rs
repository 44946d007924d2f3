//! The levels that come with the program.

use std::sync::{Arc, LazyLock};

use super::Level;

/// The text of every level that ships, by id: its file name without `.txt`.
const TEXTS: [(&str, &str); 1] = [(
    "halls-of-abaddon",
    include_str!("../../../../static/levels/halls-of-abaddon.txt"),
)];

/// The same, parsed once.
static LEVELS: LazyLock<Vec<(&str, Arc<Level>)>> = LazyLock::new(|| {
    let parsed = |(id, text)| {
        let level = Level::parse(text).expect("a test parses every level that ships");
        (id, Arc::new(level))
    };
    TEXTS.into_iter().map(parsed).collect()
});

/// The ids of the levels that ship, in order.
pub fn shipped_ids() -> impl Iterator<Item = &'static str> {
    TEXTS.into_iter().map(|(id, _)| id)
}

impl Level {
    /// The level that ships under an id, such as `halls-of-abaddon`.
    pub fn shipped(id: &str) -> Option<Arc<Self>> {
        (LEVELS.iter())
            .find(|(name, _)| *name == id)
            .map(|(_, level)| Arc::clone(level))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::abaddon::level::Needs;

    #[test]
    fn every_level_that_ships_can_be_played() {
        for id in shipped_ids() {
            let level = Level::shipped(id).expect(id);
            assert_eq!(level.faults(Needs::PUBLISHED), []);
        }
        assert_eq!(Level::shipped("no-such-level"), None);
    }

    #[test]
    fn the_default_level_has_nine_airlocks_and_two_armories() {
        let level = Level::shipped("halls-of-abaddon").unwrap();
        assert_eq!((level.width(), level.height()), (17, 13));
        assert_eq!(level.airlocks().count(), 9);
        assert_eq!(level.doors().count(), 11);
    }
}
