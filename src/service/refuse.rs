//! Refusals in words, with what helps the player on.

use crate::ids::AccountId;
use crate::referee::refusal::Refusal;
use crate::referee::state::{Game, Match};
use crate::store::project::Loaded;
use crate::time::Instant;

use super::error::{Current, Refused};
use super::helios::try_action;
use super::people::People;
use super::steps;
use super::views::{Hindrance, Person, TriedOut};
use super::{Service, ServiceError};

impl Service {
    /// The referee's refusal of what somebody asked, with what they sent re-checked where it was
    /// composed on an older board (T4, T9).
    pub(in crate::service) async fn refused(
        &self,
        refusal: Refusal,
        loaded: &Loaded,
        by: &Person,
        sent: &[String],
    ) -> ServiceError {
        let game = &loaded.game;
        let people = match self.people_of(std::iter::once(game)).await {
            Ok(people) => people,
            Err(error) => return error,
        };
        let outdated = matches!(refusal, Refusal::Lapsed | Refusal::MovedOn);
        let (held_by, held_until) = match &refusal {
            Refusal::BoardReserved { holder, held_until } => {
                (Some(people.get(*holder).name), Some(*held_until))
            }
            _ => (None, None),
        };
        let Hindrance {
            code,
            rule,
            message,
            opens_at,
        } = hindrance(&refusal, game, &people);
        tracing::info!(match_id = %game.id, account = %by.id, code, "refused");
        ServiceError::Refused(Box::new(Refused {
            code,
            rule,
            message,
            opens_at,
            step: match &refusal {
                Refusal::Step(step) => Some(step.step),
                _ => None,
            },
            held_by,
            held_until,
            current: outdated.then(|| Current {
                seq: game.seq,
                position: game.board(),
            }),
            check: outdated
                .then(|| recheck(game, by.id, sent, &people))
                .flatten(),
            nearest: match &refusal {
                Refusal::ColourTooClose(close) => close.nearest,
                _ => None,
            },
            refusal,
        }))
    }
}

fn recheck(game: &Match, player: AccountId, sent: &[String], people: &People) -> Option<TriedOut> {
    let names = people.names(game);
    match &game.game {
        Game::Abaddon(table) => {
            let own = game.seat_of(player);
            let seat = own.or_else(|| table.next_seat(&game.seats))?;
            let check = steps::try_out(table, seat, sent, &names);
            Some(TriedOut::Abaddon(Box::new(check)))
        }
        Game::Helios(table) => {
            let action = sent.first().map(String::as_str);
            let check = try_action(table, action, &names);
            Some(TriedOut::Helios(Box::new(check)))
        }
    }
}

/// A refusal as pages show it beside what it hinders.
pub(in crate::service) fn hindrance(refusal: &Refusal, game: &Match, people: &People) -> Hindrance {
    let holder = match refusal {
        Refusal::BoardReserved { holder, .. } => people.get(*holder).name,
        _ => String::new(),
    };
    Hindrance {
        code: refusal.code(),
        rule: refusal.rule(),
        message: refusal.sentence(&people.names(game), &holder),
        opens_at: opens_at(refusal),
    }
}

fn opens_at(refusal: &Refusal) -> Option<Instant> {
    match refusal {
        Refusal::TurnSpent { opens_at }
        | Refusal::TwiceInARow { opens_at }
        | Refusal::AnnouncementSpent { opens_at } => Some(*opens_at),
        _ => None,
    }
}

/// Why whoever holds the board does not announce.
pub(in crate::service) fn already_held() -> Hindrance {
    Hindrance {
        code: "board_reserved",
        rule: "T18",
        message: "You hold the board already.".to_owned(),
        opens_at: None,
    }
}

/// Why somebody who is not named does nothing in a private match.
pub(in crate::service) fn not_invited() -> Hindrance {
    Hindrance {
        code: "not_yours",
        rule: "private",
        message: "Only its host and the players named for it play in a private match.".to_owned(),
        opens_at: None,
    }
}

/// Why somebody whose account is suspended does nothing.
pub(in crate::service) fn suspended() -> Hindrance {
    Hindrance {
        code: "suspended",
        rule: "moderation",
        message: "Your account is suspended; your page says why.".to_owned(),
        opens_at: None,
    }
}
