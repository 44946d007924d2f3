//! `daykeeper render`: one JSON request in, one PNG out (formats.md, Pictures on the command line).

use std::collections::BTreeSet;
use std::io::{self, Read, Write};
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::json;

use crate::picture;
use crate::picture::abaddon::{View, draw};
use crate::picture::encode::{Chunks, Scale, encode};
use crate::picture::frame::{Labels, Options};
use crate::picture::sprite::Sprites;
use crate::rules::abaddon::level::Level;
use crate::rules::abaddon::position::Position;
use crate::rules::abaddon::setup::Setup;
use crate::rules::canonical::position_hash;
use crate::rules::colour::Colour;
use crate::rules::grid::Square;
use crate::rules::helios;
use crate::rules::helios::ruleset::{Options as HeliosOptions, OptionsAsked};
use crate::rules::seat::{BySeat, Seat};

/// What was written to the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// What was asked for; exit status 0.
    Done,
    /// A JSON line that says why it cannot be had; exit status 1.
    Refused,
}

/// Reads the request and writes its picture, or the answer `bad_request`.
///
/// # Errors
/// Only those of reading and writing.
pub fn render(mut input: impl Read, mut output: impl Write) -> io::Result<Outcome> {
    let mut bytes = Vec::new();
    input.read_to_end(&mut bytes)?;
    match picture(&bytes) {
        Ok(file) => {
            output.write_all(&file)?;
            Ok(Outcome::Done)
        }
        Err(message) => {
            let answer = json!({"ok": false, "code": "bad_request", "message": message});
            writeln!(output, "{answer}")?;
            Ok(Outcome::Refused)
        }
    }
}

/// A request to draw, by game.
#[derive(Deserialize)]
#[serde(tag = "game", rename_all = "lowercase")]
enum Request {
    Abaddon(Abaddon),
    Helios(Helios),
}

#[derive(Deserialize)]
struct Abaddon {
    level: String,
    #[serde(deserialize_with = "Option::deserialize")]
    state: Option<Setup>,
    #[serde(default, deserialize_with = "by_seat")]
    colors: BySeat<Option<Colour>>,
    #[serde(flatten)]
    asked: Asked,
}

#[derive(Deserialize)]
struct Helios {
    #[serde(deserialize_with = "Option::deserialize")]
    state: Option<helios::setup::Setup>,
    #[serde(flatten)]
    asked: Asked,
}

/// What both games' requests may ask for.
#[derive(Deserialize)]
struct Asked {
    #[serde(default)]
    scale: Scale,
    #[serde(default)]
    labels: Labels,
    #[serde(default)]
    mark: BTreeSet<Square>,
}

impl Asked {
    fn options(&self) -> Options {
        Options {
            labels: self.labels,
            marks: self.mark.clone(),
            legend: None,
        }
    }
}

fn picture(request: &[u8]) -> Result<Vec<u8>, String> {
    match serde_json::from_slice(request).map_err(|error| error.to_string())? {
        Request::Abaddon(request) => abaddon(request),
        Request::Helios(request) => helios(&request),
    }
}

fn abaddon(request: Abaddon) -> Result<Vec<u8>, String> {
    let level = level(&request.level)?;
    let position = Position::new(request.state.unwrap_or_default(), &level)
        .map_err(|faults| sentences(faults.iter()))?;
    let off_level = |square: &&Square| level.tile(**square).is_none();
    if let Some(square) = request.asked.mark.iter().find(off_level) {
        return Err(format!("{square} is not a square of this level"));
    }
    let sprites = Sprites::default();
    let view = View::new(&level, &position, &request.colors, &sprites)
        .map_err(|error| error.to_string())?;
    let drawn = draw(&view, &request.asked.options());
    Ok(encode(&drawn, request.asked.scale, &chunks(&position)))
}

fn helios(request: &Helios) -> Result<Vec<u8>, String> {
    let asked = request.state.as_ref().map(|setup| OptionsAsked {
        width: Some(setup.width.into()),
        height: Some(setup.height.into()),
        quiet_limit: None,
    });
    let options = HeliosOptions::try_from(asked.unwrap_or_default())
        .map_err(|error| format!("“state”: {error}"))?;
    let position = match &request.state {
        None => helios::position::Position::start(options),
        Some(setup) => helios::position::Position::new(setup, options)
            .map_err(|faults| sentences(faults.iter()))?,
    };
    if let Some(square) = (request.asked.mark.iter()).find(|square| !position.has_square(**square))
    {
        return Err(format!("{square} is not on the board"));
    }
    let drawn = picture::helios::draw(&position, &request.asked.options());
    Ok(encode(
        &drawn,
        request.asked.scale,
        &chunks(&position.to_setup()),
    ))
}

/// What a picture without a match says of itself.
fn chunks(position: &impl Serialize) -> Chunks {
    Chunks {
        title: None,
        daykeeper: format!("position={}", position_hash(position)),
    }
}

/// A level by id or by its whole text.
fn level(named: &str) -> Result<Arc<Level>, String> {
    match Level::shipped(named) {
        Some(level) => Ok(level),
        None if named.contains('\n') => {
            let level = Level::parse(named).map_err(|error| format!("“level”: {error}"))?;
            Ok(Arc::new(level))
        }
        None => Err(format!("“{named}” is not a level that ships")),
    }
}

fn sentences(faults: impl Iterator<Item = impl ToString>) -> String {
    let faults: Vec<String> = faults.map(|fault| fault.to_string()).collect();
    faults.join("; ")
}

/// Colours in seat order; a seat without one may be `null`.
fn by_seat<'de, D: Deserializer<'de>>(json: D) -> Result<BySeat<Option<Colour>>, D::Error> {
    let listed = Vec::<Option<Colour>>::deserialize(json)?;
    if listed.len() > usize::from(Seat::MAX) {
        return Err(serde::de::Error::custom("a match has at most 8 colours"));
    }
    let mut colours = listed.into_iter();
    Ok(BySeat::from_fn(|_| colours.next().flatten()))
}
