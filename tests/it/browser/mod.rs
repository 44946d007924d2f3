//! The pages in a real browser: headless Chromium, driven as a reader drives it.

mod accessibility;
mod composing;
mod driver;
mod helios;
mod keys;
mod layout;
mod meanwhile;
mod moderating;
mod newcomer;
mod paint;
mod pointing;
mod posts;
mod scene;
mod screens;
mod scripts;
mod touch;
mod watching;
