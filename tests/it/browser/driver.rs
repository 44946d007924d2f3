//! One headless Chromium a test, with a fresh profile, through a chromedriver that tests share.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

use serde_json::{Value, json};
use thirtyfour::extensions::query::ElementPollerWithTimeout;
use thirtyfour::prelude::*;
use thirtyfour::stringmatch::StringMatch;

use crate::process::Server;

/// How long a page may take to become what a test waits for.
const PATIENCE: Duration = Duration::from_secs(15);
const GLANCE: Duration = Duration::from_millis(30);

/// What keeps Chromium to itself: no sandbox in a container, nothing fetched in the background;
/// and scroll bars that take no room, as on a phone.
const FLAGS: [&str; 10] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--hide-scrollbars",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
];

/// The theme that a reader's system asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Theme {
    Light,
    Dark,
}

impl Theme {
    pub(super) const BOTH: [Self; 2] = [Self::Light, Self::Dark];

    /// The word of CSS.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

/// A running chromedriver. It ends with the last test that holds it.
struct Chromedriver {
    child: Child,
    address: String,
    /// Held open, so that what it says later has somewhere to go.
    _said: BufReader<ChildStdout>,
}

impl Chromedriver {
    fn shared() -> Arc<Self> {
        static SHARED: Mutex<Weak<Chromedriver>> = Mutex::new(Weak::new());
        let mut shared = SHARED.lock().expect("no test panics while it starts");
        shared.upgrade().unwrap_or_else(|| {
            let started = Arc::new(Self::start());
            *shared = Arc::downgrade(&started);
            started
        })
    }

    /// Starts one on a free port, which it prints.
    fn start() -> Self {
        let mut child = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Debian's package chromium-driver is installed: run tests/run");
        let mut said = BufReader::new(child.stdout.take().expect("stdout is piped"));
        let port = (said.by_ref().lines().map_while(Result::ok))
            .find_map(|line| {
                let (_, port) = line.split_once("successfully on port ")?;
                port.trim_end_matches('.').parse::<u16>().ok()
            })
            .expect("chromedriver prints its port");
        Self {
            child,
            address: format!("http://127.0.0.1:{port}"),
            _said: said,
        }
    }
}

impl Drop for Chromedriver {
    fn drop(&mut self) {
        let killed = self.child.kill().and_then(|()| self.child.wait());
        assert!(std::thread::panicking() || killed.is_ok());
    }
}

/// Runs a test in a browser of its own, which is closed however the test ends.
pub(super) async fn browse<F, T>(server: &Server, test: F)
where
    F: FnOnce(Browser) -> T,
    T: Future<Output = WebDriverResult<()>>,
{
    browse_at(&server.site, test).await;
}

/// The same by the site's address, for a test that keeps its server in its own hands.
pub(super) async fn browse_at<F, T>(site: &str, test: F)
where
    F: FnOnce(Browser) -> T,
    T: Future<Output = WebDriverResult<()>>,
{
    let chromedriver = Chromedriver::shared();
    let profile = tempfile::tempdir().expect("a temporary folder");
    let mut wanted = DesiredCapabilities::chrome();
    let profile_flag = format!("--user-data-dir={}", profile.path().display());
    for flag in FLAGS.into_iter().chain([profile_flag.as_str()]) {
        wanted.add_arg(flag).expect("a flag");
    }
    let driver = WebDriver::builder(&chromedriver.address, wanted)
        .poller(Arc::new(ElementPollerWithTimeout::new(PATIENCE, GLANCE)))
        .await
        .expect("Chromium starts");
    let site = site.to_owned();
    let ended = driver
        .run_and_quit(|driver| async {
            let browser = Browser { driver, site };
            browser.look(1440, Theme::Light).await?;
            test(browser).await
        })
        .await;
    if let Err(error) = ended {
        panic!("{error}");
    }
}

/// A browser that looks at one site.
#[derive(Clone)]
pub(super) struct Browser {
    pub(super) driver: WebDriver,
    site: String,
}

impl Browser {
    /// Sets the window's width in CSS pixels and the system's theme.
    pub(super) async fn look(&self, width: u32, theme: Theme) -> WebDriverResult<()> {
        let features = json!([
            {"name": "prefers-color-scheme", "value": theme.word()},
            {"name": "prefers-reduced-motion", "value": "reduce"},
        ]);
        let cdp = self.driver.cdp();
        cdp.send_raw("Emulation.setEmulatedMedia", json!({"features": features}))
            .await?;
        let window =
            json!({"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": false});
        cdp.send_raw("Emulation.setDeviceMetricsOverride", window)
            .await?;
        Ok(())
    }

