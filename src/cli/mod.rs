//! The command line: what can be asked for, one file a subcommand.

pub mod export;
pub mod health;
pub mod import;
pub mod import_thread;
pub mod judge;
pub mod level;
mod levels;
pub mod read;
pub mod render;
pub mod serve;
pub mod user;
pub mod verify;

use std::ffi::OsString;
use std::io::{self, Write, stdin, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::config::{Config, DEFAULT_LISTEN, Database};
use crate::ids::{MatchId, Role};

/// A referee server for play-by-forum war games.
///
/// Without a command it serves, as with `serve`. Exit status: 0 done, 1 refused, 2 wrong usage.
#[derive(Parser, Debug)]
#[command(name = "daykeeper", version, args_conflicts_with_subcommands = true)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    config: Config,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Serve pages, pictures and the API
    Serve(Box<Config>),
    /// Answer one JSON request a line, without a database
    Judge,
    /// Draw the board of one JSON request as a PNG
    Render,
    /// Read a position back from a board picture
    Read(read::Request),
    /// Write a match as one text, or the whole site as one file
    Export(export::Request),
    /// Take in a match from its text, or a whole site from its file
    Import(import::Request),
    /// Rebuild a match from the pictures of a forum thread
    ImportThread(import_thread::Request),
    /// Look at level texts
    #[command(subcommand)]
    Level(LevelCommand),
    /// Make accounts and give roles
    #[command(subcommand)]
    User(UserCommand),
    /// Ask the server on this machine whether it is ready
    Health {
        /// The address that it listens on
        #[arg(long, env = "DAYKEEPER_LISTEN", default_value = DEFAULT_LISTEN, value_name = "ADDRESS")]
        listen: String,
    },
    /// Recompute every record's chain, replay every match and compare what is kept of it
    Verify {
        /// Only this match
        #[arg(long = "match", value_name = "ID")]
        only: Option<MatchId>,
        #[command(flatten)]
        database: Database,
    },
}

#[derive(Subcommand, Debug)]
enum LevelCommand {
    /// Say whether a match can be played on a level
    Check {
        /// The level's text
        file: PathBuf,
    },
}

#[derive(Subcommand, Debug)]
enum UserCommand {
    /// Make an account
    Add {
        /// Its name
        name: String,
        /// What it may do: player, moderator or admin
        #[arg(long, default_value = "player")]
        role: Role,
        /// Read the password from standard input instead of asking for it
        #[arg(long)]
        password_stdin: bool,
        #[command(flatten)]
        database: Database,
    },
    /// Give an account a role
    Role {
        /// Its name
        name: String,
        /// What it may do: player, moderator or admin
        role: Role,
        #[command(flatten)]
        database: Database,
    },
}

/// How a command ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// It did what it was asked.
    Done,
    /// It was refused, and has said why.
    Refused,
    /// What it was asked makes no sense, and it has said why.
    Misused,
}

impl From<render::Outcome> for Ended {
    fn from(outcome: render::Outcome) -> Self {
        match outcome {
            render::Outcome::Done => Self::Done,
            render::Outcome::Refused => Self::Refused,
        }
    }
}

/// Does what a command line asks for, and says with what exit status the program should end.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(help_or_error) => {
            let code = help_or_error.exit_code();
            let printed = help_or_error.print();
            return ExitCode::from(if printed.is_ok() && code == 0 { 0 } else { 2 });
        }
    };
    match cli.obey() {
        Ok(Ended::Done) => ExitCode::SUCCESS,
        Ok(Ended::Refused) => ExitCode::FAILURE,
        Ok(Ended::Misused) => ExitCode::from(2),
        Err(error) => {
            let told = writeln!(io::stderr(), "daykeeper: {error:#}");
            ExitCode::from(if told.is_ok() { 1 } else { 2 })
        }
    }
}

impl Cli {
    fn obey(self) -> anyhow::Result<Ended> {
        match self
            .command
            .unwrap_or(Command::Serve(Box::new(self.config)))
        {
            Command::Serve(config) => wait_for(serve::serve(*config)),
            Command::Judge => {
                judge::judge(stdin().lock(), stdout().lock())?;
                Ok(Ended::Done)
            }
            Command::Render => Ok(render::render(stdin().lock(), stdout().lock())?.into()),
            Command::Read(request) => match read::read(&request, stdout().lock()) {
                Ok(outcome) => Ok(outcome.into()),
                // A file or folder that is not there is wrong usage, not a refusal.
                Err(error) => {
                    writeln!(io::stderr(), "daykeeper: {error:#}")?;
                    Ok(Ended::Misused)
                }
            },
            Command::Export(request) => wait_for(export::run(&request)),
            Command::Import(request) => wait_for(import::run(&request)),
            Command::ImportThread(request) => wait_for(import_thread::run(&request)),
            Command::Level(LevelCommand::Check { file }) => check_level(&file),
            Command::User(UserCommand::Add {
                name,
                role,
                password_stdin,
                database,
            }) => {
                let password = user::password(password_stdin)?;
                wait_for(user::add(&database, &name, &password, role))
            }
            Command::User(UserCommand::Role {
                name,
                role,
                database,
            }) => wait_for(user::role(&database, &name, role)),
            Command::Health { listen } => health::ask(&listen),
            Command::Verify { only, database } => wait_for(verify::run(&database, only)),
        }
    }
}

fn wait_for(work: impl Future<Output = anyhow::Result<Ended>>) -> anyhow::Result<Ended> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    runtime.block_on(work)
}

fn check_level(file: &std::path::Path) -> anyhow::Result<Ended> {
    use anyhow::Context;
    let report =
        level::check(file).with_context(|| format!("{} cannot be read", file.display()))?;
    let mut output = stdout().lock();
    match report {
        level::Report::Valid(line) => {
            writeln!(output, "{line}")?;
            Ok(Ended::Done)
        }
        level::Report::Faulty(lines) => {
            for line in lines {
                writeln!(output, "{line}")?;
            }
            Ok(Ended::Refused)
        }
    }
}
