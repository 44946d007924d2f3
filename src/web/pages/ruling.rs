//! Making a ruling: what, why, the board that will result and whom it concerns; then the confirmation.

use std::borrow::Borrow;
use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use serde::Deserialize;

use crate::ids::MatchId;
use crate::referee::ruling::{Belongings, Power};
use crate::referee::state::Board;
use crate::rules::abaddon::position::Kind;
use crate::rules::canonical::sha256_hex;
use crate::rules::seat::Seat;
use crate::service::views::{MatchView, SeatSprite, TableView};
use crate::service::{Foreseen, RulingAsked, ServiceError, Wish, blocking};
use crate::time::Instant;
use crate::web::drawing::{self, Style};
use crate::web::error::Error;
use crate::web::extract::{Path, Query};
use crate::web::state::AppState;

use super::board::{SCALE, picture_size};
use super::frame::Frame;
use super::show;
use super::typed::SignedInForm;

pub(super) fn router() -> Router<AppState> {
    Router::new()
        .route("/matches/{id}/ruling", get(form).post(rule))
        .route("/matches/{id}/turns/{turn}/take-back", post(take_back))
        .route("/matches/{id}/leave", post(leave))
}

/// The form as typed.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(default)]
struct RulingForm {
    /// The kind of ruling.
    #[serde(rename = "do")]
    power: Option<Power>,
    reason: String,
    /// The turn to revert to, or the one whose post is hidden.
    turn: String,
    seat: String,
    /// Ticked where a removed seat keeps what it has.
    keep: Option<String>,
    name: String,
    /// A moment in GMT such as `2026-03-02T12:00`.
    until: String,
    /// The entry that is annotated.
    seq: String,
    /// The note, or the title.
    text: String,
    /// The kind of unit whose sprite is hidden; all of them where it is empty.
    kind: String,
    /// Position JSON.
    position: String,
    /// Ticked where both boards were looked at.
    sure: Option<String>,
    /// What was looked at: the [`RulingForm::mark`] of the form then.
    seen: String,
}

impl RulingForm {
    /// A mark of everything that the preview depends on: another one, and it is looked at again.
    fn mark(&self, seq: u64) -> String {
        let looked_at = Self {
            sure: None,
            seen: String::new(),
            ..self.clone()
        };
        sha256_hex(format!("{seq} {looked_at:?}").as_bytes())
    }

    fn asked(&self, power: Power) -> Result<RulingAsked, ServiceError> {
        let wish = match power {
            Power::Lift => Wish::Lift,
            Power::Revert => Wish::Revert(number(&self.turn)?),
            Power::Remove => Wish::Remove(self.needed_seat()?, self.belongings()),
            Power::Replace => Wish::Replace(self.needed_seat()?, self.name.trim().to_owned()),
            Power::Pause => Wish::Pause(self.until()?),
            Power::Resume => Wish::Resume,
            Power::Close => Wish::Close(self.seat()?),
            Power::Annotate => Wish::Annotate(number(&self.seq)?.into(), self.text.clone()),
            Power::HidePost => Wish::HidePost(number(&self.turn)?),
            Power::ResetSprites => Wish::ResetSprites(self.needed_seat()?, self.kind()?),
            Power::SetPosition => {
                let position = serde_json::from_str(&self.position);
                let position =
                    position.map_err(|why| ServiceError::BadPosition(why.to_string()))?;
                Wish::SetPosition(position, self.seat()?)
            }
            Power::Retitle => Wish::Retitle(self.text.clone()),
            Power::HideMatch => Wish::HideMatch,
        };
        let reason = self.reason.clone();
        Ok(RulingAsked { reason, wish })
    }

    fn seat(&self) -> Result<Option<Seat>, ServiceError> {
        let typed = Some(self.seat.trim()).filter(|seat| !seat.is_empty());
        let seat = typed.map(|seat| seat.parse().ok().and_then(Seat::new));
        match seat {
            None => Ok(None),
            Some(Some(seat)) => Ok(Some(seat)),
            Some(None) => Err(ServiceError::Malformed("There is no such seat.")),
        }
    }

    fn needed_seat(&self) -> Result<Seat, ServiceError> {
        self.seat()?
            .ok_or(ServiceError::Malformed("Choose a seat."))
    }

