//! Atom feeds (RFC 4287): an entry a turn, with the picture.

use askama::Template;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};

use crate::ids::MatchId;
use crate::referee::event::Visibility;
use crate::rules::canonical::sha256_hex;
use crate::service::views::TurnView;
use crate::time::Instant;
use crate::web::assets::knows;
use crate::web::error::Error;
use crate::web::extract::Path;
use crate::web::state::AppState;
use crate::web::who::Visit;

/// How many of the newest turns a feed tells.
const ENTRIES: u32 = 30;

/// A feed.
#[derive(Template, Debug)]
#[template(path = "feed.xml")]
struct Feed {
    title: String,
    /// The page that it follows.
    page: String,
    /// Its own address.
    own: String,
    updated: Instant,
    entries: Vec<Entry>,
}

#[derive(Debug)]
struct Entry {
    title: String,
    page: String,
    player: String,
    at: Instant,
    /// HTML, which the feed's template escapes once more.
    content: String,
}

/// What an entry shows.
#[derive(Template, Debug)]
#[template(path = "feed_entry.html")]
struct Shown<'a> {
    page: &'a str,
    turn: &'a TurnView,
}

/// `/feed.atom`: turns of all public matches.
pub(in crate::web) async fn of_site(
    State(state): State<AppState>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let here = state.site.public_url.as_str();
    let turns = state.matches.newest_turns(ENTRIES).await?;
    let entries: Result<Vec<Entry>, Error> = turns
        .iter()
        .map(|(id, title, turn)| Entry::new(&format!("{here}/matches/{id}"), title, turn))
        .collect();
    let feed = Feed {
        title: "Daykeeper".to_owned(),
        page: format!("{here}/"),
        own: format!("{here}/feed.atom"),
        updated: turns
            .first()
            .map_or(Instant::from_millis(0), |(_, _, turn)| turn.at),
        entries: entries?,
    };
    answer(&feed, &headers, "no-cache")
}

/// `/matches/{id}/feed.atom`: turns of one match.
pub(in crate::web) async fn of_match(
    State(state): State<AppState>,
    Visit { viewer, .. }: Visit,
    Path(id): Path<MatchId>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let view = state.matches.view(&viewer, id).await?;
    let thread = state.matches.thread(&viewer, id, None, ENTRIES).await?;
    let page = format!("{}/matches/{id}", state.site.public_url.as_str());
    let entries: Result<Vec<Entry>, Error> = (thread.items.iter())
        .map(|turn| Entry::new(&page, &view.title, turn))
        .collect();
    let feed = Feed {
        own: format!("{page}/feed.atom"),
        updated: thread.items.first().map_or(view.created_at, |turn| turn.at),
        title: readable(&view.title),
        entries: entries?,
        page,
    };
    let caching = match view.visibility {
        Visibility::Public | Visibility::Unlisted => "no-cache",
        Visibility::Private => "private, no-cache",
    };
    answer(&feed, &headers, caching)
}

impl Entry {
    fn new(game: &str, title: &str, turn: &TurnView) -> Result<Self, Error> {
        let page = format!("{game}/turns/{}", turn.turn);
        let content = Shown { page: &page, turn }.render();
        Ok(Self {
            title: readable(&format!("{title}, turn {}", turn.turn)),
            player: readable(&turn.player.name),
            at: turn.at,
            content: readable(&content.map_err(|why| broken(&why))?),
            page,
        })
    }
}

fn answer(feed: &Feed, headers: &HeaderMap, caching: &'static str) -> Result<Response, Error> {
    let text = feed.render().map_err(|why| broken(&why))?;
    let etag = format!("\"{}\"", sha256_hex(text.as_bytes()));
    let known = knows(headers, &etag);
    let caching = [(CACHE_CONTROL, caching.to_owned()), (ETAG, etag)];
    if known {
        return Ok((StatusCode::NOT_MODIFIED, caching).into_response());
    }
    let kind = [(CONTENT_TYPE, "application/atom+xml; charset=utf-8")];
    Ok((caching, kind, text).into_response())
}

fn broken(why: &askama::Error) -> Error {
    Error::Broken(why.to_string())
}

/// The text without the characters that XML cannot hold, not even escaped (XML 1.0, 2.2 Characters).
fn readable(text: &str) -> String {
    let is_fine = |character: char| match character {
        '\t' | '\n' | '\r' => true,
        '\u{fffe}' | '\u{ffff}' => false,
        other => ' ' <= other,
    };
    text.chars()
        .filter(|character| is_fine(*character))
        .collect()
}
