//! `daykeeper read`: a board picture in, its position as JSON out (formats.md, Pictures on the command
//! line).

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, ensure};
use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use super::render::Outcome;
use crate::picture::called::by_colour;
use crate::picture::read::{Reader, Reading};
use crate::picture::sprite::{Sprite, Sprites};
use crate::rules::abaddon::level::Level;
use crate::rules::abaddon::position::Kind;
use crate::rules::colour::Colour;
use crate::rules::seat::{BySeat, Seat};

/// How many doors win, where the level has so many.
const DOORS_TO_WIN: u8 = 6;

/// Read a position back from a board picture.
#[derive(Clone, Debug, Args)]
pub struct Request {
    /// The game that the picture is of.
    #[arg(long)]
    pub game: Game,
    /// The id of a level that ships, or a level file.
    #[arg(long)]
    pub level: String,
    /// The players' colours in seat order, `#rrggbb` each.
    #[arg(long, value_delimiter = ',', required = true)]
    pub colors: Vec<Colour>,
    /// A folder of custom sprites: `0-soldier.txt` and so on.
    #[arg(long)]
    pub sprites: Option<PathBuf>,
    /// The picture, a PNG.
    pub file: PathBuf,
}

/// The games whose pictures can be read back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Game {
    /// Halls of Abaddon.
    Abaddon,
}

/// Reads the picture and writes one JSON line: the position, or why it cannot be read.
///
/// # Errors
/// Wrong usage (exit status 2): a file that cannot be read, a level or sprite that is none, too many
/// colours; and what goes wrong in writing.
pub fn read(request: &Request, mut output: impl Write) -> anyhow::Result<Outcome> {
    let level = level(&request.level)?;
    ensure!(
        request.colors.len() <= usize::from(Seat::MAX),
        "a match has at most 8 colours"
    );
    let mut colors = request.colors.iter().copied();
    let colours = BySeat::from_fn(|_| colors.next());
    let sprites = match &request.sprites {
        Some(folder) => sprites(folder)?,
        None => Sprites::default(),
    };
    let reader = Reader {
        level: &level,
        colours: &colours,
        sprites: &sprites,
        names: &by_colour(&colours),
        doors_to_win: doors_to_win(&level),
    };
    let named = || request.file.display().to_string();
    let (answer, outcome) = match reader.read(&fs::read(&request.file).with_context(named)?) {
        Ok(reading) => answer(&reading),
        Err(error) => {
            let message = error.to_string();
            let answer = json!({"ok": false, "code": error.code(), "message": message});
            (answer, Outcome::Refused)
        }
    };
    writeln!(output, "{answer}")?;
    Ok(outcome)
}

fn doors_to_win(level: &Level) -> u8 {
    let doors = u8::try_from(level.doors().count()).unwrap_or(u8::MAX);
    doors.clamp(1, DOORS_TO_WIN)
}

fn answer(reading: &Reading) -> (Value, Outcome) {
    let Reading {
        scale,
        setup,
        unreadable,
        remark,
        ..
    } = reading;
    if unreadable.is_empty() {
        let answer = json!({"ok": true, "scale": scale.factor(), "state": setup});
        return (answer, Outcome::Done);
    }
    let places = match unreadable.len() {
        1 => "one square or wall cannot be read".to_owned(),
        more => format!("{more} squares or walls cannot be read"),
    };
    let message = match remark {
        Some(remark) => format!("{places}; {remark}"),
        None => places,
    };
    let answer = json!({
        "ok": false, "code": "unreadable", "squares": unreadable, "state": setup,
        "message": message,
    });
    (answer, Outcome::Refused)
}

/// A level that ships, or one from a file.
fn level(named: &str) -> anyhow::Result<Arc<Level>> {
    if let Some(level) = Level::shipped(named) {
        return Ok(level);
    }
    let text = fs::read_to_string(named).with_context(|| format!("no level “{named}”"))?;
    let level = Level::parse(&text).with_context(|| named.to_owned())?;
    Ok(Arc::new(level))
}

/// Custom sprites by seat, out of a folder with `0-soldier.txt` and so on.
pub(super) fn sprites(folder: &Path) -> anyhow::Result<Sprites> {
    ensure!(folder.is_dir(), "{} is not a folder", folder.display());
    let mut sprites = Sprites::default();
    for seat in Seat::all() {
        for kind in Kind::ALL {
            let path = folder.join(format!("{seat}-{kind}.txt"));
            let text = match fs::read_to_string(&path) {
                Ok(text) => text,
                Err(error) if error.kind() == ErrorKind::NotFound => continue,
                Err(error) => return Err(error).with_context(|| path.display().to_string()),
            };
            let put = text
                .parse::<Sprite>()
                .and_then(|sprite| sprites[seat].put(kind, sprite));
            put.with_context(|| path.display().to_string())?;
        }
    }
    Ok(sprites)
}
