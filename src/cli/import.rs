//! `daykeeper import`: a match from its text, or a whole site from its file.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write, stderr, stdout};
use std::path::PathBuf;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::Ended;
use crate::config::Database;
use crate::service::record::archive::{self, FIRST_LINE, RestoreError};
use crate::service::record::{self, ImportError, Imported};
use crate::store::Store;

/// What comes in, and whereto.
#[derive(Clone, Debug, Args)]
pub struct Request {
    /// The record of a match, or the archive of a site
    pub file: PathBuf,
    /// Where it is to be kept; an archive needs an empty database
    #[command(flatten)]
    pub database: Database,
}

/// Takes in what is in the file, and says on standard output what came of it.
///
/// # Errors
/// When the database fails.
pub async fn run(request: &Request) -> anyhow::Result<Ended> {
    let mut file = match open(request) {
        Ok(file) => file,
        Err(error) => {
            let shown = request.file.display();
            writeln!(stderr(), "daykeeper: {shown} cannot be read: {error}")?;
            return Ok(Ended::Misused);
        }
    };
    let store = Store::open(&request.database.url).await?;
    let outcome = if file.is_archive {
        site(&store, &mut file).await
    } else {
        one(&store, &mut file).await
    };
    store.close().await;
    match outcome {
        Ok(()) => Ok(Ended::Done),
        Err(RestoreError::Import(ImportError::Store(error))) => Err(error.into()),
        Err(refused) => {
            let shown = request.file.display();
            writeln!(stdout(), "{shown}: {refused}. Nothing was imported.")?;
            Ok(Ended::Refused)
        }
    }
}

struct Opened {
    reader: BufReader<File>,
    length: u64,
    is_archive: bool,
}

fn open(request: &Request) -> io::Result<Opened> {
    let file = File::open(&request.file)?;
    let length = file.metadata()?.len();
    let mut reader = BufReader::new(file);
    let is_archive = reader.fill_buf()?.starts_with(FIRST_LINE.as_bytes());
    Ok(Opened {
        reader,
        length,
        is_archive,
    })
}

async fn one(store: &Store, file: &mut Opened) -> Result<(), RestoreError> {
    let mut text = String::new();
    file.reader.read_to_string(&mut text)?;
    let Imported {
        id,
        events,
        accounts,
    } = record::import(store, &text).await?;
    let mut output = stdout().lock();
    writeln!(output, "Match {id} is here, with {events} events.")?;
    for (recorded, here) in &accounts {
        if recorded == here {
            writeln!(output, "{here} got an account without a password.")?;
        } else {
            writeln!(
                output,
                "{recorded} got an account without a password; it is called “{here}” here, since \
                 somebody else has the name."
            )?;
        }
    }
    Ok(())
}

async fn site(store: &Store, file: &mut Opened) -> Result<(), RestoreError> {
    let style =
        ProgressStyle::with_template("{bar:30} {bytes}/{total_bytes}, {bytes_per_sec}, {eta} left");
    let bar = ProgressBar::new(file.length)
        .with_style(style.expect("the template is one of indicatif's"));
    let restored = archive::restore(store, &mut file.reader, |bytes| bar.inc(bytes)).await;
    bar.finish_and_clear();
    let matches = restored?;
    writeln!(stdout(), "The site is here, with {matches} matches.")?;
    Ok(())
}
