//! Who may do what: one line for every address and method there is.
//!
//! A test asks the real server for its addresses and sends every request as everybody, so that this
//! table and the handlers cannot part: an address without a line here, and a line without an address,
//! both fail it.

use axum::http::StatusCode;

use crate::referee::event::Visibility;

/// Who asks, as seen from one match.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Who {
    /// Somebody who has not logged in.
    Visitor,
    /// A player who has nothing to do with the match.
    Other,
    /// Somebody who has a seat in it.
    Seated,
    /// Whoever made it, without a seat in it.
    Host,
    /// A moderator of the site, without a seat in it.
    Moderator,
    /// An administrator of the site, without a seat in it.
    Admin,
}

impl Who {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Visitor,
        Self::Other,
        Self::Seated,
        Self::Host,
        Self::Moderator,
        Self::Admin,
    ];
}

/// What somebody needs to be let in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Right {
    /// Nothing.
    Everybody,
    /// An account.
    Account,
    /// To be able to see the match.
    Sight,
    /// An account that can see the match.
    SightAndAccount,
    /// To have a seat in the match, or to be welcome to one.
    Play,
    /// A seat in the match.
    Seat,
    /// To be a moderator of the site.
    Moderate,
    /// To be an administrator of the site.
    Administer,
    /// To make some rulings in the match: as a moderator, or as its host where they do not play.
    Rule,
}

impl Right {
    /// The status with which somebody is turned away; `None` for who is let in.
    ///
    /// What is not to be seen is not there; who might have an account is told to log in first (T12).
    pub fn refusal(self, who: Who, visibility: Visibility) -> Option<StatusCode> {
        let outside = visibility == Visibility::Private && matches!(who, Who::Visitor | Who::Other);
        let moderates = matches!(who, Who::Moderator | Who::Admin);
        let of_match = !matches!(
            self,
            Self::Everybody | Self::Account | Self::Moderate | Self::Administer
        );
        let needs_account = !matches!(self, Self::Everybody | Self::Sight);
        if needs_account && who == Who::Visitor {
            return Some(StatusCode::UNAUTHORIZED);
        }
        if of_match && outside {
            return Some(StatusCode::NOT_FOUND);
        }
        let is_let_in = match self {
            Self::Everybody | Self::Account | Self::Sight | Self::SightAndAccount => true,
            Self::Play => visibility != Visibility::Private || !moderates,
            Self::Seat => who == Who::Seated,
            Self::Moderate => moderates,
            Self::Administer => who == Who::Admin,
            Self::Rule => moderates || who == Who::Host,
        };
        (!is_let_in).then_some(StatusCode::FORBIDDEN)
    }
}

