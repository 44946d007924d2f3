//! `daykeeper health`: whether a server on this machine answers, for container health checks that
//! have no other program to ask with.

use std::io::{Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;

use anyhow::{Context, bail};

use super::Ended;

const PATIENCE: Duration = Duration::from_secs(4);

/// Asks the server that listens on an address whether it and its database answer.
///
/// # Errors
/// When nobody listens there, or whoever does is no server that is ready.
pub fn ask(listen: &str) -> anyhow::Result<Ended> {
    // A server that listens everywhere is reached at home, too.
    let address = listen
        .replace("0.0.0.0", "127.0.0.1")
        .replace("[::]", "[::1]");
    let mut addresses = address.to_socket_addrs()?;
    let address = addresses.next().context("no such address")?;
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)
        .with_context(|| format!("no server listens on {listen}"))?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.write_all(b"GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")?;
    let mut answer = String::new();
    (stream.take(4096))
        .read_to_string(&mut answer)
        .context("the server does not answer")?;
    if answer.starts_with("HTTP/1.1 200") {
        return Ok(Ended::Done);
    }
    bail!(
        "the server is not ready: {}",
        answer.lines().next().unwrap_or_default()
    )
}
