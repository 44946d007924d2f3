//! Random ids and secrets, and the only form in which secrets are kept.

use std::fmt;

use sha2::{Digest, Sha256};

/// A session's or token's secret: shown to its owner once, kept only as [`hash`](Self::hash).
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// A new secret: a prefix, and 256 random bits in hexadecimal digits.
    pub(in crate::service) fn random(prefix: &str) -> Self {
        Self(format!("{prefix}{}", hex(&random_bytes::<32>())))
    }

    /// What a client sent as a secret.
    pub fn from_client(text: &str) -> Self {
        Self(text.to_owned())
    }

    /// The secret itself, for its owner only.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Its SHA-256 in hexadecimal digits. No salt and no slow hash: 256 random bits cannot be guessed.
    pub fn hash(&self) -> String {
        hex(&Sha256::digest(self.0.as_bytes()))
    }
}

/// A secret never reaches a log.
impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// Bytes that nobody can foresee.
pub fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    bytes
}

fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    (bytes.iter())
        .flat_map(|byte| [byte >> 4, byte & 15])
        .map(|digit| char::from(DIGITS[usize::from(digit)]))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_differ_and_are_not_shown() {
        let (one, other) = (Secret::random("dk_"), Secret::random("dk_"));
        assert_ne!(one, other);
        assert_eq!(one.reveal().len(), 3 + 64);
        assert_eq!(format!("{one:?}"), "Secret(…)");
    }

    #[test]
    fn a_hash_can_be_checked_with_sha256sum() {
        let hash = Secret::from_client("dk_abc").hash();
        assert_eq!(
            hash,
            "ce0c0549d3b1a6d95ff7ab693d95fc6a0d54134206c57faeb3e4462cf03515c0"
        );
    }
}
