//! Every option: a flag and a `DAYKEEPER_…` variable each. Nothing else reads the environment.

use std::fmt;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, ValueEnum};

/// What `daykeeper serve` needs to know. Without any option it serves this machine alone.
#[derive(Args, Clone, Debug)]
pub struct Config {
    /// Where it is reached.
    #[command(flatten)]
    pub http: Http,
    /// What it remembers.
    #[command(flatten)]
    pub database: Database,
    /// Who may come in.
    #[command(flatten)]
    pub entry: Entry,
    /// What it tells its operator.
    #[command(flatten)]
    pub log: Log,
    /// A folder of level texts, offered besides the levels that ship
    #[arg(long, env = "DAYKEEPER_LEVELS", value_name = "FOLDER")]
    pub levels: Option<PathBuf>,
    /// Whether an empty database gets demonstration matches to look at
    #[arg(
        long,
        env = "DAYKEEPER_DEMO",
        value_name = "on|off",
        default_value = "on"
    )]
    pub demo: Demo,
}

/// Whether an empty database gets something to look at.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Demo {
    /// A match that three players have played.
    On,
    /// Nothing.
    Off,
}

/// Where the server listens when nobody says otherwise.
pub const DEFAULT_LISTEN: &str = "127.0.0.1:8080";

/// Where the server is reached, and how often.
#[derive(Args, Clone, Debug)]
pub struct Http {
    /// Address and port to listen on; port 0 takes a free one
    #[arg(
        long,
        env = "DAYKEEPER_LISTEN",
        default_value = DEFAULT_LISTEN,
        value_name = "ADDRESS"
    )]
    pub listen: String,
    /// The address that people use, for links in forums and feeds; as listened on, if not given
    #[arg(long, env = "DAYKEEPER_PUBLIC_URL", value_name = "URL")]
    pub public_url: Option<PublicUrl>,
    /// Requests a minute from one account or network, or `off`
    #[arg(
        long,
        env = "DAYKEEPER_RATE_LIMIT",
        default_value = "1200",
        value_name = "NUMBER"
    )]
    pub rate_limit: RateLimit,
    /// Proxies whose X-Forwarded-For is believed
    #[arg(
        long,
        env = "DAYKEEPER_TRUSTED_PROXY",
        value_delimiter = ',',
        value_name = "ADDRESS"
    )]
    pub trusted_proxy: Vec<IpAddr>,
}

/// The database.
#[derive(Args, Clone, Debug)]
pub struct Database {
    /// The database, such as sqlite:daykeeper.db
    #[arg(
        long = "database-url",
        env = "DAYKEEPER_DATABASE_URL",
        default_value = "sqlite:daykeeper.db",
        value_name = "URL"
    )]
    pub url: String,
}

/// Who may register.
#[derive(Args, Clone, Debug)]
pub struct Entry {
    /// Who may register
    #[arg(
        long,
        env = "DAYKEEPER_REGISTRATION",
        value_enum,
        default_value = "open"
    )]
    pub registration: Registration,
    /// A word that invited people may register with, besides the links that moderators make
    #[arg(
        long,
        env = "DAYKEEPER_INVITE",
        hide_env_values = true,
        value_name = "WORD"
    )]
    pub invite: Option<String>,
}

/// Logs, on standard error.
#[derive(Args, Clone, Debug)]
pub struct Log {
    /// The form of log lines
    #[arg(long, env = "DAYKEEPER_LOG_FORMAT", value_enum, default_value = "text")]
    pub log_format: LogFormat,
    /// What is logged, such as `info` or `daykeeper=debug`
    #[arg(
        long = "log",
        env = "DAYKEEPER_LOG",
        default_value = "info",
        value_name = "FILTER"
    )]
    pub log_filter: String,
}

/// Who may register.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Registration {
    /// Everybody
    Open,
    /// Whoever has an invitation
    Invite,
    /// Nobody: the operator makes accounts
    Closed,
}

/// The form of log lines.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum LogFormat {
    /// For people
    Text,
    /// One JSON object a line
    Json,
}

/// How many requests a minute one account or network may send.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RateLimit {
    /// Any number.
    Off,
    /// So many, and a twentieth of it for logging in and registering.
    PerMinute(NonZeroU32),
}

impl FromStr for RateLimit {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == "off" {
            return Ok(Self::Off);
        }
        text.parse()
            .map(Self::PerMinute)
            .map_err(|_| "write `off`, or a number of requests a minute such as 1200")
    }
}

/// Scheme, host and perhaps port by which people reach the server; never ends in `/`.
///
/// ```
/// use daykeeper::config::PublicUrl;
/// let url: PublicUrl = "https://halls.example/".parse().unwrap();
/// assert_eq!(url.to_string(), "https://halls.example");
/// assert!("halls.example".parse::<PublicUrl>().is_err());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PublicUrl(String);

impl PublicUrl {
    /// The URL as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether browsers reach the server by TLS.
    pub fn is_https(&self) -> bool {
        self.0.starts_with("https://")
    }
}

impl fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for PublicUrl {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let url = text.strip_suffix('/').unwrap_or(text).to_lowercase();
        let host = (url.strip_prefix("https://")).or_else(|| url.strip_prefix("http://"));
        let is_authority = |host: &str| {
            !host.is_empty()
                && host
                    .bytes()
                    .all(|b| b.is_ascii_graphic() && !b"/?#@\"'<>\\".contains(&b))
        };
        match host {
            Some(host) if is_authority(host) => Ok(Self(url)),
            Some(_) | None => Err("write scheme and host only, such as https://halls.example"),
        }
    }
}
