//! Replays as one file: every turn so far, struck ones left out (api.md, Pictures).

use axum::body::Bytes;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use tokio::sync::Semaphore;

use crate::ids::MatchId;
use crate::picture::DRAWING_VERSION;
use crate::referee::event::Visibility;
use crate::rules::canonical::sha256_hex;
use crate::service::{BoardAt, blocking};
use crate::web::drawing::{self, Asked, Film};
use crate::web::error::Error;
use crate::web::extract::{Path, Query};
use crate::web::pictures::{Caching, Extras, Label, NAME_LENGTH};
use crate::web::state::AppState;
use crate::web::who::Visit;

/// A replay takes long to make, and there are pictures to draw meanwhile: one at a time.
static PLACE: Semaphore = Semaphore::const_new(1);

/// `/matches/{id}/replay.gif`.
pub(in crate::web) async fn gif(
    State(state): State<AppState>,
    visit: Visit,
    Path(id): Path<MatchId>,
    extras: Result<Query<Extras>, Error>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    answer(&state, &visit, (id, Film::Gif, extras), &headers).await
}

/// `/matches/{id}/replay.png`.
pub(in crate::web) async fn apng(
    State(state): State<AppState>,
    visit: Visit,
    Path(id): Path<MatchId>,
    extras: Result<Query<Extras>, Error>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    answer(&state, &visit, (id, Film::Apng, extras), &headers).await
}

async fn answer(
    state: &AppState,
    Visit { viewer, .. }: &Visit,
    (id, film, extras): (MatchId, Film, Result<Query<Extras>, Error>),
    headers: &HeaderMap,
) -> Result<Response, Error> {
    let found = state
        .matches
        .find_board(viewer, id, BoardAt::Newest)
        .await?;
    let Query(extras) = extras?;
    let asked = Asked::from(extras);
    let version = state.matches.replay_version(viewer, id).await?;
    let made_of = format!("{DRAWING_VERSION} {id} {version:?} {film:?} {asked:?}");
    let label = label(id, film, found.visibility, &made_of);
    if label.is_known(headers) {
        return Ok(label.unchanged());
    }
    let draw = async {
        let _place = (PLACE.acquire().await).map_err(|why| Error::Broken(why.to_string()))?;
        let boards = state.matches.replay(viewer, id).await?;
        let file = blocking::run(move || drawing::replay(&boards, asked, film)).await;
        let file = file.map_err(|why| Error::Broken(why.to_string()))?;
        Ok::<_, Error>(Bytes::from(file))
    };
    let file = state.pictures.get_or_insert(&label.name, draw).await?;
    Ok(label.send(file))
}

fn label(id: MatchId, film: Film, visibility: Visibility, made_of: &str) -> Label {
    let (kind, ending) = match film {
        Film::Gif => ("image/gif", "gif"),
        Film::Apng => ("image/png", "png"),
    };
    let mut name = sha256_hex(made_of.as_bytes());
    name.truncate(NAME_LENGTH);
    Label {
        kind,
        file: format!("{id}-replay.{ending}"),
        caching: match visibility {
            Visibility::Public | Visibility::Unlisted => Caching::Ask,
            Visibility::Private => Caching::AskPrivately,
        },
        name,
    }
}
