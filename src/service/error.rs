//! Why something about a match does not happen: one enum for forms and the API.

use crate::referee::refusal::Refusal;
use crate::referee::state::Board;
use crate::rules::colour::Colour;
use crate::store::StoreError;
use crate::store::append::AppendError;
use crate::time::Instant;

use super::views::TriedOut;

/// Why a request about a match is not done.
#[derive(Debug, thiserror::Error)]
pub enum ServiceError {
    /// The referee or the rules refuse it: an answer, not an error.
    #[error("{}", .0.message)]
    Refused(Box<Refused>),
    /// There is no such match, turn or draft, or the viewer may not know of it.
    #[error("There is nothing here, or it is not for you to see.")]
    Missing,
    /// The viewer may see it and not do this.
    #[error("{0}")]
    NotYours(&'static str),
    /// The viewer's account is suspended: it reads only.
    #[error("Your account is suspended (“{reason}”): you can read everything, and not act.")]
    Suspended {
        /// Why, as the moderator wrote it.
        reason: String,
    },
    /// Only moderators may see or do it.
    #[error("Only moderators see this.")]
    ModeratorsOnly,
    /// The request cannot mean anything.
    #[error("{0}")]
    Malformed(&'static str),
    /// A text is too long, too short or empty.
    #[error("{message}")]
    BadText {
        /// Its field in the request.
        field: &'static str,
        /// What it should be.
        message: String,
    },
    /// A ruling must say why.
    #[error("A ruling needs a reason, which everybody can read in the record.")]
    ReasonMissing,
    /// A position that cannot be.
    #[error("The position cannot be: {0}.")]
    BadPosition(String),
    /// An option has no such value.
    #[error("{message}")]
    BadOptions {
        /// The option's name.
        option: &'static str,
        /// What it should be.
        message: String,
    },
    /// A draft of more than 16 KiB (T7).
    #[error("A draft has at most 16 KiB.")]
    TooLarge,
    /// The key was used for another turn (T10).
    #[error("This Idempotency-Key was used for another turn of yours.")]
    KeyReused,
    /// The store does not answer; later it may.
    #[error("The server cannot write at the moment. Nothing was changed; please try again.")]
    Unavailable(#[source] AppendError),
    /// The store has failed in a way that waiting does not mend.
    #[error("Something is broken on the server.")]
    Broken(#[source] StoreError),
}

/// A refusal, put into words for the player, with everything that helps them on.
#[derive(Clone, PartialEq, Debug)]
pub struct Refused {
    /// The referee's refusal.
    pub refusal: Refusal,
    /// The stable code.
    pub code: &'static str,
    /// The rule or ruling that it follows from.
    pub rule: &'static str,
    /// A sentence.
    pub message: String,
    /// The first bad step, from 0.
    pub step: Option<usize>,
    /// When it is allowed.
    pub opens_at: Option<Instant>,
    /// The name of whoever holds the board.
    pub held_by: Option<String>,
    /// Until when they hold it.
    pub held_until: Option<Instant>,
    /// The match as it is now, when the player has seen an older one.
    pub current: Option<Current>,
    /// What the player sent on the board as it is now, when it was composed on an older one.
    pub check: Option<TriedOut>,
    /// The nearest free colour.
    pub nearest: Option<Colour>,
}

/// A match's newest event and position, as a refusal carries them.
#[derive(Clone, PartialEq, Debug)]
pub struct Current {
    /// The number of the newest event.
    pub seq: u64,
    /// What stands on the board.
    pub position: Board,
}

impl From<StoreError> for ServiceError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Unavailable(_) => Self::Unavailable(error.into()),
            other => Self::Broken(other),
        }
    }
}

impl From<AppendError> for ServiceError {
    fn from(error: AppendError) -> Self {
        match error {
            AppendError::Store(error) => error.into(),
            AppendError::Conflict | AppendError::Stopped => Self::Unavailable(error),
        }
    }
}

impl ServiceError {
    /// Whether it answers an attempt that moderators may want to know of; what is not there, or is
    /// broken, is none.
    pub const fn is_refusal(&self) -> bool {
        match self {
            Self::Refused(_)
            | Self::NotYours(_)
            | Self::Suspended { .. }
            | Self::ModeratorsOnly
            | Self::Malformed(_)
            | Self::BadText { .. }
            | Self::ReasonMissing
            | Self::BadPosition(_)
            | Self::BadOptions { .. }
            | Self::KeyReused => true,
            Self::Missing | Self::TooLarge | Self::Unavailable(_) | Self::Broken(_) => false,
        }
    }

    /// The stable code (api.md, Status codes).
    pub fn code(&self) -> &'static str {
        match self {
            Self::Refused(refused) => refused.code,
            Self::Missing => "not_found",
            Self::NotYours(_) => "not_yours",
            Self::Suspended { .. } => "suspended",
            Self::ModeratorsOnly => "moderators_only",
            Self::Malformed(_) | Self::BadPosition(_) => "malformed",
            Self::ReasonMissing => "reason_missing",
            Self::BadText { .. } => "bad_text",
            Self::BadOptions { .. } => "bad_options",
            Self::TooLarge => "too_large",
            Self::KeyReused => "key_reused",
            Self::Unavailable(_) => "unavailable",
            Self::Broken(_) => "broken",
        }
    }
}
