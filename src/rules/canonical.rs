//! One text for one value: JSON in the form of RFC 8785, and hashes of it.

use std::fmt::Write;

use serde::Serialize;
use serde_json::{Map, Number, Value};
use sha2::{Digest, Sha256};

/// The RFC 8785 form of a JSON value: no blanks, members sorted by the UTF-16 units of their names,
/// the shortest escapes, numbers as ECMAScript prints them.
///
/// ```
/// use daykeeper::rules::canonical;
/// let value = serde_json::json!({"b": [1, "é\n"], "a": null});
/// assert_eq!(canonical::json(&value), r#"{"a":null,"b":[1,"é\n"]}"#);
/// ```
pub fn json(value: &Value) -> String {
    let mut text = String::new();
    write_value(value, &mut text);
    text
}

/// The name of a position: the lower-case hex SHA-256 of its JSON in RFC 8785 form.
///
/// # Panics
/// Never for a position of either game: only a map whose keys are not texts cannot become JSON.
pub fn position_hash(position: &impl Serialize) -> String {
    let value = serde_json::to_value(position).expect("positions are maps with texts for keys");
    sha256_hex(json(&value).as_bytes())
}

/// The SHA-256 of some bytes in lower-case hex, 64 characters.
pub fn sha256_hex(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// Bytes as lower-case hex digits, two a byte.
pub fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        for digit in [byte >> 4, byte & 15] {
            text.extend(char::from_digit(u32::from(digit), 16));
        }
    }
    text
}

fn write_value(value: &Value, text: &mut String) {
    match value {
        Value::Null => text.push_str("null"),
        Value::Bool(true) => text.push_str("true"),
        Value::Bool(false) => text.push_str("false"),
        Value::Number(number) => write_number(number, text),
        Value::String(string) => write_string(string, text),
        Value::Array(items) => {
            write_list('[', items, text, write_value);
            text.push(']');
        }
        Value::Object(members) => {
            write_list('{', sorted(members), text, |(name, value), text| {
                write_string(name, text);
                text.push(':');
                write_value(value, text);
            });
            text.push('}');
        }
    }
}

fn sorted(members: &Map<String, Value>) -> Vec<(&String, &Value)> {
    let mut members: Vec<_> = members.iter().collect();
    members.sort_by(|(one, _), (other, _)| one.encode_utf16().cmp(other.encode_utf16()));
    members
}

fn write_list<T>(
    open: char,
    items: impl IntoIterator<Item = T>,
    text: &mut String,
    write_item: impl Fn(T, &mut String),
) {
    text.push(open);
    for (index, item) in items.into_iter().enumerate() {
        if index > 0 {
            text.push(',');
        }
        write_item(item, text);
    }
}

fn write_string(string: &str, text: &mut String) {
    text.push('"');
    for character in string.chars() {
        match character {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\u{8}' => text.push_str("\\b"),
            '\t' => text.push_str("\\t"),
            '\n' => text.push_str("\\n"),
            '\u{c}' => text.push_str("\\f"),
            '\r' => text.push_str("\\r"),
            '\0'..='\u{1f}' => push(text, format_args!("\\u{:04x}", u32::from(character))),
            other => text.push(other),
        }
    }
    text.push('"');
}

/// Whole numbers that a double holds exactly are their digits; the rest is what ECMAScript's
/// `Number::toString` makes of the nearest double (RFC 8785, 3.2.2.3).
fn write_number(number: &Number, text: &mut String) {
    const EXACT: u64 = 1 << 53;
    match (number.as_i64(), number.as_f64()) {
        (Some(whole), _) if whole.unsigned_abs() <= EXACT => push(text, format_args!("{whole}")),
        (_, Some(double)) => write_double(double, text),
        // JSON has no number that is neither.
        (_, None) => push(text, format_args!("{number}")),
    }
}

fn write_double(double: f64, text: &mut String) {
    let size = double.abs();
    if size == 0.0 {
        text.push('0');
    } else if (1e-6..1e21).contains(&size) {
        push(text, format_args!("{double}"));
    } else {
        let short = format!("{double:e}");
        let signed = if short.contains("e-") {
            short
        } else {
            short.replace('e', "e+")
        };
        text.push_str(&signed);
    }
}

fn push(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    text.write_fmt(arguments)
        .expect("writing to a text cannot fail");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_sorted_by_utf16_units() {
        // The example of RFC 8785, 3.2.3: the two units of the smiley sort before U+FB33.
        let value: Value = serde_json::from_str(
            r#"{"\u20ac":"Euro","\r":"Return","\ufb33":"Dagesh","1":"One",
                "\ud83d\ude00":"Smiley","\u0080":"Control","\u00f6":"O"}"#,
        )
        .unwrap();
        let order: Vec<usize> = [
            "Return", "One", "Control", "O\"", "Euro", "Smiley", "Dagesh",
        ]
        .iter()
        .map(|word| json(&value).find(word).unwrap())
        .collect();
        assert!(order.is_sorted(), "{}", json(&value));
    }

    #[test]
    fn numbers_and_escapes_are_those_of_the_rfc() {
        // The example of RFC 8785, 3.2.2.
        let value: Value = serde_json::from_str(
            r#"{"numbers":[1E30,4.50,2e-3,0.000000000000000000000000001,-0.0],
                "string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
                "literals":[null,true,false]}"#,
        )
        .unwrap();
        assert_eq!(
            json(&value),
            r#"{"literals":[null,true,false],"numbers":[1e+30,4.5,0.002,1e-27,0],"string":"€$\u000f\nA'B\"\\\\\"/"}"#
        );
        for (given, printed) in [
            ("9007199254740993", "9007199254740992"),
            ("18446744073709551615", "18446744073709552000"),
            ("-7", "-7"),
            ("1e21", "1e+21"),
            ("1e20", "100000000000000000000"),
            ("1e-7", "1e-7"),
        ] {
            assert_eq!(json(&serde_json::from_str(given).unwrap()), printed);
        }
    }

    #[test]
    fn a_position_is_named_by_its_canonical_text() {
        let unsorted = serde_json::json!({"b": 1, "a": []});
        assert_eq!(position_hash(&unsorted), sha256_hex(br#"{"a":[],"b":1}"#));
        assert_eq!(
            sha256_hex(b"abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }
}
