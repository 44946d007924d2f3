//! The record text of a match (formats.md, Record text): pure, and the same text for the same match.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Display, Write};

use serde_json::{Map, Value};

use crate::referee::event::{Body, Event, Play, SpriteHash, TextHash};
use crate::referee::ruling::Ruling;
use crate::referee::state::{Match, Phase, PostState};
use crate::rules::abaddon::position::Kind;
use crate::rules::canonical;
use crate::rules::seat::Seat;
use crate::store::append::SaltedText;
use crate::store::record::{StoredEvent, texts_of};
use crate::store::sprites::SpriteRow;
use crate::store::transfer::WholeMatch;

/// What a deleted account is called.
pub(super) const FORMER: &str = "former player";
/// What stands for a text that is hidden or deleted.
pub(super) const WITHHELD: &str = "~";

/// A whole match as one text. Hidden texts are left out of it, whoever reads it.
pub(super) fn write(whole: &WholeMatch) -> String {
    let mut text = Header { whole }.to_string();
    text.push('\n');
    let mut beside = Beside {
        whole,
        hidden: hidden_posts(whole),
        sprites: by_turn(whole),
        worn: BTreeMap::new(),
    };
    for (stored, event) in &whole.events {
        push(&mut text, format_args!("{}\n", Line(stored)));
        beside.write(event, &mut text);
    }
    push(&mut text, format_args!("# {}\n", whole.loaded.head));
    text
}

fn push(text: &mut String, line: fmt::Arguments<'_>) {
    text.write_fmt(line).expect("writing to a text cannot fail");
}

/// The hashes of the posts that rulings have hidden.
pub(super) fn hidden_posts(whole: &WholeMatch) -> BTreeSet<&str> {
    let game = &whole.loaded.game;
    let is_hidden = |turn| {
        let mark = game.turn_mark(turn);
        mark.is_some_and(|mark| mark.post != PostState::Shown)
    };
    let posts = whole
        .events
        .iter()
        .filter_map(|(_, event)| match &event.body {
            Body::Moved(moved) if is_hidden(moved.turn) => moved.post.as_ref(),
            _ => None,
        });
    posts.map(|hash| hash.0.as_str()).collect()
}

/// A line of an event: `seq instant kind actor seat version payload`.
struct Line<'a>(&'a StoredEvent);

impl Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let StoredEvent {
            seq,
            at,
            kind,
            actor,
            seat,
            version,
            payload,
            ..
        } = self.0;
        let seat = seat.map_or_else(|| "-".to_owned(), |seat| seat.to_string());
        let payload = canonical::json(payload);
        write!(f, "{seq} {at} {kind} {actor} {seat} {version} {payload}")
    }
}

/// `[Key "value"]`, with `\` before each `"` and `\` of the value.
struct Tag<'a>(&'a str, &'a str);

impl Display for Tag<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(key, value) = self;
        let escaped = value.replace('\\', "\\\\").replace('"', "\\\"");
        writeln!(f, "[{key} \"{escaped}\"]")
    }
}

/// What a reader wants to know first.
struct Header<'a> {
    whole: &'a WholeMatch,
}

impl Display for Header<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let WholeMatch {
            loaded, accounts, ..
        } = self.whole;
        let game = &loaded.game;
        let payload = self.whole.events.first().map(|(stored, _)| &stored.payload);
        Tag("Game", game.kind().word()).fmt(f)?;
        Tag("Title", &loaded.title).fmt(f)?;
        Tag("Match", game.id.as_str()).fmt(f)?;
        Tag("Rules", &game.rules_version.to_string()).fmt(f)?;
        write_level(f, payload)?;
        Tag("Options", &canonical::json(&options(payload))).fmt(f)?;
        for (id, name) in accounts {
            let name = name.as_deref().unwrap_or(FORMER);
            Tag("Account", &format!("{id} {name}")).fmt(f)?;
        }
        for (seat, state) in Seat::all().zip(&game.seats) {
            let holder = accounts.iter().find(|(id, _)| Some(*id) == state.holder);
            let name = match holder {
                Some((_, name)) => name.as_deref().unwrap_or(FORMER),
                None => "vacant",
            };
            Tag("Seat", &format!("{seat} {name} {}", state.colour)).fmt(f)?;
        }
        Tag("Result", &result(game)).fmt(f)
    }
}

/// The level's id and, where the record has it, its text. Helios has no levels.
fn write_level(f: &mut fmt::Formatter<'_>, created: Option<&Value>) -> fmt::Result {
    let Some(level) = created.and_then(|payload| payload.get("level")) else {
        return Ok(());
    };
    Tag("Level", level["id"].as_str().unwrap_or_default()).fmt(f)?;
    for line in level["text"].as_str().into_iter().flat_map(str::lines) {
        writeln!(f, "{}", format!("% {line}").trim_end())?;
    }
    Ok(())
}

