//! The program itself, as an operator starts it.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Output, Stdio};

use tempfile::TempDir;

fn daykeeper(folder: &TempDir) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_daykeeper"));
    command
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Runs to its end with a text on standard input.
fn run(folder: &TempDir, arguments: &[&str], input: &str) -> Output {
    let mut child = daykeeper(folder).args(arguments).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(input.as_bytes()).unwrap();
    drop(stdin);
    child.wait_with_output().unwrap()
}

fn status(output: &Output) -> Option<i32> {
    output.status.code()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&[output.stdout.as_slice(), &output.stderr].concat()).into_owned()
}

/// A server that is stopped when the test is over.
struct Server {
    child: Child,
    address: String,
    greeting: String,
}

impl Server {
    fn start(folder: &TempDir) -> Self {
        let mut command = daykeeper(folder);
        let log = File::create(folder.path().join("log")).unwrap();
        command
            .stderr(log)
            .env("DAYKEEPER_LISTEN", "127.0.0.1:0")
            .env("DAYKEEPER_LOG", "trace");
        let mut child = command.spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let greeting = lines.next().unwrap().unwrap();
        let (_, address) = greeting.split_once("http://").unwrap();
        let address = address.to_owned();
        let hint = lines.next().map_or_else(String::new, Result::unwrap);
        Self {
            child,
            address,
            greeting: format!("{greeting}\n{hint}"),
        }
    }

    fn get(&self, path: &str) -> String {
        self.ask(&format!("GET {path} HTTP/1.1\r\n"), "")
    }

    /// A request of its first lines and a body, on a connection of its own.
    fn ask(&self, head: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let length = body.len();
        let rest = format!("Host: x\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n");
        let request = [head, &rest, body].concat();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    /// Asks it to stop, as service managers do, and waits for its end.
    fn stop(mut self) -> Option<i32> {
        let pid = self.child.id().to_string();
        let asked = Command::new("kill").args(["-TERM", &pid]).status().unwrap();
        assert!(asked.success());
        self.child.wait().unwrap().code()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It has stopped already, unless the test failed.
        drop(self.child.kill());
    }
}

#[test]
fn it_serves_without_any_configuration_and_stops_when_asked() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&folder);
    assert!(
        server
            .greeting
            .contains("daykeeper user add NAME --role admin")
    );
    assert!(server.get("/healthz").starts_with("HTTP/1.1 200"));
    assert!(server.get("/readyz").ends_with("ready\n"));
    assert!(folder.path().join("daykeeper.db").exists());
    assert_eq!(server.stop(), Some(0));
}

#[test]
fn a_health_check_tells_a_server_that_answers_from_one_that_is_gone() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&folder);
    let health = ["health", "--listen", &server.address.clone()];
    assert_eq!(status(&run(&folder, &health, "")), Some(0));
    assert_eq!(server.stop(), Some(0));
    let gone = run(&folder, &health, "");
    assert_eq!(status(&gone), Some(1));
    assert!(said(&gone).contains("no server listens"), "{}", said(&gone));
}

#[test]
fn no_secret_reaches_the_log() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&folder);
    let (form, json) = ("x-www-form-urlencoded", "json");
    let post = |path: &str, media: &str, body: &str| {
        let head = format!("POST {path} HTTP/1.1\r\nContent-Type: application/{media}\r\n");
        server.ask(&head, body)
    };
    post("/register", form, "name=Brindle&password=drowssapgnol");
    let entered = post("/login", form, "name=Brindle&password=drowssapgnol");
    let (_, cookie) = entered.split_once("daykeeper=").unwrap();
    let (cookie, _) = cookie.split_once(';').unwrap();
    let wanted = r#"{"name": "Brindle", "password": "drowssapgnol", "label": "bot"}"#;
    let made = post("/api/v1/tokens", json, wanted);
    let (_, token) = made.split_once("dk_").unwrap();
    let (token, _) = token.split_once('"').unwrap();
    let me = format!("GET /api/v1/me?whisper=1 HTTP/1.1\r\nAuthorization: Bearer dk_{token}\r\n");
    assert!(server.ask(&me, "").starts_with("HTTP/1.1 200"));
    assert_eq!(server.stop(), Some(0));

    let log = fs::read_to_string(folder.path().join("log")).unwrap();
    assert!(log.contains("/api/v1/me"), "{log}");
    for hidden in ["drowssapgnol", token, cookie] {
        let line = log.lines().find(|line| line.contains(hidden));
        assert_eq!(line, None, "{hidden} is in the log");
    }
}

#[test]
fn the_first_administrator_is_made_on_the_command_line() {
    let folder = tempfile::tempdir().unwrap();
    let add = [
        "user",
        "add",
        "Keeper",
        "--role",
        "admin",
        "--password-stdin",
    ];
    let made = run(&folder, &add, "a long password\n");
    assert_eq!(status(&made), Some(0), "{}", said(&made));
    let again = run(&folder, &add, "a long password\n");
    assert_eq!(status(&again), Some(1));
    assert!(
        said(&again).contains("this name is taken"),
        "{}",
        said(&again)
    );
    let short = ["user", "add", "Ossa", "--password-stdin"];
    assert_eq!(status(&run(&folder, &short, "short\n")), Some(1));

    let role = run(&folder, &["user", "role", "keeper", "moderator"], "");
    assert_eq!(said(&role), "Keeper is moderator now.\n");
    let nobody = run(&folder, &["user", "role", "Nobody", "admin"], "");
    assert_eq!(status(&nobody), Some(1));
    assert!(said(&nobody).contains("nobody is called “Nobody”"));
}

#[test]
fn wrong_usage_is_status_2_and_what_cannot_be_done_is_status_1() {
    let folder = tempfile::tempdir().unwrap();
    for wrong in [
        ["--rate-limit", "often"].as_slice(),
        &["--public-url", "halls.example"],
        &["--registration", "invited"],
        &["user", "role", "Keeper", "queen"],
        &["dance"],
    ] {
        assert_eq!(status(&run(&folder, wrong, "")), Some(2), "{wrong:?}");
    }
    assert_eq!(status(&run(&folder, &["--help"], "")), Some(0));
    for (undoable, why) in [
        (
            ["--database-url", "postgres://localhost/x"],
            "has no PostgreSQL",
        ),
        (
            ["--database-url", "sqlite:/nowhere/x.db"],
            "cannot be opened",
        ),
        (
            ["--listen", "192.0.2.1:80"],
            "cannot listen on 192.0.2.1:80",
        ),
        (["--listen", "nonsense"], "write address and port"),
    ] {
        let ended = run(&folder, &undoable, "");
        assert_eq!(status(&ended), Some(1), "{undoable:?}");
        assert!(said(&ended).contains(why), "{}", said(&ended));
    }
}
