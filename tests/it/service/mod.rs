//! Matches through the service, on a real file, with a clock that stands where it is put.

mod act;
mod again;
mod create;
mod demo;
mod see;
