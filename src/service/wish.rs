//! What is wished of a ruling, as typed, and what has to be looked up before the referee hears it.

use serde_json::Value;

use crate::referee::event::TextHash;
use crate::referee::ruling::{Belongings, Order, Power, Rule};
use crate::referee::state::Match;
use crate::rules::abaddon::position::Kind;
use crate::rules::seat::Seat;
use crate::store::append::SaltedText;
use crate::time::Instant;

use super::position::read_position;
use super::views::Person;
use super::{Service, ServiceError, text};

/// A ruling as it is asked for.
#[derive(Clone, PartialEq, Debug)]
pub struct RulingAsked {
    /// Why, 1–2,000 characters.
    pub reason: String,
    /// What is to happen.
    pub wish: Wish,
}

/// What a ruling is to do, with everything as typed.
#[derive(Clone, PartialEq, Debug)]
pub enum Wish {
    /// End the open announcement.
    Lift,
    /// Put the match back to after a turn.
    Revert(u32),
    /// Take the player off a seat.
    Remove(Seat, Belongings),
    /// Give a seat to the player with a name.
    Replace(Seat, String),
    /// Stop play, perhaps until an instant.
    Pause(Option<Instant>),
    /// Let play go on.
    Resume,
    /// End the match, perhaps with a winner.
    Close(Option<Seat>),
    /// Write a note beside an entry.
    Annotate(u64, String),
    /// Show a turn's post no more.
    HidePost(u32),
    /// Draw a seat's units as they look by default, perhaps only those of a kind.
    ResetSprites(Seat, Option<Kind>),
    /// Put a position (formats.md) on the board, perhaps as a seat's turn.
    SetPosition(Value, Option<Seat>),
    /// Call the match otherwise.
    Retitle(String),
    /// Take the match out of lists.
    HideMatch,
}

impl Wish {
    /// What kind of ruling it is.
    pub const fn power(&self) -> Power {
        match self {
            Self::Lift => Power::Lift,
            Self::Revert(_) => Power::Revert,
            Self::Remove(..) => Power::Remove,
            Self::Replace(..) => Power::Replace,
            Self::Pause(_) => Power::Pause,
            Self::Resume => Power::Resume,
            Self::Close(_) => Power::Close,
            Self::Annotate(..) => Power::Annotate,
            Self::HidePost(_) => Power::HidePost,
            Self::ResetSprites(..) => Power::ResetSprites,
            Self::SetPosition(..) => Power::SetPosition,
            Self::Retitle(_) => Power::Retitle,
            Self::HideMatch => Power::HideMatch,
        }
    }
}

impl Service {
    /// The ruling as the referee takes it, and the texts that lie beside it.
    pub(in crate::service) async fn rule_of(
        &self,
        by: &Person,
        game: &Match,
        asked: &RulingAsked,
    ) -> Result<(Rule, Vec<SaltedText>), ServiceError> {
        let reason = text::salted(text::reason(&asked.reason)?);
        let own = match &asked.wish {
            Wish::Annotate(_, note) => Some(text::salted(text::note(note)?)),
            Wish::Retitle(title) => Some(text::salted(text::title(title)?)),
            _ => None,
        };
        let hash = own
            .as_ref()
            .map_or_else(String::new, |own| own.hash.clone());
        let order = self.order_of(game, &asked.wish, TextHash(hash)).await?;
        let rule = Rule {
            role: by.role,
            reason: TextHash(reason.hash.clone()),
            order,
        };
        Ok((rule, std::iter::once(reason).chain(own).collect()))
    }

    async fn order_of(
        &self,
        game: &Match,
        wish: &Wish,
        own: TextHash,
    ) -> Result<Order, ServiceError> {
        Ok(match wish {
            Wish::Lift => Order::Lift { from: None },
            Wish::Revert(to) => Order::Revert {
                to: *to,
                position: Box::new(self.board_after(game, *to).await?),
            },
            Wish::Remove(seat, belongings) => {
                let (seat, belongings) = (*seat, *belongings);
                Order::Remove { seat, belongings }
            }
            Wish::Replace(seat, name) => {
                let (seat, player) = (*seat, self.account_called("name", name).await?);
                Order::Replace { seat, player }
            }
            Wish::Pause(until) => Order::Pause { until: *until },
            Wish::Resume => Order::Resume,
            Wish::Close(winner) => Order::Close { winner: *winner },
            Wish::Annotate(seq, _) => Order::Annotate {
                seq: *seq,
                text: own,
            },
            Wish::HidePost(turn) => {
                let turn = *turn;
                let found = self.stored_turn(game.id, turn).await?;
                found.post.ok_or(ServiceError::Missing)?;
                Order::HidePost { turn }
            }
            Wish::ResetSprites(seat, kind) => {
                let (seat, kind) = (*seat, *kind);
                Order::ResetSprites {
                    seat,
                    kind,
                    sprites: self.sprites_of_seat(game, seat, kind).await?,
                }
            }
            Wish::SetPosition(position, seat) => Order::SetPosition {
                position: Box::new(read_position(game, position)?),
                seat: *seat,
            },
            Wish::Retitle(_) => Order::Retitle { title: own },
            Wish::HideMatch => Order::Hide,
        })
    }
}