    fn kind(&self) -> Result<Option<Kind>, ServiceError> {
        let typed = Some(self.kind.trim()).filter(|kind| !kind.is_empty());
        let kind = typed.map(str::parse).transpose();
        kind.map_err(|_| ServiceError::Malformed("There is no such kind of unit."))
    }

    fn belongings(&self) -> Belongings {
        match self.keep {
            Some(_) => Belongings::Kept,
            None => Belongings::GivenUp,
        }
    }

    fn until(&self) -> Result<Option<Instant>, ServiceError> {
        let typed = Some(self.until.trim()).filter(|until| !until.is_empty());
        let until = typed.map(|until| format!("{until}:00.000Z").parse());
        until.transpose().map_err(|_| {
            ServiceError::Malformed("A pause ends at a moment such as 2026-03-02T12:00.")
        })
    }
}

fn number(typed: &str) -> Result<u32, ServiceError> {
    let number = typed.trim().parse();
    number.map_err(|_| ServiceError::Malformed("Turns and entries are named by a number."))
}

async fn form(
    State(state): State<AppState>,
    frame: Frame,
    Path(id): Path<MatchId>,
    form: Result<Query<RulingForm>, Error>,
) -> Result<Response, Error> {
    let Query(mut form) = form?;
    // What is harder to undo is chosen on purpose; and a position is easier changed than written.
    form.keep = Some("1".to_owned());
    if form.power == Some(Power::SetPosition) && form.position.is_empty() {
        form.position = position_of(&state.matches.view(&frame.viewer, id).await?);
    }
    answer(&state, frame, id, (form, Ok(None))).await
}

/// Without the confirmation of just this ruling on just this board it shows what would happen; with
/// it, the ruling is made.
async fn rule(
    State(state): State<AppState>,
    frame: Frame,
    Path(id): Path<MatchId>,
    SignedInForm { person, form }: SignedInForm<RulingForm>,
) -> Result<Response, Error> {
    let power = form.power;
    let power = power.ok_or_else(|| Error::Malformed("choose a ruling".to_owned()))?;
    let asked = match form.asked(power) {
        Ok(asked) => asked,
        Err(error) => return answer(&state, frame, id, (form, Err(error))).await,
    };
    let seq = state.matches.view(&frame.viewer, id).await?.seq;
    if form.sure.is_none() || form.seen != form.mark(seq) {
        let foreseen = state.matches.foresee(&person, id, &asked).await;
        return answer(&state, frame, id, (form, foreseen.map(Some))).await;
    }
    match state.matches.rule(&person, id, &asked).await {
        Ok(event) => {
            let seq = event.seq;
            let page = format!("/matches/{id}/audit#e{seq}");
            Ok(Redirect::to(&page).into_response())
        }
        Err(error) => answer(&state, frame, id, (form, Err(error))).await,
    }
}

/// A form without fields.
#[derive(Clone, Copy, Debug, Deserialize)]
struct Nothing {}

async fn take_back(
    State(state): State<AppState>,
    Path((id, turn)): Path<(MatchId, u32)>,
    SignedInForm { person, .. }: SignedInForm<Nothing>,
) -> Result<Response, Error> {
    state.matches.take_back(&person, id, turn).await?;
    Ok(Redirect::to(&format!("/matches/{id}")).into_response())
}

/// The second of the two steps of leaving: nobody leaves by one click.
#[derive(Clone, Debug, Deserialize)]
struct Leaving {
    sure: Option<String>,
}

async fn leave(
    State(state): State<AppState>,
    Path(id): Path<MatchId>,
    SignedInForm { person, form }: SignedInForm<Leaving>,
) -> Result<Response, Error> {
    if form.sure.is_none() {
        let message = "nothing has happened: tick the box if you are sure that you leave";
        return Err(Error::Malformed(message.to_owned()));
    }
    state.matches.leave(&person, id).await?;
    Ok(Redirect::to(&format!("/matches/{id}")).into_response())
}

