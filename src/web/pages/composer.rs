//! The turn form on the page: what somebody has typed, what the referee says to it, and what they
//! may do now.

use crate::rules::colour::Colour;
use crate::rules::seat::Seat;
use crate::service::views::{
    AbaddonChoices, CheckRefused, CheckView, Choice, Halls, Hindrance, MatchState, MyPlace,
};
use crate::time::{GmtDay, Instant};
use crate::web::human;

use super::frame::Swatch;
use super::offers::{self, ComposedStep, FreeAttacks, NextSteps, Offer, SquareWords, StepPlace};
use super::turn_form::TurnForm;

/// What `partials/composer.html` shows.
#[derive(Clone, PartialEq, Debug)]
pub struct Composer {
    /// Where its buttons send it: `/matches/{id}`.
    pub action: String,
    /// What is possible now.
    pub heading: String,
    /// The same with its reason and its day.
    pub lead: String,
    /// Who holds the board.
    pub hold: Option<Hold>,
    /// Why a turn sent now would be refused.
    pub hindrance: Option<Hindrance>,
    /// Why an announcement made now would be refused; nothing while the viewer holds the board.
    pub no_announcement: Option<Hindrance>,
    /// Whether what was just sent was refused.
    pub is_refused: bool,
    /// Why what was just sent was refused, steps and colour apart.
    pub refused: Option<Hindrance>,
    /// The steps that are legal, in order.
    pub steps: Vec<ComposedStep>,
    /// The first step that is not.
    pub refused_step: Option<RefusedStep>,
    /// Steps after the refused one, which nobody has looked at.
    pub unread: Vec<StepPlace>,
    /// Actions left after the legal steps.
    pub actions_left: u8,
    /// Actions of a turn.
    pub actions: u8,
    /// Legal steps after the legal ones, by the square or word that they begin with.
    pub next: Vec<NextSteps>,
    /// Spawns that may take the last step's place for no further action.
    pub longer: Vec<Offer>,
    /// The viewer's units, with what is left of their free attacks.
    pub attacks: Vec<FreeAttacks>,
    /// What is on the board after the legal steps, square by square.
    pub squares: Vec<SquareWords>,
    /// A newcomer's choice of colour.
    pub colours: Option<ColourChoice>,
    /// The viewer's seat.
    pub seat: Option<Seat>,
    /// The GMT day that a turn sent now uses up.
    pub uses_up: Option<GmtDay>,
    /// What was typed.
    pub form: TurnForm,
    /// When it was kept, if it was.
    pub kept_at: Option<Instant>,
    /// Why it could not be kept.
    pub unkept: Option<String>,
    /// What has happened to the board since the steps were composed.
    pub news: Option<News>,
    /// What the button that sends the turn says.
    pub send: String,
}

/// What has happened to the board while somebody composed, and what that means for their steps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct News {
    /// “Bert played turn 13 while you were composing.”
    pub what: String,
    /// “Your steps still work.”; nothing where there are no steps.
    pub then: Option<String>,
}

/// Who holds the board, and until when.
#[derive(Clone, PartialEq, Debug)]
pub struct Hold {
    /// Whether it is the viewer.
    pub mine: bool,
    /// The last instant.
    pub until: Instant,
    /// “4:12”.
    pub left: String,
    /// “4 minutes 12 seconds”.
    pub left_in_words: String,
    /// Seconds left.
    pub seconds: i64,
    /// Seconds of the whole window.
    pub window: i64,
}

impl Hold {
    /// Who holds the board of a match, if anybody does.
    pub fn of(view: Halls<'_>) -> Option<Self> {
        let hold = view.table.announcement.as_ref()?;
        let seconds =
            |from: Instant, to: Instant| (to.as_millis() - from.as_millis()).max(0) / 1_000;
        Some(Self {
            mine: holds(view),
            until: hold.held_until,
            left: human::span(view.now, hold.held_until),
            left_in_words: human::span_in_words(view.now, hold.held_until),
            seconds: seconds(view.now, hold.held_until),
            window: seconds(hold.at, hold.held_until),
        })
    }

    /// Whether more than five minutes are left.
    pub fn is_calm(&self) -> bool {
        300 <= self.seconds
    }
}

/// The first step that the rules refuse.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RefusedStep {
    /// The step as typed.
    pub place: StepPlace,
    /// Which rule, why, and by which code.
    pub why: CheckRefused,
    /// Legal steps that begin like it, to take instead.
    pub instead: Vec<String>,
}

/// A newcomer's choice of colour.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ColourChoice {
    /// Colours that are free and told apart by every kind of eye.
    pub offered: Vec<(Swatch, &'static str)>,
    /// Why the chosen one is refused.
    pub refused: Option<String>,
    /// The nearest free colour.
    pub nearest: Option<Swatch>,
}

/// What people call [`Colour::SUGGESTED`], in its order.
pub(super) const NAMES: [&str; 8] = [
    "Blue", "Orange", "Violet", "Mint", "Brown", "Teal", "Lilac", "Ochre",
];

