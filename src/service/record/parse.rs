//! Reading a record text: pure, and only what is needed to make the match anew. Whether everything else
//! in the text is right is seen by writing the match again.

use std::collections::BTreeMap;
use std::iter::{Enumerate, Peekable};
use std::str::{FromStr, Split};

use crate::ids::{AccountId, MatchId};
use crate::referee::chain::GENESIS;
use crate::rules::abaddon::position::Kind;
use crate::rules::seat::Seat;
use crate::store::append::SaltedText;
use crate::store::record::StoredEvent;
use crate::store::sprites::SpriteRow;

use super::BadLine;
use super::write::FORMER;

/// What a record text says.
#[derive(Debug)]
pub(super) struct Record {
    pub(super) match_id: MatchId,
    pub(super) title: String,
    /// The accounts with their names, each with its line; a deleted one has none.
    pub(super) accounts: Vec<(usize, AccountId, Option<String>)>,
    /// The events with the hashes that they have, and the line of each.
    pub(super) events: Vec<(usize, StoredEvent)>,
    /// The texts by hash.
    pub(super) texts: BTreeMap<String, SaltedText>,
    /// The sprites of each turn's picture.
    pub(super) sprites: BTreeMap<(u32, Seat, Kind), SpriteRow>,
    /// The hash at its end, and its line.
    pub(super) hash: (usize, String),
}

/// Reads a record text.
///
/// # Errors
/// [`BadLine`] for the first line that is none of a record.
pub(super) fn parse(text: &str) -> Result<Record, BadLine> {
    let mut lines = Lines {
        rest: text.split('\n').enumerate().peekable(),
    };
    let header = Header::read(&mut lines)?;
    let mut body = Body {
        match_id: header.match_id,
        events: Vec::new(),
        texts: BTreeMap::new(),
        sprites: BTreeMap::new(),
        worn: BTreeMap::new(),
    };
    let hash = loop {
        let (line, text) = lines.next()?;
        match text.strip_prefix("# ") {
            Some(hash) => break (line, hash.to_owned()),
            None => body.read_event(line, text, &mut lines)?,
        }
    };
    lines.end()?;
    Ok(Record {
        match_id: header.match_id,
        title: header.title,
        accounts: header.accounts,
        events: body.events,
        texts: body.texts,
        sprites: body.sprites,
        hash,
    })
}

/// Lines with their numbers, from 1.
struct Lines<'a> {
    rest: Peekable<Enumerate<Split<'a, char>>>,
}

impl<'a> Lines<'a> {
    fn next(&mut self) -> Result<(usize, &'a str), BadLine> {
        match self.rest.next() {
            // What follows the last line feed is no line.
            Some((index, text)) if self.rest.peek().is_some() => Ok((index + 1, text)),
            Some((index, _)) => Err(BadLine::new(index + 1, "the record breaks off here")),
            None => Err(BadLine::new(1, "there is nothing here")),
        }
    }

    fn next_behind(&mut self, prefix: &str) -> Option<(usize, &'a str)> {
        let (index, text) = *self.rest.peek()?;
        let text = text.strip_prefix(prefix)?;
        self.rest.next();
        Some((index + 1, text))
    }

    fn end(&mut self) -> Result<(), BadLine> {
        match (self.rest.next(), self.rest.next()) {
            (Some((_, "")), None) => Ok(()),
            (Some((index, _)), _) => Err(BadLine::new(index + 1, "the record has ended before")),
            (None, _) => Err(BadLine::new(1, "the last line has no line feed")),
        }
    }
}

struct Header {
    match_id: MatchId,
    title: String,
    accounts: Vec<(usize, AccountId, Option<String>)>,
}

impl Header {
    fn read(lines: &mut Lines<'_>) -> Result<Self, BadLine> {
        let (mut match_id, mut title, mut accounts) = (None, None, Vec::new());
        loop {
            let (line, text) = lines.next()?;
            if text.is_empty() {
                let absent = |key| BadLine::new(line, format!("the header has no {key}"));
                return Ok(Self {
                    match_id: match_id.ok_or_else(|| absent("Match"))?,
                    title: title.ok_or_else(|| absent("Title"))?,
                    accounts,
                });
            }
            if text.starts_with('%') {
                continue;
            }
            match tag(text).ok_or_else(|| BadLine::new(line, "this is no line of a header"))? {
                ("Match", id) => match_id = Some(read(line, &id)?),
                ("Title", text) => title = Some(text),
                ("Account", account) => {
                    let (id, name) = account.split_once(' ').unwrap_or((&account, ""));
                    let name = (name != FORMER).then(|| name.to_owned());
                    accounts.push((line, read(line, id)?, name));
                }
                _ => {}
            }
        }
    }
}

/// Key and value of `[Key "value"]`.
fn tag(line: &str) -> Option<(&str, String)> {
    let inside = line.strip_prefix('[')?.strip_suffix("\"]")?;
    let (key, escaped) = inside.split_once(" \"")?;
    let (mut value, mut characters) = (String::with_capacity(escaped.len()), escaped.chars());
    while let Some(character) = characters.next() {
        value.push(match character {
            '\\' => characters.next()?,
            plain => plain,
        });
    }
    Some((key, value))
}

