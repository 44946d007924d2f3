//! Board pictures: addresses that end in `.png`, for forums to show (api.md, Pictures).
//!
//! A picture is known by what it is made of before it is drawn. So a client that has it is told so
//! without drawing, and one that was drawn before is sent from memory.

use std::fmt::Display;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_TYPE,
    ETAG,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use serde::Deserialize;

use crate::ids::MatchId;
use crate::picture::DRAWING_VERSION;
use crate::picture::encode::Scale;
use crate::referee::event::Visibility;
use crate::rules::canonical::sha256_hex;
use crate::service::views::BoardView;
use crate::service::{BoardAt, BoardFound, blocking};
use crate::web::assets::knows;
use crate::web::drawing::{self, Asked};
use crate::web::error::Error;
use crate::web::extract::{Path, Query, Switch};
use crate::web::state::AppState;
use crate::web::who::Visit;

/// How many bytes of pictures are kept in memory, and about how many pictures that is.
const BYTES_KEPT: u64 = 64 * 1024 * 1024;
const PICTURES_KEPT: usize = 10_000;
/// Half of a SHA-256 in hex: more than enough to tell pictures apart.
pub(in crate::web) const NAME_LENGTH: usize = 32;

/// The newest pictures that were drawn, by [`name`].
#[derive(Debug)]
pub struct Pictures(Cache<String, Bytes, Bytewise>);

impl Default for Pictures {
    fn default() -> Self {
        Self(Cache::with_weighter(PICTURES_KEPT, BYTES_KEPT, Bytewise))
    }
}

impl Pictures {
    /// The picture of a name, drawn now where it is not kept; of several who want it one draws.
    pub(in crate::web) async fn get_or_insert(
        &self,
        name: &str,
        draw: impl Future<Output = Result<Bytes, Error>>,
    ) -> Result<Bytes, Error> {
        self.0.get_or_insert_async(name, draw).await
    }
}

/// Weighs a picture by its bytes.
#[derive(Clone, Debug)]
struct Bytewise;

impl Weighter<String, Bytes> for Bytewise {
    fn weight(&self, name: &String, file: &Bytes) -> u64 {
        u64::try_from(name.len() + file.len()).unwrap_or(u64::MAX)
    }
}

/// What stands behind the `?` of a picture's address.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(default)]
pub(in crate::web) struct Extras {
    scale: Scale,
    labels: Switch,
    mark: Switch,
    legend: Switch,
    /// The newest ruling that had hidden sprites when the address was made (see [`address`]).
    drawn: Option<u64>,
}

impl Default for Extras {
    fn default() -> Self {
        Self {
            scale: Scale::default(),
            labels: Switch(false),
            mark: Switch(false),
            legend: Switch(false),
            drawn: None,
        }
    }
}

impl From<Extras> for Asked {
    fn from(extras: Extras) -> Self {
        Self {
            scale: extras.scale,
            labels: extras.labels.0.into(),
            mark: extras.mark.0,
            legend: extras.legend.0,
        }
    }
}

/// The address of a turn's picture as pages have it, with more behind the `?` such as `mark=1`.
///
/// A picture changes in one case only: a ruling hides sprites (picture.md). Browsers that keep the old
/// one for good are sent elsewhere then: the address names the newest such ruling of the match.
pub(in crate::web) fn address(
    id: impl Display,
    turn: u32,
    rest: &str,
    redrawn: Option<u64>,
) -> String {
    let drawn = redrawn.map(|by| format!("drawn={by}"));
    let rest = Some(rest.to_owned()).filter(|rest| !rest.is_empty());
    let query: Vec<_> = rest.into_iter().chain(drawn).collect();
    let path = format!("/matches/{id}/turns/{turn}.png");
    if query.is_empty() {
        path
    } else {
        format!("{path}?{}", query.join("&"))
    }
}

/// The last part of a turn's picture's address, such as `12.png`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "String")]
pub(in crate::web) struct TurnFile(u32);

impl TryFrom<String> for TurnFile {
    type Error = &'static str;

    /// Reads the one form that a number has, so that a picture has one address.
    fn try_from(file: String) -> Result<Self, Self::Error> {
        let turn: Option<u32> = file.strip_suffix(".png").and_then(|turn| turn.parse().ok());
        let read = turn.filter(|turn| format!("{turn}.png") == file);
        read.map(Self).ok_or("not the name of a turn's picture")
    }
}

/// `/matches/{id}/board.png`: the newest board, an address that is looked up again each time.
pub(in crate::web) async fn newest(
    State(state): State<AppState>,
    visit: Visit,
    Path(id): Path<MatchId>,
    extras: Result<Query<Extras>, Error>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let found = (state.matches)
        .find_board(&visit.viewer, id, BoardAt::Newest)
        .await?;
    let Query(extras) = extras?;
    let caching = match found.visibility {
        Visibility::Public | Visibility::Unlisted => Caching::Ask,
        Visibility::Private => Caching::AskPrivately,
    };
    let wanted = Wanted {
        id,
        found,
        asked: extras.into(),
        caching,
    };
    answer(&state, &visit, &wanted, &headers).await
}

