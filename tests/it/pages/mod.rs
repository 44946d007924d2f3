//! Pages for people, through the router.

mod forms;
mod html;
mod new_match;
mod site;
mod view;
