//! What moderators are shown of the site: plain data.

use crate::ids::MatchId;
use crate::service::views::{Person, RefusalView};
use crate::store::site::links::Invite;
use crate::time::{GmtDay, Instant};

/// What moderators look at first.
#[derive(Clone, PartialEq, Debug)]
pub struct Overview {
    /// The newest attempts that were refused, each with the title of its match.
    pub refusals: Vec<(String, RefusalView)>,
    /// The newest announcements that ran out.
    pub lapses: Vec<EventLine>,
    /// Games of Helios whose player to move is overdue, the longest overdue first.
    pub overdue: Vec<OverdueLine>,
    /// Accounts that came from the same network.
    pub signals: Vec<SignalLine>,
    /// Accounts that are suspended, the newest suspension first.
    pub suspended: Vec<SuspensionLine>,
    /// The newest rulings.
    pub rulings: Vec<EventLine>,
}

/// An event of some match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EventLine {
    /// The match.
    pub id: MatchId,
    /// Its title.
    pub title: String,
    /// The event's number.
    pub seq: u64,
    /// When it happened.
    pub at: Instant,
    /// Who made it happen; whose announcement it was, for a lapse.
    pub who: Option<Person>,
    /// The kind's word.
    pub kind: String,
    /// A ruling's reason.
    pub reason: Option<String>,
}

/// A game that waits for somebody who is overdue.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OverdueLine {
    /// The match.
    pub id: MatchId,
    /// Its title.
    pub title: String,
    /// The last instant at which the player was in time.
    pub deadline: Instant,
    /// The player to move; a vacant seat has none.
    pub who: Option<Person>,
}

/// Accounts that came from the same network on some days.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SignalLine {
    /// The accounts, by name.
    pub people: Vec<Person>,
    /// The GMT days, the oldest first.
    pub days: Vec<GmtDay>,
}

/// A suspension.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SuspensionLine {
    /// Whose account is suspended.
    pub who: Person,
    /// Who suspended it.
    pub by: String,
    /// When.
    pub at: Instant,
    /// Why.
    pub reason: String,
}

/// An entry of the site log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogLine {
    /// Its number.
    pub seq: u64,
    /// When it was done.
    pub at: Instant,
    /// Who did it.
    pub by: String,
    /// The kind's word.
    pub kind: &'static str,
    /// What was done, as a sentence.
    pub words: String,
    /// The account that it is about.
    pub about: Option<Person>,
    /// Why; `None` where no reason was asked for.
    pub reason: Option<String>,
    /// Its hash.
    pub hash: String,
}

/// An invitation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InviteLine {
    /// The invitation.
    pub invite: Invite,
    /// Who made it.
    pub made_by: Person,
    /// Whether somebody can register by it now.
    pub is_good: bool,
}

/// An account as moderators see it.
#[derive(Clone, PartialEq, Debug)]
pub struct AccountView {
    /// Whose.
    pub person: Person,
    /// When it was made.
    pub since: Instant,
    /// Its suspension, if it is suspended.
    pub suspension: Option<SuspensionLine>,
    /// Accounts that came from the same network.
    pub signals: Vec<SignalLine>,
    /// The newest entries of the site log about it or by it.
    pub log: Vec<LogLine>,
}
