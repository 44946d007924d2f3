//! Board pictures: what a position looks like, as pixels and as a PNG (picture.md).
//!
//! A game draws a view of its position into an indexed [`canvas::Picture`] at scale 1;
//! [`encode::encode`] makes a PNG of it, the same bytes for the same picture, scale and texts.

pub mod abaddon;
mod align;
pub mod animate;
pub mod called;
pub mod canvas;
pub mod decode;
mod deflate;
pub mod doubt;
pub mod elsewhere;
pub mod encode;
pub mod excerpt;
pub mod frame;
pub mod helios;
mod look;
pub mod palette;
pub mod read;
pub mod sprite;

/// The version of everything that decides a picture's bytes. A picture that was served under one
/// version is never drawn again under another.
pub const DRAWING_VERSION: u32 = 1;
