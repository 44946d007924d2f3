//! What is different from game to game in requests and answers.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

use crate::referee::event::Visibility;
use crate::referee::options::{Period, PeriodText, Preset};
use crate::referee::state::{Board, GameKind};
use crate::rules::abaddon::ruleset::OptionsAsked;
use crate::rules::helios;
use crate::rules::seat::Seat;
use crate::service::views::{AbaddonTable, HeliosTable, MatchView, TableView};
use crate::service::{NewAbaddon, NewGame, NewHelios, NewMatch, ServiceError, SideAsked};
use crate::time::Instant;
use crate::web::error::Error;
use crate::web::extract::read_json;

/// A game that is played here.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Game {
    /// Halls of Abaddon.
    Abaddon,
    /// Helios.
    Helios,
}

impl From<GameKind> for Game {
    fn from(kind: GameKind) -> Self {
        match kind {
            GameKind::Abaddon => Self::Abaddon,
            GameKind::Helios => Self::Helios,
        }
    }
}

impl From<Game> for GameKind {
    fn from(game: Game) -> Self {
        match game {
            Game::Abaddon => Self::Abaddon,
            Game::Helios => Self::Helios,
        }
    }
}

/// What a match is played by and what stands on its board, by game.
#[derive(Serialize, ToSchema)]
#[serde(tag = "game", rename_all = "lowercase")]
pub(in crate::web::api) enum GameBody {
    /// Halls of Abaddon.
    Abaddon {
        options: Box<AbaddonOptions>,
        position: PositionBody,
    },
    /// Helios.
    Helios {
        options: HeliosOptions,
        position: PositionBody,
        /// The last instant at which the side to move is in time.
        #[schema(value_type = Option<String>, format = DateTime)]
        deadline: Option<Instant>,
        /// The seat that has offered a draw.
        #[schema(value_type = Option<u8>)]
        offer: Option<Seat>,
    },
}

impl From<&MatchView> for GameBody {
    fn from(view: &MatchView) -> Self {
        match &view.table {
            TableView::Abaddon(table) => Self::Abaddon {
                options: Box::new(AbaddonOptions::new(view, table)),
                position: PositionBody(json!(table.position)),
            },
            TableView::Helios(table) => Self::Helios {
                options: HeliosOptions::new(view, table),
                position: PositionBody(json!(table.position.to_setup())),
                deadline: table.deadline,
                offer: table.offer,
            },
        }
    }
}

/// A position in the form that its game has.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(transparent)]
#[schema(value_type = Object, example = json!({
    "doors": {"a13": 0, "i7": 2},
    "units": [{"at": "b13", "owner": 0, "kind": "engineer"}],
    "walls": [{"at": "b13", "side": "right", "owner": 0}],
    "winner": null
}))]
pub struct PositionBody(Value);

impl From<&Board> for PositionBody {
    fn from(board: &Board) -> Self {
        Self(board.to_json())
    }
}

/// What was played in a turn, by game.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub(in crate::web::api) enum PlayedBody {
    /// Halls of Abaddon.
    Abaddon {
        /// The steps in notation.
        #[schema(example = json!(["move b13 c13", "attack c13 right"]))]
        steps: Vec<String>,
    },
    /// Helios.
    Helios {
        /// The action in notation.
        #[schema(example = "c1-c2")]
        action: String,
        /// How many passes followed.
        passes: u8,
    },
}

/// All options of a match of Halls of Abaddon.
#[derive(Serialize, ToSchema)]
pub(in crate::web::api) struct AbaddonOptions {
    /// The level's id.
    level: String,
    /// Actions a turn.
    actions: u8,
    /// Units that an Airlock supports.
    units_per_airlock: u8,
    /// Walls that an Airlock supports.
    walls_per_airlock: u8,
    /// Doors that win.
    doors_to_win: u8,
    /// Players that the match has room for.
    seats: u8,
    /// Players who must have joined before anything but first turns is accepted.
    start_seats: u8,
    /// `daily`, `hourly` or `free`.
    #[schema(value_type = String)]
    clock: Preset,
    /// `"day"`, minutes, or `null`.
    #[schema(value_type = Option<Value>)]
    period: Period,
    /// Minutes in which an announced turn must be finished.
    window_minutes: u8,
    /// Whether one player may play two turns with nobody else's between.
    twice_in_a_row: bool,
    /// Whether players may take back their own last turn.
    takeback: bool,
    /// Whether the host may make rulings in a match that they play in.
    host_moderates: bool,
    /// `public`, `unlisted` or `private`.
    #[schema(value_type = String)]
    visibility: Visibility,
}

