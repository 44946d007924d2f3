//! What the copy box of a turn holds: the turn as a forum post, in three languages of forums.
//!
//! A picture host may be away for good one day, so each text tells the turn in words and in notation
//! too. Names and titles are people's: each is escaped so that it cannot end or begin a tag. Of a post
//! the tags that count here count there too.

use super::prose::{self, Prose, escape};

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
        let plain = |text: &str| escape::bbcode(&on_one_line(text));
        let mut lines = vec![format!(
            "[b]{}, turn {}[/b] by {}",
            plain(self.title),
            self.turn,
            plain(self.player)
        )];
        lines.extend(self.shown.as_ref().map(Shown::bbcode));
        lines.push(plain(&self.words.join(" ")));
        lines.push(plain(&self.notation.join("; ")));
        lines.extend(self.post.map(|post| format!("\n{}", prose::bbcode(post))));
        lines.join("\n")
    }

    fn markdown(&self) -> String {
        let plain = |text: &str| escape::markdown(&on_one_line(text));
        let mut parts = vec![format!(
            "**{}, turn {}** by {}",
            plain(self.title),
            self.turn,
            plain(self.player)
        )];
        parts.extend(self.shown.as_ref().map(|shown| shown.markdown(self.turn)));
        parts.push(plain(&self.words.join(" ")));
        parts.push(format!("`{}`", self.notation.join("; ").replace('`', "'")));
        parts.extend(self.post.map(prose::markdown));
        parts.join("\n\n")
    }

    fn html(&self) -> String {
        let mut parts = vec![format!(
            "<p><b>{}, turn {}</b> by {}</p>",
            escape::html(self.title),
            self.turn,
            escape::html(self.player)
        )];
        parts.extend(self.shown.as_ref().map(|shown| shown.html(self.turn)));
        parts.push(format!("<p>{}</p>", escape::html(&self.words.join(" "))));
        let notation = escape::html(&self.notation.join("; "));
        parts.push(format!("<p><code>{notation}</code></p>"));
        parts.extend(self.post.map(|post| Prose::new(post).html().0.to_owned()));
        parts.join("\n")
    }
}

impl Shown {
    fn bbcode(&self) -> String {
        let Self {
            page,
            picture,
            width,
            height,
        } = self;
        format!("[url={page}][img width={width} height={height}]{picture}[/img][/url]")
    }

    fn markdown(&self, turn: u32) -> String {
        format!("[![Turn {turn}]({})]({})", self.picture, self.page)
    }

    fn html(&self, turn: u32) -> String {
        format!(
            "<p><a href=\"{}\"><img src=\"{}\" width=\"{}\" height=\"{}\" alt=\"Turn {turn}\"></a></p>",
            escape::html(&self.page),
            escape::html(&self.picture),
            self.width,
            self.height
        )
    }
}

fn on_one_line(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join(" ")
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
            post: Some("[b]one[/b] [/quote]\n[img]two[/img]"),
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
             [b]one[/b] (/quote)\n(img)two(/img)"
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
        assert!(texts.html.contains("&#60;Door&#62;"), "{}", texts.html);
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
