//! What players write, as pages show it.

use daykeeper::web::prose::{Prose, bbcode, markdown};
use proptest::prelude::*;

fn html(text: &str) -> String {
    Prose::new(text).html().0.to_owned()
}

#[track_caller]
fn shows(text: &str, expected: &str) {
    assert_eq!(html(text), expected, "{text:?}");
}

#[test]
fn lines_and_paragraphs_stay() {
    shows("one\ntwo\n\nthree", "<p>one<br>two</p>\n<p>three</p>\n");
    shows("\n\n a \n\n\n\n", "<p> a </p>\n");
    shows(" \n\n", "");
}

#[test]
fn tags_that_forums_know_count_in_any_case() {
    shows(
        "[b]a[/b] [I]b[/i] [u]c[/U] [s]d[/s]",
        "<p><b>a</b> <i>b</i> <u>c</u> <s>d</s></p>\n",
    );
    shows(
        "[color=Red]x[/color]",
        "<p><span class=\"in-red\">x</span></p>\n",
    );
    let link = "<a href=\"https://a.example/?x=1&#38;y\" rel=\"nofollow noopener ugc\">";
    shows(
        "[url=https://a.example/?x=1&y]there[/url]",
        &format!("<p>{link}there</a></p>\n"),
    );
    shows(
        "[url]https://a.example/?x=1&y[/url]",
        &format!("<p>{link}https://a.example/?x=1&#38;y</a></p>\n"),
    );
    shows(
        "[quote=\"ben\"]hi[/quote]yes",
        "<blockquote><p class=\"small soft\">ben wrote:</p><p>hi</p>\n</blockquote>\n<p>yes</p>\n",
    );
    shows(
        "[spoiler]boo[/spoiler]",
        "<details class=\"spoiler\"><summary>Spoiler</summary><p>boo</p>\n</details>\n",
    );
}

#[test]
fn whatever_is_no_tag_is_text() {
    for text in [
        "[b]never closed",
        "closed[/b] never opened",
        "[img]https://a.example/x.png[/img]",
        "[url=javascript:alert(1)]x[/url]",
        "[url]javascript:alert(1)[/url]",
        "[color=#fff;background:url(x)]x[/color]",
        "a[0] = b[i",
        "[]",
        "[/]",
        "[[[[",
        "[b\n]x[/b\n]",
    ] {
        let shown = html(text).replace("<br>", "\n");
        let plain = shown.replace("<p>", "").replace("</p>\n", "");
        let without_links = plain.replace(
            "<a href=\"https://a.example/x.png\" rel=\"nofollow noopener ugc\">",
            "",
        );
        assert_eq!(without_links.replace("</a>", ""), text);
    }
}

#[test]
fn tags_that_cross_are_closed_in_order() {
    shows("[b]x[i]y[/b]z[/i]", "<p><b>x[i]y</b>z[/i]</p>\n");
    shows(
        "[b][quote]x[/b][/quote]",
        "<p>[b]</p>\n<blockquote><p>x[/b]</p>\n</blockquote>\n",
    );
    shows(
        "[url=https://a.example]x [url=https://b.example]y[/url][/url]",
        "<p><a href=\"https://a.example\" rel=\"nofollow noopener ugc\">x \
         [url=https://b.example]y</a>[/url]</p>\n",
    );
}

#[test]
fn nesting_has_an_end() {
    let deep = format!("{}x{}", "[quote]".repeat(3000), "[/quote]".repeat(3000));
    assert_eq!(html(&deep).matches("<blockquote>").count(), 4);
    let deep = format!("{}x{}", "[b]".repeat(1500), "[/b]".repeat(1500));
    assert_eq!(html(&deep).matches("<b>").count(), 8);
}

#[test]
fn a_copied_post_keeps_the_tags_that_count_and_no_other() {
    for (post, copied) in [
        ("[b]a[/b] [I]b[/i]", "[b]a[/b] [I]b[/i]"),
        (
            "[url]https://a.example/?x[0]=1[/url]",
            "(url)https://a.example/?x(0)=1(/url)",
        ),
        (
            "[url]https://a.example/[/url]",
            "[url]https://a.example/[/url]",
        ),
        ("[quote=ben [img]x[/quote]", "[quote=ben (img]x[/quote]"),
        (
            "[quote=\"ben\"]\n\nhi\n[/quote]",
            "[quote=\"ben\"]\n\nhi\n[/quote]",
        ),
        (
            "[img]https://a.example/spy.png[/img]",
            "(img)https://a.example/spy.png(/img)",
        ),
        ("[b]open [i]x[/i]", "(b)open [i]x[/i]"),
        ("[/quote][/spoiler]", "(/quote)(/spoiler)"),
        (
            "[url=javascript:alert(1)]x[/url]",
            "(url=javascript:alert(1))x(/url)",
        ),
    ] {
        assert_eq!(bbcode(post), copied, "{post:?}");
    }
}

#[test]
fn a_copied_post_is_the_same_in_markdown() {
    for (post, copied) in [
        (
            "[b]a[/b] [i]b[/i] [s]c[/s]\n1 * 2",
            "**a** *b* ~~c~~  \n1 \\* 2",
        ),
        (
            "see https://a.example/x_y, or",
            "see <https://a.example/x_y>, or",
        ),
        (
            "[url=https://a.example/x_y]my_map[/url]",
            "[my\\_map](<https://a.example/x_y>)",
        ),
        (
            "[quote=ben]a\n\nb[/quote]so",
            "> ben wrote:\n> \n> a\n> \n> b\n\nso",
        ),
        ("[spoiler]boo[/spoiler]", "Spoiler: ||boo||"),
        (
            "![x](javascript:y) <b>",
            "\\!\\[x\\]\\(javascript:y\\) \\<b\\>",
        ),
    ] {
        assert_eq!(markdown(post), copied, "{post:?}");
    }
}

