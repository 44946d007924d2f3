//! `BBCode`, first as a row of tokens, then with each tag that counts paired with its end.
//!
//! What is no tag, has no end, stands where it cannot or lies too deep is text like any other.

use super::links::is_address;

/// How deep quotes and spoilers lie in each other at most, and other tags within one of them.
const BLOCKS: usize = 4;
const STYLES: usize = 8;
/// Characters of a tag at most.
const LONGEST: usize = 300;

/// A tag that forums know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Tag {
    Bold,
    Italic,
    Underlined,
    Struck,
    Link(String),
    Colour(Ink),
    Quote(Option<String>),
    Spoiler(Option<String>),
}

impl Tag {
    /// Whether it stands on lines of its own.
    pub(super) const fn is_block(&self) -> bool {
        matches!(self, Self::Quote(_) | Self::Spoiler(_))
    }

    /// The name in its end.
    const fn name(&self) -> &'static str {
        match self {
            Self::Bold => "b",
            Self::Italic => "i",
            Self::Underlined => "u",
            Self::Struck => "s",
            Self::Link(_) => "url",
            Self::Colour(_) => "color",
            Self::Quote(_) => "quote",
            Self::Spoiler(_) => "spoiler",
        }
    }

    fn new(name: &str, value: Option<&str>) -> Option<Self> {
        let value = value.map(|value| value.trim().trim_matches('"').trim());
        let said = value.filter(|value| !value.is_empty()).map(str::to_owned);
        match (name.to_ascii_lowercase().as_str(), value) {
            ("b", None) => Some(Self::Bold),
            ("i", None) => Some(Self::Italic),
            ("u", None) => Some(Self::Underlined),
            ("s", None) => Some(Self::Struck),
            ("url", Some(address)) if is_address(address) => Some(Self::Link(address.to_owned())),
            ("color", Some(colour)) => Ink::named(colour).map(Self::Colour),
            ("quote", _) => Some(Self::Quote(said)),
            ("spoiler", _) => Some(Self::Spoiler(said)),
            _ => None,
        }
    }
}

/// The colours in which text can be read on light and dark pages alike; each is a class of the sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ink(pub(super) &'static str);

impl Ink {
    /// The names that forums use, and the class that each becomes.
    const NAMED: [(&'static str, &'static str); 19] = [
        ("red", "red"),
        ("darkred", "red"),
        ("maroon", "red"),
        ("orange", "orange"),
        ("yellow", "orange"),
        ("brown", "orange"),
        ("green", "green"),
        ("lime", "green"),
        ("olive", "green"),
        ("teal", "teal"),
        ("cyan", "teal"),
        ("blue", "blue"),
        ("navy", "blue"),
        ("purple", "purple"),
        ("indigo", "purple"),
        ("magenta", "pink"),
        ("pink", "pink"),
        ("gray", "gray"),
        ("grey", "gray"),
    ];

    fn named(colour: &str) -> Option<Self> {
        (Self::NAMED.into_iter())
            .find(|(name, _)| colour.eq_ignore_ascii_case(name))
            .map(|(_, class)| Self(class))
    }
}

/// A stretch of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token<'a> {
    Text(&'a str),
    /// `[url]…[/url]` around nothing but an address.
    Address(&'a str),
    Open(Tag, &'a str),
    Close(&'static str, &'a str),
}

/// The tokens of a text; together they are the text.
fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let (mut plain, mut rest) = (text, text);
    while let Some(at) = rest.find('[') {
        let (_, from) = rest.split_at(at);
        let Some((token, after)) = tag(from) else {
            rest = from.strip_prefix('[').unwrap_or_default();
            continue;
        };
        let (before, _) = plain.split_at(plain.len() - from.len());
        tokens.push(Token::Text(before));
        tokens.push(token);
        (plain, rest) = (after, after);
    }
    tokens.push(Token::Text(plain));
    tokens.retain(|token| *token != Token::Text(""));
    tokens
}

/// The tag with which a text begins, and what comes after it.
fn tag(from: &str) -> Option<(Token<'_>, &str)> {
    let end = from.find(']').filter(|end| *end < LONGEST)?;
    let (written, after) = from.split_at(end + 1);
    let inside = written.strip_prefix('[')?.strip_suffix(']')?;
    if inside.contains('\n') {
        return None;
    }
    if inside.eq_ignore_ascii_case("url") {
        let (address, _) = after.split_once('[')?;
        let rest = after.strip_prefix(address)?;
        let rest = rest
            .strip_prefix("[/url]")
            .or_else(|| rest.strip_prefix("[/URL]"))?;
        return is_address(address.trim()).then_some((Token::Address(address.trim()), rest));
    }
    if let Some(name) = inside.strip_prefix('/') {
        return Some((Token::Close(closed(name)?, written), after));
    }
    let (name, value) = match inside.split_once('=') {
        Some((name, value)) => (name, Some(value)),
        None => (inside, None),
    };
    Some((Token::Open(Tag::new(name, value)?, written), after))
}

fn closed(name: &str) -> Option<&'static str> {
    ["b", "i", "u", "s", "url", "color", "quote", "spoiler"]
        .into_iter()
        .find(|known| name.eq_ignore_ascii_case(known))
}

/// The tokens of a text in which every tag has its end, in order; the other tags are text.
pub(super) fn paired(text: &str) -> Vec<Token<'_>> {
    let mut tokens = tokens(text);
    let counts = pairs(&tokens);
    for (token, counts) in tokens.iter_mut().zip(counts) {
        if let (Token::Open(_, written) | Token::Close(_, written), false) = (&*token, counts) {
            *token = Token::Text(written);
        }
    }
    tokens
}

/// Which tokens are tags that count.
fn pairs(tokens: &[Token<'_>]) -> Vec<bool> {
    let mut counts = vec![false; tokens.len()];
    let mut open: Vec<(usize, &Tag)> = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        match token {
            Token::Open(tag, _) if tag.is_block() => {
                // What is open within a line ends before a block begins: it had no end.
                open.retain(|(_, outer)| outer.is_block());
                if open.len() < BLOCKS {
                    open.push((index, tag));
                }
            }
            Token::Open(tag, _) if may_open(tag, &open) => open.push((index, tag)),
            Token::Close(name, _) => {
                if let Some(depth) = opened(name, &open) {
                    counts[open[depth].0] = true;
                    counts[index] = true;
                    open.truncate(depth);
                }
            }
            Token::Open(..) | Token::Text(_) | Token::Address(_) => {}
        }
    }
    counts
}

/// No link lies in a link, and nothing too deep.
fn may_open(tag: &Tag, open: &[(usize, &Tag)]) -> bool {
    let styles = open.iter().filter(|(_, outer)| !outer.is_block());
    let in_link = matches!(tag, Tag::Link(_))
        && styles
            .clone()
            .any(|(_, outer)| matches!(outer, Tag::Link(_)));
    styles.count() < STYLES && !in_link
}

/// Which of the open tags an end belongs to; one within a line does not reach out of its block.
fn opened(name: &str, open: &[(usize, &Tag)]) -> Option<usize> {
    let depth = open.iter().rposition(|(_, tag)| tag.name() == name)?;
    let block = open.iter().rposition(|(_, tag)| tag.is_block());
    block.is_none_or(|block| block <= depth).then_some(depth)
}
