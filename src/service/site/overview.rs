//! What moderators are shown: the overview, one account, the site log.

use crate::ids::{AccountId, MatchId, Role};
use crate::service::people::People;
use crate::service::views::Person;
use crate::service::{Service, ServiceError};
use crate::store::site::SiteEntryWithReason;
use crate::store::site::deed::{Deed, Doer};
use crate::store::site::newest::Happened;
use crate::store::site::suspensions::Suspension;

use super::views::{AccountView, EventLine, LogLine, OverdueLine, Overview, SuspensionLine};

/// How many lines each list of the overview has at most.
const LINES: u32 = 10;
/// How many games of Helios are looked at for overdue players.
const AT_REST: u32 = 200;
/// How many entries a page of the site log has.
const ENTRIES: u32 = 50;

impl Service {
    /// What moderators look at first.
    ///
    /// # Errors
    /// [`ServiceError::ModeratorsOnly`].
    pub async fn overview(&self, by: &Person) -> Result<Overview, ServiceError> {
        must_be_moderator(by)?;
        let lapses = self.store.newest_lapses(LINES).await?;
        let rulings = self.store.newest_rulings(LINES).await?;
        let suspended = self.store.suspensions(LINES).await?;
        Ok(Overview {
            refusals: self.newest_refusals(by, LINES).await?,
            lapses: self.event_lines(lapses).await?,
            overdue: self.overdue().await?,
            signals: self.signals(None, LINES).await?,
            suspended: self.suspension_lines(suspended).await?,
            rulings: self.event_lines(rulings).await?,
        })
    }

    /// An account as moderators see it, also one that is deleted.
    ///
    /// # Errors
    /// [`ServiceError::ModeratorsOnly`], [`ServiceError::Missing`].
    pub async fn account_view(
        &self,
        by: &Person,
        id: AccountId,
    ) -> Result<AccountView, ServiceError> {
        must_be_moderator(by)?;
        let account = self.store.account(id).await?.ok_or(ServiceError::Missing)?;
        let suspension = self.store.suspension(id).await?.into_iter().collect();
        let log = self.store.site_log(None, Some(id), LINES).await?;
        Ok(AccountView {
            since: account.created_at,
            person: account.into(),
            suspension: self.suspension_lines(suspension).await?.pop(),
            signals: self.signals(Some(id), LINES).await?,
            log: self.log_lines(log).await?,
        })
    }

    /// A page of the site log, newest first, and the `before` of the page that follows.
    ///
    /// # Errors
    /// [`ServiceError::ModeratorsOnly`].
    pub async fn site_log(
        &self,
        by: &Person,
        before: Option<u64>,
    ) -> Result<(Vec<LogLine>, Option<u64>), ServiceError> {
        must_be_moderator(by)?;
        let found = self.store.site_log(before, None, ENTRIES).await?;
        let oldest = found.last().map(|entry| entry.entry.seq);
        Ok((self.log_lines(found).await?, oldest.filter(|seq| 1 < *seq)))
    }

    async fn event_lines(&self, found: Vec<Happened>) -> Result<Vec<EventLine>, ServiceError> {
        let mut lines = Vec::with_capacity(found.len());
        for Happened {
            title,
            event,
            reason,
        } in found
        {
            let who = self.whom(&event.actor, event.match_id, event.seq).await?;
            lines.push(EventLine {
                id: event.match_id,
                title,
                seq: event.seq,
                at: event.at,
                who,
                kind: event.kind,
                reason,
            });
        }
        Ok(lines)
    }

    /// Who made an event happen; for what the server recorded, who had announced before it.
    async fn whom(
        &self,
        actor: &str,
        id: MatchId,
        seq: u64,
    ) -> Result<Option<Person>, ServiceError> {
        let account = match actor.parse() {
            Ok(account) => Some(account),
            Err(_) => self.store.announcer_before(id, seq).await?,
        };
        let people = self.people(account.as_slice()).await?;
        Ok(account.map(|account| people.get(account)))
    }