/// The table: method, address as the router has it, and what is needed.
pub const RIGHTS: &[(&str, &str, Right)] = &[
    // The site
    ("GET", "/", Right::Everybody),
    ("GET", "/rules", Right::Everybody),
    ("GET", "/rules/abaddon", Right::Everybody),
    ("GET", "/rules/abaddon/{picture}", Right::Everybody),
    ("GET", "/rules/helios", Right::Everybody),
    ("GET", "/rules/helios/{picture}", Right::Everybody),
    ("GET", "/guide/moderators", Right::Everybody),
    ("GET", "/guide/moderators/{picture}", Right::Everybody),
    ("GET", "/feed.atom", Right::Everybody),
    ("GET", "/static/{*name}", Right::Everybody),
    ("GET", "/healthz", Right::Everybody),
    ("GET", "/readyz", Right::Everybody),
    ("GET", "/metrics", Right::Everybody),
    // Accounts
    ("GET", "/login", Right::Everybody),
    ("POST", "/login", Right::Everybody),
    ("POST", "/logout", Right::Everybody),
    ("GET", "/register", Right::Everybody),
    ("POST", "/register", Right::Everybody),
    ("GET", "/me", Right::Account),
    ("GET", "/me/delete", Right::Account),
    ("POST", "/me/delete", Right::Account),
    ("GET", "/reset", Right::Everybody),
    ("POST", "/reset", Right::Everybody),
    ("POST", "/me/tokens", Right::Account),
    ("POST", "/me/tokens/{id}/revoke", Right::Account),
    ("POST", "/me/sprites/{kind}", Right::Account),
    ("POST", "/me/sprites/{kind}/check", Right::Account),
    ("POST", "/me/sprites/{kind}/reset", Right::Account),
    ("POST", "/me/sprites/{kind}/png", Right::Account),
    ("POST", "/me/sprites/from-png", Right::Account),
    ("GET", "/matches/new", Right::Account),
    ("POST", "/matches/new", Right::Account),
    // The site: to moderate
    ("GET", "/moderation", Right::Moderate),
    ("GET", "/moderation/log", Right::Moderate),
    ("GET", "/moderation/accounts", Right::Moderate),
    ("GET", "/moderation/accounts/{id}", Right::Moderate),
    ("POST", "/moderation/accounts/{id}/suspend", Right::Moderate),
    (
        "POST",
        "/moderation/accounts/{id}/unsuspend",
        Right::Moderate,
    ),
    ("POST", "/moderation/accounts/{id}/reset", Right::Moderate),
    ("POST", "/moderation/accounts/{id}/role", Right::Administer),
    ("GET", "/moderation/invites", Right::Moderate),
    ("POST", "/moderation/invites", Right::Moderate),
    ("POST", "/moderation/invites/{id}/revoke", Right::Moderate),
    // A match: to look at
    ("GET", "/matches/{id}", Right::Sight),
    ("GET", "/matches/{id}/turns/{turn}", Right::Sight),
    ("GET", "/matches/{id}/board.png", Right::Sight),
    ("GET", "/matches/{id}/replay", Right::Sight),
    ("GET", "/matches/{id}/replay.gif", Right::Sight),
    ("GET", "/matches/{id}/replay.png", Right::Sight),
    ("GET", "/matches/{id}/live", Right::Sight),
    ("GET", "/matches/{id}/feed.atom", Right::Sight),
    ("GET", "/matches/{id}/audit", Right::Sight),
    ("GET", "/matches/{id}/audit.csv", Right::Sight),
    ("GET", "/matches/{id}/audit.jsonl", Right::Sight),
    ("GET", "/matches/{id}/audit/{seq}/{side}", Right::Sight),
    // A match: to play
    ("GET", "/matches/{id}/picture", Right::SightAndAccount),
    ("POST", "/matches/{id}/picture", Right::SightAndAccount),
    ("POST", "/matches/{id}/check", Right::Play),
    ("POST", "/matches/{id}/announce", Right::Play),
    ("POST", "/matches/{id}/withdraw", Right::Play),
    ("POST", "/matches/{id}/turns", Right::Play),
    ("POST", "/matches/{id}/turns/{turn}/take-back", Right::Seat),
    ("POST", "/matches/{id}/leave", Right::Seat),
    ("POST", "/matches/{id}/seat", Right::Play),
    ("POST", "/matches/{id}/action", Right::Seat),
    ("POST", "/matches/{id}/action/check", Right::Play),
    ("POST", "/matches/{id}/draw", Right::Seat),
    ("POST", "/matches/{id}/flag", Right::Seat),
    ("POST", "/matches/{id}/resign", Right::Seat),
    // A match: to moderate
    ("GET", "/matches/{id}/ruling", Right::Rule),
    ("POST", "/matches/{id}/ruling", Right::Rule),
    // The API: the site and accounts
    ("GET", "/api/openapi.json", Right::Everybody),
    ("GET", "/api/docs", Right::Everybody),
    ("GET", "/api/docs/", Right::Everybody),
    ("GET", "/api/docs/{*rest}", Right::Everybody),
    ("POST", "/api/v1/accounts", Right::Everybody),
    ("POST", "/api/v1/tokens", Right::Everybody),
    ("GET", "/api/v1/tokens", Right::Account),
    ("DELETE", "/api/v1/tokens/{id}", Right::Account),
    ("GET", "/api/v1/me", Right::Account),
    ("DELETE", "/api/v1/me", Right::Account),
    ("GET", "/api/v1/me/sprites", Right::Account),
    ("PUT", "/api/v1/me/sprites/{kind}", Right::Account),
    ("DELETE", "/api/v1/me/sprites/{kind}", Right::Account),
    ("GET", "/api/v1/matches", Right::Everybody),
    ("POST", "/api/v1/matches", Right::Account),
    // The API: a match
    ("GET", "/api/v1/matches/{id}", Right::Sight),
    ("GET", "/api/v1/matches/{id}/turns/{n}", Right::Sight),
    ("GET", "/api/v1/matches/{id}/events", Right::Sight),
    ("GET", "/api/v1/matches/{id}/record", Right::Sight),
    ("POST", "/api/v1/matches/{id}/check", Right::Sight),
    (
        "POST",
        "/api/v1/matches/{id}/picture",
        Right::SightAndAccount,
    ),
    ("GET", "/api/v1/matches/{id}/draft", Right::SightAndAccount),
    ("PUT", "/api/v1/matches/{id}/draft", Right::Play),
    (
        "DELETE",
        "/api/v1/matches/{id}/draft",
        Right::SightAndAccount,
    ),
    ("POST", "/api/v1/matches/{id}/announcement", Right::Play),
    ("DELETE", "/api/v1/matches/{id}/announcement", Right::Play),
    ("POST", "/api/v1/matches/{id}/turns", Right::Play),
    ("DELETE", "/api/v1/matches/{id}/turns/{n}", Right::Seat),
    ("POST", "/api/v1/matches/{id}/leave", Right::Seat),
    ("POST", "/api/v1/matches/{id}/seats", Right::Play),
    ("POST", "/api/v1/matches/{id}/draw", Right::Seat),
    ("POST", "/api/v1/matches/{id}/flag", Right::Seat),
    ("POST", "/api/v1/matches/{id}/resignation", Right::Seat),
    ("POST", "/api/v1/matches/{id}/rulings", Right::Rule),
    ("GET", "/api/v1/matches/{id}/refusals", Right::Rule),
];
