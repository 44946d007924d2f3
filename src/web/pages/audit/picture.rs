//! `/matches/{id}/audit/{seq}/before.png` and `after.png`: the boards around an entry that is no turn.

use axum::body::Bytes;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;

use crate::ids::MatchId;
use crate::picture::DRAWING_VERSION;
use crate::referee::event::Visibility;
use crate::rules::canonical::sha256_hex;
use crate::service::{Side, blocking};
use crate::web::drawing::{self, Asked};
use crate::web::error::Error;
use crate::web::extract::{Path, Query};
use crate::web::pictures::{Caching, Extras, Label, NAME_LENGTH};
use crate::web::state::AppState;
use crate::web::who::Visit;

pub(super) async fn beside(
    State(state): State<AppState>,
    Visit { viewer, .. }: Visit,
    Path((id, seq, file)): Path<(MatchId, u64, String)>,
    extras: Result<Query<Extras>, Error>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let side = match file.as_str() {
        "before.png" => Side::Before,
        "after.png" => Side::After,
        _ => return Err(Error::NotFound),
    };
    let view = state.matches.view(&viewer, id).await?;
    let Query(extras) = extras?;
    if !(1..=view.seq).contains(&seq) {
        return Err(Error::NotFound);
    }
    let asked = Asked {
        // Names would change with time, and these pictures are small.
        legend: false,
        ..Asked::from(extras)
    };
    let redrawn = view.redrawn;
    let made_of = format!("{DRAWING_VERSION} {id} entry {seq} {side:?} {redrawn:?} {asked:?}");
    let mut name = sha256_hex(made_of.as_bytes());
    name.truncate(NAME_LENGTH);
    let label = Label {
        kind: "image/png",
        file: format!("{id}-entry-{seq}-{file}"),
        caching: match view.visibility {
            Visibility::Public | Visibility::Unlisted => Caching::Ask,
            Visibility::Private => Caching::AskPrivately,
        },
        name,
    };
    if label.is_known(&headers) {
        return Ok(label.unchanged());
    }
    let draw = async {
        let board = state.matches.board_beside(&viewer, id, seq, side).await?;
        let file = blocking::run(move || drawing::of_match(&board, asked)).await;
        let file = file.map_err(|why| Error::Broken(why.to_string()))?;
        Ok::<_, Error>(Bytes::from(file))
    };
    let file = state.pictures.get_or_insert(&label.name, draw).await?;
    Ok(label.send(file))
}
