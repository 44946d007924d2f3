//! Making a match.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::ids::{AccountId, MatchId};
use crate::referee::decide;
use crate::referee::event::{
    AbaddonChosen, Created, CreatedGame, HeliosChosen, TextHash, Visibility,
};
use crate::referee::options::{PeriodText, Preset, TurnClock};
use crate::rules::abaddon::level::{Levels, Needs};
use crate::rules::abaddon::ruleset::{OptionsAsked, Ruleset};
use crate::rules::helios;
use crate::rules::helios::side::Side;
use crate::store::append::{Append, Beside};
use crate::time::Instant;

use super::secret::random_bytes;
use super::views::Person;
use super::{Service, ServiceError, text};

/// The level where none is named.
const DEFAULT_LEVEL: &str = "halls-of-abaddon";
/// How many days a player of Helios has for an action where nothing else is asked for.
const DAYS_PER_TURN: i64 = 3;
/// How many accounts a private match may name.
const MOST_PLAYERS: usize = 100;

/// A match as its host asks for it; what is left out is as published.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct NewMatch {
    /// The title, 1–80 characters.
    pub title: String,
    /// What is to be played.
    pub game: NewGame,
    /// Whether the host may make rulings in a match that they play in: off.
    pub host_moderates: Option<bool>,
    /// Who may see it.
    pub visibility: Visibility,
    /// Names of those who may join a private match besides its host.
    pub players: Vec<String>,
}

/// What is to be played.
#[derive(Clone, PartialEq, Debug)]
pub enum NewGame {
    /// Halls of Abaddon.
    Abaddon(NewAbaddon),
    /// Helios.
    Helios(NewHelios),
}

impl Default for NewGame {
    fn default() -> Self {
        Self::Abaddon(NewAbaddon::default())
    }
}

/// A match of Abaddon as its host asks for it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct NewAbaddon {
    /// The id of the level.
    pub level: Option<String>,
    /// The numbers of the rules.
    pub options: OptionsAsked,
    /// The preset of the turn clock.
    pub clock: Preset,
    /// Another period: `Some(None)` is none at all.
    pub period: Option<Option<PeriodText>>,
    /// Another window, in minutes.
    pub window_minutes: Option<i64>,
    /// Another answer to T14.
    pub twice_in_a_row: Option<bool>,
    /// Whether players may take back their own last turn (T19): on.
    pub takeback: Option<bool>,
}

/// A match of Helios as its host asks for it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NewHelios {
    /// The size of the board and its patience.
    pub options: helios::ruleset::OptionsAsked,
    /// How many times 24 hours a player has for an action (R8): 3. `Some(None)` is as long as it takes.
    pub days_per_turn: Option<Option<i64>>,
    /// The host's side.
    pub side: SideAsked,
    /// The name of the one player who may take the other side; else anybody may.
    pub opponent: Option<String>,
}

/// The side that a host asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SideAsked {
    /// The bottom side, which moves first.
    Bottom,
    /// The top side.
    Top,
    /// Whichever chance gives.
    #[default]
    Random,
}

impl SideAsked {
    /// The side, by a random number where it is left to chance.
    const fn resolved(self, random: u8) -> Side {
        match self {
            Self::Bottom => Side::Bottom,
            Self::Random if random.is_multiple_of(2) => Side::Bottom,
            Self::Top | Self::Random => Side::Top,
        }
    }
}

impl Service {
    /// Makes a match.
    ///
    /// # Errors
    /// [`ServiceError::BadText`] for the title, [`ServiceError::BadOptions`] for the first option
    /// that has no such value.
    pub async fn create_match(
        &self,
        by: &Person,
        asked: NewMatch,
    ) -> Result<MatchId, ServiceError> {
        self.must_act(by).await?;
        self.create_match_at(by, asked, self.now()).await
    }

    pub(in crate::service) async fn create_match_at(
        &self,
        by: &Person,
        asked: NewMatch,
        now: Instant,
    ) -> Result<MatchId, ServiceError> {
        let title = text::title(&asked.title)?;
        let salted = text::salted(title.clone());
        let (rules_version, game) = self.chosen(by, &asked.game).await?;
        let created = Created {
            rules_version,
            title: TextHash(salted.hash.clone()),
            host_moderates: asked.host_moderates.unwrap_or(false),
            visibility: asked.visibility,
            players: self.players(by, &asked).await?,
            game,
        };
        let id = MatchId::from_random(random_bytes());
        let (events, game) = decide::create(id, by.id, created, now);
        let beside = Beside {
            texts: vec![salted],
            ..Beside::default()
        };
        let kind = game.kind().word();
        let (append, loaded) = Append::first(&events, game, title, beside);
        self.appender.append(append).await?;
        self.set_up(loaded);
        self.tell(id, &events);
        tracing::info!(%id, host = %by.id, game = kind, "a match was made");
        Ok(id)
    }

