//! The pages of a long thread.

use crate::ids::MatchId;

use super::thread::Post;

/// Turns on one page of the thread.
pub const TURNS_A_PAGE: u32 = 20;

/// A link to another page of the thread.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PageLink {
    /// “66–47”.
    pub label: String,
    /// Its address.
    pub href: String,
    /// Whether it is this page.
    pub current: bool,
}

/// A thread of so many turns, newest first, a page after the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Paging {
    id: MatchId,
    turns: u32,
}

impl Paging {
    /// The thread of a match whose highest turn number is `turns`.
    pub const fn new(id: MatchId, turns: u32) -> Self {
        Self { id, turns }
    }

    /// The newest page, the one that ends before turn `before` with its neighbours, and the oldest;
    /// nothing where one page holds all.
    pub fn links(self, before: Option<u32>) -> Vec<PageLink> {
        let last = self.page_of(1);
        let here = before.map_or(0, |before| self.page_of(before.saturating_sub(1)));
        let near = |page: &u32| *page == 0 || *page == last || page.abs_diff(here) <= 1;
        if last == 0 {
            return Vec::new();
        }
        let link = |page| self.link(page, page == here);
        (0..=last).filter(near).map(link).collect()
    }

    /// The address of a turn's post on the page of the thread where it stands.
    pub fn post(self, turn: u32) -> String {
        format!(
            "/matches/{}{}#turn-{turn}",
            self.id,
            self.query(self.page_of(turn))
        )
    }

    /// “Turns 66–47 of 66”.
    pub fn range(self, posts: &[Post]) -> String {
        match (posts.first(), posts.last()) {
            (Some(newest), Some(oldest)) => {
                format!("Turns {}–{} of {}", newest.turn, oldest.turn, self.turns)
            }
            _ => "No turn has been played yet.".to_owned(),
        }
    }

    /// The number of the page on which a turn stands; the newest is 0.
    const fn page_of(self, turn: u32) -> u32 {
        let newer = self.turns.saturating_sub(turn);
        newer / TURNS_A_PAGE
    }

    const fn newest_on(self, page: u32) -> u32 {
        self.turns - page * TURNS_A_PAGE
    }

    fn query(self, page: u32) -> String {
        match page {
            0 => String::new(),
            page => format!("?before={}", self.newest_on(page) + 1),
        }
    }

    fn link(self, page: u32, current: bool) -> PageLink {
        let newest = self.newest_on(page);
        let oldest = newest.saturating_sub(TURNS_A_PAGE - 1).max(1);
        PageLink {
            label: format!("{newest}–{oldest}"),
            href: format!("/matches/{}{}#thread", self.id, self.query(page)),
            current,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paging(turns: u32) -> Paging {
        Paging::new(MatchId::from_random([7; 10]), turns)
    }

    #[test]
    fn a_long_thread_links_its_ends_and_neighbours() {
        let labels = |turns, before| -> Vec<String> {
            let links = paging(turns).links(before).into_iter();
            links
                .map(|link| format!("{}{}", link.label, if link.current { "*" } else { "" }))
                .collect()
        };
        assert!(labels(0, None).is_empty());
        assert!(labels(20, None).is_empty());
        assert_eq!(labels(21, None), ["21–2*", "1–1"]);
        assert_eq!(labels(21, Some(2)), ["21–2", "1–1*"]);
        let far = labels(1000, Some(501));
        assert_eq!(far, ["1000–981", "520–501", "500–481*", "480–461", "20–1"]);
    }

    #[test]
    fn a_post_is_found_on_its_own_page() {
        let place = |turn| paging(45).post(turn).split_off("/matches/".len() + 16);
        assert_eq!(place(45), "#turn-45");
        assert_eq!(place(26), "#turn-26");
        assert_eq!(place(25), "?before=26#turn-25");
        assert_eq!(place(1), "?before=6#turn-1");
    }
}
