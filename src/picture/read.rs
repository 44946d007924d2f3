//! Reading a position back from a picture (picture.md, Reading a picture back).
//!
//! Each place is compared with everything that can be there. It shows what differs from it in the
//! fewest pixels, if they are few and anything else differs in clearly more; otherwise it is named as
//! unreadable, and never guessed.

use super::align::{Alignment, align, inner_edges};
use super::decode::{DecodeError, Pixels};
use super::doubt::{Candidate, Content, Place, Unreadable};
use super::elsewhere::{Elsewhere, recognise};
use super::encode::Scale;
use super::excerpt::Excerpt;
use super::look::{Look, Patch, is_close};
use super::sprite::{Sprite, Sprites};
use crate::rules::abaddon::level::{Level, Tile};
use crate::rules::abaddon::position::{Kind, Unit};
use crate::rules::abaddon::setup::Setup;
use crate::rules::colour::Colour;
use crate::rules::grid::{Edge, Square};
use crate::rules::seat::{BySeat, Names, Seat};

/// How many pixels of a square or wall may be astray.
const ASTRAY: usize = 2;
/// By how many pixels the best reading must be better than the next.
const AHEAD: usize = 4;

/// What a picture is read with: the match that it should show.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    /// The level.
    pub level: &'a Level,
    /// The colour of each seat that has one; the others have nothing on the board.
    pub colours: &'a BySeat<Option<Colour>>,
    /// The sprites of each seat.
    pub sprites: &'a Sprites,
    /// What the players are called.
    pub names: &'a Names,
    /// How many doors win.
    pub doors_to_win: u8,
}

/// What was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// The scale that the board was found at.
    pub scale: Scale,
    /// The position, without what cannot be read.
    pub setup: Setup,
    /// Every square and wall that cannot be read; empty when the position is exact.
    pub unreadable: Vec<Unreadable>,
    /// What may be wrong with the picture as a whole, where something cannot be read.
    pub remark: Option<Remark>,
    /// A door's colour that nobody of the match has: a newcomer's, perhaps.
    pub stranger: Option<Stranger>,
    /// The board as it is seen in the picture, without what lies around it.
    pub board: Excerpt,
}

/// What may be wrong with a picture as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Remark {
    /// It has no colours.
    #[error("the picture was saved in grey, so nobody’s colour can be told")]
    Grey,
    /// It has colours, but none of the match's.
    #[error("none of the players’ colours is in the picture: it may be one of another match")]
    OtherColours,
}

/// A door in a colour that nobody has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stranger {
    /// The door.
    pub door: Square,
    /// The colour.
    pub colour: Colour,
}

/// Why nothing at all can be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The file cannot be decoded.
    #[error(transparent)]
    Decode(#[from] DecodeError),
    /// It shows a board, but not this level's.
    #[error(transparent)]
    OtherLevel(Elsewhere),
    /// No board of the level is found in it.
    #[error("no board of this level is found in the picture, at any scale from 1 to 8")]
    NotABoard,
}

impl ReadError {
    /// The stable code of api.md.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Decode(DecodeError::TooLarge) => "too_large",
            Self::OtherLevel(_) => "other_level",
            Self::Decode(DecodeError::NotPng(_) | DecodeError::Palette) | Self::NotABoard => {
                "not_a_board"
            }
        }
    }
}

