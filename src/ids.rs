//! Names of matches, accounts and tokens: read once at the edge, then trusted.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;

/// The digits of an id: no `i l o u`, which are misread or spell words.
const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
/// Eighty bits are beyond guessing, and short enough for a link that is read aloud.
const ID_LENGTH: usize = 16;

/// The text is not an id of this server.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("“{0}” is not an id")]
pub struct ParseIdError(pub String);

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        ///
        /// Sixteen digits of base 32 for eighty random bits; prints, reads and is stored as that text.
        #[derive(
            Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
        )]
        #[serde(try_from = "String", into = "String")]
        pub struct $name([u8; ID_LENGTH]);

        impl $name {
            /// The id that ten random bytes make.
            pub fn from_random(bytes: [u8; 10]) -> Self {
                Self(digits_of(bytes))
            }

            /// The id as text.
            pub fn as_str(&self) -> &str {
                std::str::from_utf8(&self.0).unwrap_or_default()
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}({})", stringify!($name), self.as_str())
            }
        }

        impl FromStr for $name {
            type Err = ParseIdError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                let bytes: [u8; ID_LENGTH] = (text.as_bytes().try_into().ok())
                    .filter(|bytes: &[u8; ID_LENGTH]| bytes.iter().all(|b| DIGITS.contains(b)))
                    .ok_or_else(|| ParseIdError(text.to_owned()))?;
                Ok(Self(bytes))
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> Self {
                id.to_string()
            }
        }

        impl TryFrom<String> for $name {
            type Error = ParseIdError;

            fn try_from(text: String) -> Result<Self, Self::Error> {
                text.parse()
            }
        }
    };
}

id! {
    /// A match.
    MatchId
}
id! {
    /// An account: what the record names instead of a person's name.
    AccountId
}
id! {
    /// An API token, by which its owner lists and revokes it; not its secret.
    TokenId
}
id! {
    /// An invitation, by which moderators list and revoke it; not the secret of its link.
    InviteId
}

fn digits_of(bytes: [u8; 10]) -> [u8; ID_LENGTH] {
    let mut bits = bytes
        .into_iter()
        .fold(0_u128, |bits, byte| bits << 8 | u128::from(byte));
    let mut digits = [0; ID_LENGTH];
    for digit in digits.iter_mut().rev() {
        *digit = DIGITS[usize::try_from(bits & 31).unwrap_or_default()];
        bits >>= 5;
    }
    digits
}

/// What people call a player: 2–24 letters, digits, blanks, `_`, `-` and `.`, in Unicode's NFC form,
/// with single blanks between words and none at the ends.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PlayerName(String);

impl PlayerName {
    /// The name as it is shown.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What two names share when a reader could take one for the other: the confusable skeleton of
    /// Unicode's UTS 39, of the name as it is and again in lower case, since capitals and small
    /// letters are confused with different others. An `i` counts as the one stroke that `I`, `l` and
    /// `1` are, so that `Br1ndle` is `Brindle`.
    ///
    /// ```
    /// use daykeeper::ids::PlayerName;
    /// let latin: PlayerName = "Brindle".parse().unwrap();
    /// let cyrillic: PlayerName = "Br\u{456}ndl\u{435}".parse().unwrap();
    /// assert_eq!(latin.skeleton(), cyrillic.skeleton());
    /// ```
    pub fn skeleton(&self) -> String {
        let plain: String = self.0.nfkc().collect();
        looks_of(&looks_of(&plain)).replace('i', "l")
    }
}

impl PlayerName {
    /// Whether it is, or looks like, one of the words by which the server calls something that is no
    /// player, such as `server` or `seat 1`: a reader could take what the server says for what a player
    /// says. Nobody new may be called so; who is called so already stays.
    ///
    /// ```
    /// use daykeeper::ids::PlayerName;
    /// let posing: PlayerName = "F0rmer Player".parse().unwrap();
    /// assert!(posing.is_reserved());
    /// let harmless: PlayerName = "Seat Warmer".parse().unwrap();
    /// assert!(!harmless.is_reserved());
    /// ```
    pub fn is_reserved(&self) -> bool {
        let words = ["server", "former player", "a moderator", "no seat"].map(str::to_owned);
        let seats = (0..8).map(|number| format!("seat {number}"));
        let skeleton = self.skeleton();
        let mut words = words.into_iter().chain(seats).map(Self);
        words.any(|word| word.skeleton() == skeleton)
    }
}

fn looks_of(text: &str) -> String {
    let skeleton: String = unicode_security::skeleton(text).collect();
    skeleton.to_lowercase()
}

