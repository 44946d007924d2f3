//! A host's own levels, from a folder.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use anyhow::Context;

use crate::rules::abaddon::level::{Level, Levels};

/// The levels that ship and those of a folder: its `.txt` files, each under its name as id.
///
/// # Errors
/// The first file that cannot be read or is no level that can be played, by name, with line and
/// column where the text is at fault.
pub(super) fn offered(folder: Option<&Path>) -> anyhow::Result<Levels> {
    let mut levels = Levels::default();
    let Some(folder) = folder else {
        return Ok(levels);
    };
    let shown = folder.display();
    let entries =
        fs::read_dir(folder).with_context(|| format!("{shown} (--levels) cannot be read"))?;
    for entry in entries {
        let path = entry?.path();
        if path.extension() == Some(OsStr::new("txt")) {
            offer(&mut levels, &path).with_context(|| format!("the level {}", path.display()))?;
        }
    }
    Ok(levels)
}

fn offer(levels: &mut Levels, path: &Path) -> anyhow::Result<()> {
    let id = path
        .file_stem()
        .and_then(OsStr::to_str)
        .context("its name is not text")?;
    let level = Level::parse(&fs::read_to_string(path)?)?;
    Ok(levels.offer(id, level)?)
}
