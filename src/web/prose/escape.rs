//! Texts that a language of forums takes for nothing but text.

/// A text in which no forum reads a tag: square brackets become round ones. Forums differ in how a
/// bracket is escaped, and all of them show a round one.
///
/// ```
/// assert_eq!(daykeeper::web::prose::escape::bbcode("[/b][img]x[/img]"), "(/b)(img)x(/img)");
/// ```
pub fn bbcode(text: &str) -> String {
    text.replace('[', "(").replace(']', ")")
}

/// A text in which Markdown finds nothing of its own.
///
/// ```
/// assert_eq!(daykeeper::web::prose::escape::markdown("tin_orchard"), r"tin\_orchard");
/// ```
pub fn markdown(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        // Before any ASCII punctuation a backslash means the character itself.
        if "\\`*_{}[]()<>#+-!|~&=".contains(character) {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

/// A text in which HTML finds nothing of its own, in an attribute's quotes or outside.
///
/// ```
/// assert_eq!(daykeeper::web::prose::escape::html("<b> & 'so'"), "&#60;b&#62; &#38; &#39;so&#39;");
/// ```
pub fn html(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&#38;"),
            '<' => escaped.push_str("&#60;"),
            '>' => escaped.push_str("&#62;"),
            '"' => escaped.push_str("&#34;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}
