//! Pages for people, through the router.

mod forms;
mod helios;
mod history;
mod html;
mod new_match;
mod site;
mod view;
