//! HTTP: pages for people, the API for programs, and what lies around both.
//!
//! A handler extracts, asks a service once, and shows the answer. Start reading at [`router`].

pub mod api;
pub mod assets;
pub mod bbcode;
pub mod drawing;
pub mod error;
pub mod extract;
mod farewell;
pub mod feeds;
pub mod followers;
mod guide;
pub mod human;
pub mod layers;
pub mod live;
pub mod operations;
pub mod pages;
pub mod pictures;
pub mod problem;
pub mod prose;
pub mod reading;
pub mod replays;
pub mod rights;
pub mod router;
pub mod state;
pub mod wardrobe;
pub mod who;
