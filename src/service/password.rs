//! Passwords: argon2id, off the async threads.

use std::sync::LazyLock;

use argon2::password_hash::phc::PasswordHash;
use argon2::{Argon2, PasswordHasher, PasswordVerifier};
use unicode_normalization::UnicodeNormalization;

use crate::service::blocking;

/// Checked in place of the hash that an unknown name does not have, so that knocking at a door
/// takes as long whether somebody lives there or not.
static DECOY: LazyLock<Option<String>> = LazyLock::new(|| hash_now("nobody has this password"));

/// Whether a password has 10–200 characters.
pub(in crate::service) fn is_strong(password: &str) -> bool {
    (10..=200).contains(&composed(password).chars().count())
}

/// A password's hash in PHC form; `None` if hashing fails.
pub(in crate::service) async fn hash(password: &str) -> Option<String> {
    let password = composed(password);
    blocking::run(move || hash_now(&password)).await
}

/// Whether a password is the one with this hash. `None` stands for an account that does not exist:
/// it takes as long, and the answer is no.
pub(in crate::service) async fn matches(password: &str, hash: Option<String>) -> bool {
    let password = composed(password);
    blocking::run(move || match (&hash, &*DECOY) {
        (Some(hash), _) => verify_now(&password, hash),
        (None, Some(decoy)) => {
            verify_now(&password, decoy);
            false
        }
        (None, None) => false,
    })
    .await
}

/// One form for all keyboards, which send accents composed or apart.
fn composed(password: &str) -> String {
    password.nfc().collect()
}

fn hash_now(password: &str) -> Option<String> {
    let hashed = Argon2::default().hash_password(password.as_bytes());
    hashed.ok().map(|hash| hash.to_string())
}

fn verify_now(password: &str, hash: &str) -> bool {
    PasswordHash::new(hash).is_ok_and(|hash| {
        Argon2::default()
            .verify_password(password.as_bytes(), &hash)
            .is_ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_password_itself_matches() {
        let hashed = hash("correct horse Ame\u{301}lie").await.unwrap();
        assert!(hashed.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"));
        assert!(matches("correct horse Am\u{e9}lie", Some(hashed.clone())).await);
        assert!(!matches("correct horse Amelie", Some(hashed)).await);
        assert!(!matches("nobody has this password", None).await);
    }

    #[test]
    fn strength_is_counted_in_characters() {
        assert!(!is_strong("ääääääääa"));
        assert!(is_strong("ääääääääaä"));
        assert!(is_strong(&"x".repeat(200)));
        assert!(!is_strong(&"x".repeat(201)));
    }
}