    /// The system asks for no less motion than usual.
    pub(super) async fn let_things_move(&self) -> WebDriverResult<()> {
        let usual = json!([{"name": "prefers-reduced-motion", "value": "no-preference"}]);
        let cdp = self.driver.cdp();
        cdp.send_raw("Emulation.setEmulatedMedia", json!({"features": usual}))
            .await?;
        Ok(())
    }

    /// From here on pages run no script.
    pub(super) async fn without_scripts(&self) -> WebDriverResult<()> {
        let off = json!({"value": true});
        let cdp = self.driver.cdp();
        cdp.send_raw("Emulation.setScriptExecutionDisabled", off)
            .await?;
        Ok(())
    }

    /// From here on nothing is had from addresses like this one, in which `*` stands for anything.
    pub(super) async fn block(&self, pattern: &str) -> WebDriverResult<()> {
        let cdp = self.driver.cdp();
        cdp.send_raw("Network.enable", json!({})).await?;
        cdp.send_raw("Network.setBlockedURLs", json!({"urls": [pattern]}))
            .await?;
        Ok(())
    }

    /// From here on every page runs a script before its own.
    pub(super) async fn begin_with(&self, script: &str) -> WebDriverResult<()> {
        let cdp = self.driver.cdp();
        let first = json!({"source": script});
        cdp.send_raw("Page.addScriptToEvaluateOnNewDocument", first)
            .await?;
        Ok(())
    }

    /// The reader lives in a time zone such as `Asia/Tokyo`.
    pub(super) async fn live_in(&self, zone: &str) -> WebDriverResult<()> {
        let zone = json!({"timezoneId": zone});
        let cdp = self.driver.cdp();
        cdp.send_raw("Emulation.setTimezoneOverride", zone).await?;
        Ok(())
    }

    /// Opens a page by its path.
    pub(super) async fn open(&self, path: &str) -> WebDriverResult<()> {
        self.driver.goto(format!("{}{path}", self.site)).await
    }

    /// Path and fragment of the page that is open.
    pub(super) async fn path(&self) -> WebDriverResult<String> {
        let url = self.driver.current_url().await?.to_string();
        Ok(url.strip_prefix(&self.site).unwrap_or(&url).to_owned())
    }

    /// The first element that fits a selector, once there is one.
    pub(super) async fn see(&self, css: &str) -> WebDriverResult<WebElement> {
        self.driver.query(By::Css(css)).desc(css).first().await
    }

    /// The first element that fits a selector and shows a text, once there is one.
    pub(super) async fn see_text(&self, css: &str, text: &str) -> WebDriverResult<WebElement> {
        let query = self.driver.query(By::Css(css)).ignore_errors(true);
        let partial = StringMatch::new(text).partial();
        query.with_text(partial).desc(text).first().await
    }

    /// Clicks what fits a selector and shows a text.
    pub(super) async fn click(&self, css: &str, text: &str) -> WebDriverResult<()> {
        let found = self.see_text(css, text).await?;
        found.scroll_into_view().await?;
        found.click().await
    }

    /// Replaces what a field holds.
    pub(super) async fn fill(&self, css: &str, text: &str) -> WebDriverResult<()> {
        let field = self.see(css).await?;
        field.clear().await?;
        field.send_keys(text).await
    }

    /// What a field holds, as its reader sees it.
    pub(super) async fn typed(&self, css: &str) -> WebDriverResult<String> {
        let field = self.see(css).await?;
        Ok(field.prop("value").await?.unwrap_or_default())
    }

    /// What a script's `return` gives; arguments are an array.
    pub(super) async fn ask(&self, script: &str) -> WebDriverResult<Value> {
        let answer = self.driver.execute(script, Vec::new()).await?;
        Ok(answer.json().clone())
    }

    /// Waits until a script's `return` is true.
    pub(super) async fn until(&self, script: &str) -> WebDriverResult<()> {
        let become_true = async {
            let mut glances = tokio::time::interval(GLANCE);
            while self.ask(script).await? != Value::Bool(true) {
                glances.tick().await;
            }
            Ok(())
        };
        let in_time = tokio::time::timeout(PATIENCE, become_true).await;
        in_time.unwrap_or_else(|_| panic!("never became true: {script}"))
    }

    /// Logs in somebody whom [`Client::register`](crate::process::Client::register) made.
    pub(super) async fn log_in(&self, name: &str) -> WebDriverResult<()> {
        self.open("/login").await?;
        self.fill("#n", name).await?;
        self.fill("#p", &format!("the password of {name}")).await?;
        self.click("main button", "Log in").await?;
        self.see_text("header .who", name).await?;
        Ok(())
    }
}
