//! Turns as posts of a forum thread.

use crate::ids::MatchId;
use crate::referee::event::Visibility;
use crate::rules::seat::Names;
use crate::service::views::{
    ActionView, Interference, MatchView, PlayView, StepView, TableView, TurnView,
};
use crate::time::{GmtDay, Instant};
use crate::web::bbcode::{CopyTexts, Shown, Told};
use crate::web::drawing;
use crate::web::human;
use crate::web::pictures::address;
use crate::web::prose::Prose;

use super::board::{self, SCALE, picture_size};
use super::frame::Swatch;
use super::offers::cost;
use super::portrait::Portrait;

/// What the posts of one match share.
#[derive(Clone, Copy, Debug)]
pub struct Thread<'a> {
    /// The match.
    pub id: MatchId,
    /// Its title.
    pub title: &'a str,
    /// Who may see it: a private match's pictures cannot be shown elsewhere.
    pub visibility: Visibility,
    /// What is played in it.
    pub table: &'a TableView,
    /// What the players on its seats are called.
    pub names: &'a Names,
    /// The newest ruling that has hidden sprites.
    pub redrawn: Option<u64>,
    /// Where the world reaches this server, without a slash at the end.
    pub public_url: &'a str,
}

/// A turn as `partials/post.html` shows it.
#[derive(Clone, PartialEq, Debug)]
pub struct Post {
    /// The turn's number.
    pub turn: u32,
    /// The turn's page.
    pub page: String,
    /// The turn's picture with its changes marked.
    pub picture: String,
    /// The same without marks.
    pub after: String,
    /// The picture before it.
    pub before: String,
    /// The picture's width.
    pub width: u32,
    /// The picture's height.
    pub height: u32,
    /// The picture in words.
    pub alt: String,
    /// The colour of the seat.
    pub swatch: Swatch,
    /// A unit of the player's, as the turn's picture shows it.
    pub face: Portrait,
    /// Who played it.
    pub player: String,
    /// When it was accepted.
    pub at: Instant,
    /// The day to which it counts and when it was announced, where that is another day than `at`'s.
    pub counts_for: Option<(GmtDay, Instant)>,
    /// Its steps.
    pub steps: Vec<StepRow>,
    /// What the player wrote.
    pub text: Prose,
    /// Whether it won the match.
    pub won: bool,
    /// What struck it through, while it does not count.
    pub struck: Option<Entry>,
    /// The ruling that hid what the player wrote.
    pub hidden: Option<Entry>,
    /// The turn for forums.
    pub copy: CopyTexts,
    /// Whether only the match's own people can see its pictures.
    pub private: bool,
}

/// The entry of the record by which something was undone or hidden.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its number.
    pub seq: u64,
    /// Its place on the page of the record.
    pub page: String,
    /// Who did it, in which office.
    pub who: String,
    /// Why, if it was a ruling.
    pub reason: Option<String>,
}

impl Entry {
    fn new(id: MatchId, entry: &Interference) -> Self {
        let seq = entry.seq;
        Self {
            seq,
            page: format!("/matches/{id}/audit?seq={seq}#e{seq}"),
            who: entry.doer(),
            reason: entry.reason.clone(),
        }
    }
}

/// A step as lists show it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct StepRow {
    /// What it does.
    pub words: String,
    /// The same in notation.
    pub notation: String,
    /// “1 action”, “2 actions”, “free”; an action of Helios is all that a turn has.
    pub cost: Option<String>,
}

impl StepRow {
    /// A legal step.
    pub fn new(step: &StepView) -> Self {
        Self {
            words: step.words.clone(),
            notation: step.notation.clone(),
            cost: Some(cost(step.cost)),
        }
    }

    /// What a turn shows that nobody played.
    fn of_set_position() -> Self {
        Self {
            words: "A moderator put this position on the board".to_owned(),
            ..Self::default()
        }
    }

    /// An action of Helios, with the passes that followed (R5).
    pub fn of_action(action: &ActionView, names: &Names) -> Self {
        let opponent = names.of(action.before.to_move().opponent().seat());
        let passes = match action.passes {
            0 => String::new(),
            1 => format!("; {opponent} has no legal action and passes"),
            passes => format!("; {} follow", human::count(passes, "pass")),
        };
        Self {
            words: format!("{}{passes}", action.words),
            notation: action.notation.clone(),
            cost: None,
        }
    }
}

fn face(turn: &TurnView) -> Portrait {
    match turn.seat {
        Some(seat) => Portrait::of_seat(&turn.play.board(), seat, &drawing::sprites(&turn.sprites)),
        None => Portrait::of_keeper(),
    }
}

impl<'a> Thread<'a> {
    /// What the posts of a match share.
    pub fn of(view: &'a MatchView, names: &'a Names, public_url: &'a str) -> Self {
        Self {
            id: view.id,
            title: &view.title,
            visibility: view.visibility,
            table: &view.table,
            names,
            redrawn: view.redrawn,
            public_url,
        }
    }

    /// A turn as a post.
    pub fn post(&self, turn: &TurnView) -> Post {
        let page = format!("/matches/{}/turns/{}", self.id, turn.turn);
        let (width, height) = picture_size(self.table, SCALE);
        let entry = |entry| Entry::new(self.id, entry);
        let other_day = turn.day.filter(|day| turn.at.day() != *day);
        Post {
            turn: turn.turn,
            picture: address(self.id, turn.turn, "mark=1", self.redrawn),
            after: address(self.id, turn.turn, "", self.redrawn),
            before: address(self.id, turn.follows, "", self.redrawn),
            width,
            height,
            alt: format!(
                "The board after turn {}, changed squares marked. {}",
                turn.turn,
                board::in_words(self.table, &turn.play.board(), self.names)
            ),
            swatch: Swatch(turn.colour),
            face: face(turn),
            player: turn.player.name.clone(),
            at: turn.at,
            counts_for: other_day.zip(turn.announced_at),
            steps: self.rows(turn),
            text: turn.post.as_deref().map(Prose::new).unwrap_or_default(),
            won: turn.won,
            struck: turn.struck_by.as_ref().map(entry),
            hidden: turn.post_hidden_by.as_ref().map(entry),
            copy: self.copy(turn, &page),
            private: self.visibility == Visibility::Private,
            page,
        }
    }

    /// What was played, a row a step.
    fn rows(&self, turn: &TurnView) -> Vec<StepRow> {
        match &turn.play {
            _ if turn.is_set_position() => vec![StepRow::of_set_position()],
            PlayView::Abaddon { steps, .. } => steps.iter().map(StepRow::new).collect(),
            PlayView::Helios(action) => vec![StepRow::of_action(action, self.names)],
        }
    }

    fn copy(&self, turn: &TurnView, page: &str) -> CopyTexts {
        let (width, height) = picture_size(self.table, SCALE);
        let rows = self.rows(turn);
        let here = format!("{}{page}", self.public_url);
        let shown = Shown {
            picture: format!("{here}.png"),
            page: here,
            width,
            height,
        };
        Told {
            title: self.title,
            turn: turn.turn,
            player: &turn.player.name,
            words: rows.iter().map(|row| row.words.as_str()).collect(),
            notation: rows.iter().map(|row| row.notation.as_str()).collect(),
            post: turn.post.as_deref(),
            shown: (self.visibility != Visibility::Private).then_some(shown),
        }
        .texts()
    }
}