/// What was settled when the match was made, in one flat object; what has a line of its own in the
/// header is left out.
fn options(created: Option<&Value>) -> Value {
    let mut flat = Map::new();
    let payload = created.and_then(Value::as_object);
    for (name, value) in payload.into_iter().flatten() {
        match (name.as_str(), value) {
            ("game" | "level" | "players" | "rules_version" | "title", _) => {}
            ("options" | "turn_clock", Value::Object(members)) => flat.extend(members.clone()),
            _ => {
                flat.insert(name.clone(), value.clone());
            }
        }
    }
    Value::Object(flat)
}

fn result(game: &Match) -> String {
    match game.phase {
        Phase::Running | Phase::Paused { .. } => "unfinished".to_owned(),
        Phase::Over { winner: None } => "no winner".to_owned(),
        Phase::Over { winner: Some(seat) } => format!("won by seat {seat}"),
    }
}

type Worn<'a> = BTreeMap<(Seat, Kind), &'a str>;

/// What each turn's picture is drawn with; a sprite that a ruling has hidden is the default one.
fn by_turn(whole: &WholeMatch) -> BTreeMap<u32, Worn<'_>> {
    let game = &whole.loaded.game;
    let is_shown = |row: &&SpriteRow| {
        game.hidden_sprites.is_empty() || !game.hides_sprite(row.seat, &SpriteHash::of(&row.lines))
    };
    let mut turns = BTreeMap::<_, Worn<'_>>::new();
    for row in whole.sprites.iter().filter(is_shown) {
        let turn = turns.entry(row.turn).or_default();
        turn.insert((row.seat, row.kind), &row.lines);
    }
    turns
}

/// What lies beside events, indented by two blanks.
struct Beside<'a> {
    whole: &'a WholeMatch,
    hidden: BTreeSet<&'a str>,
    sprites: BTreeMap<u32, Worn<'a>>,
    /// The sprites of the newest turn's picture: only what changes is written.
    worn: Worn<'a>,
}

impl Beside<'_> {
    fn write(&mut self, event: &Event, text: &mut String) {
        if let Some((turn, notation)) = turn_of(&event.body) {
            let line = format!("{{{turn}}} {notation}");
            push(text, format_args!("  {}\n", line.trim_end()));
        }
        for TextHash(hash) in texts_of(&event.body) {
            match self.whole.texts.get(hash) {
                Some(salted) if !self.hidden.contains(hash.as_str()) => write_text(salted, text),
                Some(_) | None => push(text, format_args!("  {WITHHELD}\n")),
            }
        }
        if let Some((turn, _)) = turn_of(&event.body) {
            self.write_sprites(turn, text);
        }
    }

    /// `= seat kind` and twelve lines for each sprite that the picture before did not have;
    /// `= seat kind default` for each that is no longer worn.
    fn write_sprites(&mut self, turn: u32, text: &mut String) {
        let now = self.sprites.remove(&turn).unwrap_or_default();
        for ((seat, kind), lines) in &now {
            if self.worn.get(&(*seat, *kind)) != Some(lines) {
                push(text, format_args!("  = {seat} {}\n", kind.word()));
                for line in lines.lines() {
                    push(text, format_args!("  : {line}\n"));
                }
            }
        }
        for (seat, kind) in self.worn.keys().filter(|worn| !now.contains_key(worn)) {
            push(text, format_args!("  = {seat} {} default\n", kind.word()));
        }
        self.worn = now;
    }
}

/// The salt and, each behind `> `, the lines of a text.
fn write_text(SaltedText { salt, body, .. }: &SaltedText, text: &mut String) {
    push(text, format_args!("  $ {}\n", canonical::hex(salt)));
    for line in body.split('\n') {
        push(text, format_args!("  > {line}\n"));
    }
}

/// The number of the turn that an event is, and what was played in it in notation.
fn turn_of(body: &Body) -> Option<(u32, String)> {
    match body {
        Body::Moved(moved) => {
            let notation = match &moved.play {
                Play::Steps(steps) => {
                    let steps: Vec<_> = steps.iter().map(ToString::to_string).collect();
                    steps.join("; ")
                }
                Play::Action(action) => action.to_string(),
            };
            Some((moved.turn, notation))
        }
        Body::Ruled(ruled) => match &ruled.ruling {
            Ruling::PositionSet(set) => Some((set.turn, String::new())),
            _ => None,
        },
        _ => None,
    }
}
