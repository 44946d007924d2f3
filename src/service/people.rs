//! Who the accounts of a match are.

use std::collections::{BTreeMap, BTreeSet};

use crate::ids::{AccountId, Role};
use crate::referee::state::{Game, Match, SeatState};
use crate::rules::seat::Names;

use super::views::Person;
use super::{Service, ServiceError};

/// People by account.
#[derive(Clone, Debug, Default)]
pub(in crate::service) struct People {
    persons: BTreeMap<AccountId, Person>,
    suspended: BTreeSet<AccountId>,
}

impl People {
    /// Who an account is; somebody who deleted it is a “former player”.
    pub(in crate::service) fn get(&self, id: AccountId) -> Person {
        let gone = || Person {
            id,
            name: "former player".to_owned(),
            role: Role::Player,
        };
        self.persons.get(&id).cloned().unwrap_or_else(gone)
    }

    /// Those whose accounts are suspended.
    pub(in crate::service) fn suspended(&self) -> &BTreeSet<AccountId> {
        &self.suspended
    }

    /// What the players on the seats of a match are called.
    pub(in crate::service) fn names(&self, game: &Match) -> Names {
        self.names_with(game, None)
    }

    /// What those are called who sat on the seats of a match right after an event.
    pub(in crate::service) fn names_at(&self, game: &Match, seq: u64) -> Names {
        let called = self.called(game, |seat| seat.holder_at(seq));
        Names::new(called.iter().map(String::as_str))
    }

    fn called(
        &self,
        game: &Match,
        holder: impl Fn(&SeatState) -> Option<AccountId>,
    ) -> Vec<String> {
        let of_seat = |(seat, number): (&SeatState, u8)| match holder(seat) {
            Some(holder) => self.get(holder).name,
            None => format!("seat {number}"),
        };
        game.seats.iter().zip(0..).map(of_seat).collect()
    }

    /// The same, with a newcomer on the seat that would be theirs.
    pub(in crate::service) fn names_with(&self, game: &Match, newcomer: Option<&Person>) -> Names {
        let mut called = self.called(game, |seat| seat.holder);
        let newcomer = newcomer.filter(|person| game.seat_of(person.id).is_none());
        called.extend(newcomer.map(|person| person.name.clone()));
        Names::new(called.iter().map(String::as_str))
    }
}

impl Service {
    /// Everybody who has to do with some matches: hosts, all who ever sat there, who holds a board, and
    /// who was challenged.
    pub(in crate::service) async fn people_of<'a>(
        &self,
        games: impl Iterator<Item = &'a Match>,
    ) -> Result<People, ServiceError> {
        let mut accounts: Vec<AccountId> = games
            .flat_map(|game| {
                let holder = match &game.game {
                    Game::Abaddon(table) => table.announcement.as_ref().map(|held| held.holder),
                    Game::Helios(table) => table.opponent,
                };
                let sittings = game.seats.iter().flat_map(|seat| &seat.sittings);
                let players = sittings.map(|sitting| sitting.account);
                std::iter::once(game.host).chain(holder).chain(players)
            })
            .collect();
        accounts.sort_unstable();
        accounts.dedup();
        self.people(&accounts).await
    }

    /// Everybody who has to do with a match, and some others.
    pub(in crate::service) async fn people_with(
        &self,
        game: &Match,
        others: &[AccountId],
    ) -> Result<People, ServiceError> {
        let mut people = self.people_of(std::iter::once(game)).await?;
        let others = self.people(others).await?;
        people.persons.extend(others.persons);
        people.suspended.extend(others.suspended);
        Ok(people)
    }

    /// Who some accounts are.
    pub(in crate::service) async fn people(
        &self,
        accounts: &[AccountId],
    ) -> Result<People, ServiceError> {
        let called = self.store.called(accounts).await?;
        let suspended = called.iter().filter(|(_, called)| called.suspended);
        let suspended = suspended.map(|(id, _)| *id).collect();
        let person = |(id, called): (AccountId, crate::store::lists::Called)| {
            let name = called.name.unwrap_or_else(|| "former player".to_owned());
            (
                id,
                Person {
                    id,
                    name,
                    role: called.role,
                },
            )
        };
        Ok(People {
            persons: called.into_iter().map(person).collect(),
            suspended,
        })
    }
}
