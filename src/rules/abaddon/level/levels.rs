//! The levels that a host offers.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Level, Needs, shipped_ids};

/// The levels on which new matches can be made, by id: those that ship, and a host's own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Levels(BTreeMap<String, Arc<Level>>);

/// Why a level cannot be offered.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadLevel {
    /// The id is no good in addresses and forms.
    #[error("a level’s id has 1 to 64 small letters, digits and “-”; “{0}” is none")]
    Id(String),
    /// A level that ships has this id.
    #[error("“{0}” is the id of a level that ships")]
    Taken(String),
    /// No match could be played on it.
    #[error("{0}")]
    Fault(String),
}

impl Default for Levels {
    /// The levels that ship.
    fn default() -> Self {
        let shipped = |id: &str| Some((id.to_owned(), Level::shipped(id)?));
        Self(shipped_ids().filter_map(shipped).collect())
    }
}

impl Levels {
    /// Offers one more level.
    ///
    /// # Errors
    /// [`BadLevel`] for an id that cannot be used, and for a level on which two players could not
    /// play to six doors.
    pub fn offer(&mut self, id: &str, level: Level) -> Result<(), BadLevel> {
        let plain = |c: u8| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'-';
        if id.is_empty() || 64 < id.len() || !id.bytes().all(plain) {
            return Err(BadLevel::Id(id.to_owned()));
        }
        if Level::shipped(id).is_some() {
            return Err(BadLevel::Taken(id.to_owned()));
        }
        if let Some(fault) = level.faults(Needs::PUBLISHED).first() {
            return Err(BadLevel::Fault(fault.to_string()));
        }
        self.0.insert(id.to_owned(), Arc::new(level));
        Ok(())
    }

    /// The level with an id.
    pub fn get(&self, id: &str) -> Option<Arc<Level>> {
        self.0.get(id).map(Arc::clone)
    }

    /// Every level with its id, in the order of ids.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Arc<Level>)> {
        self.0.iter().map(|(id, level)| (id.as_str(), level))
    }
}
