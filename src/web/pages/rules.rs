//! The rules of Halls of Abaddon with the rulings beside them, and the small boards that show them.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use crate::picture::sprite::Sprites;
use crate::rules::abaddon::level::Level;
use crate::rules::abaddon::position::Position;
use crate::rules::abaddon::setup::Setup;
use crate::rules::colour::Colour;

use crate::service::blocking;
use crate::web::drawing::{self, Style};
use crate::web::error::Error;
use crate::web::extract::Path;
use crate::web::state::AppState;

use super::board::{SCALE, level_size};
use super::frame::Frame;
use super::{rules_helios, show};

/// `/rules`, `/rules/abaddon` and its figures.
pub(in crate::web::pages) fn router() -> Router<AppState> {
    Router::new()
        .route("/rules", get(index))
        .route("/rules/abaddon", get(rules))
        .route("/rules/abaddon/{picture}", get(picture))
}

async fn index(frame: Frame) -> Response {
    let frame = frame.in_section("rules");
    show(&IndexPage { frame })
}

async fn rules(frame: Frame) -> Response {
    show(&RulesPage::new(
        frame.in_section("rules").with_colours(FIGURE_COLOURS),
    ))
}

async fn picture(Path(picture): Path<String>) -> Result<Response, Error> {
    let named = picture.strip_suffix(".png").and_then(Figure::named);
    let figure = named.ok_or(Error::NotFound)?;
    let file = blocking::run(move || figure.png())
        .await
        .ok_or(Error::NotFound)?;
    let headers = [
        (CONTENT_TYPE, "image/png"),
        (CACHE_CONTROL, "public, max-age=86400"),
    ];
    Ok((headers, file).into_response())
}

/// Whose rules are here.
#[derive(Template, Clone, Debug)]
#[template(path = "rules.html")]
struct IndexPage {
    frame: Frame,
}

/// The rules page.
#[derive(Template, Clone, Debug)]
#[template(path = "rules_abaddon.html")]
pub struct RulesPage {
    frame: Frame,
}

impl RulesPage {
    /// The page.
    pub const fn new(frame: Frame) -> Self {
        Self { frame }
    }
}

/// A small board that shows a rule: two seats, and a step that is legal there for seat 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Figure {
    /// Its name in addresses.
    pub name: &'static str,
    /// The map, without the header.
    map: &'static str,
    /// The position as JSON (formats.md).
    position: &'static str,
    /// The step that it is about.
    pub step: &'static str,
    /// What the step does.
    pub caption: &'static str,
    /// What the board shows, in words.
    pub alt: &'static str,
}

/// The colours of the two seats.
pub const FIGURE_COLOURS: [Colour; 2] = [Colour::SUGGESTED[0], Colour::SUGGESTED[2]];

const CORRIDOR: &str = "\
+---+---+---+---+---+
| .   .   .   .   . |
+---+---+---+---+---+
| # | # | # | # | # |
+---+---+---+---+---+
";

const WITH_TELEPORTERS: &str = "\
+---+---+---+---+---+---+---+
| =   .   .   .   .   .   = |
+---+---+---+---+---+---+---+
| # | # | # | # | # | # | # |
+---+---+---+---+---+---+---+
";

const WITH_AN_AIRLOCK: &str = "\
+---+---+---+---+---+
| .   .   A   .   . |
+---+---+---+---+---+
| # | # | # | # | # |
+---+---+---+---+---+
";

impl Figure {
    /// Every figure, in the order of the page.
    pub const ALL: [Self; 4] = [
        Self {
            name: "jump",
            map: WITH_TELEPORTERS,
            position: r#"{"doors":{},"units":[{"at":"b2","owner":0,"kind":"engineer"}],"walls":[]}"#,
            step: "jump b2 a2>g2",
            caption: "The Engineer goes left into a2 and comes out of g2, still going left, on f2:",
            alt: "An Engineer on b2, between the teleporters a2 and g2",
        },
        Self {
            name: "engineer",
            map: CORRIDOR,
            position: r#"{"doors":{},"units":[{"at":"b2","owner":0,"kind":"engineer"},{"at":"c2","owner":1,"kind":"soldier"}],"walls":[]}"#,
            step: "attack b2 right",
            caption: "The Engineer strikes the enemy on the next square; the Soldier is destroyed:",
            alt: "A blue Engineer on b2 next to a green Soldier on c2",
        },
        Self {
            name: "soldier",
            map: CORRIDOR,
            position: r#"{"doors":{},"units":[{"at":"a2","owner":0,"kind":"soldier"},{"at":"c2","owner":0,"kind":"engineer"},{"at":"e2","owner":1,"kind":"engineer"}],"walls":[{"at":"b2","side":"right","owner":0}]}"#,
            step: "attack a2 right",
            caption: "The shot passes over its own wall and its own Engineer and destroys the one on e2:",
            alt: "A blue Soldier on a2, a blue wall, a blue Engineer on c2 and a green Engineer on e2",
        },
        Self {
            name: "flamebat",
            map: WITH_AN_AIRLOCK,
            position: r#"{"doors":{"c2":1},"units":[{"at":"a2","owner":0,"kind":"flamebat"},{"at":"b2","owner":0,"kind":"engineer"},{"at":"e2","owner":1,"kind":"soldier"}],"walls":[{"at":"c2","side":"right","owner":1}]}"#,
            step: "attack a2 right",
            caption: "The flame destroys its own Engineer, unclaims the Airlock and burns the wall; e2 is too far:",
            alt: "A blue Flamebat on a2, a blue Engineer on b2, a green Airlock on c2 with a green wall at its right, and a green Soldier on e2",
        },
    ];

    /// The figure with a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|figure| figure.name == name)
    }

    /// Its level.
    pub fn level(&self) -> Level {
        Level::parse(&format!("name: {}\n\n{}", self.name, self.map))
            .expect("the figures' levels are written here, and a test reads them all")
    }

    /// Its position.
    pub fn position(&self) -> Position {
        let setup: Setup = serde_json::from_str(self.position)
            .expect("the figures' positions are written here, and a test reads them all");
        Position::new(setup, &self.level())
            .expect("the figures' positions fit their levels, and a test tries them all")
    }

    /// Its picture.
    pub fn png(&self) -> Option<Vec<u8>> {
        let position = self.position();
        let style = Style {
            level: Arc::new(self.level()),
            colours: drawing::colours(FIGURE_COLOURS),
            sprites: Sprites::default(),
        };
        drawing::png(&style, &position, &position)
    }

    /// The width of its picture in pixels.
    pub fn width(&self) -> u32 {
        level_size(&self.level(), SCALE).0
    }

    /// The height of its picture in pixels.
    pub fn height(&self) -> u32 {
        level_size(&self.level(), SCALE).1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::abaddon::apply::play_turn;
    use crate::rules::abaddon::ruleset::{Options, Ruleset};
    use crate::rules::seat::Seat;

    #[test]
    fn every_figure_shows_a_legal_step() {
        let options = Options {
            actions: 2,
            units_per_airlock: 2,
            walls_per_airlock: 2,
            doors_to_win: 6,
            seats: 2,
            start_seats: 1,
        };
        for figure in Figure::ALL {
            let rules = Ruleset {
                level: Arc::new(figure.level()),
                options,
            };
            let seat = Seat::new(0).unwrap();
            let played = play_turn(&rules, &figure.position(), seat, &[figure.step]);
            assert!(played.is_ok(), "{}: {played:?}", figure.name);
        }
    }
}
