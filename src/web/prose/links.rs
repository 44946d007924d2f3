//! Addresses in plain text.

/// The text before the first address, the address without the sentence's own punctuation, the rest.
pub(super) fn first_link(text: &str) -> Option<(&str, &str, &str)> {
    let starts = ["https://", "http://"]
        .into_iter()
        .filter_map(|scheme| text.find(scheme));
    let (before, from_link) = text.split_at_checked(starts.min()?)?;
    let end = from_link.find(ends_link);
    let (link, _) = from_link.split_at_checked(end.unwrap_or(from_link.len()))?;
    let link = link.trim_end_matches(|c: char| ".,;:!?)'’”".contains(c));
    let after = from_link.strip_prefix(link)?;
    is_address(link).then_some((before, link, after))
}

/// Whether a text is an address of the web and nothing else.
pub(super) fn is_address(text: &str) -> bool {
    let after_scheme = ["https://", "http://"]
        .into_iter()
        .find_map(|scheme| text.strip_prefix(scheme));
    // “https://” alone leads nowhere.
    after_scheme.is_some_and(|host| host.starts_with(char::is_alphanumeric))
        && !text.contains(ends_link)
}

fn ends_link(c: char) -> bool {
    c.is_whitespace() || c.is_control() || "<>\"[]".contains(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn punctuation_after_an_address_is_the_sentence_s() {
        let text = "(https://a.example/x?y=1), then";
        let found = first_link(text).unwrap();
        assert_eq!(found, ("(", "https://a.example/x?y=1", "), then"));
    }

    #[test]
    fn nothing_but_the_web_is_an_address() {
        for text in [
            "javascript:alert(1)",
            "ftp://x",
            "https://",
            "https://?",
            "https://a b",
            "x",
        ] {
            assert!(!is_address(text), "{text}");
            assert_eq!(first_link(text).filter(|(_, link, _)| *link == text), None);
        }
    }
}
