//! Places of a board that cannot be read: what they may show, and the sentence that says so.

use std::fmt;
use std::str::FromStr;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::rules::abaddon::level::{Level, Tile};
use crate::rules::abaddon::position::{Kind, Unit};
use crate::rules::abaddon::setup::{PlacedUnit, PlacedWall, Setup};
use crate::rules::colour::Colour;
use crate::rules::grid::{Edge, Side, Square};
use crate::rules::seat::{Names, Seat};

/// A square, or the wall on one of its sides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Place {
    /// A square.
    Square(Square),
    /// A wall.
    Wall(Edge),
}

impl Place {
    /// The square, or the one by which the wall is named.
    pub const fn square(self) -> Square {
        match self {
            Self::Square(square) | Self::Wall(Edge { square, .. }) => square,
        }
    }
}

impl fmt::Display for Place {
    /// `c4`, or `c4 up` for a wall.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Square(square) => write!(f, "{square}"),
            Self::Wall(Edge { square, side }) => write!(f, "{square} {}", side.word()),
        }
    }
}

impl FromStr for Place {
    type Err = ParseContentError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let square = |text: &str| text.parse::<Square>().map_err(|_| ParseContentError);
        match text.split_once(' ') {
            None => square(text).map(Self::Square),
            Some((at, word)) => {
                let sides = [Side::Up, Side::Right];
                let side = sides.into_iter().find(|side| side.word() == word);
                let (square, side) = (square(at)?, side.ok_or(ParseContentError)?);
                Ok(Self::Wall(Edge { square, side }))
            }
        }
    }
}

/// What a place may show.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Content {
    /// A floor without a unit.
    Empty,
    /// A unit on a floor.
    Unit(Unit),
    /// A door, unclaimed or somebody's.
    Door(Option<Seat>),
    /// A side without a wall, or with somebody's.
    Wall(Option<Seat>),
    /// What the level has there in every position: a teleporter, rock, a fixed wall.
    Fixed,
}

impl Content {
    /// Adds to a position what the place shows.
    pub fn put(self, place: Place, setup: &mut Setup) {
        match (self, place) {
            (Self::Unit(Unit { owner, kind }), Place::Square(at)) => {
                setup.units.push(PlacedUnit { at, owner, kind });
            }
            (Self::Door(Some(owner)), Place::Square(at)) => {
                setup.doors.insert(at, Some(owner));
            }
            (Self::Wall(Some(owner)), Place::Wall(Edge { square: at, side })) => {
                setup.walls.push(PlacedWall { at, side, owner });
            }
            // Nothing is written down for what is bare, as the level has it, or cannot be there.
            (Self::Empty | Self::Unit(_) | Self::Door(_) | Self::Wall(_) | Self::Fixed, _) => {}
        }
    }

    /// “blue’s Engineer”, “an unclaimed Airlock”, “an open side”.
    pub fn called(self, place: Place, level: &Level, names: &Names) -> String {
        let door = || match level.tile(place.square()) {
            Some(Tile::Armory) => "Armory",
            _ => "Airlock",
        };
        match self {
            Self::Empty => "an empty floor".to_owned(),
            Self::Unit(Unit { owner, kind }) => format!("{}’s {}", names.of(owner), kind.name()),
            Self::Door(None) => format!("an unclaimed {}", door()),
            Self::Door(Some(owner)) => format!("{}’s {}", names.of(owner), door()),
            Self::Wall(None) => "an open side".to_owned(),
            Self::Wall(Some(owner)) => format!("{}’s wall", names.of(owner)),
            Self::Fixed => match (place, level.tile(place.square())) {
                (Place::Wall(_), _) => "the level’s fixed wall",
                (Place::Square(_), Some(Tile::Teleporter(_))) => "the level’s teleporter",
                (Place::Square(_), _) => "the level’s rock",
            }
            .to_owned(),
        }
    }
}

impl fmt::Display for Content {
    /// A word for forms: `empty`, `0-engineer`, `door`, `door-0`, `wall`, `wall-0`, `fixed`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("empty"),
            Self::Unit(Unit { owner, kind }) => write!(f, "{owner}-{kind}"),
            Self::Door(None) => f.write_str("door"),
            Self::Door(Some(owner)) => write!(f, "door-{owner}"),
            Self::Wall(None) => f.write_str("wall"),
            Self::Wall(Some(owner)) => write!(f, "wall-{owner}"),
            Self::Fixed => f.write_str("fixed"),
        }
    }
}

