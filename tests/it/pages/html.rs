//! What every page's HTML must keep: checked tag by tag.

use super::site::Answer;

/// A tag with its attributes.
#[derive(Clone, Debug)]
struct Tag<'a> {
    name: &'a str,
    text: &'a str,
}

impl Tag<'_> {
    fn attribute(&self, name: &str) -> Option<&str> {
        let start = format!(" {name}=\"");
        let (_, rest) = self.text.split_once(&start)?;
        rest.split('"').next()
    }
}

/// Every opening tag of a page, in order.
fn tags(html: &str) -> Vec<Tag<'_>> {
    let opening =
        (html.split('<').skip(1)).filter(|text| text.starts_with(|c: char| c.is_ascii_lowercase()));
    opening
        .map(|rest| {
            let text = rest.split('>').next().unwrap_or_default();
            let name = text.split([' ', '/', '\n']).next().unwrap_or_default();
            Tag { name, text }
        })
        .collect()
}

/// Asserts what a strict content policy and every reader need.
pub(crate) fn assert_sound(page: &Answer) {
    let tags = tags(&page.body);
    for tag in &tags {
        assert!(tag.attribute("style").is_none(), "an inline style: {tag:?}");
        assert!(!has_handler(tag), "an inline handler: {tag:?}");
        match tag.name {
            "img" => assert_picture(tag),
            "style" => {
                let nonce = tag.attribute("nonce").expect("an inline sheet has a nonce");
                assert!(
                    page.policy.contains(&format!("'nonce-{nonce}'")),
                    "{}",
                    page.policy
                );
            }
            "script" => assert!(tag.attribute("src").is_some(), "an inline script: {tag:?}"),
            _ => {}
        }
    }
    assert_eq!(
        tags.iter().filter(|tag| tag.name == "h1").count(),
        1,
        "one h1 a page"
    );
    assert_labels(&page.body, &tags);
    assert_ids(&tags);
}

fn has_handler(tag: &Tag<'_>) -> bool {
    let attributes = tag.text.split_whitespace().skip(1);
    attributes.into_iter().any(|attribute| {
        let name = attribute.split('=').next().unwrap_or_default();
        name.starts_with("on") && attribute.contains("=\"") && name.len() < 20
    })
}

fn assert_picture(tag: &Tag<'_>) {
    for attribute in ["width", "height", "alt", "src"] {
        assert!(
            tag.attribute(attribute).is_some(),
            "no {attribute}: {tag:?}"
        );
    }
}

/// Every field has a label: one that names it, or one around it.
fn assert_labels(html: &str, tags: &[Tag<'_>]) {
    let fields = tags
        .iter()
        .filter(|tag| ["input", "select", "textarea"].contains(&tag.name));
    for field in fields.filter(|field| field.attribute("type") != Some("hidden")) {
        let named = field
            .attribute("id")
            .is_some_and(|id| html.contains(&format!("for=\"{id}\"")));
        let before = html.split(field.text).next().unwrap_or_default();
        let wrapped = before.rfind("<label") > before.rfind("</label>");
        assert!(named || wrapped, "no label: {field:?}");
    }
}

fn assert_ids(tags: &[Tag<'_>]) {
    let mut ids: Vec<&str> = tags.iter().filter_map(|tag| tag.attribute("id")).collect();
    let all = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), all, "an id is used twice");
    let described = tags
        .iter()
        .filter_map(|tag| tag.attribute("aria-describedby"));
    for id in described.flat_map(str::split_whitespace) {
        assert!(ids.contains(&id), "nothing has the id {id}");
    }
}
