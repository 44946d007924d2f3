//! The lobby: what waits for the viewer, then open, running and finished matches.

mod card;
mod lists;

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::response::Response;
use axum::routing::get;
use serde::Deserialize;

use crate::rules::colour::Colour;
use crate::service::ListAsked;
use crate::service::views::{Lobby, MatchCard, MatchState, Page, SeatView};
use crate::web::error::Error;
use crate::web::extract::Query;
use crate::web::human;
use crate::web::state::AppState;

use super::day::Day;
use super::frame::Frame;
use super::show;

pub use card::Card;
use lists::{Filter, List, Only, filters, lists};

/// `/`.
pub(in crate::web::pages) fn router() -> Router<AppState> {
    Router::new().route("/", get(lobby))
}

/// Which list is wanted alone, and from where on.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
struct Wanted {
    state: Option<MatchState>,
    /// Anything: only the viewer's own matches.
    mine: Option<String>,
    after: Option<String>,
}

async fn lobby(
    State(state): State<AppState>,
    frame: Frame,
    Query(wanted): Query<Wanted>,
) -> Result<Response, Error> {
    let frame = frame.in_section("matches");
    let mine = wanted.mine.filter(|_| frame.viewer.is_some());
    let only = match (mine, wanted.state) {
        (Some(_), _) => Only::Mine,
        (None, Some(state)) => Only::State(state),
        (None, None) => {
            let lobby = state.matches.lobby(&frame.viewer).await?;
            return Ok(show(&LobbyPage::new(frame, &lobby)));
        }
    };
    let asked = ListAsked {
        after: wanted.after,
        ..only.asked()
    };
    let page = state.matches.list(&frame.viewer, &asked).await?;
    Ok(show(&LobbyPage::one_list(frame, only, &page)))
}

/// The lobby.
#[derive(Template, Clone, Debug)]
#[template(path = "lobby.html")]
struct LobbyPage {
    frame: Frame,
    today: String,
    turns_in: String,
    day: Option<Day>,
    filters: Vec<Filter>,
    waiting: Vec<Card>,
    lists: Vec<List>,
}

impl LobbyPage {
    /// The lobby.
    fn new(frame: Frame, lobby: &Lobby) -> Self {
        let Lobby {
            waiting,
            open,
            running,
            paused,
            over,
        } = lobby;
        let pages = [running, open, paused, over];
        let all = || {
            waiting
                .iter()
                .chain(pages.into_iter().flat_map(|page| &page.items))
        };
        let now = frame.now;
        Self {
            today: now.day().in_words(),
            turns_in: human::span(now, now.day().next().start()),
            day: Some(Day::of_seats(now, seats_once(all()))),
            filters: filters(&frame, None),
            waiting: waiting.iter().map(|card| Card::new(card, now)).collect(),
            lists: lists(lobby, now),
            frame: frame.with_colours(all().flat_map(colours)),
        }
    }

    /// One list alone.
    fn one_list(frame: Frame, only: Only, page: &Page<MatchCard>) -> Self {
        let now = frame.now;
        Self {
            today: now.day().in_words(),
            turns_in: human::span(now, now.day().next().start()),
            day: None,
            filters: filters(&frame, Some(only)),
            waiting: Vec::new(),
            lists: vec![List::alone(only, page, now)],
            frame: frame.with_colours(page.items.iter().flat_map(colours)),
        }
    }
}

/// The seats of each match once, though a match may be in two lists.
fn seats_once<'a>(
    cards: impl Iterator<Item = &'a MatchCard>,
) -> impl Iterator<Item = &'a SeatView> {
    let by_id: std::collections::BTreeMap<_, _> =
        cards.map(|card| (card.id, &card.seats)).collect();
    by_id.into_values().flatten()
}

fn colours(card: &MatchCard) -> impl Iterator<Item = Colour> + '_ {
    card.seats.iter().map(|seat| seat.colour)
}
