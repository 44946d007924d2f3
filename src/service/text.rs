//! Texts that people write: titles and posts.

use crate::store::append::SaltedText;

use super::ServiceError;
use super::secret::random_bytes;

/// Characters that a title has at most.
const TITLE: usize = 80;
/// Characters that a post has at most.
const POST: usize = 10_000;
/// Characters that a ruling's reason and a note have at most.
const REASON: usize = 2_000;

/// A title: 1–80 characters on one line, none of them invisible.
pub(in crate::service) fn title(text: &str) -> Result<String, ServiceError> {
    let plain: String = text
        .chars()
        .filter(|c| !is_invisible(*c))
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    let title = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    if (1..=TITLE).contains(&title.chars().count()) {
        Ok(title)
    } else {
        Err(bad(
            "title",
            format!("A title has 1 to {TITLE} characters."),
        ))
    }
}

/// A post: up to 10,000 characters. Lines end in LF; tabs become blanks, and other control characters
/// are left out, since no page could show them. One with nothing in it is none.
pub(in crate::service) fn post(text: Option<&str>) -> Result<Option<String>, ServiceError> {
    let post = plain(text.unwrap_or_default());
    if POST < post.chars().count() {
        return Err(bad(
            "post",
            format!("A post has at most {POST} characters."),
        ));
    }
    Ok((!post.trim().is_empty()).then_some(post))
}

/// The reason of a ruling: 1–2,000 characters, on lines as a post's.
pub(in crate::service) fn reason(text: &str) -> Result<String, ServiceError> {
    let reason = plain(text).trim().to_owned();
    match reason.chars().count() {
        0 => Err(ServiceError::ReasonMissing),
        1..=REASON => Ok(reason),
        _ => Err(bad(
            "reason",
            format!("A reason has at most {REASON} characters."),
        )),
    }
}

/// A note beside an entry of the record: 1–2,000 characters.
pub(in crate::service) fn note(text: &str) -> Result<String, ServiceError> {
    let note = plain(text).trim().to_owned();
    if (1..=REASON).contains(&note.chars().count()) {
        Ok(note)
    } else {
        Err(bad("text", format!("A note has 1 to {REASON} characters.")))
    }
}

/// A text with lines that end in LF, and without what no page could show.
fn plain(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\t', " ");
    let plain: String = text
        .chars()
        .filter(|c| *c == '\n' || !c.is_control())
        .collect();
    plain.trim_end().to_owned()
}

/// Marks without a shape of their own, which turn the direction of a text or join its characters: in a
/// title they only pretend to be something else.
const fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}'
    )
}

/// The text with a salt of its own, so that its hash in the record betrays nothing.
pub(in crate::service) fn salted(body: String) -> SaltedText {
    SaltedText::new(random_bytes(), body)
}

fn bad(field: &'static str, message: String) -> ServiceError {
    ServiceError::BadText { field, message }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn posts_keep_their_lines_and_lose_what_cannot_be_shown() {
        let read = |text| post(Some(text)).unwrap();
        assert_eq!(read("one\r\n\ttwo\u{7}\n\n").as_deref(), Some("one\n two"));
        assert_eq!(read(" \n "), None);
        assert_eq!(post(None).unwrap(), None);
    }

    #[test]
    fn titles_have_nothing_invisible() {
        assert_eq!(title("a\u{202e}b\u{200b} \tc").unwrap(), "ab c");
        assert!(title("\u{202e}").is_err());
    }

    #[test]
    fn what_is_kept_of_a_reason_is_what_is_counted() {
        let padded = format!("{}y", " ".repeat(100_000));
        assert_eq!(reason(&padded).unwrap(), "y");
        assert_eq!(note(&format!("\n\n{padded}\n")).unwrap(), "y");
        assert!(reason(&"y".repeat(2_001)).is_err());
    }

    #[test]
    fn texts_that_are_too_long_or_empty_name_their_field() {
        let field = |result| match result {
            Err(ServiceError::BadText { field, .. }) => field,
            _ => "none",
        };
        assert_eq!(field(title("")), "title");
        assert_eq!(field(title(&"x".repeat(81))), "title");
        assert_eq!(field(title(&"x".repeat(80))), "none");
        assert_eq!(
            field(post(Some(&"é".repeat(10_001))).map(Option::unwrap_or_default)),
            "post"
        );
        assert_eq!(
            field(post(Some(&"é".repeat(10_000))).map(Option::unwrap_or_default)),
            "none"
        );
    }
}
