//! `daykeeper serve`: everything put together, from the first migration to the last answer.

use std::io::{self, ErrorKind, IsTerminal, Write, stdout};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, anyhow};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tracing_subscriber::EnvFilter;

use crate::cli::{Ended, levels};
use crate::clock::Clock;
use crate::config::{self, Config, Demo, Log, LogFormat, PublicUrl};
use crate::service::accounts::{Accounts, Registration};
use crate::service::secret::Secret;
use crate::service::{Service, ticker};
use crate::store::Store;
use crate::web::router;
use crate::web::state::{AppState, Site};

/// How long open requests may take to end once the server is told to stop.
const FAREWELL: Duration = Duration::from_secs(10);

/// Serves until SIGTERM or SIGINT, then ends what is open and stops.
///
/// # Errors
/// When the database cannot be opened or the address cannot be listened on.
pub async fn serve(config: Config) -> anyhow::Result<Ended> {
    start_logging(&config.log)?;
    let store = Store::open(&config.database.url).await?;
    let registration = registration(&config.entry);
    let accounts = Accounts::new(store.clone(), Clock::System, registration);
    let levels = levels::offered(config.levels.as_deref())?;
    let matches = Service::open(store.clone(), Clock::System).with_levels(levels);
    if config.demo == Demo::On {
        (matches.play_demo().await).context("the demonstration cannot be played")?;
    }
    let listener = listen(&config.http.listen).await?;
    let site = site(&config, listener.local_addr()?)?;
    greet(&site, &accounts).await?;

    let state = AppState::new(accounts, matches.clone(), site);
    let followers = Arc::clone(&state.followers);
    let app = router::app(state).context("the public URL cannot be used")?;
    let stop = on_signal();
    let ticking = tokio::spawn(ticker::run(matches, stopped(stop.clone())));
    let service = app.into_make_service_with_connect_info::<SocketAddr>();
    let farewell = stopped(stop.clone());
    tokio::spawn(async move {
        farewell.await;
        followers.end();
    });
    let serving = axum::serve(listener, service).with_graceful_shutdown(stopped(stop.clone()));
    tokio::select! {
        ended = serving.into_future() => ended?,
        () = patience_ends(stop) => tracing::warn!("some requests were still open, and are cut off"),
    }
    ticking.await.context("the ticker broke off")?;
    store.close().await;
    tracing::info!("stopped");
    Ok(Ended::Done)
}

fn start_logging(log: &Log) -> anyhow::Result<()> {
    let filter = EnvFilter::try_new(&log.log_filter)
        .with_context(|| format!("“{}” is not a log filter", log.log_filter))?;
    let lines = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(io::stderr().is_terminal())
        .with_writer(io::stderr);
    let started = match log.log_format {
        LogFormat::Text => lines.try_init(),
        LogFormat::Json => lines.json().try_init(),
    };
    started.map_err(|error| anyhow!("logging cannot start: {error}"))
}

fn registration(entry: &config::Entry) -> Registration {
    match (entry.registration, &entry.invite) {
        (config::Registration::Open, _) => Registration::Open,
        (config::Registration::Invite, word) => {
            Registration::Invite(word.as_deref().map(Secret::from_client))
        }
        (config::Registration::Closed, _) => Registration::Closed,
    }
}

async fn listen(address: &str) -> anyhow::Result<TcpListener> {
    TcpListener::bind(address).await.map_err(|error| {
        let why = match error.kind() {
            ErrorKind::AddrInUse => "another program listens there; choose another address",
            ErrorKind::PermissionDenied => "ports below 1024 need permission; choose another port",
            ErrorKind::AddrNotAvailable => "this machine has no such address",
            _ => "write address and port, such as 127.0.0.1:8080",
        };
        anyhow!("cannot listen on {address} (--listen): {why} ({error})")
    })
}

fn site(config: &Config, listening: SocketAddr) -> anyhow::Result<Site> {
    let here = || -> anyhow::Result<PublicUrl> {
        let host = if listening.ip().is_unspecified() {
            format!("localhost:{}", listening.port())
        } else {
            listening.to_string()
        };
        (format!("http://{host}").parse()).map_err(|why: &str| anyhow!(why))
    };
    Ok(Site {
        public_url: config.http.public_url.clone().map_or_else(here, Ok)?,
        trusted_proxies: config.http.trusted_proxy.clone(),
        rate_limit: config.http.rate_limit,
    })
}

/// Tells where the site is reached, and on a new one how to become its administrator.
async fn greet(site: &Site, accounts: &Accounts) -> anyhow::Result<()> {
    let mut greeting = format!("Daykeeper is at {}\n", site.public_url);
    if !accounts.has_admin().await? {
        greeting += "It has no administrator yet: daykeeper user add NAME --role admin\n";
    }
    let mut output = stdout();
    let told = (output.write_all(greeting.as_bytes())).and_then(|()| output.flush());
    if let Err(error) = told {
        // Whoever started the server may have closed its output; that is no reason not to serve.
        tracing::warn!(%error, "the greeting could not be printed");
    }
    Ok(())
}

/// Becomes true when the operating system asks the program to stop.
fn on_signal() -> watch::Receiver<bool> {
    let (stop, stopping) = watch::channel(false);
    tokio::spawn(async move {
        signal().await;
        tracing::info!("stopping");
        stop.send_replace(true);
    });
    stopping
}

#[cfg(unix)]
async fn signal() {
    use tokio::signal::unix::{SignalKind, signal};
    let Ok(mut terminate) = signal(SignalKind::terminate()) else {
        return interrupt().await;
    };
    tokio::select! {
        _ = terminate.recv() => {}
        () = interrupt() => {}
    }
}

#[cfg(not(unix))]
async fn signal() {
    interrupt().await;
}

async fn interrupt() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}

async fn stopped(mut stop: watch::Receiver<bool>) {
    // The sender lives until it has sent, so an error cannot be.
    drop(stop.wait_for(|stop| *stop).await);
}

async fn patience_ends(stop: watch::Receiver<bool>) {
    stopped(stop).await;
    tokio::time::sleep(FAREWELL).await;
}
