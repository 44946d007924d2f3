//! What the copy box of a turn holds: the turn as a forum post, in three languages of forums.
//!
//! A picture host may be away for good one day, so each text tells the turn in words and in notation
//! too. Names and titles are people's: each is escaped so that it cannot end or begin a tag.

/// A turn, as a forum post tells it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told<'a> {
    /// The match's title.
    pub title: &'a str,
    /// The turn's number.
    pub turn: u32,
    /// Who played it.
    pub player: &'a str,
    /// What each step did.
    pub words: Vec<&'a str>,
    /// The same steps in notation.
    pub notation: Vec<&'a str>,
    /// What the player wrote.
    pub post: Option<&'a str>,
    /// Where it can be seen; `None` where only the match's own people can see it.
    pub shown: Option<Shown>,
}

/// Where the turn and its picture can be seen by everybody.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shown {
    /// The turn's page.
    pub page: String,
    /// The turn's permanent picture.
    pub picture: String,
    /// The picture's width in pixels.
    pub width: u32,
    /// The picture's height in pixels.
    pub height: u32,
}

/// One turn in the three languages.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CopyTexts {
    /// For forums that read `BBCode`.
    pub bbcode: String,
    /// For forums and chats that read Markdown.
    pub markdown: String,
    /// For those that read HTML.
    pub html: String,
}

impl Told<'_> {
    /// The turn in all three languages.
    pub fn texts(&self) -> CopyTexts {
        CopyTexts {
            bbcode: self.bbcode(),
            markdown: self.markdown(),
            html: self.html(),
        }
    }

    fn bbcode(&self) -> String {
        let mut lines = vec![format!(
            "[b]{}, turn {}[/b] by {}",
            bbcode(self.title),
            self.turn,
            bbcode(self.player)
        )];
        if let Some(Shown {
            page,
            picture,
            width,
            height,
        }) = &self.shown
        {
            lines.push(format!(
                "[url={page}][img width={width} height={height}]{picture}[/img][/url]"
            ));
        }
        lines.push(bbcode(&self.words.join(" ")));
        lines.push(bbcode(&self.notation.join("; ")));
        if let Some(post) = self.post {
            lines.push(String::new());
            lines.extend(post.lines().map(bbcode));
        }
        lines.join("\n")
    }

    fn markdown(&self) -> String {
        let mut parts = vec![format!(
            "**{}, turn {}** by {}",
            markdown(self.title),
            self.turn,
            markdown(self.player)
        )];
        if let Some(Shown { page, picture, .. }) = &self.shown {
            parts.push(format!("[![Turn {}]({picture})]({page})", self.turn));
        }
        parts.push(markdown(&self.words.join(" ")));
        parts.push(format!("`{}`", self.notation.join("; ").replace('`', "'")));
        if let Some(post) = self.post {
            parts.push(post.lines().map(markdown).collect::<Vec<_>>().join("  \n"));
        }
        parts.join("\n\n")
    }

    fn html(&self) -> String {
        let mut parts = vec![format!(
            "<p><b>{}, turn {}</b> by {}</p>",
            html(self.title),
            self.turn,
            html(self.player)
        )];
        if let Some(Shown {
            page,
            picture,
            width,
            height,
        }) = &self.shown
        {
            parts.push(format!(
                "<p><a href=\"{}\"><img src=\"{}\" width=\"{width}\" height=\"{height}\" alt=\"Turn {}\"></a></p>",
                html(page),
                html(picture),
                self.turn
            ));
        }
        parts.push(format!("<p>{}</p>", html(&self.words.join(" "))));
        parts.push(format!(
            "<p><code>{}</code></p>",
            html(&self.notation.join("; "))
        ));
        if let Some(post) = self.post {
            let lines: Vec<String> = post.lines().map(html).collect();
            parts.push(format!("<p>{}</p>", lines.join("<br>\n")));
        }
        parts.join("\n")
    }
}

/// A text on one line that no forum reads a tag in: square brackets become round ones. Forums differ
/// in how a bracket is escaped, and all of them show a round one.
///
/// ```
/// assert_eq!(daykeeper::web::bbcode::bbcode("[/b][img]x[/img]"), "(/b)(img)x(/img)");
/// ```
pub fn bbcode(text: &str) -> String {
    on_one_line(text).replace('[', "(").replace(']', ")")
}

/// A text on one line in which Markdown finds nothing of its own.
pub fn markdown(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in on_one_line(text).chars() {
        // Before any ASCII punctuation a backslash means the character itself.
        if "\\`*_{}[]()<>#+-!|~&=".contains(character) {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

/// A text in which HTML finds nothing of its own.
pub fn html(text: &str) -> String {
    // The ampersand first, so that none of the others is escaped again.
    let specials = [
        ('&', "&amp;"),
        ('<', "&lt;"),
        ('>', "&gt;"),
        ('"', "&quot;"),
        ('\'', "&#39;"),
    ];
    specials
        .iter()
        .fold(text.to_owned(), |text, (special, escaped)| {
            text.replace(*special, escaped)
        })
}

fn on_one_line(text: &str) -> String {
    text.split(['\n', '\r'])
        .filter(|line| !line.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told() -> Told<'static> {
        Told {
            title: "The [b]Ninth[/b] <Door>",
            turn: 66,
            player: "tin_orchard",
            words: vec!["Flamebat flies k10 → k9.", "Flamebat flies k9 → j9."],
            notation: vec!["move k10 k9", "move k9 j9"],
            post: Some("one [/quote]\ntwo"),
            shown: Some(Shown {
                page: "https://play.example/matches/x/turns/66".into(),
                picture: "https://play.example/matches/x/turns/66.png".into(),
                width: 822,
                height: 630,
            }),
        }
    }

    #[test]
    fn bbcode_links_the_permanent_picture_and_tells_the_turn_without_it() {
        assert_eq!(
            told().texts().bbcode,
            "[b]The (b)Ninth(/b) <Door>, turn 66[/b] by tin_orchard\n\
             [url=https://play.example/matches/x/turns/66][img width=822 height=630]https://play.example/matches/x/turns/66.png[/img][/url]\n\
             Flamebat flies k10 → k9. Flamebat flies k9 → j9.\n\
             move k10 k9; move k9 j9\n\n\
             one (/quote)\ntwo"
        );
    }

    #[test]
    fn markdown_and_html_keep_names_as_they_are_written() {
        let texts = told().texts();
        assert!(
            texts.markdown.contains(r"by tin\_orchard"),
            "{}",
            texts.markdown
        );
        assert!(texts.html.contains("&lt;Door&gt;"), "{}", texts.html);
        assert!(!texts.html.contains("<Door>"));
    }

    #[test]
    fn a_turn_that_nobody_else_may_see_has_no_link() {
        let texts = Told {
            shown: None,
            ..told()
        }
        .texts();
        for text in [texts.bbcode, texts.markdown, texts.html] {
            assert!(!text.contains("https://"), "{text}");
        }
    }
}
