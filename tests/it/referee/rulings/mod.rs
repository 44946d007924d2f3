//! Moderation: who may rule, and what each ruling does (referee.md, Moderation and T15–T17).

mod offices;
mod orders;
mod revert;
mod seats;

use daykeeper::referee::options::Preset;
use daykeeper::rules::seat::Seat;

use super::table::{Answer, Table};

/// Players 1, 2 and 3 play one turn each at 06:00, 07:00 and 08:00 of every day.
pub(super) fn days(days: u32) -> Table {
    let mut table = Table::of(Preset::Daily);
    for day in 1..=days {
        for number in 1..=3 {
            let moment = format!("03-{day:02}T{:02}:00:00.000", 5 + number);
            table.plays(number, &moment).unwrap();
        }
    }
    table
}

pub(super) fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

pub(super) fn back(table: &mut Table, to: u32, moment: &str) -> Answer {
    let order = table.back_to(to);
    table.is_ruled(order, moment)
}
