//! The log of refused attempts, which moderators read: it lies outside of every record.

use crate::ids::{AccountId, MatchId, Role};
use crate::referee::command::{Act, DrawAnswer};
use crate::referee::moderate::barred::Barred;
use crate::referee::refusal::Refusal;
use crate::store::refusals::{RefusalQuery, RefusalRow};

use super::people::People;
use super::views::{Person, RefusalView};
use super::{Service, ServiceError};

/// How many characters of what an attempt said are kept.
const SAID: usize = 200;
/// How many lines one answer has at most: all that a match can have.
const MOST: u32 = crate::store::refusals::KEPT_A_MATCH;

/// What somebody tries in a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::service) struct Tried {
    /// The match.
    pub(in crate::service) id: MatchId,
    /// The kind of command.
    pub(in crate::service) what: &'static str,
    /// What it says: steps in notation and the like.
    pub(in crate::service) said: String,
}

impl Tried {
    /// A command that needs no text beside it.
    pub(in crate::service) fn act(id: MatchId, act: &Act) -> Self {
        let said = match act {
            Act::TakeBack { turn, .. } => format!("turn {turn}"),
            Act::Announce {
                colour: Some(colour),
            } => colour.to_string(),
            Act::AnswerDraw(DrawAnswer::Accept) => "accept".to_owned(),
            Act::AnswerDraw(DrawAnswer::Decline) => "decline".to_owned(),
            _ => String::new(),
        };
        let what = act.word();
        Self { id, what, said }
    }
}

impl Service {
    /// Passes on what came of an attempt, and notes it where it was refused.
    pub(in crate::service) fn noted<T>(
        &self,
        by: &Person,
        tried: &Tried,
        outcome: Result<T, ServiceError>,
    ) -> Result<T, ServiceError> {
        if let Err(error) = &outcome
            && error.is_refusal()
        {
            self.refusal_log.note(RefusalRow {
                match_id: tried.id,
                account: by.id,
                tried: tried.what.to_owned(),
                said: tried.said.chars().take(SAID).collect(),
                code: error.code().to_owned(),
                sentence: match error {
                    // Why is not for the hosts of matches, who read these too.
                    ServiceError::Suspended { .. } => "Your account is suspended.".to_owned(),
                    other => other.to_string(),
                },
                at: self.now(),
                times: 1,
            });
        }
        outcome
    }

    /// The newest refused attempts of the whole site, each with the title of its match: for moderators.
    ///
    /// # Errors
    /// [`Refused`](ServiceError::Refused) with `moderators_only`.
    pub async fn newest_refusals(
        &self,
        by: &Person,
        limit: u32,
    ) -> Result<Vec<(String, RefusalView)>, ServiceError> {
        if by.role < Role::Moderator {
            return Err(ServiceError::NotYours("Only moderators can read that."));
        }
        let refusals = self.refusals_like(RefusalQuery::of(None, limit.min(MOST)));
        let mut found = Vec::new();
        for refusal in refusals.await? {
            let title = self.desk(refusal.match_id).await?.current().title.clone();
            found.push((title, refusal));
        }
        Ok(found)
    }

    /// The refused attempts of a match, newest first: for those who may rule there.
    ///
    /// # Errors
    /// [`ServiceError::Missing`], and [`Refused`](ServiceError::Refused) with `moderators_only`.
    pub async fn refusals(
        &self,
        by: &Person,
        id: MatchId,
    ) -> Result<Vec<RefusalView>, ServiceError> {
        if self.powers(&Some(by.clone()), id).await?.is_empty() {
            let current = self.desk(id).await?.current();
            let refusal = Refusal::Barred(Barred::ModeratorsOnly);
            return Err(self.refused(refusal, &current, by, &[]).await);
        }
        self.refusals_like(RefusalQuery::of(Some(id), MOST)).await
    }

    /// Refused attempts as asked for, newest first.
    pub(in crate::service) async fn refusals_like(
        &self,
        asked: RefusalQuery,
    ) -> Result<Vec<RefusalView>, ServiceError> {
        self.refusal_log.written().await;
        let rows = self.store.refusals(&asked).await?;
        let mut accounts: Vec<AccountId> = rows.iter().map(|row| row.account).collect();
        accounts.sort_unstable();
        accounts.dedup();
        let people = self.people(&accounts).await?;
        let view = |row| RefusalView::new(row, &people);
        Ok(rows.into_iter().map(view).collect())
    }
}

impl RefusalView {
    fn new(row: RefusalRow, people: &People) -> Self {
        Self {
            match_id: row.match_id,
            who: people.get(row.account).name,
            at: row.at,
            tried: row.tried,
            said: row.said,
            code: row.code,
            sentence: row.sentence,
            times: row.times,
        }
    }
}
