//! `daykeeper import`: a match from its text, or a whole site from its file.

use std::io::{Write, stderr, stdout};
use std::path::PathBuf;

use clap::Args;

use crate::cli::Ended;
use crate::config::Database;
use crate::service::record::{self, ImportError, Imported};
use crate::store::Store;

/// What comes in, and whereto.
#[derive(Clone, Debug, Args)]
pub struct Request {
    /// The record of a match
    pub file: PathBuf,
    /// Where it is to be kept
    #[command(flatten)]
    pub database: Database,
}

/// Takes in what is in the file, and says on standard output what came of it.
///
/// # Errors
/// When the database fails.
pub async fn run(request: &Request) -> anyhow::Result<Ended> {
    let shown = request.file.display();
    let text = match std::fs::read_to_string(&request.file) {
        Ok(text) => text,
        Err(error) => {
            writeln!(stderr(), "daykeeper: {shown} cannot be read: {error}")?;
            return Ok(Ended::Misused);
        }
    };
    let store = Store::open(&request.database.url).await?;
    let imported = record::import(&store, &text).await;
    store.close().await;
    match imported {
        Ok(imported) => tell(&imported),
        Err(ImportError::Store(error)) => Err(error.into()),
        Err(refused) => {
            writeln!(stdout(), "{shown}, {refused}. Nothing was imported.")?;
            Ok(Ended::Refused)
        }
    }
}

fn tell(imported: &Imported) -> anyhow::Result<Ended> {
    let mut output = stdout().lock();
    let Imported { id, events, .. } = imported;
    writeln!(output, "Match {id} is here, with {events} events.")?;
    for (recorded, here) in &imported.accounts {
        if recorded == here {
            writeln!(output, "{here} got an account without a password.")?;
        } else {
            writeln!(
                output,
                "{recorded} is called “{here}” here, since the name is another account's; it has no password."
            )?;
        }
    }
    Ok(Ended::Done)
}
