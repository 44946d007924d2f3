//! Who the accounts of a match are.

use std::collections::{BTreeMap, BTreeSet};

use crate::ids::{AccountId, Role};
use crate::referee::state::{Game, Match};
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

    /// The same, with a newcomer on the seat that would be theirs.
    pub(in crate::service) fn names_with(&self, game: &Match, newcomer: Option<&Person>) -> Names {
        let mut called: Vec<String> = (game.seats.iter().zip(0..))
            .map(|(seat, number): (_, u8)| match seat.holder {
                Some(holder) => self.get(holder).name,
                None => format!("seat {number}"),
            })
            .collect();
        let newcomer = newcomer.filter(|person| game.seat_of(person.id).is_none());
        called.extend(newcomer.map(|person| person.name.clone()));
        Names::new(called.iter().map(String::as_str))
    }
}

impl Service {
    /// Everybody who has to do with some matches: hosts, players, who holds a board, and who was challenged.
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
                let players = game.seats.iter().filter_map(|seat| seat.holder);
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

    /// Some people.
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
