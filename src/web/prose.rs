//! What players write, ready for a page: paragraphs, line breaks and links. Escaping is the
//! template's; nothing here makes HTML.

/// A paragraph, line by line.
pub type Paragraph = Vec<Vec<Piece>>;

/// A part of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece {
    /// Text as it was typed.
    Text(String),
    /// An address that begins with `https://` or `http://`.
    Link(String),
}

/// The paragraphs of a text; empty lines part them.
///
/// ```
/// use daykeeper::web::prose::{Piece, paragraphs};
/// let text = paragraphs("See https://play.example.\n\nBye");
/// assert_eq!(text.len(), 2);
/// assert_eq!(text[0][0][1], Piece::Link("https://play.example".into()));
/// ```
pub fn paragraphs(text: &str) -> Vec<Paragraph> {
    let mut paragraphs = vec![Paragraph::new()];
    for line in text.lines().map(str::trim_end) {
        match paragraphs.last_mut() {
            Some(open) if !line.is_empty() => open.push(pieces(line)),
            _ => paragraphs.push(Paragraph::new()),
        }
    }
    paragraphs.retain(|paragraph| !paragraph.is_empty());
    paragraphs
}

fn pieces(line: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut rest = line;
    while let Some((before, link, after)) = first_link(rest) {
        if !before.is_empty() {
            pieces.push(Piece::Text(before.to_owned()));
        }
        pieces.push(Piece::Link(link.to_owned()));
        rest = after;
    }
    if !rest.is_empty() {
        pieces.push(Piece::Text(rest.to_owned()));
    }
    pieces
}

/// The text before the first address, the address without the sentence's own punctuation, the rest.
fn first_link(line: &str) -> Option<(&str, &str, &str)> {
    let starts = ["https://", "http://"]
        .into_iter()
        .filter_map(|scheme| line.find(scheme));
    let (before, from_link) = line.split_at_checked(starts.min()?)?;
    let end = from_link.find(|c: char| c.is_whitespace() || "<>\"[]".contains(c));
    let (link, _) = from_link.split_at_checked(end.unwrap_or(from_link.len()))?;
    let link = link.trim_end_matches(|c: char| ".,;:!?)'’”".contains(c));
    let after = from_link.strip_prefix(link)?;
    // “https://” alone leads nowhere.
    let leads = link
        .split_once("://")
        .is_some_and(|(_, host)| !host.is_empty());
    leads.then_some((before, link, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_but_http_addresses_becomes_a_link() {
        for text in [
            "javascript:alert(1)",
            "ftp://x",
            "https://",
            "[url=x]y[/url]",
        ] {
            let linked = paragraphs(text).concat().concat();
            assert!(
                linked.iter().all(|piece| matches!(piece, Piece::Text(_))),
                "{text}"
            );
        }
    }

    #[test]
    fn punctuation_after_an_address_is_the_sentence_s() {
        let line = pieces("(https://a.example/x?y=1), then http://b.example!");
        assert_eq!(line[1], Piece::Link("https://a.example/x?y=1".into()));
        assert_eq!(line[3], Piece::Link("http://b.example".into()));
        assert_eq!(line[4], Piece::Text("!".into()));
    }
}
