//! What players write, ready for a page: paragraphs, line breaks, links, and the `BBCode` that forums
//! know (`b i u s url quote spoiler color`). Whatever else it says is shown as it was typed.

pub mod escape;
mod forums;
mod html;
mod links;
mod tags;

use askama::filters::Safe;

pub use forums::{bbcode, markdown};

use tags::{Tag, Token, paired};

/// A player's text as HTML in which nothing but the tags above is markup.
///
/// ```
/// use daykeeper::web::prose::Prose;
/// let text = Prose::new("[b]See[/b] <i>https://play.example.\n\nBye");
/// assert_eq!(
///     text.html().0,
///     "<p><b>See</b> &#60;i&#62;<a href=\"https://play.example\" rel=\"nofollow noopener ugc\">\
///      https://play.example</a>.</p>\n<p>Bye</p>\n"
/// );
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Prose(String);

impl Prose {
    /// Reads what somebody has typed; any text can be read.
    pub fn new(text: &str) -> Self {
        let tokens = paired(text);
        Self(html::write(&blocks(&mut tokens.iter())))
    }

    /// Whether there is nothing to show.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The text as HTML.
    pub fn html(&self) -> Safe<&str> {
        Safe(&self.0)
    }
}

/// A part of a text that stands on lines of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Block<'a> {
    Paragraph(Vec<Piece<'a>>),
    Quote(Option<&'a str>, Vec<Self>),
    Spoiler(Option<&'a str>, Vec<Self>),
}

/// A part of a paragraph.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Piece<'a> {
    Text(&'a str),
    Break,
    Address(&'a str),
    Styled(&'a Tag, Vec<Self>),
}

/// Whether a piece lies in a link already: an address in it is no other link then.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Plain,
    InLink,
}

/// The blocks up to the end of the one that is open.
fn blocks<'a>(tokens: &mut std::slice::Iter<'a, Token<'a>>) -> Vec<Block<'a>> {
    let (mut blocks, mut open) = (Vec::new(), Vec::new());
    while let Some(token) = tokens.next() {
        match token {
            Token::Open(Tag::Quote(by), _) => {
                blocks.extend(paragraph(&mut open));
                blocks.push(Block::Quote(by.as_deref(), self::blocks(tokens)));
            }
            Token::Open(Tag::Spoiler(title), _) => {
                blocks.extend(paragraph(&mut open));
                blocks.push(Block::Spoiler(title.as_deref(), self::blocks(tokens)));
            }
            Token::Close(..) => break,
            Token::Text(text) => {
                for (index, part) in text.split("\n\n").enumerate() {
                    if 0 < index {
                        blocks.extend(paragraph(&mut open));
                    }
                    push_lines(part, &mut open);
                }
            }
            Token::Open(..) | Token::Address(_) => open.push(piece(token, tokens)),
        }
    }
    blocks.extend(paragraph(&mut open));
    blocks
}

/// What is open as a paragraph; `None` where there is nothing but line breaks in it.
fn paragraph<'a>(open: &mut Vec<Piece<'a>>) -> Option<Block<'a>> {
    let mut pieces = std::mem::take(open);
    let is_blank = |piece: &Piece<'_>| match piece {
        Piece::Break => true,
        Piece::Text(text) => text.trim().is_empty(),
        Piece::Address(_) | Piece::Styled(..) => false,
    };
    while pieces.pop_if(|piece| is_blank(piece)).is_some() {}
    let first = pieces.iter().position(|piece| !is_blank(piece))?;
    pieces.drain(..first);
    Some(Block::Paragraph(pieces))
}

/// A tag within a line, up to its end.
fn piece<'a>(token: &'a Token<'a>, tokens: &mut std::slice::Iter<'a, Token<'a>>) -> Piece<'a> {
    let Token::Open(tag, _) = token else {
        return match token {
            Token::Address(text) => Piece::Address(text),
            Token::Text(text) | Token::Open(_, text) | Token::Close(_, text) => Piece::Text(text),
        };
    };
    let mut inside = Vec::new();
    while let Some(token) = tokens.next() {
        match token {
            Token::Close(..) => break,
            Token::Text(text) => push_lines(text, &mut inside),
            Token::Open(..) | Token::Address(_) => inside.push(piece(token, tokens)),
        }
    }
    Piece::Styled(tag, inside)
}

fn push_lines<'a>(text: &'a str, pieces: &mut Vec<Piece<'a>>) {
    for (index, line) in text.split('\n').enumerate() {
        if 0 < index {
            pieces.push(Piece::Break);
        }
        if !line.is_empty() {
            pieces.push(Piece::Text(line));
        }
    }
}