/// The text is not what forms call a content or a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("this is nothing that a square or wall can show")]
pub struct ParseContentError;

impl FromStr for Content {
    type Err = ParseContentError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let seat = |text: &str| text.parse().ok().and_then(Seat::new);
        let read = match text.split_once('-') {
            None => match text {
                "empty" => Some(Self::Empty),
                "door" => Some(Self::Door(None)),
                "wall" => Some(Self::Wall(None)),
                "fixed" => Some(Self::Fixed),
                _ => None,
            },
            Some(("door", owner)) => seat(owner).map(|owner| Self::Door(Some(owner))),
            Some(("wall", owner)) => seat(owner).map(|owner| Self::Wall(Some(owner))),
            Some((owner, kind)) => {
                let kind = Kind::ALL.into_iter().find(|known| known.word() == kind);
                let unit = seat(owner).zip(kind);
                unit.map(|(owner, kind)| Self::Unit(Unit { owner, kind }))
            }
        };
        read.ok_or(ParseContentError)
    }
}

/// Something that a place may show, and how unlike it the picture is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// What.
    pub content: Content,
    /// In how many pixels at scale 1 the picture differs from it.
    pub misses: usize,
}

/// A place that cannot be read, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unreadable {
    /// Where.
    pub place: Place,
    /// Why, for the player: a clause such as “neither blue’s Engineer nor blue’s Soldier for certain:
    /// 9 pixels differ from the one, 11 from the other”.
    pub why: String,
    /// Everything that can be there, the likeliest first.
    pub candidates: Vec<Candidate>,
}

impl Unreadable {
    /// Words the doubt between candidates, the likeliest first; `paint` is a colour that nobody has
    /// and in which most of the place is painted.
    pub(super) fn new(
        place: Place,
        candidates: Vec<Candidate>,
        paint: Option<Colour>,
        (level, names): (&Level, &Names),
    ) -> Self {
        let called = |candidate: &Candidate| candidate.content.called(place, level, names);
        let doubt = match candidates.as_slice() {
            [one, other, ..] => format!(
                "neither {} nor {} for certain: {} from the one, {} from the other",
                called(one),
                called(other),
                differ(one.misses),
                other.misses
            ),
            [one] => format!(
                "not {} for certain: {} from it",
                called(one),
                differ(one.misses)
            ),
            [] => "nothing can be there".to_owned(),
        };
        let why = match paint {
            Some(colour) => {
                format!("{doubt}; most of it is {colour}, a colour that nobody here has")
            }
            None => doubt,
        };
        Self {
            place,
            why,
            candidates,
        }
    }
}

fn differ(pixels: usize) -> String {
    match pixels {
        0 => "no pixel differs".to_owned(),
        1 => "1 pixel differs".to_owned(),
        more => format!("{more} pixels differ"),
    }
}

impl Serialize for Unreadable {
    /// `{"at","why"}` for a square, `{"at","side","why"}` for a wall (formats.md).
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_map(None)?;
        fields.serialize_entry("at", &self.place.square())?;
        if let Place::Wall(Edge { side, .. }) = self.place {
            fields.serialize_entry("side", &side)?;
        }
        fields.serialize_entry("why", &self.why)?;
        fields.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_call_places_and_contents_by_words_that_are_read_back() {
        let seat = Seat::new(3);
        let unit = |kind| {
            Content::Unit(Unit {
                owner: Seat::new(3).unwrap(),
                kind,
            })
        };
        let contents = [
            Content::Empty,
            Content::Fixed,
            Content::Door(None),
            Content::Wall(None),
        ];
        let owned = [Content::Door(seat), Content::Wall(seat)];
        for content in contents.into_iter().chain(owned).chain(Kind::ALL.map(unit)) {
            assert_eq!(content.to_string().parse(), Ok(content));
        }
        for text in ["c4", "c4 up", "q13 right"] {
            assert_eq!(text.parse::<Place>().unwrap().to_string(), text);
        }
        for text in ["", "c4 down", "4c", "door-8", "8-soldier", "0-king", "0"] {
            assert!(text.parse::<Place>().is_err() && text.parse::<Content>().is_err());
        }
    }
}