impl fmt::Display for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Why a text cannot be a player's name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadName {
    /// Fewer than 2 or more than 24 characters.
    #[error("a name has 2 to 24 characters; this one has {0}")]
    Length(usize),
    /// A character that names may not have: invisible and direction-changing ones among them.
    #[error("a name has letters, digits, blanks, “_”, “-” and “.”; {} cannot be in it", shown(*.0))]
    Character(char),
    /// Nothing but blanks and signs.
    #[error("a name has at least one letter or digit")]
    NoLetter,
    /// One of the server's own words.
    #[error("this name is one of the server's own words, and nobody may pose as it")]
    Reserved,
}

/// An invisible character is named by its code point, since showing it shows nothing.
fn shown(character: char) -> String {
    if character.is_ascii_graphic() {
        format!("“{character}”")
    } else {
        format!("the character U+{:04X}", u32::from(character))
    }
}

impl FromStr for PlayerName {
    type Err = BadName;

    /// Reads a name, bringing it into its one stored form.
    ///
    /// # Errors
    /// [`BadName`] says which rule it breaks.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let composed: String = text.nfc().collect();
        let name = composed
            .split(' ')
            .filter(|word| !word.is_empty())
            .collect::<Vec<_>>()
            .join(" ");
        let allowed = |c: &char| c.is_alphanumeric() || " _-.".contains(*c);
        if let Some(other) = name.chars().find(|c| !allowed(c)) {
            return Err(BadName::Character(other));
        }
        let length = name.chars().count();
        if !(2..=24).contains(&length) {
            return Err(BadName::Length(length));
        }
        if !name.chars().any(char::is_alphanumeric) {
            return Err(BadName::NoLetter);
        }
        Ok(Self(name))
    }
}

impl From<PlayerName> for String {
    fn from(name: PlayerName) -> Self {
        name.0
    }
}

impl TryFrom<String> for PlayerName {
    type Error = BadName;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

/// What an account may do on the whole site.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Plays, and hosts matches.
    Player,
    /// Makes rulings too.
    Moderator,
    /// Gives roles too.
    Admin,
}

impl Role {
    /// The word used in commands, JSON and the store.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Player => "player",
            Self::Moderator => "moderator",
            Self::Admin => "admin",
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// The word is not a role.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("“{0}” is not a role; roles are player, moderator and admin")]
pub struct ParseRoleError(pub String);

impl FromStr for Role {
    type Err = ParseRoleError;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        [Self::Player, Self::Moderator, Self::Admin]
            .into_iter()
            .find(|role| role.word() == word)
            .ok_or_else(|| ParseRoleError(word.to_owned()))
    }
}

/// The name that a client gives to one submission, so that sending it twice is the same as once
/// (T10): 1–64 visible ASCII characters.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct IdempotencyKey(String);

impl IdempotencyKey {
    /// The key as the client sent it.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The text is not 1–64 visible ASCII characters.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("an Idempotency-Key has 1 to 64 visible ASCII characters")]
pub struct ParseKeyError;

impl FromStr for IdempotencyKey {
    type Err = ParseKeyError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let fits = (1..=64).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_graphic());
        fits.then(|| Self(text.to_owned())).ok_or(ParseKeyError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_reads_back_and_nothing_else_is_one() {
        let id = MatchId::from_random([7, 1, 255, 0, 3, 9, 200, 41, 5, 128]);
        assert_eq!(id.as_str().len(), 16);
        assert_eq!(id.to_string().parse(), Ok(id));
        for text in [
            "",
            "0123456789abcdef0",
            "0123456789ABCDEF",
            "0123456789abcdei",
            "../../etc/passwd",
        ] {
            assert!(text.parse::<MatchId>().is_err(), "{text}");
        }
    }

    #[test]
    fn names_are_brought_into_one_form() {
        let name: PlayerName = "  tin   orchard ".parse().unwrap();
        assert_eq!(name.as_str(), "tin orchard");
        let composed: PlayerName = "Ame\u{301}lie".parse().unwrap();
        assert_eq!(composed.as_str(), "Amélie");
    }

    #[test]
    fn names_that_hide_something_are_refused() {
        assert_eq!(
            "a\u{202e}b".parse::<PlayerName>(),
            Err(BadName::Character('\u{202e}'))
        );
        assert_eq!(
            "a\u{200b}b".parse::<PlayerName>(),
            Err(BadName::Character('\u{200b}'))
        );
        assert_eq!("a\tb".parse::<PlayerName>(), Err(BadName::Character('\t')));
        assert_eq!("a".parse::<PlayerName>(), Err(BadName::Length(1)));
        assert_eq!(
            "x".repeat(25).parse::<PlayerName>(),
            Err(BadName::Length(25))
        );
        assert_eq!("-.-".parse::<PlayerName>(), Err(BadName::NoLetter));
    }
}
