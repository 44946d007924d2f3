//! `daykeeper verify`: recomputes every chain, replays every match, and compares what is derived.

use std::fmt;
use std::io::{Write, stdout};

use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::Ended;
use crate::config::Database;
use crate::ids::MatchId;
use crate::store::Store;
use crate::store::verify::{Fault, VerifyError};

/// What was verified without finding a fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Verified {
    /// How many matches.
    pub matches: u64,
    /// How many events they have together.
    pub events: u64,
}

impl fmt::Display for Verified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { matches, events } = self;
        write!(
            f,
            "{matches} matches with {events} events: everything fits."
        )
    }
}

/// Verifies the database, and says on standard output what came of it.
///
/// # Errors
/// When the database cannot be read.
pub async fn run(database: &Database, only: Option<MatchId>) -> anyhow::Result<Ended> {
    let store = Store::open_existing(&database.url).await?;
    let verified = verify(&store, only).await;
    store.close().await;
    let (said, ended) = match verified {
        Ok(verified) => (verified.to_string(), Ended::Done),
        Err(fault @ (VerifyError::Fault(_) | VerifyError::SiteLog(_))) => {
            (fault.to_string(), Ended::Refused)
        }
        Err(VerifyError::Store(error)) => return Err(error.into()),
    };
    writeln!(stdout(), "{said}")?;
    Ok(ended)
}

/// Verifies every match, or only one, and shows how far it has come on standard error: a bar with
/// rate and time left on a terminal, nothing else where there is none.
///
/// # Errors
/// [`VerifyError::Fault`] names the first match and event that do not fit; the caller's exit status
/// is then not zero.
pub async fn verify(store: &Store, only: Option<MatchId>) -> Result<Verified, VerifyError> {
    let mut matches = store.matches_to_verify().await?;
    if let Some(only) = only {
        matches.retain(|(id, _)| *id == only);
        if matches.is_empty() {
            return Err(missing(only).into());
        }
    }
    let events = matches.iter().map(|(_, events)| events).sum();
    let bar = bar(events);
    for (id, _) in &matches {
        bar.set_message(id.to_string());
        if let Err(error) = store.verify(*id, |more| bar.inc(more)).await {
            bar.abandon();
            return Err(error);
        }
    }
    if only.is_none() {
        store.verify_site_log().await?;
    }
    bar.finish_and_clear();
    let matches = u64::try_from(matches.len()).unwrap_or(u64::MAX);
    Ok(Verified { matches, events })
}

fn bar(events: u64) -> ProgressBar {
    let style = ProgressStyle::with_template(
        "{bar:30} {pos}/{len} events, {per_sec}, {eta} left, match {msg}",
    );
    ProgressBar::new(events).with_style(style.expect("the template is one of indicatif's"))
}

fn missing(match_id: MatchId) -> Fault {
    Fault {
        match_id,
        seq: 1,
        what: "there is no such match".to_owned(),
    }
}
