//! A post for other forums: with the tags that they know, and nothing else that they could take for
//! one.

use super::escape;
use super::links::first_link;
use super::tags::{Tag, Token, paired};
use super::{Block, Piece, Place, blocks};

/// The post in `BBCode`: tags that count here stand as they were typed; every other square bracket
/// becomes a round one, so that nothing begins or ends a tag of its own.
///
/// ```
/// use daykeeper::web::prose::bbcode;
/// assert_eq!(bbcode("[b]Look[/b] [img]x[/img] [/quote]"), "[b]Look[/b] (img)x(/img) (/quote)");
/// ```
pub fn bbcode(post: &str) -> String {
    let written = |token: &Token<'_>| match token {
        Token::Text(text) => escape::bbcode(text),
        Token::Address(address) => format!("[url]{address}[/url]"),
        Token::Open(_, tag) | Token::Close(_, tag) => {
            let inside = tag
                .strip_prefix('[')
                .and_then(|rest| rest.strip_suffix(']'));
            format!("[{}]", escape::bbcode(inside.unwrap_or_default()))
        }
    };
    paired(post).iter().map(written).collect()
}

/// The post in Markdown: its tags become Markdown's own, everything else is text.
///
/// ```
/// use daykeeper::web::prose::markdown;
/// assert_eq!(markdown("[b]Look[/b] *here*"), r"**Look** \*here\*");
/// ```
pub fn markdown(post: &str) -> String {
    let tokens = paired(post);
    in_markdown(&blocks(&mut tokens.iter()))
}

fn in_markdown(blocks: &[Block<'_>]) -> String {
    let paragraphs: Vec<String> = blocks.iter().map(block).collect();
    paragraphs.join("\n\n")
}

fn block(block: &Block<'_>) -> String {
    match block {
        Block::Paragraph(pieces) => line(pieces, Place::Plain),
        Block::Quote(by, inside) => {
            let by = by.map(|by| format!("{} wrote:\n\n", escape::markdown(by)));
            let said = format!("{}{}", by.unwrap_or_default(), in_markdown(inside));
            let lines: Vec<String> = said.lines().map(|line| format!("> {line}")).collect();
            lines.join("\n")
        }
        // Chats hide what stands between double bars; elsewhere the bars warn.
        Block::Spoiler(title, inside) => format!(
            "{}: ||{}||",
            escape::markdown(title.unwrap_or("Spoiler")),
            in_markdown(inside)
        ),
    }
}

fn line(pieces: &[Piece<'_>], place: Place) -> String {
    pieces.iter().map(|part| piece(part, place)).collect()
}

fn piece(piece: &Piece<'_>, place: Place) -> String {
    match (piece, place) {
        (Piece::Text(text) | Piece::Address(text), Place::InLink) => escape::markdown(text),
        (Piece::Text(text), Place::Plain) => with_links(text),
        (Piece::Address(address), Place::Plain) => linked(address),
        (Piece::Break, _) => "  \n".to_owned(),
        (Piece::Styled(tag, inside), _) => styled(tag, inside, place),
    }
}

fn styled(tag: &Tag, inside: &[Piece<'_>], place: Place) -> String {
    let mark = match tag {
        Tag::Bold => "**",
        Tag::Italic => "*",
        Tag::Underlined => "__",
        Tag::Struck => "~~",
        Tag::Link(address) => {
            return format!("[{}]({})", line(inside, Place::InLink), linked(address));
        }
        // Markdown has no colours; blocks are never part of a line.
        Tag::Colour(_) | Tag::Quote(_) | Tag::Spoiler(_) => "",
    };
    format!("{mark}{}{mark}", line(inside, place))
}

/// An address in Markdown; two characters that mean something else there are written as URLs write them.
fn linked(address: &str) -> String {
    let address = address.replace('\\', "%5C").replace('`', "%60");
    format!("<{address}>")
}

fn with_links(text: &str) -> String {
    let (mut written, mut rest) = (String::new(), text);
    while let Some((before, link, after)) = first_link(rest) {
        written.push_str(&escape::markdown(before));
        written.push_str(&linked(link));
        rest = after;
    }
    written + &escape::markdown(rest)
}