impl AbaddonOptions {
    fn new(view: &MatchView, table: &AbaddonTable) -> Self {
        let (numbers, clock) = (table.options, table.clock);
        Self {
            level: table.level_id.clone(),
            actions: numbers.actions,
            units_per_airlock: numbers.units_per_airlock,
            walls_per_airlock: numbers.walls_per_airlock,
            doors_to_win: numbers.doors_to_win,
            seats: numbers.seats,
            start_seats: numbers.start_seats,
            clock: clock.preset,
            period: clock.period,
            window_minutes: clock.window_minutes,
            twice_in_a_row: clock.twice_in_a_row,
            takeback: table.takeback,
            host_moderates: view.host_moderates,
            visibility: view.visibility,
        }
    }
}

/// The options of a match of Halls of Abaddon; what is left out is as published.
#[derive(Clone, PartialEq, Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
pub(in crate::web::api) struct AbaddonAsked {
    /// The id of a level that ships.
    #[schema(example = "halls-of-abaddon")]
    level: Option<String>,
    /// Actions a turn, 1–4.
    actions: Option<i64>,
    /// Units that an Airlock supports, 1–6.
    units_per_airlock: Option<i64>,
    /// Walls that an Airlock supports, 0–6.
    walls_per_airlock: Option<i64>,
    /// Doors that win, 2 up to the level's number of doors.
    doors_to_win: Option<i64>,
    /// Players, 2–8.
    seats: Option<i64>,
    /// Players who must have joined before anything but first turns is accepted.
    start_seats: Option<i64>,
    /// `daily`, `hourly` or `free`.
    clock: Option<String>,
    /// `"day"`, minutes from 5 to 10,080, or `null` for none.
    #[serde(deserialize_with = "even_null")]
    #[schema(value_type = Option<Value>)]
    #[expect(
        clippy::option_option,
        reason = "`null` is a value here, and something else than no member"
    )]
    period: Option<Option<PeriodText>>,
    /// Minutes in which an announced turn must be finished, 5–120.
    window_minutes: Option<i64>,
    /// Whether one player may play two turns with nobody else's between.
    twice_in_a_row: Option<bool>,
    /// Whether players may take back their own last turn.
    takeback: Option<bool>,
    /// Whether the host may make rulings in a match that they play in.
    host_moderates: Option<bool>,
    /// `public`, `unlisted` or `private`.
    visibility: Option<String>,
    /// Names of those who may join a private match.
    players: Vec<String>,
}

/// All options of a match of Helios.
#[derive(Serialize, ToSchema)]
pub(in crate::web::api) struct HeliosOptions {
    /// Columns of the board.
    width: u8,
    /// Rows of the board.
    height: u8,
    /// Quiet turns in a row after which the game ends.
    quiet_limit: u16,
    /// How many times 24 hours a player has for an action; `null` for as long as it takes.
    days_per_turn: Option<u8>,
    /// Who was challenged by name.
    opponent: Option<String>,
    /// Whether the host may make rulings in a match that they play in.
    host_moderates: bool,
    /// `public`, `unlisted` or `private`.
    #[schema(value_type = String)]
    visibility: Visibility,
}

impl HeliosOptions {
    fn new(view: &MatchView, table: &HeliosTable) -> Self {
        let options = table.position.options();
        Self {
            width: options.width(),
            height: options.height(),
            quiet_limit: options.quiet_limit(),
            days_per_turn: table.days_per_turn,
            opponent: table.opponent.as_ref().map(|person| person.name.clone()),
            host_moderates: view.host_moderates,
            visibility: view.visibility,
        }
    }
}