/// `/matches/{id}/turns/{n}.png`: the board after a turn, which never changes unless it shows names or
/// a ruling hides sprites.
pub(in crate::web) async fn after_turn(
    State(state): State<AppState>,
    visit: Visit,
    Path((id, TurnFile(turn))): Path<(MatchId, TurnFile)>,
    extras: Result<Query<Extras>, Error>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let found = (state.matches)
        .find_board(&visit.viewer, id, BoardAt::Turn(turn))
        .await?;
    let Query(extras) = extras?;
    let caching = match found.visibility {
        Visibility::Private => Caching::AskPrivately,
        Visibility::Public | Visibility::Unlisted if extras.legend.0 => Caching::Ask,
        // An address that is older than the picture may be kept somewhere with the one before.
        Visibility::Public | Visibility::Unlisted if extras.drawn < found.redrawn => Caching::Ask,
        Visibility::Public | Visibility::Unlisted => Caching::Keep,
    };
    let wanted = Wanted {
        id,
        found,
        asked: extras.into(),
        caching,
    };
    answer(&state, &visit, &wanted, &headers).await
}

/// A picture that somebody may see, and how long they may keep it.
struct Wanted {
    id: MatchId,
    found: BoardFound,
    asked: Asked,
    caching: Caching,
}

/// How long an answer may be kept, and by whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::web) enum Caching {
    /// By everybody, for good.
    Keep,
    /// By everybody who asks each time whether it is still the same.
    Ask,
    /// The same, but by nobody between server and viewer.
    AskPrivately,
}

impl Caching {
    const fn header(self) -> &'static str {
        match self {
            Self::Keep => "public, max-age=31536000, immutable",
            Self::Ask => "no-cache",
            Self::AskPrivately => "private, no-cache",
        }
    }
}

async fn answer(
    state: &AppState,
    visit: &Visit,
    wanted: &Wanted,
    headers: &HeaderMap,
) -> Result<Response, Error> {
    let at = match wanted.found.changed_by {
        Some(_) => BoardAt::Newest,
        None => BoardAt::Turn(wanted.found.turn),
    };
    let board = state.matches.board(&visit.viewer, wanted.id, at);
    // Only a legend shows what may change: names, and who has come since.
    let legend = if wanted.asked.legend {
        Some(board.await?)
    } else {
        None
    };
    let label = Label {
        kind: "image/png",
        file: format!("{}-turn-{}.png", wanted.id, wanted.found.turn),
        caching: wanted.caching,
        name: name(wanted, legend.as_ref()),
    };
    if label.is_known(headers) {
        return Ok(label.unchanged());
    }
    let draw = async {
        let board = match legend {
            Some(board) => board,
            None => state.matches.board(&visit.viewer, wanted.id, at).await?,
        };
        let asked = wanted.asked;
        let file = blocking::run(move || drawing::of_match(&board, asked)).await;
        let file = file.map_err(|why| Error::Broken(why.to_string()))?;
        Ok::<_, Error>(Bytes::from(file))
    };
    let file = state.pictures.get_or_insert(&label.name, draw).await?;
    Ok(label.send(file))
}

/// What a picture is made of, in a few letters: pictures of one name are the same bytes.
fn name(wanted: &Wanted, legend: Option<&BoardView>) -> String {
    let Wanted {
        id, found, asked, ..
    } = wanted;
    let players = legend.map(|board| &board.seats);
    let BoardFound {
        turn,
        changed_by,
        redrawn,
        ..
    } = found;
    let made_of =
        format!("{DRAWING_VERSION} {id} {turn} {changed_by:?} {redrawn:?} {asked:?} {players:?}");
    let mut name = sha256_hex(made_of.as_bytes());
    name.truncate(NAME_LENGTH);
    name
}

/// What is said of a picture beside its bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::web) struct Label {
    /// Its media type.
    pub(in crate::web) kind: &'static str,
    /// What it is called when it is saved.
    pub(in crate::web) file: String,
    /// How long it may be kept.
    pub(in crate::web) caching: Caching,
    /// What it is made of, in a few letters: pictures of one name are the same bytes.
    pub(in crate::web) name: String,
}

impl Label {
    /// Whether the client says that it has this picture (RFC 9110, If-None-Match).
    pub(in crate::web) fn is_known(&self, headers: &HeaderMap) -> bool {
        knows(headers, &self.etag())
    }

    /// The answer to a client that has it.
    pub(in crate::web) fn unchanged(&self) -> Response {
        (StatusCode::NOT_MODIFIED, self.headers()).into_response()
    }

    /// The answer with the picture.
    pub(in crate::web) fn send(&self, file: Bytes) -> Response {
        let mut headers = self.headers();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(self.kind));
        headers.insert(CONTENT_LENGTH, HeaderValue::from(file.len()));
        let kept_as = format!("inline; filename=\"{}\"", self.file);
        if let Ok(kept_as) = HeaderValue::from_str(&kept_as) {
            headers.insert(CONTENT_DISPOSITION, kept_as);
        }
        (headers, Body::from(file)).into_response()
    }

    fn etag(&self) -> String {
        format!("\"{}\"", self.name)
    }

    fn headers(&self) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(
            CACHE_CONTROL,
            HeaderValue::from_static(self.caching.header()),
        );
        if let Ok(etag) = HeaderValue::from_str(&self.etag()) {
            headers.insert(ETAG, etag);
        }
        if self.caching != Caching::AskPrivately {
            headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
        }
        headers
    }
}
