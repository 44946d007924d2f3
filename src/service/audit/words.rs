//! Events in words.

use crate::referee::event::{Body, Event};
use crate::referee::ruling::{Belongings, Ruling};
use crate::referee::state::Match;
use crate::rules::seat::{Names, Seat};
use crate::service::people::People;

/// Tells events in words.
pub(super) struct Teller<'a> {
    pub(super) names: &'a Names,
    pub(super) people: &'a People,
    pub(super) game: &'a Match,
}

impl Teller<'_> {
    pub(super) fn words(&self, event: &Event) -> Vec<String> {
        vec![match &event.body {
            Body::Created(_) => "The match was made.".to_owned(),
            Body::Seated { colour } => {
                format!("Took {}, in colour {colour}.", seat_of(event.seat))
            }
            Body::Announced { held_until, .. } => {
                format!(
                    "Announced a turn; the board is held until {}.",
                    held_until.in_words()
                )
            }
            Body::Withdrawn => "Gave the board back.".to_owned(),
            Body::Lapsed => "The announcement ran out without a turn.".to_owned(),
            Body::Moved(moved) => format!("Turn {}.", moved.turn),
            Body::Passed => format!(
                "{} had no legal action and passed.",
                self.player(event.seat)
            ),
            Body::Resigned => "Resigned.".to_owned(),
            Body::DrawOffered => "Offered a draw.".to_owned(),
            Body::DrawDeclined => "Declined the draw.".to_owned(),
            Body::DrawAgreed => "Accepted the draw.".to_owned(),
            Body::Flagged => "Claimed the win on time.".to_owned(),
            Body::TakenBack(taken) => format!("Took back turn {}.", taken.turn),
            Body::Left => format!("Left the match; {} is vacant.", seat_of(event.seat)),
            Body::PauseEnded => "The pause ended.".to_owned(),
            Body::Ended { winner: Some(seat) } => {
                format!("The match ended: {} won.", self.player(Some(*seat)))
            }
            Body::Ended { winner: None } => "The match ended without a winner.".to_owned(),
            Body::Ruled(ruled) => self.ruling(event, &ruled.ruling),
        }]
    }

    fn ruling(&self, event: &Event, ruling: &Ruling) -> String {
        match ruling {
            Ruling::Lifted => "Lifted the announcement.".to_owned(),
            Ruling::Reverted(reverted) if reverted.to == 0 => {
                format!(
                    "Reverted the match from turn {} to the start.",
                    reverted.from
                )
            }
            Ruling::Reverted(reverted) => format!(
                "Reverted the match from turn {} to after turn {}.",
                reverted.from, reverted.to
            ),
            Ruling::Removed { player, belongings } => {
                let fate = match belongings {
                    Belongings::Kept => "what it has stays",
                    Belongings::GivenUp => "its doors are unclaimed, its units and walls gone",
                };
                let name = &self.people.get(*player).name;
                format!("Removed {name} from {}; {fate}.", seat_of(event.seat))
            }
            Ruling::Replaced { player, former } => {
                let name = self.people.get(*player).name;
                match former {
                    Some(former) => format!("{name} replaces {}.", self.people.get(*former).name),
                    None => format!("{name} takes {}.", seat_of(event.seat)),
                }
            }
            Ruling::Paused { until: Some(until) } => {
                format!("Paused the match until {}.", until.in_words())
            }
            Ruling::Paused { until: None } => "Paused the match.".to_owned(),
            Ruling::Resumed => "Let the match go on.".to_owned(),
            Ruling::Closed { winner: Some(seat) } => {
                format!("Closed the match: {} has won.", self.player(Some(*seat)))
            }
            Ruling::Closed { winner: None } => "Closed the match without a winner.".to_owned(),
            Ruling::Annotated { seq, .. } => format!("Annotated entry {seq}:"),
            Ruling::PostHidden { turn } => format!("Hid what was written with turn {turn}."),
            Ruling::SpritesReset { kind, .. } => format!(
                "Hid the own sprites of {}{}: they are drawn as by default.",
                self.player(event.seat),
                kind.map_or(String::new(), |kind| format!(" for the {}", kind.name()))
            ),
            Ruling::PositionSet(set) => format!("Set the position: turn {}.", set.turn),
            Ruling::Retitled { .. } => "Called the match otherwise:".to_owned(),
            Ruling::Hidden => "Took the match out of lists.".to_owned(),
        }
    }

    /// Who sat on a seat then.
    fn player(&self, seat: Option<Seat>) -> String {
        let seated = seat.filter(|seat| usize::from(seat.number()) < self.game.seats.len());
        match seated {
            Some(seat) => self.names.of(seat).to_owned(),
            None => seat_of(seat),
        }
    }
}

fn seat_of(seat: Option<Seat>) -> String {
    seat.map_or_else(|| "no seat".to_owned(), |seat| format!("seat {seat}"))
}
