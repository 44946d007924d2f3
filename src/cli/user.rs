//! `daykeeper user`: accounts from the command line, the first administrator's among them.

use std::io::{BufRead, IsTerminal, Write, stdin, stdout};

use anyhow::{Context, bail};

use crate::cli::Ended;
use crate::clock::Clock;
use crate::config::Database;
use crate::ids::Role;
use crate::service::accounts::{Accounts, Registration};
use crate::store::Store;

/// The password for a new account: a line of standard input, or asked for twice without showing it.
///
/// # Errors
/// When it cannot be read, or the two differ.
pub fn password(from_stdin: bool) -> anyhow::Result<String> {
    if from_stdin || !stdin().is_terminal() {
        let mut line = String::new();
        stdin().lock().read_line(&mut line)?;
        return Ok(line.trim_end_matches(['\n', '\r']).to_owned());
    }
    let once = rpassword::prompt_password("Password (10 to 200 characters): ")
        .context("the password cannot be asked for; give it with --password-stdin")?;
    let again = rpassword::prompt_password("The same again: ")?;
    if once != again {
        bail!("the two passwords differ");
    }
    Ok(once)
}

/// Makes an account, whoever may register.
///
/// # Errors
/// When name or password are refused, or the database cannot be opened.
pub async fn add(
    database: &Database,
    name: &str,
    password: &str,
    role: Role,
) -> anyhow::Result<Ended> {
    let person = accounts(database).await?.add(name, password, role).await?;
    writeln!(stdout(), "{} has an account now, as {role}.", person.name)?;
    Ok(Ended::Done)
}

/// Gives an account a role.
///
/// # Errors
/// When nobody has that name, or the database cannot be opened.
pub async fn role(database: &Database, name: &str, role: Role) -> anyhow::Result<Ended> {
    let person = accounts(database).await?.set_role(name, role).await?;
    writeln!(stdout(), "{} is {role} now.", person.name)?;
    Ok(Ended::Done)
}

async fn accounts(database: &Database) -> anyhow::Result<Accounts> {
    let store = Store::open(&database.url).await?;
    Ok(Accounts::new(store, Clock::System, Registration::Closed))
}
