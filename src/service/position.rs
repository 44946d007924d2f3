//! Positions as moderators hand them in.

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::referee::abaddon;
use crate::referee::state::{Board, Game, Match};
use crate::rules;
use crate::rules::helios::ruleset::Options;

use super::ServiceError;

/// A position of the match's game (formats.md), in which only its seats own anything. The rules say
/// whether it is the end and who has won, whatever it says itself: in Abaddon by the doors, in Helios
/// once the referee has settled it.
pub(in crate::service) fn read_position(game: &Match, json: &Value) -> Result<Board, ServiceError> {
    match &game.game {
        Game::Abaddon(table) => read_abaddon(table, game.seats.len(), json),
        Game::Helios(table) => read_helios(table.position.options(), json),
    }
}

fn read_abaddon(table: &abaddon::Table, seats: usize, json: &Value) -> Result<Board, ServiceError> {
    let setup: rules::abaddon::setup::Setup = read(json)?;
    let setup = setup.won_by_doors(table.ruleset.options.doors_to_win);
    let is_taken = |number: u8| usize::from(number) < seats;
    if !setup.owners().all(|owner| is_taken(owner.number())) {
        let why = "it has something of a seat that is not taken";
        return Err(ServiceError::BadPosition(why.to_owned()));
    }
    let position = rules::abaddon::position::Position::new(setup, &table.ruleset.level);
    position
        .map(Board::Abaddon)
        .map_err(|faults| first(&faults))
}

fn read_helios(options: Options, json: &Value) -> Result<Board, ServiceError> {
    let setup: rules::helios::setup::Setup = read(json)?;
    let position = rules::helios::position::Position::new(&setup.still_played(), options);
    position.map(Board::Helios).map_err(|faults| first(&faults))
}

fn read<T: DeserializeOwned>(json: &Value) -> Result<T, ServiceError> {
    serde_json::from_value(json.clone()).map_err(|why| ServiceError::BadPosition(why.to_string()))
}

fn first(faults: &[impl ToString]) -> ServiceError {
    let first = faults.first().map(ToString::to_string);
    ServiceError::BadPosition(first.unwrap_or_default())
}
