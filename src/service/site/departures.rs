//! What ends in matches when an account is suspended or deleted (T17).

use crate::ids::{MatchId, Role};
use crate::referee::command::{Act, Command};
use crate::referee::event::{Event, TextHash};
use crate::referee::ruling::{Order, Rule};
use crate::service::act::Outcome;
use crate::service::{Service, ServiceError, text};
use crate::store::append::Beside;
use crate::store::site::deed::Doer;
use crate::store::site::suspensions::Suspension;

/// What everybody reads in a match's record; why the account was suspended is for moderators and its
/// owner.
const LIFTED_BECAUSE: &str = "The account of whoever held the board was suspended.";

impl Service {
    /// Ends the announcements of accounts that are suspended, and vacates the seats of those that are
    /// deleted. What a stop of the server broke off is found again.
    ///
    /// # Errors
    /// When the store fails. What was recorded before that stays recorded.
    pub async fn record_departures(&self) -> Result<(), ServiceError> {
        for (id, suspension) in self.store.held_by_suspended().await? {
            self.lift_from(id, &suspension).await?;
        }
        for (id, account) in self.store.left_by_deleted().await? {
            let command = Command::new(account, Act::Depart);
            self.bring_about(id, &command, Beside::default()).await?;
        }
        Ok(())
    }

    async fn lift_from(&self, id: MatchId, suspension: &Suspension) -> Result<(), ServiceError> {
        let reason = text::salted(LIFTED_BECAUSE.to_owned());
        let rule = Rule {
            role: Role::Moderator,
            reason: TextHash(reason.hash.clone()),
            order: Order::Lift {
                from: Some(suspension.account),
            },
        };
        let Doer::Account(moderator) = suspension.signed.by else {
            return Ok(());
        };
        let command = Command::new(moderator, Act::Rule(Box::new(rule)));
        let texts = vec![reason];
        let beside = Beside {
            texts,
            ..Beside::default()
        };
        self.bring_about(id, &command, beside).await
    }

    /// Records what a command makes happen; a refusal says that there is nothing to end.
    async fn bring_about(
        &self,
        id: MatchId,
        command: &Command,
        beside: Beside,
    ) -> Result<(), ServiceError> {
        let desk = self.desk(id).await?;
        let _place = desk.place().await;
        let beside = |_: &[Event]| beside.clone();
        match self.decide(&desk, command, self.now(), beside).await? {
            Outcome::Done(..) | Outcome::Refused(..) => Ok(()),
        }
    }
}
