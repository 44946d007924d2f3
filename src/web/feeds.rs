//! Atom feeds (RFC 4287): an entry a turn, with the picture.

use askama::Template;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};

use crate::ids::MatchId;
use crate::referee::event::Visibility;
use crate::rules::canonical::sha256_hex;
use crate::service::views::{Interference, TurnView};
use crate::time::Instant;
use crate::web::assets::knows;
use crate::web::error::Error;
use crate::web::extract::Path;
use crate::web::pictures::address;
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
    picture: String,
    player: String,
    at: Instant,
    /// When something of it changed last: a ruling may strike it through, or hide its post.
    updated: Instant,
    /// HTML, which the feed's template escapes once more.
    content: String,
}

/// What an entry shows.
#[derive(Template, Debug)]
#[template(path = "feed_entry.html")]
struct Shown<'a> {
    page: &'a str,
    picture: &'a str,
    turn: &'a TurnView,
    /// What struck it through.
    struck: Option<StruckBy<'a>>,
}

/// An entry of the record that a feed points to.
#[derive(Debug)]
struct StruckBy<'a> {
    page: String,
    entry: &'a Interference,
}

/// `/feed.atom`: turns of all public matches.
pub(in crate::web) async fn of_site(
    State(state): State<AppState>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let here = state.site.public_url.as_str();
    let turns = state.matches.newest_turns(ENTRIES).await?;
    let entry =
        |(id, title, turn): &(MatchId, String, TurnView)| Entry::new((here, *id), title, turn);
    let entries: Vec<Entry> = turns.iter().map(entry).collect::<Result<_, Error>>()?;
    let feed = Feed {
        title: "Daykeeper".to_owned(),
        page: format!("{here}/"),
        own: format!("{here}/feed.atom"),
        updated: newest(&entries).unwrap_or(Instant::from_millis(0)),
        entries,
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
    let here = state.site.public_url.as_str();
    let page = format!("{here}/matches/{id}");
    let entry = |turn| Entry::new((here, id), &view.title, turn);
    let entries: Vec<Entry> = (thread.items.iter().map(entry)).collect::<Result<_, Error>>()?;
    let feed = Feed {
        own: format!("{page}/feed.atom"),
        updated: newest(&entries).unwrap_or(view.created_at),
        title: readable(&view.title),
        entries,
        page,
    };
    let caching = match view.visibility {
        Visibility::Public | Visibility::Unlisted => "no-cache",
        Visibility::Private => "private, no-cache",
    };
    answer(&feed, &headers, caching)
}

impl Entry {
    fn new((here, id): (&str, MatchId), title: &str, turn: &TurnView) -> Result<Self, Error> {
        let number = turn.turn;
        let page = format!("{here}/matches/{id}/turns/{number}");
        let picture = format!("{here}{}", address(id, number, "", turn.redrawn));
        let struck = turn.struck_by.as_ref();
        let content = Shown {
            page: &page,
            picture: &picture,
            turn,
            struck: struck.map(|entry| StruckBy {
                page: format!("{here}/matches/{id}/audit?seq={0}#e{0}", entry.seq),
                entry,
            }),
        };
        let content = content.render();
        let mark = struck.map_or("", |_| " (struck through)");
        let changes = [&turn.struck_by, &turn.post_hidden_by];
        let changed = changes.into_iter().flatten().map(|cause| cause.at).max();
        Ok(Self {
            title: readable(&format!("{title}, turn {number}{mark}")),
            player: readable(&turn.player.name),
            at: turn.at,
            updated: changed.map_or(turn.at, |at| at.max(turn.at)),
            content: readable(&content.map_err(|why| broken(&why))?),
            page,
            picture,
        })
    }
}

/// When anything in a feed changed last.
fn newest(entries: &[Entry]) -> Option<Instant> {
    entries.iter().map(|entry| entry.updated).max()
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
