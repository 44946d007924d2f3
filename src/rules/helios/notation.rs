//! Actions as text: `c1-c2` moves, `c3xc5` hits, `c7*` sacrifices, `c3>c4` transfers.

use std::fmt;
use std::str::FromStr;

use super::action::Action;

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move { from, to } => write!(f, "{from}-{to}"),
            Self::Hit { from, to } => write!(f, "{from}x{to}"),
            Self::Sacrifice { at } => write!(f, "{at}*"),
            Self::Transfer { from, to } => write!(f, "{from}>{to}"),
        }
    }
}

/// The text is none of the four notations.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("“{0}” is not an action; actions are written c1-c2, c3xc5, c7* and c3>c4")]
pub struct ParseActionError(pub String);

impl FromStr for Action {
    type Err = ParseActionError;

    /// Reads an action, in any case and with blanks around it. Squares are those of the notation:
    /// `z99` is one, whether or not a board has it.
    ///
    /// # Errors
    /// [`ParseActionError`] for anything but the four notations, a number with a leading zero
    /// included.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        read(text.trim()).ok_or_else(|| ParseActionError(text.to_owned()))
    }
}

fn read(text: &str) -> Option<Action> {
    let (_letter, number) = text.split_at_checked(1)?;
    let digits = number.bytes().take_while(u8::is_ascii_digit).count();
    let (from, rest) = text.split_at_checked(1 + digits)?;
    let (sign, to) = rest.split_at_checked(1)?;
    let from = from.parse().ok()?;
    let to = || to.parse().ok();
    match sign {
        "-" => Some(Action::Move { from, to: to()? }),
        "x" | "X" => Some(Action::Hit { from, to: to()? }),
        ">" => Some(Action::Transfer { from, to: to()? }),
        "*" if rest.len() == sign.len() => Some(Action::Sacrifice { at: from }),
        _ => None,
    }
}

impl From<Action> for String {
    fn from(action: Action) -> Self {
        action.to_string()
    }
}

impl TryFrom<String> for Action {
    type Error = ParseActionError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}
