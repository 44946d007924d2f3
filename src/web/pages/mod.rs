//! Pages for people: each works without JavaScript, and shows one view of the service.

pub mod board;
pub mod composer;
pub mod day;
pub mod frame;
pub mod lobby;
pub mod match_page;
pub mod new_match;
pub mod rules;
pub mod seats;
pub mod terms;
pub mod thread;
pub mod turn;
