//! Builds anew when a migration or a template changes: neither is a Rust file that cargo would watch.

fn main() {
    println!("cargo:rerun-if-changed=migrations");
    println!("cargo:rerun-if-changed=templates");
    println!("cargo:rerun-if-changed=static");
}