impl ColourChoice {
    /// The choice as it stands; where nothing is chosen, the announced colour is, or else the first.
    fn new(view: Halls<'_>, form: &mut TurnForm) -> Self {
        let mut taken: Vec<Colour> = view.seats.iter().map(|seat| seat.colour).collect();
        let held = (view.table.announcement.as_ref()).filter(|_| !holds(view));
        taken.extend(held.and_then(|hold| hold.colour));
        let offered: Vec<(Swatch, &str)> = (Colour::SUGGESTED.into_iter().zip(NAMES))
            .filter(|(colour, _)| colour.check(&taken).is_ok())
            .map(|(colour, name)| (Swatch(colour), name))
            .collect();
        let is_free = |hex: &str| offered.iter().any(|(swatch, _)| swatch.hex() == hex);
        if form.chosen_colour().is_none() || form.is_suggested() && !is_free(&form.color) {
            form.color.clear();
            let announced = (view.table.announcement.as_ref()).filter(|_| holds(view));
            let first = offered.first().map(|(swatch, _)| swatch.0);
            form.choose(announced.and_then(|hold| hold.colour).or(first));
            form.suggested.clone_from(&form.color);
        }
        let chosen = (form.chosen_colour()).and_then(|typed| typed.parse::<Colour>().ok());
        let too_close = chosen.and_then(|colour| colour.check(&taken).err());
        Self {
            offered,
            refused: too_close.map(|close| close.to_string()),
            nearest: too_close.and_then(|close| close.nearest.map(Swatch)),
        }
    }

    /// A colour that could be typed: the first that is offered.
    pub fn example(&self) -> String {
        let first = self.offered.first();
        first.map_or_else(String::new, |(swatch, _)| swatch.hex())
    }
}

/// The viewer's seat, or the one that a newcomer's first turn takes.
pub(super) fn own_seat(view: Halls<'_>, mine: &MyPlace) -> Option<Seat> {
    (mine.seat).or_else(|| Seat::new(u8::try_from(view.seats.len()).ok()?))
}

/// Whether the viewer holds the board.
fn holds(view: Halls<'_>) -> bool {
    view.mine.as_ref().is_some_and(MyPlace::holds_board)
}

impl Composer {
    /// The form of a viewer, with what they typed and what the referee says to its steps.
    pub fn new(
        view: Halls<'_>,
        (mine, choices): (&MyPlace, &AbaddonChoices),
        mut form: TurnForm,
        check: &CheckView,
    ) -> Self {
        let colours = (mine.seat.is_none()).then(|| ColourChoice::new(view, &mut form));
        let typed = StepPlace::all(form.steps());
        let own = own_seat(view, mine);
        let mut composer = Self {
            action: format!("/matches/{}", view.id),
            heading: String::new(),
            lead: String::new(),
            hold: Hold::of(view),
            hindrance: mine.may_play.clone().err(),
            no_announcement: choices
                .may_announce
                .clone()
                .err()
                .filter(|_| !choices.holds_board),
            is_refused: false,
            refused: None,
            steps: offers::composed(&typed, (&view.table.position, own), check),
            refused_step: check
                .refused
                .as_ref()
                .and_then(|why| refused_step(&typed, why, check)),
            unread: typed.iter().skip(check.steps.len() + 1).cloned().collect(),
            actions_left: check.actions_left,
            actions: view.table.options.actions,
            next: offers::by_actor(&check.next, own),
            longer: offers::longer(check, own),
            attacks: offers::free_attacks(&check.attackers),
            squares: offers::squares(&view.table.level, &check.position, &view.names(), own),
            colours,
            seat: mine.seat,
            uses_up: choices.uses_up,
            form,
            kept_at: mine.draft.as_ref().map(|draft| draft.saved_at),
            unkept: None,
            news: None,
            send: if mine.seat.is_none() {
                "Join and send turn"
            } else {
                "Send turn"
            }
            .to_owned(),
        };
        (composer.heading, composer.lead) = heading(view, mine, choices);
        composer.form.seq = view.seq.to_string();
        composer
    }

    /// The same form after the referee refused to play, announce or withdraw.
    #[must_use]
    pub fn refused(mut self, why: Hindrance, nearest: Option<Colour>) -> Self {
        self.is_refused = true;
        "Not sent".clone_into(&mut self.heading);
        self.lead = match self.uses_up {
            Some(day) if why.code == "lapsed" => {
                "Send as an unannounced turn".clone_into(&mut self.send);
                format!(
                    "Nothing is lost. Sent now, it uses up your turn of {}, GMT.",
                    day.in_words()
                )
            }
            _ => "Nothing has changed, and nothing of what you typed is lost.".to_owned(),
        };
        let unreadable = self
            .form
            .chosen_colour()
            .is_some_and(|typed| typed.parse::<Colour>().is_err());
        match &mut self.colours {
            Some(colours) if unreadable || why.code.starts_with("colour_") => {
                colours.refused = Some(why.message);
                colours.nearest = nearest.map(Swatch);
            }
            _ => self.refused = Some(why).filter(|_| self.refused_step.is_none()),
        }
        self
    }

