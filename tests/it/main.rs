//! The product seen from outside, one module a part.

mod abaddon;
mod pages;
mod picture;
mod service;
