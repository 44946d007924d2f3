//! The judge's requests about Halls of Abaddon.

use std::sync::Arc;

use serde::Serialize;

use super::{BadRequest, Request};
use crate::rules::abaddon::apply::{TurnInPlay, play_turn};
use crate::rules::abaddon::differences::differences;
use crate::rules::abaddon::infer::infer;
use crate::rules::abaddon::level::{Level, Needs};
use crate::rules::abaddon::position::Position;
use crate::rules::abaddon::refusal::RefusedStep;
use crate::rules::abaddon::ruleset::Ruleset;
use crate::rules::abaddon::setup::Setup;
use crate::rules::seat::{Names, Seat};

/// What the referee of Halls of Abaddon answers.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Answer {
    /// The turn is legal.
    Played {
        ok: bool,
        state: Setup,
        actions_left: u8,
    },
    /// The steps that may follow.
    Legal { ok: bool, steps: Vec<String> },
    /// The turn that explains a position.
    Inferred { ok: bool, turn: Vec<String> },
    /// No turn explains it.
    Unreachable {
        ok: bool,
        code: &'static str,
        message: &'static str,
        differences: Vec<String>,
    },
    /// A step is illegal.
    Refused {
        ok: bool,
        step: usize,
        code: &'static str,
        rule: &'static str,
        message: String,
    },
}

/// Answers a request whose game is Halls of Abaddon.
pub(super) fn answer(mut request: Request) -> Result<Answer, BadRequest> {
    let op: String = request.take("op")?;
    let rules = ruleset(&mut request)?;
    let seat: Seat = request.take("player")?;
    match op.as_str() {
        "play" => play(&rules, seat, request),
        "legal" => legal(&rules, seat, request),
        "infer" => inferred(&rules, seat, request),
        _ => Err(BadRequest(format!(
            "“{op}” is not an op; ops are play, legal and infer"
        ))),
    }
}

fn play(rules: &Ruleset, seat: Seat, mut request: Request) -> Result<Answer, BadRequest> {
    let position = position(rules, &mut request, "state")?;
    let turn: Vec<String> = request.take("turn")?;
    Ok(match play_turn(rules, &position, seat, &turn) {
        Ok(played) => Answer::Played {
            ok: true,
            state: played.position.to_setup(),
            actions_left: played.actions_left,
        },
        Err(refused) => refused_answer(&refused),
    })
}

fn legal(rules: &Ruleset, seat: Seat, mut request: Request) -> Result<Answer, BadRequest> {
    let position = position(rules, &mut request, "state")?;
    let turn: Vec<String> = request.take("turn")?;
    let mut in_play = TurnInPlay::begin(rules, position, seat);
    for (step, text) in turn.iter().enumerate() {
        if let Err(refusal) = in_play.play_text(text) {
            return Ok(refused_answer(&RefusedStep { step, refusal }));
        }
    }
    let steps = in_play.legal_steps();
    Ok(Answer::Legal {
        ok: true,
        steps: steps.iter().map(ToString::to_string).collect(),
    })
}

fn inferred(rules: &Ruleset, seat: Seat, mut request: Request) -> Result<Answer, BadRequest> {
    let before = position(rules, &mut request, "before")?;
    let after = position(rules, &mut request, "after")?;
    Ok(match infer(rules, &before, &after, seat) {
        Some(steps) => Answer::Inferred {
            ok: true,
            turn: steps.iter().map(ToString::to_string).collect(),
        },
        None => Answer::Unreachable {
            ok: false,
            code: "unreachable",
            message: "No legal turn of this player leads from the position before to the one after.",
            differences: differences(&before, &after, &Names::default()),
        },
    })
}

fn refused_answer(RefusedStep { step, refusal }: &RefusedStep) -> Answer {
    Answer::Refused {
        ok: false,
        step: *step,
        code: refusal.code(),
        rule: refusal.rule(),
        message: refusal.sentence(&Names::default()),
    }
}

/// The level, by id or as a whole text, and the options of a request.
fn ruleset(request: &mut Request) -> Result<Ruleset, BadRequest> {
    let named: String = request.take("level")?;
    let level = match Level::shipped(&named) {
        Some(level) => level,
        None if named.contains('\n') => {
            Arc::new(Level::parse(&named).map_err(|error| BadRequest(format!("“level”: {error}")))?)
        }
        None => return Err(BadRequest(format!("“{named}” is not a level that ships"))),
    };
    let rules = Ruleset::new(level, request.take_or_default("options")?)
        .map_err(|error| BadRequest(format!("“options”: {error}")))?;
    let needs = Needs {
        seats: rules.options.seats,
        doors_to_win: rules.options.doors_to_win,
    };
    match rules.level.faults(needs).first() {
        Some(fault) => Err(BadRequest(format!("“level”: {fault}"))),
        None => Ok(rules),
    }
}

/// A position of the request; `null` is the start of a match.
fn position(rules: &Ruleset, request: &mut Request, field: &str) -> Result<Position, BadRequest> {
    let Some(setup) = request.take::<Option<Setup>>(field)? else {
        return Ok(Position::empty());
    };
    Position::new(setup, &rules.level).map_err(|faults| {
        let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
        BadRequest(format!("“{field}”: {}", faults.join("; ")))
    })
}
