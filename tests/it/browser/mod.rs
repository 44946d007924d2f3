//! The pages in a real browser: headless Chromium, driven as a reader drives it.

mod accessibility;
mod composing;
mod driver;
mod helios;
mod layout;
mod moderating;
mod newcomer;
mod paint;
mod posts;
mod scene;
mod screens;
mod scripts;
mod watching;