impl Reader<'_> {
    /// Reads a PNG.
    ///
    /// # Errors
    /// [`ReadError`] when no board is found; what is doubtful on a board that was found is named in
    /// [`Reading::unreadable`].
    pub fn read(&self, file: &[u8]) -> Result<Reading, ReadError> {
        self.read_pixels(&Pixels::decode(file)?)
    }

    /// Reads a picture that is decoded already.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn read_pixels(&self, pixels: &Pixels) -> Result<Reading, ReadError> {
        let alignment = align(pixels, self.level).ok_or_else(|| {
            // A file of ours that has lost its border to a pair of scissors still says what it is.
            let ours = pixels.daykeeper.as_ref().map(|_| Elsewhere::Level);
            let elsewhere = recognise(pixels, self.level).or(ours);
            elsewhere.map_or(ReadError::NotABoard, ReadError::OtherLevel)
        })?;
        let board = Board {
            reader: self,
            picture: (pixels, alignment),
        };
        let squares = self.level.squares().map(Place::Square);
        let edges = inner_edges(self.level).map(Place::Wall);
        let (mut setup, mut unreadable) = (Setup::default(), Vec::new());
        for place in squares.chain(edges) {
            match board.read(place) {
                Ok(content) => content.put(place, &mut setup),
                Err(doubt) => unreadable.push(doubt),
            }
        }
        unreadable.sort_by_key(|doubt| doubt.place.square());
        Ok(Reading {
            scale: alignment.scale,
            setup: setup.won_by_doors(self.doors_to_win),
            remark: board.remark(&unreadable),
            stranger: board.stranger(&unreadable),
            unreadable,
            board: Excerpt::of(pixels, alignment, self.level),
        })
    }

    fn seats(&self) -> impl Iterator<Item = (Seat, Colour)> + '_ {
        Seat::all().filter_map(|seat| Some((seat, self.colours[seat]?)))
    }

    /// Everything that a place can show in some position, and how that looks.
    fn looks(&self, place: Place) -> Vec<(Content, Look<'_>)> {
        let shipped = Sprite::shipped();
        let tile = self.level.tile(place.square());
        match (place, tile) {
            (Place::Wall(edge), _) => self.looks_of_wall(edge),
            (Place::Square(_), Some(Tile::Floor)) => self.looks_of_floor(),
            (Place::Square(_), Some(Tile::Airlock)) => self.looks_of_door(&shipped.airlock),
            (Place::Square(_), Some(Tile::Armory)) => self.looks_of_door(&shipped.armory),
            (Place::Square(_), Some(Tile::Teleporter(axis))) => {
                let look = Look::mark(Colour::WHITE, shipped.teleporter(axis));
                vec![(Content::Fixed, look)]
            }
            (Place::Square(_), Some(Tile::Rock)) => {
                vec![(Content::Fixed, Look::plain(Colour::BLACK))]
            }
            (Place::Square(_), None) => Vec::new(),
        }
    }

    fn looks_of_floor(&self) -> Vec<(Content, Look<'_>)> {
        let units = self.seats().flat_map(|(owner, colour)| {
            Kind::ALL.into_iter().map(move |kind| {
                let sprite = self.sprites[owner].of(kind);
                let unit = Content::Unit(Unit { owner, kind });
                (unit, Look::unit(colour, sprite))
            })
        });
        let empty = (Content::Empty, Look::plain(Colour::WHITE));
        std::iter::once(empty).chain(units).collect()
    }

    fn looks_of_door<'a>(&'a self, mark: &'a Sprite) -> Vec<(Content, Look<'a>)> {
        let owned = self.seats().map(|(seat, colour)| (Some(seat), colour));
        let painted = std::iter::once((None, Colour::RED)).chain(owned);
        painted
            .map(|(owner, colour)| (Content::Door(owner), Look::mark(colour, mark)))
            .collect()
    }

    fn looks_of_wall(&self, edge: Edge) -> Vec<(Content, Look<'_>)> {
        if !self.level.is_buildable(edge) {
            return vec![(Content::Fixed, Look::plain(Colour::BLACK))];
        }
        let owned = self.seats().map(|(seat, colour)| (Some(seat), colour));
        let painted = std::iter::once((None, Colour::PALE_GREY)).chain(owned);
        painted
            .map(|(owner, colour)| (Content::Wall(owner), Look::plain(colour)))
            .collect()
    }
}

/// A board that was found in a picture.
struct Board<'a> {
    reader: &'a Reader<'a>,
    picture: (&'a Pixels, Alignment),
}

