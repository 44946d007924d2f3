//! The little Markdown that the guide is written in: headings, paragraphs, lists, pictures, and in a
//! line `**bold**`, `*emphasis*`, `` `code` ``. The text is ours; it is escaped all the same.

use crate::web::prose::escape::html as escaped;

/// A guide as HTML. `size_of` knows the width and height of a picture by its address.
pub(super) fn to_html(text: &str, size_of: impl Fn(&str) -> Option<(u32, u32)>) -> String {
    let blocks = text.split("\n\n").map(str::trim);
    let blocks = blocks.filter(|block| !block.is_empty());
    blocks
        .map(|block| block_html(block, &size_of))
        .collect::<Vec<_>>()
        .join("\n")
}

fn block_html(block: &str, size_of: impl Fn(&str) -> Option<(u32, u32)>) -> String {
    if let Some(heading) = block.strip_prefix("# ") {
        return format!("<h1>{}</h1>", inline(heading));
    }
    if let Some(heading) = block.strip_prefix("## ") {
        return format!("<h2>{}</h2>", inline(heading));
    }
    if let Some((alt, address)) = picture(block) {
        let size = size_of(address).map_or_else(String::new, |(width, height)| {
            format!(" width=\"{width}\" height=\"{height}\"")
        });
        let (alt, address) = (escaped(alt), escaped(address));
        return format!("<p><img src=\"{address}\"{size} alt=\"{alt}\"></p>");
    }
    if block.starts_with("- ") {
        return list("ul", block, |line| line.strip_prefix("- "));
    }
    if block.starts_with("1. ") {
        return list("ol", block, |line| Some(line.split_once(". ")?.1));
    }
    format!("<p>{}</p>", inline(block))
}

/// `![alt](address)` alone in a block.
fn picture(block: &str) -> Option<(&str, &str)> {
    let (alt, rest) = block.strip_prefix("![")?.split_once("](")?;
    Some((alt, rest.strip_suffix(')')?))
}

fn list(tag: &str, block: &str, item: impl Fn(&str) -> Option<&str>) -> String {
    let items = block.lines().filter_map(item);
    let items: Vec<_> = items
        .map(|text| format!("<li>{}</li>", inline(text)))
        .collect();
    format!("<{tag} class=\"list\">\n{}\n</{tag}>", items.join("\n"))
}

/// What stands between two marks of a kind is of that kind; inside of code nothing is marked.
fn inline(text: &str) -> String {
    let parts = text.split('`').enumerate();
    let marked = parts.map(|(place, part)| match place % 2 {
        0 => between(&between(&escaped(part), "**", "b"), "*", "i"),
        _ => format!("<code>{}</code>", escaped(part)),
    });
    marked.collect()
}

fn between(text: &str, mark: &str, tag: &str) -> String {
    let parts = text.split(mark).enumerate();
    let tagged = parts.map(|(place, part)| match place % 2 {
        0 => part.to_owned(),
        _ => format!("<{tag}>{part}</{tag}>"),
    });
    tagged.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guide_is_a_page() {
        let text = "# A & B\n\nOne *two* **three** `c*13*`.\n\n- an <item>\n- another\n\n\
            1. first\n2. second\n\n![A board](moderators/board.png)\n";
        let html = to_html(text, |address| {
            (address == "moderators/board.png").then_some((4, 3))
        });
        assert_eq!(
            html,
            "<h1>A &#38; B</h1>\n\
             <p>One <i>two</i> <b>three</b> <code>c*13*</code>.</p>\n\
             <ul class=\"list\">\n<li>an &#60;item&#62;</li>\n<li>another</li>\n</ul>\n\
             <ol class=\"list\">\n<li>first</li>\n<li>second</li>\n</ol>\n\
             <p><img src=\"moderators/board.png\" width=\"4\" height=\"3\" alt=\"A board\"></p>"
        );
    }
}
