//! What every page has around its own part: who is looking, what time it is, which colours it needs.

use std::collections::BTreeSet;

use crate::ids::Role;
use crate::rules::colour::Colour;
use crate::service::views::Viewer;
use crate::time::Instant;

use crate::web::human;

/// The frame of a page: what `templates/base.html` shows and its strict content policy needs.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The instant for which the page is true; scripts count from it.
    pub now: Instant,
    /// Who is looking.
    pub viewer: Viewer,
    /// The nonce of this answer's content policy.
    pub nonce: String,
    /// The part of the site that the navigation marks: `matches`, `rules`, `me`, `register`,
    /// `moderation`, or none of them.
    pub section: &'static str,
    /// Players' colours on this page: one small rule each, because the policy forbids style attributes.
    pub colours: BTreeSet<Swatch>,
}

impl Frame {
    /// The frame of a page without players' colours.
    pub fn new(
        now: Instant,
        viewer: Viewer,
        nonce: impl Into<String>,
        section: &'static str,
    ) -> Self {
        Self {
            now,
            viewer,
            nonce: nonce.into(),
            section,
            colours: BTreeSet::new(),
        }
    }

    /// The same frame for a page that shows these colours.
    #[must_use]
    pub fn with_colours(mut self, colours: impl IntoIterator<Item = Colour>) -> Self {
        self.colours.extend(colours.into_iter().map(Swatch));
        self
    }

    /// Whether the viewer moderates the site.
    pub fn moderates(&self) -> bool {
        (self.viewer.as_ref()).is_some_and(|person| Role::Moderator <= person.role)
    }

    /// The attribute that marks the navigation's entry for a part of the site.
    pub fn current(&self, section: &str) -> askama::filters::Safe<&'static str> {
        askama::filters::Safe(if section == self.section {
            " aria-current=\"page\""
        } else {
            ""
        })
    }

    /// “14:37 GMT”.
    pub fn clock(&self) -> String {
        human::clock(self.now)
    }
}

/// A player's colour as the sheet uses it: a class that sets `--c` and its shade `--d`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Swatch(pub Colour);

impl Swatch {
    /// The class, such as `seat-3388ff`.
    pub fn class(self) -> String {
        self.0.to_string().replace('#', "seat-")
    }

    /// `#3388ff`.
    pub fn hex(self) -> String {
        self.0.to_string()
    }

    /// The darker shade of sprites.
    pub fn shade(self) -> String {
        self.0.shade().to_string()
    }
}
