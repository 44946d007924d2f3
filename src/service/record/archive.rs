//! A whole site as one file: its accounts, its matches as record texts, and what belongs to them.
//!
//! A line that begins with `== ` opens a part; no line of a record text does. The parts of tables have
//! a JSON object a line. The last line has the SHA-256 of all before it.
//!
//! ```text
//! == daykeeper archive 1
//! == accounts
//! {"created_at":1772366400000,"id":"w0dbfmec1mycnx35", …}
//! == hidden
//! {"body":"…","salt":"…"}
//! == record
//! [Game "abaddon"]
//! …
//! == end 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
//! ```

use std::io::{self, BufRead, Write};

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::rules::canonical;
use crate::store::append::SaltedText;
use crate::store::transfer::tables::{AFTER_MATCHES, BEFORE_MATCHES, Table};
use crate::store::transfer::{Transfer, WholeMatch};
use crate::store::{Store, StoreError};

use super::parse::salt_of;
use super::write::{hidden_posts, write};
use super::{BadLine, ImportError, take_in};

/// What an archive begins with.
pub const FIRST_LINE: &str = "== daykeeper archive 1\n";

/// Why an archive was not written.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The file cannot be written.
    #[error("the archive cannot be written: {0}")]
    File(#[from] io::Error),
}

/// Why an archive was not taken in; nothing of it is in the store then.
#[derive(Debug, thiserror::Error)]
pub enum RestoreError {
    /// The site has accounts or matches.
    #[error("an archive is taken into an empty database, and this one has accounts or matches")]
    NotEmpty,
    /// A part of it is not as it was written.
    #[error(transparent)]
    Import(#[from] ImportError),
    /// The file cannot be read.
    #[error("the archive cannot be read: {0}")]
    File(#[from] io::Error),
}

impl From<BadLine> for RestoreError {
    fn from(bad: BadLine) -> Self {
        Self::Import(bad.into())
    }
}

impl From<StoreError> for RestoreError {
    fn from(error: StoreError) -> Self {
        Self::Import(error.into())
    }
}

/// Writes a whole site as it is at one moment, and tells how many matches are in the archive, and of
/// how many. Sessions, tokens and what only this machine needs stay behind.
///
/// # Errors
/// [`ArchiveError`]; what was written then lacks its end, and is not taken in anywhere.
pub async fn archive(
    store: &Store,
    out: &mut (impl Write + Send),
    mut told: impl FnMut(usize, usize),
) -> Result<usize, ArchiveError> {
    let mut transfer = store.transfer_out().await?;
    let mut out = Sealed {
        out,
        hash: Sha256::new(),
    };
    out.write(FIRST_LINE)?;
    write_tables(&mut transfer, &BEFORE_MATCHES, &mut out).await?;
    let ids = transfer.match_ids().await?;
    for (done, id) in (1..).zip(&ids) {
        if let Some(whole) = transfer.whole_match(*id).await? {
            write_hidden(&whole, &mut out)?;
            out.write("== record\n")?;
            out.write(&write(&whole))?;
        }
        told(done, ids.len());
    }
    write_tables(&mut transfer, &AFTER_MATCHES, &mut out).await?;
    out.seal()?;
    Ok(ids.len())
}

/// A file, and the hash of what is in it.
struct Sealed<'a, W> {
    out: &'a mut W,
    hash: Sha256,
}

impl<W: Write> Sealed<'_, W> {
    fn write(&mut self, text: &str) -> io::Result<()> {
        self.hash.update(text.as_bytes());
        self.out.write_all(text.as_bytes())
    }

    fn seal(self) -> io::Result<()> {
        writeln!(self.out, "== end {}", canonical::hex(&self.hash.finalize()))?;
        self.out.flush()
    }
}

async fn write_tables<W: Write>(
    transfer: &mut Transfer,
    tables: &[Table],
    out: &mut Sealed<'_, W>,
) -> Result<(), ArchiveError> {
    for table in tables {
        out.write(&format!("== {}\n", table.name))?;
        for line in transfer.lines_of(table).await? {
            out.write(&format!("{}\n", canonical::json(&line)))?;
        }
    }
    Ok(())
}

/// The hidden texts of a match, which its record leaves out and its moderators may read.
fn write_hidden<W: Write>(whole: &WholeMatch, out: &mut Sealed<'_, W>) -> io::Result<()> {
    let mut hidden = (hidden_posts(whole).into_iter())
        .filter_map(|hash| whole.texts.get(hash))
        .peekable();
    if hidden.peek().is_some() {
        out.write("== hidden\n")?;
    }
    for SaltedText { salt, body, .. } in hidden {
        let line = json!({"salt": canonical::hex(salt), "body": body});
        out.write(&format!("{}\n", canonical::json(&line)))?;
    }
    Ok(())
}

