//! `daykeeper export`: a match as one text, or a whole site as one file.

use std::io::{Write, stderr, stdout};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;

use crate::cli::Ended;
use crate::config::Database;
use crate::ids::MatchId;
use crate::service::record;
use crate::store::Store;

/// What leaves, and whereto.
#[derive(Clone, Debug, Args)]
pub struct Request {
    /// The match
    #[arg(value_name = "MATCH")]
    pub id: MatchId,
    /// The file to write; standard output without it
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Where the match is kept
    #[command(flatten)]
    pub database: Database,
}

/// Writes the record of a match.
///
/// # Errors
/// When the database cannot be read or the file cannot be written.
pub async fn run(request: &Request) -> anyhow::Result<Ended> {
    let store = Store::open(&request.database.url).await?;
    let text = record::export(&store, request.id).await;
    store.close().await;
    match text? {
        Some(text) => {
            write(request.out.as_deref(), text.as_bytes())?;
            Ok(Ended::Done)
        }
        None => {
            writeln!(stderr(), "There is no match {}.", request.id)?;
            Ok(Ended::Refused)
        }
    }
}

fn write(out: Option<&Path>, bytes: &[u8]) -> anyhow::Result<()> {
    match out {
        Some(path) => std::fs::write(path, bytes)
            .with_context(|| format!("{} cannot be written", path.display())),
        None => Ok(stdout().lock().write_all(bytes)?),
    }
}
