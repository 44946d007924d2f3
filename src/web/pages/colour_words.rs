//! Colours that people type by name: those that the turn form offers have one.

use serde::{Deserialize, Deserializer};

use crate::rules::colour::Colour;

use super::composer::NAMES;

/// Reads a form's colour: a name becomes `#rrggbb`, everything else stays as typed.
///
/// # Errors
/// Where the field is no text.
pub(super) fn in_hex<'de, D: Deserializer<'de>>(field: D) -> Result<String, D::Error> {
    let typed = String::deserialize(field)?;
    Ok(called(&typed).map_or(typed, |colour| colour.to_string()))
}

/// The offered colour of a name, in either case.
fn called(name: &str) -> Option<Colour> {
    let mut named = NAMES.into_iter().zip(Colour::SUGGESTED);
    let found = named.find(|(called, _)| called.eq_ignore_ascii_case(name.trim()));
    found.map(|(_, colour)| colour)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offered_colours_are_called_by_their_names() {
        assert_eq!(called(" teal ").unwrap().to_string(), "#005567");
        assert_eq!(called("BLUE"), Some(Colour::SUGGESTED[0]));
        assert_eq!(called("sky"), None);
    }
}