/// Every tag in HTML, without what it says of itself.
fn tags(html: &str) -> Vec<String> {
    let parts = html.split('<').skip(1);
    parts
        .map(|part| part.split_once('>').expect("an open tag").0.to_owned())
        .collect()
}

const KNOWN: [&str; 8] = ["b", "i", "u", "s", "url", "quote", "spoiler", "color"];

const STYLES: [&str; 8] = [
    "span class=\"in-red\"",
    "p class=\"small soft\"",
    "details class=\"spoiler\"",
    "summary",
    "blockquote",
    "p",
    "b",
    "i",
];

/// A text in Markdown without the characters that a backslash makes plain.
fn without_escapes(text: &str) -> String {
    let mut left = String::new();
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        if character == '\\' {
            characters.next();
        } else {
            left.push(character);
        }
    }
    left
}

proptest! {
    /// However a text is made, its HTML has no tag but ours, every one has its end in order, and no
    /// address leads anywhere but the web.
    #[test]
    fn nothing_gets_out_of_a_post(parts in proptest::collection::vec(part(), 0..60)) {
        let html = html(&parts.concat());
        let mut open = Vec::new();
        for tag in tags(&html) {
            if let Some(name) = tag.strip_prefix('/') {
                prop_assert_eq!(open.pop(), Some(name.to_owned()), "{}", html);
                continue;
            }
            let link = tag.strip_prefix("a href=\"")
                .and_then(|rest| rest.strip_suffix("\" rel=\"nofollow noopener ugc\""));
            if let Some(address) = link {
                prop_assert!(address.starts_with("http://") || address.starts_with("https://"));
                prop_assert!(!address.contains('"') && !address.contains(char::is_whitespace));
                prop_assert!(!open.contains(&"a".to_owned()), "a link in a link: {}", html);
            } else if tag == "br" {
                continue;
            } else {
                prop_assert!(STYLES.contains(&tag.as_str()) || tag == "u" || tag == "s", "{}", tag);
            }
            open.push(tag.split(' ').next().unwrap_or_default().to_owned());
        }
        prop_assert!(open.is_empty(), "{}", html);
    }

    /// However a text is made, a forum finds in its copy only tags that count, each with its end in order.
    #[test]
    fn nothing_gets_out_of_a_copied_post(parts in proptest::collection::vec(part(), 0..60)) {
        let copied = bbcode(&parts.concat());
        let mut open = Vec::new();
        for part in copied.split('[').skip(1) {
            let tag = part.split_once(']').map(|(tag, _)| tag.to_ascii_lowercase());
            prop_assert!(tag.is_some(), "{}", copied);
            let tag = tag.unwrap_or_default();
            if let Some(name) = tag.strip_prefix('/') {
                prop_assert_eq!(open.pop(), Some(name.to_owned()), "{}", copied);
                continue;
            }
            let name = tag.split('=').next().unwrap_or_default().to_owned();
            prop_assert!(KNOWN.contains(&name.as_str()), "{}", copied);
            open.push(name);
        }
        prop_assert!(open.is_empty(), "{}", copied);
    }

    /// However a text is made, its Markdown has no HTML, no picture, no code, and no link but to the web.
    #[test]
    fn nothing_gets_out_of_a_post_in_markdown(parts in proptest::collection::vec(part(), 0..60)) {
        let copied = without_escapes(&markdown(&parts.concat()));
        let mut parts = copied.split('<');
        let mut unlinked = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let link = part.split_once('>').filter(|(link, _)| link.starts_with("http"));
            prop_assert!(link.is_some(), "{}", copied);
            unlinked.extend(link.map(|(_, after)| after));
        }
        prop_assert!(!unlinked.contains(['`', '!']), "{}", copied);
        for part in copied.split("](").skip(1) {
            prop_assert!(part.starts_with("<http"), "{}", copied);
        }
    }

    /// Nothing that was typed is lost: without its tags the HTML is the text.
    #[test]
    fn plain_text_stays_what_it_was(text in "[a-z<>&\"' \n.:/=-]{0,80}") {
        let mut plain = html(&text).replace("</p>\n", "");
        let found = tags(&plain);
        for tag in found {
            plain = plain.replacen(&format!("<{tag}>"), "", 1);
        }
        for (entity, character) in [("&#60;", "<"), ("&#62;", ">"), ("&#34;", "\""), ("&#39;", "'"), ("&#38;", "&")] {
            plain = plain.replace(entity, character);
        }
        let squeezed = |text: &str| text.split_whitespace().collect::<String>();
        prop_assert_eq!(squeezed(&plain), squeezed(&text));
    }
}

fn part() -> impl Strategy<Value = String> {
    let known = [
        "[b]",
        "[/b]",
        "[i]",
        "[/i]",
        "[u]",
        "[/u]",
        "[s]",
        "[/s]",
        "[url]",
        "[/url]",
        "[url=https://a.example/\"onclick=x]",
        "[url=https://a.example]",
        "[url=javascript:x]",
        "[quote]",
        "[quote=\"<b>\"]",
        "[/quote]",
        "[spoiler]",
        "[spoiler=<script>]",
        "[/spoiler]",
        "[color=red]",
        "[color=\"red\" onload=x]",
        "[/color]",
        "https://b.example/<x>",
        "http://",
        "<script>",
        "\"'>",
        "&amp;",
        "&",
        "\n",
        "\n\n",
        "[",
        "]",
        "[/",
        "=",
    ];
    prop_oneof![
        4 => proptest::sample::select(known.to_vec()).prop_map(str::to_owned),
        1 => ".{0,6}",
    ]
}
