//! The day strip: the GMT day as a wall from 00 to 24, a flag for each turn played, the keeper
//! standing at now.

use crate::rules::seat::Names;
use crate::service::views::{Halls, SeatView, names};
use crate::time::{GmtDay, Instant};
use crate::web::human;

use super::frame::Swatch;

/// What `partials/day.html` draws. Places across are percentages of the day.
#[derive(Clone, PartialEq, Debug)]
pub struct Day {
    /// The strip in words, for who cannot see it.
    pub label: String,
    /// Where the keeper stands.
    pub now: Percent,
    /// The turns of the day.
    pub flags: Vec<Flag>,
    /// The part of the day for which the board is reserved: where it begins, how long it is.
    pub held: Option<(Percent, Percent)>,
    /// How high the ground lies below the strip's top, in pixels.
    pub ground: u32,
}

/// A turn on the strip.
#[derive(Clone, PartialEq, Debug)]
pub struct Flag {
    /// When it was played.
    pub at: Percent,
    /// Whose colour it has.
    pub swatch: Swatch,
}

/// A part of the day, in percent.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct Percent(f64);

impl Percent {
    /// Where an instant lies in a day; before its start is 0, after its end 100.
    fn of(at: Instant, day: GmtDay) -> Self {
        match at.day() {
            earlier if earlier < day => Self(0.0),
            later if day < later => Self(100.0),
            _ => Self(at.minute_of_day() / 14.4),
        }
    }

    fn from(self, start: Self) -> Self {
        Self(self.0 - start.0)
    }
}

impl std::fmt::Display for Percent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:.2}%", self.0)
    }
}

/// The stars of the strip's night: percent across, pixels down.
pub const STARS: [(&str, u32); 14] = [
    ("1.5", 14),
    ("3.8", 30),
    ("6", 10),
    ("8.4", 38),
    ("11", 20),
    ("13.6", 8),
    ("16", 32),
    ("19", 16),
    ("87", 24),
    ("89.5", 10),
    ("91.6", 36),
    ("94", 18),
    ("96.4", 8),
    ("98.3", 28),
];

const LOW: u32 = 56;
const TALL: u32 = 92;

impl Day {
    /// The day of one match.
    pub fn of_match(view: Halls<'_>) -> Self {
        let today = view.now.day();
        let flags = view.today.iter().filter_map(|played| {
            let seat = view.seats.iter().find(|seat| seat.seat == played.seat)?;
            Some(Flag {
                at: Percent::of(played.at, today),
                swatch: Swatch(seat.colour),
            })
        });
        let held = view.table.announcement.as_ref().map(|hold| {
            let start = Percent::of(hold.at, today);
            (start, Percent::of(hold.held_until, today).from(start))
        });
        Self {
            label: match_label(view, &view.names()),
            now: Percent::of(view.now, today),
            flags: flags.collect(),
            held,
            ground: LOW,
        }
    }

    /// The day of several matches: the newest turn of each of these seats, if it was played today.
    pub fn of_seats<'a>(now: Instant, seats: impl Iterator<Item = &'a SeatView>) -> Self {
        let today = now.day();
        let played = seats.filter_map(|seat| {
            let (_, at) = seat.last_turn.filter(|(_, at)| at.day() == today)?;
            Some(Flag {
                at: Percent::of(at, today),
                swatch: Swatch(seat.colour),
            })
        });
        let flags: Vec<Flag> = played.collect();
        let number = i128::try_from(flags.len()).unwrap_or_default();
        Self {
            label: format!(
                "{}, {}. {} played today.",
                today.in_words(),
                human::clock(now),
                human::count(number, "turn")
            ),
            now: Percent::of(now, today),
            flags,
            held: None,
            ground: TALL,
        }
    }

    /// The strip's height in pixels.
    pub fn height(&self) -> u32 {
        self.ground + 20
    }

    /// Where the flags' poles begin.
    pub fn flags_top(&self) -> u32 {
        self.ground - 22
    }

    /// Where the keeper's head is.
    pub fn keeper_top(&self) -> u32 {
        self.ground - 38
    }
}

fn match_label(view: Halls<'_>, names: &Names) -> String {
    let time = format!("{}, {}.", view.now.day().in_words(), human::clock(view.now));
    let played: Vec<String> = (view.today.iter())
        .map(|played| format!("{} {}", names.of(played.seat), human::clock(played.at)))
        .collect();
    let played = match played.as_slice() {
        [] => "Nobody has played today.".to_owned(),
        played => format!("Played today: {}.", played.join(", ")),
    };
    let hold = view.table.announcement.as_ref().map(|hold| {
        let until = human::clock_to_second(hold.held_until);
        format!(" {} holds the board until {until}.", hold.holder.name)
    });
    format!("{time} {played}{}", hold.unwrap_or_default())
}

/// Who has played on the present GMT day and who may still: two sentences below the strip.
pub fn who_may_play(view: Halls<'_>) -> String {
    let called = names(&view.seats);
    let seated = || view.seats.iter().filter(|seat| seat.player.is_some());
    let named = |seats: Vec<&SeatView>| -> Vec<String> {
        seats
            .into_iter()
            .map(|seat| called.of(seat.seat).to_owned())
            .collect()
    };
    let played = |seat: &SeatView| view.today.iter().any(|played| played.seat == seat.seat);
    let done = named(seated().filter(|seat| played(seat)).collect());
    let open = named(
        seated()
            .filter(|seat| seat.next_turn_opens.is_none())
            .collect(),
    );
    let done = match done.as_slice() {
        [] => "Nobody has played today.".to_owned(),
        done => format!("Played today: {}.", human::list(done)),
    };
    let open = match open.as_slice() {
        [] => " Nobody’s turn is open.".to_owned(),
        open => format!(" Open: {}.", human::list(open)),
    };
    if seated().next().is_none() {
        "Nobody has joined yet.".to_owned()
    } else {
        done + &open
    }
}
