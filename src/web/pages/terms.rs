//! By what terms a match is played, in words.

use crate::referee::options::{Period, Preset, TurnClock};
use crate::rules::abaddon::ruleset::Options;
use crate::service::views::{HeliosTable, MatchState};
use crate::time::Instant;
use crate::web::human;

/// “daily clock”.
pub const fn preset(clock: &TurnClock) -> &'static str {
    match clock.preset {
        Preset::Daily => "daily clock",
        Preset::Hourly => "hourly clock",
        Preset::Free => "free clock",
    }
}

/// “One turn a player a GMT day, 30 minutes to finish an announced one.”
pub fn clock(clock: &TurnClock) -> String {
    let period = match clock.period {
        Period::Day => "One turn a player a GMT day".to_owned(),
        Period::Minutes(minutes) => {
            format!(
                "One turn a player every {}",
                human::count(minutes, "minute")
            )
        }
        Period::None => "Turns at any time".to_owned(),
    };
    let window = human::count(clock.window_minutes, "minute");
    let row = if clock.twice_in_a_row {
        ""
    } else {
        ", nobody twice in a row"
    };
    format!("{period}{row}, {window} to finish an announced one.")
}

/// “Helios, 7 × 7, 3 days a turn”.
pub fn helios(table: &HeliosTable) -> String {
    let options = table.position.options();
    let (width, height) = (options.width(), options.height());
    let days = match table.days_per_turn {
        Some(days) => format!("{} a turn", human::count(days, "day")),
        None => "no time limit".to_owned(),
    };
    format!("Helios, {width} × {height}, {days}")
}

/// “Six doors win.” and what else differs from the published rules.
pub fn options(options: &Options) -> String {
    let mut sentences = vec![format!(
        "{} doors win.",
        human::capital(&human::number(options.doors_to_win))
    )];
    if options.actions != 2 {
        sentences.push(format!(
            "{} a turn.",
            human::capital(&human::count(options.actions, "action"))
        ));
    }
    if options.units_per_airlock != 2 {
        sentences.push(format!(
            "{} an Airlock.",
            human::count(options.units_per_airlock, "unit")
        ));
    }
    if options.walls_per_airlock != 2 {
        sentences.push(format!(
            "{} an Airlock.",
            human::count(options.walls_per_airlock, "wall")
        ));
    }
    if 1 < options.start_seats {
        sentences.push(format!(
            "Only first turns until {} players have joined.",
            human::number(options.start_seats)
        ));
    }
    sentences.join(" ")
}

/// “The match is paused until Mon 2 Mar, 12:00 GMT.”
pub fn paused(until: Option<Instant>) -> String {
    match until {
        Some(until) => format!("The match is paused until {}.", human::minute(until)),
        None => "The match is paused.".to_owned(),
    }
}

/// “Running”.
pub const fn state(state: MatchState) -> &'static str {
    match state {
        MatchState::Open => "Open",
        MatchState::Running => "Running",
        MatchState::Paused => "Paused",
        MatchState::Over => "Over",
    }
}
