//! The judge's answers about Helios.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::rules::helios::position::Position;
use crate::rules::helios::refusal::Refusal;
use crate::rules::helios::ruleset::{Options, OptionsAsked};
use crate::rules::helios::setup::Setup;
use crate::rules::helios::side::Side;
use crate::rules::seat::Names;

/// What the judge does for a position.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Op {
    Play,
    Legal,
}

/// Answers a request of the game Helios (formats.md, The judge), without the request's `id`.
///
/// # Errors
/// The message of a `bad_request`: what makes the line no request.
pub(super) fn answer(request: &Map<String, Value>) -> Result<Value, String> {
    let op: Op = field(request, "op")?;
    let position = position(request)?;
    match op {
        Op::Play => {
            let action: String = field(request, "action")?;
            Ok(play(&position, &action))
        }
        Op::Legal => Ok(json!({ "ok": true, "actions": position.legal_actions() })),
    }
}

fn play(position: &Position, action: &str) -> Value {
    match position.play_text(action) {
        Ok(played) => json!({
            "ok": true,
            "state": played.position.to_setup(),
            "passes": played.passes,
        }),
        Err(refusal) => refused(&refusal),
    }
}

fn refused(refusal: &Refusal) -> Value {
    json!({
        "ok": false,
        "code": refusal.code(),
        "rule": refusal.rule(),
        "message": refusal.sentence(&Names::new(Side::BOTH.map(Side::word))),
    })
}

/// The position that a request speaks of. A state says itself how large its board is; options that
/// name another size contradict it.
fn position(request: &Map<String, Value>) -> Result<Position, String> {
    let state: Option<Setup> = field(request, "state")?;
    let mut asked = asked(request)?;
    if let Some(setup) = &state {
        asked.width.get_or_insert(setup.width.into());
        asked.height.get_or_insert(setup.height.into());
    }
    let options = Options::try_from(asked).map_err(|bad| bad.to_string())?;
    match state {
        None => Ok(Position::start(options)),
        Some(setup) => Position::new(&setup, options).map_err(|faults| {
            let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
            format!("the state cannot be: {}", faults.join("; "))
        }),
    }
}

fn asked(request: &Map<String, Value>) -> Result<OptionsAsked, String> {
    match request.get("options") {
        None | Some(Value::Null) => Ok(OptionsAsked::default()),
        Some(options) => read("options", options),
    }
}

fn field<T: DeserializeOwned>(request: &Map<String, Value>, name: &str) -> Result<T, String> {
    let value = request
        .get(name)
        .ok_or_else(|| format!("{name} is missing"))?;
    read(name, value)
}

fn read<T: DeserializeOwned>(name: &str, value: &Value) -> Result<T, String> {
    T::deserialize(value).map_err(|error| format!("{name}: {error}"))
}
