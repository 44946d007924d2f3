//! The one integration test binary: behaviour through the doors that users use.

mod helios;