    /// The game with its version of the rules, every option checked and chance asked.
    async fn chosen(
        &self,
        by: &Person,
        asked: &NewGame,
    ) -> Result<(u32, CreatedGame), ServiceError> {
        match asked {
            NewGame::Abaddon(asked) => {
                let level = asked.level.as_deref().unwrap_or(DEFAULT_LEVEL);
                let chosen = AbaddonChosen {
                    level: level.to_owned(),
                    ruleset: ruleset(&self.levels, level, asked.options)?,
                    clock: clock(asked)?,
                    takeback: asked.takeback.unwrap_or(true),
                };
                let version = crate::referee::abaddon::RULES_VERSION;
                Ok((version, CreatedGame::Abaddon(chosen)))
            }
            NewGame::Helios(asked) => {
                let options = helios::ruleset::Options::try_from(asked.options)
                    .map_err(|error| bad(error.option, format!("The option {error}.")))?;
                let [random] = random_bytes();
                let chosen = HeliosChosen {
                    options,
                    days_per_turn: days_per_turn(asked)?,
                    host_side: asked.side.resolved(random),
                    opponent: self.opponent(by, asked).await?,
                };
                let version = crate::referee::helios::RULES_VERSION;
                Ok((version, CreatedGame::Helios(chosen)))
            }
        }
    }

    /// The account that is challenged by name.
    async fn opponent(
        &self,
        by: &Person,
        asked: &NewHelios,
    ) -> Result<Option<AccountId>, ServiceError> {
        let Some(name) = &asked.opponent else {
            return Ok(None);
        };
        let opponent = self.account_called("opponent", name).await?;
        if opponent == by.id {
            return Err(bad("opponent", "Nobody can challenge themselves."));
        }
        Ok(Some(opponent))
    }

    pub(in crate::service) async fn account_called(
        &self,
        option: &'static str,
        name: &str,
    ) -> Result<AccountId, ServiceError> {
        let unknown = || bad(option, format!("Nobody is called “{name}”."));
        let parsed = name.parse().map_err(|_| unknown())?;
        let found = self.store.account_named(&parsed).await?;
        found.map(|(account, _)| account.id).ok_or_else(unknown)
    }

    /// The accounts that are named for a private match, each once.
    async fn players(&self, by: &Person, asked: &NewMatch) -> Result<Vec<AccountId>, ServiceError> {
        if asked.visibility != Visibility::Private && !asked.players.is_empty() {
            return Err(bad(
                "players",
                "Players are named for private matches only.",
            ));
        }
        if MOST_PLAYERS < asked.players.len() {
            return Err(bad(
                "players",
                format!("At most {MOST_PLAYERS} players can be named."),
            ));
        }
        let mut players = BTreeSet::new();
        for name in &asked.players {
            players.insert(self.account_called("players", name).await?);
        }
        players.remove(&by.id);
        Ok(players.into_iter().collect())
    }
}

fn ruleset(levels: &Levels, level_id: &str, asked: OptionsAsked) -> Result<Ruleset, ServiceError> {
    let level = levels
        .get(level_id)
        .ok_or_else(|| bad("level", format!("There is no level “{level_id}”.")))?;
    let ruleset = Ruleset::new(Arc::clone(&level), asked)
        .map_err(|error| bad(error.option, format!("The option {error}.")))?;
    let needs = Needs {
        seats: ruleset.options.seats,
        doors_to_win: ruleset.options.doors_to_win,
    };
    match level.faults(needs).first() {
        Some(fault) => Err(bad("level", format!("This level does not serve: {fault}."))),
        None => Ok(ruleset),
    }
}

/// 1–14 days, or as long as it takes (R8).
fn days_per_turn(asked: &NewHelios) -> Result<Option<u8>, ServiceError> {
    let days = asked.days_per_turn.unwrap_or(Some(DAYS_PER_TURN));
    let read = |days| match u8::try_from(days) {
        Ok(days @ 1..=14) => Ok(days),
        _ => Err(bad(
            "days_per_turn",
            "The option days_per_turn is a number from 1 to 14, or null.",
        )),
    };
    days.map(read).transpose()
}

fn clock(asked: &NewAbaddon) -> Result<TurnClock, ServiceError> {
    let NewAbaddon {
        clock,
        period,
        window_minutes,
        twice_in_a_row,
        ..
    } = asked;
    TurnClock::chosen(*clock, period.clone(), *window_minutes, *twice_in_a_row)
        .map_err(|error| bad(error.option(), format!("The option {error}.")))
}

fn bad(option: &'static str, message: impl Into<String>) -> ServiceError {
    ServiceError::BadOptions {
        option,
        message: message.into(),
    }
}
