//! The turn form as it is posted, and what it asks for.

use serde::Deserialize;

use crate::rules::abaddon::notation::read_text;
use crate::rules::colour::Colour;
use crate::service::views::{CheckView, DraftView};
use crate::service::{Draft, ServiceError, Submit};

use super::colour_words;
use super::typed::{new_key, read_key, read_seq};

/// The turn form as it is posted: everything as typed, so that nothing is lost when it is refused.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(default)]
pub struct TurnForm {
    /// The steps, one a line or separated by `;`.
    pub steps: String,
    /// The text of the post.
    pub post: String,
    /// A newcomer's colour out of those offered.
    pub color: String,
    /// The one of them that was chosen beforehand, for a newcomer who does not mind.
    pub suggested: String,
    /// A newcomer's own colour; it counts before the offered one.
    #[serde(deserialize_with = "colour_words::in_hex")]
    pub color_text: String,
    /// The newest event that the page showed (T9).
    pub seq: String,
    /// The idempotency key of this submission (T10).
    pub key: String,
    /// A legal step to take instead of the first refused one, or to add.
    pub instead: String,
    /// The last step, a spawn, with one placement more.
    pub extend: String,
    /// A step to take back, by number and notation: `2 move h1 h2`.
    pub take_back: String,
    /// A step to play one place earlier, by number and notation.
    pub earlier: String,
    /// A step to play one place later, by number and notation.
    pub later: String,
    /// The nearest free colour, to take instead of the one that was typed.
    pub nearest: String,
}

impl TurnForm {
    /// The form for a turn that was kept and not sent.
    pub fn of_draft(draft: &DraftView) -> Self {
        let mut form = Self {
            steps: draft.steps.join("\n"),
            post: draft.post.clone().unwrap_or_default(),
            ..Self::default()
        };
        let colour = draft.colour.clone().unwrap_or_default();
        match colour.parse() {
            Ok(colour) => form.choose(Some(colour)),
            Err(_) => form.color_text = colour,
        }
        form
    }

    /// Chooses a colour, among those offered or as one's own.
    pub fn choose(&mut self, colour: Option<Colour>) {
        let Some(colour) = colour else { return };
        if Colour::SUGGESTED.contains(&colour) {
            self.color = colour.to_string();
        } else {
            self.color_text = colour.to_string();
        }
    }

    /// What is kept of it until it is sent.
    pub fn draft(&self) -> Draft {
        Draft {
            steps: self.steps(),
            post: self.written(),
            colour: (self.chosen_colour())
                .filter(|_| !self.is_suggested())
                .map(str::to_owned),
        }
    }

    /// Whether the colour is still the one that was chosen beforehand.
    pub fn is_suggested(&self) -> bool {
        self.color_text.trim().is_empty() && self.color == self.suggested
    }

    /// The steps, each alone, as typed.
    pub fn steps(&self) -> Vec<String> {
        read_text(&self.steps)
            .into_iter()
            .map(|line| line.step)
            .collect()
    }

    /// The colour as typed; `None` where none was chosen.
    pub fn chosen_colour(&self) -> Option<&str> {
        let own = self.color_text.trim();
        let chosen = if own.is_empty() {
            self.color.trim()
        } else {
            own
        };
        (!chosen.is_empty()).then_some(chosen)
    }

    /// The post; `None` where nothing was written.
    pub fn written(&self) -> Option<String> {
        (!self.post.trim().is_empty()).then(|| self.post.clone())
    }

    /// Takes [`nearest`](Self::nearest) as the colour, where it was chosen.
    pub fn take_nearest(&mut self) {
        if !self.nearest.is_empty() {
            self.color_text = std::mem::take(&mut self.nearest);
        }
    }

    /// Takes [`instead`](Self::instead) in place of the first refused step, or at the end.
    pub fn take_instead(&mut self, check: &CheckView) {
        let step = std::mem::take(&mut self.instead);
        let mut steps = self.steps();
        let place = check.refused.as_ref().map(|refused| refused.step);
        match place.and_then(|place| steps.get_mut(place)) {
            Some(refused) => *refused = step,
            None => steps.push(step),
        }
        self.steps = steps.join("\n");
    }

    /// Does what a button beside the steps asks for, unless they have changed under it.
    pub fn rearrange(&mut self) {
        let mut steps = self.steps();
        if let Some(place) = named(&steps, &self.take_back) {
            steps.remove(place);
        } else if let Some(place) = named(&steps, &self.earlier).filter(|place| 0 < *place) {
            steps.swap(place, place - 1);
        } else if let Some(place) =
            named(&steps, &self.later).filter(|place| place + 1 < steps.len())
        {
            steps.swap(place, place + 1);
        } else if let Some(last) = steps
            .last_mut()
            .filter(|last| continues(&self.extend, last))
        {
            last.clone_from(&self.extend);
        } else {
            return;
        }
        self.steps = steps.join("\n");
    }

    /// The same form under a key of its own (T10).
    #[must_use]
    pub fn with_new_key(mut self) -> Self {
        self.key = new_key();
        self
    }

    /// The colour that was chosen, if one was.
    ///
    /// # Errors
    /// [`ServiceError::Malformed`] for what is neither an offered colour's name nor written `#rrggbb`.
    pub fn colour(&self) -> Result<Option<Colour>, ServiceError> {
        let parsed = self.chosen_colour().map(str::parse).transpose();
        parsed.map_err(|_| ServiceError::Malformed("No colour of that name is known here. Take one of those offered, or write #rrggbb, such as #3388ff."))
    }

    /// The turn that it sends.
    ///
    /// # Errors
    /// [`ServiceError::Malformed`] where colour, `seq` or key cannot be read.
    pub fn submission(&self) -> Result<Submit, ServiceError> {
        Ok(Submit {
            seq: read_seq(&self.seq)?,
            steps: self.steps(),
            post: self.written(),
            colour: self.colour()?,
            key: read_key(&self.key)?,
        })
    }
}

/// The place of a step that is called by number and notation.
fn named(steps: &[String], called: &str) -> Option<usize> {
    let (number, notation) = called.split_once(' ')?;
    let place = number.parse::<usize>().ok()?.checked_sub(1)?;
    (steps.get(place)? == notation).then_some(place)
}

/// Whether a step begins as another one does and goes on.
fn continues(longer: &str, step: &str) -> bool {
    let words: Vec<String> = (step.split_whitespace())
        .map(str::to_ascii_lowercase)
        .collect();
    let rest = longer.strip_prefix(&words.join(" "));
    rest.is_some_and(|rest| rest.starts_with(' '))
}