    async fn overdue(&self) -> Result<Vec<OverdueLine>, ServiceError> {
        let now = self.now();
        let mut overdue = Vec::new();
        for id in (self.store)
            .helios_at_rest_since(now.plus_days(-1), AT_REST)
            .await?
        {
            let loaded = self.desk(id).await?.current();
            let table = loaded.game.helios();
            let late = table.and_then(|table| Some((table, table.deadline()?)));
            let Some((table, deadline)) = late.filter(|(_, deadline)| *deadline < now) else {
                continue;
            };
            let seat = usize::from(table.position.to_move().seat().number());
            let holder = loaded.game.seats.get(seat).and_then(|seat| seat.holder);
            let people = self.people(holder.as_slice()).await?;
            overdue.push(OverdueLine {
                id,
                title: loaded.title.clone(),
                deadline,
                who: holder.map(|holder| people.get(holder)),
            });
        }
        overdue.sort_by_key(|line| line.deadline);
        overdue.truncate(usize::try_from(LINES).unwrap_or(usize::MAX));
        Ok(overdue)
    }

    async fn suspension_lines(
        &self,
        found: Vec<Suspension>,
    ) -> Result<Vec<SuspensionLine>, ServiceError> {
        let named = found.iter().flat_map(|suspension| {
            std::iter::once(suspension.account).chain(account_of(suspension.signed.by))
        });
        let people = self.people(&named.collect::<Vec<_>>()).await?;
        let line = |suspension: Suspension| SuspensionLine {
            who: people.get(suspension.account),
            by: called(&people, suspension.signed.by),
            at: suspension.signed.at,
            reason: suspension.reason.unwrap_or_default(),
        };
        Ok(found.into_iter().map(line).collect())
    }

    async fn log_lines(
        &self,
        found: Vec<SiteEntryWithReason>,
    ) -> Result<Vec<LogLine>, ServiceError> {
        let named = found.iter().flat_map(|SiteEntryWithReason { entry, .. }| {
            account_of(entry.signed.by)
                .into_iter()
                .chain(entry.deed.account())
        });
        let people = self.people(&named.collect::<Vec<_>>()).await?;
        let line = |SiteEntryWithReason { entry, reason }: SiteEntryWithReason| LogLine {
            seq: entry.seq,
            at: entry.signed.at,
            by: called(&people, entry.signed.by),
            kind: entry.deed.kind(),
            words: words(&entry.deed, &people),
            about: entry.deed.account().map(|account| people.get(account)),
            reason,
            hash: entry.hash,
        };
        Ok(found.into_iter().map(line).collect())
    }
}

/// Asks whether somebody moderates the site: reading needs no more than that.
pub(in crate::service) fn must_be_moderator(by: &Person) -> Result<(), ServiceError> {
    if by.role < Role::Moderator {
        Err(ServiceError::ModeratorsOnly)
    } else {
        Ok(())
    }
}

const fn account_of(doer: Doer) -> Option<AccountId> {
    match doer {
        Doer::Account(account) => Some(account),
        Doer::Operator => None,
    }
}

fn called(people: &People, doer: Doer) -> String {
    match doer {
        Doer::Account(account) => people.get(account).name,
        Doer::Operator => "the operator".to_owned(),
    }
}

/// What was done, as a sentence.
fn words(deed: &Deed, people: &People) -> String {
    let name = |account: &AccountId| people.get(*account).name;
    match deed {
        Deed::RoleGiven {
            account,
            role,
            former,
        } => format!("Made {} {role}, from {former}.", name(account)),
        Deed::Suspended { account, .. } => format!("Suspended {}.", name(account)),
        Deed::Unsuspended { account, .. } => format!("Ended the suspension of {}.", name(account)),
        Deed::ResetMade {
            account,
            expires_at,
        } => format!(
            "Made a link to a new password for {}, good until {}.",
            name(account),
            expires_at.in_words()
        ),
        Deed::ResetUsed { account } => format!("{} chose a new password by a link.", name(account)),
        Deed::InviteMade {
            invite,
            uses,
            expires_at,
        } => format!(
            "Made invitation {invite} for {uses}, good until {}.",
            expires_at.in_words()
        ),
        Deed::InviteUsed { invite, account } => {
            format!("{} registered by invitation {invite}.", name(account))
        }
        Deed::InviteRevoked { invite } => format!("Revoked invitation {invite}."),
        Deed::Deleted { .. } => "Deleted their account.".to_owned(),
    }
}