/// The options of a match of Helios; what is left out is as published.
#[derive(Clone, PartialEq, Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
pub(in crate::web::api) struct HeliosAsked {
    /// Columns of the board, 4–12.
    width: Option<i64>,
    /// Rows of the board, 4–12.
    height: Option<i64>,
    /// Quiet turns in a row after which the game ends, 40–400 and at least five times the height.
    quiet_limit: Option<i64>,
    /// How many times 24 hours a player has for an action, 1–14, or `null` for as long as it takes.
    #[serde(deserialize_with = "even_null")]
    #[schema(value_type = Option<i64>)]
    #[expect(
        clippy::option_option,
        reason = "`null` is a value here, and something else than no member"
    )]
    days_per_turn: Option<Option<i64>>,
    /// One's own side: `bottom`, `top` or `random`.
    side: Option<String>,
    /// The name of the one player who may take the other side.
    opponent: Option<String>,
    /// Whether the host may make rulings in a match that they play in.
    host_moderates: Option<bool>,
    /// `public`, `unlisted` or `private`.
    visibility: Option<String>,
    /// Names of those who may join a private match.
    players: Vec<String>,
}

/// Tells `null`, which is a value here, from a member that is left out.
fn even_null<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    T::deserialize(deserializer).map(Some)
}

/// Reads the options of a new match.
///
/// # Errors
/// [`Error::Malformed`] for a value of the wrong type, and [`ServiceError::BadOptions`] for a word
/// that is none of an option's.
pub(in crate::web::api) fn new_match(
    game: Game,
    title: String,
    options: &Map<String, Value>,
) -> Result<NewMatch, Error> {
    match game {
        Game::Abaddon => abaddon(title, read_json(options, "options")?),
        Game::Helios => helios(title, read_json(options, "options")?),
    }
}

fn abaddon(title: String, asked: AbaddonAsked) -> Result<NewMatch, Error> {
    Ok(NewMatch {
        title,
        game: NewGame::Abaddon(NewAbaddon {
            level: asked.level,
            options: OptionsAsked {
                actions: asked.actions,
                units_per_airlock: asked.units_per_airlock,
                walls_per_airlock: asked.walls_per_airlock,
                doors_to_win: asked.doors_to_win,
                seats: asked.seats,
                start_seats: asked.start_seats,
            },
            clock: preset(asked.clock.as_deref())?,
            period: asked.period,
            window_minutes: asked.window_minutes,
            twice_in_a_row: asked.twice_in_a_row,
            takeback: asked.takeback,
        }),
        host_moderates: asked.host_moderates,
        visibility: visibility(asked.visibility.as_deref())?,
        players: asked.players,
    })
}

fn helios(title: String, asked: HeliosAsked) -> Result<NewMatch, Error> {
    Ok(NewMatch {
        title,
        game: NewGame::Helios(NewHelios {
            options: helios::ruleset::OptionsAsked {
                width: asked.width,
                height: asked.height,
                quiet_limit: asked.quiet_limit,
            },
            days_per_turn: asked.days_per_turn,
            side: side(asked.side.as_deref())?,
            opponent: asked.opponent,
        }),
        host_moderates: asked.host_moderates,
        visibility: visibility(asked.visibility.as_deref())?,
        players: asked.players,
    })
}

fn side(word: Option<&str>) -> Result<SideAsked, Error> {
    match word {
        None => Ok(SideAsked::default()),
        Some("bottom") => Ok(SideAsked::Bottom),
        Some("top") => Ok(SideAsked::Top),
        Some("random") => Ok(SideAsked::Random),
        Some(_) => Err(no_such_word("side", "bottom, top or random")),
    }
}

fn preset(word: Option<&str>) -> Result<Preset, Error> {
    match word {
        None => Ok(Preset::default()),
        Some("daily") => Ok(Preset::Daily),
        Some("hourly") => Ok(Preset::Hourly),
        Some("free") => Ok(Preset::Free),
        Some(_) => Err(no_such_word("clock", "daily, hourly or free")),
    }
}

fn visibility(word: Option<&str>) -> Result<Visibility, Error> {
    match word {
        None => Ok(Visibility::default()),
        Some("public") => Ok(Visibility::Public),
        Some("unlisted") => Ok(Visibility::Unlisted),
        Some("private") => Ok(Visibility::Private),
        Some(_) => Err(no_such_word("visibility", "public, unlisted or private")),
    }
}

fn no_such_word(option: &'static str, words: &str) -> Error {
    let message = format!("The option {option} is {words}.");
    ServiceError::BadOptions { option, message }.into()
}
