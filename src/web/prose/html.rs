//! A text's blocks as HTML. Everything that was typed passes through [`escape::html`].

use super::escape;
use super::links::first_link;
use super::tags::{Ink, Tag};
use super::{Block, Piece, Place};

/// The blocks as HTML, a line each.
pub(super) fn write(blocks: &[Block<'_>]) -> String {
    let mut html = String::new();
    write_blocks(blocks, &mut html);
    html
}

fn write_blocks(blocks: &[Block<'_>], html: &mut String) {
    for block in blocks {
        match block {
            Block::Paragraph(pieces) => {
                html.push_str("<p>");
                write_pieces(pieces, Place::Plain, html);
                html.push_str("</p>\n");
            }
            Block::Quote(by, inside) => {
                html.push_str("<blockquote>");
                if let Some(by) = by {
                    html.push_str("<p class=\"small soft\">");
                    html.push_str(&escape::html(by));
                    html.push_str(" wrote:</p>");
                }
                write_blocks(inside, html);
                html.push_str("</blockquote>\n");
            }
            Block::Spoiler(title, inside) => {
                html.push_str("<details class=\"spoiler\"><summary>");
                html.push_str(&escape::html(title.unwrap_or("Spoiler")));
                html.push_str("</summary>");
                write_blocks(inside, html);
                html.push_str("</details>\n");
            }
        }
    }
}

fn write_pieces(pieces: &[Piece<'_>], place: Place, html: &mut String) {
    for piece in pieces {
        match piece {
            Piece::Text(text) | Piece::Address(text) if place == Place::InLink => {
                html.push_str(&escape::html(text));
            }
            Piece::Text(text) => write_with_links(text, html),
            Piece::Break => html.push_str("<br>"),
            Piece::Address(address) => write_link(address, html),
            Piece::Styled(tag, inside) => write_styled(tag, inside, place, html),
        }
    }
}

fn write_styled(tag: &Tag, inside: &[Piece<'_>], place: Place, html: &mut String) {
    let (name, place) = match tag {
        Tag::Bold => ("b", place),
        Tag::Italic => ("i", place),
        Tag::Underlined => ("u", place),
        Tag::Struck => ("s", place),
        Tag::Link(_) => ("a", Place::InLink),
        Tag::Colour(_) => ("span", place),
        // Blocks are never part of a line.
        Tag::Quote(_) | Tag::Spoiler(_) => return write_pieces(inside, place, html),
    };
    match tag {
        Tag::Link(address) => open_link(address, html),
        Tag::Colour(Ink(class)) => html.extend(["<span class=\"in-", class, "\">"]),
        _ => html.extend(["<", name, ">"]),
    }
    write_pieces(inside, place, html);
    html.extend(["</", name, ">"]);
}

fn write_with_links(text: &str, html: &mut String) {
    let mut rest = text;
    while let Some((before, link, after)) = first_link(rest) {
        html.push_str(&escape::html(before));
        write_link(link, html);
        rest = after;
    }
    html.push_str(&escape::html(rest));
}

fn write_link(address: &str, html: &mut String) {
    open_link(address, html);
    html.push_str(&escape::html(address));
    html.push_str("</a>");
}

fn open_link(address: &str, html: &mut String) {
    html.push_str("<a href=\"");
    html.push_str(&escape::html(address));
    html.push_str("\" rel=\"nofollow noopener ugc\">");
}
