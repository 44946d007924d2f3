//! Making a match.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::ids::{AccountId, MatchId};
use crate::referee::decide;
use crate::referee::event::{Created, TextHash, Visibility};
use crate::referee::options::{PeriodText, Preset, TurnClock};
use crate::rules::abaddon::level::{Level, Needs};
use crate::rules::abaddon::ruleset::{OptionsAsked, Ruleset};
use crate::store::append::{Append, Beside};
use crate::time::Instant;

use super::secret::random_bytes;
use super::views::Person;
use super::{Service, ServiceError, text};

/// The version of the rules that new matches are played under.
const RULES_VERSION: u32 = 1;
/// The level where none is named.
const DEFAULT_LEVEL: &str = "halls-of-abaddon";
/// How many accounts a private match may name.
const MOST_PLAYERS: usize = 100;

/// A match as its host asks for it; what is left out is as published.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct NewMatch {
    /// The title, 1–80 characters.
    pub title: String,
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
    /// Whether the host may make rulings in a match that they play in: off.
    pub host_moderates: Option<bool>,
    /// Who may see it.
    pub visibility: Visibility,
    /// Names of those who may join a private match besides its host.
    pub players: Vec<String>,
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
        self.create_match_at(by, asked, self.now()).await
    }

    pub(in crate::service) async fn create_match_at(
        &self,
        by: &Person,
        asked: NewMatch,
        now: Instant,
    ) -> Result<MatchId, ServiceError> {
        let title = text::title(&asked.title)?;
        let level_id = asked.level.as_deref().unwrap_or(DEFAULT_LEVEL);
        let ruleset = ruleset(level_id, asked.options)?;
        let salted = text::salted(title.clone());
        let created = Created {
            rules_version: RULES_VERSION,
            title: TextHash(salted.hash.clone()),
            level: level_id.to_owned(),
            ruleset,
            clock: clock(&asked)?,
            takeback: asked.takeback.unwrap_or(true),
            host_moderates: asked.host_moderates.unwrap_or(false),
            visibility: asked.visibility,
            players: self.players(by, &asked).await?,
        };
        let id = MatchId::from_random(random_bytes());
        let (event, game) = decide::create(id, by.id, created, now);
        let beside = Beside {
            texts: vec![salted],
            ..Beside::default()
        };
        let (append, loaded) = Append::first(&event, game, title, beside);
        self.appender.append(append).await?;
        self.set_up(loaded);
        self.tell(id, &[event]);
        tracing::info!(%id, host = %by.id, level = level_id, "a match was made");
        Ok(id)
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
            let unknown = || bad("players", format!("Nobody is called “{name}”."));
            let parsed = name.parse().map_err(|_| unknown())?;
            let found = self.store.account_named(&parsed).await?;
            players.insert(found.map(|(account, _)| account.id).ok_or_else(unknown)?);
        }
        players.remove(&by.id);
        Ok(players.into_iter().collect())
    }
}

fn ruleset(level_id: &str, asked: OptionsAsked) -> Result<Ruleset, ServiceError> {
    let level = Level::shipped(level_id);
    let level = level.ok_or_else(|| bad("level", format!("There is no level “{level_id}”.")))?;
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

fn clock(asked: &NewMatch) -> Result<TurnClock, ServiceError> {
    let NewMatch {
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
