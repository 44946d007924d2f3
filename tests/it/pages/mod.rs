//! Pages for people, through the router.

mod composing;
mod forms;
mod html;
mod new_match;
mod site;
mod view;
