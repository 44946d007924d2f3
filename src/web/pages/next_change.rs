//! When a match's page says something else though nothing has happened.

use crate::referee::abaddon::TAKE_BACK_MINUTES;
use crate::service::views::{Choices, Halls, Hindrance, MyPlace};
use crate::time::Instant;

/// The first such instant: the end of the hold, of a pause or of the day, a seat's next turn, or
/// whatever the viewer waits for.
pub(super) fn next_change(view: Halls<'_>) -> Instant {
    let hold = view.table.announcement.iter().map(|hold| hold.held_until);
    let turns = view.seats.iter().filter_map(|seat| seat.next_turn_opens);
    let own = view.mine.iter().flat_map(|mine| for_viewer(view, mine));
    let day = view.now.day().next().start();
    hold.chain(turns)
        .chain(view.paused_until)
        .chain(own)
        .filter(|at| view.now < *at)
        .min()
        .map_or(day, |at| at.min(day))
}

/// When the viewer may play or announce, and until when they may take their turn back (T19).
fn for_viewer(view: Halls<'_>, mine: &MyPlace) -> Vec<Instant> {
    let opens = |why: &Result<(), Hindrance>| why.as_ref().err().and_then(|why| why.opens_at);
    let Choices::Abaddon(choices) = &mine.choices else {
        return Vec::new();
    };
    let turns = view.seats.iter().filter_map(|seat| seat.last_turn);
    let slip = turns.filter(|(turn, _)| Some(*turn) == choices.take_back);
    slip.map(|(_, at)| at.plus_minutes(TAKE_BACK_MINUTES))
        .chain(opens(&mine.may_play))
        .chain(opens(&choices.may_announce))
        .collect()
}