fn read<T: FromStr>(line: usize, text: &str) -> Result<T, BadLine> {
    (text.parse()).map_err(|_| BadLine::new(line, format!("“{text}” cannot be read here")))
}

struct Body {
    match_id: MatchId,
    events: Vec<(usize, StoredEvent)>,
    texts: BTreeMap<String, SaltedText>,
    sprites: BTreeMap<(u32, Seat, Kind), SpriteRow>,
    worn: BTreeMap<(Seat, Kind), String>,
}

impl Body {
    /// The line of an event, and what is indented below it.
    fn read_event(
        &mut self,
        line: usize,
        text: &str,
        lines: &mut Lines<'_>,
    ) -> Result<(), BadLine> {
        let event = self.event(line, text)?;
        self.events.push((line, event));
        let mut turn = None;
        while let Some((line, beside)) = lines.next_behind("  ") {
            match beside.split_at_checked(1) {
                Some(("{", notation)) => {
                    let number = notation.split('}').next().unwrap_or_default();
                    turn = Some(read(line, number)?);
                }
                Some(("$", salt)) => {
                    let salt = salt_of(salt.trim_start());
                    let salt = salt.ok_or_else(|| BadLine::new(line, "this is no salt"))?;
                    let text = SaltedText::new(salt, body_of(lines));
                    self.texts.insert(text.hash.clone(), text);
                }
                Some(("=", sprite)) => self.read_sprite(line, sprite.trim_start(), lines)?,
                Some(("~", "")) => {}
                _ => return Err(BadLine::new(line, "nothing like this lies beside an event")),
            }
        }
        if let Some(turn) = turn {
            let row = |((seat, kind), lines): (&(Seat, Kind), &String)| {
                let (seat, kind) = (*seat, *kind);
                let lines = lines.clone();
                let row = SpriteRow {
                    turn,
                    seat,
                    kind,
                    lines,
                };
                ((turn, seat, kind), row)
            };
            self.sprites.extend(self.worn.iter().map(row));
        }
        Ok(())
    }

    /// `seq instant kind actor seat version payload`.
    fn event(&self, line: usize, text: &str) -> Result<StoredEvent, BadLine> {
        let parts: Vec<_> = text.splitn(7, ' ').collect();
        let [seq, at, kind, actor, seat, version, payload] = parts[..] else {
            return Err(BadLine::new(line, "an event has seven parts"));
        };
        let payload = serde_json::from_str(payload);
        let unreadable = |error| BadLine::new(line, format!("the payload cannot be read: {error}"));
        let mut event = StoredEvent {
            match_id: self.match_id,
            seq: read(line, seq)?,
            at: read(line, at)?,
            actor: actor.to_owned(),
            seat: match seat {
                "-" => None,
                number => Some(read(line, number)?),
            },
            kind: kind.to_owned(),
            version: read(line, version)?,
            payload: payload.map_err(unreadable)?,
            prev: (self.events.last()).map_or(GENESIS.to_owned(), |(_, last)| last.hash.clone()),
            hash: String::new(),
        };
        let expected = u64::try_from(self.events.len()).unwrap_or(u64::MAX) + 1;
        if event.seq != expected {
            let why = format!("event {expected} comes here, not event {}", event.seq);
            return Err(BadLine::new(line, why));
        }
        event.hash = event.recomputed_hash();
        Ok(event)
    }

    /// `seat kind` and twelve lines, or `seat kind default`.
    fn read_sprite(
        &mut self,
        line: usize,
        sprite: &str,
        lines: &mut Lines<'_>,
    ) -> Result<(), BadLine> {
        let (worn, is_default) = match sprite.strip_suffix(" default") {
            Some(worn) => (worn, true),
            None => (sprite, false),
        };
        let (seat, kind) = worn.split_once(' ').unwrap_or((worn, ""));
        let nowhere = || BadLine::new(line, "there is no such seat");
        let seat = Seat::new(read(line, seat)?).ok_or_else(nowhere)?;
        let worn = (seat, read::<Kind>(line, kind)?);
        if is_default {
            self.worn.remove(&worn);
            return Ok(());
        }
        let mut rows = String::new();
        while let Some((_, row)) = lines.next_behind("  : ") {
            rows.push_str(row);
            rows.push('\n');
        }
        self.worn.insert(worn, rows);
        Ok(())
    }
}

/// Sixteen bytes as hex digits.
pub(super) fn salt_of(text: &str) -> Option<[u8; 16]> {
    let mut salt = [0; 16];
    if text.len() != 2 * salt.len() {
        return None;
    }
    for (byte, at) in salt.iter_mut().zip((0..).step_by(2)) {
        *byte = u8::from_str_radix(text.get(at..at + 2)?, 16).ok()?;
    }
    Some(salt)
}

/// The lines of a text.
fn body_of(lines: &mut Lines<'_>) -> String {
    let mut body: Option<String> = None;
    while let Some((_, line)) = lines.next_behind("  > ") {
        match &mut body {
            Some(body) => {
                body.push('\n');
                body.push_str(line);
            }
            None => body = Some(line.to_owned()),
        }
    }
    body.unwrap_or_default()
}
