//! `daykeeper export`: a match as one text, or a whole site as one file.

use std::fs::File;
use std::io::{BufWriter, Write, stderr, stdout};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::Ended;
use crate::config::Database;
use crate::ids::MatchId;
use crate::service::record::{self, archive};
use crate::store::Store;

/// What leaves, and whereto.
#[derive(Clone, Debug, Args)]
pub struct Request {
    /// The match
    #[arg(value_name = "MATCH", required_unless_present = "all")]
    pub id: Option<MatchId>,
    /// Everything: accounts with the hashes of their passwords, matches, sprites, drafts
    #[arg(long, conflicts_with = "id")]
    pub all: bool,
    /// The file to write; standard output without it
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Where it is kept
    #[command(flatten)]
    pub database: Database,
}

/// Writes the record of a match, or an archive of the site.
///
/// # Errors
/// When the database cannot be read or the file cannot be written.
pub async fn run(request: &Request) -> anyhow::Result<Ended> {
    let store = Store::open_existing(&request.database.url).await?;
    let out = request.out.as_deref();
    let ended = match request.id {
        Some(id) => one(&store, id, out).await,
        None => all(&store, out).await,
    };
    store.close().await;
    ended
}

async fn one(store: &Store, id: MatchId, out: Option<&Path>) -> anyhow::Result<Ended> {
    let Some(text) = record::export(store, id).await? else {
        writeln!(stderr(), "There is no match {id}.")?;
        return Ok(Ended::Refused);
    };
    let mut file = open(out)?;
    file.write_all(text.as_bytes())?;
    file.flush()?;
    Ok(Ended::Done)
}

async fn all(store: &Store, out: Option<&Path>) -> anyhow::Result<Ended> {
    let mut file = open(out)?;
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} matches, {per_sec}, {eta} left");
    let bar = ProgressBar::new(0).with_style(style.expect("the template is one of indicatif's"));
    let told = |done: usize, all: usize| {
        bar.set_length(u64::try_from(all).unwrap_or(u64::MAX));
        bar.set_position(u64::try_from(done).unwrap_or(u64::MAX));
    };
    let matches = archive::archive(store, &mut file, told).await?;
    bar.finish_and_clear();
    if let Some(path) = out {
        let kept = path.display();
        writeln!(
            stdout(),
            "{kept} has the whole site, with {matches} matches."
        )?;
    }
    Ok(Ended::Done)
}

fn open(out: Option<&Path>) -> anyhow::Result<BufWriter<Box<dyn Write + Send>>> {
    let out: Box<dyn Write + Send> = match out {
        Some(path) => {
            let made = File::create(path);
            Box::new(made.with_context(|| format!("{} cannot be written", path.display()))?)
        }
        None => Box::new(stdout()),
    };
    Ok(BufWriter::new(out))
}