/// The page, for those who may rule here at all.
async fn answer(
    state: &AppState,
    frame: Frame,
    id: MatchId,
    (form, foreseen): (RulingForm, Result<Option<Foreseen>, ServiceError>),
) -> Result<Response, Error> {
    if frame.viewer.is_none() {
        return Err(Error::NotSignedIn);
    }
    let view = state.matches.view(&frame.viewer, id).await?;
    let powers = state.matches.powers(&frame.viewer, id).await?;
    if powers.is_empty() {
        return Err(Error::NotYours);
    }
    let (foreseen, refused) = match foreseen {
        Ok(foreseen) => (foreseen, None),
        Err(error) => (None, Some(Error::from(error).problem())),
    };
    let then = match foreseen {
        Some(foreseen) => Some(Then {
            picture: picture(&view, foreseen.position, &foreseen.sprites).await,
            affected: foreseen.affected,
        }),
        None => None,
    };
    let status = refused.as_ref().map_or(StatusCode::OK, |why| why.status);
    let page = RulingPage {
        id: id.to_string(),
        title: view.title.clone(),
        power: form.power.filter(|power| powers.contains(power)),
        powers,
        seats: seats(&view),
        size: picture_size(&view.table, SCALE),
        refused: refused.map(|why| why.detail),
        then,
        mark: form.mark(view.seq),
        form,
        frame: frame.in_section("matches"),
    };
    Ok((status, show(&page)).into_response())
}

/// The newest position as the API writes it.
fn position_of(view: &MatchView) -> String {
    let board = match &view.table {
        TableView::Abaddon(table) => Board::Abaddon(table.position.clone()),
        TableView::Helios(table) => Board::Helios(table.position),
    };
    board.to_json().to_string()
}

fn seats(view: &MatchView) -> Vec<(Seat, String)> {
    let names = view.names();
    let seats = view.seats.iter();
    seats
        .map(|seat| (seat.seat, names.of(seat.seat).to_owned()))
        .collect()
}

/// The board that a ruling would leave, with the squares marked that it changes.
async fn picture(view: &MatchView, after: Board, sprites: &[SeatSprite]) -> Option<String> {
    match (&view.table, after) {
        (TableView::Abaddon(table), Board::Abaddon(after)) => {
            let before = table.position.clone();
            let style = Style {
                level: Arc::clone(&table.level),
                colours: drawing::colours(view.seats.iter().map(|seat| seat.colour)),
                sprites: drawing::sprites(sprites),
            };
            blocking::run(move || drawing::data_url(&style, &before, &after)).await
        }
        (TableView::Helios(table), Board::Helios(after)) => {
            let before = table.position;
            blocking::run(move || Some(drawing::helios_data_url(&before, &after))).await
        }
        _ => None,
    }
}

/// What a ruling would leave.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Then {
    picture: Option<String>,
    affected: Vec<String>,
}

/// The page on which a ruling is made.
#[derive(Template, Clone, Debug)]
#[template(path = "ruling.html")]
struct RulingPage {
    frame: Frame,
    id: String,
    title: String,
    powers: Vec<Power>,
    /// The kind of ruling that is being made.
    power: Option<Power>,
    seats: Vec<(Seat, String)>,
    /// Width and height of a board's picture.
    size: (u32, u32),
    form: RulingForm,
    refused: Option<String>,
    then: Option<Then>,
    /// The form's mark.
    mark: String,
}

impl RulingPage {
    fn chosen_kind(&self, kind: impl Borrow<Kind>) -> askama::filters::Safe<&'static str> {
        let chosen = self.form.kind == kind.borrow().word();
        askama::filters::Safe(if chosen { " selected" } else { "" })
    }

    fn chosen(&self, seat: impl Borrow<Seat>) -> askama::filters::Safe<&'static str> {
        let chosen = self.form.seat == seat.borrow().to_string();
        askama::filters::Safe(if chosen { " selected" } else { "" })
    }
}

/// What a kind of ruling is called.
fn called(power: impl Borrow<Power>) -> &'static str {
    match power.borrow() {
        Power::Lift => "Lift the announcement",
        Power::Revert => "Revert to after a turn",
        Power::Remove => "Remove a player",
        Power::Replace => "Replace a player",
        Power::Pause => "Pause the match",
        Power::Resume => "Let the match go on",
        Power::Close => "Close the match",
        Power::SetPosition => "Set the position",
        Power::Annotate => "Annotate an entry",
        Power::HidePost => "Hide a post’s text",
        Power::ResetSprites => "Hide a player’s own sprites",
        Power::Retitle => "Retitle the match",
        Power::HideMatch => "Hide the match from lists",
    }
}
