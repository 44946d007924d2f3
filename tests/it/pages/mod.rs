//! Pages for people, through the router.
#![expect(clippy::unwrap_used, reason = "what cannot be set up fails its test")]

mod forms;
mod html;
mod new_match;
mod site;
mod view;