impl Board<'_> {
    fn patch(&self, place: Place) -> Patch {
        match place {
            Place::Square(square) => Patch::of_square(self.picture, self.reader.level, square),
            Place::Wall(edge) => Patch::of_strip(self.picture, self.reader.level, edge),
        }
    }

    fn read(&self, place: Place) -> Result<Content, Unreadable> {
        let patch = self.patch(place);
        let looks = self.reader.looks(place);
        let candidates = |most: usize| {
            let candidate = |(content, look): &(Content, Look<'_>)| Candidate {
                content: *content,
                misses: patch.misses(look, most),
            };
            let mut candidates: Vec<Candidate> = looks.iter().map(candidate).collect();
            candidates.sort_by_key(|candidate| candidate.misses);
            candidates
        };
        // Nothing that differs in so many pixels is read or in doubt, however many more they are.
        if let Some(content) = clear_best(&candidates(ASTRAY + AHEAD)) {
            return Ok(content);
        }
        let candidates = candidates(usize::MAX);
        let paint = patch.paint(|colour| !is_bare(colour));
        let paint = paint.filter(|colour| !self.is_known(*colour));
        let context = (self.reader.level, self.reader.names);
        Err(Unreadable::new(place, candidates, paint, context))
    }

    /// Whether the board or a player of the match has a colour.
    fn is_known(&self, colour: Colour) -> bool {
        let own = self.reader.seats().map(|(_, colour)| colour);
        let known = own.flat_map(|own| [own, own.shade()]);
        let mut known = known.chain(Colour::RESERVED);
        known.any(|known| colour.reads_as(known))
    }

    /// An unreadable door that is painted in one colour that nobody has.
    fn stranger(&self, unreadable: &[Unreadable]) -> Option<Stranger> {
        unreadable.iter().find_map(|Unreadable { place, .. }| {
            let door = place.square();
            let is_door = self.reader.level.tile(door).is_some_and(Tile::is_door);
            let patch = (is_door && *place == Place::Square(door)).then(|| self.patch(*place))?;
            let colour = patch.paint(|colour| !is_close(colour, Colour::BLACK))?;
            let is_own = self.reader.seats().any(|(_, own)| colour.reads_as(own));
            let is_free = !is_own && !Colour::RESERVED.iter().any(|own| colour.reads_as(*own));
            is_free.then_some(Stranger { door, colour })
        })
    }

    fn remark(&self, unreadable: &[Unreadable]) -> Option<Remark> {
        /// More than this between the channels of a pixel is colour, however far off it is.
        const GREY: u8 = 48;
        if unreadable.is_empty() {
            return None;
        }
        let places = self.reader.level.squares().map(Place::Square);
        let patches: Vec<Patch> = places.map(|place| self.patch(place)).collect();
        let has =
            |wanted: &dyn Fn([u8; 3]) -> bool| patches.iter().any(|patch| patch.has_many(wanted));
        let spread = |[r, g, b]: [u8; 3]| r.max(g).max(b) - r.min(g).min(b);
        let is_own = |pixel| self.reader.seats().any(|(_, own)| is_close(pixel, own));
        if !has(&|pixel| GREY < spread(pixel)) {
            Some(Remark::Grey)
        } else if 0 < self.reader.seats().count() && !has(&is_own) {
            Some(Remark::OtherColours)
        } else {
            None
        }
    }
}

/// Whether a pixel is one of floors, outlines and the grid.
fn is_bare(colour: [u8; 3]) -> bool {
    let bare = [Colour::WHITE, Colour::BLACK, Colour::PALE_GREY];
    bare.iter().any(|bare| is_close(colour, *bare))
}

/// What differs in the fewest pixels, if they are few and the next differs in clearly more.
fn clear_best(candidates: &[Candidate]) -> Option<Content> {
    let best = candidates.first()?;
    let mut others = candidates.iter().skip(1);
    let is_clear = others.all(|other| best.misses + AHEAD <= other.misses);
    (best.misses <= ASTRAY && is_clear).then_some(best.content)
}
