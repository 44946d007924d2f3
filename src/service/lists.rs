//! Lists of matches: the lobby, and what waits for somebody.

use crate::referee::state::GameKind;
use crate::store::lists::{ListQuery, Scope};
use crate::store::project::State;

use super::views::{Lobby, MatchCard, MatchState, Page, Person, Viewer};
use super::{Service, ServiceError};

/// How many entries a page of a list has where nothing else is asked for, and at most.
const USUAL_LIMIT: u32 = 20;
const MOST: u32 = 100;

/// What a list is asked for (api.md, `GET /matches`).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ListAsked {
    /// Only matches of this game.
    pub kind: Option<GameKind>,
    /// Only matches that stand so.
    pub state: Option<MatchState>,
    /// All that the viewer may find, or only those that concern them.
    pub scope: Scope,
    /// The `next` of the page before.
    pub after: Option<String>,
    /// How many entries, 1–100; 20 where it is left out.
    pub limit: Option<u32>,
}

impl Service {
    /// A page of matches, those with the newest activity first.
    ///
    /// # Errors
    /// [`ServiceError::Malformed`] for an `after` or a `limit` that is none.
    pub async fn list(
        &self,
        viewer: &Viewer,
        asked: &ListAsked,
    ) -> Result<Page<MatchCard>, ServiceError> {
        let after = asked.after.as_deref().map(str::parse).transpose();
        let limit = asked.limit.unwrap_or(USUAL_LIMIT);
        if !(1..=MOST).contains(&limit) {
            return Err(ServiceError::Malformed(
                "The limit is a number from 1 to 100.",
            ));
        }
        let state = match asked.state {
            None => None,
            Some(MatchState::Open) => Some(State::Open),
            Some(MatchState::Running) => Some(State::Running),
            Some(MatchState::Over) => Some(State::Over),
            Some(MatchState::Paused) => Some(State::Paused),
        };
        let query = ListQuery {
            kind: asked.kind,
            state,
            viewer: viewer.as_ref().map(|person| person.id),
            scope: asked.scope,
            after: after
                .map_err(|_| ServiceError::Malformed("The after is not the next of a page."))?,
            limit,
        };
        let (ids, next) = self.store.list(&query).await?;
        let items = self.cards(viewer, &ids).await?;
        Ok(Page {
            items,
            next: next.map(|cursor| cursor.to_string()),
        })
    }

    /// The lobby: what waits for the viewer, then open, running and finished matches.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn lobby(&self, viewer: &Viewer) -> Result<Lobby, ServiceError> {
        let mut waiting = match viewer {
            Some(person) => self.waiting(person).await?,
            None => Vec::new(),
        };
        waiting.retain(may_play);
        Ok(Lobby {
            waiting,
            open: self
                .first_page(viewer, MatchState::Open, Scope::All)
                .await?,
            running: self
                .first_page(viewer, MatchState::Running, Scope::All)
                .await?,
            paused: self
                .first_page(viewer, MatchState::Paused, Scope::All)
                .await?,
            over: self
                .first_page(viewer, MatchState::Over, Scope::All)
                .await?,
        })
    }

    /// The matches of somebody that are not over, with what they have typed and not sent; those in
    /// which they may play now come first.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn waiting(&self, person: &Person) -> Result<Vec<MatchCard>, ServiceError> {
        let mut cards = Vec::new();
        for state in [MatchState::Running, MatchState::Open, MatchState::Paused] {
            cards.extend(self.all_of(person, state).await?);
        }
        for card in &mut cards {
            if let Some(mine) = &mut card.mine {
                mine.draft = self.draft(person, card.id).await?;
            }
        }
        cards.sort_by_key(|card| !may_play(card));
        Ok(cards)
    }

    /// All matches of somebody that stand so: the one in which nothing has happened for longest may be
    /// the one in which they are waited for.
    async fn all_of(
        &self,
        person: &Person,
        state: MatchState,
    ) -> Result<Vec<MatchCard>, ServiceError> {
        let viewer = Some(person.clone());
        let mut asked = ListAsked {
            state: Some(state),
            scope: Scope::Mine,
            limit: Some(MOST),
            ..ListAsked::default()
        };
        let mut cards = Vec::new();
        loop {
            let page = self.list(&viewer, &asked).await?;
            cards.extend(page.items);
            if page.next.is_none() {
                return Ok(cards);
            }
            asked.after = page.next;
        }
    }

    async fn first_page(
        &self,
        viewer: &Viewer,
        state: MatchState,
        scope: Scope,
    ) -> Result<Page<MatchCard>, ServiceError> {
        let asked = ListAsked {
            kind: None,
            state: Some(state),
            scope,
            after: None,
            limit: None,
        };
        self.list(viewer, &asked).await
    }
}

fn may_play(card: &MatchCard) -> bool {
    card.mine.as_ref().is_some_and(|mine| mine.may_play.is_ok())
}
