//! The referee at fixed instants.