/// Takes a whole site into an empty store, and tells how many bytes of the archive were read, now and
/// then.
///
/// # Errors
/// [`RestoreError`]; then nothing was written.
pub async fn restore(
    store: &Store,
    archive: &mut (impl BufRead + Send),
    mut told: impl FnMut(u64),
) -> Result<usize, RestoreError> {
    let mut transfer = store.transfer_in().await?;
    if !transfer.is_empty().await? {
        return Err(RestoreError::NotEmpty);
    }
    let mut restoring = Restoring {
        transfer,
        part: Part::First,
        hidden: Vec::new(),
        matches: 0,
    };
    let (mut hash, mut line, mut number) = (Sha256::new(), String::new(), 0);
    loop {
        line.clear();
        number += 1;
        told(u64::try_from(archive.read_line(&mut line)?).unwrap_or_default());
        if let Some(end) = line.strip_prefix("== end ") {
            restoring.close_part().await?;
            if end.trim_end() != canonical::hex(&hash.finalize()) {
                return Err(
                    BadLine::new(number, "something above is not as it was written").into(),
                );
            }
            break;
        }
        hash.update(line.as_bytes());
        restoring.read(number, &line).await?;
    }
    if archive.read_line(&mut line)? != 0 {
        return Err(BadLine::new(number + 1, "the archive has ended before").into());
    }
    restoring.transfer.commit().await?;
    Ok(restoring.matches)
}

/// What the lines of an archive belong to.
enum Part {
    /// Nothing was read yet.
    First,
    /// No lines come before the next part.
    Opened,
    /// Lines of a table.
    Table(&'static Table),
    /// Texts that the next record leaves out.
    Hidden,
    /// A record, from behind a line.
    Record(usize, String),
}

/// An archive that is being read.
struct Restoring {
    transfer: Transfer,
    part: Part,
    hidden: Vec<SaltedText>,
    matches: usize,
}

impl Restoring {
    async fn read(&mut self, number: usize, line: &str) -> Result<(), RestoreError> {
        let bad = |why: &str| Err(BadLine::new(number, why).into());
        if !line.ends_with('\n') {
            return bad("the archive breaks off here");
        }
        if let Some(name) = line.strip_prefix("== ") {
            return self.open_part(number, name.trim_end()).await;
        }
        match &mut self.part {
            Part::First => bad("this is no archive of Daykeeper"),
            Part::Opened => bad("no line belongs here"),
            Part::Record(_, text) => {
                text.push_str(line);
                Ok(())
            }
            Part::Table(table) => {
                let inserted = self
                    .transfer
                    .insert_line(table, &json_of(number, line)?)
                    .await;
                match inserted {
                    Err(StoreError::Taken | StoreError::Broken(_)) => {
                        bad(&format!("this is no line of {}", table.name))
                    }
                    inserted => Ok(inserted?),
                }
            }
            Part::Hidden => {
                let line = json_of(number, line)?;
                let salt = line["salt"].as_str().and_then(salt_of);
                match (salt, line["body"].as_str()) {
                    (Some(salt), Some(body)) => {
                        self.hidden.push(SaltedText::new(salt, body.to_owned()));
                        Ok(())
                    }
                    _ => bad("this is no hidden text"),
                }
            }
        }
    }

    async fn open_part(&mut self, number: usize, name: &str) -> Result<(), RestoreError> {
        self.close_part().await?;
        self.part = match (&self.part, name) {
            (Part::First, "daykeeper archive 1") => Part::Opened,
            (Part::First, _) => {
                return Err(
                    BadLine::new(number, "this is no archive that this version reads").into(),
                );
            }
            (_, "hidden") => Part::Hidden,
            (_, "record") => Part::Record(number, String::new()),
            (_, name) => {
                let unknown = || BadLine::new(number, format!("no archive has a part “{name}”"));
                Part::Table(Table::named(name).ok_or_else(unknown)?)
            }
        };
        Ok(())
    }

    /// A record is taken in as soon as all of it was read.
    async fn close_part(&mut self) -> Result<(), RestoreError> {
        let Part::Record(before, text) = &self.part else {
            return Ok(());
        };
        let hidden = std::mem::take(&mut self.hidden);
        match take_in(&mut self.transfer, text, hidden).await {
            Ok(_) => {
                self.matches += 1;
                self.part = Part::Opened;
                Ok(())
            }
            Err(ImportError::Line(BadLine { line, why })) => {
                Err(BadLine::new(before + line, why).into())
            }
            Err(error) => Err(error.into()),
        }
    }
}

fn json_of(number: usize, line: &str) -> Result<Value, BadLine> {
    let read = serde_json::from_str(line);
    read.map_err(|error| BadLine::new(number, format!("it cannot be read: {error}")))
}
