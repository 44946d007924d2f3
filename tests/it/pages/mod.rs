//! Pages for people, through the router.

mod composing;
mod forms;
mod helios;
mod history;
mod html;
mod moderation;
mod new_match;
mod picture;
mod site;
mod view;
