//! `thread.txt`: what a thread's pictures do not say of themselves.
//!
//! ```text
//! # A line that begins with # is a comment.
//! title: The Ninth Door
//! started: 2026-03-01T00:00Z
//! player: Brindle #3388ff
//! player: tin orchard #f0a000
//! moderator: Ann
//!
//! 1.png 2026-03-01T10:00Z Brindle
//! 2.png 2026-03-01T11:12Z tin orchard
//! accept: The host allowed the third action.
//! ```

use std::collections::BTreeMap;
use std::str::FromStr;

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::ids::PlayerName;
use crate::referee::options::Preset;
use crate::rules::colour::Colour;
use crate::service::{NewAbaddon, NewGame, NewMatch};
use crate::time::Instant;

/// What `thread.txt` says.
#[derive(Clone, PartialEq, Debug)]
pub struct ThreadText {
    /// What every match has.
    pub asked: NewMatch,
    /// What a match of Abaddon has of its own.
    pub halls: NewAbaddon,
    /// Who made it; else the first to post.
    pub host: Option<PlayerName>,
    /// When; else when the first picture was posted.
    pub started: Option<Instant>,
    /// Who accepts pictures that no legal turn explains.
    pub moderator: Option<PlayerName>,
    /// Everybody who plays, with their colour.
    pub players: Vec<(PlayerName, Colour)>,
    /// The pictures in order; there is at least one.
    pub posts: Vec<Posted>,
}

/// A picture of the thread.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Posted {
    /// Its file in the folder.
    pub file: String,
    /// When it was posted.
    pub at: Instant,
    /// Who posted it: a number in [`ThreadText::players`].
    pub player: usize,
    /// Why it is accepted though no legal turn explains it, if it is.
    pub accepted: Option<String>,
}

/// A line that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("thread.txt, line {line}: {why}")]
pub struct BadLine {
    /// Its number, from 1.
    pub line: usize,
    /// Why not.
    pub why: String,
}

impl FromStr for ThreadText {
    type Err = BadLine;

    /// Reads header lines `key: value`, then a line a picture: file, instant, player.
    ///
    /// # Errors
    /// [`BadLine`] for the first line that cannot be read, and for a text without pictures.
    fn from_str(text: &str) -> Result<Self, BadLine> {
        let mut thread = Self {
            asked: NewMatch::default(),
            halls: NewAbaddon {
                clock: Preset::Free,
                twice_in_a_row: Some(true),
                ..NewAbaddon::default()
            },
            host: None,
            started: None,
            moderator: None,
            players: Vec::new(),
            posts: Vec::new(),
        };
        let mut options = serde_json::Map::new();
        let mut last = 0;
        for (line, content) in (1..).zip(text.lines()) {
            last = line;
            let content = content.trim();
            if content.is_empty() || content.starts_with('#') {
                continue;
            }
            let read = match header(content) {
                Some((key, value)) => thread.read_header(key, value, &mut options),
                None => thread.read_post(content),
            };
            read.map_err(|why| BadLine { line, why })?;
        }
        let ends = |why: String| BadLine { line: last, why };
        thread.halls.options =
            serde_json::from_value(options.into()).map_err(|why| ends(why.to_string()))?;
        if thread.posts.is_empty() {
            return Err(ends("there is no picture".to_owned()));
        }
        Ok(thread)
    }
}

/// Key and value of a header line. A picture's line has no colon before its first blank.
fn header(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(':')?;
    (!key.contains(char::is_whitespace)).then(|| (key, value.trim()))
}

impl ThreadText {
    fn read_header(
        &mut self,
        key: &str,
        value: &str,
        options: &mut serde_json::Map<String, Value>,
    ) -> Result<(), String> {
        match key {
            "title" => value.clone_into(&mut self.asked.title),
            "level" => self.halls.level = Some(value.to_owned()),
            "host" => self.host = Some(parse(value)?),
            "started" => self.started = Some(parse(value)?),
            "moderator" => self.moderator = Some(parse(value)?),
            "accept" => {
                let post = (self.posts.last_mut()).ok_or("there is no picture above to accept")?;
                post.accepted = Some(value.to_owned());
            }
            "visibility" => self.asked.visibility = word(value)?,
            "clock" => {
                self.halls.clock = word(value)?;
                self.halls.twice_in_a_row = None;
            }
            "player" => {
                let (name, colour) = (value.rsplit_once(char::is_whitespace))
                    .ok_or("a player is a name and a colour, such as “Brindle #3388ff”")?;
                self.players.push((parse(name.trim())?, parse(colour)?));
            }
            "actions" | "units_per_airlock" | "walls_per_airlock" | "doors_to_win" | "seats"
            | "start_seats" => {
                let number: i64 = parse(value)?;
                options.insert(key.to_owned(), number.into());
            }
            _ => return Err(format!("“{key}” is not a key")),
        }
        Ok(())
    }

    fn read_post(&mut self, line: &str) -> Result<(), String> {
        let mut words = line.splitn(3, char::is_whitespace);
        let (Some(file), Some(at), Some(name)) = (words.next(), words.next(), words.next()) else {
            return Err("a picture’s line is its file, an instant and a player".to_owned());
        };
        let at: Instant = parse(at)?;
        let name: PlayerName = parse(name.trim())?;
        let known = (self.players.iter())
            .position(|(known, _)| known.skeleton() == name.skeleton())
            .ok_or_else(|| format!("“{name}” is not one of the players above"))?;
        if self.posts.last().is_some_and(|before| at < before.at) {
            return Err("this picture is older than the one before it".to_owned());
        }
        self.posts.push(Posted {
            file: file.to_owned(),
            at,
            player: known,
            accepted: None,
        });
        Ok(())
    }

    /// The match to be made.
    pub fn asked(&self) -> NewMatch {
        NewMatch {
            game: NewGame::Abaddon(self.halls.clone()),
            ..self.asked.clone()
        }
    }

    /// When the match began.
    pub fn begins(&self) -> Instant {
        self.started.unwrap_or(self.posts[0].at)
    }

    /// The players in the order of their seats, which is that of their first pictures.
    pub fn seated(&self) -> Vec<usize> {
        let mut seats = BTreeMap::new();
        for post in &self.posts {
            let next = seats.len();
            seats.entry(post.player).or_insert(next);
        }
        let mut players: Vec<usize> = seats.keys().copied().collect();
        players.sort_by_key(|player| seats[player]);
        players
    }
}

fn parse<T: FromStr<Err: ToString>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|why: T::Err| why.to_string())
}

fn word<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_json::from_value(Value::from(text)).map_err(|why| why.to_string())
}
