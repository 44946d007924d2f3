//! Steps in every form that people read, and steps tried out without playing them.

use crate::referee::abaddon::Table;
use crate::rules::abaddon::apply::{TurnInPlay, play_turn};
use crate::rules::abaddon::position::Position;
use crate::rules::abaddon::refusal::Refusal;
use crate::rules::abaddon::step::Step;
use crate::rules::abaddon::words::Teller;
use crate::rules::seat::{Names, Seat};

use super::choices;
use super::views::{CheckRefused, CheckView, StepView};

/// Plays steps on the board as it stands, up to the first that the rules refuse; no step at all is no
/// mistake here (api.md, check).
pub(in crate::service) fn try_out(
    table: &Table,
    seat: Seat,
    texts: &[String],
    names: &Names,
) -> CheckView {
    let teller = Teller {
        level: &table.ruleset.level,
        names,
    };
    let mut turn = TurnInPlay::begin(&table.ruleset, table.position.clone(), seat);
    let (mut steps, mut refused, mut before_last) = (Vec::<StepView>::new(), None, None);
    for (number, text) in texts.iter().enumerate() {
        let before = turn.clone();
        match turn.play_text(text) {
            Ok(step) => {
                steps.push(step_view(step, before.position(), turn.position(), &teller));
                before_last = Some(before);
            }
            Err(refusal) => {
                refused = Some(check_refused(number, &refusal, names));
                break;
            }
        }
    }
    let longer = match (&refused, &before_last, steps.last()) {
        (None, Some(before), Some(last)) => choices::longer(before, &last.step, &teller),
        _ => Vec::new(),
    };
    CheckView {
        next: choices::next(&turn, &teller),
        longer,
        steps,
        refused,
        attackers: choices::attackers(&turn),
        actions_left: turn.actions_left(),
        position: turn.position().clone(),
    }
}

/// The steps of an accepted turn; empty where its record does not fit the rules, which
/// `daykeeper verify` finds.
pub(in crate::service) fn steps_played(
    table: &Table,
    before: &Position,
    seat: Seat,
    texts: &[String],
    names: &Names,
) -> Vec<StepView> {
    let teller = Teller {
        level: &table.ruleset.level,
        names,
    };
    let Ok(played) = play_turn(&table.ruleset, before, seat, texts) else {
        return Vec::new();
    };
    let ends = played.before_each.iter().skip(1).chain([&played.position]);
    (played.steps.into_iter().zip(&played.before_each).zip(ends))
        .map(|((step, before), after)| step_view(step, before, after, &teller))
        .collect()
}

fn step_view(step: Step, before: &Position, after: &Position, teller: &Teller<'_>) -> StepView {
    StepView {
        notation: step.to_string(),
        words: teller.step(&step, before, after),
        cost: step.cost(),
        after: after.clone(),
        step,
    }
}

fn check_refused(step: usize, refusal: &Refusal, names: &Names) -> CheckRefused {
    CheckRefused {
        step,
        code: refusal.code(),
        rule: refusal.rule(),
        message: refusal.sentence(names),
    }
}
