//! Says whether the whole of the tests is asked for, as `cfg(full)`: see `tests/campaign`.
//!
//! Some programs of the language are built only then, because rustc takes a minute for all of them.

fn main() {
    println!("cargo::rustc-check-cfg=cfg(full)");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=JACOBIAN_FULL");
    if std::env::var_os("JACOBIAN_FULL").is_some() {
        println!("cargo::rustc-cfg=full");
    }
}