    /// The same form with what has happened to the board since its steps were composed.
    #[must_use]
    pub fn with_news(mut self, what: String) -> Self {
        let then = match (&self.refused_step, self.steps.len()) {
            (Some(refused), _) => Some(format!(
                "Step {} does not work on the new board: {}",
                refused.place.number, refused.why.message
            )),
            (None, 0) => None,
            (None, 1) => Some("Your step still works.".to_owned()),
            (None, _) => Some("Your steps still work.".to_owned()),
        };
        self.news = Some(News { what, then });
        self
    }

    /// Whether there is something in it that its player wrote.
    pub fn is_begun(&self) -> bool {
        !self.form.steps.trim().is_empty() || self.form.written().is_some()
    }

    /// How the form stands out: lit when its player can act, red when what they sent or their colour
    /// was refused. A step that is not legal yet is red by itself.
    pub fn tone(&self) -> &'static str {
        let colour = self
            .colours
            .as_ref()
            .is_some_and(|colours| colours.refused.is_some());
        match &self.hindrance {
            _ if colour || self.is_refused => " refused",
            None => " open",
            Some(_) => "",
        }
    }

    /// The free colour that is offered instead of a refused one.
    pub fn nearest_colour(&self) -> Option<Colour> {
        self.colours.as_ref()?.nearest.map(|swatch| swatch.0)
    }

    /// Whether the viewer holds the board.
    pub fn holds_board(&self) -> bool {
        self.hold.as_ref().is_some_and(|hold| hold.mine)
    }

    /// What there is of the draft: “2 steps”.
    pub fn count(&self) -> String {
        match self.form.steps().len() {
            0 => "a draft without steps".to_owned(),
            steps => human::count(i128::try_from(steps).unwrap_or_default(), "step"),
        }
    }

    /// Whether the offered colour is the chosen one.
    pub fn is_chosen(&self, swatch: &Swatch) -> bool {
        self.form.chosen_colour() == Some(swatch.hex().as_str())
    }
}

fn heading(view: Halls<'_>, mine: &MyPlace, choices: &AbaddonChoices) -> (String, String) {
    let day = choices
        .uses_up
        .map(|day| format!("One turn for {}, GMT.", day.in_words()));
    match (&mine.may_play, &view.table.announcement) {
        _ if view.state == MatchState::Over => (outcome(view), OVER.to_owned()),
        _ if view.state == MatchState::Paused => {
            ("The match is paused".to_owned(), PLAN.to_owned())
        }
        (Ok(()), Some(hold)) if choices.holds_board => (
            "You hold the board".to_owned(),
            format!(
                "Announced at {}. After the time your steps stay, but others may go first.",
                human::clock_to_second(hold.at)
            ),
        ),
        (Ok(()), _) if mine.seat.is_none() => (
            "Join with your first turn".to_owned(),
            format!(
                "Pick a colour and an Airlock. You start with one door; {} win.",
                human::number(view.table.options.doors_to_win)
            ),
        ),
        (Ok(()), _) => (
            "Your turn is open".to_owned(),
            day.unwrap_or_else(|| "Play when you like.".to_owned()),
        ),
        (Err(_), Some(hold)) if !choices.holds_board => (
            format!("{} holds the board", hold.holder.name),
            PLAN.to_owned(),
        ),
        (Err(_), _) => ("Not your turn yet".to_owned(), PLAN.to_owned()),
    }
}

/// How a match has ended, in a sentence.
pub(super) fn outcome(view: Halls<'_>) -> String {
    match view.winner {
        Some(seat) => format!("{} has won the match.", view.names().of(seat)),
        None => "The match is over; nobody has won.".to_owned(),
    }
}

const OVER: &str = "What you wrote is kept and not sent.";
const PLAN: &str =
    "You can plan ahead: steps are checked against the board as it stands, and kept.";

fn refused_step(typed: &[StepPlace], why: &CheckRefused, check: &CheckView) -> Option<RefusedStep> {
    let place = typed.get(why.step)?.clone();
    Some(RefusedStep {
        instead: alike(&place.step, &check.next),
        place,
        why: why.clone(),
    })
}

/// Legal steps by the same unit, or of the same sort where the unit has none.
fn alike(typed: &str, next: &[Choice]) -> Vec<String> {
    const MOST: usize = 6;
    let typed = typed.to_ascii_lowercase();
    let mut words = typed.split_whitespace();
    let (sort, square) = (
        words.next().unwrap_or_default(),
        words.next().unwrap_or_default(),
    );
    let beginning = |place: usize, word: &str| -> Vec<String> {
        let notations = next.iter().map(|choice| &choice.notation);
        let same = |step: &&String| step.split_whitespace().nth(place) == Some(word);
        notations.filter(same).take(MOST).cloned().collect()
    };
    let by_unit = beginning(1, square);
    if by_unit.is_empty() {
        beginning(0, sort)
    } else {
        by_unit
    }
}
