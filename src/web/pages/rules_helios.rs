//! The rules of Helios with the rulings beside them, and a small board for each action.

use std::collections::BTreeSet;

use askama::Template;
use axum::Router;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use crate::rules::helios::action::Action;
use crate::rules::helios::position::Position;
use crate::rules::helios::ruleset::{Options, OptionsAsked};
use crate::rules::helios::setup::Setup;
use crate::service::blocking;
use crate::web::drawing;
use crate::web::error::Error;
use crate::web::extract::Path;
use crate::web::state::AppState;

use super::board::{SCALE, helios_size};
use super::frame::Frame;
use super::show;

/// `/rules/helios` and its figures.
pub(in crate::web::pages) fn router() -> Router<AppState> {
    Router::new()
        .route("/rules/helios", get(rules))
        .route("/rules/helios/{picture}", get(picture))
}

async fn rules(frame: Frame) -> Response {
    let frame = frame.in_section("rules");
    show(&RulesPage { frame })
}

async fn picture(Path(picture): Path<String>) -> Result<Response, Error> {
    let named = picture.strip_suffix(".png").and_then(Figure::named);
    let figure = named.ok_or(Error::NotFound)?;
    let file = blocking::run(move || figure.png()).await;
    let headers = [
        (CONTENT_TYPE, "image/png"),
        (CACHE_CONTROL, "public, max-age=86400"),
    ];
    Ok((headers, file).into_response())
}

/// The rules page.
#[derive(Template, Clone, Debug)]
#[template(path = "rules_helios.html")]
struct RulesPage {
    frame: Frame,
}

/// A small board that shows an action: the squares that it changes are marked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Figure {
    /// Its name in addresses.
    pub(super) name: &'static str,
    /// The pieces: square, owner, layers.
    pieces: &'static [(&'static str, u8, u8)],
    /// The action, which is legal there for the bottom side.
    action: &'static str,
    /// What it does.
    caption: &'static str,
}

impl Figure {
    /// Every figure, in the order of the page.
    const ALL: [Self; 5] = [
        Self {
            name: "move",
            pieces: &[("b1", 0, 3), ("d4", 1, 3)],
            action: "b1-b2",
            caption: "The blue sun carrier goes one square up:",
        },
        Self {
            name: "hit",
            pieces: &[("b1", 0, 2), ("b2", 1, 3), ("d1", 0, 3)],
            action: "b1xb3",
            caption: "The carrier jumps over the sun carrier, which loses its sun:",
        },
        Self {
            name: "sacrifice",
            pieces: &[("b4", 0, 3), ("a1", 0, 3), ("d3", 1, 3)],
            action: "b4*",
            caption: "On the far row the sun becomes a point; the priest takes it:",
        },
        Self {
            name: "transfer",
            pieces: &[("b2", 0, 3), ("b3", 0, 2), ("d4", 1, 3)],
            action: "b2>b3",
            caption: "The sun goes one square on; the piece that gave it is locked:",
        },
        Self {
            name: "theft",
            pieces: &[("c2", 1, 3), ("b2", 0, 2), ("d4", 1, 3)],
            action: "c2>b2",
            caption: "The carrier robs the red sun carrier beside it, which is locked:",
        },
    ];

    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|figure| figure.name == name)
    }

    /// The board before the action.
    fn before(&self) -> Position {
        let pieces = self.pieces.iter().map(|(at, owner, layers)| {
            serde_json::json!({"at": at, "owner": owner, "layers": layers, "locked": false})
        });
        let setup = serde_json::json!({
            "width": 4, "height": 4, "pieces": pieces.collect::<Vec<_>>(),
            "score": [0, 0], "to_move": 0, "quiet": 0, "over": false, "ended_by": null,
        });
        let setup: Setup = serde_json::from_value(setup)
            .expect("the figures are written here, and a test reads them all");
        let asked = OptionsAsked {
            width: Some(4),
            height: Some(4),
            quiet_limit: None,
        };
        let options = Options::try_from(asked).expect("four by four is a size of boards");
        Position::new(&setup, options).expect("a test makes every figure's position")
    }

    /// The board after it.
    fn after(&self) -> Position {
        let action: Action = (self.action.parse()).expect("a test reads every figure's action");
        let played = self.before().play(action);
        played.expect("a test plays every figure's action").position
    }

    fn png(&self) -> Vec<u8> {
        let (before, after) = (self.before(), self.after());
        let marks: BTreeSet<_> = before.changed_squares(&after).into_iter().collect();
        drawing::helios_png(&after, marks)
    }

    pub(super) fn width(&self) -> u32 {
        helios_size(&self.before(), SCALE).0
    }

    pub(super) fn height(&self) -> u32 {
        helios_size(&self.before(), SCALE).1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_figure_shows_a_legal_action_that_does_not_end_the_game() {
        for figure in Figure::ALL {
            assert_eq!(figure.after().ending(), None, "{}", figure.name);
            assert!(!figure.png().is_empty());
        }
    }
}
