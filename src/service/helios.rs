//! What is asked of a match of Helios besides actions, and actions tried out without playing them.

use crate::ids::MatchId;
use crate::referee::command::{Act, DrawAnswer};
use crate::referee::helios::Table;
use crate::rules::helios::action::Action;
use crate::rules::helios::position::Position;
use crate::rules::helios::refusal::Refusal;
use crate::rules::seat::{Names, Seat};

use super::views::{ActionCheckView, ActionView, Hindrance, Person, Viewer};
use super::{Service, ServiceError};

impl Service {
    /// Takes the free side, and says which.
    ///
    /// # Errors
    /// [`ServiceError::Missing`], [`NotYours`](ServiceError::NotYours), and
    /// [`Refused`](ServiceError::Refused) in the order of helios.md, as for everything here.
    pub async fn take_seat(&self, by: &Person, id: MatchId) -> Result<Seat, ServiceError> {
        let (loaded, _) = self.act(by, id, Act::TakeSeat, self.now()).await?;
        loaded.game.seat_of(by.id).ok_or(ServiceError::Missing)
    }

    /// Resigns, or withdraws a challenge that nobody has taken.
    ///
    /// # Errors
    /// As [`take_seat`](Self::take_seat).
    pub async fn resign(&self, by: &Person, id: MatchId) -> Result<u64, ServiceError> {
        self.newest_after(by, id, Act::Resign).await
    }

    /// Accepts or declines the draw that was offered.
    ///
    /// # Errors
    /// As [`take_seat`](Self::take_seat).
    pub async fn answer_draw(
        &self,
        by: &Person,
        id: MatchId,
        answer: DrawAnswer,
    ) -> Result<u64, ServiceError> {
        self.newest_after(by, id, Act::AnswerDraw(answer)).await
    }

    /// Claims the win, since the opponent's time has run out (R8).
    ///
    /// # Errors
    /// As [`take_seat`](Self::take_seat).
    pub async fn flag(&self, by: &Person, id: MatchId) -> Result<u64, ServiceError> {
        self.newest_after(by, id, Act::Flag).await
    }

    /// Does it, and says the number of the newest event.
    async fn newest_after(&self, by: &Person, id: MatchId, act: Act) -> Result<u64, ServiceError> {
        let (loaded, _) = self.act(by, id, act, self.now()).await?;
        Ok(loaded.game.seq)
    }

    /// Tries an action out on the board as it stands; without one, says what is legal now.
    ///
    /// # Errors
    /// [`ServiceError::Missing`] where there is no match of Helios that the viewer may see.
    pub async fn check_action(
        &self,
        viewer: &Viewer,
        id: MatchId,
        action: Option<&str>,
    ) -> Result<ActionCheckView, ServiceError> {
        let loaded = self.desk_seen_by(viewer, id).await?.current();
        let table = loaded.game.helios().ok_or(ServiceError::Missing)?;
        let people = self.people_of(std::iter::once(&loaded.game)).await?;
        Ok(try_action(table, action, &people.names(&loaded.game)))
    }
}

/// Plays an action on the board as it stands, where one is named.
pub(in crate::service) fn try_action(
    table: &Table,
    typed: Option<&str>,
    names: &Names,
) -> ActionCheckView {
    let position = table.position;
    let Some(typed) = typed else {
        return untouched(&position, None);
    };
    let tried = (position.read(typed)).and_then(|action| action_view(&position, action, names));
    match tried {
        Err(refusal) => untouched(&position, Some(hindrance(&refusal, names))),
        Ok(action) => ActionCheckView {
            position: action.position,
            passes: action.passes,
            next: legal_in(&action.position),
            action: Some(action),
            refused: None,
        },
    }
}

/// An action in every form that people read.
///
/// # Errors
/// The rules' refusal of an action that is not legal there.
pub(in crate::service) fn action_view(
    before: &Position,
    action: Action,
    names: &Names,
) -> Result<ActionView, Refusal> {
    let played = before.play(action)?;
    Ok(ActionView {
        notation: action.to_string(),
        words: before.describe(action, names),
        passes: played.passes,
        before: *before,
        position: played.position,
    })
}

fn untouched(position: &Position, refused: Option<Hindrance>) -> ActionCheckView {
    ActionCheckView {
        action: None,
        refused,
        position: *position,
        passes: 0,
        next: legal_in(position),
    }
}

fn legal_in(position: &Position) -> Vec<String> {
    let mut legal: Vec<String> = (position.legal_actions().iter())
        .map(ToString::to_string)
        .collect();
    legal.sort_unstable();
    legal
}

fn hindrance(refusal: &Refusal, names: &Names) -> Hindrance {
    Hindrance {
        code: refusal.code(),
        rule: refusal.rule(),
        message: refusal.sentence(names),
        opens_at: None,
    }
}
