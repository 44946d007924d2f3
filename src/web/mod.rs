//! HTTP: pages for people, pictures, and the JSON API.

pub mod bbcode;
pub mod human;
pub mod pages;
pub mod prose;
