//! The hash chain that makes a record tamper-evident.

use serde_json::Value;

use crate::rules::canonical;

/// The hash before the first event: 64 zeros.
pub const GENESIS: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// The hash of an event that follows the hash `prev`: lower-case hex SHA-256 of `prev`, a line feed
/// and the RFC 8785 form of the event without `prev` and `hash` (referee.md, The record).
///
/// Anybody can check it with `sha256sum`.
pub fn link(prev: &str, event: &Value) -> String {
    let text = format!("{prev}\n{}", canonical::json(event));
    canonical::sha256_hex(text.as_bytes())
}
