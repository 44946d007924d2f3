//! The record of a match of Helios in notation, a line a turn.

use crate::service::views::{PlayView, TurnView};

/// A turn that counts, in notation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct RecordLine {
    /// The turn's number.
    pub(super) turn: u32,
    /// The action.
    pub(super) action: String,
    /// “pass”, as often as the turn was followed by one (R5).
    pub(super) passes: String,
}

/// The lines of turns that come newest first, oldest first; turns that are struck through are left
/// out.
pub(super) fn lines(turns: &[TurnView]) -> Vec<RecordLine> {
    let counting = turns.iter().rev().filter(|turn| turn.struck_by.is_none());
    counting
        .filter_map(|turn| match &turn.play {
            PlayView::Helios(action) => Some(RecordLine {
                turn: turn.turn,
                action: action.notation.clone(),
                passes: vec!["pass"; usize::from(action.passes)].join(" "),
            }),
            PlayView::Abaddon { .. } => None,
        })
        .collect()
}
