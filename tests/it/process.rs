//! The real binary as a child process, with a wall clock that the test sets.

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

use serde_json::Value;

/// The binary that cargo built for these tests.
pub(crate) fn daykeeper() -> Command {
    Command::new(env!("CARGO_BIN_EXE_daykeeper"))
}

/// A running server on a port of its own, a database file of its own and a clock of its own.
pub(crate) struct Server {
    child: Child,
    /// Held open, so that what the server prints after its address has somewhere to go.
    _said: BufReader<ChildStdout>,
    folder: tempfile::TempDir,
    /// `http://127.0.0.1:port`
    pub(crate) site: String,
}

impl Server {
    /// Starts a server on an empty database.
    pub(crate) fn start() -> Self {
        Self::start_in(tempfile::tempdir().expect("a temporary folder"), |_| ())
    }

    /// Starts a server with one more variable in its environment.
    pub(crate) fn start_with(variable: &str, value: &Path) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        Self::start_in(folder, |command| {
            command.env(variable, value);
        })
    }

    /// Starts a server whose wall clock stands at an instant such as `2026-03-01 10:00:00` (GMT)
    /// until it is [set](Self::set_clock).
    pub(crate) fn start_at(instant: &str) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let clock = clock_file(folder.path());
        std::fs::write(&clock, instant).expect("the clock file is written");
        Self::start_in(folder, |command| {
            command
                .env("LD_PRELOAD", faketime_library())
                .env("FAKETIME_TIMESTAMP_FILE", &clock)
                .env("FAKETIME_NO_CACHE", "1")
                .env("FAKETIME_DONT_FAKE_MONOTONIC", "1")
                .env("TZ", "UTC");
        })
    }

    fn start_in(folder: tempfile::TempDir, prepare: impl FnOnce(&mut Command)) -> Self {
        // reqwest has no TLS provider of its own here, and makes no client before one is installed.
        drop(rustls::crypto::ring::default_provider().install_default());
        let mut command = daykeeper();
        command
            .args(["serve", "--listen", "127.0.0.1:0", "--rate-limit", "off"])
            .env("DAYKEEPER_DEMO", "off")
            .current_dir(folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        prepare(&mut command);
        let mut child = command.spawn().expect("the binary starts");
        let mut said = BufReader::new(child.stdout.take().expect("stdout is piped"));
        let site = (said.by_ref().lines().map_while(Result::ok))
            .find_map(|line| {
                let at = line.find("http://127.0.0.1:")?;
                let address: String = line.get(at..)?.split_whitespace().next()?.to_owned();
                Some(address.trim_end_matches(['/', '.']).to_owned())
            })
            .expect("the server prints its address");
        Self {
            child,
            _said: said,
            folder,
            site,
        }
    }

    /// Kills the server as a power cut does; its address refuses everybody from then on.
    pub(crate) fn kill(&mut self) {
        self.child.kill().expect("the server runs");
        self.child.wait().expect("the server has ended");
    }

    /// Starts the server again after [`kill`](Self::kill): same folder, same address, real clock.
    pub(crate) fn come_back(&mut self) {
        let address = self.site.trim_start_matches("http://").to_owned();
        let mut command = daykeeper();
        command
            .args(["serve", "--listen", &address, "--rate-limit", "off"])
            .env("DAYKEEPER_DEMO", "off")
            .current_dir(self.folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        self.child = command.spawn().expect("the binary starts");
    }

    /// Sets the wall clock of a server that was started with [`start_at`](Self::start_at).
    pub(crate) fn set_clock(&self, instant: &str) {
        let next = self.folder.path().join("clock.next");
        std::fs::write(&next, instant).expect("the clock file is written");
        std::fs::rename(next, clock_file(self.folder.path())).expect("the clock file is replaced");
    }

    /// Gives somebody a role, as its administrator does in a shell.
    pub(crate) fn give_role(&self, name: &str, role: &str) {
        let mut command = daykeeper();
        let given = (command.args(["user", "role", name, role]))
            .current_dir(self.folder())
            .output()
            .expect("the binary starts");
        assert!(given.status.success(), "{given:?}");
    }

    /// The folder in which the server runs.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let killed = self.child.kill();
        let waited = self.child.wait();
        assert!(std::thread::panicking() || (killed.is_ok() && waited.is_ok()));
    }
}

fn clock_file(folder: &Path) -> PathBuf {
    folder.join("clock")
}

fn faketime_library() -> PathBuf {
    let lib = Path::new("/usr/lib");
    (std::fs::read_dir(lib).expect("/usr/lib is a folder"))
        .filter_map(|entry| Some(entry.ok()?.path().join("faketime/libfaketime.so.1")))
        .find(|library| library.exists())
        .expect("Debian's package faketime is installed: run tests/run")
}

/// An HTTP answer: its status and its JSON, `null` for an empty body.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: Value,
}

impl Answer {
    /// The machine-readable code of a refusal, or nothing.
    pub(crate) fn code(&self) -> &str {
        self.body["code"].as_str().unwrap_or_default()
    }
}

/// A person with an API token.
#[derive(Clone)]
pub(crate) struct Client {
    http: reqwest::Client,
    site: String,
    token: Option<String>,
}

impl Client {
    /// A visitor.
    pub(crate) fn visitor(server: &Server) -> Self {
        Self {
            http: reqwest::Client::new(),
            site: server.site.clone(),
            token: None,
        }
    }

    /// Makes an account and a token for it.
    pub(crate) async fn register(server: &Server, name: &str) -> Self {
        let visitor = Self::visitor(server);
        let password = format!("the password of {name}");
        let account = serde_json::json!({"name": name, "password": password});
        let made = visitor.post("/api/v1/accounts", &account).await;
        assert_eq!(made.status, 201, "{made:?}");
        let asked = serde_json::json!({"name": name, "password": password, "label": "test"});
        let token = visitor.post("/api/v1/tokens", &asked).await;
        assert_eq!(token.status, 201, "{token:?}");
        Self {
            token: token.body["token"].as_str().map(str::to_owned),
            ..visitor
        }
    }

    /// Sends a request and reads the answer.
    pub(crate) async fn send(
        &self,
        method: &str,
        path: &str,
        key: Option<&str>,
        body: Option<&Value>,
    ) -> Answer {
        let method = reqwest::Method::from_bytes(method.as_bytes()).expect("a method");
        let mut request = self.http.request(method, format!("{}{path}", self.site));
        if let Some(token) = &self.token {
            request = request.bearer_auth(token);
        }
        if let Some(key) = key {
            request = request.header("Idempotency-Key", key);
        }
        if let Some(body) = body {
            request = request
                .header("Content-Type", "application/json")
                .body(body.to_string());
        }
        let answer = request.send().await.expect("the server answers");
        let status = answer.status().as_u16();
        let text = answer.text().await.expect("the answer is text");
        let body = if text.is_empty() {
            Value::Null
        } else {
            serde_json::from_str(&text).expect(&text)
        };
        Answer { status, body }
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.send("GET", path, None, None).await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Answer {
        self.send("POST", path, None, Some(body)).await
    }

    pub(crate) async fn delete(&self, path: &str) -> Answer {
        self.send("DELETE", path, None, None).await
    }
}
